//! The race: both players sow in step, seed by seed, South first.

use super::MAX_LAPS;
use super::endless::state_of_race;
use super::event::{Event, Observer, What};
use super::moves::{Choices, Move};
use super::position::Position;
use super::turn::{LapEnd, LapPlace, LapStart, Sown, Turn};
use crate::board::{ClauseId, Direction, Hole, HoleSet, Seat};
use crate::program::{Program, RaceEnd};
use std::collections::HashSet;

/// One player's sowing in a race.
struct Runner<'p> {
    turn: Turn<'p>,
    at: LapPlace,
    hand: u32,
    /// Where he lifted last.
    lifted: Hole,
    running: bool,
}

impl Program {
    pub(super) fn list_races(&self, moves: &mut Vec<Move>) {
        let Some(race) = &self.race else { return };
        for south in race.from[0].iter() {
            for north in race.from[1].iter() {
                moves.push(Move::Race([south, north]));
            }
        }
    }

    pub(super) fn run_race<O: Observer>(&self, position: &mut Position, holes: [Hole; 2], observer: &mut O) {
        let Some(race) = &self.race else { return };
        let mut runners = Seat::BOTH.map(|seat| {
            let hole = holes[seat.index()];
            let table = &self.plays[0][seat.index()];
            let way = Direction::BOTH.into_iter().find(|way| table.directions[way.index()].contains(hole));
            let mut turn =
                Turn::new(self, table, seat, way.unwrap_or(Direction::Counterclockwise), Choices::NONE);
            turn.no_captures |= race.no_captures;
            let seeds = position.seeds[hole.index()];
            if seeds > 0 {
                position.seeds[hole.index()] = 0;
                position.lifted.insert(hole);
                observer.event(Event { clause: race.clause, what: What::Lift { hole, seeds } });
            }
            turn.lifted = Some(hole);
            turn.sowing = seeds;
            Runner {
                turn,
                at: LapPlace { stop: hole, entered: false },
                hand: seeds,
                lifted: hole,
                running: seeds > 0,
            }
        });
        let winner = self.run(position, &mut runners, race.end, race.clause, observer);
        position.to_move = winner.unwrap_or(Seat::South);
        position.last_mover = None;
        if let Some(cause) = self.end_holds(position, &runners[position.to_move.index()].turn, false) {
            return self.end_round(position, cause, observer);
        }
        self.after_set_up(position, false, observer);
    }

    fn run<O: Observer>(
        &self,
        position: &mut Position,
        runners: &mut [Runner; 2],
        end: RaceEnd,
        clause: ClauseId,
        observer: &mut O,
    ) -> Option<Seat> {
        let mut winner = None;
        let mut states = HashSet::new();
        let mut state = Vec::new();
        while runners.iter().any(|runner| runner.running) {
            for seat in Seat::BOTH {
                if !runners[seat.index()].running {
                    continue;
                }
                match runners[seat.index()].step(position, observer) {
                    Step::Dropped => {}
                    Step::LapDue(next) => {
                        let parts = race_parts(runners, seat, next);
                        let lifted = if self.looks_at_lifted { position.lifted } else { HoleSet::EMPTY };
                        state_of_race(position, lifted, &parts, &mut state);
                        if !states.insert(state.clone()) || states.len() as u64 >= MAX_LAPS {
                            position.endless_sowings += 1;
                            observer.event(Event { clause: self.endless.clause, what: What::Endless });
                            runners.iter_mut().for_each(|runner| runner.stop(position, observer));
                            return winner;
                        }
                        runners[seat.index()].go_on(position, next, observer);
                    }
                    Step::Done => {
                        runners[seat.index()].running = false;
                        if winner.is_none() {
                            winner = Some(seat);
                            observer.event(Event { clause, what: What::RaceWon { by: seat } });
                            if end == RaceEnd::OtherPlayerStops {
                                runners[seat.opponent().index()].stop(position, observer);
                            }
                        }
                    }
                }
            }
        }
        winner
    }
}

/// Both hands and places, whose step it is, and the hole that is due to be lifted.
fn race_parts(runners: &[Runner; 2], seat: Seat, next: LapStart) -> Vec<u32> {
    let mut parts = vec![seat.index() as u32];
    if let LapStart::Relay { hole, .. } = next {
        parts.push(u32::from(hole.0));
    }
    for runner in runners {
        parts.extend([
            u32::from(runner.running),
            runner.hand,
            u32::from(runner.at.stop.0),
            u32::from(runner.lifted.0),
        ]);
    }
    parts
}

enum Step {
    Dropped,
    LapDue(LapStart),
    Done,
}

impl Runner<'_> {
    /// Drops one seed; after the last of a lap says what follows.
    fn step<O: Observer>(&mut self, position: &mut Position, observer: &mut O) -> Step {
        match self.turn.sow_one(position, &mut self.at, &mut self.hand, false, observer) {
            Sown::More => Step::Dropped,
            Sown::Lost => Step::Done,
            Sown::Last => {
                let end = self.turn.judge_last_seed(position, observer);
                self.turn.lap += 1;
                match end {
                    LapEnd::Lap(next @ LapStart::Relay { .. }) => Step::LapDue(next),
                    LapEnd::Lap(LapStart::Hand { seeds, .. }) => {
                        self.turn.pay(position, self.turn.mover, seeds);
                        Step::Done
                    }
                    LapEnd::Lap(LapStart::Lift { .. } | LapStart::MovesOn { .. })
                    | LapEnd::TurnEnds(_)
                    | LapEnd::Bonus(..)
                    | LapEnd::RoundEnds(_) => Step::Done,
                }
            }
        }
    }

    fn go_on<O: Observer>(&mut self, position: &mut Position, next: LapStart, observer: &mut O) {
        let (stop, hand) = self.turn.lift(position, next, observer);
        self.turn.sowing = hand;
        self.turn.sown = HoleSet::EMPTY;
        self.at = LapPlace { stop, entered: false };
        self.lifted = stop;
        self.hand = hand;
    }

    /// He stops at once: his hand goes back to where he lifted last.
    fn stop<O: Observer>(&mut self, position: &mut Position, observer: &mut O) {
        self.running = false;
        let seeds = std::mem::take(&mut self.hand);
        if seeds > 0 {
            position.seeds[self.lifted.index()] += seeds;
            let clause = self.turn.play.sow;
            observer.event(Event { clause, what: What::Drop { stop: self.lifted, seeds } });
        }
    }
}
