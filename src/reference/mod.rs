//! The executable definition of the language: a slow, obvious interpreter straight over [`Rules`],
//! against which the fast engine is tested event by event. It shares only positions, moves and
//! events with the engine.
//!
//! It is written to be read beside the language reference: positions are cloned freely, regions
//! and paths are worked out anew each time, seeds are dropped one stop at a time, every earlier
//! moment of a move is kept to find an endless sowing, and a move is legal if playing it out shows
//! that it is.
//!
//! | file | what it defines |
//! |---|---|
//! | `setup` | the first position, what is due when a round begins |
//! | `scene` | what a clause can see: holes, neighbours, paths |
//! | `conditions` | when a condition holds |
//! | `sowing` | a lap: lifting, skipping, dropping |
//! | `laps` | what follows a lap, endless sowing |
//! | `actions` | tables of lines, capturing, marking, repeating |
//! | `marks` | which marks may be made, how they end |
//! | `legality` | which moves are legal, and why others are not |
//! | `turn` | what follows a move, up to the next player |
//! | `ending` | the end of a round and its result |
//! | `opening`, `race` | the ways to begin a round |
//! | `rounds`, `filling` | the next round of a match |
//! | `watch` | which conditions were asked in a move, and how each came out |

mod actions;
mod conditions;
mod ending;
mod filling;
mod laps;
mod legality;
mod marks;
mod opening;
mod race;
mod rounds;
mod scene;
mod setup;
mod sowing;
#[cfg(test)]
mod tests;
mod turn;
mod watch;

pub use watch::{Asked, Part};

use crate::board::{ClauseId, Hole};
use crate::engine::{Event, Move, Position, What};
use crate::rules::Rules;

/// An interpreter of one set of rules.
#[derive(Debug, Clone, Copy)]
pub struct Reference<'r> {
    rules: &'r Rules,
}

/// A move that cannot be played in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this move is not legal here")]
pub struct IllegalMove {
    /// The move.
    pub attempted: Move,
    /// The clause that forbids its starting hole, where one does.
    pub clause: Option<ClauseId>,
}

impl<'r> Reference<'r> {
    /// An interpreter of these rules.
    #[must_use]
    pub fn new(rules: &'r Rules) -> Reference<'r> {
        Reference { rules }
    }

    /// The first round, set up.
    #[must_use]
    pub fn start(&self) -> Position {
        self.first_position()
    }

    /// Every legal move, in order. Only a pass if the player cannot move; none at all only where
    /// the round or the match is over.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        self.moves_due(position)
    }

    /// The clause that forbids moving from a hole; `None` if a move from it is legal or nobody is
    /// to choose a hole.
    #[must_use]
    pub fn why_illegal(&self, position: &Position, hole: Hole) -> Option<ClauseId> {
        self.forbidding_clause(position, hole)
    }

    /// Plays a move and reports what happens.
    ///
    /// # Errors
    /// The move is not among the legal ones; nothing is reported.
    pub fn play(
        &self,
        position: &Position,
        played: Move,
        events: &mut Vec<Event>,
    ) -> Result<Position, IllegalMove> {
        if !self.legal_moves(position).contains(&played) {
            return Err(IllegalMove {
                attempted: played,
                clause: played.from().and_then(|hole| self.why_illegal(position, hole)),
            });
        }
        let reported = events.len();
        let mut next = match played {
            Move::Sow { from, direction, choices } => {
                self.play_sowing(position, from, direction, choices, events)
            }
            Move::Pass => self.play_pass(position, events),
            Move::Opening(script) => self.play_opening(position, script as usize, events),
            Move::Race(from) => self.play_race(position, from, events),
            Move::Lot(seat) => return Ok(self.play_lot(position, seat, events)),
            Move::Close(hole) => return Ok(self.close_hole(position, hole, events)),
        };
        next.rounds_unplayed = 0;
        for event in &events[reported..] {
            match event.what {
                What::Capture { .. } => next.captures += 1,
                What::GivenBack { .. } => next.captures -= 1,
                _ => {}
            }
        }
        debug_assert_eq!(next.total(), position.total(), "seeds are conserved");
        Ok(next)
    }

    /// Sets up the next round after one that is over, or ends the match. A position in which no
    /// round is due comes back as it is.
    #[must_use]
    pub fn next_round(&self, position: &Position, events: &mut Vec<Event>) -> Position {
        self.following_round(position, None, events)
    }
}
