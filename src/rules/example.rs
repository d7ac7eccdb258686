//! Worked examples: a position, plays, and what a reader of the source would expect.

use super::{MarkId, OptionValue};
use crate::board::{Direction, Hole, Seat};
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// A worked example of a rule file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// What it shows.
    pub title: String,
    /// The file that states it.
    pub file: String,
    /// Line of its heading (of a case: of the case), from 1.
    pub line: u32,
    /// Is it not expected to hold yet?
    pub todo: bool,
    /// The reading it is about; `None`: the default.
    pub reading: Option<String>,
    /// Options it fixes.
    pub options: Vec<(String, OptionValue)>,
    /// What is given.
    pub given: Given,
    /// The plays, in order.
    pub plays: Vec<PlayStep>,
    /// What is expected.
    pub results: Vec<Expected>,
}

/// What an example starts from. Whatever is not given is as at the start.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Given {
    /// Seeds, one a hole in the order of the holes; `None` in it is a closed hole.
    pub position: Option<Vec<Option<u32>>>,
    /// Piles or stores before, South's first.
    pub captured: [u32; 2],
    /// Marks: owner, mark, hole.
    pub marks: Vec<(Seat, MarkId, Hole)>,
    /// Holes that belong to another player than at the start.
    pub owners: Vec<(Seat, Hole)>,
    /// Who is to move; `None`: the player of the first play.
    pub to_move: Option<Seat>,
    /// Who made the last move before.
    pub last_mover: Option<Seat>,
    /// The round before ended with so many seeds for each player.
    pub round_ended: Option<RoundEnded>,
    /// The rounds before that one, first to last.
    pub earlier_rounds: Vec<RoundEnded>,
}

/// Result of the round before, from which the next is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundEnded {
    /// South's and North's seeds.
    pub seeds: [u32; 2],
    /// Who had started that round.
    pub starter: Seat,
}

/// A play of an example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PlayStep {
    /// A player chooses a hole of his that stays closed in the next round.
    Closes {
        /// Who.
        seat: Seat,
        /// Which hole.
        hole: Hole,
    },
    /// A player plays a hole.
    Plays {
        /// Who.
        seat: Seat,
        /// Which hole.
        hole: Hole,
        /// Which way, where there is a choice.
        direction: Option<Direction>,
    },
    /// A player plays the scripted opening (which alternative, from 0).
    Opening {
        /// Who.
        seat: Seat,
        /// Which alternative.
        script: u32,
    },
    /// Both race, from these holes if there is a choice.
    Race(Option<[Hole; 2]>),
    /// A player passes.
    Passes(Seat),
    /// The lot falls to a player.
    Lot(Seat),
}

/// One expectation, with its place in the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// What.
    pub what: Expectation,
    /// Where it is written.
    pub span: Span,
}

/// What is expected after the last play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Expectation {
    /// The board; `None` is a closed hole.
    Becomes(Vec<Option<u32>>),
    /// The player captured that many by the last move. Unmentioned is none.
    Captures(Seat, u32),
    /// A hole is marked for a player.
    OwnsMark(Seat, MarkId, Hole),
    /// A hole belongs to a player.
    OwnsHole(Seat, Hole),
    /// The mover is due again.
    BonusMove,
    /// That player is due.
    ToMove(Seat),
    /// Exactly these holes may start.
    LegalMoves(Vec<Hole>),
    /// This hole may not start.
    IllegalMove {
        /// The hole.
        hole: Hole,
        /// The words of the reason; part of the clause that forbids it.
        because: Option<String>,
    },
    /// The round is over (with these totals).
    RoundEnds(Option<[u32; 2]>),
    /// A player wins the round.
    Wins(Seat),
    /// The round is a draw.
    Draw,
    /// The match is over.
    MatchEnds,
    /// A player wins the match.
    WinsMatch(Seat),
    /// A player has that many in store or pile.
    InStore(Seat, u32),
    /// This line fired, as the formatter writes it.
    BecauseOf(String),
}
