//! What happened in a play, told lap by lap, each step with its clause and line. Used by `trace`,
//! `replay` and `play`.

use crate::board::ClauseId;
use crate::engine::{Event, What};
use crate::explain::events::sentence;
use crate::notation::full_hole_name;
use crate::rules::Rules;

/// Every step in words, the drops of a lap on one line.
#[must_use]
pub fn steps(rules: &Rules, events: &[Event]) -> Vec<String> {
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

/// Why a hole may not be played, by the clause that forbids it.
#[must_use]
pub fn why_illegal(rules: &Rules, clause: Option<ClauseId>) -> String {
    match clause.and_then(|clause| rules.clauses.get(clause.index())) {
        Some(clause) if clause.line > 0 => {
            format!("may not be played: line {} says `{}`", clause.line, clause.words)
        }
        Some(clause) => format!("may not be played: the rule is `{}`", clause.words),
        None => "may not be played now".to_string(),
    }
}
