//! gabata: a small rule language for mancala games, and the engine and tools around it.

pub mod board;
pub mod diagnostic;
pub mod engine;
pub mod program;
pub mod rules;
pub mod shipped;
pub mod source;
pub mod syntax;
