//! The state of a match: the board of the current round, what the clauses can look back on, and
//! how the match stands. Plain data, shared by the engine and the reference interpreter.

use crate::board::{ClauseId, MarkId};
use crate::board::{Direction, Hole, HoleSet, Seat};
use serde::{Deserialize, Serialize};

/// A position. Everything that any rule can ask about is in here, so that a position and a move
/// determine the next position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Seeds at every stop: holes, then the stores of South and North where there are any.
    pub seeds: Vec<u32>,
    /// Captured seeds beside the board (where there are stores, captures go there instead).
    pub pile: [u32; 2],
    /// Seeds in hand, for games that enter seeds.
    pub hand: [u32; 2],
    /// Holes by current owner.
    pub owned: [HoleSet; 2],
    /// Holes out of play for this round: not owned, not sown, not a stop.
    pub closed: HoleSet,
    /// Marked holes, in the order in which they were marked.
    pub marks: Vec<MarkedHole>,
    /// The holes of `marks`.
    pub marked: HoleSet,
    /// Bit *n*: a mark of [`MarkId`] *n* has been made in this round.
    pub marks_made: u64,
    /// Holes lifted by anyone since the round began.
    pub lifted: HoleSet,
    /// Bit *n*: the `once` frame *n* has begun in this round for South, for North.
    pub frames_begun: [u64; 2],
    /// Turns (not bonus moves) that each player has completed in this round.
    pub turns: [u32; 2],
    /// Moves of this round since the last that captured; a pass is no move.
    pub moves_without_capture: u32,
    /// Who is due.
    pub to_move: Seat,
    /// What is due.
    pub due: Due,
    /// The mover is due again in the same turn, from these holes only.
    pub bonus: Option<HoleSet>,
    /// Who made the last move of this round (a pass is none).
    pub last_mover: Option<Seat>,
    /// Directions bound by a player's first move, where the rules bind them.
    pub bound: [Option<Direction>; 2],
    /// A lone seed that was the whole of the last move: where it was lifted and where it fell.
    pub lone_seed: Option<(Hole, Hole)>,
    /// Who began this round.
    pub starter: Seat,
    /// Number of the round, from 1.
    pub round: u32,
    /// Rounds in a row, up to this one, in which nobody has played yet. A lot is no play.
    pub rounds_unplayed: u32,
    /// Rounds won by each.
    pub wins: [u32; 2],
    /// Rounds won in a row, and by whom.
    pub streak: Option<(Seat, u32)>,
    /// Holes that each player has still to choose to be closed before the next round is filled.
    pub closing: [u32; 2],
    /// Seeds that each player has borrowed from the other.
    pub debts: [u32; 2],
    /// Result of the round that has just ended.
    pub round_result: Option<RoundResult>,
    /// Result of the match, when it is over. `Some(None)` is a draw.
    pub match_result: Option<Option<Seat>>,
    /// Captures of the match so far, hole by hole, less those that were given back.
    pub captures: u64,
    /// Endless sowings of the match so far.
    pub endless_sowings: u32,
    /// Rounds of the match so far that ended because a position came back.
    pub repetitions: u32,
    /// Earlier positions since the last capture, for the rule on repetition.
    pub history: History,
}

/// What has to happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Due {
    /// A move of `to_move` (or a pass, where he cannot move).
    Move,
    /// The scripted opening, played by `to_move`.
    Opening,
    /// The race.
    Race,
    /// A lot has to be drawn.
    Lot(LotFor),
    /// `to_move` has to choose a hole of his that stays closed in the next round.
    Closing,
    /// The round is over; the next has to be set up.
    NextRound,
    /// The match (or a game of one round) is over.
    Nothing,
}

/// What a lot decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LotFor {
    /// Who starts the round.
    Starter,
    /// Who gets the contested hole.
    ContestedHole,
}

/// A marked hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MarkedHole {
    /// Which hole.
    pub hole: Hole,
    /// With which mark.
    pub mark: MarkId,
    /// For whom.
    pub owner: Seat,
    /// Has a last seed of the owner's opponent fallen in it?
    pub visited: bool,
}

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundResult {
    /// Seeds of South and North: pile, store, own marks, remaining seeds.
    pub totals: [u32; 2],
    /// The winner; `None` is a draw.
    pub winner: Option<Seat>,
    /// The clause that ended the round.
    pub clause: ClauseId,
}

/// Earlier positions since the last capture, each as a list of numbers of the same length.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct History {
    /// One hash a position.
    hashes: Vec<u64>,
    /// The positions, one after the other.
    states: Vec<u32>,
}

impl History {
    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.states.clear();
    }

    /// Number of positions recorded since the last capture.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Is nothing recorded?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Forgets the position recorded last.
    pub(super) fn forget_latest(&mut self) {
        let length = self.states.len().checked_div(self.hashes.len()).unwrap_or(0);
        self.hashes.pop();
        self.states.truncate(self.states.len() - length);
    }

    /// Has a state been recorded since the last capture?
    fn contains(&self, state: &[u32]) -> bool {
        let hash = hash_of(state);
        self.hashes.iter().enumerate().any(|(index, &earlier)| {
            earlier == hash && self.states[index * state.len()..][..state.len()] == *state
        })
    }
}

/// A fixed hash (FNV-1a over words): the same on every machine and in every run.
fn hash_of(state: &[u32]) -> u64 {
    state.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &word| {
        (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
    })
}

impl Position {
    /// The position without its history, which a trial does not need.
    pub(super) fn board(&self) -> Position {
        Position {
            seeds: self.seeds.clone(),
            marks: self.marks.clone(),
            history: History::default(),
            ..*self
        }
    }

    /// What "the same position" means for the rule on repetition: board, stores, marks, player
    /// to move, and whether (and from where) he is due again.
    fn state_for_repetition(&self, state: &mut Vec<u32>) {
        state.extend_from_slice(&self.seeds);
        state.push(self.to_move.index() as u32);
        match self.bonus {
            None => state.extend([0; 5]),
            Some(HoleSet(holes)) => {
                state.push(1);
                state.extend((0..4).map(|part| (holes >> (32 * part)) as u32));
            }
        }
        // One number a hole, so that all states have the same length.
        let holes = state.len();
        state.resize(holes + self.seeds.len(), 0);
        for marked in &self.marks {
            state[holes + marked.hole.index()] =
                1 + u32::from(marked.mark.0) * 2 + marked.owner.index() as u32;
        }
    }

    /// Has this position been there since the last capture?
    #[must_use]
    pub fn is_repeated(&self, history: &History) -> bool {
        let mut state = Vec::new();
        self.state_for_repetition(&mut state);
        history.contains(&state)
    }

    /// Records this position in its history.
    pub fn record(&mut self) {
        let mut states = std::mem::take(&mut self.history.states);
        let before = states.len();
        self.state_for_repetition(&mut states);
        self.history.hashes.push(hash_of(&states[before..]));
        self.history.states = states;
    }

    /// Records this position, unless it has been there since the last capture: then `true`.
    pub(super) fn record_or_repeat(&mut self) -> bool {
        let earlier = self.history.states.len();
        self.record();
        let History { hashes, states } = &mut self.history;
        let Some((&hash, before)) = hashes.split_last() else { return false };
        let (then, now) = states.split_at(earlier);
        let repeated = before
            .iter()
            .enumerate()
            .any(|(index, &other)| other == hash && then[index * now.len()..][..now.len()] == *now);
        if repeated {
            hashes.pop();
            states.truncate(earlier);
        }
        repeated
    }

    /// Becomes a copy of another position, keeping the memory that it has.
    pub fn copy_from(&mut self, other: &Position) {
        let (mut seeds, mut marks) = (std::mem::take(&mut self.seeds), std::mem::take(&mut self.marks));
        let mut history = std::mem::take(&mut self.history);
        seeds.clone_from(&other.seeds);
        marks.clone_from(&other.marks);
        history.hashes.clone_from(&other.history.hashes);
        history.states.clone_from(&other.history.states);
        *self = Position { seeds, marks, history, ..*other };
    }

    /// The mark on a hole.
    #[must_use]
    pub fn mark_on(&self, hole: Hole) -> Option<&MarkedHole> {
        if !self.marked.contains(hole) {
            return None;
        }
        self.marks.iter().find(|marked| marked.hole == hole)
    }

    /// Seeds of a player beside the board and in his store.
    #[must_use]
    pub fn stored(&self, seat: Seat, holes: usize) -> u32 {
        self.pile[seat.index()] + self.seeds.get(holes + seat.index()).copied().unwrap_or(0)
    }

    /// All seeds there are: on the board, in stores, piles and hands. A play never changes it.
    #[must_use]
    pub fn total(&self) -> u64 {
        let sum = |numbers: &[u32]| numbers.iter().map(|&number| u64::from(number)).sum::<u64>();
        sum(&self.seeds) + sum(&self.pile) + sum(&self.hand)
    }

    /// Is the round (or the match) over?
    #[must_use]
    pub fn round_over(&self) -> bool {
        matches!(self.due, Due::NextRound | Due::Nothing)
    }
}
