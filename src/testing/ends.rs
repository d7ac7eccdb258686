//! Does play come to an end? A few random games tell.

use crate::engine::{Due, Engine, Event, What};
use crate::lab::players::{below, stream};
use crate::rules::Rules;

/// Random games, and plies of each.
const GAMES: u64 = 4;
const PLIES: usize = 2_000;

/// Does some round of a few random games end by an `end when`, or by a line that says so?
#[must_use]
pub fn reaches_an_end(engine: &Engine, rules: &Rules) -> bool {
    let mut moves = Vec::new();
    for game in 0..GAMES {
        let mut random = stream(1, game);
        let mut position = engine.start();
        for _ in 0..PLIES {
            let mut events: Vec<Event> = Vec::new();
            match position.due {
                Due::Nothing => break,
                Due::NextRound => engine.next_round(&mut position, &mut events),
                Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                    engine.legal_moves(&position, &mut moves);
                    let Some(&played) = moves.get(below(&mut random, moves.len())) else { break };
                    engine.play_legal(&mut position, played, &mut events);
                }
            }
            let ended =
                |event: &Event| event.what == What::RoundEnds && event.clause != rules.repeated.clause;
            if events.iter().any(ended) {
                return true;
            }
        }
    }
    false
}
