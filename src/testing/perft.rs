//! Plain-text tables of the numbers of move sequences, beside rule files.
//!
//! A table `<name>.perft` has one line a selection of reading and options:
//!
//! ```text
//! # comment
//! default: 6 35 185 942
//! @irving,holes=4,seeds=3: 4 15 50
//! default position "0 0 0 0 0 1 / 2 0 3 1 0 0 North to move": 1 3
//! ```
//!
//! The n-th number is the number of sequences of n moves, as [`crate::lab::perft()`] counts them.

use crate::engine::{Engine, Position};
use crate::lab::perft::perft;
use crate::notation::parse_position;
use crate::rules::{Layout, Selection};

/// A line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1.
    pub line: u32,
    /// What stands before the colon.
    pub head: String,
    /// Reading and options.
    pub selection: Selection,
    /// A position in the notation of positions; `None`: the start.
    pub position: Option<String>,
    /// Numbers of sequences by length, from length 1.
    pub counts: Vec<u64>,
}

impl Line {
    /// The position from which this line counts.
    ///
    /// # Errors
    /// If it does not fit the board.
    pub fn start(&self, engine: &Engine, layout: &Layout) -> Result<Position, String> {
        let start = engine.start();
        match &self.position {
            Some(text) => parse_position(layout, &start, text).map_err(|error| error.to_string()),
            None => Ok(start),
        }
    }
}

/// Reads a table.
///
/// # Errors
/// For every line that cannot be read its number and why.
pub fn parse(text: &str) -> Result<Vec<Line>, Vec<(u32, String)>> {
    let mut lines = Vec::new();
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        match parse_line(number, line) {
            Ok(line) => lines.push(line),
            Err(message) => faults.push((number, message)),
        }
    }
    if faults.is_empty() { Ok(lines) } else { Err(faults) }
}

fn parse_line(line: u32, text: &str) -> Result<Line, String> {
    let (head, numbers) = text
        .rsplit_once(':')
        .ok_or("a line reads `SELECTION: NUMBER NUMBER …`, for example `default: 6 36`")?;
    let counts = numbers
        .split_whitespace()
        .map(|word| word.parse().map_err(|_| format!("`{word}` is no number of sequences")))
        .collect::<Result<Vec<u64>, String>>()?;
    if counts.is_empty() {
        return Err("no number stands after the colon".to_string());
    }
    let (choice, position) = match head.split_once("position") {
        Some((choice, rest)) => {
            let quoted = rest.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            (choice, Some(quoted.ok_or("a position stands in quotes after `position`")?.to_string()))
        }
        None => (head, None),
    };
    let selection = parse_selection(choice)?;
    Ok(Line { line, head: head.trim().to_string(), selection, position, counts })
}

/// `default`, `@READING`, `OPTION=VALUE` joined by commas.
fn parse_selection(text: &str) -> Result<Selection, String> {
    let mut selection = Selection::default();
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

/// Counts for every length up to `depth`, stopping before a length for which more than about
/// `most` sequences would have to be counted.
#[must_use]
pub fn counts(engine: &Engine, position: &Position, depth: usize, most: u64) -> Vec<u64> {
    let mut counts = Vec::new();
    for length in 1..=depth {
        // The next number grows as the last one did.
        let grown = match counts.as_slice() {
            [.., before, last] => u64::saturating_mul(*last, *last) / u64::max(*before, 1),
            [last] => u64::saturating_mul(*last, *last),
            [] => 0,
        };
        if grown > most {
            break;
        }
        counts = perft(engine, position, length);
    }
    counts
}

/// The text of a table for a game: one line for the default and one for every reading.
#[must_use]
pub fn line_text(head: &str, counts: &[u64]) -> String {
    let numbers: Vec<String> = counts.iter().map(u64::to_string).collect();
    format!("{head}: {}\n", numbers.join(" "))
}
