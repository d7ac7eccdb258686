//! When a condition holds.

use super::scene::{Before, CanMove, Scene};
use crate::board::{Hole, Seat};
use crate::engine::Due;
use crate::rules::MarkSeeds;
use crate::rules::board::{Region, Side};
use crate::rules::condition::{Condition, Fill, HoleRef, Place, Who};

impl Scene<'_> {
    /// Does the condition hold?
    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::Not(part) => !self.holds(part),
            Condition::In(place) => self.this.is_some_and(|this| self.lies_in(this, place)),
            Condition::Makes(count) => {
                self.this.is_some_and(|this| {
                    // What a collecting mark has taken did not make anything.
                    let made = if self.collected { 0 } else { self.seeds(this) };
                    self.is_hole(this) && count.matches(made)
                })
            }
            Condition::Holds { hole, count } => self.each_of(hole, |hole| count.matches(self.seeds(hole))),
            Condition::Empty(hole) => self.holes(hole).iter().all(|&hole| self.seeds(hole) == 0),
            Condition::EveryOccupied(hole) => self.each_of(hole, |hole| self.seeds(hole) > 0),
            Condition::Lifted(hole) => self.each_of(hole, |hole| self.position.lifted.contains(hole)),
            Condition::SownInThisLap(hole) => self.each_of(hole, |hole| self.lap.sown.contains(hole)),
            Condition::SownInThisMove(region) => {
                self.region(region).into_iter().any(|hole| self.sown_in_move.contains(hole))
            }
            Condition::Owned { hole, by } => self.each_of(hole, |hole| self.is_of(hole, *by)),
            Condition::Marked(hole) => self.each_of(hole, |hole| self.position.marked.contains(hole)),
            Condition::LastSeed => self.last,
            Condition::FirstTime => {
                self.this.and_then(|this| self.position.mark_on(this)).is_some_and(|marked| !marked.visited)
            }
            Condition::FirstLap => self.lap.number == 1,
            Condition::FirstLapCaptured => self.first_lap_captured,
            Condition::CaptureMade => self.capture_made,
            Condition::NoCaptureInLast(moves) => self.position.moves_without_capture >= *moves,
            Condition::Sowing(count) => count.matches(self.lap.seeds),
            Condition::SowingDirection(direction) => self.lap.direction == *direction,
            Condition::NoSeeds { .. }
            | Condition::CanMove(_)
            | Condition::OwnsHoles { .. }
            | Condition::OwnsEveryHole(_)
            | Condition::SeedsInHand(_)
            | Condition::Captured { .. }
            | Condition::CapturedMoreThanHalf(_)
            | Condition::HasMark { .. } => self.holds_for_players(condition),
            Condition::MarkMade(mark) => self.position.marks_made >> mark.0 & 1 == 1,
            Condition::OnlyMarkedHoldSeeds => self.unmarked_seeds() == 0,
            Condition::NoneHolds { holes, count } => {
                !self.matching(holes).into_iter().any(|hole| count.matches(self.seeds(hole)))
            }
            Condition::AllEmpty(holes) => self.matching(holes).into_iter().all(|hole| self.seeds(hole) == 0),
            Condition::SeedsLeft(count) => count.matches(self.unmarked_seeds()),
        }
    }

    /// Is it true of each of the stops, and is there one?
    fn each_of(&self, hole: &HoleRef, test: impl Fn(Hole) -> bool) -> bool {
        let holes = self.holes(hole);
        !holes.is_empty() && holes.into_iter().all(test)
    }

    /// A condition on a player: true of any of those named, or for `neither` of none.
    fn holds_for_players(&self, condition: &Condition) -> bool {
        let (who, test): (Who, Box<dyn Fn(Seat) -> bool + '_>) = match condition {
            Condition::NoSeeds { who, region } => {
                (*who, Box::new(|seat| self.has_no_seeds(seat, region.as_ref())))
            }
            Condition::CanMove(who) => (*who, Box::new(|seat| self.can_move(seat))),
            Condition::OwnsHoles { who, count } => {
                (*who, Box::new(|seat| count.matches(self.position.owned[seat.index()].len() as u32)))
            }
            Condition::OwnsEveryHole(who) => (
                *who,
                Box::new(|seat| {
                    let [own, other] = [seat, seat.opponent()].map(|seat| self.position.owned[seat.index()]);
                    !own.is_empty() && other.is_empty()
                }),
            ),
            Condition::SeedsInHand(who) => (*who, Box::new(|seat| self.position.hand[seat.index()] > 0)),
            Condition::Captured { who, count } => (*who, Box::new(|seat| count.matches(self.captured(seat)))),
            Condition::CapturedMoreThanHalf(who) => {
                (*who, Box::new(|seat| 2 * u64::from(self.captured(seat)) > self.position.total()))
            }
            Condition::HasMark { who, mark } => (
                *who,
                Box::new(|seat| {
                    let marks = &self.position.marks;
                    marks.iter().any(|marked| marked.owner == seat && marked.mark == *mark)
                }),
            ),
            Condition::All(_)
            | Condition::Any(_)
            | Condition::Not(_)
            | Condition::In(_)
            | Condition::Makes(_)
            | Condition::Holds { .. }
            | Condition::Empty(_)
            | Condition::EveryOccupied(_)
            | Condition::Lifted(_)
            | Condition::SownInThisLap(_)
            | Condition::SownInThisMove(_)
            | Condition::Owned { .. }
            | Condition::Marked(_)
            | Condition::LastSeed
            | Condition::FirstTime
            | Condition::FirstLap
            | Condition::FirstLapCaptured
            | Condition::CaptureMade
            | Condition::NoCaptureInLast(_)
            | Condition::Sowing(_)
            | Condition::SowingDirection(_)
            | Condition::MarkMade(_)
            | Condition::OnlyMarkedHoldSeeds
            | Condition::NoneHolds { .. }
            | Condition::AllEmpty(_)
            | Condition::SeedsLeft(_) => return false,
        };
        let any = self.players(who, self.this).into_iter().any(test);
        if who == Who::Neither { !any } else { any }
    }

    /// No seeds in his own unmarked holes; in a region: in any of its holes, seen from his seat.
    pub fn has_no_seeds(&self, seat: Seat, region: Option<&Region>) -> bool {
        let holes: Vec<Hole> = match region {
            None => self.position.owned[seat.index()].without(self.position.marked).iter().collect(),
            Some(region) => {
                let path = self.rules.layout.path(&self.play.path.value, seat);
                self.rules.layout.region(region, seat, &path)
            }
        };
        holes.into_iter().all(|hole| self.seeds(hole) == 0)
    }

    /// Would he have a move, were he to move?
    fn can_move(&self, seat: Seat) -> bool {
        let mut position = self.position.clone();
        position.to_move = seat;
        position.bonus = None;
        position.due = Due::Move;
        match self.can_move {
            CanMove::Legal { forbid_repetition } => self.reference().any_legal(&position, forbid_repetition),

            CanMove::Starts => !self.reference().starts(self.play, &position).is_empty(),
        }
    }

    /// Pile, store, and the seeds in marked holes that will be his at the end.
    fn captured(&self, seat: Seat) -> u32 {
        let in_marks: u32 = self
            .position
            .marks
            .iter()
            .filter(|marked| {
                let mark = self.rules.marks.get(usize::from(marked.mark.0));
                mark.is_some_and(|mark| match mark.at_end.value {
                    MarkSeeds::Owner => marked.owner == seat,
                    MarkSeeds::RowOwner => self.rules.layout.row_owner(marked.hole) == Some(seat),
                })
            })
            .map(|marked| self.seeds(marked.hole))
            .sum();
        self.position.stored(seat, self.rules.layout.hole_count()) + in_marks
    }

    /// Seeds in unmarked holes.
    fn unmarked_seeds(&self) -> u32 {
        self.rules
            .layout
            .all_holes()
            .filter(|&hole| !self.position.marked.contains(hole))
            .map(|hole| self.seeds(hole))
            .sum()
    }

    /// Is this stop such a place?
    pub fn lies_in(&self, stop: Hole, place: &Place) -> bool {
        match place {
            Place::Hole { fill, whose, of } => {
                self.is_hole(stop)
                    && self.filled(stop, *fill)
                    && whose.is_none_or(|side| self.is_of(stop, side))
                    && of.is_none_or(|row| self.rules.layout.row(row, self.mover).contains(&stop))
            }
            Place::OwnStore => self.rules.layout.store(self.mover) == Some(stop),
            Place::Marked { whose, mark } => self.position.mark_on(stop).is_some_and(|marked| {
                let for_them = match whose {
                    None => true,
                    Some(Side::Own) => marked.owner == self.mover,
                    Some(Side::Opponent) => marked.owner != self.mover,
                    Some(Side::Common) => false,
                };
                for_them && mark.is_none_or(|mark| mark == marked.mark)
            }),
            Place::Region { fill, region } => self.region(region).contains(&stop) && self.filled(stop, *fill),
        }
    }

    fn filled(&self, stop: Hole, fill: Option<Fill>) -> bool {
        let now = self.seeds(stop);
        match (fill, self.before) {
            (None, _) => true,
            (Some(Fill::Empty), Before::Held(held)) => held == 0,
            (Some(Fill::Occupied), Before::Held(held)) => held > 0,
            (Some(Fill::Empty), Before::Now) => now == 0,
            (Some(Fill::Empty), Before::Repeat) => now == 1,
            (Some(Fill::Occupied), Before::Now | Before::Repeat) => now > 0,
        }
    }
}
