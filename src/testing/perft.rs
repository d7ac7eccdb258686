//! Counting move sequences, and plain-text tables of the counts beside rule files.
//!
//! A table `<name>.perft` has one line a selection of reading and options:
//!
//! ```text
//! # comment
//! default: 6 35 185 942
//! @irving,holes=4,seeds=3: 4 15 50
//! default position "0 0 0 0 0 1 / 2 0 3 1 0 0" North to move: 1 3
//! ```
//!
//! The n-th number is the number of sequences of exactly n plies from the position. A sequence
//! goes no further than the end of its round.

use crate::board::{Hole, Seat};
use crate::engine::{Due, Engine, Move, Position};
use crate::rules::{Layout, Selection};
use std::collections::BTreeMap;

/// Number of sequences of exactly `depth` plies.
#[must_use]
pub fn perft(engine: &Engine, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    engine.legal_moves(position, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&played| perft(engine, &after(engine, position, played), depth - 1)).sum()
}

fn after(engine: &Engine, position: &Position, played: Move) -> Position {
    let mut next = position.clone();
    engine.play_legal(&mut next, played, &mut ());
    next
}

/// Counts for every depth from 1, as long as no more than `most` sequences have been counted.
#[must_use]
pub fn counts(engine: &Engine, position: &Position, depth: u32, most: u64) -> Vec<u64> {
    let mut counts = Vec::new();
    for depth in 1..=depth {
        let grown = match counts.as_slice() {
            [.., before, last] => last * last / u64::max(*before, 1),
            [last] => last * last,
            [] => 0,
        };
        if grown > most {
            break;
        }
        counts.push(perft(engine, position, depth));
    }
    counts
}

/// A line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1.
    pub line: u32,
    /// What stands before the colon.
    pub head: String,
    /// Reading and options.
    pub selection: Selection,
    /// The board in rows as it is seen, and who is to move; `None`: the start.
    pub position: Option<(String, Seat)>,
    /// Numbers of sequences by depth, from depth 1.
    pub counts: Vec<u64>,
}

/// Reads a table.
///
/// # Errors
/// For every line that cannot be read its number and why.
pub fn parse(text: &str) -> Result<Vec<Line>, Vec<(u32, String)>> {
    let mut lines = Vec::new();
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match parse_line(number, line) {
            Ok(line) => lines.push(line),
            Err(message) => faults.push((number, message)),
        }
    }
    if faults.is_empty() { Ok(lines) } else { Err(faults) }
}

fn parse_line(number: u32, text: &str) -> Result<Line, String> {
    let (head, numbers) =
        text.rsplit_once(':').ok_or("a line reads `SELECTION: NUMBER NUMBER …`, for example `default: 6 36`")?;
    let counts = numbers
        .split_whitespace()
        .map(|word| word.parse().map_err(|_| format!("`{word}` is no number of sequences")))
        .collect::<Result<Vec<u64>, String>>()?;
    let (choice, position) = match head.split_once("position") {
        Some((choice, rest)) => (choice.trim(), Some(parse_position(rest.trim())?)),
        None => (head.trim(), None),
    };
    Ok(Line { line: number, head: head.trim().to_string(), selection: parse_selection(choice)?, position, counts })
}

/// `default`, `@READING`, `OPTION=VALUE` joined by commas.
fn parse_selection(text: &str) -> Result<Selection, String> {
    let mut selection = Selection { reading: None, options: BTreeMap::new() };
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "default") {
        match (part.strip_prefix('@'), part.split_once('=')) {
            (Some(reading), _) => selection.reading = Some(reading.to_string()),
            (None, Some((name, value))) => {
                selection.options.insert(name.trim().to_string(), value.trim().to_string());
            }
            (None, None) => {
                return Err(format!("`{part}` is neither `default` nor `@READING` nor `OPTION=VALUE`"));
            }
        }
    }
    Ok(selection)
}

fn parse_position(text: &str) -> Result<(String, Seat), String> {
    let mut parts = text.split('"');
    let (Some(""), Some(board), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return Err("a position stands in quotes after `position`".to_string());
    };
    match rest.trim() {
        "" | "South to move" => Ok((board.to_string(), Seat::South)),
        "North to move" => Ok((board.to_string(), Seat::North)),
        other => Err(format!("`{other}` is not `South to move` or `North to move`")),
    }
}

/// The position of a line on top of the start.
///
/// # Errors
/// If the picture does not fit the board.
pub fn position(engine: &Engine, layout: &Layout, line: &Line) -> Result<Position, String> {
    let mut position = engine.start();
    let Some((board, to_move)) = &line.position else { return Ok(position) };
    let rows: Vec<&str> = board.split('/').map(str::trim).collect();
    let wanted = layout.picture_rows() as usize;
    if rows.len() != wanted {
        return Err(format!("the position has {} rows, the board {wanted}", rows.len()));
    }
    for (row, text) in (0..wanted as u32).rev().zip(rows) {
        let mut holes: Vec<(u32, Hole)> = layout
            .all_holes()
            .filter_map(|hole| layout.naming(hole).filter(|naming| naming.row == row).map(|n| (n.column, hole)))
            .collect();
        holes.sort_unstable();
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() != holes.len() {
            return Err(format!("a row of the position has {} holes, the board {}", words.len(), holes.len()));
        }
        for (word, (_, hole)) in words.into_iter().zip(holes) {
            if word == "-" {
                position.seeds[hole.index()] = 0;
                position.closed.insert(hole);
                position.owned.iter_mut().for_each(|owned| owned.remove(hole));
            } else {
                position.seeds[hole.index()] = word.parse().map_err(|_| format!("`{word}` is no number of seeds"))?;
            }
        }
    }
    position.to_move = *to_move;
    position.due = Due::Move;
    position.history.clear();
    position.record();
    Ok(position)
}
