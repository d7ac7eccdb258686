//! What keeps rule files right: their worked examples, which clauses these try out, tables of
//! move counts, and snapshots. Everything is data here; the command line renders it.

pub mod coverage;
pub mod difference;
mod ends;
pub mod examples;
mod expect;
pub mod perft;
mod report;
pub mod snapshot;
pub mod suggest;
pub mod written;

pub use coverage::Coverage;
pub use ends::{ROUNDS, ends_of_rounds, reaches_an_end};
pub use examples::{Fault, Report, run};
pub use expect::captured;
pub use snapshot::snapshot;
