//! Many games of one rule set: how long they are, how they end. The result depends on the seed
//! and the number of games only, not on threads.

use super::players::{Player, PlayerKind, below, stream};
use crate::board::Seat;
use crate::engine::{Due, Engine, Move, Position};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Games that are played as one piece of work.
const CHUNK: u64 = 256;

/// What to simulate.
#[derive(Debug, Clone)]
pub struct Simulation {
    /// Number of matches.
    pub games: u64,
    /// Seed of all randomness.
    pub seed: u64,
    /// South's and North's player.
    pub players: [PlayerKind; 2],
    /// Plies after which a match is given up as unfinished.
    pub max_plies: u64,
}

/// What came of it. Sums only, so that parts can be added in any order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Matches played.
    pub games: u64,
    /// Plies of all matches (moves, passes, openings, races, lots).
    pub plies: u64,
    /// Fewest and most plies of a match.
    pub fewest: u64,
    /// Most plies.
    pub most: u64,
    /// Rounds begun.
    pub rounds: u64,
    /// Legal moves at all plies.
    pub choices: u64,
    /// Passes.
    pub passes: u64,
    /// Matches won by South, by North, drawn, given up.
    pub outcomes: [u64; 4],
    /// Captures, hole by hole.
    pub captures: u64,
    /// Endless sowings.
    pub endless_sowings: u64,
    /// Rounds that ended because a position came back.
    pub repetitions: u64,
}

impl Statistics {
    /// Both together.
    #[must_use]
    pub fn plus(&self, other: &Statistics) -> Statistics {
        if self.games == 0 {
            return other.clone();
        }
        if other.games == 0 {
            return self.clone();
        }
        Statistics {
            games: self.games + other.games,
            plies: self.plies + other.plies,
            fewest: self.fewest.min(other.fewest),
            most: self.most.max(other.most),
            rounds: self.rounds + other.rounds,
            choices: self.choices + other.choices,
            passes: self.passes + other.passes,
            outcomes: std::array::from_fn(|index| self.outcomes[index] + other.outcomes[index]),
            captures: self.captures + other.captures,
            endless_sowings: self.endless_sowings + other.endless_sowings,
            repetitions: self.repetitions + other.repetitions,
        }
    }
}

impl Simulation {
    /// Plays all games on the threads of the current pool. `done` counts finished games; setting
    /// `stop` ends the run early with what is finished.
    #[must_use]
    pub fn run(&self, engine: &Engine, done: &AtomicU64, stop: &AtomicBool) -> Statistics {
        let chunks = self.games.div_ceil(CHUNK);
        (0..chunks)
            .into_par_iter()
            .map(|chunk| {
                let mut sum = Statistics::default();
                let mut table = Table::new(engine);
                for game in chunk * CHUNK..((chunk + 1) * CHUNK).min(self.games) {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    sum = sum.plus(&self.play(engine, game, &mut table));
                    done.fetch_add(1, Ordering::Relaxed);
                }
                sum
            })
            .reduce(Statistics::default, |one, other| one.plus(&other))
    }

    fn play(&self, engine: &Engine, game: u64, table: &mut Table) -> Statistics {
        let Table { start, position, moves } = table;
        let mut random = stream(self.seed, game);
        let mut players: [Option<Player>; 2] = Seat::BOTH.map(|seat| match self.players[seat.index()] {
            PlayerKind::Human | PlayerKind::Random => None,
            kind => Some(Player::new(kind, stream(self.seed ^ (seat.index() as u64 + 1), game))),
        });
        position.copy_from(start);
        let mut statistics = Statistics { games: 1, ..Statistics::default() };
        while statistics.plies < self.max_plies {
            match position.due {
                Due::Nothing => break,
                Due::NextRound => {
                    engine.next_round(position, &mut ());
                    continue;
                }
                Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {}
            }
            engine.legal_moves(position, moves);
            let player = players[position.to_move.index()].as_mut().filter(|_| position.due == Due::Move);
            let played = match player {
                Some(player) => player.choose(engine, position, moves),
                None => moves.get(below(&mut random, moves.len())).copied(),
            };
            let Some(played) = played else { break };
            statistics.plies += 1;
            statistics.choices += moves.len() as u64;
            statistics.passes += u64::from(played == Move::Pass);
            engine.play_legal(position, played, &mut ());
        }
        statistics.fewest = statistics.plies;
        statistics.most = statistics.plies;
        statistics.rounds = u64::from(position.round);
        statistics.captures = position.captures;
        statistics.endless_sowings = u64::from(position.endless_sowings);
        statistics.repetitions = u64::from(position.repetitions);
        let outcome = match position.match_result {
            Some(Some(Seat::South)) => 0,
            Some(Some(Seat::North)) => 1,
            Some(None) => 2,
            None => 3,
        };
        statistics.outcomes[outcome] = 1;
        statistics
    }
}

/// Memory that a thread uses again for every game.
struct Table {
    start: Position,
    position: Position,
    moves: Vec<Move>,
}

impl Table {
    fn new(engine: &Engine) -> Table {
        let start = engine.start();
        Table { position: start.clone(), start, moves: Vec::new() }
    }
}
