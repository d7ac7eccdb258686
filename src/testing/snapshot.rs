//! A readable snapshot of a game, for every reading: its rules in sentences, one random game move by
//! move, by what random rounds end, counts of move sequences, its rules as data. A change of meaning anywhere shows up in it.

use super::{difference, ends_of_rounds, perft};
use crate::board::ClauseId;
use crate::engine::{Due, Engine, Event, Move, What};
use crate::explain;
use crate::notation::{print_move, print_position};
use crate::program::Program;
use crate::rules::{Game, Rules, Selection};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use regex_lite::Regex;

/// Plies of the random game.
const PLIES: usize = 60;
/// Deepest count, and most sequences that are counted.
const DEPTH: usize = 5;
const SEQUENCES: u64 = 20_000;

/// The snapshot of a game: everything for the default reading, and of each other reading what is
/// different. Values of options are listed; the game is told with their defaults. `rounds` are
/// played at random to see by what they end, [`ROUNDS`](super::ROUNDS) in the snapshots that are kept.
///
/// # Errors
/// If the rules have faults, or the engine does not play them yet.
pub fn snapshot(game: &Game, seed: u64, rounds: u64) -> Result<String, String> {
    let default = told(game, &Selection::default())?;
    let mut text = format!("{}{}\n", default.sentences, options(game));
    text += &play_text(&default, seed, rounds);
    text += &format!("\n== Rules as data\n\n{}\n", default.data);
    for reading in game.readings().into_iter().filter(|reading| !reading.default) {
        let selection = Selection { reading: Some(reading.name), ..Selection::default() };
        let other = told(game, &selection)?;
        text += &format!("\n= Reading \"{}\": what is different\n\n", reading.title);
        text += &difference::changed(&default.sentences, &other.sentences);
        text += &format!("\n{}", play_text(&other, seed, rounds));
        text += &format!("\n== Rules as data\n\n{}", difference::changed(&default.data, &other.data));
    }
    Ok(text)
}

/// One reading, told.
struct Told {
    rules: Rules,
    engine: Engine,
    sentences: String,
    data: String,
}

fn told(game: &Game, selection: &Selection) -> Result<Told, String> {
    let rules = game.rules(selection).map_err(|faults| {
        faults.first().map_or("the rules have faults".to_string(), |fault| fault.message.clone())
    })?;
    let engine = Engine::new(Program::lower(&rules).map_err(|unsupported| unsupported.to_string())?);
    let config = ron::ser::PrettyConfig::new().depth_limit(3).new_line("\n");
    // Lines and paths move with every remark that is added; the words of a clause say which it is.
    let mut placeless = rules.clone();
    for clause in &mut placeless.clauses {
        clause.line = 0;
        clause.file.clear();
    }
    let data = ron::ser::to_string_pretty(&placeless, config).map_err(|error| error.to_string())?;
    // Numbers of clauses all shift with one that is added.
    let numbers = Regex::new(r"clause: \(\d+\)").map_err(|error| error.to_string())?;
    let data = numbers.replace_all(&data, "clause: (0)").into_owned();
    let sentences = explain::explain(&rules);
    Ok(Told { rules, engine, sentences, data })
}

fn options(game: &Game) -> String {
    let options = game.options();
    if options.is_empty() {
        return String::new();
    }
    let mut text = "\nOptions\n".to_string();
    for option in options {
        let values: Vec<String> = option.values.iter().map(ToString::to_string).collect();
        text += &format!("  {}: {} (unless chosen: {})\n", option.name, values.join(", "), option.default);
    }
    text
}

fn play_text(told: &Told, seed: u64, rounds: u64) -> String {
    let counts = perft::counts(&told.engine, &told.engine.start(), DEPTH, SEQUENCES);
    let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
    format!(
        "== A random game (seed {seed})\n\n{}\n== By what {rounds} random rounds end\n\n{}\n== Move sequences by depth\n\n{}\n",
        random_game(&told.engine, &told.rules, seed),
        ends(told, seed, rounds),
        counts.join(" "),
    )
}

fn ends(told: &Told, seed: u64, rounds: u64) -> String {
    let line = |&(clause, rounds): &(Option<ClauseId>, u64)| {
        let by = match clause {
            Some(clause) => told.rules.clauses.get(clause.index()).map_or("", |clause| &clause.words),
            None => "unfinished",
        };
        format!("{rounds:>5}  {by}\n")
    };
    ends_of_rounds(&told.engine, seed, rounds).iter().map(line).collect()
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
            Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                engine.legal_moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let played = moves[(random.next_u64() % moves.len() as u64) as usize];
                engine.play_legal(&mut position, played, &mut events);
                let text = print_move(&rules.layout, mover, played, &moves);
                match played {
                    Move::Race(_) | Move::Lot(_) => text,
                    Move::Sow { .. } | Move::Pass | Move::Opening(_) | Move::Close(_) => {
                        format!("{mover} {text}")
                    }
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
