//! The board: seats, holes, directions, and where every hole lies. The ground on which both
//! the rules and the engine stand, with the numbers by which both name clauses and marks; it
//! knows nothing of how a game is played.

use serde::{Deserialize, Serialize};

/// Most holes a board may have. Sets of holes are one machine word of 128 bits.
pub const MAX_HOLES: usize = 128;

/// One of the two players, named by where he sits. South is at the bottom of every picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Seat {
    /// The player at the bottom of the board.
    South,
    /// The player at the top of the board.
    North,
}

impl Seat {
    /// Both seats, South first.
    pub const BOTH: [Seat; 2] = [Seat::South, Seat::North];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Seat {
        match self {
            Seat::South => Seat::North,
            Seat::North => Seat::South,
        }
    }

    /// 0 for South, 1 for North: the place in every pair kept by seat.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Seat::South => 0,
            Seat::North => 1,
        }
    }

    /// The name as it is written: `South` or `North`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Seat::South => "South",
            Seat::North => "North",
        }
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Which way a sowing runs along the mover's path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Direction {
    /// Along the path as the file states it.
    Counterclockwise,
    /// Against the path as the file states it.
    Clockwise,
}

impl Direction {
    /// Both directions, counterclockwise first.
    pub const BOTH: [Direction; 2] = [Direction::Counterclockwise, Direction::Clockwise];

    /// The other way round.
    #[must_use]
    pub const fn reversed(self) -> Direction {
        match self {
            Direction::Counterclockwise => Direction::Clockwise,
            Direction::Clockwise => Direction::Counterclockwise,
        }
    }

    /// 0 for counterclockwise, 1 for clockwise.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Direction::Counterclockwise => 0,
            Direction::Clockwise => 1,
        }
    }

    /// The word of the language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Counterclockwise => "counterclockwise",
            Direction::Clockwise => "clockwise",
        }
    }
}

impl std::fmt::Display for Direction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A stop on the board: a hole, or (after the last hole) a store.
///
/// Holes are numbered South's first, row by row from the centre outwards and from South's left,
/// then North's in the same way from North's left, then common holes. The stores of South and
/// North, where the board has them, are the two numbers after the last hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hole(pub u8);

impl Hole {
    /// The place of this stop in every table kept by stop.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of holes (never of stores). Written as the list of its holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct HoleSet(pub u128);

impl Serialize for HoleSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for HoleSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<HoleSet, D::Error> {
        Vec::<Hole>::deserialize(deserializer).map(|holes| holes.into_iter().collect())
    }
}

impl HoleSet {
    /// No hole.
    pub const EMPTY: HoleSet = HoleSet(0);

    /// Is this hole in the set? A store never is.
    #[must_use]
    pub const fn contains(self, hole: Hole) -> bool {
        hole.0 < 128 && self.0 >> hole.0 & 1 == 1
    }

    /// Adds a hole; a store is ignored.
    pub fn insert(&mut self, hole: Hole) {
        if hole.0 < 128 {
            self.0 |= 1 << hole.0;
        }
    }

    /// Takes a hole out.
    pub fn remove(&mut self, hole: Hole) {
        if hole.0 < 128 {
            self.0 &= !(1 << hole.0);
        }
    }

    /// Number of holes in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Is there no hole in the set?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The holes of either set.
    #[must_use]
    pub const fn union(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 | other.0)
    }

    /// The holes of both sets.
    #[must_use]
    pub const fn intersection(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 & other.0)
    }

    /// The holes of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 & !other.0)
    }

    /// The holes in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Hole> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let lowest = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            Some(Hole(lowest))
        })
    }
}

impl FromIterator<Hole> for HoleSet {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> HoleSet {
        let mut set = HoleSet::EMPTY;
        for hole in holes {
            set.insert(hole);
        }
        set
    }
}

/// A clause, as an index into the clause table of the rules. Events carry it, so that a trace can
/// say which line of which file did what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClauseId(pub u16);

impl ClauseId {
    /// The place of this clause in the clause table of the rules.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A mark, as an index into the marks of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MarkId(pub u8);
