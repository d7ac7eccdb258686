//! The words of the language: form, meaning, default and an example of each. `explain --word`
//! shows an entry; a test parses every example and asks that no leading word is missing. Beside
//! them the kinds of fault, which `explain --code` shows.

mod clauses;
mod codes;
mod events;
mod matches;

pub use codes::{Code, code, codes, near_code};

use crate::diagnostic::nearest;

/// Where a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    /// A clause of a game.
    Clause,
    /// A line of `last seed`, or a part of one.
    LastSeed,
    /// A line of `match`.
    Match,
    /// A line of `mark`.
    Mark,
    /// A step of an opening.
    Opening,
    /// A line of `example`.
    Example,
}

impl Section {
    /// The place in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Section::Clause => "a clause of a game",
            Section::LastSeed => "a line of `last seed { … }`",
            Section::Match => "a line of `match { … }`",
            Section::Mark => "a line of `mark walda { … }`",
            Section::Opening => "a step of `opening by the starter { … }`",
            Section::Example => "a line of `example \"…\" { … }`",
        }
    }
}

/// An entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// What it is looked up by.
    pub name: &'static str,
    /// How it is written: capitals are placeholders, `[ ]` may be left out, `|` separates alternatives.
    pub form: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What holds where a file does not say it; empty where nothing does.
    pub default: &'static str,
    /// An example that can be pasted where `section` says.
    pub example: &'static str,
    /// Where it stands.
    pub section: Section,
}

/// All entries, in the order of the reference.
pub fn words() -> impl Iterator<Item = &'static Word> {
    clauses::WORDS.iter().chain(events::WORDS).chain(matches::WORDS)
}

/// The entry of a word: by its name, or by the words it begins with.
#[must_use]
pub fn find(word: &str) -> Option<&'static Word> {
    let wanted = word.trim().to_lowercase();
    let exact = words().find(|entry| entry.name.to_lowercase() == wanted);
    exact.or_else(|| {
        let within = |entry: &&Word| entry.name.split([' ', '/']).any(|part| part == wanted);
        let mut found = words().filter(within);
        // A part that stands in several entries does not say which is meant.
        found.next().filter(|_| found.next().is_none())
    })
}

/// Entries that may have been meant.
#[must_use]
pub fn near(word: &str) -> Vec<&'static str> {
    let wanted = word.trim().to_lowercase();
    let within = words().filter(|entry| {
        !wanted.is_empty()
            && entry.name.split_whitespace().any(|part| part == wanted || nearest(&wanted, [part]).is_some())
    });
    let mut names: Vec<&'static str> = within.map(|entry| entry.name).collect();
    if let Some(near) = nearest(&wanted, words().map(|entry| entry.name)) {
        names.insert(0, near);
    }
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names.truncate(6);
    names
}

/// An entry from its parts, in the order in which they are shown.
const fn word(
    section: Section,
    name: &'static str,
    form: &'static str,
    meaning: &'static str,
    default: &'static str,
    example: &'static str,
) -> Word {
    Word { name, form, meaning, default, example, section }
}
