//! The report on an example that fails, as text: boards side by side, captures, who is next, and
//! what happened clause by clause.

use super::examples::{Report, due};
use crate::board::{HoleSet, Seat};
use crate::engine::What;
use crate::explain::{board, events};
use crate::rules::Rules;

impl Report {
    /// Everything that helps to find out whether the example or the rules are wrong.
    #[must_use]
    pub fn describe(&self, rules: &Rules) -> String {
        let mut lines: Vec<String> = self.faults.iter().map(|fault| fault.message.clone()).collect();
        lines.push(String::new());
        lines.extend(self.boards(rules));
        let [south, north] = self.captured;
        lines.push(format!("captured: South {south}, North {north}; then {}", due(&self.after)));
        if !self.trace.is_empty() {
            lines.push("what happened:".to_string());
            lines.extend(self.steps(rules));
        }
        lines.join("\n") + "\n"
    }

    fn boards(&self, rules: &Rules) -> Vec<String> {
        let layout = &rules.layout;
        let actual = board::counts_of(layout, &self.after);
        let before = board::counts(layout, &board::counts_of(layout, &self.before), HoleSet::EMPTY);
        let Some(expected) = &self.expected else {
            let actual = board::counts(layout, &actual, HoleSet::EMPTY);
            return board::beside(("before", &before), ("after", &actual));
        };
        let differing: HoleSet = layout
            .all_holes()
            .filter(|hole| actual.get(hole.index()) != expected.get(hole.index()))
            .collect();
        let expected = board::counts(layout, expected, differing);
        let actual = board::counts(layout, &actual, differing);
        let right = board::beside(("expected", &expected), ("came out", &actual));
        board::beside(("before", &before), (&right[0], &right[1..]))
    }

    /// One line a step, drops of one lap together, with the clause where it changes.
    fn steps(&self, rules: &Rules) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut drops: Vec<String> = Vec::new();
        let flush = |drops: &mut Vec<String>, lines: &mut Vec<String>| {
            if !drops.is_empty() {
                lines.push(format!("  sows {}", drops.join(", ")));
                drops.clear();
            }
        };
        for event in &self.trace {
            if let What::Drop { stop, seeds } = event.what {
                let name = board::stop_name(&rules.layout, stop);
                drops.push(if seeds == 1 { name } else { format!("{name} ({seeds})") });
                continue;
            }
            flush(&mut drops, &mut lines);
            let sentence = events::sentence(rules, &event.what);
            let clause = rules.clauses.get(event.clause.index());
            lines.push(match clause {
                Some(clause) if clause.line > 0 => {
                    format!("  {sentence:<36}  line {}: {}", clause.line, clause.words)
                }
                Some(clause) => format!("  {sentence:<36}  by the language: {}", clause.words),
                None => format!("  {sentence}"),
            });
        }
        flush(&mut drops, &mut lines);
        lines
    }

    /// The numbers of captures by player, for programs.
    #[must_use]
    pub fn captured_by(&self, seat: Seat) -> u32 {
        self.captured[seat.index()]
    }
}
