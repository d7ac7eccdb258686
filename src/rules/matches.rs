//! The match of rounds: how a round's result becomes the next round's board.

use super::{ClauseId, Count, Stated};
use serde::{Deserialize, Serialize};

/// A match of rounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// The heading.
    pub clause: ClauseId,
    /// How holes are filled.
    pub refill: Option<Stated<Refill>>,
    /// A hole is gained for every N seeds beyond a full row.
    pub gain: Option<Stated<u32>>,
    /// Who gets the hole that neither can fill alone.
    pub contested: Option<Stated<Contested>>,
    /// Who gets it where the remainders are equal.
    pub equal: Option<Stated<Equal>>,
    /// Holes that cannot be filled are closed.
    pub close: Option<Stated<Close>>,
    /// The poorer player lays out his seeds; the first whose condition holds.
    pub poorer: Vec<Stated<LayOut>>,
    /// The richer player copies the layout and keeps the rest.
    pub richer_copies: Option<Stated<()>>,
    /// What becomes of a remainder of N.
    pub remainders: Vec<Stated<Remainder>>,
    /// Who starts the next round.
    pub starter: Stated<NextStarter>,
    /// What ends the match, in the order of the file.
    pub until: Vec<Stated<Until>>,
}

impl Match {
    /// Seeds that every hole needs; `None` where holes are filled with different numbers.
    #[must_use]
    pub fn seeds_for_a_hole(&self) -> Option<u32> {
        let refill = self.refill.as_ref().and_then(|refill| match refill.value {
            Refill::Each { seeds, .. } => Some(seeds),
            Refill::AsAtTheStart => None,
        });
        let laid = self.poorer.iter().find_map(|laid| match laid.value.how {
            LayOutKind::Each { seeds, .. } => Some(seeds),
            LayOutKind::AsAtTheStart { .. } | LayOutKind::Evenly | LayOutKind::OneEach => None,
        });
        laid.or(refill)
    }
}

/// From which end of his row a player fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FillFrom {
    /// His leftmost hole.
    Leftmost,
    /// His rightmost hole.
    Rightmost,
}

/// How holes are filled for the next round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refill {
    /// N in each own hole, out of own seeds.
    Each {
        /// How many.
        seeds: u32,
        /// From which end.
        from: FillFrom,
    },
    /// The board is set up as at the start.
    AsAtTheStart,
}

/// Who gets the hole that neither player can fill alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contested {
    /// The player with more left over; the other cedes his seeds to complete it.
    LargerRemainder,
    /// Nobody: it is closed, each keeps his seeds.
    Nobody,
}

/// Who gets the contested hole where the remainders are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Equal {
    /// A lot is drawn; the other cedes his seeds.
    ByLot,
    /// The player with fewer seeds.
    PoorerPlayer,
    /// Nobody: it is closed, each keeps his seeds.
    Nobody,
}

/// Holes that cannot be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Close {
    /// Their owner chooses which; otherwise those left over by the side of refilling.
    pub chosen_by_owner: bool,
}

/// How the poorer player lays out his seeds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayOut {
    /// Only when he holds that many.
    pub when_holding: Option<Count>,
    /// How.
    pub how: LayOutKind,
}

/// A way of laying out seeds along the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LayOutKind {
    /// N in each own hole.
    Each {
        /// How many.
        seeds: u32,
        /// From which end.
        from: FillFrom,
        /// What is done with fewer than N left.
        rest: LayOutRest,
    },
    /// The numbers of the start.
    AsAtTheStart {
        /// From which end.
        from: FillFrom,
        /// What is done with too few left.
        rest: LayOutRest,
    },
    /// As evenly as possible.
    Evenly,
    /// One seed in each own hole, while they last.
    OneEach,
}

/// What is done with the seeds that do not fill a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LayOutRest {
    /// He keeps them.
    Kept,
    /// They go into the next hole, which stays incomplete.
    InLastHole,
    /// They are spread one to a hole over the next holes.
    OneToAHole,
}

/// What becomes of a remainder of N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remainder {
    /// N.
    pub seeds: u32,
    /// What becomes of it.
    pub fate: RemainderFate,
}

/// Lent or given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RemainderFate {
    /// Lent to the poorer player, repaid as soon as he has it.
    LentToPoorer,
    /// Given to the opponent.
    GivenToOpponent,
}

/// Who starts the next round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NextStarter {
    /// The second player of the round before.
    Alternates,
    /// Who lost it; after a draw it alternates.
    Loser,
    /// Who won it; after a draw it alternates.
    Winner,
    /// A lot is drawn.
    ByLot,
    /// South.
    South,
    /// Who has fewer seeds; with equal seeds it alternates.
    PoorerPlayer,
}

/// What ends a match. "Owns" and "fills" are tested after filling, "has" before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// A player owns every hole: he wins.
    OwnsEveryHole,
    /// A player owns no hole: he loses.
    OwnsNoHole,
    /// A player has every seed: he wins.
    HasEverySeed,
    /// A player cannot fill even one hole: he loses.
    CannotFillOne,
    /// A player cannot fill all own holes: he loses.
    CannotFillAll,
    /// A player fills fewer than N holes: he loses.
    FillsFewerThan(u32),
    /// A player has at most N seeds: he loses.
    HasAtMost(u32),
    /// A player wins N rounds.
    WinsRounds {
        /// How many.
        rounds: u32,
        /// One after the other.
        in_a_row: bool,
    },
    /// N rounds are played: he wins who has more seeds then.
    RoundsPlayed(u32),
}
