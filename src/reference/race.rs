//! The race: both players lift a hole and sow in step, stop by stop, South first.

use super::Reference;
use super::laps::LooksBack;
use super::opening::usual_direction;
use super::scene::{CanMove, Lap, Scene};
use super::setup::event;
use super::sowing::{AfterLap, Sowing};
use crate::board::{Hole, HoleSet, Seat};
use crate::engine::{Choices, Event, MAX_LAPS, MarkedHole, Move, Position, What};
use crate::rules::{FrameTrigger, Race, RaceEnd};
use std::collections::HashSet;

/// One player's race. Its position is brought up to date before every step.
struct Runner<'r> {
    sowing: Sowing<'r>,
    last_lift: Hole,
    running: bool,
}

/// All that is compared to find a race that never ends.
#[derive(PartialEq, Eq, Hash)]
struct Moment {
    seeds: Vec<u32>,
    pile: [u32; 2],
    marks: Vec<MarkedHole>,
    lifted: HoleSet,
    sown: [HoleSet; 2],
    laps: [Lap; 2],
    last_lifts: [Hole; 2],
    running: [bool; 2],
    step_of: Seat,
}

impl<'r> Reference<'r> {
    /// Every pair of holes from which a race may start.
    pub(super) fn race_starts(&self, position: &Position) -> Vec<Move> {
        let Some(race) = &self.rules.race else {
            return Vec::new();
        };
        let [south, north] = Seat::BOTH.map(|seat| self.holes_to_race_from(race, position, seat));
        south
            .iter()
            .flat_map(|&from_south| north.iter().map(move |&from_north| Move::Race([from_south, from_north])))
            .collect()
    }

    fn holes_to_race_from(&self, race: &Race, position: &Position, seat: Seat) -> Vec<Hole> {
        let scene = Scene::between_moves(self.rules, &self.rules.play, position, seat);
        let mut holes = scene.region(&race.from);
        holes.retain(|&hole| {
            scene.seeds(hole) > 0
                && position.owned[seat.index()].contains(hole)
                && scene.mark_forbids(hole).is_none()
        });
        holes.sort_unstable();
        holes.dedup();
        holes
    }

    /// Plays a race; the winner moves first.
    pub(super) fn play_race(
        &self,
        position: &Position,
        from: [Hole; 2],
        events: &mut Vec<Event>,
    ) -> Position {
        let Some(race) = &self.rules.race else {
            return position.clone();
        };
        let mut board = position.clone();
        let mut changed = false;
        let mut runners = Seat::BOTH.map(|seat| {
            let hole = from[seat.index()];
            self.runner(race, &mut board, seat, hole, events)
        });
        let mut winner = None;
        let mut earlier = HashSet::new();
        'race: while runners.iter().any(|runner| runner.running) {
            for seat in Seat::BOTH {
                if !runners[seat.index()].running {
                    continue;
                }
                let moment = self.moment(&board, &runners, seat);
                if !earlier.insert(moment) || earlier.len() as u64 >= MAX_LAPS {
                    events.push(event(self.rules.endless.clause, What::Endless));
                    board.endless_sowings += 1;
                    break 'race;
                }
                runners[seat.index()].step(&mut board, events);
                if !runners[seat.index()].running && winner.is_none() {
                    winner = Some(seat);
                    events.push(event(race.clause, What::RaceWon { by: seat }));
                    if race.end.value == RaceEnd::OtherPlayerStops {
                        break 'race;
                    }
                }
            }
        }
        for runner in &mut runners {
            runner.give_up(&mut board, events);
            changed |= runner.sowing.changed_for_good();
        }
        let winner = winner.unwrap_or(Seat::South);
        board.to_move = winner;
        self.after_the_race(board, winner, changed, events)
    }

    /// A player has lifted a hole to race.
    fn runner(
        &self,
        race: &Race,
        board: &mut Position,
        seat: Seat,
        hole: Hole,
        events: &mut Vec<Event>,
    ) -> Runner<'r> {
        let frames = self.rules.frames.iter().filter(|frame| frame.trigger == FrameTrigger::Race);
        let mut play = frames.fold(self.rules.play.clone(), |play, frame| play.with(&frame.overlay));
        if let Some(no_captures) = &race.no_captures {
            play.no_captures = Some(no_captures.clone());
        }
        let mut sowing = Sowing::new(self.rules, play, board.clone(), seat, Choices::NONE);
        sowing.racing = true;
        let seeds = sowing.position.seeds[hole.index()];
        let direction = usual_direction(&sowing.scene(), hole);
        sowing.lift(hole, seeds, direction, race.clause);
        sowing.start_of_lap();
        events.extend_from_slice(&sowing.events);
        *board = sowing.position.clone();
        Runner { sowing, last_lift: hole, running: true }
    }

    /// A race is nobody's turn: only the ends and what is due next.
    fn after_the_race(
        &self,
        mut board: Position,
        winner: Seat,
        changed: bool,
        events: &mut Vec<Event>,
    ) -> Position {
        if changed {
            board.history.clear();
        }
        let mut scene = Scene::between_moves(self.rules, &self.rules.play, &board, winner);
        scene.can_move = CanMove::Legal { forbid_repetition: true };
        if let Some((clause, outcome)) = self.end_that_holds(&scene, false) {
            return self.end_round(board, clause, outcome, None, events);
        }
        self.opening_or_move(board, events)
    }
}

impl Runner<'_> {
    /// Drops at one stop; after the last seed of a lap the next is lifted at once.
    fn step(&mut self, board: &mut Position, events: &mut Vec<Event>) {
        let sowing = &mut self.sowing;
        let reported = sowing.events.len();
        sowing.position = board.clone();
        let dropped = sowing.sow_one();
        if !dropped || sowing.lap.hand == 0 {
            match sowing.end_lap() {
                AfterLap::NextLap => {
                    self.last_lift = sowing.lap.lifted.unwrap_or(self.last_lift);
                    sowing.start_of_lap();
                }
                AfterLap::Over(_) => self.running = false,
            }
        }
        events.extend_from_slice(&sowing.events[reported..]);
        *board = sowing.position.clone();
    }

    /// Seeds still in hand go back to the hole of the last lift.
    fn give_up(&mut self, board: &mut Position, events: &mut Vec<Event>) {
        let seeds = std::mem::take(&mut self.sowing.lap.hand);
        if self.running && seeds > 0 {
            let stop = self.last_lift;
            board.seeds[stop.index()] += seeds;
            events.push(event(self.sowing.play.sow.clause, What::Drop { stop, seeds }));
        }
        self.running = false;
    }
}

impl Reference<'_> {
    fn moment(&self, board: &Position, runners: &[Runner; 2], step_of: Seat) -> Moment {
        let looks = LooksBack::of(self.rules);
        Moment {
            seeds: board.seeds.clone(),
            pile: board.pile,
            marks: board.marks.clone(),
            lifted: if looks.lifted { board.lifted } else { HoleSet::EMPTY },
            sown: [&runners[0], &runners[1]]
                .map(|runner| if looks.sown_in_move { runner.sowing.sown } else { HoleSet::EMPTY }),
            // Only whether it is the first lap matters.
            laps: [&runners[0], &runners[1]]
                .map(|runner| Lap { number: runner.sowing.lap.number.min(2), ..runner.sowing.lap }),
            last_lifts: [runners[0].last_lift, runners[1].last_lift],
            running: [runners[0].running, runners[1].running],
            step_of,
        }
    }
}
