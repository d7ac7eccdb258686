//! The board of a game: how many rows and holes, who sits where, what faces what, and the
//! words by which clauses point at holes.

use super::Stated;
use crate::board::{Hole, HoleSet, Seat};
use serde::{Deserialize, Serialize};

/// Holes, stores, owners and facing, with every hole numbered as [`Hole`] describes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// The clause that declares the board, and how many rows (0 for a board of named holes).
    pub rows: Stated<u32>,
    /// Holes in a row (0 for a board of named holes).
    pub columns: u32,
    /// Does each player have a store?
    pub stores: bool,
    /// Every hole.
    pub holes: Vec<Naming>,
    /// Holes of each player at the start, South's first (`own`, `opponent's`).
    pub owners: [HoleSet; 2],
    /// Holes by seat: the side of each player, South's first (`row owner`, facing).
    pub sides: [HoleSet; 2],
    /// For every hole, the holes of the other side in the same column, nearest first.
    pub facing: Vec<Vec<Hole>>,
    /// Ownership follows the seeds: each hole belongs to the last player to sow in it.
    pub owned_by_last_sower: Option<Stated<()>>,
}

/// Where one hole lies and what it is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Naming {
    /// The player whose seat names it; `None` for a common hole.
    pub seat: Option<Seat>,
    /// Its name from that seat: `a`, or `a2` with several rows a player.
    pub name: String,
    /// Row on the board from the bottom, from 0.
    pub row: u32,
    /// Column on the board from South's left, from 0.
    pub column: u32,
}

/// A row, from the mover's seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Row {
    /// The mover's only or near row (by seat). On four rows: both of his rows.
    Own,
    /// The opponent's only or near row (by seat). On four rows: both of his rows.
    Opponent,
    /// The middle row of three.
    Middle,
    /// The mover's row next to the centre.
    OwnInner,
    /// The mover's row next to him.
    OwnOuter,
    /// The opponent's row next to the centre.
    OpponentInner,
    /// The opponent's row next to him.
    OpponentOuter,
    /// All rows.
    Either,
}

/// A part of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// The left half; the centre hole of an odd row is in neither half.
    LeftHalf,
    /// The right half.
    RightHalf,
    /// The leftmost N holes.
    Leftmost(u32),
    /// The rightmost N holes.
    Rightmost(u32),
    /// The hole that a counterclockwise sowing on the mover's path reaches first.
    First,
    /// The hole that it reaches last.
    Last,
    /// Both end holes.
    Ends,
    /// The holes next to the end holes.
    LastButOne,
    /// The middle hole of an odd row.
    Centre,
}

/// Whose hole, from the mover's seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The mover's.
    Own,
    /// The opponent's.
    Opponent,
    /// Nobody's.
    Common,
}

/// Some holes, named from the mover's seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Region {
    /// A whole row.
    Row(Row),
    /// Part of a row.
    Part {
        /// Which part.
        part: Part,
        /// Of which row.
        of: Row,
    },
    /// Holes by name, by seat. Names as in [`Naming::name`], in the order written.
    Named {
        /// At whose seat.
        side: Side,
        /// Their names.
        names: Vec<String>,
    },
}

/// The stops of the mover's sowing, seen from his seat, counterclockwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathRule {
    /// In order.
    pub segments: Vec<Segment>,
    /// After the last stop the seed leaves the board and is captured by the mover, instead of
    /// going on at the first.
    pub then_off_the_board: bool,
}

/// A stretch of the path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Segment {
    /// A region in the order written, or left to right as the mover sees the board.
    LeftToRight(Region),
    /// A region right to left as the mover sees the board.
    RightToLeft(Region),
    /// A region in the order its holes are written.
    AsWritten(Region),
    /// The mover's store.
    OwnStore,
    /// The opponent's store.
    OpponentStore,
}
