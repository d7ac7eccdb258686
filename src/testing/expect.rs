//! Comparing what came of an example with what it expects.

use super::examples::{Fault, Report, Runner, State, due};
use crate::board::{ClauseId, Hole, Seat};
use crate::diagnostic::nearest;
use crate::engine::{Due, Event, Position, What};
use crate::notation::board::counts;
use crate::notation::{full_hole_name, hole_name};
use crate::rules::example::Expectation;
use std::collections::BTreeSet;

/// Words without the differences that mean nothing: spaces, articles, capitals.
fn plain(words: &str) -> String {
    let article = |word: &&str| !matches!(*word, "the" | "a" | "an");
    words.to_lowercase().split_whitespace().filter(article).collect::<Vec<_>>().join(" ")
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

impl Runner<'_> {
    pub(super) fn compare(&self, mut state: State) -> Report {
        let captured = captured(&state.last);
        let mut faults = Vec::new();
        let mut board = None;
        for expected in &self.example.results {
            if let Expectation::Becomes(counts) = &expected.what {
                board = Some(counts.clone());
            }
            if let Err(message) = self.holds(&expected.what, &mut state, captured) {
                faults.push(Fault { span: Some(expected.span), message });
            }
        }
        // A capture that is not mentioned is expected not to be.
        for seat in Seat::BOTH {
            let number = captured[seat.index()];
            let said = self.example.results.iter().any(|result| match result.what {
                Expectation::Captures(of, _) => of == seat,
                _ => false,
            });
            if number > 0 && !said {
                faults.push(Fault::general(format!(
                    "{seat} captured {number}, which the example does not mention"
                )));
            }
        }
        state.report(faults, board)
    }

    /// Does an expectation hold? If not, what came instead.
    fn holds(&self, what: &Expectation, state: &mut State, captured: [u32; 2]) -> Result<(), String> {
        let position = &state.position;
        let layout = &self.rules.layout;
        match what {
            Expectation::Becomes(expected) => {
                ensure(counts(layout, position) == *expected, || "the board is another".to_string())
            }
            Expectation::Captures(seat, number) => {
                let came = captured[seat.index()];
                ensure(came == *number, || format!("{seat} captured {came}, expected {number}"))
            }
            Expectation::OwnsMark(seat, mark, hole) => {
                let found = position.mark_on(*hole);
                let wanted = found.is_some_and(|marked| marked.owner == *seat && marked.mark == *mark);
                ensure(wanted, || format!("{seat} has no such mark on {}", full_hole_name(layout, *hole)))
            }
            Expectation::OwnsHole(seat, hole) => ensure(position.owned[seat.index()].contains(*hole), || {
                format!("{} is not {seat}'s", full_hole_name(layout, *hole))
            }),
            Expectation::BonusMove => {
                let again = position.due == Due::Move && position.bonus.is_some();
                ensure(again, || format!("no bonus move: {}", due(position)))
            }
            Expectation::ToMove(seat) => {
                let is_due = !position.round_over() && position.to_move == *seat;
                ensure(is_due, || format!("expected {seat} to move: {}", due(position)))
            }
            Expectation::LegalMoves(holes) => self.legal_moves(holes, state),
            Expectation::IllegalMove { hole, because } => self.illegal_move(*hole, because.as_deref(), state),
            Expectation::RoundEnds(totals) => {
                let result = position.round_result.filter(|_| position.round_over());
                let result = result.ok_or_else(|| format!("the round does not end: {}", due(position)))?;
                let [south, north] = result.totals;
                ensure(totals.is_none_or(|totals| totals == result.totals), || {
                    format!("the round ends with {south} to South and {north} to North")
                })
            }
            Expectation::Wins(seat) => round_won(position, Some(*seat)),
            Expectation::Draw => round_won(position, None),
            Expectation::MatchEnds => self.match_result(state).map(|_| ()),
            Expectation::WinsMatch(seat) => match self.match_result(state)? {
                Some(winner) => ensure(winner == *seat, || format!("{winner} wins the match")),
                None => Err("the match is a draw".to_string()),
            },
            Expectation::InStore(seat, number) => {
                let came = position.stored(*seat, layout.hole_count());
                ensure(came == *number, || format!("{seat} has {came} in store, expected {number}"))
            }
            Expectation::BecauseOf(line) => self.because_of(line, state),
        }
    }

    fn legal_moves(&self, expected: &[Hole], state: &mut State) -> Result<(), String> {
        let position = &state.position;
        let mut moves = Vec::new();
        self.engine.legal_moves(position, &mut moves);
        let found: BTreeSet<Hole> = moves.iter().filter_map(|played| played.from()).collect();
        if found != expected.iter().copied().collect() {
            let names: Vec<&str> = found.iter().map(|hole| hole_name(&self.rules.layout, *hole)).collect();
            return Err(match names.is_empty() {
                true => format!("there is no legal move: {}", due(position)),
                false => format!("the legal moves are {}", names.join(" ")),
            });
        }
        // Every hole with seeds that may not start tries out the clause that forbids it.
        if position.due == Due::Move {
            let own = position.owned[position.to_move.index()];
            let kept = own.iter().filter(|hole| position.seeds[hole.index()] > 0 && !found.contains(hole));
            let clauses: Vec<ClauseId> =
                kept.filter_map(|hole| self.engine.why_illegal(position, hole)).collect();
            state.fired.extend(clauses);
        }
        Ok(())
    }

    fn illegal_move(&self, hole: Hole, because: Option<&str>, state: &mut State) -> Result<(), String> {
        let position = &state.position;
        let name = full_hole_name(&self.rules.layout, hole);
        if position.due != Due::Move {
            return Err(format!("nobody is asked for a move: {}", due(position)));
        }
        let Some(clause) = self.engine.why_illegal(position, hole) else {
            return Err(format!("{name} may be played"));
        };
        let words = self.rules.clauses.get(clause.index()).map_or("", |clause| clause.words.as_str());
        ensure(because.is_none_or(|because| plain(words).contains(&plain(because))), || {
            format!("{name} is forbidden by {}", self.clause_text(clause))
        })?;
        state.fired.insert(clause);
        Ok(())
    }

    /// Who wins the match, if it is over once the next round would be set up.
    fn match_result(&self, state: &mut State) -> Result<Option<Seat>, String> {
        let mut position = state.position.clone();
        let mut events = Vec::new();
        self.engine.next_round(&mut position, &mut events);
        state.fired.extend(events.iter().map(|event| event.clause));
        match (position.due, position.match_result, position.round_result) {
            (Due::Nothing, Some(winner), _) => Ok(winner),
            (Due::Nothing, None, Some(result)) => Ok(result.winner),
            _ => Err(format!("the match is not over: {}", due(&position))),
        }
    }

    fn because_of(&self, line: &str, state: &State) -> Result<(), String> {
        let wanted = plain(line);
        let clauses = &self.rules.clauses;
        let same = |clause: &ClauseId| {
            clauses.get(clause.index()).is_some_and(|clause| plain(&clause.words) == wanted)
        };
        let at_work = match state.last.is_empty() {
            // Nothing was played: what forbids a move may be meant.
            true => state.fired.iter().any(same),
            false => state.last.iter().any(|event| same(&event.clause)),
        };
        if at_work {
            return Ok(());
        }
        if !clauses.iter().any(|clause| plain(&clause.words) == wanted) {
            let near = nearest(line, clauses.iter().map(|clause| clause.words.as_str()));
            return Err(match near {
                Some(near) => format!("no clause reads `{line}`; is `{near}` meant?"),
                None => format!("no clause reads `{line}`"),
            });
        }
        let decided: Vec<String> = state
            .last
            .iter()
            .filter(|event| event.what == What::Decides)
            .map(|event| self.clause_text(event.clause))
            .collect();
        Err(match decided.is_empty() {
            true => format!("`{line}` did not decide anything"),
            false => format!("`{line}` did not decide; what decided was {}", decided.join(", ")),
        })
    }
}

fn round_won(position: &Position, expected: Option<Seat>) -> Result<(), String> {
    let result = position.round_result.filter(|_| position.round_over());
    let result = result.ok_or_else(|| format!("the round does not end: {}", due(position)))?;
    let [south, north] = result.totals;
    match result.winner {
        winner if winner == expected => Ok(()),
        Some(winner) => Err(format!("{winner} wins the round: South {south}, North {north}")),
        None => Err(format!("the round is a draw: South {south}, North {north}")),
    }
}

/// Seeds that each player captured, without remaining seeds and what was given back or sown again.
#[must_use]
pub fn captured(events: &[Event]) -> [u32; 2] {
    let mut captured = [0u32; 2];
    let mut mover = Seat::South;
    for event in events {
        match event.what {
            What::Capture { by, seeds, .. }
            | What::Collect { by, seeds, .. }
            | What::LeavesBoard { by, seeds }
            | What::ScriptCapture { by, seeds } => {
                captured[by.index()] += seeds;
                // Captured seeds are sown again by the player who has just captured them.
                mover = by;
            }
            What::GivenBack { by, seeds, .. } => {
                captured[by.index()] = captured[by.index()].saturating_sub(seeds);
            }
            What::Resow { seeds, .. } => {
                captured[mover.index()] = captured[mover.index()].saturating_sub(seeds);
            }
            What::Lift { .. }
            | What::Drop { .. }
            | What::Skip { .. }
            | What::Divert { .. }
            | What::Decides
            | What::Mark { .. }
            | What::Unmark { .. }
            | What::Transfer { .. }
            | What::Relay { .. }
            | What::MovesOn { .. }
            | What::BonusMove
            | What::TurnEnds
            | What::Endless
            | What::GrandSlam
            | What::Pass { .. }
            | What::Refill { .. }
            | What::Becomes { .. }
            | What::RaceWon { .. }
            | What::RoundEnds
            | What::Remaining { .. }
            | What::LeftOver { .. }
            | What::RoundResult { .. }
            | What::Fill { .. }
            | What::Gain { .. }
            | What::Cede { .. }
            | What::Close { .. }
            | What::Pay { .. }
            | What::Lot { .. }
            | What::RoundBegins { .. }
            | What::MatchEnds { .. } => {}
        }
    }
    captured
}
