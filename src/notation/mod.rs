//! Holes, moves, positions and recorded games as text.

pub mod board;
pub mod position;
pub mod record;

pub use board::{picture, side_by_side};
pub use position::{PositionError, parse_position, print_position};

use crate::board::{Direction, Hole, Seat};
use crate::engine::Move;
use crate::rules::Layout;

/// The name of a hole from its owner's seat; a store is `store`.
#[must_use]
pub fn hole_name(layout: &Layout, hole: Hole) -> &str {
    layout.naming(hole).map_or("store", |naming| naming.name.as_str())
}

/// A hole with its side: `South's c`, `North's store`.
#[must_use]
pub fn full_hole_name(layout: &Layout, hole: Hole) -> String {
    let store_of = |seat| layout.store(seat) == Some(hole);
    match layout.naming(hole) {
        Some(naming) => match naming.seat {
            Some(seat) => format!("{seat}'s {}", naming.name),
            None => format!("common hole {}", naming.name),
        },
        None if store_of(Seat::North) => "North's store".to_string(),
        None => "South's store".to_string(),
    }
}

/// A move as it is typed. A hole of the other side (gained in an earlier round) has its side
/// before its name; the direction is named where the same hole may be sown either way.
#[must_use]
pub fn print_move(layout: &Layout, mover: Seat, played: Move, legal: &[Move]) -> String {
    match played {
        Move::Sow { from, direction, choices } => {
            let own = layout.naming(from).is_some_and(|naming| naming.seat == Some(mover));
            let mut text = if own {
                hole_name(layout, from).to_string()
            } else {
                format!("opponent's {}", hole_name(layout, from))
            };
            let two_ways = legal.iter().any(|other| {
                matches!(other, Move::Sow { from: hole, direction: way, .. } if *hole == from && *way != direction)
            });
            if two_ways {
                text += &format!(" {direction}");
            }
            for index in 0..choices.len() {
                text += &format!(" choice {}", choices.get(index).unwrap_or(0) + 1);
            }
            text
        }
        Move::Pass => "pass".to_string(),
        Move::Opening(script) => format!("opening {}", script + 1),
        Move::Race([south, north]) => {
            format!("race {} {}", hole_name(layout, south), hole_name(layout, north))
        }
        Move::Lot(seat) => format!("lot {seat}"),
        Move::Close(hole) => format!("close {}", hole_name(layout, hole)),
    }
}

/// A move from what is typed: a legal move whose text it is or begins, or a short form of it.
///
/// # Errors
/// If no legal move, or more than one, is meant.
pub fn parse_move(layout: &Layout, mover: Seat, text: &str, legal: &[Move]) -> Result<Move, MoveError> {
    let mut wanted: Vec<String> = text.to_lowercase().split_whitespace().map(long_form).collect();
    if wanted.is_empty() {
        return Err(MoveError::Unknown(text.to_string()));
    }
    if let Some(letter) = letter_of(&wanted[0]) {
        wanted[0] = letter;
    }
    // Each move with its text, and once more with a direction that need not be named.
    let named: Vec<(Move, Vec<String>)> = legal
        .iter()
        .flat_map(|played| {
            let text = print_move(layout, mover, *played, legal).to_lowercase();
            let words: Vec<String> = text.split(' ').map(str::to_string).collect();
            let mut longer = words.clone();
            if let Move::Sow { direction, .. } = played {
                let name = direction.name().to_string();
                if !longer.contains(&name) {
                    let hole = if longer[0] == "opponent's" { 2 } else { 1 };
                    longer.insert(hole, name);
                }
            }
            if let Move::Close(_) = played {
                longer.remove(0);
            }
            [(*played, words), (*played, longer)]
        })
        .collect();
    if let Some((found, _)) = named.iter().find(|(_, words)| *words == wanted) {
        return Ok(*found);
    }
    let mut begun: Vec<Move> =
        named.iter().filter(|(_, words)| words.starts_with(&wanted)).map(|(played, _)| *played).collect();
    begun.dedup();
    let mut begun = begun.into_iter();
    match (begun.next(), begun.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(MoveError::Ambiguous(text.to_string())),
        (None, _) => match named_hole(layout, mover, &wanted) {
            Some(hole) if legal.iter().all(|played| played.from() != Some(hole)) => {
                Err(MoveError::Illegal(hole))
            }
            Some(_) | None => Err(MoveError::Unknown(text.to_string())),
        },
    }
}

fn long_form(word: &str) -> String {
    match word {
        "cw" => Direction::Clockwise.name().to_string(),
        "ccw" => Direction::Counterclockwise.name().to_string(),
        other => other.to_string(),
    }
}

/// The letter of a hole that is given by its number from the left.
fn letter_of(word: &str) -> Option<String> {
    let number: u8 = word.parse().ok()?;
    (1..=26).contains(&number).then(|| char::from(b'a' + number - 1).to_string())
}

/// The hole that is named and nothing more, unless it be a direction.
fn named_hole(layout: &Layout, mover: Seat, wanted: &[String]) -> Option<Hole> {
    let (word, others) = wanted.split_first()?;
    let directions = others.iter().all(|word| Direction::BOTH.iter().any(|way| way.name() == word));
    layout.named(crate::rules::Side::Own, word, mover).filter(|_| directions && others.len() <= 1)
}

/// Why a typed move is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It names a hole that may not be played.
    #[error("this hole may not be played now")]
    Illegal(Hole),
    /// It fits several moves.
    #[error("`{0}` fits several moves: add the direction or the choice")]
    Ambiguous(String),
    /// It is no move at all.
    #[error("`{0}` is no move")]
    Unknown(String),
}
