//! A readable snapshot of a game: its rules in sentences, its rules as data, one random game move
//! by move, and counts of move sequences. A change of meaning anywhere shows up in it.

use super::perft;
use crate::engine::{Due, Engine, Event, Move, What};
use crate::explain;
use crate::notation::{print_move, print_position};
use crate::program::Program;
use crate::rules::Rules;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plies of the random game.
const PLIES: usize = 60;
/// Deepest count, and most sequences that are counted.
const DEPTH: usize = 5;
const SEQUENCES: u64 = 20_000;

/// The snapshot of one set of rules.
///
/// # Errors
/// If the engine does not play these rules yet, or they cannot be written as data.
pub fn snapshot(rules: &Rules, seed: u64) -> Result<String, String> {
    let engine = Engine::new(Program::lower(rules).map_err(|unsupported| unsupported.to_string())?);
    let config = ron::ser::PrettyConfig::new().depth_limit(3);
    // Lines move with every remark that is added; the words of a clause say which it is.
    let mut placeless = rules.clone();
    placeless.clauses.iter_mut().for_each(|clause| clause.line = 0);
    let data = ron::ser::to_string_pretty(&placeless, config).map_err(|error| error.to_string())?;
    let counts = perft::counts(&engine, &engine.start(), DEPTH, SEQUENCES);
    let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
    Ok(format!(
        "{}\n== A random game (seed {seed})\n\n{}\n== Move sequences by depth\n\n{}\n\n== Rules as data\n\n{data}\n",
        explain::explain(rules),
        random_game(&engine, rules, seed),
        counts.join(" "),
    ))
}

/// A random game, one line a ply: who, what, and the board after it.
#[must_use]
pub fn random_game(engine: &Engine, rules: &Rules, seed: u64) -> String {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = engine.start();
    let mut moves = Vec::new();
    let mut text = format!("{:>3}  {:<18}{}\n", 0, "", print_position(&rules.layout, &position));
    for ply in 1..=PLIES {
        let mover = position.to_move;
        let mut events: Vec<Event> = Vec::new();
        let played = match position.due {
            Due::Nothing => break,
            Due::NextRound => {
                engine.next_round(&mut position, &mut events);
                "next round".to_string()
            }
            Due::Move | Due::Opening | Due::Race | Due::Lot(_) => {
                engine.legal_moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let played = moves[(random.next_u64() % moves.len() as u64) as usize];
                engine.play_legal(&mut position, played, &mut events);
                let text = print_move(&rules.layout, mover, played, &moves);
                match played {
                    Move::Race(_) | Move::Lot(_) => text,
                    Move::Sow { .. } | Move::Pass | Move::Opening(_) => format!("{mover} {text}"),
                }
            }
        };
        text += &format!("{ply:>3}  {played:<18}{}\n", print_position(&rules.layout, &position));
        for event in &events {
            if let What::RoundResult { .. } | What::MatchEnds { .. } = event.what {
                text += &format!("     {}\n", explain::events::sentence(rules, &event.what));
            }
        }
    }
    text
}
