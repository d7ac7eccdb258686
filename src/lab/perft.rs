//! Numbers of move sequences. A bonus move is a further move of the same player; the end of a
//! round is terminal; a sequence that ends it at move *d* counts there.

use crate::engine::{Engine, Move, Position};

/// Numbers of move sequences of length 1 to `depth` from a position.
#[must_use]
pub fn perft(engine: &Engine, position: &Position, depth: usize) -> Vec<u64> {
    let mut nodes = vec![0; depth];
    let mut levels: Vec<(Position, Vec<Move>)> = vec![(position.clone(), Vec::new()); depth];
    if depth > 0 {
        count(engine, position, &mut levels, &mut nodes);
    }
    nodes
}

fn count(engine: &Engine, position: &Position, levels: &mut [(Position, Vec<Move>)], nodes: &mut [u64]) {
    let Some(((next, moves), deeper)) = levels.split_first_mut() else { return };
    let Some((here, below)) = nodes.split_first_mut() else { return };
    engine.legal_moves(position, moves);
    *here += moves.len() as u64;
    if below.is_empty() {
        return;
    }
    for &played in moves.iter() {
        next.copy_from(position);
        engine.play_legal(next, played, &mut ());
        if !next.round_over() {
            count(engine, next, deeper, below);
        }
    }
}

/// For every first move, the number of move sequences of length `depth` that begin with it.
#[must_use]
pub fn divide(engine: &Engine, position: &Position, depth: usize) -> Vec<(Move, u64)> {
    let mut moves = Vec::new();
    engine.legal_moves(position, &mut moves);
    moves
        .into_iter()
        .map(|played| {
            let mut next = position.clone();
            engine.play_legal(&mut next, played, &mut ());
            let below = match depth {
                0 | 1 => 1,
                _ if next.round_over() => 0,
                _ => perft(engine, &next, depth - 1).last().copied().unwrap_or(0),
            };
            (played, below)
        })
        .collect()
}
