//! Conditions.

use super::{Lowered, Lowering};
use crate::board::{Direction, Seat};
use crate::rules::{Condition, Count, HoleRef, Holes, Side, Who};
use crate::syntax::{Kind, Node};

impl Lowering {
    pub(super) fn child_condition(&self, node: &Node) -> Lowered<Condition> {
        node.child(Kind::condition)
            .map_or_else(|| Err(self.unknown(node)), |condition| self.condition(condition))
    }

    /// `A and B or C unless D`
    pub(super) fn condition(&self, node: &Node) -> Lowered<Condition> {
        let mut parts = node.all(Kind::or_condition).map(|part| self.or_condition(part));
        let condition = parts.next().unwrap_or_else(|| Err(self.unknown(node)))?;
        match parts.next() {
            None => Ok(condition),
            Some(unless) => Ok(Condition::All(vec![condition, negated(unless?)])),
        }
    }

    fn or_condition(&self, node: &Node) -> Lowered<Condition> {
        let parts = node
            .all(Kind::and_condition)
            .map(|part| self.and_condition(part))
            .collect::<Lowered<Vec<_>>>()?;
        Ok(one_or(parts, Condition::Any))
    }

    fn and_condition(&self, node: &Node) -> Lowered<Condition> {
        let parts = node
            .all(Kind::simple_condition)
            .map(|part| match part.children.first() {
                Some(inner) => self.simple_condition(inner),
                None => Err(self.unknown(part)),
            })
            .collect::<Lowered<Vec<_>>>()?;
        Ok(one_or(parts, Condition::All))
    }

    fn simple_condition(&self, node: &Node) -> Lowered<Condition> {
        Ok(match node.kind {
            Kind::seed_was_sown => Condition::SownInThisMove(self.child_region(node)?),
            Kind::no_seed_was_sown => negated(Condition::SownInThisMove(self.child_region(node)?)),
            Kind::in_the_first_lap => Condition::FirstLap,
            Kind::not_in_the_first_lap => negated(Condition::FirstLap),
            Kind::not_in => negated(Condition::In(self.place(node)?)),
            Kind::in_place => Condition::In(self.place(node)?),
            Kind::makes => Condition::Makes(self.child_count(node)?),
            Kind::holds => Condition::Holds { hole: HoleRef::This, count: self.child_count(node)? },
            Kind::does_not_hold => {
                negated(Condition::Holds { hole: HoleRef::This, count: self.child_count(node)? })
            }
            Kind::is_the_last_seed => Condition::LastSeed,
            Kind::is_not_the_last_seed => negated(Condition::LastSeed),
            Kind::for_the_first_time => Condition::FirstTime,
            Kind::the_first_lap_captured => Condition::FirstLapCaptured,
            Kind::a_capture_was_made => Condition::CaptureMade,
            Kind::no_capture_lately => Condition::NoCaptureInLast(self.child_amount(node)?),
            Kind::no_capture_was_made => negated(Condition::CaptureMade),
            Kind::sowing_direction => Condition::SowingDirection(if node.has(Kind::k_clockwise) {
                Direction::Clockwise
            } else {
                Direction::Counterclockwise
            }),
            Kind::sowing_count => Condition::Sowing(self.child_count(node)?),
            Kind::only_marked => Condition::OnlyMarkedHoldSeeds,
            Kind::no_hole_holds => {
                Condition::NoneHolds { holes: Holes::default(), count: self.child_count(node)? }
            }
            Kind::no_mark_made => negated(Condition::MarkMade(self.mark_name(node)?)),
            Kind::no_holes_hold => {
                Condition::NoneHolds { holes: self.child_holes(node)?, count: self.child_count(node)? }
            }
            Kind::no_seeds_left => Condition::SeedsLeft(Count::OneOf(vec![0])),
            Kind::seeds_left => Condition::SeedsLeft(self.child_count(node)?),
            Kind::holes_are_empty => Condition::AllEmpty(self.child_holes(node)?),
            Kind::about_hole => self.about_hole(node)?,
            Kind::about_player => self.about_player(node)?,
            _ => return Err(self.unknown(node)),
        })
    }

    fn child_holes(&self, node: &Node) -> Lowered<Holes> {
        node.child(Kind::holes).map_or_else(|| Err(self.unknown(node)), |holes| self.holes(holes))
    }

    fn about_hole(&self, node: &Node) -> Lowered<Condition> {
        let every = node.find(Kind::every_facing_hole).is_some();
        let hole = if node.has(Kind::any_facing) { HoleRef::Facing } else { self.hole(node)? };
        let Some(said) = node.children.last() else { return Err(self.unknown(node)) };
        Ok(match said.kind {
            Kind::is_not_empty if every => Condition::EveryOccupied(hole),
            Kind::is_not_empty => negated(Condition::Empty(hole)),
            Kind::is_empty => Condition::Empty(hole),
            Kind::holds => Condition::Holds { hole, count: self.child_count(said)? },
            Kind::does_not_hold => negated(Condition::Holds { hole, count: self.child_count(said)? }),
            Kind::has_been_lifted => Condition::Lifted(hole),
            Kind::has_not_been_lifted => negated(Condition::Lifted(hole)),
            Kind::was_sown => Condition::SownInThisLap(hole),
            Kind::was_not_sown => negated(Condition::SownInThisLap(hole)),
            Kind::is_own => Condition::Owned { hole, by: Side::Own },
            Kind::is_opponents => Condition::Owned { hole, by: Side::Opponent },
            Kind::is_marked => Condition::Marked(hole),
            Kind::is_not_marked => negated(Condition::Marked(hole)),
            _ => return Err(self.unknown(said)),
        })
    }

    fn about_player(&self, node: &Node) -> Lowered<Condition> {
        let (Some(player), Some(said)) = (node.child(Kind::player), node.children.last()) else {
            return Err(self.unknown(node));
        };
        let who = self.player(player)?;
        Ok(match said.kind {
            Kind::has_no_seeds => Condition::NoSeeds {
                who,
                region: said.child(Kind::region).map(|region| self.region(region)).transpose()?,
            },
            Kind::can_move => Condition::CanMove(who),
            // "Neither player can move" already says no.
            Kind::cannot_move => negated(Condition::CanMove(who)),
            Kind::owns_every => Condition::OwnsEveryHole(who),
            Kind::owns_count => Condition::OwnsHoles { who, count: self.child_count(said)? },
            Kind::has_in_hand => Condition::SeedsInHand(who),
            Kind::has_more_than_half => Condition::CapturedMoreThanHalf(who),
            Kind::has_captured => Condition::Captured { who, count: self.child_count(said)? },
            Kind::has_mark => Condition::HasMark { who, mark: self.mark_name(said)? },
            _ => return Err(self.unknown(said)),
        })
    }

    fn player(&self, node: &Node) -> Lowered<Who> {
        let Some(inner) = node.children.first() else { return Err(self.unknown(node)) };
        Ok(match inner.kind {
            Kind::the_player_to_move => Who::PlayerToMove,
            Kind::a_player => Who::APlayer,
            Kind::neither_player => Who::Neither,
            Kind::the_mover => Who::Mover,
            Kind::the_opponent => Who::Opponent,
            Kind::seat => match self.seat(inner) {
                Seat::South => Who::South,
                Seat::North => Who::North,
            },
            _ => return Err(self.unknown(inner)),
        })
    }
}

fn negated(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

/// A single part stands for itself.
fn one_or(parts: Vec<Condition>, many: impl FnOnce(Vec<Condition>) -> Condition) -> Condition {
    match <[Condition; 1]>::try_from(parts) {
        Ok([only]) => only,
        Err(parts) => many(parts),
    }
}
