//! Recorded games: JSON Lines, one object a line. Boards are lists of rows from the bottom to the
//! top, each from left to right as South sees it; a hole is `[row, column]`.

use crate::board::{Direction, Hole, Seat};
use crate::engine::{Move, Position};
use crate::rules::Layout;
use serde::{Deserialize, Serialize};

/// Seeds row by row from the bottom.
pub type Board = Vec<Vec<u32>>;

/// One line. Which fields are there says what kind of line it is; others are ignored.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Line {
    /// Header: the game's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Header: the program that recorded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_by: Option<String>,
    /// A game begins: its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// The position after an opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<serde_json::Value>,
    /// A round begins: its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// A move: its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u64>,
    /// Who moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// The hole, with a direction where one was chosen; null for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<serde_json::Value>,
    /// Kind of a move that is no sowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Legal moves before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<serde_json::Value>>,
    /// The board after it (of a start or round: the board).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// Captured seeds of South and North after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<[u32; 2]>,
    /// Who is due after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// The board before remaining seeds were dealt out, where the move ended a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_before_end: Option<Board>,
    /// Captured seeds then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured_before_end: Option<[u32; 2]>,
    /// Closed holes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<Vec<[u32; 2]>>,
    /// The game is over: who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<serde_json::Value>,
    /// The recording stops with the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_over: Option<bool>,
}

/// The board of a position, row by row from the bottom.
#[must_use]
pub fn board_of(layout: &Layout, position: &Position) -> Board {
    (0..layout.picture_rows())
        .map(|row| {
            (0..)
                .map_while(|column| layout.hole_at(row, column))
                .map(|hole| position.seeds[hole.index()])
                .collect()
        })
        .collect()
}

/// Seeds by hole; `None` if the board has another shape.
#[must_use]
pub fn seeds_of(layout: &Layout, board: &Board) -> Option<Vec<u32>> {
    let mut seeds = vec![0; layout.hole_count()];
    let mut found = 0;
    for (row, columns) in board.iter().enumerate() {
        for (column, count) in columns.iter().enumerate() {
            let hole = layout.hole_at(row as u32, column as u32)?;
            seeds[hole.index()] = *count;
            found += 1;
        }
    }
    (found == seeds.len()).then_some(seeds)
}

/// The hole and direction that a recorded start means; `None` if it is of another kind.
#[must_use]
pub fn start_of(layout: &Layout, value: &serde_json::Value) -> Option<(Hole, Option<Direction>)> {
    let list = value.as_array()?;
    let number = |index: usize| {
        list.get(index).and_then(serde_json::Value::as_u64).and_then(|n| u32::try_from(n).ok())
    };
    let hole = layout.hole_at(number(0)?, number(1)?)?;
    let direction = match list.get(2).and_then(serde_json::Value::as_str) {
        None if list.len() <= 2 => None,
        Some("ccw") => Some(Direction::Counterclockwise),
        Some("cw") => Some(Direction::Clockwise),
        Some(_) | None => return None,
    };
    Some((hole, direction))
}

/// A start as it is recorded.
#[must_use]
pub fn start_value(layout: &Layout, played: Move, two_ways: bool) -> serde_json::Value {
    match played {
        Move::Sow { from, direction, .. } => {
            let (row, column) = layout.naming(from).map_or((0, 0), |naming| (naming.row, naming.column));
            if two_ways {
                let way = if direction == Direction::Clockwise { "cw" } else { "ccw" };
                serde_json::json!([row, column, way])
            } else {
                serde_json::json!([row, column])
            }
        }
        Move::Pass => serde_json::Value::Null,
        Move::Opening(script) => serde_json::json!({ "opening": script + 1 }),
        Move::Race(holes) => {
            let place = |hole: Hole| layout.naming(hole).map_or([0, 0], |naming| [naming.row, naming.column]);
            serde_json::json!({ "race": holes.map(place) })
        }
        Move::Lot(seat) => serde_json::json!({ "lot": seat.name() }),
    }
}
