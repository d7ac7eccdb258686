//! The engine: plays a lowered program. It sees no rules and no names, only numbers.
//!
//! [`Engine`] is immutable and can be shared between threads; all state is in [`Position`]. The
//! same functions decide what is legal for a person, a computer player and a recorded game.

mod act;
mod ending;
mod endless;
pub mod event;
mod lap;
mod legality;
pub mod moves;
mod moving;
mod opening;
mod places;
pub mod position;
mod race;
mod rounds;
mod test;
mod turn;

pub use event::{Event, Observer, What};
pub use moves::{Choices, Move};
pub use position::{Due, History, LotFor, MarkedHole, Position, RoundResult};

use crate::board::{ClauseId, Hole};
use crate::program::Program;

/// Laps of one move after which a sowing counts as endless although no state has come back.
/// Exact detection finds every cycle that closes before this. Longer ones exist: on 2 × 8 holes
/// En Dodoi has a sowing whose state comes back after 205,760,008 laps. A person would have given up
/// long before; what the rules say of an endless sowing holds then too.
pub const MAX_LAPS: u64 = 100_000;

/// Rounds in a row that are over before anyone has played, after which the match is over: it
/// would go on so for ever. Who has more seeds wins it (by the clause `match`).
pub const UNPLAYED_ROUNDS: u32 = 2;

/// A move that the rules do not allow in the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the rules do not allow this move here")]
pub struct IllegalMove {
    /// The move.
    pub attempted: Move,
}

/// Plays a game.
#[derive(Debug, Clone)]
pub struct Engine {
    program: Program,
}

impl Engine {
    /// An engine for a program.
    #[must_use]
    pub fn new(program: Program) -> Engine {
        Engine { program }
    }

    /// The program it plays.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The position at the start of a match.
    #[must_use]
    pub fn start(&self) -> Position {
        self.program.first_round()
    }

    /// Lists everything that may be played, in ascending order. Nothing may be played when the
    /// round or the match is over; a pass is listed when it is the only thing to do.
    pub fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        self.program.list_moves(position, moves);
    }

    /// The clause that forbids the player to move to start from a hole; `None` if he may.
    #[must_use]
    pub fn why_illegal(&self, position: &Position, hole: Hole) -> Option<ClauseId> {
        self.program.forbidding_clause(position, hole)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    pub fn play<O: Observer>(
        &self,
        position: &mut Position,
        played: Move,
        observer: &mut O,
    ) -> Result<(), IllegalMove> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        if !moves.contains(&played) {
            return Err(IllegalMove { attempted: played });
        }
        self.play_legal(position, played, observer);
        Ok(())
    }

    /// Plays a move that [`Engine::legal_moves`] has listed for this position. Other moves leave
    /// the position in a state without meaning (though never without its seeds).
    pub fn play_legal<O: Observer>(&self, position: &mut Position, played: Move, observer: &mut O) {
        let total = if cfg!(debug_assertions) { position.total() } else { 0 };
        self.program.carry_out(position, played, observer);
        debug_assert_eq!(total, position.total(), "a move keeps the number of seeds");
    }

    /// Sets up the next round where one is due; otherwise nothing happens. The match may end by
    /// it, or a lot may be due.
    pub fn next_round<O: Observer>(&self, position: &mut Position, observer: &mut O) {
        let total = if cfg!(debug_assertions) { position.total() } else { 0 };
        if position.due == Due::NextRound {
            self.program.set_up_round(position, None, observer);
        }
        debug_assert_eq!(total, position.total(), "a new round keeps the number of seeds");
    }
}
