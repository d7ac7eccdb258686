//! gabata: a small rule language for mancala games, and the engine and tools around it.

pub mod board;
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod explain;
pub mod lab;
pub mod notation;
pub mod program;
pub mod reference;
pub mod rules;
pub mod shipped;
pub mod source;
pub mod syntax;
pub mod testing;
