//! The report on an example that fails, as text: boards side by side, captures, who is next, and
//! what happened clause by clause.

use super::examples::{Report, due};
use crate::engine::What;
use crate::explain::events;
use crate::notation::board::{counts, numbers};
use crate::notation::{full_hole_name, side_by_side};
use crate::rules::Rules;

/// Most steps of a play that a report shows; of a longer one the beginning and the end.
const MOST_STEPS: usize = 40;

fn shortened(mut steps: Vec<String>) -> Vec<String> {
    if steps.len() > MOST_STEPS {
        let left_out = steps.len() - MOST_STEPS;
        let half = MOST_STEPS / 2;
        steps.splice(half..half + left_out, [format!("  … {left_out} steps …")]);
    }
    steps
}

impl Report {
    /// Everything that helps to find out whether the example or the rules are wrong.
    #[must_use]
    pub fn describe(&self, rules: &Rules) -> String {
        let layout = &rules.layout;
        let mut lines: Vec<String> = self.faults.iter().map(|fault| fault.message.clone()).collect();
        lines.push("before the last play".to_string());
        lines
            .extend(numbers(layout, &counts(layout, &self.before)).into_iter().map(|row| format!("  {row}")));
        let actual = counts(layout, &self.after);
        match &self.expected {
            Some(expected) => {
                let boards = side_by_side(layout, ("expected", expected), ("came out", &actual));
                lines.extend(boards.lines().map(str::to_string));
            }
            None => {
                lines.push("after it".to_string());
                lines.extend(numbers(layout, &actual).into_iter().map(|row| format!("  {row}")));
            }
        }
        let [south, north] = self.captured;
        lines.push(format!("captured: South {south}, North {north}; then {}", due(&self.after)));
        if !self.trace.is_empty() {
            lines.push("what happened".to_string());
            lines.extend(shortened(self.steps(rules)));
        }
        lines.join("\n") + "\n"
    }

    /// What happened in the last play: one line a step, drops of one lap together, with the clause
    /// behind every step and its line in the file.
    #[must_use]
    pub fn steps(&self, rules: &Rules) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut drops: Vec<String> = Vec::new();
        for event in &self.trace {
            if let What::Drop { stop, seeds } = event.what {
                let name = full_hole_name(&rules.layout, stop);
                drops.push(if seeds == 1 { name } else { format!("{name} ({seeds})") });
                continue;
            }
            if !drops.is_empty() {
                lines.push(format!("  sows {}", drops.join(", ")));
                drops.clear();
            }
            let sentence = events::sentence(rules, &event.what);
            lines.push(match rules.clauses.get(event.clause.index()) {
                Some(clause) if clause.line > 0 => {
                    format!("  {sentence:<36}  line {}: {}", clause.line, clause.words)
                }
                Some(clause) => format!("  {sentence:<36}  the language's rule: {}", clause.words),
                None => format!("  {sentence}"),
            });
        }
        if !drops.is_empty() {
            lines.push(format!("  sows {}", drops.join(", ")));
        }
        lines
    }
}
