//! Two texts compared line by line, for people.

use similar::{ChangeTag, TextDiff};

/// The lines that differ, with a few lines around them, under the names of both texts.
///
/// ```
/// let text = gabata::testing::difference::lines(("old", "new"), ("a\nb\n", "a\nc\n"));
/// assert_eq!(text, "--- old\n+++ new\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
/// ```
#[must_use]
pub fn lines((old_title, new_title): (&str, &str), (old, new): (&str, &str)) -> String {
    let diff = TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(1).header(old_title, new_title).missing_newline_hint(false).to_string()
}

/// Only the lines that differ: `-` those of the first text, `+` those of the second.
#[must_use]
pub fn changed(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    diff.iter_all_changes()
        .filter_map(|change| match change.tag() {
            ChangeTag::Equal => None,
            ChangeTag::Delete => Some(format!("- {}\n", change.value().trim_end())),
            ChangeTag::Insert => Some(format!("+ {}\n", change.value().trim_end())),
        })
        .collect()
}
