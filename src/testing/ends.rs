//! Does play come to an end, and by what? Random games tell.

use crate::board::ClauseId;
use crate::engine::{Due, Engine, Event, What};
use crate::lab::players::{Stream, below, stream};
use crate::rules::Rules;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Rounds that are played for a snapshot to see by what they end.
pub const ROUNDS: u64 = 1_000;
/// Plies after which one is given up.
const MOST_PLIES: usize = 50_000;
/// Rounds that are played at a time; where so many of them do not end that it is hopeless, no more
/// are played.
const AT_A_TIME: u64 = 20;
const HOPELESS: u64 = 5;

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

/// By what first rounds end that are played at random: how many by each clause, the most first;
/// `None` stands for those that were given up. Fewer are played if several do not
/// end.
#[must_use]
pub fn ends_of_rounds(engine: &Engine, seed: u64, rounds: u64) -> Vec<(Option<ClauseId>, u64)> {
    let mut ends: BTreeMap<Option<ClauseId>, u64> = BTreeMap::new();
    for first in (0..rounds).step_by(AT_A_TIME as usize) {
        let some = (first..rounds.min(first + AT_A_TIME)).into_par_iter();
        let played: Vec<_> = some.map(|round| end_of_round(engine, stream(seed, round))).collect();
        for end in played {
            *ends.entry(end).or_default() += 1;
        }
        if ends.get(&None).is_some_and(|&unfinished| unfinished >= HOPELESS) {
            break;
        }
    }
    let mut ends: Vec<_> = ends.into_iter().collect();
    ends.sort_by_key(|&(clause, rounds)| (std::cmp::Reverse(rounds), clause));
    ends
}

/// By what a round ends that is played at random.
fn end_of_round(engine: &Engine, mut random: Stream) -> Option<ClauseId> {
    let (mut position, mut moves) = (engine.start(), Vec::new());
    for _ in 0..MOST_PLIES {
        if position.round_over() {
            break;
        }
        engine.legal_moves(&position, &mut moves);
        let Some(&played) = moves.get(below(&mut random, moves.len())) else { break };
        engine.play_legal(&mut position, played, &mut ());
    }
    position.round_result.map(|result| result.clause)
}
