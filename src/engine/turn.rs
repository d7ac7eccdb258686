//! One move, lap by lap: lift, drop, the tables for each seed and for the last seed, and what
//! follows. A [`Turn`] is plain data beside the position, so that a lap is one resumable step.

use super::event::{Event, Observer, What};
use super::legality::Repetition;
use super::moves::Choices;
use super::position::Position;
use crate::board::{ClauseId, Direction, Hole, HoleSet, Seat};
use crate::program::{PlayTable, Program, TableCode, Then, Way};
use std::ops::Range;

/// How a lap begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LapStart {
    /// Lift this many seeds of a hole to begin the move.
    Lift { hole: Hole, seeds: u32 },
    /// Lift all of a hole and sow on.
    Relay { hole: Hole, clause: ClauseId },
    /// Sow seeds in hand, the first in that hole.
    Hand { first: Hole, seeds: u32, clause: ClauseId, resow: bool },
    /// The last seed moves on.
    MovesOn { hole: Hole, clause: ClauseId },
}

/// How a lap ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LapEnd {
    /// Another lap is due.
    Lap(LapStart),
    /// The turn ends.
    TurnEnds(ClauseId),
    /// A bonus move is due, from these holes.
    Bonus(ClauseId, HoleSet),
    /// The round ends.
    RoundEnds(ClauseId),
}

/// A capture, kept for the grand slam.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    pub(super) by: Seat,
    pub(super) hole: Hole,
    pub(super) seeds: u32,
    /// In which lap, from 0.
    pub(super) lap: u64,
}

/// A move under way.
#[derive(Debug, Clone)]
pub(super) struct Turn<'p> {
    pub(super) program: &'p Program,
    /// The tables in force: South's and North's, and the mover's own.
    pub(super) tables: &'p [PlayTable; 2],
    pub(super) play: &'p PlayTable,
    pub(super) mover: Seat,
    pub(super) direction: Direction,
    /// Are lines that capture or mark passed over (by a frame or a race)?
    pub(super) no_captures: bool,
    /// Is this a race, in which only a relay or captured seeds lead to a further lap?
    pub(super) racing: bool,
    /// Number of the lap, from 0.
    pub(super) lap: u64,
    /// Seeds lifted for this lap.
    pub(super) sowing: u32,
    /// Where this lap was lifted.
    pub(super) lifted: Option<Hole>,
    /// Where its first seed fell.
    pub(super) first: Option<Hole>,
    /// Where on the path the last seed fell; asked where the path meets a hole more than once.
    pub(super) place: Option<u8>,
    /// Where it dropped seeds.
    pub(super) sown: HoleSet,
    /// The hole of the seed that is judged.
    pub(super) this: Option<Hole>,
    /// What it held before the drop (outside drops: what it holds).
    pub(super) before: u32,
    /// Did the drop go to the owner of a collecting mark?
    pub(super) collected: bool,
    /// Is a repeat judged, where `makes` reads as `holds` and `empty` as now?
    pub(super) repeating: bool,
    /// Is this the last seed of the lap?
    pub(super) last: bool,
    /// Captures, hole by hole, less those that were given back.
    pub(super) captures: u64,
    pub(super) captured_in_first_lap: bool,
    pub(super) capture_made: bool,
    /// Was a mark made or ended in this move?
    pub(super) marks_changed: bool,
    /// The choices of the move, how many came up, and the alternatives of the first one that the
    /// move leaves open.
    pub(super) choices: Choices,
    pub(super) chosen: u32,
    pub(super) open_choice: Option<u32>,
    /// Captures of this move that have not been sown again, kept where something asks for them.
    pub(super) taken: Vec<Taken>,
    /// Those that have been taken to be sown now: they stay captured if the sowing is endless.
    pub(super) in_hand: Vec<Taken>,
    /// Have captures been sown again, and of which lap were the first of these?
    pub(super) sown_again: Option<u64>,
    /// Have seeds left the board at the end of an open path, and in which lap first?
    pub(super) left_the_board: Option<u64>,
    /// How `can move` is asked: `None` while the move is made.
    pub(super) ends_asked: Option<Repetition>,
    /// Watched places in which the last seed of the first lap (of this lap) fell.
    pub(super) first_places: u32,
    pub(super) last_places: u32,
    /// Holes that got a seed in the first lap, in any lap.
    pub(super) reached_first: HoleSet,
    pub(super) reached: HoleSet,
}

impl<'p> Turn<'p> {
    pub(super) fn new(
        program: &'p Program,
        tables: &'p [PlayTable; 2],
        mover: Seat,
        direction: Direction,
        choices: Choices,
    ) -> Turn<'p> {
        let play = &tables[mover.index()];
        Turn {
            program,
            tables,
            play,
            mover,
            direction,
            no_captures: play.no_captures,
            racing: false,
            lap: 0,
            sowing: 0,
            lifted: None,
            first: None,
            place: None,
            sown: HoleSet::EMPTY,
            this: None,
            before: 0,
            collected: false,
            repeating: false,
            last: false,
            captures: 0,
            captured_in_first_lap: false,
            capture_made: false,
            marks_changed: false,
            choices,
            chosen: 0,
            open_choice: None,
            taken: Vec::new(),
            in_hand: Vec::new(),
            sown_again: None,
            left_the_board: None,
            ends_asked: None,
            first_places: 0,
            last_places: 0,
            reached_first: HoleSet::EMPTY,
            reached: HoleSet::EMPTY,
        }
    }

    /// Takes the next choice among `alternatives`. A choice that the move leaves open takes the
    /// first, and is noted, so that the list of moves can branch there.
    pub(super) fn choose(&mut self, alternatives: u32) -> u32 {
        if alternatives <= 1 || self.chosen == Choices::MAX {
            return 0;
        }
        let index = self.chosen;
        self.chosen += 1;
        match self.choices.get(index) {
            Some(choice) => choice.min(alternatives - 1),
            None => {
                if self.open_choice.is_none() {
                    self.open_choice = Some(alternatives.min(Choices::MAX_ALTERNATIVES));
                }
                0
            }
        }
    }

    /// Makes a hole `this hole`, as it is now.
    pub(super) fn look_at(&mut self, position: &Position, hole: Hole) {
        self.this = Some(hole);
        self.before = position.seeds[hole.index()];
        self.collected = false;
    }

    pub(super) fn judge_last_seed<O: Observer>(
        &mut self,
        position: &mut Position,
        observer: &mut O,
    ) -> LapEnd {
        self.last = true;
        if !self.play.watched.is_empty() {
            self.last_places = (self.play.watched.iter().enumerate())
                .filter(|(_, place)| self.test(place, position))
                .fold(0, |bits, (index, _)| bits | 1 << index);
            if self.lap == 0 {
                self.first_places = self.last_places;
            }
        }
        let (this, before, collected) = (self.this, self.before, self.collected);
        let play = self.play;
        let captured_before = self.taken.len();
        let line = play.last_seed.lines.iter().find(|line| self.fits(line, position));
        if let Some(line) = line {
            observer.event(Event { clause: line.clause, what: What::Decides });
            self.act(line, position, observer);
            (self.this, self.before, self.collected) = (this, before, collected);
        }
        let by_the_line = captured_before..self.taken.len();
        self.visit(position);
        self.end_of_lap(position, observer);
        match line {
            Some(line) => self.follow(&line.then, line.clause, by_the_line, position, observer),
            None => self.turn_ends(play.sow, observer),
        }
    }

    /// The table that is read when a lap has been lifted, at the hole of its lift (or of its first
    /// seed, where it was not lifted).
    pub(super) fn start_of_lap<O: Observer>(
        &mut self,
        stop: Hole,
        position: &mut Position,
        observer: &mut O,
    ) {
        self.last = false;
        if let Some(table) = &self.play.start_of_lap {
            self.read_at(Some(self.lifted.unwrap_or(stop)), table, position, observer);
        }
    }

    /// A lap is over without a last seed to judge.
    pub(super) fn lose_lap<O: Observer>(&mut self, position: &mut Position, observer: &mut O) -> LapEnd {
        self.last_places = 0;
        self.end_of_lap(position, observer);
        self.lap += 1;
        self.turn_ends(self.play.sow, observer)
    }

    fn end_of_lap<O: Observer>(&mut self, position: &mut Position, observer: &mut O) {
        if let Some(table) = &self.play.end_of_lap {
            self.read_at(self.this, table, position, observer);
        }
    }

    /// The table that is read before a move is lifted from a hole.
    pub(super) fn start_of_move<O: Observer>(
        &mut self,
        from: Hole,
        position: &mut Position,
        observer: &mut O,
    ) {
        if let Some(table) = &self.play.start_of_move {
            self.read_at(Some(from), table, position, observer);
        }
    }

    /// The table that is read when a turn is over, at the hole of the last seed.
    pub(super) fn end_of_turn<O: Observer>(&mut self, position: &mut Position, observer: &mut O) {
        if let Some(table) = &self.play.end_of_turn {
            self.read_at(self.this, table, position, observer);
        }
    }

    /// Reads a table with a stop as `this hole`, as it is now.
    fn read_at<O: Observer>(
        &mut self,
        stop: Option<Hole>,
        table: &TableCode,
        position: &mut Position,
        observer: &mut O,
    ) {
        let (this, before, collected) = (self.this, self.before, self.collected);
        match stop {
            Some(stop) => self.look_at(position, stop),
            None => self.this = None,
        }
        self.run_table(table, position, observer);
        (self.this, self.before, self.collected) = (this, before, collected);
    }

    /// Holes that got a seed in an earlier lap of this move.
    pub(super) fn reached_holes(&self) -> HoleSet {
        self.reached.intersection(self.program.all)
    }

    /// Has anything been marked, or captured and not sown again, so that earlier positions cannot
    /// come back?
    pub(super) const fn changed_for_good(&self) -> bool {
        let captured = if self.program.keeps_captures {
            !self.taken.is_empty() || self.left_the_board.is_some()
        } else {
            self.capture_made
        };
        captured || self.marks_changed
    }

    /// A last seed of the opponent of a mark's owner has now fallen in it.
    fn visit(&self, position: &mut Position) {
        let Some(this) = self.this else { return };
        if position.marked.contains(this) {
            for marked in &mut position.marks {
                if marked.hole == this && marked.owner != self.mover {
                    marked.visited = true;
                }
            }
        }
    }

    fn turn_ends<O: Observer>(&self, clause: ClauseId, observer: &mut O) -> LapEnd {
        observer.event(Event { clause, what: What::TurnEnds });
        LapEnd::TurnEnds(clause)
    }

    /// What follows a line that fits.
    fn follow<O: Observer>(
        &mut self,
        then: &Then,
        clause: ClauseId,
        by_the_line: Range<usize>,
        position: &mut Position,
        observer: &mut O,
    ) -> LapEnd {
        match then {
            Then::MovesOn | Then::Bonus(_) | Then::RoundEnds if self.racing => {
                self.turn_ends(clause, observer)
            }
            Then::GoOn | Then::TurnEnds => self.turn_ends(clause, observer),
            Then::RoundEnds => LapEnd::RoundEnds(clause),
            Then::Relay { next, direction } => {
                let this = if *next {
                    self.this.and_then(|this| self.next_stop_from(position, this, self.direction))
                } else {
                    self.this
                };
                let Some(hole) = this.filter(|hole| self.may_lift(position, *hole)) else {
                    return self.turn_ends(clause, observer);
                };
                self.turn_way(*direction);
                LapEnd::Lap(LapStart::Relay { hole, clause })
            }
            Then::Resow { direction, first } => {
                let mover = self.mover;
                let mut seeds = 0;
                let first = self.target(first, position).first().copied();
                let of_the_line = self.taken.get(by_the_line.clone()).unwrap_or_default();
                seeds += of_the_line
                    .iter()
                    .filter(|taken| taken.by == mover)
                    .map(|taken| taken.seeds)
                    .sum::<u32>();
                match first.filter(|_| seeds > 0) {
                    Some(first) => {
                        self.turn_way(*direction);
                        *self.program.captures_of(position, mover) -= seeds;
                        self.sown_again.get_or_insert(self.lap);
                        let mut index = 0;
                        self.in_hand.clear();
                        self.taken.retain(|taken| {
                            index += 1;
                            let stays = taken.by != mover || !by_the_line.contains(&(index - 1));
                            if !stays {
                                self.in_hand.push(*taken);
                            }
                            stays
                        });
                        LapEnd::Lap(LapStart::Hand { first, seeds, clause, resow: true })
                    }
                    None => self.turn_ends(clause, observer),
                }
            }
            Then::MovesOn => match self.this.filter(|hole| self.may_lift(position, *hole)) {
                Some(hole) => LapEnd::Lap(LapStart::MovesOn { hole, clause }),
                None => self.turn_ends(clause, observer),
            },
            Then::Bonus(holes) => {
                observer.event(Event { clause, what: What::BonusMove });
                let holes = match holes {
                    Some(holes) => self.select(holes, position),
                    None => self.program.all,
                };
                LapEnd::Bonus(clause, holes)
            }
            Then::Choose(ways) => {
                let choice = self.choose(ways.len() as u32) as usize;
                match ways.get(choice) {
                    Some(then) => self.follow(then, clause, by_the_line, position, observer),
                    None => self.turn_ends(clause, observer),
                }
            }
        }
    }

    fn turn_way(&mut self, way: Way) {
        self.direction = match way {
            Way::Same => self.direction,
            Way::Other => self.direction.reversed(),
            Way::Fixed(direction) => direction,
            Way::Either => Direction::BOTH[self.choose(2) as usize],
        };
    }

    /// Is there something to lift for a relay, and does the hole's mark allow it?
    pub(super) fn may_lift(&self, position: &Position, hole: Hole) -> bool {
        hole.index() < self.program.holes
            && position.seeds[hole.index()] > 0
            && self.program.may_sow_from(position, hole, self.mover)
    }
}
