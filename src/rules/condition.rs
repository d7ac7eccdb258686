//! Conditions: what a clause can ask. Counts are those after the drop and after all captures
//! made so far; only `empty` and `occupied` of a seed's own hole look back before the drop.

use super::{MarkId, Region, Row, Side};
use crate::board::Direction;
use serde::{Deserialize, Serialize};

/// A condition. `this hole` is the hole of the seed just dropped; in a preference or a scan the
/// hole that is tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// Every part holds.
    All(Vec<Condition>),
    /// Some part holds.
    Any(Vec<Condition>),
    /// The part does not hold.
    Not(Box<Condition>),
    /// This hole is such a place.
    In(Place),
    /// This hole now holds that many because of this seed. In a repeat: holds that many.
    Makes(Count),
    /// Each hole holds that many now.
    Holds {
        /// The hole or holes.
        hole: HoleRef,
        /// How many.
        count: Count,
    },
    /// All the holes are empty now. True where there is no such hole.
    Empty(HoleRef),
    /// Every one of the holes is occupied now. False where there is no such hole.
    EveryOccupied(HoleRef),
    /// The hole has been lifted by anyone since the round began.
    Lifted(HoleRef),
    /// The hole got a seed in this lap.
    SownInThisLap(HoleRef),
    /// One of these holes got a seed in this move, in any lap.
    SownInThisMove(Region),
    /// The hole belongs (by current owner) to that side.
    Owned {
        /// The hole.
        hole: HoleRef,
        /// Whose.
        by: Side,
    },
    /// The hole is marked for anyone.
    Marked(HoleRef),
    /// This is the last seed of the lap.
    LastSeed,
    /// No last seed of an opponent of the mark's owner has yet fallen in this marked hole.
    FirstTime,
    /// This is the first lap of the move.
    FirstLap,
    /// The first lap of the move (or the entered seed) captured; false while it is judged.
    FirstLapCaptured,
    /// Any player captured seeds in this move.
    CaptureMade,
    /// Nothing was captured in the last N moves of the round, this one included.
    NoCaptureInLast(u32),
    /// That many seeds were lifted for this lap.
    Sowing(Count),
    /// This lap runs that way.
    SowingDirection(Direction),
    /// The player has no seeds in his own unmarked holes (in the region: by seat, all holes).
    NoSeeds {
        /// Who.
        who: Who,
        /// Where, seen from that player's seat.
        region: Option<Region>,
    },
    /// The player would have a legal move, were he to move.
    CanMove(Who),
    /// The player owns that many holes.
    OwnsHoles {
        /// Who.
        who: Who,
        /// How many.
        count: Count,
    },
    /// The player owns every hole.
    OwnsEveryHole(Who),
    /// The player has seeds in hand.
    SeedsInHand(Who),
    /// The player has captured that many (pile, store, seeds in his marks that count for him).
    Captured {
        /// Who.
        who: Who,
        /// How many.
        count: Count,
    },
    /// The player has captured more than half of all seeds.
    CapturedMoreThanHalf(Who),
    /// The player has such a mark on the board.
    HasMark {
        /// Who.
        who: Who,
        /// Which.
        mark: MarkId,
    },
    /// Such a mark has been made in this round.
    MarkMade(MarkId),
    /// No unmarked hole holds seeds.
    OnlyMarkedHoldSeeds,
    /// None of the holes holds that many.
    NoneHolds {
        /// The holes.
        holes: Holes,
        /// How many.
        count: Count,
    },
    /// All the holes are empty.
    AllEmpty(Holes),
    /// That many seeds are left outside marked holes.
    SeedsLeft(Count),
}

impl Condition {
    /// The single parts, without `and`, `or` and `not`, in the order of the text.
    pub fn parts<'c>(&'c self, parts: &mut Vec<&'c Condition>) {
        match self {
            Condition::All(inner) | Condition::Any(inner) => {
                inner.iter().for_each(|part| part.parts(parts));
            }
            Condition::Not(part) => part.parts(parts),
            single => parts.push(single),
        }
    }
}

/// A count of seeds or holes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Count {
    /// One of these.
    OneOf(Vec<u32>),
    /// That many or more.
    AtLeast(u32),
    /// That many or fewer.
    AtMost(u32),
    /// 2, 4, 6 …; 0 is not even.
    Even,
    /// 1, 3, 5 …
    Odd,
}

impl Count {
    /// Does a number satisfy this count?
    #[must_use]
    pub fn matches(&self, number: u32) -> bool {
        match self {
            Count::OneOf(numbers) => numbers.contains(&number),
            Count::AtLeast(least) => number >= *least,
            Count::AtMost(most) => number <= *most,
            Count::Even => number > 0 && number.is_multiple_of(2),
            Count::Odd => number % 2 == 1,
        }
    }
}

/// Empty or occupied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fill {
    /// Held nothing before this seed (of other holes: holds nothing now).
    Empty,
    /// Held something before this seed (of other holes: holds something now).
    Occupied,
}

/// A kind of place for `in …`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// A hole (never a store).
    Hole {
        /// Empty or occupied before this seed.
        fill: Option<Fill>,
        /// Own or opponent's by current owner.
        whose: Option<Side>,
        /// In which row, by seat.
        of: Option<Row>,
    },
    /// The mover's store.
    OwnStore,
    /// A hole marked for the side (`None`: for anyone) with the mark (`None`: any).
    Marked {
        /// For whom it is marked.
        whose: Option<Side>,
        /// Which mark.
        mark: Option<MarkId>,
    },
    /// One of these holes, by seat, also where `fill` asks how it was before.
    Region {
        /// Empty or occupied before this seed.
        fill: Option<Fill>,
        /// Where.
        region: Region,
    },
}

/// One hole, or the facing ones together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum HoleRef {
    /// The hole of this seed.
    This,
    /// The facing hole or holes of this hole.
    Facing,
    /// The nearest facing hole (inner on four rows).
    FacingInner,
    /// The farthest facing hole (outer on four rows).
    FacingOuter,
    /// The next stop after this hole, in the direction of this lap.
    Next,
    /// The stop after that.
    AfterNext,
    /// The hole facing the next hole.
    FacingNext,
    /// The stop before this hole.
    Before,
    /// Where this lap was lifted; nothing for a lap of captured seeds.
    LiftedHole,
    /// The hole that received this lap's first seed.
    FirstOfLap,
    /// The stop after the opponent's hole with that mark.
    AfterOpponentMark(MarkId),
    /// Holes by seat.
    Region(Region),
}

/// A set of holes by description. All that is stated must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Holes {
    /// Not this hole.
    pub other: bool,
    /// Empty or occupied now.
    pub fill: Option<Fill>,
    /// By current owner (common: nobody's).
    pub whose: Option<Side>,
    /// Within these, by seat.
    pub of: Option<Region>,
    /// Got a seed in this lap.
    pub sown_in_this_lap: bool,
    /// Holding that many now.
    pub holding: Option<Count>,
    /// Not holding that many now.
    pub not_holding: Option<Count>,
    /// Only marked (`true`) or unmarked (`false`) holes.
    pub marked: Option<bool>,
    /// Facing such a hole.
    pub facing: Option<FacingFilter>,
    /// Without these.
    pub except: Option<Region>,
}

/// What a described hole must face: some facing hole satisfies all that is stated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacingFilter {
    /// By current owner.
    pub whose: Option<Side>,
    /// Empty or occupied now.
    pub fill: Option<Fill>,
    /// Holding that many now.
    pub holding: Option<Count>,
    /// Not holding that many now.
    pub not_holding: Option<Count>,
}

/// A player, as clauses name him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// Who is making the move.
    Mover,
    /// The mover's opponent.
    Opponent,
    /// At whose seat the hole lies.
    RowOwner,
    /// The hole's current owner.
    HoleOwner,
    /// Who is due.
    PlayerToMove,
    /// Either: it is enough that the condition holds for one of them.
    APlayer,
    /// Neither: the condition is negated for both.
    Neither,
    /// South.
    South,
    /// North.
    North,
}
