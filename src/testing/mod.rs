//! Examples, coverage of clauses, move-count tables, snapshots: what makes a rule file
//! trustworthy. Everything is data here; the command line renders it.

pub mod coverage;
pub mod examples;
pub mod perft_table;
pub mod snapshot;

pub use coverage::{Coverage, coverage};
pub use examples::{Mismatch, Verdict, run_example};
pub use perft_table::{PerftLine, PerftTable};
