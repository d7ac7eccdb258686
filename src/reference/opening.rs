//! Scripted openings.

use super::Reference;
use super::marks::make_mark;
use super::scene::Scene;
use super::sowing::{Ending, Sowing};
use crate::board::{ClauseId, Direction, Hole, Seat};
use crate::engine::{Choices, Due, Event, Position, What};
use crate::rules::play::Sow;
use crate::rules::{Region, Stated, Step};

/// A script being played.
struct Script<'r> {
    sowing: Sowing<'r>,
    /// Seeds in hand between the steps. Fewer than none where a script captures seeds that its
    /// picture leaves over only later.
    hand: i64,
    same_player: bool,
    ending: Ending,
}

impl<'r> Reference<'r> {
    /// The alternatives of the opening that can be played on this board.
    pub(super) fn scripts_that_fit(&self, position: &Position) -> Vec<usize> {
        let Some(opening) = &self.rules.opening else {
            return Vec::new();
        };
        (0..opening.scripts.len()).filter(|&script| self.fits(position, &opening.scripts[script])).collect()
    }

    /// A picture in a script must hold exactly the seeds on the board less those that the script
    /// captures, and none in a closed hole.
    fn fits(&self, position: &Position, script: &[Stated<Step>]) -> bool {
        let holes = self.rules.layout.hole_count();
        let on_board: u32 = position.seeds[..holes].iter().sum();
        script.iter().all(|step| match &step.value {
            Step::BoardBecomes(picture) => {
                let becomes: u32 = picture.iter().sum();
                let closed_stay_empty =
                    position.closed.iter().all(|hole| self.in_picture(picture, hole, position.to_move) == 0);
                closed_stay_empty && becomes + captured_by(script) == on_board
            }
            Step::Lift { .. }
            | Step::Sow { .. }
            | Step::Put { .. }
            | Step::Capture(_)
            | Step::Mark { .. }
            | Step::EverySecondMovesOn { .. }
            | Step::EverySecondIsPutInNext { .. }
            | Step::ThenMoves { .. } => true,
        })
    }

    /// What a picture, drawn from a player's seat, says of a hole.
    fn in_picture(&self, picture: &[u32], hole: Hole, seat: Seat) -> u32 {
        let drawn = match seat {
            Seat::South => hole,
            Seat::North => self.rules.layout.turned(hole),
        };
        picture.get(drawn.index()).copied().unwrap_or(0)
    }

    /// Plays an opening.
    pub(super) fn play_opening(
        &self,
        position: &Position,
        number: usize,
        events: &mut Vec<Event>,
    ) -> Position {
        let player = position.to_move;
        let steps = match &self.rules.opening {
            Some(opening) => opening.scripts.get(number).map_or(&[][..], Vec::as_slice),
            None => &[],
        };
        let (play, begun) = self.play_in_force(position);
        let mut script = Script {
            sowing: Sowing::new(self.rules, play, position.clone(), player, Choices::NONE),
            hand: 0,
            same_player: false,
            ending: Ending::TurnEnds,
        };
        script.sowing.position.frames_begun = begun;
        for step in steps {
            self.do_step(&mut script, step, steps);
            if matches!(script.ending, Ending::RoundEnds(_) | Ending::Endless) {
                break;
            }
        }
        let Script { mut sowing, hand, same_player, ending } = script;
        // What a script leaves in the hand is the player's.
        sowing.deposit(player, in_hand(hand));
        sowing.withdraw(player, in_hand(-hand));
        sowing.position.last_mover = Some(player);
        sowing.position.due = Due::Move;
        if !same_player || ending != Ending::TurnEnds {
            return self.finish_move(sowing, ending, events);
        }
        events.extend_from_slice(&sowing.events);
        if let Some((clause, outcome)) = self.ended_after(&sowing) {
            return self.end_round(sowing.position, clause, outcome, None, events);
        }
        let changed = sowing.changed_for_good();
        let mut position = sowing.position;
        self.record(&mut position, changed);
        self.player_is_due(position, player, events)
    }

    /// The board becomes a picture, as long as there are seeds enough for it.
    fn show_picture(&self, script: &mut Script<'r>, picture: &[u32], clause: ClauseId) {
        let sowing = &mut script.sowing;
        let held = &sowing.position.seeds[..self.rules.layout.hole_count()];
        let sum = |seeds: &[u32]| seeds.iter().map(|&seeds| i64::from(seeds)).sum::<i64>();
        let owed = (-script.hand).max(0);
        if sum(picture) + owed > sum(held) + script.hand.max(0) {
            return;
        }
        for hole in self.rules.layout.all_holes() {
            let seeds = self.in_picture(picture, hole, sowing.mover);
            let held = sowing.position.seeds[hole.index()];
            if seeds != held {
                script.hand += i64::from(held) - i64::from(seeds);
                sowing.position.seeds[hole.index()] = seeds;
                sowing.report(clause, What::Becomes { hole, seeds });
            }
        }
    }

    fn do_step(&self, script: &mut Script<'r>, step: &Stated<Step>, steps: &[Stated<Step>]) {
        let clause = step.clause;
        let player = script.sowing.mover;
        let sowing = &mut script.sowing;
        match &step.value {
            Step::BoardBecomes(picture) => self.show_picture(script, picture, clause),
            Step::Lift { seeds, from } => {
                for hole in sowing.scene().matching(from) {
                    let held = sowing.position.seeds[hole.index()];
                    let seeds = seeds.unwrap_or(held).min(held);
                    if seeds > 0 {
                        sowing.position.seeds[hole.index()] -= seeds;
                        script.hand += i64::from(seeds);
                        sowing.report(clause, What::Lift { hole, seeds });
                        sowing.mark_as_lifted(hole);
                    }
                }
            }
            Step::Sow { direction, from } => {
                let first = sowing.scene().region(from).first().copied();
                if let (Some(first), seeds @ 1..) = (first, in_hand(script.hand)) {
                    script.hand = 0;
                    let direction = direction.unwrap_or_else(|| usual_direction(&sowing.scene(), first));
                    sowing.begin_lap_in(first, seeds, direction);
                    script.ending = sowing.run();
                }
            }
            Step::Put { into } => {
                let into = sowing.scene().region(into).first().copied();
                if let (Some(stop), seeds @ 1..) = (into, in_hand(script.hand)) {
                    script.hand = 0;
                    sowing.position.seeds[stop.index()] += seeds;
                    sowing.report(clause, What::Drop { stop, seeds });
                }
            }
            Step::Capture(seeds) => {
                // A picture that follows leaves just these seeds over.
                let pictured = steps.iter().any(|step| matches!(step.value, Step::BoardBecomes(_)));
                let seeds = if pictured { *seeds } else { (*seeds).min(in_hand(script.hand)) };
                script.hand -= i64::from(seeds);
                sowing.deposit(player, seeds);
                sowing.report(clause, What::ScriptCapture { by: player, seeds });
            }
            Step::Mark { holes, mark } => {
                for hole in sowing.scene().region(holes) {
                    let made = (*mark, player, hole);
                    let (position, events) = (&mut sowing.position, &mut sowing.events);
                    make_mark(self.rules, position, made, clause, events);
                }
            }
            Step::EverySecondMovesOn { from, seeds } => {
                every_second_moves(sowing, from, Some(*seeds), step);
            }
            Step::EverySecondIsPutInNext { from } => every_second_moves(sowing, from, None, step),
            Step::ThenMoves { same_player } => script.same_player = *same_player,
        }
    }
}

/// Seeds in a hand, none if it owes some.
fn in_hand(hand: i64) -> u32 {
    u32::try_from(hand.max(0)).unwrap_or(u32::MAX)
}

/// Seeds that a script captures.
fn captured_by(script: &[Stated<Step>]) -> u32 {
    script
        .iter()
        .map(|step| match step.value {
            Step::Capture(seeds) => seeds,
            Step::BoardBecomes(_)
            | Step::Lift { .. }
            | Step::Sow { .. }
            | Step::Put { .. }
            | Step::Mark { .. }
            | Step::EverySecondMovesOn { .. }
            | Step::EverySecondIsPutInNext { .. }
            | Step::ThenMoves { .. } => 0,
        })
        .sum()
}

/// The direction of the game for a hole; counterclockwise where the mover would choose.
pub(super) fn usual_direction(scene: &Scene, hole: Hole) -> Direction {
    match &scene.play.sow.value {
        Sow::Fixed(direction) | Sow::OtherIfCaptures { direction, .. } => *direction,
        Sow::ByHole(rules) => rules
            .iter()
            .find(|(_, region)| scene.region(region).contains(&hole))
            .and_then(|(direction, _)| *direction)
            .unwrap_or(Direction::Counterclockwise),
        Sow::Either | Sow::ChosenAtFirstMove { .. } => Direction::Counterclockwise,
    }
}

/// Counterclockwise from a hole, seeds of every second hole go to the next, once round the board.
fn every_second_moves(sowing: &mut Sowing, from: &Region, seeds: Option<u32>, step: &Stated<Step>) {
    let scene = sowing.scene();
    let mut stops = scene.path.to_vec();
    stops.retain(|&stop| scene.is_hole(stop) && !sowing.position.closed.contains(stop));
    let first = scene.region(from).first().copied();
    let Some(begins) = stops.iter().position(|&stop| Some(stop) == first) else {
        return;
    };
    stops.rotate_left(begins);
    for pair in stops.chunks_exact(2) {
        let (from, to) = (pair[0], pair[1]);
        let held = sowing.position.seeds[from.index()];
        let seeds = seeds.unwrap_or(held).min(held);
        if seeds > 0 {
            sowing.position.seeds[from.index()] -= seeds;
            sowing.position.seeds[to.index()] += seeds;
            sowing.report(step.clause, What::Transfer { from, to, seeds });
        }
    }
}
