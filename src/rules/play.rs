//! The clauses of moving and sowing, which a frame can replace for a time.

use super::{ClauseId, Condition, Holes, PathRule, Place, Region, Stated, Table};
use crate::board::Direction;
use serde::{Deserialize, Serialize};

/// Moving and sowing, complete.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// The stops of the mover's sowing.
    pub path: Stated<PathRule>,
    /// What a move is.
    pub moves: Stated<Moves>,
    /// Conditions on the outcome of a move, in the order of the file.
    pub must: Vec<Stated<Must>>,
    /// Preferences among the moves that satisfy every `must`.
    pub prefer: Vec<Stated<Prefer>>,
    /// How much is lifted at the start of a move.
    pub lift: Stated<Lift>,
    /// Direction.
    pub sow: Stated<Sow>,
    /// Where the first seed of a lap goes.
    pub first_seed: Stated<FirstSeed>,
    /// Seeds dropped at each stop.
    pub drop: Stated<Vec<DropRule>>,
    /// Stops that are passed by.
    pub skip: Vec<Stated<Skip>>,
    /// Where a last seed is diverted to.
    pub divert: Option<Stated<Divert>>,
    /// After every drop.
    pub each_seed: Option<Stated<EachSeed>>,
    /// After the last seed of a lap.
    pub last_seed: Option<Stated<Table>>,
    /// After a seed entered from hand.
    pub entered_seed: Option<Stated<Table>>,
    /// Before the first lap of a move is lifted.
    pub start_of_move: Option<Stated<Table>>,
    /// At the start of every lap.
    pub start_of_lap: Option<Stated<Table>>,
    /// At the end of every lap.
    pub end_of_lap: Option<Stated<Table>>,
    /// At the end of the turn.
    pub end_of_turn: Option<Stated<Table>>,
    /// Lines that capture or mark are passed over.
    pub no_captures: Option<Stated<()>>,
}

/// The fields of [`Play`] that a frame replaces.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[allow(missing_docs)] // each field is the field of `Play` with the same name
pub struct Overlay {
    pub path: Option<Stated<PathRule>>,
    pub moves: Option<Stated<Moves>>,
    pub must: Option<Vec<Stated<Must>>>,
    pub prefer: Option<Vec<Stated<Prefer>>>,
    pub lift: Option<Stated<Lift>>,
    pub sow: Option<Stated<Sow>>,
    pub first_seed: Option<Stated<FirstSeed>>,
    pub drop: Option<Stated<Vec<DropRule>>>,
    pub skip: Option<Vec<Stated<Skip>>>,
    pub divert: Option<Stated<Divert>>,
    pub each_seed: Option<Stated<EachSeed>>,
    pub last_seed: Option<Stated<Table>>,
    pub entered_seed: Option<Stated<Table>>,
    pub start_of_move: Option<Stated<Table>>,
    pub start_of_lap: Option<Stated<Table>>,
    pub end_of_lap: Option<Stated<Table>>,
    pub end_of_turn: Option<Stated<Table>>,
    pub no_captures: Option<Stated<()>>,
}

impl Play {
    /// This play with the clauses of an overlay in place of its own.
    #[must_use]
    pub fn with(&self, overlay: &Overlay) -> Play {
        fn or<T: Clone>(new: &Option<T>, old: &T) -> T {
            new.as_ref().unwrap_or(old).clone()
        }
        fn either<T: Clone>(new: &Option<T>, old: &Option<T>) -> Option<T> {
            new.as_ref().or(old.as_ref()).cloned()
        }
        Play {
            path: or(&overlay.path, &self.path),
            moves: or(&overlay.moves, &self.moves),
            must: or(&overlay.must, &self.must),
            prefer: or(&overlay.prefer, &self.prefer),
            lift: or(&overlay.lift, &self.lift),
            sow: or(&overlay.sow, &self.sow),
            first_seed: or(&overlay.first_seed, &self.first_seed),
            drop: or(&overlay.drop, &self.drop),
            skip: or(&overlay.skip, &self.skip),
            divert: either(&overlay.divert, &self.divert),
            each_seed: either(&overlay.each_seed, &self.each_seed),
            last_seed: either(&overlay.last_seed, &self.last_seed),
            entered_seed: either(&overlay.entered_seed, &self.entered_seed),
            start_of_move: either(&overlay.start_of_move, &self.start_of_move),
            start_of_lap: either(&overlay.start_of_lap, &self.start_of_lap),
            end_of_lap: either(&overlay.end_of_lap, &self.end_of_lap),
            end_of_turn: either(&overlay.end_of_turn, &self.end_of_turn),
            no_captures: either(&overlay.no_captures, &self.no_captures),
        }
    }
}

impl Play {
    /// Every table that is read in the course of a move, with its clause.
    pub fn tables(&self) -> impl Iterator<Item = (ClauseId, &Table)> {
        let stated = [
            &self.last_seed,
            &self.entered_seed,
            &self.start_of_move,
            &self.start_of_lap,
            &self.end_of_lap,
            &self.end_of_turn,
        ];
        all_tables(stated, &self.each_seed)
    }
}

impl Overlay {
    /// Every table that it replaces, with its clause.
    pub fn tables(&self) -> impl Iterator<Item = (ClauseId, &Table)> {
        let stated = [
            &self.last_seed,
            &self.entered_seed,
            &self.start_of_move,
            &self.start_of_lap,
            &self.end_of_lap,
            &self.end_of_turn,
        ];
        all_tables(stated, &self.each_seed)
    }
}

fn all_tables<'p>(
    stated: [&'p Option<Stated<Table>>; 6],
    each_seed: &'p Option<Stated<EachSeed>>,
) -> impl Iterator<Item = (ClauseId, &'p Table)> {
    let each_seed = each_seed.iter().map(|each| (each.clause, &each.value.table));
    stated.into_iter().flatten().map(|table| (table.clause, &table.value)).chain(each_seed)
}

/// Clauses that hold for a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// When they hold.
    pub trigger: FrameTrigger,
    /// The heading.
    pub clause: ClauseId,
    /// What they replace, `also` already folded in.
    pub overlay: Overlay,
}

/// When a frame is in force. Asked when a move starts; turns are counted, not bonus moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum FrameTrigger {
    /// During the first N turns of each player.
    FirstTurnsOfEach(u32),
    /// During the first turn of the round.
    FirstTurnOfRound,
    /// During the race that opens the round.
    Race,
    /// After the first N turns of each player.
    AfterFirstTurnsOfEach(u32),
    /// While the condition holds.
    While(Condition),
    /// From the first time the condition holds when a move starts, for the rest of the round.
    Once {
        /// The condition.
        when: Condition,
        /// It begins for each player by himself, when it holds at the start of his own move.
        for_each_player: bool,
    },
}

/// What a move is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Moves {
    /// Lift one of these holes and sow. Always occupied and not forbidden by a mark.
    From(Holes),
    /// Put all seeds of a hole into another.
    Put(Vec<Stated<Put>>),
    /// Drop N seeds from hand in one of these holes.
    Enter {
        /// How many.
        seeds: u32,
        /// Where.
        into: Holes,
    },
}

/// A move without sowing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Put {
    /// From one of these.
    pub from: Holes,
    /// Not into the facing hole.
    pub not_facing: bool,
}

/// A condition on the outcome of a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Must {
    /// The outcomes, any of which will do.
    pub outcomes: Vec<Outcome>,
    /// None of the outcomes may come about.
    pub negated: bool,
    /// Waived if no move satisfies it.
    pub if_possible: bool,
}

/// An outcome of a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// If the opponent has no seed before the move, he has one after it.
    FeedOpponent,
    /// A seed is dropped there.
    Reach {
        /// Where.
        region: Region,
        /// In the first lap, or in any.
        first_lap: bool,
    },
    /// The last seed of the first lap falls there.
    EndFirstLap(Place),
    /// The last seed of the turn's last lap falls there.
    EndTurn(Place),
    /// Seeds are captured.
    Capture {
        /// In the first lap, or in any.
        first_lap: bool,
    },
    /// A single seed was lifted and dropped in such a hole.
    SowSingleSeed(Holes),
    /// A lone seed that the opponent dropped in the starting hole in his last turn goes back to
    /// where it was lifted.
    SendBack,
}

/// A preference among legal moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prefer {
    /// Asked only when a `must capture …, if possible` before it was waived.
    pub if_no_capture: bool,
    /// The first tier that some move meets decides.
    pub tiers: Vec<Tier>,
}

/// A tier of a preference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tier {
    /// Asked of the starting hole.
    pub condition: Condition,
    /// Of those, the nearest to the opponent along the path.
    pub nearest_opponent: bool,
}

/// How much is lifted at the start of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lift {
    /// All seeds.
    All,
    /// All but N.
    AllBut(u32),
    /// N seeds.
    Seeds(u32),
    /// N seeds, or all, as the mover chooses.
    SeedsOrAll(u32),
    /// Any number.
    Any,
}

/// Direction of a move's first lap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Sow {
    /// Always that way.
    Fixed(Direction),
    /// The mover chooses at each move.
    Either,
    /// By starting hole; `None` is either direction.
    ByHole(Vec<(Option<Direction>, Region)>),
    /// That way, or the other from these holes if the first lap captures.
    OtherIfCaptures {
        /// The usual way.
        direction: Direction,
        /// Holes that may start the other way.
        from: Region,
    },
    /// The way that the game's (or each player's) first move chose.
    ChosenAtFirstMove {
        /// Each player chooses for himself.
        of_each_player: bool,
    },
}

/// Where the first seed of a lap goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FirstSeed {
    /// In the hole after the lifted one.
    NextHole,
    /// In the lifted hole.
    LiftedHole,
    /// In the lifted hole, unless a single seed was lifted.
    LiftedHoleUnlessSingle,
}

/// Seeds dropped at a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DropRule {
    /// How many; `None`: a number that the mover chooses.
    pub seeds: Option<u32>,
    /// Only in empty or in occupied holes.
    pub fill: Option<super::Fill>,
}

/// Stops that are passed by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Skip {
    /// Which.
    pub what: Skipped,
    /// Where a seed falls there all the same.
    pub unless: Option<SkipUnless>,
}

/// Which seeds fall in a stop that others pass by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SkipUnless {
    /// One that makes such a mark there.
    Makes(super::MarkId),
    /// The last seed of a lap.
    LastSeed,
}

/// What is passed by. Counts are those at the moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Skipped {
    /// The hole that this lap was lifted from.
    LiftedHole,
    /// Such holes.
    Holes(Holes),
}

/// A last seed that falls elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Divert {
    /// Into this hole.
    pub to: Region,
    /// When it would fall there.
    pub when: Place,
}

/// The table that runs after every drop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EachSeed {
    /// Not after the last seed of a lap.
    pub but_the_last: bool,
    /// Its lines.
    pub table: Table,
}
