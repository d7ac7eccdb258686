//! All tests of the project that look at it from outside, in one binary.

mod author_cli;
mod common;
mod constructs;
mod examples;
mod explain;
mod games;
mod known_results;
mod lab;
mod mutants;
mod new_cli;
mod notation;
mod perft;
mod play_cli;
mod program;
mod properties;
mod recordings;
mod reference;
mod replay;
mod syntax;
mod testing_cli;
