//! Lowered conditions, asked of a turn and a position.

use super::places::{fills, fills_after_repeat};
use super::position::Position;
use super::turn::Turn;
use crate::board::{Hole, HoleSet, Seat};
use crate::program::{FacingTest, HolesTest, LineCode, OwnerTest, Program, Test, WhoTest};

impl Turn<'_> {
    /// Does a line fit?
    pub(super) fn fits(&self, line: &LineCode, position: &Position) -> bool {
        if line.captures_or_marks && self.no_captures {
            return false;
        }
        self.test(&line.test, position) && self.marks_allowed(line, position)
    }

    /// Does a condition hold?
    pub(super) fn test(&self, test: &Test, position: &Position) -> bool {
        let seeds = |hole: Hole| position.seeds[hole.index()];
        match test {
            Test::All(parts) => parts.iter().all(|part| self.test(part, position)),
            Test::Any(parts) => parts.iter().any(|part| self.test(part, position)),
            Test::Not(part) => !self.test(part, position),
            Test::Here { within, fill, owner } => self.this.is_some_and(|this| {
                within.contains(this)
                    && if self.repeating {
                        fills_after_repeat(*fill, self.before)
                    } else {
                        fills(*fill, self.before)
                    }
                    && owner.is_none_or(|owner| self.owned(position, this, owner))
            }),
            Test::Store(store) => self.this == Some(*store),
            Test::MarkedHere { owner, mark } => self.this.is_some_and(|this| {
                position.marked.contains(this)
                    && position.marks.iter().any(|marked| {
                        marked.hole == this
                            && owner.is_none_or(|owner| marked.owner == owner)
                            && mark.is_none_or(|mark| marked.mark == mark)
                    })
            }),
            Test::Makes(count) => self.this.is_some_and(|this| {
                this.index() < self.program.holes
                    && count.matches(if self.collected && !self.repeating { 0 } else { seeds(this) })
            }),
            Test::Holds(target, count) => {
                let holes = self.target(target, position);
                !holes.is_empty() && holes.iter().all(|hole| count.matches(seeds(*hole)))
            }
            Test::Empty(target) => self.target(target, position).iter().all(|hole| seeds(*hole) == 0),
            Test::EveryOccupied(target) => {
                let holes = self.target(target, position);
                !holes.is_empty() && holes.iter().all(|hole| seeds(*hole) > 0)
            }
            Test::Lifted(target) => self.each(target, position, position.lifted),
            Test::Sown(target) => self.each(target, position, self.sown.intersection(self.program.all)),
            Test::SownInMove(holes) => !self.reached.union(self.sown).intersection(*holes).is_empty(),
            Test::Owned(target, owner) => {
                let holes = self.target(target, position);
                !holes.is_empty() && holes.iter().all(|hole| self.owned(position, *hole, *owner))
            }
            Test::Marked(target) => self.each(target, position, position.marked),
            Test::LastSeed => self.last,
            Test::FirstTime => {
                self.this.and_then(|this| position.mark_on(this)).is_some_and(|marked| !marked.visited)
            }
            Test::FirstLap => self.lap == 0,
            Test::FirstLapCaptured => self.lap > 0 && self.captured_in_first_lap,
            Test::CaptureMade => self.capture_made,
            Test::NoCaptureInLast(moves) => position.moves_without_capture >= *moves,
            Test::Sowing(count) => count.matches(self.sowing),
            Test::SowingDirection(direction) => self.direction == *direction,
            Test::NoSeeds(who, within) => self.seat(*who, position).is_some_and(|seat| match within {
                None => self.program.has_no_seeds(position, seat),
                Some(within) => within[seat.index()].iter().all(|hole| seeds(hole) == 0),
            }),
            Test::CanMove(who) => self.seat(*who, position).is_some_and(|seat| self.can_move(position, seat)),
            Test::OwnsHoles(who, count) => self.seat(*who, position).is_some_and(|seat| {
                count.matches(position.owned[seat.index()].without(position.closed).len() as u32)
            }),
            Test::OwnsEvery(who) => self.seat(*who, position).is_some_and(|seat| {
                position.owned[seat.opponent().index()].is_empty() && !position.owned[seat.index()].is_empty()
            }),
            Test::InHand(who) => {
                self.seat(*who, position).is_some_and(|seat| position.hand[seat.index()] > 0)
            }
            Test::Captured(who, count) => self
                .seat(*who, position)
                .is_some_and(|seat| count.matches(self.program.captured(position, seat))),
            Test::MoreThanHalf(who) => self
                .seat(*who, position)
                .is_some_and(|seat| u64::from(self.program.captured(position, seat)) * 2 > position.total()),
            Test::HasMark(who, mark) => self.seat(*who, position).is_some_and(|seat| {
                position.marks.iter().any(|marked| marked.owner == seat && marked.mark == *mark)
            }),
            Test::MarkMade(mark) => position.marks_made >> mark.0 & 1 == 1,
            Test::OnlyMarked => self.program.unmarked(position).iter().all(|hole| seeds(hole) == 0),
            Test::NoneHolds(holes, count) => {
                self.select(holes, position).iter().all(|hole| !count.matches(seeds(hole)))
            }
            Test::AllEmpty(holes) => self.select(holes, position).iter().all(|hole| seeds(hole) == 0),
            Test::SeedsLeft(count) => count.matches(self.program.unmarked(position).iter().map(seeds).sum()),
        }
    }

    /// Could a player move? While a move is made, and for preferences and frames, only what he may
    /// lift is looked at: whether a move is legal can depend on this very question.
    fn can_move(&self, position: &Position, seat: Seat) -> bool {
        match self.ends_asked {
            Some(repetition) => self.program.could_move(position, seat, repetition),
            None => {
                let table = &self.tables[seat.index()];
                !self.program.start_holes(position, seat, None, table).is_empty()
            }
        }
    }

    /// Is there such a hole, and is each in the set?
    fn each(&self, target: &crate::program::Target, position: &Position, set: HoleSet) -> bool {
        let holes = self.target(target, position);
        !holes.is_empty() && holes.iter().all(|hole| set.contains(*hole))
    }

    /// The player that a test means; `None` if the hole is nobody's.
    pub(super) fn seat(&self, who: WhoTest, position: &Position) -> Option<Seat> {
        match who {
            WhoTest::Seat(seat) => Some(seat),
            WhoTest::ToMove => Some(position.to_move),
            WhoTest::RowOwner => self.this.and_then(|this| self.program.row_owner(this)),
            WhoTest::HoleOwner => self.this.and_then(|this| hole_owner(position, this)),
        }
    }

    /// The holes that a description means now.
    pub(super) fn select(&self, holes: &HolesTest, position: &Position) -> HoleSet {
        holes.within.iter().filter(|hole| self.matches(holes, position, *hole)).collect()
    }

    /// Does a description mean this hole?
    pub(super) fn matches(&self, holes: &HolesTest, position: &Position, hole: Hole) -> bool {
        let count = position.seeds[hole.index()];
        holes.within.contains(hole)
            && !position.closed.contains(hole)
            && !(holes.other && self.this == Some(hole))
            && holes.owner.is_none_or(|owner| self.owned(position, hole, owner))
            && fills(holes.fill, count)
            && (!holes.sown || self.sown.contains(hole))
            && holes.holding.as_ref().is_none_or(|holding| holding.matches(count))
            && holes.not_holding.as_ref().is_none_or(|holding| !holding.matches(count))
            && holes.marked.is_none_or(|marked| position.marked.contains(hole) == marked)
            && holes.facing.as_ref().is_none_or(|facing| self.faces(facing, position, hole))
    }

    /// Does a hole belong to that owner? A store is no hole.
    fn owned(&self, position: &Position, hole: Hole, owner: OwnerTest) -> bool {
        match owner {
            OwnerTest::Seat(seat) => position.owned[seat.index()].contains(hole),
            OwnerTest::Common => hole_owner(position, hole).is_none() && self.program.all.contains(hole),
        }
    }

    fn faces(&self, facing: &FacingTest, position: &Position, hole: Hole) -> bool {
        self.program.facing[hole.index()].iter().any(|other| {
            let count = position.seeds[other.index()];
            !position.closed.contains(*other)
                && facing.owner.is_none_or(|owner| self.owned(position, *other, owner))
                && fills(facing.fill, count)
                && facing.holding.as_ref().is_none_or(|holding| holding.matches(count))
                && !facing.not_holding.as_ref().is_some_and(|holding| holding.matches(count))
        })
    }
}

impl Program {
    /// The player at whose seat a hole lies.
    pub(super) fn row_owner(&self, hole: Hole) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.sides[seat.index()].contains(hole))
    }

    /// Holes that are not marked.
    pub(super) fn unmarked(&self, position: &Position) -> HoleSet {
        self.all.without(position.marked)
    }

    /// Has a player no seeds in his own unmarked holes?
    pub(super) fn has_no_seeds(&self, position: &Position, seat: Seat) -> bool {
        let own = position.owned[seat.index()].without(position.marked);
        own.iter().all(|hole| position.seeds[hole.index()] == 0)
    }

    /// What a player has captured: pile, store, and the seeds of marks that count for him.
    #[must_use]
    pub fn captured_by(&self, position: &Position, seat: Seat) -> u32 {
        self.captured(position, seat)
    }

    fn captured(&self, position: &Position, seat: Seat) -> u32 {
        let in_marks: u32 = position
            .marks
            .iter()
            .filter(|marked| self.mark_counts_for(marked) == Some(seat))
            .map(|marked| position.seeds[marked.hole.index()])
            .sum();
        position.stored(seat, self.holes) + in_marks
    }

    /// Who gets the seeds of a marked hole in the end.
    pub(super) fn mark_counts_for(&self, marked: &super::MarkedHole) -> Option<Seat> {
        match self.marks[marked.mark.0 as usize].at_end.value {
            crate::program::MarkSeeds::Owner => Some(marked.owner),
            crate::program::MarkSeeds::RowOwner => self.row_owner(marked.hole),
        }
    }
}

/// Who owns a hole now.
pub(super) fn hole_owner(position: &Position, hole: Hole) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| position.owned[seat.index()].contains(hole))
}
