//! The end of a round: what ends it, who gets what is left, who has won.

use super::Reference;
use super::marks::declaration;
use super::scene::Scene;
use super::setup::event;
use super::sowing::place_of_captures;
use super::turn::winner_by;
use crate::board::{ClauseId, Hole, Seat};
use crate::engine::{Due, Event, Position, RoundResult, What};
use crate::rules::{Condition, MarkSeeds, Remaining, Who, Win};

impl Reference<'_> {
    /// The first `end when` that holds, of those that ask about the player to move or of the
    /// others: its clause, and the outcome if it settles one.
    pub(super) fn end_that_holds(
        &self,
        scene: &Scene,
        about_player_to_move: bool,
    ) -> Option<(ClauseId, Option<Option<Seat>>)> {
        let end = self.rules.ends.iter().find(|end| {
            let players = players_named(&end.value.when);
            let holds = match players.first() {
                // It is enough that the whole of it holds for one of them.
                Some(Who::APlayer) => !that_player(scene, &end.value.when).is_empty(),
                Some(_) | None => scene.holds(&end.value.when),
            };
            players.contains(&Who::PlayerToMove) == about_player_to_move && holds
        })?;
        let outcome = end.value.that_player.map(|verdict| {
            let players = that_player(scene, &end.value.when);
            winner_by(verdict, &players)
        });
        Some((end.clause, outcome))
    }

    /// The round ends by a clause. `outcome`: the winner (or a draw), where it is settled;
    /// `stuck`: the player who could not move, if the round ended by that.
    pub(super) fn end_round(
        &self,
        position: Position,
        clause: ClauseId,
        outcome: Option<Option<Seat>>,
        stuck: Option<Seat>,
        events: &mut Vec<Event>,
    ) -> Position {
        events.push(event(clause, What::RoundEnds));
        self.deal_out(position, clause, outcome, stuck, events)
    }

    /// Deals out the remaining seeds and counts, the end of the round having been reported.
    pub(super) fn deal_out(
        &self,
        mut position: Position,
        clause: ClauseId,
        outcome: Option<Option<Seat>>,
        stuck: Option<Seat>,
        events: &mut Vec<Event>,
    ) -> Position {
        let mut halves = Halves::of(self.unmarked_total(&position));
        let with_seeds = self.only_player_with_seeds(&position);
        for hole in self.rules.layout.all_holes() {
            let seeds = position.seeds[hole.index()];
            if seeds == 0 {
                continue;
            }
            if let Some(marked) = position.mark_on(hole) {
                if let Some(mark) = declaration(self.rules, marked) {
                    let to = match mark.at_end.value {
                        MarkSeeds::Owner => Some(marked.owner),
                        MarkSeeds::RowOwner => self.rules.layout.row_owner(hole),
                    };
                    self.deal(&mut position, hole, seeds, to, mark.at_end.clause, events);
                }
                continue;
            }
            let row_owner = self.rules.layout.row_owner(hole);
            let clause = self.rules.remaining.clause;
            let to = match self.rules.remaining.value {
                Remaining::RowOwner => row_owner,
                Remaining::HoleOwner => {
                    Seat::BOTH.into_iter().find(|seat| position.owned[seat.index()].contains(hole))
                }
                Remaining::OpponentOfStuck => stuck.map(Seat::opponent).or(row_owner),
                Remaining::LastMover => position.last_mover.or(row_owner),
                Remaining::PlayerWithSeeds => with_seeds.or(row_owner),
                Remaining::Starter => Some(position.starter),
                Remaining::Half => {
                    for (seat, share) in halves.take(seeds) {
                        self.deal(&mut position, hole, share, Some(seat), clause, events);
                    }
                    None
                }
                Remaining::NextRound | Remaining::Nobody => {
                    events.push(event(clause, What::LeftOver { hole, seeds }));
                    None
                }
            };
            self.deal(&mut position, hole, seeds, to, clause, events);
        }
        self.count(position, clause, outcome, events)
    }

    /// Seeds of a hole go to a player, if there is one to get them.
    fn deal(
        &self,
        position: &mut Position,
        hole: Hole,
        seeds: u32,
        to: Option<Seat>,
        clause: ClauseId,
        events: &mut Vec<Event>,
    ) {
        let (Some(to), true) = (to, seeds > 0) else {
            return;
        };
        position.seeds[hole.index()] -= seeds;
        *place_of_captures(self.rules, position, to) += seeds;
        events.push(event(clause, What::Remaining { to, hole, seeds }));
    }

    fn unmarked_total(&self, position: &Position) -> u32 {
        self.rules
            .layout
            .all_holes()
            .filter(|&hole| !position.marked.contains(hole))
            .map(|hole| position.seeds[hole.index()])
            .sum()
    }

    /// The player who has seeds in his own unmarked holes, if exactly one has.
    fn only_player_with_seeds(&self, position: &Position) -> Option<Seat> {
        let scene = Scene::between_moves(self.rules, &self.rules.play, position, position.to_move);
        let with_seeds: Vec<Seat> =
            Seat::BOTH.into_iter().filter(|&seat| !scene.has_no_seeds(seat, None)).collect();
        match with_seeds[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The result of the round, and with a game of one round that of the match.
    fn count(
        &self,
        mut position: Position,
        clause: ClauseId,
        outcome: Option<Option<Seat>>,
        events: &mut Vec<Event>,
    ) -> Position {
        let holes = self.rules.layout.hole_count();
        let totals = Seat::BOTH.map(|seat| position.stored(seat, holes));
        let marks = Seat::BOTH.map(|seat| {
            let marks = &position.marks;
            marks.iter().filter(|marked| marked.owner == seat).count() as u32
        });
        let (winner, decided_by) = match (outcome, &self.rules.win) {
            (Some(winner), _) => (winner, clause),
            (None, Some(win)) => {
                let counts = match win.value {
                    Win::MostSeeds => totals,
                    Win::MostMarkedHoles => marks,
                };
                (more(counts), win.clause)
            }
            (None, None) => (None, clause),
        };
        events.push(event(decided_by, What::RoundResult { totals, winner }));
        position.bonus = None;
        position.round_result = Some(RoundResult { totals, winner, clause });
        position.streak = match (winner, position.streak) {
            (Some(winner), Some((of, length))) if of == winner => Some((winner, length + 1)),
            (Some(winner), _) => Some((winner, 1)),
            (None, _) => None,
        };
        if let Some(winner) = winner {
            position.wins[winner.index()] += 1;
        }
        if self.rules.rounds.is_some() {
            position.due = Due::NextRound;
        } else {
            position.due = Due::Nothing;
            position.match_result = Some(winner);
        }
        position
    }
}

/// The player with more; `None` if they have the same.
pub(super) fn more(counts: [u32; 2]) -> Option<Seat> {
    match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => Some(Seat::South),
        std::cmp::Ordering::Less => Some(Seat::North),
        std::cmp::Ordering::Equal => None,
    }
}

/// What is still due to South and North where each gets half; an odd seed is due to nobody.
struct Halves([u32; 2]);

impl Halves {
    fn of(total: u32) -> Halves {
        Halves([total / 2; 2])
    }

    /// Shares out the seeds of a hole, South's share first.
    fn take(&mut self, mut seeds: u32) -> Vec<(Seat, u32)> {
        let mut shares = Vec::new();
        for seat in Seat::BOTH {
            let share = seeds.min(self.0[seat.index()]);
            self.0[seat.index()] -= share;
            seeds -= share;
            shares.push((seat, share));
        }
        shares
    }
}

/// The players whom a condition names, in the order written.
fn players_named(condition: &Condition) -> Vec<Who> {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(players_named).collect(),
        Condition::Not(part) => players_named(part),
        Condition::NoSeeds { who, .. }
        | Condition::CanMove(who)
        | Condition::OwnsHoles { who, .. }
        | Condition::OwnsEveryHole(who)
        | Condition::SeedsInHand(who)
        | Condition::Captured { who, .. }
        | Condition::CapturedMoreThanHalf(who)
        | Condition::HasMark { who, .. } => vec![*who],
        Condition::In(_)
        | Condition::Makes(_)
        | Condition::Holds { .. }
        | Condition::Empty(_)
        | Condition::EveryOccupied(_)
        | Condition::Lifted(_)
        | Condition::SownInThisLap(_)
        | Condition::SownInThisMove(_)
        | Condition::Owned { .. }
        | Condition::Marked(_)
        | Condition::LastSeed
        | Condition::FirstTime
        | Condition::FirstLap
        | Condition::FirstLapCaptured
        | Condition::CaptureMade
        | Condition::NoCaptureInLast(_)
        | Condition::Sowing(_)
        | Condition::SowingDirection(_)
        | Condition::MarkMade(_)
        | Condition::OnlyMarkedHoldSeeds
        | Condition::NoneHolds { .. }
        | Condition::AllEmpty(_)
        | Condition::SeedsLeft(_) => Vec::new(),
    }
}

/// `that player`: the first whom the condition names; of `a player` those for whom it holds.
fn that_player(scene: &Scene, condition: &Condition) -> Vec<Seat> {
    match players_named(condition).first() {
        None => Vec::new(),
        Some(Who::APlayer) => Seat::BOTH
            .into_iter()
            .filter(|&seat| {
                let mut scene = scene.clone();
                scene.a_player = Some(seat);
                scene.holds(condition)
            })
            .collect(),
        Some(Who::Neither) => Seat::BOTH.to_vec(),
        Some(
            who @ (Who::Mover
            | Who::Opponent
            | Who::RowOwner
            | Who::HoleOwner
            | Who::PlayerToMove
            | Who::South
            | Who::North),
        ) => scene.players(*who, None),
    }
}
