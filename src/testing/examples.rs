//! Running a worked example: setting up what is given, playing, and what came of it.

use super::expect;
use crate::board::{ClauseId, Hole, HoleSet, Seat};
use crate::engine::{Due, Engine, Event, LotFor, MarkedHole, Move, Position, RoundResult};
use crate::notation::full_hole_name;
use crate::notation::position::{set_stored, settle};
use crate::rules::Rules;
use crate::rules::example::{Example, PlayStep, RoundEnded};
use crate::rules::matches::Refill;
use crate::source::Span;
use std::collections::BTreeSet;

/// Ways of choosing within the plays of one example that are tried: an example does not name the
/// choices of a move, so it holds if some way of choosing agrees with it.
const MOST_WAYS: usize = 512;

/// A difference between an example and the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The expectation that fails; `None`: the example as a whole.
    pub span: Option<Span>,
    /// What was expected and what came.
    pub message: String,
}

impl Fault {
    pub(super) fn general(message: impl Into<String>) -> Fault {
        Fault { span: None, message: message.into() }
    }
}

/// What came of an example.
#[derive(Debug, Clone)]
pub struct Report {
    /// Differences; none if the example holds.
    pub faults: Vec<Fault>,
    /// The position before the last play.
    pub before: Position,
    /// The position after it, which the results describe.
    pub after: Position,
    /// The board that was expected.
    pub expected: Option<Vec<Option<u32>>>,
    /// Seeds that each player captured by the last play.
    pub captured: [u32; 2],
    /// Everything that happened in the last play.
    pub trace: Vec<Event>,
    /// Every play, with the position before it.
    pub plays: Vec<(Position, Move)>,
    /// Clauses that fired in any play or forbade a move that the example says is illegal.
    pub fired: BTreeSet<ClauseId>,
}

impl Report {
    /// Does the example hold?
    #[must_use]
    pub fn passed(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Plays an example of these rules.
#[must_use]
pub fn run(engine: &Engine, rules: &Rules, example: &Example) -> Report {
    let runner = Runner { engine, rules, example };
    match runner.set_up() {
        Ok(state) => runner.explore(state, &mut 0),
        Err(fault) => State::new(engine.start()).broken(fault),
    }
}

pub(super) struct Runner<'r> {
    pub(super) engine: &'r Engine,
    pub(super) rules: &'r Rules,
    pub(super) example: &'r Example,
}

/// Where a run stands.
#[derive(Clone)]
pub(super) struct State {
    pub(super) position: Position,
    before: Position,
    step: usize,
    /// What happened in the last play.
    pub(super) last: Vec<Event>,
    plays: Vec<(Position, Move)>,
    pub(super) fired: BTreeSet<ClauseId>,
}

impl State {
    fn new(position: Position) -> State {
        State {
            before: position.clone(),
            position,
            step: 0,
            last: Vec::new(),
            plays: Vec::new(),
            fired: BTreeSet::new(),
        }
    }

    fn note(&mut self, events: Vec<Event>) {
        self.fired.extend(events.iter().map(|event| event.clause));
        self.last = events;
    }

    fn broken(self, fault: Fault) -> Report {
        self.report(vec![fault], None)
    }

    pub(super) fn report(self, faults: Vec<Fault>, expected: Option<Vec<Option<u32>>>) -> Report {
        Report {
            faults,
            expected,
            captured: expect::captured(&self.last),
            before: self.before,
            after: self.position,
            trace: self.last,
            plays: self.plays,
            fired: self.fired,
        }
    }
}

impl Runner<'_> {
    /// The position that the plays begin from, and what has happened until then; `None` if it
    /// cannot be set up.
    pub(super) fn stands(&self) -> Option<(Position, Vec<Event>)> {
        self.set_up().ok().map(|state| (state.position, state.last))
    }

    fn set_up(&self) -> Result<State, Fault> {
        let mut position = self.engine.start();
        let given = &self.example.given;
        if let Some(ended) = given.round_ended {
            self.after_round(&mut position, ended)?;
            let mut state = State::new(position);
            let mut events = Vec::new();
            self.engine.next_round(&mut state.position, &mut events);
            state.note(events);
            return Ok(state);
        }
        let first = self.example.plays.first();
        let to_move = given.to_move.or_else(|| self.example.plays.iter().find_map(seat_of));
        if position.due == Due::Lot(LotFor::Starter) && !matches!(first, Some(PlayStep::Lot(_))) {
            self.engine.play_legal(&mut position, Move::Lot(to_move.unwrap_or(Seat::South)), &mut ());
        }
        if let Some(seat) = to_move {
            position.to_move = seat;
            position.starter = seat;
        }
        if let Some(board) = &given.position {
            set_board(&mut position, board);
            // Where an example shows a position, what comes before the first turn is over,
            // unless the example plays it.
            match first {
                Some(PlayStep::Opening { .. }) => position.due = Due::Opening,
                Some(PlayStep::Race(_)) => position.due = Due::Race,
                Some(PlayStep::Lot(_) | PlayStep::Closes { .. }) => {}
                Some(PlayStep::Plays { .. } | PlayStep::Passes(_)) | None => settle(&mut position),
            }
        }
        if given.position.is_some() || given.captured != [0; 2] {
            for seat in Seat::BOTH {
                set_stored(&self.rules.layout, &mut position, seat, given.captured[seat.index()]);
            }
        }
        self.set_marks_and_owners(&mut position);
        position.last_mover = given.last_mover;
        position.history.clear();
        position.record();
        Ok(State::new(position))
    }

    fn set_marks_and_owners(&self, position: &mut Position) {
        let given = &self.example.given;
        for &(owner, mark, hole) in &given.marks {
            position.marks.retain(|marked| marked.hole != hole);
            position.marks.push(MarkedHole { hole, mark, owner, visited: false });
            position.marked.insert(hole);
            position.marks_made |= 1 << mark.0;
        }
        for &(owner, hole) in &given.owners {
            position.owned[owner.opponent().index()].remove(hole);
            position.owned[owner.index()].insert(hole);
        }
    }

    /// The end of a round from which the next one is set up.
    fn after_round(&self, position: &mut Position, ended: RoundEnded) -> Result<(), Fault> {
        if self.rules.rounds.is_none() {
            return Err(Fault::general("these rules have no `match`, so no round follows another"));
        }
        let [south, north] = ended.seeds;
        let (sum, total) = (u64::from(south) + u64::from(north), position.total());
        if sum > total {
            let message = format!("{south} and {north} are more seeds than the game has ({total})");
            return Err(Fault::general(message));
        }
        let laid_out_anew = self
            .rules
            .rounds
            .as_ref()
            .and_then(|rounds| rounds.refill.as_ref())
            .is_some_and(|refill| refill.value == Refill::AsAtTheStart);
        if laid_out_anew && sum < total {
            let message =
                format!("{south} and {north} are fewer seeds than the next round is laid out with ({total})");
            return Err(Fault::general(message));
        }
        position.seeds.fill(0);
        for seat in Seat::BOTH {
            set_stored(&self.rules.layout, position, seat, ended.seeds[seat.index()]);
        }
        for round in self.example.given.earlier_rounds.iter().chain([&ended]) {
            position.streak = winner_of(round).map(|winner| {
                position.wins[winner.index()] += 1;
                let before = position.streak.filter(|(of, _)| *of == winner).map_or(0, |(_, rounds)| rounds);
                (winner, before + 1)
            });
        }
        let winner = winner_of(&ended);
        let clause = self.rules.ends.first().map_or(self.rules.repeated.clause, |end| end.clause);
        position.round = position.round.max(1) + self.example.given.earlier_rounds.len() as u32;
        position.starter = ended.starter;
        position.to_move = ended.starter;
        position.last_mover = self.example.given.last_mover;
        position.round_result = Some(RoundResult { totals: ended.seeds, winner, clause });
        position.due = Due::NextRound;
        Ok(())
    }

    /// Plays the steps that are left, in every way of choosing, until one agrees with the example.
    fn explore(&self, mut state: State, ways: &mut usize) -> Report {
        let Some(step) = self.example.plays.get(state.step) else {
            *ways += 1;
            return self.compare(state);
        };
        if state.position.due == Due::NextRound {
            let mut events = Vec::new();
            self.engine.next_round(&mut state.position, &mut events);
            state.note(events);
        }
        let candidates = match self.candidates(&state.position, step) {
            Ok(candidates) => candidates,
            Err(message) => {
                *ways += 1;
                return state.broken(Fault::general(message));
            }
        };
        let mut first = None;
        for played in candidates {
            let mut next = state.clone();
            next.before = state.position.clone();
            next.plays.push((state.position.clone(), played));
            next.step += 1;
            let mut events = Vec::new();
            self.engine.play_legal(&mut next.position, played, &mut events);
            next.note(events);
            let report = self.explore(next, ways);
            if report.passed() {
                return report;
            }
            first.get_or_insert(report);
            if *ways >= MOST_WAYS {
                break;
            }
        }
        first.unwrap_or_else(|| state.broken(Fault::general("nothing can be played")))
    }

    /// The legal moves that a step may mean, or why there is none.
    fn candidates(&self, position: &Position, step: &PlayStep) -> Result<Vec<Move>, String> {
        let mut moves = Vec::new();
        self.engine.legal_moves(position, &mut moves);
        if let Some(seat) = seat_of(step).filter(|seat| *seat != position.to_move) {
            return Err(format!("{seat} cannot play here: {}", due(position)));
        }
        let fitting: Vec<Move> = moves.iter().copied().filter(|listed| means(step, *listed)).collect();
        let Some(first) = fitting.first() else { return Err(self.refused(position, step, &moves)) };
        if fitting.iter().any(|played| way(*played) != way(*first)) {
            return Err("this hole may be sown both ways: say `clockwise` or `counterclockwise`".to_string());
        }
        if matches!(first, Move::Race(_)) && fitting.len() > 1 {
            return Err("say from which holes, for example `both race from a and a`".to_string());
        }
        Ok(fitting)
    }

    /// Why a step cannot be played.
    fn refused(&self, position: &Position, step: &PlayStep, moves: &[Move]) -> String {
        match step {
            PlayStep::Plays { seat, hole, direction } if position.due == Due::Move => {
                let name = full_hole_name(&self.rules.layout, *hole);
                let other_way = direction.filter(|_| moves.iter().any(|played| played.from() == Some(*hole)));
                match (other_way, self.engine.why_illegal(position, *hole)) {
                    (Some(direction), _) => format!("{name} may not be sown {direction}"),
                    (None, Some(clause)) => {
                        format!("{seat} may not play {name}: {}", self.clause_text(clause))
                    }
                    (None, None) => format!("{seat} may not play {name}"),
                }
            }
            PlayStep::Plays { .. }
            | PlayStep::Closes { .. }
            | PlayStep::Opening { .. }
            | PlayStep::Race(_)
            | PlayStep::Passes(_)
            | PlayStep::Lot(_) => format!("this cannot be played here: {}", due(position)),
        }
    }

    /// A clause with its place.
    pub(super) fn clause_text(&self, clause: ClauseId) -> String {
        match self.rules.clauses.get(clause.index()) {
            Some(clause) if clause.line > 0 => format!("`{}` (line {})", clause.words, clause.line),
            Some(clause) => format!("`{}` (the language's rule)", clause.words),
            None => String::new(),
        }
    }
}

/// Can a step of an example mean this move?
fn means(step: &PlayStep, listed: Move) -> bool {
    match (step, listed) {
        (PlayStep::Plays { hole, direction, .. }, Move::Sow { from, direction: way, .. }) => {
            from == *hole && direction.is_none_or(|direction| direction == way)
        }
        (PlayStep::Opening { script, .. }, Move::Opening(number)) => u32::from(number) == *script,
        (PlayStep::Race(holes), Move::Race(pair)) => holes.is_none_or(|holes| holes == pair),
        (PlayStep::Passes(_), Move::Pass) => true,
        (PlayStep::Lot(seat), Move::Lot(to)) => to == *seat,
        (PlayStep::Closes { hole, .. }, Move::Close(chosen)) => chosen == *hole,
        (
            _,
            Move::Sow { .. } | Move::Opening(_) | Move::Race(_) | Move::Pass | Move::Lot(_) | Move::Close(_),
        ) => false,
    }
}

fn way(played: Move) -> Option<crate::board::Direction> {
    match played {
        Move::Sow { direction, .. } => Some(direction),
        Move::Pass | Move::Opening(_) | Move::Race(_) | Move::Lot(_) | Move::Close(_) => None,
    }
}

fn seat_of(step: &PlayStep) -> Option<Seat> {
    match step {
        PlayStep::Plays { seat, .. }
        | PlayStep::Closes { seat, .. }
        | PlayStep::Opening { seat, .. }
        | PlayStep::Passes(seat) => Some(*seat),
        PlayStep::Race(_) | PlayStep::Lot(_) => None,
    }
}

fn set_board(position: &mut Position, board: &[Option<u32>]) {
    position.closed = HoleSet::EMPTY;
    for (index, count) in board.iter().enumerate() {
        if let Some(seeds) = position.seeds.get_mut(index) {
            *seeds = count.unwrap_or(0);
        }
        if count.is_none() {
            position.closed.insert(Hole(index as u8));
        }
    }
    let closed = position.closed;
    position.owned.iter_mut().for_each(|owned| *owned = owned.without(closed));
    position.marks.retain(|marked| !closed.contains(marked.hole));
    position.marked = position.marked.without(closed);
}

/// What has to happen next, in words.
pub(super) fn due(position: &Position) -> String {
    let seat = position.to_move;
    match position.due {
        Due::Move if position.bonus.is_some() => format!("{seat} has a bonus move"),
        Due::Move => format!("{seat} is to move"),
        Due::Opening => format!("{seat} has to play the opening"),
        Due::Race => "the race comes first".to_string(),
        Due::Lot(LotFor::Starter) => "a lot has to be drawn for the starter".to_string(),
        Due::Lot(LotFor::ContestedHole) => "a lot has to be drawn for the contested hole".to_string(),
        Due::Closing => format!("{seat} has to choose a hole to close"),
        Due::NextRound => "the round is over".to_string(),
        Due::Nothing => "the game is over".to_string(),
    }
}

/// Who had more seeds.
fn winner_of(round: &RoundEnded) -> Option<Seat> {
    let [south, north] = round.seeds;
    match south.cmp(&north) {
        std::cmp::Ordering::Greater => Some(Seat::South),
        std::cmp::Ordering::Less => Some(Seat::North),
        std::cmp::Ordering::Equal => None,
    }
}
