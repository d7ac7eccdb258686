//! Computer players. The random numbers are those of Xoshiro256++, seeded by two numbers, so that
//! every game of a simulation has a stream of its own.

use super::tree;
use crate::board::Seat;
use crate::engine::{Engine, Move, Position};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::str::FromStr;

/// Random numbers.
pub type Stream = Xoshiro256PlusPlus;

/// The stream of game `index` of a run with that seed.
#[must_use]
pub fn stream(seed: u64, index: u64) -> Stream {
    // Two rounds of SplitMix64, so that neighbouring numbers give unrelated streams.
    let mix = |mut z: u64| {
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    Stream::seed_from_u64(mix(seed).wrapping_add(mix(index ^ 0x5851_f42d_4c95_7f2d)))
}

/// A number below `below` (0 for 0), without bias that matters: the range is far below 2⁶⁴.
pub fn below(random: &mut Stream, below: usize) -> usize {
    ((u128::from(random.next_u64()) * below as u128) >> 64) as usize
}

/// A kind of player, as the command line names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// Any legal move.
    Random,
    /// The move that gains most at once.
    Greedy,
    /// Alpha-beta search to that depth.
    AlphaBeta(u32),
    /// Monte Carlo tree search with that many play-outs a move.
    MonteCarlo(u32),
}

/// A name that is no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no player; players are human, random, greedy, ab:DEPTH (1 to 20) and mcts:PLAYOUTS (1 to 1000000)"
)]
pub struct UnknownPlayer(String);

impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerKind, UnknownPlayer> {
        let unknown = || UnknownPlayer(text.to_string());
        let number = |text: &str, most: u32| {
            text.parse::<u32>().ok().filter(|number| (1..=most).contains(number)).ok_or_else(unknown)
        };
        match text.split_once(':') {
            None => match text {
                "human" => Ok(PlayerKind::Human),
                "random" => Ok(PlayerKind::Random),
                "greedy" => Ok(PlayerKind::Greedy),
                "ab" => Ok(PlayerKind::AlphaBeta(6)),
                "mcts" => Ok(PlayerKind::MonteCarlo(1000)),
                _ => Err(unknown()),
            },
            Some(("ab", depth)) => Ok(PlayerKind::AlphaBeta(number(depth, 20)?)),
            // `mcts:1s` means about a second: so many play-outs as that takes on a usual machine.
            Some(("mcts", seconds)) if seconds.ends_with('s') => {
                let seconds = number(&seconds[..seconds.len() - 1], 60)?;
                Ok(PlayerKind::MonteCarlo(seconds * 20_000))
            }
            Some(("mcts", playouts)) => Ok(PlayerKind::MonteCarlo(number(playouts, 1_000_000)?)),
            Some(_) => Err(unknown()),
        }
    }
}

/// A computer player with its own random numbers.
#[derive(Debug, Clone)]
pub struct Player {
    kind: PlayerKind,
    random: Stream,
}

impl Player {
    /// A player of a kind. A person is played for at random.
    #[must_use]
    pub fn new(kind: PlayerKind, random: Stream) -> Player {
        Player { kind, random }
    }

    /// Chooses among legal moves, of which there is at least one.
    pub fn choose(&mut self, engine: &Engine, position: &Position, moves: &[Move]) -> Option<Move> {
        if moves.len() <= 1 {
            return moves.first().copied();
        }
        match self.kind {
            PlayerKind::Human | PlayerKind::Random => {
                moves.get(below(&mut self.random, moves.len())).copied()
            }
            PlayerKind::Greedy => self.best(moves, |played| value_after(engine, position, played)),
            PlayerKind::AlphaBeta(depth) => {
                let seat = position.to_move;
                self.best(moves, |played| {
                    let mut next = position.clone();
                    engine.play_legal(&mut next, played, &mut ());
                    search(engine, &next, seat, depth - 1, i64::MIN + 1, i64::MAX)
                })
            }
            PlayerKind::MonteCarlo(playouts) => tree::search(engine, position, playouts, &mut self.random),
        }
    }

    /// One of the moves of the highest value, any of them.
    fn best(&mut self, moves: &[Move], value: impl Fn(Move) -> i64) -> Option<Move> {
        let values: Vec<i64> = moves.iter().map(|played| value(*played)).collect();
        let most = values.iter().max()?;
        let best: Vec<Move> = moves
            .iter()
            .zip(&values)
            .filter(|(_, value)| *value == most)
            .map(|(played, _)| *played)
            .collect();
        best.get(below(&mut self.random, best.len())).copied()
    }
}

/// What a position is worth to a player: the result of a round that is over, else what is captured.
pub(super) fn value(engine: &Engine, position: &Position, seat: Seat) -> i64 {
    if let Some(result) = position.round_result {
        let margin =
            i64::from(result.totals[seat.index()]) - i64::from(result.totals[seat.opponent().index()]);
        return match result.winner {
            Some(winner) if winner == seat => 1_000_000 + margin,
            Some(_) => -1_000_000 + margin,
            None => 0,
        };
    }
    let program = engine.program();
    i64::from(program.captured_by(position, seat)) - i64::from(program.captured_by(position, seat.opponent()))
}

fn value_after(engine: &Engine, position: &Position, played: Move) -> i64 {
    let seat = position.to_move;
    let mut next = position.clone();
    engine.play_legal(&mut next, played, &mut ());
    // A further move of one's own is worth a little.
    value(engine, &next, seat) * 2 + i64::from(next.to_move == seat && !next.round_over())
}

/// Value for `seat` by alpha-beta search; bonus moves are further moves of the same player.
fn search(
    engine: &Engine,
    position: &Position,
    seat: Seat,
    depth: u32,
    mut alpha: i64,
    mut beta: i64,
) -> i64 {
    if depth == 0 || position.round_over() {
        return value(engine, position, seat);
    }
    let mut moves = Vec::new();
    engine.legal_moves(position, &mut moves);
    let own = position.to_move == seat;
    let mut best = if own { i64::MIN + 1 } else { i64::MAX };
    let mut next = position.clone();
    for played in moves {
        next.copy_from(position);
        engine.play_legal(&mut next, played, &mut ());
        let found = search(engine, &next, seat, depth - 1, alpha, beta);
        if own {
            best = best.max(found);
            alpha = alpha.max(best);
        } else {
            best = best.min(found);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}
