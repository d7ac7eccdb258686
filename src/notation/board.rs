//! The board as a picture of text, as South sees it.

use super::full_hole_name;
use crate::board::{Hole, Seat};
use crate::engine::Position;
use crate::rules::{Layout, Rules};

/// Numbers of a board row by row, North's rows on top; `None` is a closed hole.
fn rows(layout: &Layout, seeds: &[Option<u32>]) -> Vec<Vec<Option<Hole>>> {
    let height = layout.picture_rows();
    let width = layout.holes.iter().map(|naming| naming.column + 1).max().unwrap_or(0);
    debug_assert!(seeds.len() >= layout.hole_count());
    (0..height).rev().map(|row| (0..width).map(|column| layout.hole_at(row, column)).collect()).collect()
}

/// Seeds of a position by hole; `None` is a closed hole.
#[must_use]
pub fn counts(layout: &Layout, position: &Position) -> Vec<Option<u32>> {
    layout
        .all_holes()
        .map(|hole| (!position.closed.contains(hole)).then(|| position.seeds[hole.index()]))
        .collect()
}

/// The numbers alone, one row a line, as they are written in rule files.
#[must_use]
pub fn numbers(layout: &Layout, seeds: &[Option<u32>]) -> Vec<String> {
    let text = |hole: &Option<Hole>| match hole {
        None => String::new(),
        Some(hole) => seeds[hole.index()].map_or("-".to_string(), |count| count.to_string()),
    };
    let rows: Vec<Vec<String>> =
        rows(layout, seeds).iter().map(|row| row.iter().map(text).collect()).collect();
    let width = rows.iter().flatten().map(String::len).max().unwrap_or(1);
    rows.iter()
        .map(|row| {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
            cells.join(" ").trim_end().to_string()
        })
        .collect()
}

/// The board with the letters of the holes, captured seeds, marks and gained holes.
///
/// Closed holes are drawn as `-`; a marked hole has a `*`, a hole that has changed its owner a `'`.
#[must_use]
pub fn picture(rules: &Rules, position: &Position) -> String {
    let layout = &rules.layout;
    let seeds = counts(layout, position);
    let cell = |hole: &Option<Hole>| match hole {
        None => String::new(),
        Some(hole) => {
            let number = seeds[hole.index()].map_or("-".to_string(), |count| count.to_string());
            let gained = Seat::BOTH.into_iter().any(|seat| {
                position.owned[seat.index()].contains(*hole) && !layout.owners[seat.index()].contains(*hole)
            });
            let mark = if position.marked.contains(*hole) { "*" } else { "" };
            format!("{number}{mark}{}", if gained { "'" } else { "" })
        }
    };
    let name = |hole: &Option<Hole>| {
        hole.and_then(|hole| layout.naming(hole)).map_or(String::new(), |naming| naming.name.clone())
    };
    let grid = rows(layout, &seeds);
    let cells: Vec<Vec<String>> = grid.iter().map(|row| row.iter().map(cell).collect()).collect();
    let names: Vec<Vec<String>> = grid.iter().map(|row| row.iter().map(name).collect()).collect();
    let width = cells.iter().chain(&names).flatten().map(|text| text.chars().count()).max().unwrap_or(1);
    let line = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
        cells.join("  ").trim_end().to_string()
    };
    let store = |seat: Seat| position.stored(seat, layout.hole_count());
    let word = if layout.stores { "store" } else { "captured" };
    let due = |seat: Seat| if position.to_move == seat && !position.round_over() { "  ←" } else { "" };
    let mut text = format!("  North   {word} {}{}\n", store(Seat::North), due(Seat::North));
    let last = grid.len().saturating_sub(1);
    for (index, (cells, names)) in cells.iter().zip(&names).enumerate() {
        // Letters above North's rows and below South's.
        let above = index * 2 < grid.len() && index != last;
        if above {
            text += &format!("    {}\n", line(names));
        }
        text += &format!("  [ {} ]\n", pad(&line(cells), cells.len() * (width + 2) - 2));
        if !above {
            text += &format!("    {}\n", line(names));
        }
    }
    text += &format!("  South   {word} {}{}\n", store(Seat::South), due(Seat::South));
    for marked in &position.marks {
        let mark = rules.marks.get(marked.mark.0 as usize).map_or("mark", |mark| mark.name.as_str());
        text += &format!("  * {mark} of {} on {}\n", marked.owner, full_hole_name(layout, marked.hole));
    }
    for seat in Seat::BOTH {
        let gained = position.owned[seat.index()].without(layout.owners[seat.index()]);
        for hole in gained.iter() {
            text += &format!("  ' {seat} owns {}\n", full_hole_name(layout, hole));
        }
    }
    text
}

fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

/// Two boards side by side; holes that differ are set in `( )`.
#[must_use]
pub fn side_by_side(
    layout: &Layout,
    (left_title, left): (&str, &[Option<u32>]),
    (right_title, right): (&str, &[Option<u32>]),
) -> String {
    let draw = |seeds: &[Option<u32>]| -> Vec<String> {
        rows(layout, seeds)
            .iter()
            .map(|row| {
                let cells: Vec<String> = row
                    .iter()
                    .map(|hole| match hole {
                        None => "    ".to_string(),
                        Some(hole) => {
                            let text = seeds[hole.index()].map_or("-".to_string(), |count| count.to_string());
                            let differs = left[hole.index()] != right[hole.index()];
                            let text = if differs { format!("({text})") } else { format!("{text} ") };
                            format!("{text:>5}")
                        }
                    })
                    .collect();
                cells.concat()
            })
            .collect()
    };
    let (left_rows, right_rows) = (draw(left), draw(right));
    let width =
        left_rows.iter().map(|row| row.chars().count()).max().unwrap_or(0).max(left_title.chars().count())
            + 4;
    let mut text = format!("{}{right_title}\n", pad(left_title, width));
    for (one, other) in left_rows.iter().zip(&right_rows) {
        text += &format!("{}{other}\n", pad(one, width));
    }
    text
}
