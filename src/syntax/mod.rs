//! Text → tree: everything the author wrote, with its place, and back to text. The only part of
//! the project that knows pest.

mod correct;
mod format;
mod grammar;
mod parse;
mod tree;

pub use format::{format, heading, words};
pub use grammar::Rule as Kind;
pub use parse::{Parsed, decode, parse, reads};
pub use tree::Node;

/// The word or words with which each clause of a game begins.
pub const LEADING_WORDS: &[&str] = &[
    "about",
    "option",
    "set option",
    "reading",
    "default reading",
    "example",
    "note",
    "todo",
    "todo example",
    "allow",
    "no",
    "players",
    "board",
    "each player owns",
    "each hole belongs",
    "path",
    "facing",
    "seeds",
    "each player arranges",
    "starter arranges",
    "opponent copies",
    "opponent may swap",
    "starter",
    "opening",
    "during",
    "after",
    "while",
    "once",
    "move from",
    "put",
    "enter",
    "must",
    "prefer",
    "lift",
    "sow",
    "first seed",
    "drop",
    "skip",
    "divert",
    "each seed",
    "last seed",
    "entered seed",
    "start of lap",
    "end of lap",
    "start of move",
    "end of turn",
    "mark",
    "grand slam",
    "no captures",
    "stuck player",
    "end when",
    "remaining seeds",
    "win",
    "endless sowing",
    "repeated position",
    "match",
];
