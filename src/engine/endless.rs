//! Sowings that never end, found exactly: the first moment at which a further lap is due in a
//! state that was there before in the same move. Short turns pay nothing for it.

use super::MAX_LAPS;
use super::position::Position;
use super::turn::{LapEnd, LapStart, Turn};
use crate::board::{Hole, HoleSet};

/// Laps after which a turn is looked at. Ordinary turns are shorter.
pub(super) const PATIENCE: u64 = 48;

/// What a move can change of a position, to begin it anew.
#[derive(Clone)]
pub(super) struct Before {
    seeds: arrayvec::ArrayVec<u32, { crate::board::MAX_HOLES + 2 }>,
    pile: [u32; 2],
    owned: [HoleSet; 2],
    marks: Vec<super::MarkedHole>,
    marked: HoleSet,
    marks_made: u64,
    lifted: HoleSet,
}

impl Before {
    pub(super) fn of(position: &Position) -> Before {
        Before {
            seeds: position.seeds.iter().copied().collect(),
            pile: position.pile,
            owned: position.owned,
            marks: position.marks.clone(),
            marked: position.marked,
            marks_made: position.marks_made,
            lifted: position.lifted,
        }
    }

    pub(super) fn restore(&self, position: &mut Position) {
        position.seeds.clear();
        position.seeds.extend_from_slice(&self.seeds);
        position.pile = self.pile;
        position.owned = self.owned;
        position.marks.clone_from(&self.marks);
        position.marked = self.marked;
        position.marks_made = self.marks_made;
        position.lifted = self.lifted;
    }
}

/// A move under way, silently, that can be cloned and stepped.
#[derive(Clone)]
struct Runner<'p> {
    turn: Turn<'p>,
    position: Position,
    /// The lap that is due; `None` when the move is over.
    due: Option<LapStart>,
}

impl Runner<'_> {
    fn step(&mut self) {
        if let Some(start) = self.due {
            self.due = match self.turn.lap(&mut self.position, start, &mut ()) {
                LapEnd::Lap(next) => Some(next),
                LapEnd::TurnEnds(_) | LapEnd::Bonus(..) | LapEnd::RoundEnds(_) => None,
            };
        }
    }

    /// Where on the path the lap that is due begins, if the path meets a hole more than once.
    fn place(&self) -> Option<usize> {
        let (turn, hole) = (&self.turn, self.due?.hole());
        turn.play.revisits.then(|| turn.play.place_of(hole, turn.place)).flatten()
    }

    /// Is the same lap due in the same state, in all that conditions can look back on?
    fn same(&self, other: &Runner) -> bool {
        let (turn, then) = (&self.turn, &other.turn);
        let looks = turn.program.looks_back;
        same_start(self.due, other.due)
            && self.position.seeds == other.position.seeds
            && self.position.pile == other.position.pile
            && same_marks(&self.position, &other.position, looks.first_time)
            && (!looks.mark_made || self.position.marks_made == other.position.marks_made)
            && (!looks.lifted || self.position.lifted == other.position.lifted)
            && (!looks.sown_in_move || turn.reached_holes() == then.reached_holes())
            && self.position.owned == other.position.owned
            && turn.direction == then.direction
            && self.place() == other.place()
            && turn.chosen == then.chosen
            && (!looks.first_lap_captured || turn.captured_in_first_lap == then.captured_in_first_lap)
            && (!looks.capture_made || turn.capture_made == then.capture_made)
    }
}

/// Are the same holes marked, and (if anything asks for it) visited alike?
fn same_marks(one: &Position, other: &Position, visited_too: bool) -> bool {
    one.marks.len() == other.marks.len()
        && one.marks.iter().zip(&other.marks).all(|(one, other)| {
            let visited = if visited_too { other.visited } else { one.visited };
            *one == super::MarkedHole { visited, ..*other }
        })
}

impl LapStart {
    /// Where it begins.
    fn hole(self) -> Hole {
        match self {
            LapStart::Lift { hole, .. } | LapStart::Relay { hole, .. } | LapStart::MovesOn { hole, .. } => {
                hole
            }
            LapStart::Hand { first, .. } => first,
        }
    }
}

/// The clause that asks for the lap does not matter, only what is lifted or in hand.
fn same_start(one: Option<LapStart>, other: Option<LapStart>) -> bool {
    let key = |start: LapStart| {
        let (kind, seeds) = match start {
            LapStart::Lift { seeds, .. } => (0, seeds),
            LapStart::Relay { .. } => (1, 0),
            LapStart::Hand { seeds, .. } => (2, seeds),
            LapStart::MovesOn { .. } => (3, 0),
        };
        (kind, start.hole(), seeds)
    };
    one.map(key) == other.map(key)
}

/// For a move that starts here: how many laps are sown before a further lap is due in a state
/// that was there before; `None` if the move ends by itself.
pub(super) fn laps_until_repeat(turn: &Turn, position: &Position, start: LapStart) -> Option<u64> {
    let mut first = Runner { turn: turn.clone(), position: position.clone(), due: Some(start) };
    first.position.history.clear();
    first.step();
    // Brent: find the length of the cycle.
    let mut kept = first.clone();
    let mut runner = first.clone();
    let (mut length, mut limit, mut laps) = (0_u64, 1_u64, 1_u64);
    loop {
        runner.step();
        length += 1;
        laps += 1;
        if runner.due.is_none() {
            return (laps > MAX_LAPS).then_some(MAX_LAPS);
        }
        if runner.same(&kept) {
            break;
        }
        if laps > 4 * MAX_LAPS {
            return Some(MAX_LAPS);
        }
        if length == limit {
            kept = runner.clone();
            limit *= 2;
            length = 0;
        }
    }
    // Then the first state that lies on it.
    let mut ahead = first.clone();
    for _ in 0..length {
        ahead.step();
    }
    let mut laps = 1 + length;
    while !ahead.same(&first) {
        first.step();
        ahead.step();
        laps += 1;
    }
    Some(laps.min(MAX_LAPS))
}
