//! Tree → Rules: what a game means, with options, readings and derivation resolved, every name
//! bound and every number in range. Nothing here plays; `program` lowers these types for speed,
//! `reference` interprets them as they stand, `explain` says them in sentences.
//!
//! Everything is said from the mover's seat, as in the language itself.

pub mod board;
mod check;
pub mod clause;
pub mod condition;
pub mod event;
pub mod example;
pub mod geometry;
mod library;
mod lints;
mod lower;
pub mod matches;
pub mod play;
pub mod vocabulary;

pub use crate::board::{ClauseId, MarkId};
pub use board::{Layout, Naming, Part, PathRule, Region, Row, Segment, Side};
pub use clause::{About, Basis, Clause, Stated};
pub use condition::{Condition, Count, Fill, HoleRef, Holes, Place, Who};
pub use event::{Action, Captured, Continuation, Entry, Line, RelayFrom, Repeat, SowDirection, Table};
pub use example::Example;
pub use library::{BARE_TEXT, Game, Library, OptionInfo, ReadingInfo, Replaced, Selection, Sketch, slug};
pub use matches::{Match, Until};
pub use play::{Frame, FrameTrigger, Overlay, Play};

use crate::board::{Direction, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One game, complete: a reading chosen, options fixed, the base it is derived from folded in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The title in quotes after `game`.
    pub title: String,
    /// Title of the reading in force; `None` is the bare text.
    pub reading: Option<String>,
    /// Value of every declared option.
    pub options: BTreeMap<String, OptionValue>,
    /// Names, region, people, sources.
    pub about: About,
    /// Every clause in force, in the order of the file; a [`ClauseId`] is an index here.
    pub clauses: Vec<Clause>,
    /// Holes, stores, owners, facing.
    pub layout: Layout,
    /// Seeds at the start of the first round, one number a hole, in the order of the holes.
    pub seeds: Stated<Vec<u32>>,
    /// Seeds in hand for each player at the start.
    pub hand: Option<Stated<u32>>,
    /// Arrangement of seeds by the players before play.
    pub arrangement: Vec<Stated<Arrangement>>,
    /// Who moves first in the first round.
    pub starter: Stated<Starter>,
    /// A scripted first move.
    pub opening: Option<Opening>,
    /// A race before the first turn.
    pub race: Option<Race>,
    /// The clauses that a frame may replace for a time.
    pub play: Play,
    /// Frames, in the order of the file; later ones win where several are in force.
    pub frames: Vec<Frame>,
    /// Declared marks; a [`MarkId`] is an index here.
    pub marks: Vec<Mark>,
    /// A move that would leave the opponent no seed by capturing.
    pub grand_slam: Stated<GrandSlam>,
    /// What a player does who cannot move; `None`: the round ends by an `end when`.
    pub stuck: Option<Stated<Stuck>>,
    /// Conditions that end the round, in the order of the file.
    pub ends: Vec<Stated<End>>,
    /// Who gets the seeds left on the board in unmarked holes.
    pub remaining: Stated<Remaining>,
    /// Who wins the round, where no `end when` says it.
    pub win: Option<Stated<Win>>,
    /// Outcome of a sowing that never ends.
    pub endless: Stated<Endless>,
    /// Outcome of a position that comes back.
    pub repeated: Stated<Repeated>,
    /// The match of rounds.
    pub rounds: Option<Match>,
    /// What the file says it does not say yet.
    pub todos: Vec<String>,
    /// Remarks.
    pub notes: Vec<String>,
}

impl Rules {
    /// What the rules mean, without names, words and places of clauses: equal where two files say
    /// the same in the same order.
    #[must_use]
    pub fn meaning(&self) -> serde_json::Value {
        fn forget(value: &mut serde_json::Value) {
            match value {
                serde_json::Value::Object(fields) => {
                    fields.remove("clause");
                    fields.values_mut().for_each(forget);
                }
                serde_json::Value::Array(items) => items.iter_mut().for_each(forget),
                serde_json::Value::Null
                | serde_json::Value::Bool(_)
                | serde_json::Value::Number(_)
                | serde_json::Value::String(_) => {}
            }
        }
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = value.as_object_mut() {
            for name in ["title", "reading", "about", "clauses", "todos", "notes", "options"] {
                fields.remove(name);
            }
        }
        forget(&mut value);
        value
    }
}

/// Value of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum OptionValue {
    /// A number.
    Number(u32),
    /// A direction.
    Direction(Direction),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Direction(direction) => write!(f, "{direction}"),
        }
    }
}

/// A status that a hole can have for a player (walda, weg, tuz, house …).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Its name in the file.
    pub name: String,
    /// The clause that declares it.
    pub clause: ClauseId,
    /// Who may sow from such a hole (start and relay).
    pub sowing: Stated<MarkSowing>,
    /// Does every seed dropped in it go to its owner at once?
    pub collects: Option<Stated<()>>,
    /// Who gets its seeds when the round ends.
    pub at_end: Stated<MarkSeeds>,
    /// Most marks of this name that each player may have.
    pub limit_each: Option<Stated<u32>>,
    /// Most marks of this name on the board.
    pub limit_all: Option<Stated<u32>>,
    /// Where a limit is reached, does a new one replace the oldest?
    pub replaces: Option<Stated<()>>,
    /// Never on the letter on which the opponent has one.
    pub not_same_letter: Option<Stated<()>>,
    /// Each player's own holes that bear the mark from the start.
    pub starts_on: Option<Stated<Region>>,
    /// How long it lasts.
    pub lasts: Stated<MarkLasts>,
}

/// Who may sow from a marked hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkSowing {
    /// No restriction.
    Anyone,
    /// Nobody.
    Nobody,
    /// Only the player for whom it is marked.
    OnlyOwner,
    /// Anyone but the player for whom it is marked.
    NotOwner,
}

/// Who gets the seeds of a marked hole at the end of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkSeeds {
    /// The player for whom it is marked.
    Owner,
    /// The player at whose seat it lies.
    RowOwner,
}

/// How long a mark lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkLasts {
    /// Until the round ends.
    Round,
    /// Until its hole is lifted or captured.
    LiftedOrCaptured,
    /// Until the opponent of its owner drops a seed in it.
    OpponentDrops,
}

/// Who moves first in the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Starter {
    /// The named player.
    Seat(Seat),
    /// Drawn by lot.
    ByLot,
    /// The players agree; South unless the program is told otherwise.
    ByAgreement,
}

/// A step of arranging seeds before play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrangement {
    /// Each player lays out N seeds in his own holes as he likes.
    EachArranges(u32),
    /// The starter does.
    StarterArranges(u32),
    /// The opponent copies the starter's arrangement.
    OpponentCopies,
    /// The opponent may take the starter's side.
    OpponentMaySwap,
}

/// A scripted first move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The whole opening.
    pub clause: ClauseId,
    /// Played by the starter only, or by each player in his first turn.
    pub each_player: bool,
    /// Its description in words.
    pub words: Option<String>,
    /// Alternatives, of which the player chooses one.
    pub scripts: Vec<Vec<Stated<Step>>>,
}

/// A step of a scripted opening. `Region`s are seen from the seat of the player who plays it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The board becomes this, one number a hole in the order of the holes, the starter as South.
    BoardBecomes(Vec<u32>),
    /// Lift this many seeds (`None`: all) from every hole of a region into the hand.
    Lift {
        /// Seeds from each hole; `None` is all of them.
        seeds: Option<u32>,
        /// The holes.
        from: Holes,
    },
    /// Sow what is in hand, the first seed in that hole: an ordinary lap with all its events.
    Sow {
        /// `None`: the direction of the game.
        direction: Option<Direction>,
        /// The hole that gets the first seed.
        from: Region,
    },
    /// The seeds in hand are put into a hole.
    Put {
        /// The hole.
        into: Region,
    },
    /// The player captures N seeds from the hand of the script.
    Capture(u32),
    /// Mark these holes for the player.
    Mark {
        /// The holes.
        holes: Region,
        /// The mark.
        mark: MarkId,
    },
    /// From a hole on, N seeds of every second hole move to the next hole, once round the board.
    EverySecondMovesOn {
        /// Where it begins.
        from: Region,
        /// Seeds that move from each.
        seeds: u32,
    },
    /// From a hole on, all of every second hole is put in the next hole, once round the board.
    EverySecondIsPutInNext {
        /// Where it begins.
        from: Region,
    },
    /// Who moves after the script: the same player (`true`) or his opponent.
    ThenMoves {
        /// The player of the script goes on.
        same_player: bool,
    },
}

/// A race before the first turn: both sow in step, seed by seed, South first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Race {
    /// The race.
    pub clause: ClauseId,
    /// The holes from which each player may lift, seen from his seat.
    pub from: Region,
    /// Does the slower player play to his end, or stop at once?
    pub end: Stated<RaceEnd>,
    /// Are captures and marks passed over?
    pub no_captures: Option<Stated<()>>,
}

/// What the slower player of a race does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RaceEnd {
    /// He plays to his own end.
    BothPlayToTheEnd,
    /// He stops at once; seeds in hand go back to the hole of his last lift.
    OtherPlayerStops,
}

/// What a player does who cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stuck {
    /// He passes; a pass is a turn.
    Passes,
    /// He refills N in each own hole from what he has captured.
    Refills(u32),
}

/// A condition that ends the round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// When.
    pub when: Condition,
    /// Does the player of the condition win or lose by it? `None`: the seeds decide.
    pub that_player: Option<Verdict>,
}

/// Wins or loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// He wins.
    Wins,
    /// He loses.
    Loses,
}

/// Who gets the seeds left on the board in unmarked holes when a round ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Remaining {
    /// Each hole's row owner (by seat).
    RowOwner,
    /// Each hole's current owner.
    HoleOwner,
    /// The opponent of the player who could not move.
    OpponentOfStuck,
    /// The player who made the last move.
    LastMover,
    /// The player who has seeds in his holes.
    PlayerWithSeeds,
    /// The player who began the round.
    Starter,
    /// Half to each; an odd seed to nobody.
    Half,
    /// They stay for the next round.
    NextRound,
    /// Nobody: they do not count.
    Nobody,
}

/// Who wins a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Win {
    /// Most seeds; equal is a draw.
    MostSeeds,
    /// Most marked holes; equal is a draw.
    MostMarkedHoles,
}

/// Outcome of a sowing that never ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Endless {
    /// The turn ends; the lap that would repeat is not begun.
    EndsTurn,
    /// The mover loses the round.
    Loses,
    /// The round is a draw.
    Draw,
    /// Such a move is illegal.
    Forbidden,
}

/// Outcome of a position that comes back with the same player to move and no capture between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Repeated {
    /// The round ends and the remaining seeds are dealt out.
    EndsRound,
    /// The round is a draw.
    Draw,
    /// Such a move is illegal.
    Forbidden,
}

/// A move whose captures would leave the opponent no seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GrandSlam {
    /// The captures stand.
    CapturesAll,
    /// The move stands, nothing is captured.
    CapturesNothing,
    /// The move is illegal.
    Forbidden,
    /// The hole captured first is spared.
    SparesFirst,
    /// The hole captured last is spared.
    SparesLast,
    /// The captures stand; what is left on the board is the opponent's.
    OpponentCapturesRest,
}
