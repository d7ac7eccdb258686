//! A position on one line: rows separated by `/`, North's on top, then who is to move and what
//! has been captured: `0 0 0 0 0 1 / 2 0 3 1 0 0 South to move captured 3 4`.

use super::board::{counts, numbers};
use crate::board::{HoleSet, Seat};
use crate::engine::{Due, Position};
use crate::rules::Layout;

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A word that is no number where a number of seeds is due.
    #[error("`{0}` is no number of seeds (0 to 65535, or - for a closed hole)")]
    Number(String),
    /// Wrong number of rows.
    #[error("this position has {found} rows, the board has {expected}")]
    Rows {
        /// Rows of the text.
        found: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// Wrong number of holes in a row.
    #[error("row {row} from the top has {found} numbers, the board has {expected} holes there")]
    Columns {
        /// The row, from 1.
        row: usize,
        /// Numbers in the text.
        found: usize,
        /// Holes of the board.
        expected: usize,
    },
    /// Something after the rows that is not understood.
    #[error("`{0}` is not understood; after the rows may stand `South to move` and `captured S N`")]
    Rest(String),
}

/// A position on a start position: board, piles and player to move are replaced, what the clauses
/// could look back on is forgotten.
///
/// # Errors
/// If the text does not fit the board.
pub fn parse_position(layout: &Layout, start: &Position, text: &str) -> Result<Position, PositionError> {
    let mut position = start.clone();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_cell = |word: &&str| matches!(*word, "/" | "-") || word.parse::<u32>().is_ok();
    let rest = words.iter().position(|word| !is_cell(word)).unwrap_or(words.len());
    let rows: Vec<Vec<&str>> = words[..rest].split(|word| *word == "/").map(<[&str]>::to_vec).collect();
    let height = layout.picture_rows() as usize;
    if rows.len() != height {
        if let Some(word) = words.get(rest).filter(|_| rows.len() < height) {
            return Err(PositionError::Number((*word).to_string()));
        }
        return Err(PositionError::Rows { found: rows.len(), expected: height });
    }
    position.closed = HoleSet::EMPTY;
    for (index, row) in rows.iter().enumerate() {
        let holes: Vec<_> =
            (0..).map_while(|column| layout.hole_at((height - 1 - index) as u32, column)).collect();
        if holes.len() != row.len() {
            return Err(PositionError::Columns { row: index + 1, found: row.len(), expected: holes.len() });
        }
        for (hole, cell) in holes.iter().zip(row) {
            position.seeds[hole.index()] = match *cell {
                "-" => {
                    position.closed.insert(*hole);
                    0
                }
                number => match number.parse::<u32>() {
                    Ok(count) if count <= 65_535 => count,
                    Ok(_) | Err(_) => return Err(PositionError::Number(number.to_string())),
                },
            };
        }
    }
    position.owned.iter_mut().for_each(|owned| *owned = owned.without(position.closed));
    parse_rest(layout, &words[rest..], &mut position)?;
    settle(&mut position);
    Ok(position)
}

fn parse_rest(layout: &Layout, mut words: &[&str], position: &mut Position) -> Result<(), PositionError> {
    while let Some(first) = words.first() {
        match (first.to_lowercase().as_str(), words) {
            (seat @ ("south" | "north"), [_, to, due, ..])
                if to.eq_ignore_ascii_case("to") && due.eq_ignore_ascii_case("move") =>
            {
                position.to_move = if seat == "south" { Seat::South } else { Seat::North };
                words = &words[3..];
            }
            ("captured", [_, south, north, ..]) => {
                for (seat, word) in Seat::BOTH.into_iter().zip([south, north]) {
                    let number = word.parse::<u32>().ok().filter(|number| *number <= 65_535 * 128);
                    let number = number.ok_or_else(|| PositionError::Number((*word).to_string()))?;
                    set_stored(layout, position, seat, number);
                }
                words = &words[3..];
            }
            _ => return Err(PositionError::Rest(words.join(" "))),
        }
    }
    Ok(())
}

/// Gives a player that many seeds in his store, or beside the board where there are no stores.
pub fn set_stored(layout: &Layout, position: &mut Position, seat: Seat, seeds: u32) {
    match layout.store(seat) {
        Some(store) => position.seeds[store.index()] = seeds,
        None => position.pile[seat.index()] = seeds,
    }
}

/// Forgets what came before: a position that was set up is a fresh one.
pub fn settle(position: &mut Position) {
    position.due = Due::Move;
    position.starter = position.to_move;
    position.bonus = None;
    position.last_mover = None;
    position.lone_seed = None;
    position.lifted = HoleSet::EMPTY;
    position.history.clear();
    position.record();
}

/// The text of a position.
#[must_use]
pub fn print_position(layout: &Layout, position: &Position) -> String {
    let rows = numbers(layout, &counts(layout, position));
    let rows: Vec<String> =
        rows.iter().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let [south, north] = Seat::BOTH.map(|seat| position.stored(seat, layout.hole_count()));
    format!("{} {} to move captured {south} {north}", rows.join(" / "), position.to_move)
}
