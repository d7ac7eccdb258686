//! The scripted opening: one ply of the starter.

use super::event::{Event, Observer, What};
use super::legality::Repetition;
use super::moves::Choices;
use super::moving::MoveEnd;
use super::position::Position;
use super::turn::{LapStart, Turn};
use crate::board::{Direction, Hole};
use crate::program::{Program, Stated, StepTable};

impl Program {
    /// The scripts that can be played: a picture in one must hold exactly the seeds that are on
    /// the board, less those that the script captures, and none in a closed hole.
    pub(super) fn scripts_that_fit(&self, position: &Position) -> Vec<u8> {
        let scripts =
            self.opening.as_ref().map_or(&[][..], |opening| &opening.scripts[position.to_move.index()]);
        let on_board: u32 = position.seeds[..self.holes].iter().sum();
        let fits = |script: &Vec<Stated<StepTable>>| {
            let captured = script.iter().map(|step| match step.value {
                StepTable::Capture(seeds) => seeds,
                _ => 0,
            });
            let captured: u32 = captured.sum();
            script.iter().all(|step| match &step.value {
                StepTable::Becomes(seeds) => {
                    seeds.iter().sum::<u32>() + captured == on_board
                        && position.closed.iter().all(|hole| seeds[hole.index()] == 0)
                }
                _ => true,
            })
        };
        (0..=u8::MAX).zip(scripts).filter(|(_, script)| fits(script)).map(|(index, _)| index).collect()
    }

    pub(super) fn play_opening<O: Observer>(&self, position: &mut Position, script: u8, observer: &mut O) {
        let mover = position.to_move;
        let scripts = self.opening.as_ref().map(|opening| &opening.scripts[mover.index()]);
        let Some(script) = scripts.and_then(|scripts| scripts.get(script as usize)) else { return };
        let tables = self.tables(position, mover);
        let table = &tables[mover.index()];
        let mut turn = Turn::new(self, tables, mover, Direction::Counterclockwise, Choices::NONE);
        self.begin_frames(position, mover);
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
                        // The round is over: nothing follows.
                        let over = matches!(end, MoveEnd::Round(_));
                        if over || (end == MoveEnd::Endless && self.endless_ends_round()) {
                            break;
                        }
                    }
                }
                _ => self.play_step(position, &mut turn, step, &mut hand, observer),
            }
        }
        self.pay(position, mover, hand);
        position.lone_seed = None;
        let turn_ends = end == MoveEnd::Turn || (end == MoveEnd::Endless && !self.endless_ends_round());
        if same_player && turn_ends {
            position.last_mover = Some(mover);
            turn.marks_changed = true;
            if let Some(cause) = self.end_holds(position, &mut turn, false, Repetition::Counts) {
                self.end_round(position, cause, observer);
            } else {
                self.next_turn(position, mover, true, observer);
            }
        } else {
            turn.marks_changed = true;
            self.finish_move(position, &mut turn, end, observer);
        }
        position.captures += turn.captures;
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
                        turn.unmark_if_lifted(position, hole, observer);
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
                let mut path = turn.play.path.clone();
                path.retain(|stop| self.all.contains(*stop) && !position.closed.contains(*stop));
                let Some(start) = path.iter().position(|stop| stop == from) else { return };
                path.rotate_left(start);
                for pair in path.chunks_exact(2) {
                    let (from, to) = (pair[0], pair[1]);
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
