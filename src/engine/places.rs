//! Holes that clauses point at, and where seeds go that a player gets.

use super::position::Position;
use super::turn::Turn;
use crate::board::{Direction, Hole, Seat};
use crate::program::{Fill, MarkSowing, OFF_BOARD, Program, Target};

impl Turn<'_> {
    /// The stop next to a hole, for conditions: closed holes do not count.
    pub(super) fn neighbour(&self, position: &Position, from: Hole, direction: Direction) -> Option<Hole> {
        let next = &self.play.next[direction.index()];
        let mut stop = from;
        for _ in 0..next.len() {
            match next[stop.index()] {
                OFF_BOARD => return None,
                onward => stop = Hole(onward),
            }
            if !position.closed.contains(stop) {
                return Some(stop);
            }
        }
        None
    }

    /// The stop from a hole at which a seed would fall: neither closed nor skipped.
    pub(super) fn next_stop_from(
        &self,
        position: &Position,
        from: Hole,
        direction: Direction,
    ) -> Option<Hole> {
        let mut stop = from;
        for _ in 0..self.play.path.len() {
            stop = self.neighbour(position, stop, direction)?;
            if self.skipped(position, stop).is_none() {
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
