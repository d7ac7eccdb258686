//! The engine: plays a lowered program. It sees no rules and no names, only numbers.

pub mod event;
pub mod moves;
pub mod position;

pub use event::{Event, Observer, What};
pub use moves::{Choices, Move};
pub use position::{Due, History, LotFor, MarkedHole, Position, RoundResult};
