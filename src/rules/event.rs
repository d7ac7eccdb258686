//! Event tables: ordered lines of `condition => actions, continuation`, of which the first that
//! fits decides.

use super::{ClauseId, Condition, HoleRef, Holes, MarkId, Who};
use crate::board::Direction;
use serde::{Deserialize, Serialize};

/// An ordered table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Table {
    /// Its entries, first to last.
    pub entries: Vec<Entry>,
}

/// A line, or a group of lines under a common condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Entry {
    /// A line.
    Line(Line),
    /// `when CONDITION { … }`: read if the condition holds; if none of its lines fits, reading
    /// goes on below.
    Group {
        /// The common condition.
        when: Condition,
        /// The clause of the heading.
        clause: ClauseId,
        /// The lines.
        entries: Vec<Entry>,
    },
}

/// One line of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// `None` is `otherwise` (or a bare action in a scan).
    pub condition: Option<Condition>,
    /// In the order written.
    pub actions: Vec<Action>,
    /// What follows; `None` outside `last seed` and `entered seed`.
    pub then: Option<Continuation>,
    /// The line.
    pub clause: ClauseId,
}

/// Something done when a line fits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// A player captures seeds.
    Capture {
        /// Who gets them. `row owner` and `hole owner`: of each hole.
        who: Who,
        /// The mover may choose not to.
        optional: bool,
        /// What.
        what: Vec<Captured>,
    },
    /// The same line is tried on other stops.
    Repeat(Repeat),
    /// Mark holes for the mover.
    Mark {
        /// The holes; a store among them is passed over.
        holes: Vec<HoleRef>,
        /// One hole of these, chosen by the mover.
        chosen: Option<Holes>,
        /// The mark.
        mark: MarkId,
    },
    /// Seeds change place without a sowing.
    Move {
        /// How many; `None`: all.
        seeds: Option<u32>,
        /// From where.
        from: HoleRef,
        /// To where.
        to: HoleRef,
    },
}

/// What a capture takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Captured {
    /// All seeds of the hole or holes.
    All(HoleRef),
    /// All seeds of every hole described.
    Every(Holes),
    /// All seeds of one hole described, chosen by the mover.
    Chosen(Holes),
    /// That many seeds, or what is there if fewer.
    Seeds {
        /// How many.
        seeds: u32,
        /// From where.
        from: HoleRef,
    },
    /// All but that many.
    AllBut {
        /// How many stay.
        seeds: u32,
        /// From where.
        from: HoleRef,
    },
}

/// How a line is repeated on other stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Repeat {
    /// On the stop before, and so on while the whole condition holds.
    Backwards,
    /// On the stop before, once.
    OnceBackwards,
    /// On the stop after, and so on.
    Forwards,
    /// Backwards, then forwards.
    BothWays,
    /// As if the last seed lay in the hole just captured.
    FromThere,
}

/// What follows a last seed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Continuation {
    /// The turn ends.
    TurnEnds,
    /// Lift and sow on; where there is nothing to lift the turn ends.
    Relay {
        /// From where.
        from: RelayFrom,
        /// Which way.
        direction: SowDirection,
    },
    /// The captured seeds are sown, the first in that hole; they do not go to the pile.
    SowCaptured {
        /// Which way.
        direction: SowDirection,
        /// The hole of the first seed.
        from: HoleRef,
    },
    /// This one seed is lifted and dropped in the next hole, and judged again.
    SeedMovesOn,
    /// A further move of the same turn, from these holes if stated.
    BonusMove {
        /// Which holes may start; `None`: as ever.
        from: Option<Holes>,
    },
    /// The mover chooses.
    Choose(Vec<Continuation>),
    /// The round ends at once.
    RoundEnds,
}

/// Which hole a relay lifts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RelayFrom {
    /// The hole of the last seed.
    This,
    /// The next hole.
    Next,
}

/// Which way a lap after the first runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SowDirection {
    /// As the lap before.
    Same,
    /// The other way.
    Other,
    /// The mover chooses.
    Either,
    /// That way.
    Fixed(Direction),
}
