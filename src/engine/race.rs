//! The race: both players sow in step, seed by seed, South first.

use super::MAX_LAPS;
use super::event::{Event, Observer, What};
use super::lap::{LapPlace, Sown};
use super::legality::Repetition;
use super::moves::{Choices, Move};
use super::position::Position;
use super::turn::{LapEnd, LapStart, Turn};
use crate::board::{ClauseId, Direction, Hole, HoleSet, Seat};
use crate::program::{FrameTest, PlayTable, Program, RaceEnd};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

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
    /// The holes from which each player may race: his own, occupied, his mark allowing it.
    pub(super) fn race_starts(&self, position: &Position) -> [HoleSet; 2] {
        Seat::BOTH.map(|seat| {
            let from = self.race.as_ref().map_or(HoleSet::EMPTY, |race| race.from[seat.index()]);
            from.intersection(position.owned[seat.index()])
                .iter()
                .filter(|hole| position.seeds[hole.index()] > 0 && self.may_sow_from(position, *hole, seat))
                .collect()
        })
    }

    /// The tables in force during the race.
    fn tables_of_race(&self) -> &[PlayTable; 2] {
        let frames = self.frames.iter().enumerate();
        let in_force = frames.fold(0, |bits, (index, frame)| {
            bits | usize::from(matches!(frame.when, FrameTest::Race)) << index
        });
        &self.plays[in_force]
    }

    pub(super) fn list_races(&self, position: &Position, moves: &mut Vec<Move>) {
        let [souths, norths] = self.race_starts(position);
        for south in souths.iter() {
            for north in norths.iter() {
                moves.push(Move::Race([south, north]));
            }
        }
    }

    pub(super) fn run_race<O: Observer>(&self, position: &mut Position, holes: [Hole; 2], observer: &mut O) {
        let Some(race) = &self.race else { return };
        let tables = self.tables_of_race();
        let mut runners = Seat::BOTH.map(|seat| {
            let hole = holes[seat.index()];
            let table = &tables[seat.index()];
            let way = Direction::BOTH.into_iter().find(|way| table.directions[way.index()].contains(hole));
            let way = way.unwrap_or(Direction::Counterclockwise);
            let mut turn = Turn::new(self, tables, seat, way, Choices::NONE);
            turn.no_captures |= race.no_captures;
            turn.racing = true;
            let seeds = position.seeds[hole.index()];
            if seeds > 0 {
                position.seeds[hole.index()] = 0;
                position.lifted.insert(hole);
                observer.event(Event { clause: race.clause, what: What::Lift { hole, seeds } });
            }
            turn.lifted = Some(hole);
            turn.sowing = seeds;
            turn.unmark_if_lifted(position, hole, observer);
            turn.start_of_lap(hole, position, observer);
            Runner {
                turn,
                at: LapPlace { stop: hole, entered: false },
                hand: seeds,
                lifted: hole,
                running: seeds > 0,
            }
        });
        let winner = self.run(position, &mut runners, race.end, race.clause, observer);
        position.captures += runners.iter().map(|runner| runner.turn.captures).sum::<u64>();
        position.to_move = winner.unwrap_or(Seat::South);
        position.last_mover = None;
        let mut turn = self.blank_turn(position.to_move);
        if let Some(cause) = self.end_holds(position, &mut turn, false, Repetition::Counts) {
            return self.end_round(position, cause, observer);
        }
        self.after_set_up(position, false, observer);
    }

    /// All that the rest of a race depends on before a step: the board, whose step it is, and
    /// where both are in their laps.
    fn state_of_race(&self, position: &Position, runners: &[Runner; 2], seat: Seat, state: &mut Vec<u32>) {
        let set = |state: &mut Vec<u32>, holes: HoleSet| {
            state.extend((0..4).map(|part| (holes.0 >> (32 * part)) as u32));
        };
        let hole = |hole: Option<Hole>| hole.map_or(u32::MAX, |hole| u32::from(hole.0));
        state.clear();
        state.extend_from_slice(&position.seeds);
        state.extend(position.pile);
        state.push(seat.index() as u32);
        set(state, if self.looks_back.lifted { position.lifted } else { HoleSet::EMPTY });
        for marked in &position.marks {
            let owner = marked.owner.index() as u32;
            state.extend([hole(Some(marked.hole)), marked.mark.0.into(), owner, marked.visited.into()]);
        }
        for Runner { turn, at, hand, lifted, running } in runners {
            let direction = turn.direction as u32;
            let (stop, lifted) = (hole(Some(at.stop)), hole(Some(*lifted)));
            state.extend([
                (*running).into(),
                *hand,
                stop,
                at.entered.into(),
                lifted,
                hole(turn.lifted),
                direction,
                turn.sowing,
                hole(turn.first),
                turn.place.map_or(u32::MAX, u32::from),
                turn.lap.min(1) as u32,
            ]);
            set(state, turn.sown);
            let sown = if self.looks_back.sown_in_move { turn.reached_holes() } else { HoleSet::EMPTY };
            set(state, sown);
        }
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
                self.state_of_race(position, runners, seat, &mut state);
                if !states.insert(fingerprint(&state)) || states.len() as u64 >= MAX_LAPS {
                    position.endless_sowings += 1;
                    observer.event(Event { clause: self.endless.clause, what: What::Endless });
                    runners.iter_mut().for_each(|runner| runner.stop(position, observer));
                    return winner;
                }
                match runners[seat.index()].step(position, observer) {
                    Step::Dropped => {}
                    Step::LapDue(next) => {
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

/// Two hashes of a state, which are as good as the state itself: 1,000,000 states of one race do not
/// have a pair of them in common by chance.
fn fingerprint(state: &[u32]) -> (u64, u64) {
    let hash = |salt: u32| {
        let mut hasher = DefaultHasher::new();
        (salt, state).hash(&mut hasher);
        hasher.finish()
    };
    (hash(0), hash(1))
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
            Sown::Lost => {
                self.turn.lose_lap(position, observer);
                Step::Done
            }
            Sown::Last => {
                let end = self.turn.judge_last_seed(position, observer);
                self.turn.lap += 1;
                match end {
                    LapEnd::Lap(next @ (LapStart::Relay { .. } | LapStart::Hand { .. })) => {
                        Step::LapDue(next)
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
        self.turn.reached = self.turn.reached.union(self.turn.sown);
        self.turn.sowing = hand;
        self.turn.sown = HoleSet::EMPTY;
        self.turn.start_of_lap(stop, position, observer);
        self.at = LapPlace { stop, entered: matches!(next, LapStart::Hand { .. }) };
        self.lifted = self.turn.lifted.unwrap_or(self.lifted);
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
