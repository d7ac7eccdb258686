//! Holes that clauses point at, and where seeds go that a player gets.

use super::position::Position;
use super::turn::Turn;
use crate::board::{Direction, Hole, Seat};
use crate::program::{Fill, MarkSowing, OFF_BOARD, PlayTable, Program, Target};

impl PlayTable {
    /// The stop that follows one on the path, or [`OFF_BOARD`]. `place` is where on the path the
    /// lap was, and comes to be where it is, if the path meets a hole more than once; a stop that
    /// the lap has not come to is looked for where the path first meets it.
    pub(super) fn onward(&self, from: Hole, direction: Direction, place: &mut Option<u8>) -> u8 {
        if !self.revisits {
            return self.next[direction.index()][from.index()];
        }
        let last = self.path.len() - 1;
        let open = self.next[0][self.path[last].index()] == OFF_BOARD;
        let onward = match (direction, self.place_of(from, *place)) {
            (Direction::Counterclockwise, None) => 0,
            (Direction::Clockwise, None) => last,
            (Direction::Counterclockwise, Some(at)) if at < last => at + 1,
            (Direction::Clockwise, Some(at)) if at > 0 => at - 1,
            (_, Some(_)) if open => return OFF_BOARD,
            (Direction::Counterclockwise, Some(_)) => 0,
            (Direction::Clockwise, Some(_)) => last,
        };
        *place = Some(onward as u8);
        self.path[onward].0
    }

    /// Where on the path a stop is met: at that place, if it is there, or else for the first time.
    pub(super) fn place_of(&self, stop: Hole, place: Option<u8>) -> Option<usize> {
        let there = place.map(usize::from).filter(|&place| self.path.get(place) == Some(&stop));
        there.or_else(|| self.path.iter().position(|&other| other == stop))
    }
}

impl Turn<'_> {
    /// The stop next to a hole, for conditions: closed holes do not count.
    pub(super) fn neighbour(&self, position: &Position, from: Hole, direction: Direction) -> Option<Hole> {
        self.next_where(from, direction, |stop| !position.closed.contains(stop))
    }

    /// The stop from a hole at which a seed would fall: neither closed nor skipped.
    pub(super) fn next_stop_from(
        &self,
        position: &Position,
        from: Hole,
        direction: Direction,
    ) -> Option<Hole> {
        self.next_where(from, direction, |stop| {
            !position.closed.contains(stop) && self.skipped(position, stop).is_none()
        })
    }

    fn next_where(&self, from: Hole, direction: Direction, wanted: impl Fn(Hole) -> bool) -> Option<Hole> {
        let (mut stop, mut place) = (from, self.place);
        for _ in 0..self.play.path.len() {
            match self.play.onward(stop, direction, &mut place) {
                OFF_BOARD => return None,
                onward => stop = Hole(onward),
            }
            if wanted(stop) {
                return Some(stop);
            }
        }
        None
    }

    /// Seeds that a player gets: into his store, or his pile where he has none.
    pub(super) fn pay(&self, position: &mut Position, to: Seat, seeds: u32) {
        self.program.pay(position, to, seeds);
    }

    /// The holes that a target means now.
    pub(super) fn target(&self, target: &Target, position: &Position) -> Targets {
        let mut holes = Targets::new();
        let facing = |hole: Option<Hole>| -> &[Hole] {
            hole.and_then(|hole| self.program.facing.get(hole.index())).map_or(&[], Vec::as_slice)
        };
        match target {
            Target::This => holes.extend(self.this),
            Target::Facing => holes.extend(facing(self.this).iter().copied()),
            Target::FacingInner => holes.extend(facing(self.this).first().copied()),
            Target::FacingOuter => holes.extend(facing(self.this).last().copied()),
            Target::Next => holes.extend(self.next_hole(position)),
            Target::AfterNext => holes.extend(
                self.next_hole(position).and_then(|hole| self.next_stop_from(position, hole, self.direction)),
            ),
            Target::FacingNext => holes.extend(facing(self.next_hole(position)).iter().copied()),
            Target::Before => holes.extend(
                self.this.and_then(|hole| self.next_stop_from(position, hole, self.direction.reversed())),
            ),
            Target::Lifted => holes.extend(self.lifted),
            Target::FirstOfLap => holes.extend(self.first),
            Target::AfterMark(owner, mark) => {
                let marks = position.marks.iter();
                let marked = marks.filter(|marked| marked.owner == *owner && marked.mark == *mark);
                holes.extend(
                    marked.filter_map(|marked| self.next_stop_from(position, marked.hole, self.direction)),
                );
            }
            Target::Fixed(fixed) => fixed.iter().for_each(|hole| holes.push(*hole)),
        }
        holes.retain(|hole| !position.closed.contains(*hole));
        holes
    }

    fn next_hole(&self, position: &Position) -> Option<Hole> {
        self.this.and_then(|hole| self.next_stop_from(position, hole, self.direction))
    }
}

/// The holes of a target: as many as a board can have.
pub(super) type Targets = arrayvec::ArrayVec<Hole, { crate::board::MAX_HOLES + 2 }>;

impl Program {
    /// Seeds that a player gets: into his store, or his pile where he has none.
    pub(super) fn pay(&self, position: &mut Position, to: Seat, seeds: u32) {
        *self.captures_of(position, to) += seeds;
    }

    /// Where a player's captured seeds are kept.
    pub(super) fn captures_of<'a>(&self, position: &'a mut Position, seat: Seat) -> &'a mut u32 {
        if self.stores {
            &mut position.seeds[self.holes + seat.index()]
        } else {
            &mut position.pile[seat.index()]
        }
    }

    /// Does the mark on a hole, if any, allow this player to sow from it?
    pub(super) fn may_sow_from(&self, position: &Position, hole: Hole, player: Seat) -> bool {
        if !position.marked.contains(hole) {
            return true;
        }
        position.marks.iter().filter(|marked| marked.hole == hole).all(|marked| {
            match self.marks[marked.mark.0 as usize].sowing.value {
                MarkSowing::Anyone => true,
                MarkSowing::Nobody => false,
                MarkSowing::OnlyOwner => marked.owner == player,
                MarkSowing::NotOwner => marked.owner != player,
            }
        })
    }
}

/// Does a count before (or now) satisfy `empty` or `occupied`?
pub(super) fn fills(fill: Option<Fill>, count: u32) -> bool {
    match fill {
        None => true,
        Some(Fill::Empty) => count == 0,
        Some(Fill::Occupied) => count > 0,
    }
}

/// The same on a stop at which a line is repeated: a hole that was `empty` now holds the one seed
/// that fell there.
pub(super) fn fills_after_repeat(fill: Option<Fill>, count: u32) -> bool {
    match fill {
        None => true,
        Some(Fill::Empty) => count == 1,
        Some(Fill::Occupied) => count > 0,
    }
}
