//! `perft`: numbers of move sequences.

use super::game::{self, GameArgs};
use super::{Answer, Failure, Format, Globals};
use crate::engine::{Engine, Position};
use crate::lab;
use crate::notation::{parse_position, print_move};
use clap::Args as ClapArgs;

/// Deepest search; deeper ones never end.
const MAX_DEPTH: usize = 30;

/// Counts move sequences. A pass, where a player cannot move and the round goes on, counts as a move.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Longest sequences that are counted.
    #[arg(long, default_value_t = 5)]
    depth: usize,
    /// Count for each first move apart.
    #[arg(long)]
    divide: bool,
    /// Count from this position: rows from the top separated by `/`.
    #[arg(long)]
    position: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If the game or the position cannot be used.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    if args.depth == 0 || args.depth > MAX_DEPTH {
        return Err(Failure::new(format!("a depth is 1 to {MAX_DEPTH}, not {}", args.depth)));
    }
    let loaded = game::load(&args.game)?;
    let engine = loaded.engine()?;
    let layout = &loaded.rules.layout;
    let position = start_position(&engine, &loaded, args.position.as_deref())?;
    if args.divide {
        let divided = lab::divide(&engine, &position, args.depth);
        let mut moves = Vec::new();
        engine.legal_moves(&position, &mut moves);
        let named = |played| print_move(layout, position.to_move, played, &moves);
        let total: u64 = divided.iter().map(|(_, nodes)| nodes).sum();
        if globals.format == Format::Json {
            let list: Vec<_> = divided
                .iter()
                .map(|(played, nodes)| serde_json::json!({ "move": named(*played), "nodes": nodes }))
                .collect();
            println!(
                "{}",
                serde_json::json!({
                    "format_version": 1, "game": loaded.full_name(), "depth": args.depth, "divide": list, "total": total,
                })
            );
        } else {
            for (played, nodes) in divided {
                println!("{:<12} {nodes}", named(played));
            }
            println!("{:<12} {total}", "total");
        }
        return Ok(Answer::Yes);
    }
    let started = std::time::Instant::now();
    let nodes = lab::perft(&engine, &position, args.depth);
    if globals.format == Format::Json {
        println!(
            "{}",
            serde_json::json!({
                "format_version": 1, "game": loaded.full_name(), "depth": args.depth, "nodes": nodes,
            })
        );
    } else {
        for (index, count) in nodes.iter().enumerate() {
            println!("{:>3}  {count}", index + 1);
        }
        if !globals.quiet {
            let total: u64 = nodes.iter().sum();
            let rate = total as f64 / started.elapsed().as_secs_f64().max(1e-9);
            eprintln!("{total} moves, {:.1} million a second", rate / 1e6);
        }
    }
    Ok(Answer::Yes)
}

/// The start of the game, or a position from the command line.
///
/// # Errors
/// If the text is no position of this board.
pub fn start_position(
    engine: &Engine,
    loaded: &game::Loaded,
    text: Option<&str>,
) -> Result<Position, Failure> {
    let start = engine.start();
    match text {
        None => Ok(start),
        Some(text) => parse_position(&loaded.rules.layout, &start, text).map_err(|error| {
            Failure::new(format!("--position: {error}"))
                .help("write the rows from the top, North's first, separated by `/`: \"0 0 1 / 2 0 0 South to move\"")
        }),
    }
}
