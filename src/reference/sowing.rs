//! Laps: a move from its lifting to the end of its last lap.

use super::laps::{LooksBack, Moment};
use super::marks::{declaration, end_mark_that_lasts_until};
use super::scene::{Before, CanMove, Lap, Scene};
use super::setup::event;
use super::watch::Watched;
use crate::board::{ClauseId, Direction, Hole, HoleSet, Seat};
use crate::engine::{Choices, Event, Position, What};
use crate::rules::play::{FirstSeed, Play, SkipUnless};
use crate::rules::{Fill, Line, MarkLasts, Rules, Stated};
use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;

/// A move being made.
#[derive(Debug, Clone)]
pub(super) struct Sowing<'r> {
    pub rules: &'r Rules,
    /// The clauses in force during this move.
    pub play: Play,
    pub mover: Seat,
    path: Rc<[Hole]>,
    pub position: Position,
    pub events: Vec<Event>,
    pub lap: Lap,
    /// `this hole`.
    pub this: Option<Hole>,
    pub before: Before,
    /// Has a collecting mark taken the seeds that fell in `this hole`?
    pub collected: bool,
    /// Has the last seed of the lap fallen?
    pub last: bool,
    pub answers: Answers,
    /// What was captured in this move, less what was given back.
    pub captures: Vec<Taken>,
    /// Have seeds left the board at the end of an open path? That captures them.
    pub left_the_board: bool,
    pub first_lap_captured: bool,
    /// Every stop that got seeds, with the number of the lap.
    pub drops: Vec<(u32, Hole)>,
    /// The holes among them.
    pub sown: HoleSet,
    /// How the first and the latest lap ended, as the last seed fell.
    pub first_end: Option<LapEnd>,
    pub latest_end: Option<LapEnd>,
    /// Seeds lifted for the first lap.
    pub first_seeds: u32,
    /// In a race only a relay or captured seeds lead to a further lap, and the race itself sees whether it ends.
    pub racing: bool,
    /// Did the sowing turn out to be endless?
    pub endless: bool,
    pub earlier: HashSet<Moment>,
    pub looks_back: OnceCell<LooksBack>,
    /// The tables read so far, where somebody watches.
    pub watched: Option<Watched>,
}

/// The choices given with a move, and those that came up while it was made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Answers {
    pub given: Choices,
    /// Choices that came up.
    pub asked: u32,
    /// Alternatives of the first choice to which no answer was given.
    pub open: Option<u32>,
}

/// A capture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    pub by: Seat,
    pub hole: Hole,
    pub seeds: u32,
    /// In which lap, or after which.
    pub lap: u32,
    /// Have the seeds been sown again?
    pub sown_again: bool,
}

/// The last seed of a lap has just fallen.
#[derive(Debug, Clone)]
pub(super) struct LapEnd {
    pub position: Position,
    pub hole: Hole,
    pub before: u32,
}

/// How a move ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    TurnEnds,
    /// A further move is due from these holes.
    BonusMove(HoleSet),
    /// The round ends by this line.
    RoundEnds(ClauseId),
    /// The sowing is endless and that ends the round.
    Endless,
}

/// What follows a lap.
pub(super) enum AfterLap {
    /// The next lap has been lifted.
    NextLap,
    Over(Ending),
}

impl<'r> Sowing<'r> {
    /// A move that has not begun.
    pub fn new(
        rules: &'r Rules,
        play: Play,
        position: Position,
        mover: Seat,
        choices: Choices,
    ) -> Sowing<'r> {
        let path = rules.layout.path(&play.path.value, mover).into();
        Sowing {
            rules,
            play,
            path,
            mover,
            position,
            events: Vec::new(),
            lap: Lap::none(),
            this: None,
            before: Before::Now,
            collected: false,
            last: false,
            answers: Answers { given: choices, ..Answers::default() },
            captures: Vec::new(),
            left_the_board: false,
            first_lap_captured: false,
            drops: Vec::new(),
            sown: HoleSet::EMPTY,
            first_end: None,
            latest_end: None,
            first_seeds: 0,
            racing: false,
            endless: false,
            earlier: HashSet::new(),
            looks_back: OnceCell::new(),
            watched: None,
        }
    }

    /// What a clause can see at this moment.
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            rules: self.rules,
            play: &self.play,
            position: &self.position,
            mover: self.mover,
            path: Rc::clone(&self.path),
            due: self.mover,
            this: self.this,
            before: self.before,
            collected: self.collected,
            last: self.last,
            lap: self.lap,
            sown_in_move: self.sown,
            first_lap_captured: self.first_lap_captured,
            capture_made: self.capture_made(),
            a_player: None,
            can_move: CanMove::Starts,
        }
    }

    pub fn report(&mut self, clause: ClauseId, what: What) {
        self.events.push(event(clause, what));
    }

    /// The mover chooses one of so many alternatives. What is not answered takes the first.
    pub fn ask(&mut self, alternatives: usize) -> usize {
        if alternatives < 2 || self.answers.asked == Choices::MAX {
            return 0;
        }
        let answer = self.answers.given.get(self.answers.asked);
        self.answers.asked += 1;
        if answer.is_none() && self.answers.open.is_none() {
            let most = Choices::MAX_ALTERNATIVES;
            self.answers.open = Some((alternatives as u32).min(most));
        }
        (answer.unwrap_or(0) as usize).min(alternatives - 1)
    }

    /// Lifts so many seeds of a hole to begin a move or a race.
    pub fn lift(&mut self, hole: Hole, seeds: u32, direction: Direction, clause: ClauseId) {
        self.report(clause, What::Lift { hole, seeds });
        self.begin_lap(hole, seeds, direction);
    }

    /// Takes seeds out of a hole into the hand for a new lap.
    pub fn begin_lap(&mut self, hole: Hole, seeds: u32, direction: Direction) {
        self.position.seeds[hole.index()] -= seeds;
        self.mark_as_lifted(hole);
        let in_lifted_hole = match self.play.first_seed.value {
            FirstSeed::NextHole => false,
            FirstSeed::LiftedHole => true,
            FirstSeed::LiftedHoleUnlessSingle => seeds > 1,
        };
        self.set_lap(Lap {
            direction,
            seeds,
            hand: seeds,
            lifted: Some(hole),
            at: Some(hole),
            first_goes_to: in_lifted_hole.then_some(hole),
            ..Lap::none()
        });
    }

    /// Notes that a hole has been lifted, which may end its mark.
    pub fn mark_as_lifted(&mut self, hole: Hole) {
        self.position.lifted.insert(hole);
        let until = MarkLasts::LiftedOrCaptured;
        end_mark_that_lasts_until(self.rules, &mut self.position, hole, until, &mut self.events);
    }

    /// A lap of seeds that are in the hand already, the first of which falls in that hole.
    pub fn begin_lap_in(&mut self, first: Hole, seeds: u32, direction: Direction) {
        self.set_lap(Lap {
            direction,
            seeds,
            hand: seeds,
            first_goes_to: Some(first),
            at: Some(first),
            ..Lap::none()
        });
    }

    fn set_lap(&mut self, lap: Lap) {
        let number = if self.first_seeds == 0 {
            self.first_seeds = lap.seeds;
            1
        } else {
            self.lap.number + 1
        };
        self.lap = Lap { number, place: self.lap.place, ..lap };
        self.last = false;
    }

    /// Sows to the end of the move.
    pub fn run(&mut self) -> Ending {
        loop {
            self.start_of_lap();
            while self.lap.hand > 0 && self.sow_one() {}
            if let AfterLap::Over(ending) = self.end_lap() {
                self.earlier = HashSet::new();
                return ending;
            }
        }
    }

    /// The table that is read when a lap has been lifted.
    pub fn start_of_lap(&mut self) {
        let hole = self.lap.lifted.or(self.lap.first_goes_to);
        self.scan(value(&self.play.start_of_lap), hole);
    }

    /// Drops seeds at the next stop. `false`: there is no stop for what is left in the hand, and
    /// the lap is over.
    pub fn sow_one(&mut self) -> bool {
        match self.find_stop() {
            NextStop::Stop(stop) => {
                self.drop_at(stop);
                true
            }
            NextStop::OffTheBoard => {
                let seeds = std::mem::take(&mut self.lap.hand);
                self.deposit(self.mover, seeds);
                let by = self.mover;
                self.left_the_board = true;
                self.report(self.play.path.clause, What::LeavesBoard { by, seeds });
                false
            }
            NextStop::Nowhere => {
                let seeds = std::mem::take(&mut self.lap.hand);
                let stop = self.lap.lifted.or(self.lap.at).unwrap_or(Hole(0));
                self.position.seeds[stop.index()] += seeds;
                self.report(self.play.sow.clause, What::Drop { stop, seeds });
                false
            }
        }
    }

    /// Goes along the path to the next stop that is neither closed nor skipped.
    fn find_stop(&mut self) -> NextStop {
        if let Some(first) = self.lap.first_goes_to.take()
            && !self.position.closed.contains(first)
        {
            return NextStop::Stop(first);
        }
        for _ in 0..self.path.len() {
            let scene = self.scene();
            let place = self.lap.at.and_then(|stop| scene.place_of(stop, self.lap.place));
            let Some(place) = scene.onward(place, self.lap.direction) else {
                return NextStop::OffTheBoard;
            };
            let Some(&stop) = self.path.get(place) else { return NextStop::Nowhere };
            (self.lap.at, self.lap.place) = (Some(stop), Some(place));
            if self.position.closed.contains(stop) {
                continue;
            }
            let skip = self.scene().skip(stop).cloned();
            match skip {
                Some(skip) if !self.falls_anyway(skip.value.unless, stop) => {
                    self.report(skip.clause, What::Skip { hole: stop });
                }
                Some(_) | None => return NextStop::Stop(stop),
            }
        }
        NextStop::Nowhere
    }

    /// Does the seed fall in a stop that is otherwise skipped? `unless it makes a MARK`: because
    /// that makes such a mark at the end of this lap: a last seed any, the last but one a mark on
    /// its own hole. It is found out by trying.
    fn falls_anyway(&self, unless: Option<SkipUnless>, stop: Hole) -> bool {
        let wanted = match unless {
            None => return false,
            Some(SkipUnless::LastSeed) => return self.lap.hand <= self.drop_size(stop),
            Some(SkipUnless::Makes(mark)) => mark,
        };
        if self.lap.hand > 2 {
            return false;
        }
        let is_last = self.lap.hand == 1;
        let mut trial = self.clone();
        let already = trial.events.len();
        trial.drop_at(stop);
        while trial.lap.hand > 0 && trial.sow_one() {}
        if trial.last {
            trial.judge_last_seed();
        }
        trial.events[already..].iter().any(|event| match event.what {
            What::Mark { hole, mark, .. } => mark == wanted && (is_last || hole == stop),
            _ => false,
        })
    }

    /// Seeds dropped at a stop, if the hand holds them.
    fn drop_size(&self, stop: Hole) -> u32 {
        let occupied = self.position.seeds[stop.index()] > 0;
        self.play
            .drop
            .value
            .iter()
            .find(|rule| match rule.fill {
                None => true,
                Some(Fill::Empty) => !occupied,
                Some(Fill::Occupied) => occupied,
            })
            .and_then(|rule| rule.seeds)
            .unwrap_or(1)
            .max(1)
    }

    /// Drops at a stop, with all that follows at once.
    fn drop_at(&mut self, stop: Hole) {
        let seeds = self.drop_size(stop).min(self.lap.hand);
        self.last = seeds == self.lap.hand;
        let stop = if self.last { self.diverted(stop) } else { stop };
        let before = self.position.seeds[stop.index()];
        self.position.seeds[stop.index()] += seeds;
        self.lap.hand -= seeds;
        self.lap.at = Some(stop);
        self.lap.first.get_or_insert(stop);
        if self.scene().is_hole(stop) {
            self.lap.sown.insert(stop);
            self.sown.insert(stop);
        }
        self.this = Some(stop);
        self.before = Before::Held(before);
        self.collected = false;
        self.drops.push((self.lap.number, stop));
        self.report(self.play.sow.clause, What::Drop { stop, seeds });
        if self.last {
            let end = LapEnd { position: self.position.clone(), hole: stop, before };
            if self.lap.number == 1 {
                self.first_end = Some(end.clone());
            }
            self.latest_end = Some(end);
        }
        self.marks_feel_a_drop(stop, seeds);
        self.each_seed();
    }

    /// Where the last seed falls instead.
    fn diverted(&mut self, stop: Hole) -> Hole {
        let Some(divert) = self.play.divert.clone() else {
            return stop;
        };
        let scene = self.scene().with_this(Some(stop));
        let to = scene.region(&divert.value.to).first().copied();
        match to {
            Some(to) if scene.lies_in(stop, &divert.value.when) && !self.position.closed.contains(to) => {
                self.report(divert.clause, What::Divert { to });
                to
            }
            Some(_) | None => stop,
        }
    }

    /// A collecting mark takes the seeds; a mark that lasts until an opponent drops ends.
    fn marks_feel_a_drop(&mut self, hole: Hole, seeds: u32) {
        let Some(&marked) = self.position.mark_on(hole) else {
            return;
        };
        let collects = declaration(self.rules, &marked).and_then(|mark| mark.collects.as_ref());
        if let Some(collects) = collects {
            let by = marked.owner;
            self.position.seeds[hole.index()] -= seeds;
            self.deposit(by, seeds);
            self.collected = true;
            self.report(collects.clause, What::Collect { by, hole, seeds });
        }
        if marked.owner != self.mover {
            let until = MarkLasts::OpponentDrops;
            let (position, events) = (&mut self.position, &mut self.events);
            end_mark_that_lasts_until(self.rules, position, hole, until, events);
        }
    }

    /// The table that is read after every drop.
    fn each_seed(&mut self) {
        let Some(each) = self.play.each_seed.clone() else {
            return;
        };
        if self.last && each.value.but_the_last {
            return;
        }
        if let Some(line) = self.line_that_fits(&each.value.table) {
            self.do_line(&line);
        }
    }

    /// The last-seed line that decides, with its actions done.
    fn judge_last_seed(&mut self) -> Option<Line> {
        let table = value(&self.play.last_seed).unwrap_or_default();
        let line = self.line_that_fits(&table);
        if let Some(line) = &line {
            self.do_line(line);
        }
        let mover = self.mover;
        for marked in &mut self.position.marks {
            if Some(marked.hole) == self.this && marked.owner != mover {
                marked.visited = true;
            }
        }
        line
    }

    /// The last seed has fallen: its table, the table at the end of the lap, what follows.
    pub fn end_lap(&mut self) -> AfterLap {
        let captured_before = self.captures.len();
        // Without a stop for the last seed there is nothing to judge.
        let line = if self.last { self.judge_last_seed() } else { None };
        let by_the_line = captured_before..self.captures.len();
        self.scan(value(&self.play.end_of_lap), self.this);
        if self.lap.number == 1 {
            self.first_lap_captured = self.capture_made();
        }
        match line {
            Some(line) => match &line.then {
                Some(then) => self.go_on(then, line.clause, by_the_line),
                None => self.turn_ends(line.clause),
            },
            None => self.turn_ends(self.play.sow.clause),
        }
    }

    /// Seeds go to a player's store, or to his pile where there are no stores.
    pub fn deposit(&mut self, seat: Seat, seeds: u32) {
        *place_of_captures(self.rules, &mut self.position, seat) += seeds;
    }

    /// Seeds come back from there.
    pub fn withdraw(&mut self, seat: Seat, seeds: u32) {
        *place_of_captures(self.rules, &mut self.position, seat) -= seeds;
    }

    /// Have any seeds been captured in this move?
    pub fn capture_made(&self) -> bool {
        self.left_the_board || !self.captures.is_empty()
    }

    /// Has anything been marked or unmarked, or captured and not sown again, so that earlier
    /// positions no longer count?
    pub fn changed_for_good(&self) -> bool {
        self.captures.iter().any(|taken| !taken.sown_again)
            || self.left_the_board
            || self.events.iter().any(|event| matches!(event.what, What::Mark { .. } | What::Unmark { .. }))
    }
}

/// Where a player's captured seeds are kept.
pub(super) fn place_of_captures<'p>(rules: &Rules, position: &'p mut Position, seat: Seat) -> &'p mut u32 {
    match rules.layout.store(seat) {
        Some(store) => &mut position.seeds[store.index()],
        None => &mut position.pile[seat.index()],
    }
}

/// Where the next seed goes.
enum NextStop {
    Stop(Hole),
    /// The path has come to its end.
    OffTheBoard,
    /// Every stop is closed or skipped.
    Nowhere,
}

/// Names the stated value without its clause; a convenience for optional tables.
pub(super) fn value<T: Clone>(stated: &Option<Stated<T>>) -> Option<T> {
    stated.as_ref().map(|stated| stated.value.clone())
}
