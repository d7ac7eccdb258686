//! A move: one start with one value of every choice in it.

use crate::board::{Direction, Hole, Seat};
use serde::{Deserialize, Serialize};

/// Something that can be played. Legal moves are listed in this order: by hole, then direction,
/// then choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Move {
    /// Lift a hole and sow.
    Sow {
        /// The hole.
        from: Hole,
        /// The direction of the first lap.
        direction: Direction,
        /// Every further choice of the move.
        choices: Choices,
    },
    /// The player cannot move; a pass is a turn.
    Pass,
    /// The scripted opening; which alternative, from 0.
    Opening(u8),
    /// The race, from South's and North's hole.
    Race([Hole; 2]),
    /// A lot that falls to a player.
    Lot(Seat),
    /// A hole that stays closed in the next round.
    Close(Hole),
}

impl Move {
    /// A move without further choices.
    #[must_use]
    pub const fn sow(from: Hole, direction: Direction) -> Move {
        Move::Sow { from, direction, choices: Choices::NONE }
    }

    /// The hole that is lifted.
    #[must_use]
    pub const fn from(self) -> Option<Hole> {
        match self {
            Move::Sow { from, .. } => Some(from),
            Move::Pass | Move::Opening(_) | Move::Race(_) | Move::Lot(_) | Move::Close(_) => None,
        }
    }
}

/// The choices of a move in the order in which they come up, each a number from 0 to 15.
/// At most 15 of them; a choice beyond that takes its first alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Choices(u64);

impl Choices {
    /// No choice made.
    pub const NONE: Choices = Choices(0);
    /// Most choices that one move can hold.
    pub const MAX: u32 = 15;
    /// Most ways to play one start (a hole in a direction) that are listed; choices beyond them
    /// cannot be made.
    pub const MOST_LISTED: usize = 256;
    /// Most alternatives of one choice.
    pub const MAX_ALTERNATIVES: u32 = crate::program::MAX_ALTERNATIVES;

    /// Number of choices made (kept in the lowest four bits).
    #[must_use]
    pub const fn len(self) -> u32 {
        (self.0 & 15) as u32
    }

    /// Is there no choice in the move?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The `index`th choice; `None` if it has not been made.
    #[must_use]
    pub const fn get(self, index: u32) -> Option<u32> {
        if index < self.len() { Some((self.0 >> (4 + 4 * index) & 15) as u32) } else { None }
    }

    /// These choices and one more. Unchanged when full.
    #[must_use]
    pub const fn with(self, alternative: u32) -> Choices {
        let length = self.len();
        if length == Self::MAX {
            return self;
        }
        Choices((self.0 & !15) | (length as u64 + 1) | ((alternative as u64 & 15) << (4 + 4 * length)))
    }
}
