//! Tables of move counts beside a rule file: `NAME.perft`, plain text.
//!
//! ```text
//! # counted by several independent programs
//! : 6 35 185 942
//! @irving,holes=4,seeds=3 : 4 15 50 158
//! ```
//!
//! Before the colon stand a reading and options as on the command line (nothing: the default),
//! after it the numbers of move sequences of length 1, 2, 3 …

use crate::rules::Selection;

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PerftTable {
    /// Its lines.
    pub lines: Vec<PerftLine>,
}

/// One line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerftLine {
    /// Line in the file, from 1.
    pub line: usize,
    /// What stands before the colon.
    pub name: String,
    /// The same as a selection.
    pub selection: Selection,
    /// Numbers of move sequences by length.
    pub nodes: Vec<u64>,
}

impl PerftTable {
    /// Reads a table.
    ///
    /// # Errors
    /// The number of the line that cannot be read, and why.
    pub fn parse(text: &str) -> Result<PerftTable, (usize, String)> {
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let Some((name, counts)) = line.split_once(':') else {
                return Err((number, "a line is `@READING,OPTION=VALUE : COUNT COUNT …`".to_string()));
            };
            let name = name.trim();
            let mut selection = Selection::default();
            for part in name.split(',').map(str::trim).filter(|part| !part.is_empty()) {
                match (part.strip_prefix('@'), part.split_once('=')) {
                    (Some(reading), _) => selection.reading = Some(reading.to_string()),
                    (None, Some((option, value))) => {
                        selection.options.insert(option.to_string(), value.to_string());
                    }
                    (None, None) => return Err((number, format!("`{part}` is neither @READING nor OPTION=VALUE"))),
                }
            }
            let nodes = counts
                .split_whitespace()
                .map(|count| count.parse().map_err(|_| (number, format!("`{count}` is no number"))))
                .collect::<Result<Vec<u64>, _>>()?;
            lines.push(PerftLine { line: number, name: name.to_string(), selection, nodes });
        }
        Ok(PerftTable { lines })
    }
}
