//! A text and places in it.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A stretch of a text, in bytes, end excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Span {
    /// A span of these bytes. Texts are at most [`MAX_BYTES`] long, so that `u32` holds every place.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The bytes as a range.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Largest rule file that is read: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// A text with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: Arc<str>,
    text: String,
    /// First byte of every line.
    lines: Vec<u32>,
}

impl Source {
    /// A text under a name (a path, for files).
    ///
    /// ```
    /// let source = gabata::source::Source::new("a.mancala", "one\ntwo");
    /// assert_eq!(source.place(5), (2, 2));
    /// ```
    #[must_use]
    pub fn new(name: &str, text: &str) -> Source {
        let lines = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        Source { name: name.into(), text: text.to_string(), lines }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty where the span does not fit the text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Line and column of a byte, both from 1; columns count characters.
    #[must_use]
    pub fn place(&self, byte: u32) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= byte);
        let start = self.lines[line - 1] as usize;
        let before = self.text.get(start..byte as usize).unwrap_or("");
        (line as u32, before.chars().count() as u32 + 1)
    }

    /// A line (from 1) without the white space around it; empty where there is no such line.
    #[must_use]
    pub fn line_span(&self, line: u32) -> Span {
        let number = (line as usize).wrapping_sub(1);
        let Some(&start) = self.lines.get(number) else { return Span::default() };
        let end = self.lines.get(number + 1).map_or(self.text.len(), |next| *next as usize);
        let text = self.text.get(start as usize..end).unwrap_or("");
        let indent = text.len() - text.trim_start().len();
        Span::new(start as usize + indent, start as usize + text.trim_end().len().max(indent))
    }

    /// Line of a byte, from 1.
    #[must_use]
    pub fn line(&self, byte: u32) -> u32 {
        self.lines.partition_point(|start| *start <= byte) as u32
    }
}
