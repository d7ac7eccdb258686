//! Where the words of a clause lie on the board: regions, paths and hole names resolved for a
//! seat. North reads every word as South does, with the board turned by half a circle.

use super::board::{Layout, Naming, Part, PathRule, Region, Row, Segment, Side};
use crate::board::{Hole, HoleSet, Seat};

impl Layout {
    /// Number of holes.
    #[must_use]
    pub fn hole_count(&self) -> usize {
        self.holes.len()
    }

    /// Number of stops: holes, and the stores where there are any.
    #[must_use]
    pub fn stop_count(&self) -> usize {
        self.holes.len() + if self.stores { 2 } else { 0 }
    }

    /// All holes.
    pub fn all_holes(&self) -> impl Iterator<Item = Hole> + use<> {
        (0..self.holes.len()).map(|index| Hole(index as u8))
    }

    /// The store of a player; `None` on a board without stores.
    #[must_use]
    pub fn store(&self, seat: Seat) -> Option<Hole> {
        self.stores.then(|| Hole((self.holes.len() + seat.index()) as u8))
    }

    /// Name and place of a hole; `None` for a store.
    #[must_use]
    pub fn naming(&self, hole: Hole) -> Option<&Naming> {
        self.holes.get(hole.index())
    }

    /// The player at whose seat a hole lies; `None` for common holes and stores.
    #[must_use]
    pub fn row_owner(&self, hole: Hole) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.sides[seat.index()].contains(hole))
    }

    /// The hole at a row (from the bottom) and column (from South's left).
    #[must_use]
    pub fn hole_at(&self, row: u32, column: u32) -> Option<Hole> {
        self.holes
            .iter()
            .position(|naming| naming.row == row && naming.column == column)
            .map(|index| Hole(index as u8))
    }

    /// Number of rows on the picture of the board.
    #[must_use]
    pub fn picture_rows(&self) -> u32 {
        self.holes.iter().map(|naming| naming.row + 1).max().unwrap_or(0)
    }

    /// The hole that lies for North where this one lies for South, and the other way round.
    #[must_use]
    pub fn turned(&self, hole: Hole) -> Hole {
        let Some(naming) = self.naming(hole) else {
            // A store: the other player's.
            let holes = self.holes.len();
            return if hole.index() == holes { Hole(holes as u8 + 1) } else { Hole(holes as u8) };
        };
        let row = self.picture_rows() - 1 - naming.row;
        let width = |row: u32| self.holes.iter().filter(|other| other.row == row).count() as u32;
        self.hole_at(row, width(naming.row) - 1 - naming.column).unwrap_or(hole)
    }

    /// The hole of that name as `seat` says it: `own hole a`, `opponent's hole a2`.
    #[must_use]
    pub fn named(&self, side: Side, name: &str, seat: Seat) -> Option<Hole> {
        let at = match side {
            Side::Own => Some(seat),
            Side::Opponent => Some(seat.opponent()),
            Side::Common => None,
        };
        let index = self.holes.iter().position(|naming| naming.seat == at && naming.name == name)?;
        let hole = Hole(index as u8);
        Some(match (side, seat) {
            (Side::Common, Seat::North) => self.turned(hole),
            _ => hole,
        })
    }

    /// The holes of a row as `seat` sees it, left to right (row by row from the centre outwards
    /// where it means several).
    #[must_use]
    pub fn row(&self, row: Row, seat: Seat) -> Vec<Hole> {
        let rows = self.picture_rows();
        let half = rows / 2;
        let numbers: Vec<u32> = match row {
            Row::Own if rows == 3 => vec![0],
            Row::Own => (0..half).rev().collect(),
            Row::Opponent if rows == 3 => vec![2],
            Row::Opponent => (rows - half..rows).collect(),
            Row::Middle => {
                if rows % 2 == 1 {
                    vec![half]
                } else {
                    vec![]
                }
            }
            Row::OwnInner => {
                if rows >= 4 {
                    vec![half - 1]
                } else {
                    vec![]
                }
            }
            Row::OwnOuter => {
                if rows >= 4 {
                    vec![0]
                } else {
                    vec![]
                }
            }
            Row::OpponentInner => {
                if rows >= 4 {
                    vec![rows - half]
                } else {
                    vec![]
                }
            }
            Row::OpponentOuter => {
                if rows >= 4 {
                    vec![rows - 1]
                } else {
                    vec![]
                }
            }
            Row::Either => (0..rows).collect(),
        };
        numbers.into_iter().flat_map(|number| self.row_by_number(number, seat)).collect()
    }

    /// A row by its number from the seat's own side, left to right as he sees it.
    fn row_by_number(&self, number: u32, seat: Seat) -> Vec<Hole> {
        let mut columns: Vec<(u32, Hole)> = self
            .holes
            .iter()
            .enumerate()
            .filter(|(_, naming)| naming.row == number)
            .map(|(index, naming)| (naming.column, Hole(index as u8)))
            .collect();
        columns.sort_unstable();
        let holes = columns.into_iter().map(|(_, hole)| hole);
        match seat {
            Seat::South => holes.collect(),
            Seat::North => holes.map(|hole| self.turned(hole)).collect(),
        }
    }

    /// The holes of a region as `seat` sees it. `First` and `Last` follow `path`, the stops of
    /// his sowing; without it they are the leftmost and rightmost hole.
    #[must_use]
    pub fn region(&self, region: &Region, seat: Seat, path: &[Hole]) -> Vec<Hole> {
        match region {
            Region::Row(row) => self.row(*row, seat),
            Region::Part { part, of } => part_of(*part, &self.row(*of, seat), path),
            Region::Named { side, names } => {
                names.iter().filter_map(|name| self.named(*side, name, seat)).collect()
            }
        }
    }

    /// The stops of the sowing of `seat`, counterclockwise.
    #[must_use]
    pub fn path(&self, rule: &PathRule, seat: Seat) -> Vec<Hole> {
        let mut stops = Vec::with_capacity(self.stop_count());
        for segment in &rule.segments {
            match segment {
                Segment::LeftToRight(region) | Segment::AsWritten(region) => {
                    stops.extend(self.region(region, seat, &[]));
                }
                Segment::RightToLeft(region) => {
                    stops.extend(self.region(region, seat, &[]).into_iter().rev());
                }
                Segment::OwnStore => stops.extend(self.store(seat)),
                Segment::OpponentStore => stops.extend(self.store(seat.opponent())),
            }
        }
        stops
    }

    /// The holes of `set` in the order of a path; holes that the path leaves out follow at the end.
    #[must_use]
    pub fn along(&self, path: &[Hole], set: HoleSet) -> Vec<Hole> {
        let mut order: Vec<Hole> = Vec::with_capacity(set.len());
        for &stop in path {
            if set.contains(stop) && !order.contains(&stop) {
                order.push(stop);
            }
        }
        order.extend(set.iter().filter(|hole| !path.contains(hole)));
        order
    }
}

fn part_of(part: Part, row: &[Hole], path: &[Hole]) -> Vec<Hole> {
    let length = row.len();
    let place = |hole: &Hole| path.iter().position(|stop| stop == hole).unwrap_or(usize::MAX);
    // A sowing that enters the row meets first the hole whose predecessor lies outside it.
    let entered = |hole: &&Hole| {
        let at = place(hole);
        at != usize::MAX && !row.contains(&path[(at + path.len() - 1) % path.len()])
    };
    let left_from_row = |hole: &&Hole| {
        let at = place(hole);
        at != usize::MAX && !row.contains(&path[(at + 1) % path.len()])
    };
    match part {
        Part::LeftHalf => row[..length / 2].to_vec(),
        Part::RightHalf => row[length - length / 2..].to_vec(),
        Part::Leftmost(number) => row[..length.min(number as usize)].to_vec(),
        Part::Rightmost(number) => row[length - length.min(number as usize)..].to_vec(),
        Part::First => row.iter().find(entered).or(row.first()).copied().into_iter().collect(),
        Part::Last => row.iter().find(left_from_row).or(row.last()).copied().into_iter().collect(),
        Part::Ends => match row {
            [] => vec![],
            [only] => vec![*only],
            [first, .., last] => vec![*first, *last],
        },
        Part::LastButOne => match row {
            [_, only, _] => vec![*only],
            [_, first, .., last, _] => vec![*first, *last],
            _ => vec![],
        },
        Part::Centre => {
            if length % 2 == 1 {
                vec![row[length / 2]]
            } else {
                vec![]
            }
        }
    }
}
