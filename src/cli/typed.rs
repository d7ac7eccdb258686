//! Moves typed by hand (`c f b`), played one after the other: for `trace` and `replay`.

use super::Failure;
use crate::board::Seat;
use crate::engine::{Due, Engine, Event, Move, Position};
use crate::explain::account;
use crate::notation::{MoveError, parse_move, print_move};
use crate::rules::Rules;

/// What happens while typed moves are played.
pub enum Step<'s> {
    /// A round is set up.
    Round {
        /// What happens by that.
        events: &'s [Event],
        /// The position then.
        after: &'s Position,
    },
    /// A move is played.
    Play {
        /// Its number, from 1.
        number: u64,
        /// Who plays it.
        mover: Seat,
        /// The move.
        played: Move,
        /// All legal moves.
        legal: &'s [Move],
        /// The position before it.
        before: &'s Position,
        /// What happens.
        events: &'s [Event],
        /// The position after it.
        after: &'s Position,
    },
}

/// The words of typed moves: numbers before a full stop (`1.`) and remarks after `#` are left out.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    let words = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || c == ',')).filter(|word| {
        let number = word.strip_suffix('.').unwrap_or("");
        !word.is_empty() && (number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()))
    });
    words.map(str::to_string).collect()
}

/// A typed word that is no legal move.
#[derive(Debug, Clone, thiserror::Error)]
#[error("move {number} (`{word}`): {why}")]
pub struct Illegal {
    /// Number of the move, from 1.
    pub number: u64,
    /// What was typed.
    pub word: String,
    /// Why it is none.
    pub why: String,
    /// What may be played.
    pub legal: String,
}

impl From<Illegal> for Failure {
    fn from(illegal: Illegal) -> Failure {
        Failure::new(illegal.to_string()).help(illegal.legal)
    }
}

/// Plays moves in order; gives the position after them. A direction follows its hole after a dot:
/// `c.clockwise`. What is no choice of anybody is played by itself.
///
/// # Errors
/// At the first word that is no legal move: which, why, and what may be played.
pub fn play(
    rules: &Rules,
    engine: &Engine,
    mut position: Position,
    moves: &[String],
    each: &mut dyn FnMut(Step),
) -> Result<Position, Illegal> {
    let mut words = moves.iter();
    let mut number = 0;
    loop {
        let mut legal = Vec::new();
        let mut events: Vec<Event> = Vec::new();
        if position.due == Due::NextRound {
            engine.next_round(&mut position, &mut events);
            each(Step::Round { events: &events, after: &position });
            continue;
        }
        engine.legal_moves(&position, &mut legal);
        let forced = match (position.due, legal.as_slice()) {
            (Due::Race | Due::Opening, [only]) => Some(*only),
            (_, [Move::Pass]) => Some(Move::Pass),
            _ => None,
        };
        let mover = position.to_move;
        let played = match forced {
            Some(played) if words.len() > 0 || position.due != Due::Move => played,
            Some(_) | None => {
                let Some(word) = words.next() else { return Ok(position) };
                parse_move(&rules.layout, mover, &word.replace('.', " "), &legal)
                    .map_err(|error| illegal(rules, engine, &position, &legal, (number + 1, word), error))?
            }
        };
        number += 1;
        let before = position.clone();
        engine.play_legal(&mut position, played, &mut events);
        each(Step::Play {
            number,
            mover,
            played,
            legal: &legal,
            before: &before,
            events: &events,
            after: &position,
        });
    }
}

fn illegal(
    rules: &Rules,
    engine: &Engine,
    position: &Position,
    legal: &[Move],
    (number, word): (u64, &str),
    error: MoveError,
) -> Illegal {
    let mover = position.to_move;
    let names: Vec<String> =
        legal.iter().map(|played| print_move(&rules.layout, mover, *played, legal)).collect();
    let list = if names.is_empty() { "nothing".to_string() } else { names.join(", ") };
    let why = match error {
        MoveError::Illegal(hole) => {
            account::why_illegal(rules, position, hole, engine.why_illegal(position, hole))
        }
        MoveError::Ambiguous(_) | MoveError::Unknown(_) => error.to_string(),
    };
    Illegal { number, word: word.to_string(), why, legal: format!("{mover} may play {list}") }
}
