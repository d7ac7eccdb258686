//! What a clause can see when it is asked: the position, whose move it is, the hole in question
//! and the lap. Every word for holes is resolved here.

use super::Reference;
use crate::board::{ClauseId, Direction, Hole, HoleSet, Seat};
use crate::engine::Position;
use crate::rules::board::{Region, Side};
use crate::rules::condition::{FacingFilter, Fill, HoleRef, Holes, Who};
use crate::rules::play::{Play, Skip, Skipped};
use crate::rules::{Rules, Stated};
use std::rc::Rc;

/// A lap: seeds lifted together and dropped one stop after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Lap {
    /// Number of the lap within its move, from 1.
    pub number: u32,
    /// Which way it runs.
    pub direction: Direction,
    /// Seeds lifted for it.
    pub seeds: u32,
    /// Seeds still in hand.
    pub hand: u32,
    /// Where it was lifted; nowhere for captured seeds and those of a script.
    pub lifted: Option<Hole>,
    /// The stop from which the next one is counted; before the path begins if there is none.
    pub at: Option<Hole>,
    /// Where on the path that stop was met; another stop is looked for where the path first meets it.
    pub place: Option<usize>,
    /// The stop that must get the first seed, as long as that has not been dropped.
    pub first_goes_to: Option<Hole>,
    /// The stop that got the first seed.
    pub first: Option<Hole>,
    /// Holes that got a seed.
    pub sown: HoleSet,
}

impl Lap {
    /// Where no lap is under way.
    pub fn none() -> Lap {
        Lap {
            number: 1,
            direction: Direction::Counterclockwise,
            seeds: 0,
            hand: 0,
            lifted: None,
            at: None,
            place: None,
            first_goes_to: None,
            first: None,
            sown: HoleSet::EMPTY,
        }
    }
}

/// What `empty` and `occupied` say about this hole.
#[derive(Debug, Clone, Copy)]
pub(super) enum Before {
    /// What it held before this seed fell.
    Held(u32),
    /// What it holds now.
    Now,
    /// In a repeat: an `empty` hole is one that holds 1, an `occupied` one holds something.
    Repeat,
}

/// How `can move` is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CanMove {
    /// Is any move legal?
    Legal {
        /// Counting the rule that forbids repeated positions.
        forbid_repetition: bool,
    },
    /// Is there a hole that may be lifted? Outcomes are left aside: asked while a move is being
    /// made or chosen, whose own legality depends on it.
    Starts,
}

/// All that a clause can see.
#[derive(Debug, Clone)]
pub(super) struct Scene<'a> {
    pub rules: &'a Rules,
    pub play: &'a Play,
    pub position: &'a Position,
    pub mover: Seat,
    /// Stops of the mover's sowing, counterclockwise.
    pub path: Rc<[Hole]>,
    /// `player to move`.
    pub due: Seat,
    /// `this hole`.
    pub this: Option<Hole>,
    pub before: Before,
    /// Has a collecting mark taken the seeds that fell here?
    pub collected: bool,
    /// Is this the last seed of its lap?
    pub last: bool,
    pub lap: Lap,
    /// Holes that got a seed in this move.
    pub sown_in_move: HoleSet,
    pub first_lap_captured: bool,
    pub capture_made: bool,
    /// `a player` means only this one, to find out for whom a condition holds.
    pub a_player: Option<Seat>,
    pub can_move: CanMove,
}

impl<'a> Scene<'a> {
    /// Between laps: no hole in question.
    pub fn between_moves(rules: &'a Rules, play: &'a Play, position: &'a Position, mover: Seat) -> Scene<'a> {
        Scene {
            rules,
            play,
            position,
            mover,
            path: rules.layout.path(&play.path.value, mover).into(),
            due: position.to_move,
            this: None,
            before: Before::Now,
            collected: false,
            last: false,
            lap: Lap::none(),
            sown_in_move: HoleSet::EMPTY,
            first_lap_captured: false,
            capture_made: false,
            a_player: None,
            can_move: CanMove::Starts,
        }
    }

    /// The same with another hole as `this hole`, looked at as it is now.
    pub fn with_this(&self, this: Option<Hole>) -> Scene<'a> {
        Scene { this, before: Before::Now, collected: false, ..self.clone() }
    }

    pub fn is_hole(&self, stop: Hole) -> bool {
        stop.index() < self.rules.layout.hole_count()
    }

    pub fn seeds(&self, stop: Hole) -> u32 {
        self.position.seeds.get(stop.index()).copied().unwrap_or(0)
    }

    /// Where on the path a stop is met: at that place, if it is there, or else for the first time.
    pub fn place_of(&self, stop: Hole, place: Option<usize>) -> Option<usize> {
        let there = place.filter(|&place| self.path.get(place) == Some(&stop));
        there.or_else(|| self.path.iter().position(|&other| other == stop))
    }

    /// The place on the path that follows; `None` off the end of an open path.
    pub fn onward(&self, place: Option<usize>, direction: Direction) -> Option<usize> {
        let length = self.path.len();
        let open = self.play.path.value.then_off_the_board;
        Some(match (direction, place) {
            (Direction::Counterclockwise, None) => 0,
            (Direction::Clockwise, None) => length.checked_sub(1)?,
            (Direction::Counterclockwise, Some(place)) if place + 1 < length => place + 1,
            (Direction::Clockwise, Some(place)) if place > 0 => place - 1,
            (Direction::Counterclockwise | Direction::Clockwise, Some(_)) if open => return None,
            (Direction::Counterclockwise, Some(_)) => 0,
            (Direction::Clockwise, Some(_)) => length.checked_sub(1)?,
        })
    }

    /// The next stop that is not closed; skipping plays no part.
    pub fn next_open(&self, stop: Hole, direction: Direction) -> Option<Hole> {
        self.next_where(stop, direction, |hole| !self.position.closed.contains(hole))
    }

    /// The next stop that is neither closed nor skipped.
    pub fn next_stop(&self, stop: Hole, direction: Direction) -> Option<Hole> {
        self.next_where(stop, direction, |hole| {
            !self.position.closed.contains(hole) && self.skip(hole).is_none()
        })
    }

    fn next_where(&self, stop: Hole, direction: Direction, wanted: impl Fn(Hole) -> bool) -> Option<Hole> {
        let mut place = self.place_of(stop, self.lap.place);
        for _ in self.path.iter() {
            let onward = self.onward(place, direction)?;
            let at = *self.path.get(onward)?;
            if wanted(at) {
                return Some(at);
            }
            place = Some(onward);
        }
        None
    }

    /// The first `skip` clause that passes this stop by.
    pub fn skip(&self, stop: Hole) -> Option<&'a Stated<Skip>> {
        self.play.skip.iter().find(|skip| match &skip.value.what {
            Skipped::LiftedHole => self.lap.lifted == Some(stop),
            Skipped::Holes(holes) => self.matches(holes, stop),
        })
    }

    /// The facing holes of a stop, nearest first; none of a store.
    pub fn facing(&self, stop: Hole) -> Vec<Hole> {
        let facing = self.rules.layout.facing.get(stop.index());
        facing.cloned().unwrap_or_default()
    }

    /// A region from the mover's seat.
    pub fn region(&self, region: &Region) -> Vec<Hole> {
        self.rules.layout.region(region, self.mover, &self.path)
    }

    /// The stops that a clause points at; there may be none. A closed hole is out of play.
    pub fn holes(&self, hole: &HoleRef) -> Vec<Hole> {
        let mut holes = self.holes_named(hole);
        holes.retain(|hole| !self.position.closed.contains(*hole));
        holes
    }

    fn holes_named(&self, hole: &HoleRef) -> Vec<Hole> {
        let direction = self.lap.direction;
        let next = self.this.and_then(|this| self.next_stop(this, direction));
        match hole {
            HoleRef::This => self.this.into_iter().collect(),
            HoleRef::Facing => self.facing_of(self.this),
            HoleRef::FacingInner => self.facing_of(self.this).first().copied().into_iter().collect(),
            HoleRef::FacingOuter => self.facing_of(self.this).last().copied().into_iter().collect(),
            HoleRef::Next => next.into_iter().collect(),
            HoleRef::AfterNext => next.and_then(|next| self.next_stop(next, direction)).into_iter().collect(),
            HoleRef::FacingNext => self.facing_of(next),
            HoleRef::Before => {
                self.this.and_then(|this| self.next_stop(this, direction.reversed())).into_iter().collect()
            }
            HoleRef::LiftedHole => self.lap.lifted.into_iter().collect(),
            HoleRef::FirstOfLap => self.lap.first.into_iter().collect(),
            HoleRef::AfterOpponentMark(mark) => self
                .position
                .marks
                .iter()
                .filter(|marked| marked.mark == *mark && marked.owner != self.mover)
                .filter_map(|marked| self.next_stop(marked.hole, direction))
                .collect(),
            HoleRef::Region(region) => self.region(region),
        }
    }

    fn facing_of(&self, stop: Option<Hole>) -> Vec<Hole> {
        let mut facing = stop.map(|stop| self.facing(stop)).unwrap_or_default();
        facing.retain(|hole| !self.position.closed.contains(*hole));
        facing
    }

    /// Whose hole is it, by current owner?
    pub fn is_of(&self, stop: Hole, side: Side) -> bool {
        let own = self.position.owned[self.mover.index()].contains(stop);
        let opponents = self.position.owned[self.mover.opponent().index()].contains(stop);
        match side {
            Side::Own => own,
            Side::Opponent => opponents,
            Side::Common => self.is_hole(stop) && !own && !opponents,
        }
    }

    /// The open holes that fit a description, in ascending order.
    pub fn matching(&self, holes: &Holes) -> Vec<Hole> {
        self.rules.layout.all_holes().filter(|&hole| self.matches(holes, hole)).collect()
    }

    /// Does a hole fit a description? All that is stated must hold.
    pub fn matches(&self, holes: &Holes, hole: Hole) -> bool {
        if !self.is_hole(hole) || self.position.closed.contains(hole) {
            return false;
        }
        let seeds = self.seeds(hole);
        let within = |region: &Option<Region>, unstated: bool| match region {
            Some(region) => self.region(region).contains(&hole),
            None => unstated,
        };
        !(holes.other && self.this == Some(hole))
            && fill_now(holes.fill, seeds)
            && holes.whose.is_none_or(|side| self.is_of(hole, side))
            && within(&holes.of, true)
            && (!holes.sown_in_this_lap || self.lap.sown.contains(hole))
            && holes.holding.as_ref().is_none_or(|count| count.matches(seeds))
            && !holes.not_holding.as_ref().is_some_and(|count| count.matches(seeds))
            && holes.marked.is_none_or(|marked| marked == self.position.marked.contains(hole))
            && holes.facing.as_ref().is_none_or(|filter| self.faces(filter, hole))
            && !within(&holes.except, false)
    }

    /// Does a hole face one that satisfies all that is stated?
    fn faces(&self, filter: &FacingFilter, hole: Hole) -> bool {
        self.facing_of(Some(hole)).into_iter().any(|facing| {
            let seeds = self.seeds(facing);
            filter.whose.is_none_or(|side| self.is_of(facing, side))
                && fill_now(filter.fill, seeds)
                && filter.holding.as_ref().is_none_or(|count| count.matches(seeds))
                && !filter.not_holding.as_ref().is_some_and(|count| count.matches(seeds))
        })
    }

    /// The players whom a clause names, with `row owner` and `hole owner` asked of a hole.
    pub fn players(&self, who: Who, hole: Option<Hole>) -> Vec<Seat> {
        let owner = |hole: Hole| {
            let owned = &self.position.owned;
            Seat::BOTH.into_iter().find(|seat| owned[seat.index()].contains(hole))
        };
        match who {
            Who::Mover => vec![self.mover],
            Who::Opponent => vec![self.mover.opponent()],
            Who::RowOwner => hole.and_then(|hole| self.rules.layout.row_owner(hole)).into_iter().collect(),
            Who::HoleOwner => hole.and_then(owner).into_iter().collect(),
            Who::PlayerToMove => vec![self.due],
            Who::APlayer => match self.a_player {
                Some(seat) => vec![seat],
                None => Seat::BOTH.to_vec(),
            },
            Who::Neither => Seat::BOTH.to_vec(),
            Who::South => vec![Seat::South],
            Who::North => vec![Seat::North],
        }
    }

    /// Which clause forbids the mover to sow from a hole because of its mark?
    pub fn mark_forbids(&self, hole: Hole) -> Option<ClauseId> {
        super::marks::forbidden_by_mark(self.rules, self.position, hole, self.mover)
    }

    /// The interpreter of these rules.
    pub fn reference(&self) -> Reference<'a> {
        Reference::new(self.rules)
    }
}

fn fill_now(fill: Option<Fill>, seeds: u32) -> bool {
    match fill {
        None => true,
        Some(Fill::Empty) => seeds == 0,
        Some(Fill::Occupied) => seeds > 0,
    }
}
