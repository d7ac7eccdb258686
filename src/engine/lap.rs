//! One lap, seed by seed: lift, the next stop, the drop. What a last seed decides is asked of the
//! turn, to which the lap belongs.

use super::event::{Event, Observer, What};
use super::position::Position;
use super::turn::{LapEnd, LapStart, Turn};
use crate::board::{Hole, HoleSet};
use crate::program::{MarkLasts, OFF_BOARD, SkipTable, SkipUnless, Stated};

impl<'p> Turn<'p> {
    /// One lap, from its lift to what follows it.
    pub(super) fn lap<O: Observer>(
        &mut self,
        position: &mut Position,
        start: LapStart,
        observer: &mut O,
    ) -> LapEnd {
        let (mut stop, mut hand) = self.lift(position, start, observer);
        self.sowing = hand;
        self.sown = HoleSet::EMPTY;
        self.start_of_lap(stop, position, observer);
        let end = if self.play.plain_laps && position.closed.is_empty() && hand > 0 && !O::ACTIVE {
            let moves_on = matches!(start, LapStart::MovesOn { .. });
            self.sow_plainly(position, &mut stop, hand, moves_on)
        } else {
            let mut at = LapPlace { stop, entered: matches!(start, LapStart::Hand { .. }) };
            loop {
                match self.sow_one(
                    position,
                    &mut at,
                    &mut hand,
                    matches!(start, LapStart::MovesOn { .. }),
                    observer,
                ) {
                    Sown::More => {}
                    Sown::Last => break true,
                    Sown::Lost => break false,
                }
            }
        };
        self.reached = self.reached.union(self.sown);
        if self.lap == 0 {
            self.reached_first = self.sown;
        }
        if !end {
            return self.lose_lap(position, observer);
        }
        let end = self.judge_last_seed(position, observer);
        self.lap += 1;
        end
    }

    /// Lifts the seeds of a lap; gives the stop before the first seed and the hand.
    pub(super) fn lift<O: Observer>(
        &mut self,
        position: &mut Position,
        start: LapStart,
        observer: &mut O,
    ) -> (Hole, u32) {
        self.first = None;
        match start {
            LapStart::Lift { hole, seeds } => {
                position.seeds[hole.index()] -= seeds;
                position.lifted.insert(hole);
                self.lifted = Some(hole);
                observer.event(Event { clause: self.play.starts.clause, what: What::Lift { hole, seeds } });
                self.unmark_if_lifted(position, hole, observer);
                (hole, seeds)
            }
            LapStart::Relay { hole, clause } => {
                let seeds = std::mem::take(&mut position.seeds[hole.index()]);
                position.lifted.insert(hole);
                self.lifted = Some(hole);
                observer.event(Event { clause, what: What::Relay { hole, seeds } });
                self.unmark_if_lifted(position, hole, observer);
                (hole, seeds)
            }
            LapStart::Hand { first, seeds, clause, resow } => {
                self.lifted = None;
                if resow {
                    observer.event(Event { clause, what: What::Resow { first, seeds } });
                }
                (first, seeds)
            }
            LapStart::MovesOn { hole, clause } => {
                position.seeds[hole.index()] -= 1;
                position.lifted.insert(hole);
                self.lifted = Some(hole);
                observer.event(Event { clause, what: What::MovesOn { hole } });
                self.unmark_if_lifted(position, hole, observer);
                (hole, 1)
            }
        }
    }

    /// A lap without anything to look at on the way: whole circuits at once, then seed by seed.
    fn sow_plainly(&mut self, position: &mut Position, stop: &mut Hole, hand: u32, moves_on: bool) -> bool {
        let next = &self.play.next[self.direction.index()];
        let mut left = hand;
        let mut at = *stop;
        // A lap from hand drops its first seed in `stop`; others may do so by the rule on the
        // first seed.
        if self.lifted.is_none() || (!moves_on && self.play.first_in_lifted[usize::from(hand > 1)]) {
            self.before = position.seeds[at.index()];
            position.seeds[at.index()] += 1;
            self.sown.insert(at);
            left -= 1;
            self.first = Some(at);
        } else {
            self.first = Some(Hole(next[at.index()]));
        }
        let circuit = self.play.path.len() as u32;
        if left > circuit {
            // The last circuit is dropped seed by seed, so that `before` is right.
            let circuits = (left - 1) / circuit;
            for stop in &self.play.path {
                position.seeds[stop.index()] += circuits;
                self.sown.insert(*stop);
            }
            left -= circuits * circuit;
        }
        for _ in 0..left {
            at = Hole(next[at.index()]);
            self.before = position.seeds[at.index()];
            position.seeds[at.index()] += 1;
            self.sown.insert(at);
        }
        self.this = Some(at);
        self.collected = false;
        *stop = at;
        true
    }

    /// Goes to the next stop and drops there.
    pub(super) fn sow_one<O: Observer>(
        &mut self,
        position: &mut Position,
        at: &mut LapPlace,
        hand: &mut u32,
        moves_on: bool,
        observer: &mut O,
    ) -> Sown {
        if *hand == 0 {
            return Sown::Lost;
        }
        let stays = !at.entered
            && self.first.is_none()
            && !moves_on
            && self.play.first_in_lifted[usize::from(self.sowing > 1)];
        let found = if at.entered || stays {
            at.entered = false;
            if position.closed.contains(at.stop) {
                self.next_stop(position, at.stop, *hand, observer)
            } else {
                Found::Stop(at.stop)
            }
        } else {
            self.next_stop(position, at.stop, *hand, observer)
        };
        let mut stop = match found {
            Found::Stop(stop) => stop,
            Found::OffBoard => {
                let clause = self.play.path_clause;
                observer.event(Event { clause, what: What::LeavesBoard { by: self.mover, seeds: *hand } });
                self.pay(position, self.mover, *hand);
                self.capture_made = true;
                self.left_the_board.get_or_insert(self.lap);
                self.captured_in_first_lap |= self.lap == 0;
                *hand = 0;
                return Sown::Lost;
            }
            Found::Nowhere => {
                // Every stop is skipped: the hand goes back to where it came from.
                let stop = self.lifted.unwrap_or(at.stop);
                position.seeds[stop.index()] += *hand;
                observer.event(Event { clause: self.play.sow, what: What::Drop { stop, seeds: *hand } });
                *hand = 0;
                return Sown::Lost;
            }
        };
        let fill = usize::from(position.seeds[stop.index()] > 0);
        let mut seeds = self.play.drop[fill].min(*hand);
        if seeds == *hand
            && let Some(divert) = &self.play.divert
        {
            self.look_at(position, stop);
            if self.test(&divert.value.1, position) && !position.closed.contains(divert.value.0) {
                stop = divert.value.0;
                observer.event(Event { clause: divert.clause, what: What::Divert { to: stop } });
                seeds = *hand;
            }
        }
        *hand -= seeds;
        at.stop = stop;
        self.drop(position, stop, seeds, observer);
        self.last = *hand == 0;
        if let Some(table) = &self.play.each_seed
            && !(self.last && self.play.but_the_last)
        {
            let count = position.seeds[stop.index()];
            if table.counts >> count.min(63) & 1 == 1 {
                self.run_table(table, position, observer);
            }
        }
        if self.last { Sown::Last } else { Sown::More }
    }

    fn drop<O: Observer>(&mut self, position: &mut Position, stop: Hole, seeds: u32, observer: &mut O) {
        self.before = position.seeds[stop.index()];
        self.this = Some(stop);
        self.collected = false;
        if self.first.is_none() {
            self.first = Some(stop);
        }
        self.sown.insert(stop);
        position.seeds[stop.index()] += seeds;
        observer.event(Event { clause: self.play.sow, what: What::Drop { stop, seeds } });
        if !position.marked.contains(stop) {
            return;
        }
        let Some(&marked) = position.mark_on(stop) else { return };
        let mark = &self.program.marks[marked.mark.0 as usize];
        if let Some(clause) = mark.collects {
            position.seeds[stop.index()] -= seeds;
            self.pay(position, marked.owner, seeds);
            self.collected = true;
            observer.event(Event { clause, what: What::Collect { by: marked.owner, hole: stop, seeds } });
        }
        if mark.lasts.value == MarkLasts::OpponentDrops && marked.owner != self.mover {
            self.unmark(position, stop, mark.lasts.clause, observer);
        }
    }

    /// The next stop in the direction of the lap, passing closed and skipped holes.
    fn next_stop<O: Observer>(
        &mut self,
        position: &Position,
        from: Hole,
        hand: u32,
        observer: &mut O,
    ) -> Found {
        let mut stop = from;
        for _ in 0..self.play.path.len() {
            match self.play.onward(stop, self.direction, &mut self.place) {
                OFF_BOARD => return Found::OffBoard,
                onward => stop = Hole(onward),
            }
            if position.closed.contains(stop) {
                continue;
            }
            if self.play.drop[usize::from(position.seeds[stop.index()] > 0)] == 0 {
                continue;
            }
            match self.skipped(position, stop) {
                Some(skip) if !self.falls_anyway(skip.value.unless, position, stop, hand) => {
                    observer.event(Event { clause: skip.clause, what: What::Skip { hole: stop } });
                }
                Some(_) | None => return Found::Stop(stop),
            }
        }
        Found::Nowhere
    }

    pub(super) fn skipped(&self, position: &Position, stop: Hole) -> Option<&'p Stated<SkipTable>> {
        self.play.skip.iter().find(|skip| match &skip.value.holes {
            Some(holes) => self.matches(holes, position, stop),
            None => self.lifted == Some(stop),
        })
    }

    /// Does the seed fall in a stop that is otherwise skipped? `unless it makes a MARK`: because
    /// that makes such a mark at the end of this lap: a last seed any, the last but one a mark on
    /// its own hole. It is found out by trying.
    fn falls_anyway(&self, unless: Option<SkipUnless>, position: &Position, stop: Hole, hand: u32) -> bool {
        let wanted = match unless {
            None => return false,
            Some(SkipUnless::LastSeed) => {
                return hand <= self.play.drop[usize::from(position.seeds[stop.index()] > 0)];
            }
            Some(SkipUnless::Makes(mark)) => mark,
        };
        if hand > 2 {
            return false;
        }
        let (mut turn, mut board, mut left) = (self.clone(), position.board(), hand);
        let mut at = LapPlace { stop, entered: true };
        let mut events: Vec<Event> = Vec::new();
        loop {
            match turn.sow_one(&mut board, &mut at, &mut left, false, &mut events) {
                Sown::More => {}
                Sown::Lost => break,
                Sown::Last => {
                    turn.judge_last_seed(&mut board, &mut events);
                    break;
                }
            }
        }
        events.iter().any(|event| match event.what {
            What::Mark { hole, mark, .. } => mark == wanted && (hand == 1 || hole == stop),
            _ => false,
        })
    }
}

/// Where a lap is, and whether its next seed falls in that very stop.
pub(super) struct LapPlace {
    pub(super) stop: Hole,
    pub(super) entered: bool,
}

/// Outcome of one step of a lap.
pub(super) enum Sown {
    More,
    Last,
    Lost,
}

enum Found {
    Stop(Hole),
    OffBoard,
    Nowhere,
}
