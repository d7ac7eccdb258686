//! The report on an example that fails, as text: boards side by side, captures, who is next, and
//! what happened clause by clause.

use super::examples::{Report, due};
use crate::explain::account;
use crate::notation::board::{counts, numbers};
use crate::notation::side_by_side;
use crate::reference::Reference;
use crate::rules::Rules;

/// Most steps of a play that a report shows; of a longer one the beginning and the end.
const MOST_STEPS: usize = 40;

/// Longest play, in events, whose conditions are worked out again.
const MOST_WATCHED: usize = 20_000;

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
    /// behind every step, and before each line that decided the lines that were asked.
    #[must_use]
    pub fn steps(&self, rules: &Rules) -> Vec<String> {
        let asked = match self.plays.last() {
            Some((before, played)) if self.trace.len() < MOST_WATCHED => {
                Reference::new(rules).watch(before, *played)
            }
            Some(_) | None => Vec::new(),
        };
        account::steps_with_reasons(rules, &self.trace, &asked)
    }
}
