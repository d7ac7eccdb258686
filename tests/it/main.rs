//! All tests of the project that look at it from outside, in one binary.

mod common;
mod properties;
