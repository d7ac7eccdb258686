//! What follows a move: grand slam, the ends of the round, the end of the turn, repetition, and
//! the next player.

use super::Reference;
use super::legality::Trial;
use super::scene::{CanMove, Scene};
use super::setup::event;
use super::sowing::{Ending, Sowing, place_of_captures, value};
use crate::board::{ClauseId, Direction, Hole, Seat};
use crate::engine::{Choices, Due, Event, Position, What};
use crate::rules::{Endless, GrandSlam, Repeated, Stuck, Verdict};

impl<'r> Reference<'r> {
    /// Plays a legal move.
    pub(super) fn play_sowing(
        &self,
        position: &Position,
        from: Hole,
        direction: Direction,
        choices: Choices,
        events: &mut Vec<Event>,
    ) -> Position {
        let trial = self.make_move(position, from, direction, choices);
        self.finish_move(trial.sowing, trial.ending, events)
    }

    /// What follows the laps of a move, or of an opening.
    pub(super) fn finish_move(
        &self,
        mut sowing: Sowing<'r>,
        ending: Ending,
        events: &mut Vec<Event>,
    ) -> Position {
        let bonus = match ending {
            Ending::BonusMove(holes) => Some(holes),
            Ending::TurnEnds | Ending::RoundEnds(_) | Ending::Endless => None,
        };
        let ended = self.round_ended_by(&mut sowing, ending);
        events.extend_from_slice(&sowing.events);
        if let Some((clause, outcome)) = ended {
            return self.deal_out(sowing.position, clause, outcome, None, events);
        }
        // (1) Ends that do not ask about the player to move.
        if let Some((clause, outcome)) = self.ended_after(&sowing) {
            return self.end_round(sowing.position, clause, outcome, None, events);
        }
        // (2) A bonus move, if there is one.
        if let Some(holes) = bonus {
            let mut again = sowing.position.clone();
            again.bonus = Some(holes);
            let repeated = self.record(&mut again, sowing.changed_for_good());
            if self.any_legal(&again, true) {
                return match repeated {
                    true => self.end_by_repetition(again, events),
                    false => again,
                };
            }
        }
        self.end_turn(sowing, events)
    }

    /// (3) to (7): the turn is over.
    pub(super) fn end_turn(&self, mut sowing: Sowing<'r>, events: &mut Vec<Event>) -> Position {
        let mover = sowing.mover;
        let reported = sowing.events.len();
        sowing.scan_at_end_of_turn();
        events.extend_from_slice(&sowing.events[reported..]);
        if let Some((clause, outcome)) = self.ended_after(&sowing) {
            return self.end_round(sowing.position, clause, outcome, None, events);
        }
        let changed = sowing.changed_for_good();
        let mut position = sowing.position;
        position.turns[mover.index()] += 1;
        position.to_move = mover.opponent();
        if self.record(&mut position, changed) && self.rules.repeated.value != Repeated::Forbidden {
            return self.end_by_repetition(position, events);
        }
        self.player_is_due(position, mover, events)
    }

    /// Does a line or an endless sowing end the round, and with what outcome?
    pub(super) fn round_ended_by(
        &self,
        sowing: &mut Sowing<'r>,
        ending: Ending,
    ) -> Option<(ClauseId, Option<Option<Seat>>)> {
        match ending {
            Ending::TurnEnds | Ending::BonusMove(_) => None,
            // The line has reported it.
            Ending::RoundEnds(clause) => Some((clause, None)),
            Ending::Endless => {
                let clause = self.rules.endless.clause;
                sowing.report(clause, What::RoundEnds);
                let winner = match self.rules.endless.value {
                    Endless::Loses => Some(sowing.mover.opponent()),
                    Endless::Draw | Endless::EndsTurn | Endless::Forbidden => None,
                };
                Some((clause, Some(winner)))
            }
        }
    }

    /// The first `end when` that holds after a move, of those that do not ask about the player to
    /// move: its clause, and the winner if it names one.
    pub(super) fn ended_after(&self, sowing: &Sowing<'r>) -> Option<(ClauseId, Option<Option<Seat>>)> {
        let mut scene = sowing.scene().with_this(None);
        scene.can_move = CanMove::Legal { forbid_repetition: true };
        self.end_that_holds(&scene, false)
    }

    /// Would the move bring back an earlier position?
    pub(super) fn repeats(&self, trial: &Trial<'r>) -> bool {
        let mut sowing = trial.sowing.clone();
        let can_move = CanMove::Legal { forbid_repetition: false };
        let ended = |sowing: &Sowing<'r>| {
            let mut scene = sowing.scene().with_this(None);
            scene.can_move = can_move;
            self.end_that_holds(&scene, false).is_some()
        };
        match trial.ending {
            Ending::RoundEnds(_) | Ending::Endless => return false,
            Ending::TurnEnds | Ending::BonusMove(_) if ended(&sowing) => return false,
            Ending::TurnEnds => {}
            Ending::BonusMove(holes) => {
                let mut again = sowing.position.clone();
                again.bonus = Some(holes);
                if self.record(&mut again, sowing.changed_for_good()) {
                    return true;
                }
                // A chain of bonus moves is not looked into.
                if self.any_legal(&again, false) {
                    return false;
                }
            }
        }
        sowing.scan_at_end_of_turn();
        if ended(&sowing) {
            return false;
        }
        let changed = sowing.changed_for_good();
        let mut position = sowing.position;
        position.to_move = sowing.mover.opponent();
        self.record(&mut position, changed)
    }

    /// Records a position, after forgetting the earlier ones if something has changed for good.
    /// `true`: it has been recorded before.
    pub(super) fn record(&self, position: &mut Position, changed_for_good: bool) -> bool {
        if changed_for_good {
            position.history.clear();
        }
        let repeated = position.is_repeated(&position.history);
        if !repeated {
            position.record();
        }
        repeated
    }

    fn end_by_repetition(&self, mut position: Position, events: &mut Vec<Event>) -> Position {
        let outcome = match self.rules.repeated.value {
            Repeated::EndsRound | Repeated::Forbidden => None,
            Repeated::Draw => Some(None),
        };
        position.repetitions += 1;
        let clause = self.rules.repeated.clause;
        self.end_round(position, clause, outcome, None, events)
    }

    /// (7) A player is due: the ends that ask about him, then what he does if he cannot move.
    pub(super) fn player_is_due(
        &self,
        mut position: Position,
        mover: Seat,
        events: &mut Vec<Event>,
    ) -> Position {
        position.due = Due::Move;
        let player = position.to_move;
        let mut scene = Scene::between_moves(self.rules, &self.rules.play, &position, mover);
        scene.can_move = CanMove::Legal { forbid_repetition: true };
        if let Some((clause, outcome)) = self.end_that_holds(&scene, true) {
            // Where neither can move nobody is the stuck player.
            let stuck = self.is_stuck(&position, player) && !self.is_stuck(&position, player.opponent());
            let stuck = stuck.then_some(player);
            return self.end_round(position, clause, outcome, stuck, events);
        }
        if !self.is_stuck(&position, player) {
            return position;
        }
        self.refill(&mut position, player, events);
        if self.is_stuck(&position, player) && self.is_stuck(&position, player.opponent()) {
            let clause = match (&self.rules.stuck, self.rules.ends.first()) {
                (Some(stuck), _) => stuck.clause,
                (None, Some(end)) => end.clause,
                (None, None) => self.rules.repeated.clause,
            };
            return self.end_round(position, clause, None, None, events);
        }
        position
    }

    /// Has a player no legal move, were he to move?
    fn is_stuck(&self, position: &Position, player: Seat) -> bool {
        let mut position = position.clone();
        position.to_move = player;
        position.bonus = None;
        position.due = Due::Move;
        !self.any_legal(&position, true)
    }

    /// A stuck player refills his holes, where that is the rule, while what he has captured lasts.
    fn refill(&self, position: &mut Position, player: Seat, events: &mut Vec<Event>) {
        let Some(stuck) = &self.rules.stuck else {
            return;
        };
        let Stuck::Refills(seeds) = stuck.value else {
            return;
        };
        let layout = &self.rules.layout;
        let path = layout.path(&self.rules.play.path.value, player);
        for hole in layout.along(&path, position.owned[player.index()]) {
            let captured = place_of_captures(self.rules, position, player);
            if seeds == 0 || *captured < seeds {
                return;
            }
            *captured -= seeds;
            position.seeds[hole.index()] += seeds;
            events.push(event(stuck.clause, What::Refill { hole, seeds }));
        }
    }

    /// The player cannot move; his pass is a turn.
    pub(super) fn play_pass(&self, position: &Position, events: &mut Vec<Event>) -> Position {
        let mut position = position.clone();
        let by = position.to_move;
        let clause = match (&self.rules.stuck, self.rules.ends.first()) {
            (Some(stuck), _) => stuck.clause,
            (None, Some(end)) => end.clause,
            (None, None) => self.rules.repeated.clause,
        };
        events.push(event(clause, What::Pass { by }));
        position.bonus = None;
        position.turns[by.index()] += 1;
        position.to_move = by.opponent();
        let repeated = self.record(&mut position, false);
        if repeated && self.rules.repeated.value != Repeated::Forbidden {
            return self.end_by_repetition(position, events);
        }
        self.player_is_due(position, by, events)
    }

    /// A move whose captures leave the opponent no seed. `true`: this is one.
    pub(super) fn judge_grand_slam(
        &self,
        before: &Position,
        sowing: &mut Sowing<'r>,
        ending: Ending,
    ) -> bool {
        match ending {
            Ending::TurnEnds | Ending::BonusMove(_) => {}
            Ending::RoundEnds(_) | Ending::Endless => return false,
        }
        let (mover, opponent) = (sowing.mover, sowing.mover.opponent());
        let empty = |position: &Position| {
            Scene::between_moves(self.rules, &sowing.play, position, mover).has_no_seeds(opponent, None)
        };
        let by_mover = |sowing: &Sowing| -> Vec<usize> {
            (0..sowing.captures.len())
                .filter(|&index| {
                    let taken = &sowing.captures[index];
                    taken.by == mover && !taken.sown_again
                })
                .collect()
        };
        let own = by_mover(sowing);
        if own.is_empty() || empty(before) || !empty(&sowing.position) {
            return false;
        }
        let given_back: Vec<usize> = match self.rules.grand_slam.value {
            GrandSlam::CapturesAll | GrandSlam::Forbidden => return true,
            GrandSlam::CapturesNothing => {
                (0..sowing.captures.len()).rev().filter(|&index| !sowing.captures[index].sown_again).collect()
            }
            GrandSlam::SparesFirst => own.first().copied().into_iter().collect(),
            GrandSlam::SparesLast => own.last().copied().into_iter().collect(),
            GrandSlam::OpponentCapturesRest => Vec::new(),
        };
        let clause = self.rules.grand_slam.clause;
        sowing.report(clause, What::GrandSlam);
        for index in given_back {
            let taken = sowing.captures[index];
            let (by, hole, seeds) = (taken.by, taken.hole, taken.seeds);
            sowing.withdraw(by, seeds);
            sowing.position.seeds[hole.index()] += seeds;
            sowing.report(clause, What::GivenBack { by, hole, seeds });
            // Still in its place, so that the other numbers keep their meaning.
            sowing.captures[index].seeds = 0;
        }
        sowing.captures.retain(|taken| taken.seeds > 0);
        // What was given back was not captured.
        let in_first_lap = sowing.captures.iter().any(|taken| taken.lap == 1);
        sowing.first_lap_captured &= sowing.left_the_board || in_first_lap;
        if self.rules.grand_slam.value == GrandSlam::OpponentCapturesRest {
            let closed_or_marked = sowing.position.closed.union(sowing.position.marked);
            for hole in self.rules.layout.all_holes() {
                if !closed_or_marked.contains(hole) {
                    let seeds = sowing.position.seeds[hole.index()];
                    sowing.capture_for(opponent, hole, seeds, clause);
                }
            }
        }
        true
    }
}

impl Sowing<'_> {
    /// The table at the end of the turn, read at the hole of the last seed.
    pub(super) fn scan_at_end_of_turn(&mut self) {
        self.scan(value(&self.play.end_of_turn), self.this);
    }
}

/// Who wins by a verdict on these players, of whom the condition speaks.
pub(super) fn winner_by(verdict: Verdict, players: &[Seat]) -> Option<Seat> {
    match (verdict, players) {
        (Verdict::Wins, [player]) => Some(*player),
        (Verdict::Loses, [player]) => Some(player.opponent()),
        (Verdict::Wins | Verdict::Loses, _) => None,
    }
}
