//! The tree: one node a phrase of the grammar, with its place in the text.

use super::Kind;
use crate::source::{Source, Span};

/// A phrase. Its kind is the name of a rule of the grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Which phrase.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
    /// Its parts, words included, in the order of the text.
    pub children: Vec<Node>,
}

impl Node {
    /// The text as it was written.
    #[must_use]
    pub fn text<'s>(&self, source: &'s Source) -> &'s str {
        source.slice(self.span)
    }

    /// The first part of a kind.
    #[must_use]
    pub fn child(&self, kind: Kind) -> Option<&Node> {
        self.children.iter().find(|child| child.kind == kind)
    }

    /// All parts of a kind.
    pub fn all(&self, kind: Kind) -> impl Iterator<Item = &Node> {
        self.children.iter().filter(move |child| child.kind == kind)
    }

    /// Is there a part of a kind?
    #[must_use]
    pub fn has(&self, kind: Kind) -> bool {
        self.child(kind).is_some()
    }

    /// The first node of a kind in this phrase, itself included, in the order of the text.
    #[must_use]
    pub fn find(&self, kind: Kind) -> Option<&Node> {
        if self.kind == kind {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(kind))
    }

    /// The same tree without places, for comparing two texts of one meaning.
    #[must_use]
    pub fn without_places(&self) -> Node {
        Node {
            kind: self.kind,
            span: Span::default(),
            children: self.children.iter().map(Node::without_places).collect(),
        }
    }

    /// An outline, one phrase a line, for looking at.
    #[must_use]
    pub fn outline(&self, source: &Source) -> String {
        let mut text = String::new();
        self.outline_into(source, 0, &mut text);
        text
    }

    fn outline_into(&self, source: &Source, depth: usize, text: &mut String) {
        let words =
            if self.children.is_empty() { format!(" {:?}", self.text(source)) } else { String::new() };
        *text += &format!("{}{:?}{words}\n", "  ".repeat(depth), self.kind);
        for child in &self.children {
            child.outline_into(source, depth + 1, text);
        }
    }

    /// The text of a string node without its quotes, `\"` and `\\` resolved.
    #[must_use]
    pub fn unquoted(&self, source: &Source) -> String {
        let raw = self.find(Kind::string_text).map_or("", |text| text.text(source));
        let mut out = String::with_capacity(raw.len());
        let mut characters = raw.chars();
        while let Some(character) = characters.next() {
            out.extend(if character == '\\' { characters.next() } else { Some(character) });
        }
        out
    }
}
