//! Running worked examples.

use crate::board::{ClauseId, Hole, HoleSet, Seat};
use crate::engine::{Due, Engine, Event, Move, Position, What};
use crate::notation::board::counts;
use crate::notation::position::{set_stored, settle};
use crate::notation::{full_hole_name, hole_name, side_by_side};
use crate::rules::example::{Example, Expectation, PlayStep};
use crate::rules::Rules;
use crate::source::Span;
use std::collections::BTreeSet;

/// What came of an example.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Everything that is not as expected; empty if the example holds.
    pub mismatches: Vec<Mismatch>,
    /// Events of all plays, in order.
    pub events: Vec<Event>,
    /// Clauses that the example has shown at work.
    pub fired: BTreeSet<ClauseId>,
    /// The position that the results describe.
    pub position: Position,
}

/// Something that is not as expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The line of the example, if one line is at fault.
    pub span: Option<Span>,
    /// What was expected and what came.
    pub message: String,
}

/// Plays an example and compares.
#[must_use]
pub fn run_example(rules: &Rules, engine: &Engine, example: &Example) -> Verdict {
    let mut run = Run {
        rules,
        engine,
        verdict: Verdict {
            mismatches: Vec::new(),
            events: Vec::new(),
            fired: BTreeSet::new(),
            position: engine.start(),
        },
        last: Vec::new(),
        mover: None,
    };
    run.set_up(example);
    let played = example.plays.iter().all(|step| run.play(step));
    if played {
        run.compare(example);
    }
    run.verdict.fired.extend(run.verdict.events.iter().map(|event| event.clause));
    run.verdict
}

struct Run<'r> {
    rules: &'r Rules,
    engine: &'r Engine,
    verdict: Verdict,
    /// Events of the last play.
    last: Vec<Event>,
    /// Who made it.
    mover: Option<Seat>,
}

impl Run<'_> {
    fn fail(&mut self, span: Option<Span>, message: impl Into<String>) {
        self.verdict.mismatches.push(Mismatch { span, message: message.into() });
    }

    fn set_up(&mut self, example: &Example) {
        let given = &example.given;
        let layout = &self.rules.layout;
        let position = &mut self.verdict.position;
        let first = example.plays.iter().find_map(|step| match step {
            PlayStep::Plays { seat, .. } | PlayStep::Opening { seat, .. } | PlayStep::Passes(seat) => Some(*seat),
            PlayStep::Race(_) | PlayStep::Lot(_) => None,
        });
        // Lots before the first move are drawn by the example itself, or fall as it needs.
        if let (Due::Lot(_), false) = (position.due, matches!(example.plays.first(), Some(PlayStep::Lot(_)))) {
            let to = given.to_move.or(first).unwrap_or(Seat::South);
            self.engine.play_legal(position, Move::Lot(to), &mut ());
        }
        if let Some(seeds) = &given.position {
            position.closed = HoleSet::EMPTY;
            for (index, count) in seeds.iter().enumerate() {
                position.seeds[index] = count.unwrap_or(0);
                if count.is_none() {
                    position.closed.insert(Hole(index as u8));
                }
            }
            let closed = position.closed;
            position.owned.iter_mut().for_each(|owned| *owned = owned.without(closed));
        }
        for (seat, hole) in &given.owners {
            position.owned[seat.opponent().index()].remove(*hole);
            position.owned[seat.index()].insert(*hole);
        }
        for seat in Seat::BOTH {
            if given.position.is_some() || given.captured != [0, 0] {
                set_stored(layout, position, seat, given.captured[seat.index()]);
            }
        }
        for (owner, mark, hole) in &given.marks {
            position.marks.push(crate::engine::MarkedHole { hole: *hole, mark: *mark, owner: *owner, visited: false });
            position.marked.insert(*hole);
            position.marks_made |= 1 << mark.0;
        }
        let opening = matches!(example.plays.first(), Some(PlayStep::Opening { .. } | PlayStep::Race(_)));
        if let Some(seat) = given.to_move.or(first) {
            position.to_move = seat;
            position.starter = seat;
        }
        if given.position.is_some() && !opening {
            settle(position);
        } else if !opening && (matches!(position.due, Due::Opening | Due::Race)) {
            settle(position);
        } else {
            position.history.clear();
            position.record();
        }
        position.last_mover = given.last_mover;
        if let Some(ended) = given.round_ended {
            position.seeds.fill(0);
            for seat in Seat::BOTH {
                set_stored(layout, position, seat, ended.seeds[seat.index()]);
            }
            let winner = match ended.seeds[0].cmp(&ended.seeds[1]) {
                std::cmp::Ordering::Greater => Some(Seat::South),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(Seat::North),
            };
            position.starter = ended.starter;
            position.to_move = ended.starter;
            position.due = Due::NextRound;
            let clause = self.rules.ends.first().map_or(ClauseId(0), |end| end.clause);
            position.round_result = Some(crate::engine::RoundResult { totals: ended.seeds, winner, clause });
            if let Some(seat) = winner {
                position.wins[seat.index()] += 1;
                position.streak = Some((seat, 1));
            }
            self.engine.next_round(position, &mut self.last);
            self.verdict.events.extend_from_slice(&self.last);
        }
    }

    /// `false`: the play was not possible.
    fn play(&mut self, step: &PlayStep) -> bool {
        let layout = &self.rules.layout;
        let mut moves = Vec::new();
        self.engine.legal_moves(&self.verdict.position, &mut moves);
        let fits = |played: &&Move| match (step, **played) {
            (PlayStep::Plays { hole, direction, .. }, Move::Sow { from, direction: way, .. }) => {
                from == *hole && direction.is_none_or(|wanted| wanted == way)
            }
            (PlayStep::Opening { script, .. }, Move::Opening(number)) => u32::from(number) == *script,
            (PlayStep::Race(None), Move::Race(_)) | (PlayStep::Passes(_), Move::Pass) => true,
            (PlayStep::Race(Some(holes)), Move::Race(found)) => *holes == found,
            (PlayStep::Lot(seat), Move::Lot(to)) => *seat == to,
            _ => false,
        };
        let (seat, what) = match step {
            PlayStep::Plays { seat, hole, .. } => (Some(*seat), format!("{seat} cannot play {}", hole_name(layout, *hole))),
            PlayStep::Opening { seat, .. } => (Some(*seat), format!("{seat} cannot play the opening")),
            PlayStep::Passes(seat) => (Some(*seat), format!("{seat} cannot pass")),
            PlayStep::Race(_) => (None, "there is no race here".to_string()),
            PlayStep::Lot(_) => (None, "no lot is drawn here".to_string()),
        };
        let due = self.verdict.position.to_move;
        if seat.is_some_and(|seat| seat != due) && !self.verdict.position.round_over() {
            self.fail(None, format!("{what}: {due} is to move"));
            return false;
        }
        let Some(&played) = moves.iter().find(fits) else {
            let why = match step {
                PlayStep::Plays { hole, .. } => self
                    .engine
                    .why_illegal(&self.verdict.position, *hole)
                    .map_or(String::new(), |clause| format!(": `{}`", self.words(clause))),
                PlayStep::Opening { .. } | PlayStep::Race(_) | PlayStep::Passes(_) | PlayStep::Lot(_) => String::new(),
            };
            let over = if self.verdict.position.round_over() { " (the round is over)" } else { "" };
            self.fail(None, format!("{what}{why}{over}"));
            return false;
        };
        self.mover = seat;
        self.last.clear();
        self.engine.play_legal(&mut self.verdict.position, played, &mut self.last);
        self.verdict.events.extend_from_slice(&self.last);
        true
    }

    fn words(&self, clause: ClauseId) -> &str {
        self.rules.clauses.get(clause.index()).map_or("", |clause| clause.words.as_str())
    }

    /// Seeds that a player captured by the last play, without the remaining ones.
    fn captured(&self, seat: Seat) -> u32 {
        let mut sum = 0_i64;
        for event in &self.last {
            match event.what {
                What::Capture { by, seeds, .. }
                | What::Collect { by, seeds, .. }
                | What::LeavesBoard { by, seeds }
                | What::ScriptCapture { by, seeds }
                    if by == seat =>
                {
                    sum += i64::from(seeds);
                }
                What::GivenBack { by, seeds, .. } if by == seat => sum -= i64::from(seeds),
                What::Resow { seeds, .. } if self.mover == Some(seat) => sum -= i64::from(seeds),
                _ => {}
            }
        }
        u32::try_from(sum).unwrap_or(0)
    }

    fn compare(&mut self, example: &Example) {
        for expected in &example.results {
            if let Some(message) = self.differs(&expected.what) {
                self.fail(Some(expected.span), message);
            }
        }
        if example.plays.is_empty() {
            return;
        }
        for seat in Seat::BOTH {
            let stated = example.results.iter().any(|result| matches!(result.what, Expectation::Captures(of, _) if of == seat));
            let captured = self.captured(seat);
            if !stated && captured > 0 {
                self.fail(None, format!("{seat} captures {captured}, which the example does not say"));
            }
        }
    }

    /// How an expectation is not met.
    fn differs(&mut self, expected: &Expectation) -> Option<String> {
        let layout = &self.rules.layout;
        let position = &self.verdict.position;
        let result = position.round_result;
        match expected {
            Expectation::Becomes(board) => {
                let actual = counts(layout, position);
                (actual != *board).then(|| {
                    format!("the board is another\n{}", side_by_side(layout, ("expected", board), ("actual", &actual)))
                })
            }
            Expectation::Captures(seat, seeds) => {
                let captured = self.captured(*seat);
                (captured != *seeds).then(|| format!("{seat} captures {captured}, not {seeds}"))
            }
            Expectation::OwnsMark(seat, mark, hole) => {
                let there = position.marks.iter().any(|marked| {
                    marked.owner == *seat && marked.mark == *mark && marked.hole == *hole
                });
                (!there).then(|| format!("{seat} has no such mark on {}", full_hole_name(layout, *hole)))
            }
            Expectation::OwnsHole(seat, hole) => (!position.owned[seat.index()].contains(*hole))
                .then(|| format!("{seat} does not own {}", full_hole_name(layout, *hole))),
            Expectation::BonusMove => {
                (position.bonus.is_none() || position.round_over()).then(|| "no bonus move is due".to_string())
            }
            Expectation::ToMove(seat) => {
                if position.round_over() {
                    Some(format!("the round is over, so {seat} is not to move"))
                } else {
                    (position.to_move != *seat).then(|| format!("{} is to move, not {seat}", position.to_move))
                }
            }
            Expectation::LegalMoves(holes) => self.compare_legal(holes),
            Expectation::IllegalMove { hole, because } => self.compare_illegal(*hole, because.as_deref()),
            Expectation::RoundEnds(totals) => match (result, totals) {
                (None, _) => Some("the round goes on".to_string()),
                (Some(result), Some(totals)) if result.totals != *totals => Some(format!(
                    "the round ends with {} to South and {} to North, not {} and {}",
                    result.totals[0], result.totals[1], totals[0], totals[1]
                )),
                (Some(_), _) => None,
            },
            Expectation::Wins(seat) => match result {
                Some(result) if result.winner == Some(*seat) => None,
                Some(result) => Some(match result.winner {
                    Some(other) => format!("{other} wins the round, not {seat}"),
                    None => format!("the round is a draw, {seat} does not win"),
                }),
                None => Some("the round goes on, nobody has won".to_string()),
            },
            Expectation::Draw => match result {
                Some(result) if result.winner.is_none() => None,
                Some(_) => Some("the round is no draw".to_string()),
                None => Some("the round goes on".to_string()),
            },
            Expectation::MatchEnds => position.match_result.is_none().then(|| "the match goes on".to_string()),
            Expectation::WinsMatch(seat) => match position.match_result {
                Some(Some(winner)) if winner == *seat => None,
                Some(Some(winner)) => Some(format!("{winner} wins the match, not {seat}")),
                Some(None) => Some("the match is a draw".to_string()),
                None => Some("the match goes on".to_string()),
            },
            Expectation::InStore(seat, seeds) => {
                let stored = position.stored(*seat, layout.hole_count());
                (stored != *seeds).then(|| format!("{seat} has {stored} in store, not {seeds}"))
            }
            Expectation::BecauseOf(words) => {
                let wanted = normal(words);
                let fired: Vec<&Event> = self.last.iter().filter(|event| {
                    let clause = normal(self.words(event.clause));
                    clause == wanted || clause.starts_with(&wanted)
                }).collect();
                if let Some(event) = fired.first() {
                    self.verdict.fired.insert(event.clause);
                    return None;
                }
                let mut decided: Vec<&str> = Vec::new();
                for event in self.last.iter().filter(|event| matches!(event.what, What::Decides | What::RoundEnds | What::Endless)) {
                    let words = self.words(event.clause);
                    if !decided.contains(&words) {
                        decided.push(words);
                    }
                }
                Some(format!("`{words}` did not decide; what did: {}", decided.join("; ")))
            }
        }
    }

    fn compare_legal(&mut self, expected: &[Hole]) -> Option<String> {
        let layout = &self.rules.layout;
        let position = &self.verdict.position;
        let mut moves = Vec::new();
        self.engine.legal_moves(position, &mut moves);
        let mut legal: Vec<Hole> = moves.iter().filter_map(|played| played.from()).collect();
        legal.dedup();
        let mut wanted = expected.to_vec();
        wanted.sort_unstable();
        let own = position.owned[position.to_move.index()];
        let forbidden: Vec<Hole> =
            own.iter().filter(|hole| position.seeds[hole.index()] > 0 && !legal.contains(hole)).collect();
        if legal != wanted {
            let names: Vec<&str> = legal.iter().map(|hole| hole_name(layout, *hole)).collect();
            return Some(format!("legal are {}", if names.is_empty() { "none".to_string() } else { names.join(" ") }));
        }
        // The clauses that keep the other holes from starting are shown at work.
        for hole in forbidden {
            self.verdict.fired.extend(self.engine.why_illegal(&self.verdict.position, hole));
        }
        None
    }

    fn compare_illegal(&mut self, hole: Hole, because: Option<&str>) -> Option<String> {
        let name = hole_name(&self.rules.layout, hole);
        let Some(clause) = self.engine.why_illegal(&self.verdict.position, hole) else {
            return Some(format!("{name} is legal"));
        };
        let words = normal(self.words(clause));
        if because.is_some_and(|because| !words.contains(&normal(because))) {
            return Some(format!("{name} is illegal because of `{}`", self.words(clause)));
        }
        self.verdict.fired.insert(clause);
        None
    }
}

/// Words without articles and with single spaces, for comparing.
fn normal(words: &str) -> String {
    let plain = words.to_lowercase();
    let words = plain.split_whitespace().filter(|word| !matches!(*word, "the" | "a" | "an"));
    words.collect::<Vec<_>>().join(" ")
}
