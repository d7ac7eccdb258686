//! What happened in a play, told lap by lap, each step with its clause and line; if wanted, with the
//! lines that were asked before one decided.

use super::events::sentence;
use super::phrases::Phrases;
use crate::board::{ClauseId, Hole};
use crate::engine::{Event, Position, What};
use crate::notation::full_hole_name;
use crate::reference::{Asked, Part};
use crate::rules::{Condition, Rules};

/// Every step in words, the drops of a lap on one line.
#[must_use]
pub fn steps(rules: &Rules, events: &[Event]) -> Vec<String> {
    steps_with_reasons(rules, events, &[])
}

/// Every step in words, and before each line that decides the lines that were asked, with the value
/// of every part of their conditions. `asked` is what [`crate::reference::Reference::watch`] gives
/// for the same play.
#[must_use]
pub fn steps_with_reasons(rules: &Rules, events: &[Event], asked: &[Asked]) -> Vec<String> {
    let mut decisions = decided(asked).into_iter();
    let mut lines: Vec<String> = Vec::new();
    let mut drops: Vec<String> = Vec::new();
    let mut reason: Option<String> = None;
    let flush = |drops: &mut Vec<String>, lines: &mut Vec<String>| {
        if !drops.is_empty() {
            lines.push(format!("  sows {}", drops.join(", ")));
            drops.clear();
        }
    };
    for event in events {
        match event.what {
            What::Drop { stop, seeds } => {
                let many = if seeds == 1 { String::new() } else { format!(" ×{seeds}") };
                drops.push(format!("{}{many}", full_hole_name(&rules.layout, stop)));
            }
            What::Decides => {
                flush(&mut drops, &mut lines);
                lines.extend(decisions.next().into_iter().flatten().map(|line| asked_line(rules, line)));
                reason = Some(place(rules, event));
            }
            what => {
                flush(&mut drops, &mut lines);
                let because = reason.take().unwrap_or_else(|| place(rules, event));
                lines.push(format!("  {:<40} {because}", sentence(rules, &what)));
            }
        }
    }
    flush(&mut drops, &mut lines);
    lines
}

/// The readings of tables in which a line decided, each with all lines asked.
fn decided(asked: &[Asked]) -> Vec<&[Asked]> {
    let readings = asked.chunk_by(|one, other| one.reading == other.reading);
    readings.filter(|reading| reading.last().is_some_and(|last| last.fits && !last.group)).collect()
}

/// One line that was asked: does it fit, and what of each part of its condition?
fn asked_line(rules: &Rules, asked: &Asked) -> String {
    let clause = rules.clauses.get(asked.clause.index());
    let line =
        clause.filter(|clause| clause.line > 0).map_or(String::new(), |clause| clause.line.to_string());
    let parts: Vec<String> = asked.parts.iter().map(|part| part_text(rules, part)).collect();
    let parts = if parts.is_empty() { "otherwise".to_string() } else { parts.join("; ") };
    let verdict = if asked.fits { "fits" } else { "no  " };
    format!("    line {line:>3} {verdict}  {parts}")
}

/// `it makes four: no (South's b holds 2)`.
fn part_text(rules: &Rules, part: &Part) -> String {
    let words = Phrases { rules }.condition(&part.condition, true);
    let seen: Vec<String> = part
        .seen
        .iter()
        .map(|(hole, seeds)| {
            let hole = full_hole_name(&rules.layout, *hole);
            match part.condition {
                Condition::In(_) => format!("{hole} held {seeds} before"),
                _ => format!("{hole} holds {seeds}"),
            }
        })
        .collect();
    let seen = if seen.is_empty() { String::new() } else { format!(" ({})", seen.join(", ")) };
    format!("{words}: {}{seen}", if part.holds { "yes" } else { "no" })
}

/// `file:line: words` of the clause of an event; `by the language: …` where no file says it.
#[must_use]
pub fn place(rules: &Rules, event: &Event) -> String {
    match rules.clauses.get(event.clause.index()) {
        Some(clause) if clause.line > 0 => {
            let file = clause.file.rsplit('/').next().unwrap_or(&clause.file);
            format!("{file}:{}: {}", clause.line, clause.words)
        }
        Some(clause) => format!("by the language: {}", clause.words),
        None => String::new(),
    }
}

/// Why a hole may not be played: it is empty, or the clause that forbids it.
#[must_use]
pub fn why_illegal(rules: &Rules, position: &Position, hole: Hole, clause: Option<ClauseId>) -> String {
    if position.seeds.get(hole.index()) == Some(&0) {
        return "may not be played: it is empty".to_string();
    }
    match clause.and_then(|clause| rules.clauses.get(clause.index())) {
        Some(clause) if clause.line > 0 => {
            format!("may not be played: line {} says `{}`", clause.line, clause.words)
        }
        Some(clause) => format!("may not be played: the rule is `{}`", clause.words),
        None => "may not be played now".to_string(),
    }
}
