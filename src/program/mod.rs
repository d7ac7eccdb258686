//! Rules → Program: flat tables for speed. Every word that depends on the mover's seat is
//! resolved for both seats, every region is a set of holes, every count a bit mask; names are
//! gone. A program with its engine is all that play needs.

mod code;
mod listing;
mod lower;

pub use code::{
    ActionCode, CaptureCode, CountTest, FacingTest, HolesTest, LineCode, OwnerTest, TableCode, Target, Test,
    Then, Way, WhoTest,
};

pub use crate::rules::matches::{
    Close, Contested, Equal, FillFrom, LayOut, LayOutKind, LayOutRest, Match, NextStarter, Refill, Remainder,
    RemainderFate, Until,
};
pub use crate::rules::play::SkipUnless;
pub use crate::rules::{
    Endless, Fill, GrandSlam, MarkLasts, MarkSeeds, MarkSowing, RaceEnd, Remaining, Repeat, Repeated,
    Starter, Stated, Stuck, Verdict, Win,
};

use crate::board::{ClauseId, Direction, Hole, HoleSet, MarkId, Seat};

/// A rule that the engine does not play yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} is not implemented yet")]
pub struct Unsupported {
    /// What it is, in words.
    pub what: String,
    /// The clause that asks for it.
    pub clause: ClauseId,
}

/// A lowered game.
#[derive(Debug, Clone)]
pub struct Program {
    /// Number of holes; stores, if any, are the two stops after them.
    pub holes: usize,
    /// Does each player have a store?
    pub stores: bool,
    /// All holes.
    pub all: HoleSet,
    /// Holes by seat.
    pub sides: [HoleSet; 2],
    /// Holes by owner at the start.
    pub owners: [HoleSet; 2],
    /// For every hole, the facing holes, nearest first.
    pub facing: Vec<Vec<Hole>>,
    /// For every hole, where it lies when the board is turned by half a circle.
    pub turned: Vec<Hole>,
    /// Column of every hole as its own seat counts (for marks on the same letter).
    pub letter: Vec<u32>,
    /// Seeds at the start of the first round.
    pub seeds: Vec<u32>,
    /// Who starts the first round.
    pub starter: Stated<Starter>,
    /// The clause that starts the first round.
    pub opening: Option<OpeningTable>,
    /// The race.
    pub race: Option<RaceTable>,
    /// Frames in the order of the file.
    pub frames: Vec<FrameTable>,
    /// Moving and sowing for every set of frames in force (bit *n* of the index: frame *n*).
    pub plays: Vec<[PlayTable; 2]>,
    /// Declared marks.
    pub marks: Vec<MarkTable>,
    /// See [`GrandSlam`].
    pub grand_slam: Stated<GrandSlam>,
    /// See [`Stuck`].
    pub stuck: Option<Stated<Stuck>>,
    /// End conditions in the order of the file.
    pub ends: Vec<EndTable>,
    /// See [`Remaining`].
    pub remaining: Stated<Remaining>,
    /// See [`Win`].
    pub win: Option<Stated<Win>>,
    /// See [`Endless`].
    pub endless: Stated<Endless>,
    /// See [`Repeated`].
    pub repeated: Stated<Repeated>,
    /// The match of rounds.
    pub rounds: Option<Match>,
    /// Are the captures of a move kept, because a grand slam or a line that sows them can ask for
    /// them?
    pub keeps_captures: bool,
    /// What two moments of a sowing can differ in besides the board.
    pub looks_back: LooksBack,
    /// Every player's own holes at the start in the order of his path.
    pub home_order: [Vec<Hole>; 2],
}

/// A scripted opening, for each seat of the starter.
#[derive(Debug, Clone)]
pub struct OpeningTable {
    /// The opening.
    pub clause: ClauseId,
    /// Alternatives by seat.
    pub scripts: [Vec<Vec<Stated<StepTable>>>; 2],
}

/// A step of a script with its holes resolved.
#[derive(Debug, Clone)]
pub enum StepTable {
    /// The board becomes this.
    Becomes(Vec<u32>),
    /// Lift from these holes.
    Lift {
        /// `None`: all.
        seeds: Option<u32>,
        /// The holes.
        from: HolesTest,
    },
    /// Sow the hand, the first seed here.
    Sow {
        /// `None`: as the game sows from that hole.
        direction: Option<Direction>,
        /// The hole of the first seed.
        first: Hole,
    },
    /// Put the hand here.
    Put(Hole),
    /// Capture from the hand.
    Capture(u32),
    /// Mark these holes.
    Mark {
        /// The holes.
        holes: Vec<Hole>,
        /// The mark.
        mark: MarkId,
    },
    /// Seeds of every second hole move to the next; `None`: all of them.
    EverySecond {
        /// The first hole.
        from: Hole,
        /// How many move.
        seeds: Option<u32>,
    },
    /// Who moves then.
    ThenMoves {
        /// The same player.
        same_player: bool,
    },
}

/// A race, by seat.
#[derive(Debug, Clone)]
pub struct RaceTable {
    /// The race.
    pub clause: ClauseId,
    /// The holes from which each may lift.
    pub from: [HoleSet; 2],
    /// What the slower player does.
    pub end: RaceEnd,
    /// Are lines that capture or mark passed over?
    pub no_captures: bool,
}

/// When a frame is in force.
#[derive(Debug, Clone)]
pub struct FrameTable {
    /// The heading.
    pub clause: ClauseId,
    /// The trigger.
    pub when: FrameTest,
}

/// A frame's trigger. Tests are by the seat of the mover.
#[derive(Debug, Clone)]
pub enum FrameTest {
    /// During the first N turns of each player.
    FirstTurns(u32),
    /// During the first turn of the round.
    FirstTurnOfRound,
    /// During the race.
    Race,
    /// After the first N turns of each player.
    AfterTurns(u32),
    /// While the test holds.
    While([Test; 2]),
    /// From the first time that the test holds; for each player by himself, or for both.
    Once {
        /// For each mover.
        tests: [Test; 2],
        /// For each player by himself.
        for_each_player: bool,
    },
}

/// A mark.
#[derive(Debug, Clone)]
pub struct MarkTable {
    /// Its name, for listings only.
    pub name: String,
    /// The declaration.
    pub clause: ClauseId,
    /// Who may sow from it.
    pub sowing: Stated<MarkSowing>,
    /// Does every seed dropped in it go to its owner?
    pub collects: Option<ClauseId>,
    /// Who gets its seeds at the end.
    pub at_end: Stated<MarkSeeds>,
    /// Most for each player.
    pub limit_each: Option<u32>,
    /// Most in all.
    pub limit_all: Option<u32>,
    /// A new one replaces the oldest where a limit is reached.
    pub replaces: Option<ClauseId>,
    /// Never on the opponent's letter.
    pub not_same_letter: bool,
    /// Marked from the start, by seat.
    pub starts_on: [HoleSet; 2],
    /// How long it lasts.
    pub lasts: Stated<MarkLasts>,
}

/// Moving and sowing for one mover.
#[derive(Debug, Clone)]
pub struct PlayTable {
    /// By direction: the next stop after every stop; where the path begins, if a stop is not on it;
    /// [`OFF_BOARD`] where the path leaves the board.
    pub next: [Vec<u8>; 2],
    /// The stops in counterclockwise order.
    pub path: Vec<Hole>,
    /// Holes that may start a move.
    pub starts: Stated<HolesTest>,
    /// Does a start ask only whose the hole is and whether it holds seeds?
    pub plain_starts: bool,
    /// Outcomes that a move must have.
    pub must: Vec<Stated<MustTable>>,
    /// Preferences.
    pub prefer: Vec<Stated<PreferTable>>,
    /// Seeds that stay in the starting hole, and most seeds that are lifted.
    pub lift: LiftTable,
    /// Does a move put the seeds in another hole instead of sowing them? These say which.
    pub puts: Vec<Stated<PutTable>>,
    /// Holes from which a move may go counterclockwise, clockwise.
    pub directions: [HoleSet; 2],
    /// Holes from which it may do so only if its first lap captures.
    pub directions_to_capture: [HoleSet; 2],
    /// The clause on direction.
    pub sow: ClauseId,
    /// The clause on the path.
    pub path_clause: ClauseId,
    /// Does the first seed of a lap fall in the lifted hole: with one seed, with more?
    pub first_in_lifted: [bool; 2],
    /// Does the path meet a hole more than once? Then the next stop depends on where on the path
    /// a lap is, and `next` does not hold there.
    pub revisits: bool,
    /// Seeds dropped in an empty, in an occupied hole; 0: such a hole is no stop.
    pub drop: [u32; 2],
    /// Holes that are skipped.
    pub skip: Vec<Stated<SkipTable>>,
    /// Where a last seed is diverted to, and when.
    pub divert: Option<Stated<(Hole, Test)>>,
    /// After each drop.
    pub each_seed: Option<TableCode>,
    /// Is the table for each seed left out on the last?
    pub but_the_last: bool,
    /// After the last seed.
    pub last_seed: TableCode,
    /// Before a move is lifted.
    pub start_of_move: Option<TableCode>,
    /// At the start of a lap.
    pub start_of_lap: Option<TableCode>,
    /// At the end of a lap.
    pub end_of_lap: Option<TableCode>,
    /// At the end of the turn.
    pub end_of_turn: Option<TableCode>,
    /// Are lines that capture or mark passed over?
    pub no_captures: bool,
    /// Places whose outcome a `must` asks for (bit *n* of a report: place *n*).
    pub watched: Vec<Test>,
    /// Does any line or clause offer a choice within the move?
    pub has_choices: bool,
    /// Can a lap be sown without looking at single seeds (no table for each seed, no skips, one
    /// seed a hole, no collecting or fading marks)?
    pub plain_laps: bool,
}

impl PlayTable {
    /// The tables besides that for the last seed.
    fn other_tables(&self) -> [&Option<TableCode>; 5] {
        [&self.each_seed, &self.start_of_move, &self.start_of_lap, &self.end_of_lap, &self.end_of_turn]
    }

    /// Every test of its tables and preferences.
    fn tests(&self) -> impl Iterator<Item = &Test> {
        let tables = self.other_tables();
        let lines = tables.into_iter().flatten().chain([&self.last_seed]).flat_map(|table| &table.lines);
        let tiers = self.prefer.iter().flat_map(|prefer| &prefer.value.tiers);
        lines.map(|line| &line.test).chain(tiers.map(|(test, _)| test))
    }
}

/// What some condition of a game can look back on. Only where one does are two moments of a sowing
/// different because of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LooksBack {
    /// Whether a hole has been lifted in this round.
    pub lifted: bool,
    /// Whether a hole was sown in this move.
    pub sown_in_move: bool,
    /// Whether the first lap captured.
    pub first_lap_captured: bool,
    /// Whether a capture was made.
    pub capture_made: bool,
    /// Whether a last seed has fallen in a marked hole.
    pub first_time: bool,
    /// Whether a mark has been made in this round.
    pub mark_made: bool,
}

/// A move that puts all seeds of a hole in another.
#[derive(Debug, Clone, Copy)]
pub struct PutTable {
    /// From these holes.
    pub from: HoleSet,
    /// Not into the facing hole.
    pub not_facing: bool,
}

/// Most alternatives of one choice within a move.
pub const MAX_ALTERNATIVES: u32 = 16;

/// No next stop: the path leaves the board.
pub const OFF_BOARD: u8 = u8::MAX;

/// How much is lifted at the start of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiftTable {
    /// Seeds that stay.
    pub leave: u32,
    /// Most seeds that are lifted.
    pub most: u32,
}

impl LiftTable {
    /// Seeds that are lifted from a hole holding so many.
    #[must_use]
    pub const fn of(self, held: u32) -> u32 {
        let free = held.saturating_sub(self.leave);
        if free < self.most { free } else { self.most }
    }
}

/// An outcome that a move must (not) have.
#[derive(Debug, Clone)]
pub struct MustTable {
    /// Any of these.
    pub outcomes: Vec<OutcomeTest>,
    /// None of them may come about.
    pub negated: bool,
    /// Waived if no move has it.
    pub if_possible: bool,
    /// It is about capturing.
    pub about_capture: bool,
}

/// An outcome, asked of the report on a move.
#[derive(Debug, Clone)]
pub enum OutcomeTest {
    /// The opponent holds a seed (asked only if he holds none before).
    Feeds,
    /// A seed was dropped there.
    Reaches {
        /// The holes.
        holes: HoleSet,
        /// In the first lap.
        first_lap: bool,
    },
    /// The last seed fell in a watched place.
    Ends {
        /// Number of the place in [`PlayTable::watched`].
        place: u32,
        /// Of the first lap, or of the last.
        first_lap: bool,
    },
    /// Seeds were captured.
    Captures {
        /// In the first lap.
        first_lap: bool,
    },
    /// A single seed was lifted and fell in one of these, as they were before the move.
    SowsSingleSeed(HolesTest),
    /// A single seed goes back to where the opponent's last move brought it from.
    SendsBack,
}

/// Holes that a sowing skips.
#[derive(Debug, Clone)]
pub struct SkipTable {
    /// Which; `None`: the lifted hole.
    pub holes: Option<HolesTest>,
    /// Which seeds fall there all the same.
    pub unless: Option<SkipUnless>,
}

/// A preference.
#[derive(Debug, Clone)]
pub struct PreferTable {
    /// Asked only when a `must capture, if possible` was waived.
    pub if_no_capture: bool,
    /// Tiers: a test on the starting hole; nearest to the opponent among those.
    pub tiers: Vec<(Test, bool)>,
}

/// An end condition.
#[derive(Debug, Clone)]
pub struct EndTable {
    /// The clause.
    pub clause: ClauseId,
    /// Asked when the next player is due, not after the move.
    pub about_player_to_move: bool,
    /// By the seat of who has moved: the player of the condition, and the test for him. The
    /// round ends if one of them holds.
    pub cases: [Vec<(Option<WhoTest>, Test)>; 2],
    /// Does that player win or lose?
    pub verdict: Option<Verdict>,
    /// Is it a draw if the condition holds for both?
    pub both_is_draw: bool,
}
