//! All tests of the project that look at it from outside, in one binary.

mod common;
mod known_results;
mod properties;
mod recordings;
mod reference;
mod syntax;
