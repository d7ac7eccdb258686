//! The parser that pest makes from `grammar/mancala.pest`.
#![allow(missing_docs)] // the rules are documented in the grammar

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "../grammar/mancala.pest"]
pub struct Grammar;
