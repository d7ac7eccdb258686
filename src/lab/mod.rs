//! Play-outs, players, simulation, move counts: the engine's public functions put to work.

pub mod perft;
pub mod players;
pub mod simulation;
mod tree;

pub use perft::{divide, perft};
pub use players::{Player, PlayerKind};
pub use simulation::{Simulation, Statistics};
