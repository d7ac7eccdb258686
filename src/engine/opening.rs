//! The scripted opening: one ply of the starter.

use super::event::{Event, Observer, What};
use super::legality::MoveEnd;
use super::moves::Choices;
use super::position::Position;
use super::turn::{LapStart, Turn};
use crate::board::{Direction, Hole};
use crate::program::{Program, Stated, StepTable};

impl Program {
    /// Is there an opening, and does its picture hold exactly the seeds that are on the board?
    pub(super) fn opening_fits(&self, position: &Position) -> bool {
        let Some(opening) = &self.opening else { return false };
        let on_board: u32 = position.seeds[..self.holes].iter().sum();
        opening.scripts[position.starter.index()].iter().all(|script| {
            let captured: u32 = script
                .iter()
                .map(|step| match step.value {
                    StepTable::Capture(seeds) => seeds,
                    _ => 0,
                })
                .sum();
            script.iter().all(|step| match &step.value {
                StepTable::Becomes(seeds) => {
                    seeds.iter().sum::<u32>() + captured == on_board && position.closed.is_empty()
                }
                _ => true,
            })
        })
    }

    pub(super) fn play_opening<O: Observer>(&self, position: &mut Position, script: u8, observer: &mut O) {
        let mover = position.to_move;
        let scripts = self.opening.as_ref().map(|opening| &opening.scripts[mover.index()]);
        let Some(script) = scripts.and_then(|scripts| scripts.get(script as usize)) else { return };
        let table = self.tables(position, mover);
        let mut turn = Turn::new(self, table, mover, Direction::Counterclockwise, Choices::NONE);
        let mut hand = 0;
        let mut end = MoveEnd::Turn;
        let mut same_player = false;
        for step in script {
            match &step.value {
                StepTable::ThenMoves { same_player: same } => same_player = *same,
                StepTable::Sow { direction, first } => {
                    let usual = Direction::BOTH
                        .into_iter()
                        .find(|way| table.directions[way.index()].contains(*first));
                    turn.direction = direction.or(usual).unwrap_or(Direction::Counterclockwise);
                    let seeds = std::mem::take(&mut hand);
                    if seeds > 0 {
                        let start =
                            LapStart::Hand { first: *first, seeds, clause: step.clause, resow: false };
                        end = self.sow(position, &mut turn, start, observer);
                    }
                }
                _ => self.play_step(position, &mut turn, step, &mut hand, observer),
            }
        }
        self.pay(position, mover, hand);
        position.lone_seed = None;
        if same_player && end == MoveEnd::Turn {
            position.last_mover = Some(mover);
            self.next_turn(position, true, observer);
        } else {
            turn.marks_changed = true;
            self.finish_move(position, &mut turn, end, observer);
        }
    }

    /// A step that is no sowing.
    fn play_step<O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        step: &Stated<StepTable>,
        hand: &mut u32,
        observer: &mut O,
    ) {
        let clause = step.clause;
        match &step.value {
            StepTable::Becomes(picture) => {
                let before: u32 = position.seeds[..self.holes].iter().sum();
                for (index, &seeds) in picture.iter().enumerate() {
                    if position.seeds[index] != seeds {
                        position.seeds[index] = seeds;
                        let hole = Hole(index as u8);
                        observer.event(Event { clause, what: What::Becomes { hole, seeds } });
                    }
                }
                *hand += before - picture.iter().sum::<u32>().min(before);
            }
            StepTable::Lift { seeds, from } => {
                for hole in turn.select(from, position).iter() {
                    let there = position.seeds[hole.index()];
                    let lifted = seeds.unwrap_or(there).min(there);
                    if lifted > 0 {
                        position.seeds[hole.index()] -= lifted;
                        position.lifted.insert(hole);
                        *hand += lifted;
                        observer.event(Event { clause, what: What::Lift { hole, seeds: lifted } });
                    }
                }
            }
            StepTable::Put(hole) => {
                let seeds = std::mem::take(hand);
                if seeds > 0 {
                    position.seeds[hole.index()] += seeds;
                    observer.event(Event { clause, what: What::Drop { stop: *hole, seeds } });
                }
            }
            StepTable::Capture(seeds) => {
                let seeds = (*seeds).min(*hand);
                *hand -= seeds;
                self.pay(position, turn.mover, seeds);
                if seeds > 0 {
                    observer.event(Event { clause, what: What::ScriptCapture { by: turn.mover, seeds } });
                }
            }
            StepTable::Mark { holes, mark } => {
                for hole in holes {
                    turn.mark(position, *hole, *mark, clause, observer);
                }
            }
            StepTable::EverySecond { from, seeds } => {
                let path = &turn.play.path;
                let Some(start) = path.iter().position(|stop| stop == from) else { return };
                for step in (0..path.len()).step_by(2) {
                    let (from, to) =
                        (path[(start + step) % path.len()], path[(start + step + 1) % path.len()]);
                    let there = position.seeds[from.index()];
                    let seeds = seeds.unwrap_or(there).min(there);
                    if seeds > 0 {
                        position.seeds[from.index()] -= seeds;
                        position.seeds[to.index()] += seeds;
                        observer.event(Event { clause, what: What::Transfer { from, to, seeds } });
                    }
                }
            }
            StepTable::Sow { .. } | StepTable::ThenMoves { .. } => {}
        }
    }
}
