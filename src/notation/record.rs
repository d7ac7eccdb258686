//! Recorded games: JSON Lines, one object a line. Boards are lists of rows from the bottom to the
//! top, each from left to right as South sees it; a hole is `[row, column]`.

use crate::board::{Direction, Hole, Seat};
use crate::engine::{Due, Move, Position};
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
    /// The hole, with a direction where one was chosen; null for a pass. A race, an opening or a
    /// lot is an object that says which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<serde_json::Value>,
    /// Further choices of the move, each a number from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<u32>>,
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
    /// Holes that another than the row's usual owner owns: row, column, owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owners: Option<Vec<(u32, u32, Seat)>>,
    /// The game is over: who won. `Some(Null)`: nobody, it was only left.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "even_null")]
    pub end: Option<serde_json::Value>,
    /// The recording stops with the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_over: Option<bool>,
}

impl Line {
    /// The first line of a recording of this program.
    #[must_use]
    pub fn header(game: &str) -> Line {
        Line {
            game: Some(game.to_string()),
            recorded_by: Some(format!("gabata {}", env!("CARGO_PKG_VERSION"))),
            ..Line::default()
        }
    }

    /// Board, captured seeds and player to move.
    #[must_use]
    pub fn of_position(layout: &Layout, position: &Position) -> Line {
        Line {
            board: Some(board_of(layout, position)),
            captured: Some(Seat::BOTH.map(|seat| position.stored(seat, layout.hole_count()))),
            to_move: Some(position.to_move),
            ..Line::default()
        }
    }

    /// A move that led to this position.
    #[must_use]
    pub fn of_move(
        layout: &Layout,
        (ply, mover): (u64, Seat),
        (played, legal): (Move, &[Move]),
        after: &Position,
    ) -> Line {
        let two_ways = legal.iter().any(|other| {
            other.from() == played.from() && *other != played && matches!(other, Move::Sow { .. })
        });
        Line {
            ply: Some(ply),
            player: Some(mover),
            from: Some(start_value(layout, played, two_ways)),
            choices: choices_of(played),
            legal: Some(legal.iter().map(|other| start_value(layout, *other, two_ways)).collect()),
            ..Line::of_position(layout, after)
        }
    }

    /// A round that has been set up; nothing while a lot is due for it, or after the match.
    #[must_use]
    pub fn of_round(layout: &Layout, position: &Position) -> Option<Line> {
        let place = |hole| layout.naming(hole).map(|naming| [naming.row, naming.column]);
        (!matches!(position.due, Due::Lot(_) | Due::Closing | Due::Nothing)).then(|| Line {
            round: Some(u64::from(position.round)),
            closed: Some(position.closed.iter().filter_map(place).collect()),
            ..Line::of_position(layout, position)
        })
    }

    /// Who has won; nobody, if the game was left.
    #[must_use]
    pub fn of_end(position: &Position) -> Line {
        let end = match position.match_result {
            Some(Some(winner)) => winner.name().into(),
            Some(None) => "draw".into(),
            None => serde_json::Value::Null,
        };
        Line { end: Some(end), ..Line::default() }
    }
}

/// Keeps a null that is there apart from a field that is not.
fn even_null<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<serde_json::Value>, D::Error> {
    serde_json::Value::deserialize(value).map(Some)
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

/// The listed moves that a recorded start and its choices can mean: several where the recording
/// leaves out a direction or choices; none if the move is not listed.
#[must_use]
pub fn moves_of(
    layout: &Layout,
    start: Option<&serde_json::Value>,
    choices: Option<&[u32]>,
    legal: &[Move],
) -> Vec<Move> {
    let means = |played: &Move| match (played, start) {
        (Move::Pass, None | Some(serde_json::Value::Null)) => true,
        (Move::Sow { from, direction, choices: made }, Some(start)) => {
            let same_choices = choices.is_none_or(|choices| {
                choices.len() == made.len() as usize
                    && (0..made.len()).all(|index| made.get(index) == choices.get(index as usize).copied())
            });
            start_of(layout, start).is_some_and(|(hole, way)| {
                hole == *from && way.is_none_or(|way| way == *direction) && same_choices
            })
        }
        (Move::Opening(_) | Move::Race(_) | Move::Lot(_) | Move::Close(_), Some(start)) => {
            start_value(layout, *played, false) == *start
        }
        (Move::Sow { .. } | Move::Opening(_) | Move::Race(_) | Move::Lot(_) | Move::Close(_), None)
        | (Move::Pass, Some(_)) => false,
    };
    legal.iter().copied().filter(means).collect()
}

/// The further choices of a move as they are recorded.
#[must_use]
pub fn choices_of(played: Move) -> Option<Vec<u32>> {
    match played {
        Move::Sow { choices, .. } if !choices.is_empty() => {
            Some((0..choices.len()).filter_map(|index| choices.get(index)).collect())
        }
        Move::Sow { .. } | Move::Pass | Move::Opening(_) | Move::Race(_) | Move::Lot(_) | Move::Close(_) => {
            None
        }
    }
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
        Move::Close(hole) => {
            let (row, column) = layout.naming(hole).map_or((0, 0), |naming| (naming.row, naming.column));
            serde_json::json!({ "close": [row, column] })
        }
    }
}
