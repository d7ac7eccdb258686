//! Tests and tables in lowered form.

use super::{Fill, LooksBack, Repeat};
use crate::board::{ClauseId, Direction, Hole, HoleSet, MarkId, Seat};
use crate::rules::Count;

/// A player known only when the test is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhoTest {
    /// This player.
    Seat(Seat),
    /// Who is due.
    ToMove,
    /// At whose seat the hole lies.
    RowOwner,
    /// Who owns the hole.
    HoleOwner,
}

/// A count: a bit mask below 64, the count itself above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountTest {
    low: u64,
    count: Count,
}

impl CountTest {
    /// Lowers a count.
    #[must_use]
    pub fn new(count: &Count) -> CountTest {
        let low = (0..64).filter(|&n| count.matches(n)).fold(0, |bits, n| bits | 1 << n);
        CountTest { low, count: count.clone() }
    }

    /// Does a number satisfy it?
    #[inline]
    #[must_use]
    pub fn matches(&self, number: u32) -> bool {
        if number < 64 { self.low >> number & 1 == 1 } else { self.count.matches(number) }
    }

    /// Numbers below 64 that satisfy it, as bits.
    #[must_use]
    pub const fn low(&self) -> u64 {
        self.low
    }
}

/// A condition, lowered for one mover.
#[derive(Debug, Clone)]
pub enum Test {
    /// Every part holds (always true without parts).
    All(Box<[Test]>),
    /// Some part holds.
    Any(Box<[Test]>),
    /// The part does not hold.
    Not(Box<Test>),
    /// This hole is one of these, as it was before the drop, and of that owner.
    Here {
        /// Where.
        within: HoleSet,
        /// Empty or occupied before the drop.
        fill: Option<Fill>,
        /// Its current owner; `Common`: nobody.
        owner: Option<OwnerTest>,
    },
    /// This stop is that store.
    Store(Hole),
    /// This hole is marked, for whom and with what.
    MarkedHere {
        /// For whom.
        owner: Option<Seat>,
        /// With what.
        mark: Option<MarkId>,
    },
    /// This hole holds that many because of this seed.
    Makes(CountTest),
    /// Each of the holes holds that many.
    Holds(Target, CountTest),
    /// All of them are empty.
    Empty(Target),
    /// There is one, and each is occupied.
    EveryOccupied(Target),
    /// Each has been lifted in this round.
    Lifted(Target),
    /// Each got a seed in this lap.
    Sown(Target),
    /// One of these got a seed in this move.
    SownInMove(HoleSet),
    /// Each belongs to that owner.
    Owned(Target, OwnerTest),
    /// Each is marked.
    Marked(Target),
    /// This is the last seed of the lap.
    LastSeed,
    /// No last seed of the owner's opponent has fallen in this marked hole.
    FirstTime,
    /// This is the first lap of the move.
    FirstLap,
    /// The first lap captured and is over.
    FirstLapCaptured,
    /// Seeds were captured in this move.
    CaptureMade,
    /// No seeds were captured in so many moves.
    NoCaptureInLast(u32),
    /// That many were lifted for this lap.
    Sowing(CountTest),
    /// This lap runs that way.
    SowingDirection(Direction),
    /// The player has no seeds: in his own unmarked holes, or by seat in these.
    NoSeeds(WhoTest, Option<[HoleSet; 2]>),
    /// The player would have a legal move.
    CanMove(WhoTest),
    /// The player owns that many holes.
    OwnsHoles(WhoTest, CountTest),
    /// The player owns every hole in play.
    OwnsEvery(WhoTest),
    /// The player has seeds in hand.
    InHand(WhoTest),
    /// The player has captured that many.
    Captured(WhoTest, CountTest),
    /// The player has captured more than half of all.
    MoreThanHalf(WhoTest),
    /// The player has such a mark.
    HasMark(WhoTest, MarkId),
    /// Such a mark has been made in this round.
    MarkMade(MarkId),
    /// No unmarked hole holds seeds.
    OnlyMarked,
    /// No such hole holds that many.
    NoneHolds(HolesTest, CountTest),
    /// All such holes are empty.
    AllEmpty(HolesTest),
    /// That many seeds are left outside marked holes.
    SeedsLeft(CountTest),
}

impl Test {
    /// Notes what the answer depends on of what has gone before.
    pub(super) fn looks_back(&self, to: &mut LooksBack) {
        match self {
            Test::All(parts) | Test::Any(parts) => parts.iter().for_each(|part| part.looks_back(to)),
            Test::Not(part) => part.looks_back(to),
            Test::Lifted(_) => to.lifted = true,
            Test::SownInMove(_) => to.sown_in_move = true,
            Test::FirstLapCaptured => to.first_lap_captured = true,
            Test::CaptureMade => to.capture_made = true,
            Test::FirstTime => to.first_time = true,
            Test::MarkMade(_) => to.mark_made = true,
            _ => {}
        }
    }
}

/// Whose hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnerTest {
    /// This player's.
    Seat(Seat),
    /// Nobody's.
    Common,
}

/// One hole or several, found when the test is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The hole of this seed.
    This,
    /// Its facing holes.
    Facing,
    /// Its nearest facing hole.
    FacingInner,
    /// Its farthest facing hole.
    FacingOuter,
    /// The next stop.
    Next,
    /// The stop after the next.
    AfterNext,
    /// The holes facing the next hole.
    FacingNext,
    /// The stop before.
    Before,
    /// Where the lap was lifted.
    Lifted,
    /// Where its first seed fell.
    FirstOfLap,
    /// The stop after that player's hole with the mark.
    AfterMark(Seat, MarkId),
    /// These holes.
    Fixed(Vec<Hole>),
}

/// A described set of holes, lowered for one mover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolesTest {
    /// Within these.
    pub within: HoleSet,
    /// Not this hole.
    pub other: bool,
    /// By current owner.
    pub owner: Option<OwnerTest>,
    /// Empty or occupied now.
    pub fill: Option<Fill>,
    /// Got a seed in this lap.
    pub sown: bool,
    /// Holding that many.
    pub holding: Option<CountTest>,
    /// Not holding that many.
    pub not_holding: Option<CountTest>,
    /// Marked or unmarked.
    pub marked: Option<bool>,
    /// Facing such a hole.
    pub facing: Option<FacingTest>,
}

impl HolesTest {
    /// Is nothing asked of a hole but that it is occupied and belongs to this player?
    #[must_use]
    pub fn asks_only_owner(&self, player: Seat) -> bool {
        let HolesTest { within: _, other, owner, fill, sown, holding, not_holding, marked, facing } = self;
        !other
            && owner.is_none_or(|owner| owner == OwnerTest::Seat(player))
            && *fill != Some(Fill::Empty)
            && !sown
            && holding.is_none()
            && not_holding.is_none()
            && marked.is_none()
            && facing.is_none()
    }
}

/// What a described hole faces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacingTest {
    /// By current owner.
    pub owner: Option<OwnerTest>,
    /// Empty or occupied now.
    pub fill: Option<Fill>,
    /// Holding that many.
    pub holding: Option<CountTest>,
    /// Not holding that many.
    pub not_holding: Option<CountTest>,
}

/// A table.
#[derive(Debug, Clone)]
pub struct TableCode {
    /// Its lines; groups are flattened into the lines' tests.
    pub lines: Vec<LineCode>,
    /// Counts of this hole (63: 63 or more) with which some line may fit: a quick test.
    pub counts: u64,
}

impl TableCode {
    /// Does any line sow what it captures?
    #[must_use]
    pub fn sows_captures(&self) -> bool {
        fn resows(then: &Then) -> bool {
            match then {
                Then::Resow { .. } => true,
                Then::Choose(ways) => ways.iter().any(resows),
                Then::GoOn
                | Then::TurnEnds
                | Then::Relay { .. }
                | Then::MovesOn
                | Then::Bonus(_)
                | Then::RoundEnds => false,
            }
        }
        self.lines.iter().any(|line| resows(&line.then))
    }
}

/// A line.
#[derive(Debug, Clone)]
pub struct LineCode {
    /// When it fits.
    pub test: Test,
    /// What it does.
    pub actions: Vec<ActionCode>,
    /// What follows.
    pub then: Then,
    /// The line.
    pub clause: ClauseId,
    /// Does it capture or mark?
    pub captures_or_marks: bool,
}

/// An action.
#[derive(Debug, Clone)]
pub enum ActionCode {
    /// Capture.
    Capture {
        /// Who gets them.
        who: WhoTest,
        /// The mover may choose not to.
        optional: bool,
        /// What.
        what: Vec<CaptureCode>,
    },
    /// Try the line on other stops.
    Repeat(Repeat),
    /// Mark holes for the mover.
    Mark {
        /// The holes.
        holes: Vec<Target>,
        /// And one of these, chosen.
        chosen: Option<HolesTest>,
        /// The mark.
        mark: MarkId,
    },
    /// Seeds change place; `None`: all.
    Transfer {
        /// How many.
        seeds: Option<u32>,
        /// From where.
        from: Target,
        /// To where.
        to: Target,
    },
}

/// What a capture takes.
#[derive(Debug, Clone)]
pub enum CaptureCode {
    /// All seeds of the holes.
    All(Target),
    /// All seeds of every hole described.
    Every(HolesTest),
    /// All seeds of one of them, chosen.
    Chosen(HolesTest),
    /// That many at most.
    Seeds(u32, Target),
    /// All but that many.
    AllBut(u32, Target),
}

/// What follows a line.
#[derive(Debug, Clone)]
pub enum Then {
    /// Nothing: the sowing goes on.
    GoOn,
    /// The turn ends.
    TurnEnds,
    /// Lift this hole (or the next) and sow on.
    Relay {
        /// The next hole instead of this one.
        next: bool,
        /// Which way.
        direction: Way,
    },
    /// Sow the captured seeds.
    Resow {
        /// Which way.
        direction: Way,
        /// The hole of the first seed.
        first: Target,
    },
    /// The last seed moves on.
    MovesOn,
    /// A bonus move, from these holes.
    Bonus(Option<HolesTest>),
    /// The mover chooses.
    Choose(Vec<Then>),
    /// The round ends.
    RoundEnds,
}

/// Which way a further lap runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// As before.
    Same,
    /// The other way.
    Other,
    /// The mover chooses.
    Either,
    /// That way.
    Fixed(Direction),
}
