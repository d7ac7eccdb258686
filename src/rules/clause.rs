//! A clause of a rule file as tools name it: its words, its place, and who vouches for it.

use crate::board::ClauseId;
use serde::{Deserialize, Serialize};

/// One clause in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// Its words in canonical form, without `assumed` and `source`.
    pub words: String,
    /// The file that states it; empty for a rule that the language supplies.
    pub file: String,
    /// Line in that file, from 1; 0 for a rule that the language supplies.
    pub line: u32,
    /// Who vouches for it.
    pub basis: Basis,
    /// Where exactly the sources say it.
    pub source: Option<String>,
}

/// Who vouches for a clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basis {
    /// The sources of the game.
    Documented,
    /// Nobody: the author assumes it, for this reason.
    Assumed(String),
    /// The file is silent; the language supplies it.
    Language,
}

/// A value with the clause that states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stated<T> {
    /// What is stated.
    pub value: T,
    /// The clause that states it.
    pub clause: ClauseId,
}

/// What a game is called and where it comes from. Every list may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct About {
    /// Other names.
    pub also_called: Vec<String>,
    /// Where it is played.
    pub region: Vec<String>,
    /// Who plays it.
    pub people: Vec<String>,
    /// When.
    pub period: Vec<String>,
    /// Books and pages that describe it.
    pub sources: Vec<String>,
    /// Places of evidence.
    pub evidence: Vec<String>,
    /// Remarks.
    pub notes: Vec<String>,
    /// Identifiers elsewhere: name of the catalogue and number or word there.
    pub ids: Vec<(String, String)>,
}
