//! `simulate`: many games at random or between computer players.

use super::game;
use super::{Answer, Failure, Format, Globals};
use crate::lab::{PlayerKind, Simulation, Statistics};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Plays many games.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Games, each as `NAME[@READING][,OPTION=VALUE]…` or a path.
    #[arg(required = true)]
    games: Vec<String>,
    /// Number of matches of each game.
    #[arg(long = "games", default_value_t = 1000)]
    number: u64,
    /// Seed of all randomness.
    #[arg(long)]
    seed: Option<u64>,
    /// Threads; all cores unless said.
    #[arg(long)]
    threads: Option<usize>,
    /// South's player: random, greedy, ab:DEPTH, mcts:PLAYOUTS.
    #[arg(long, default_value = "random")]
    south: String,
    /// North's player.
    #[arg(long, default_value = "random")]
    north: String,
    /// Plies after which a match is given up as unfinished.
    #[arg(long, default_value_t = 100_000)]
    max_turns: u64,
    /// Write the result here too, as JSON.
    #[arg(long)]
    out: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If a game or an option cannot be used.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let seed = args.seed.unwrap_or_else(clock_seed);
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    if threads == 0 || threads > 1024 {
        return Err(Failure::new(format!("--threads takes 1 to 1024, not {threads}")));
    }
    if args.number == 0 || args.max_turns == 0 {
        return Err(Failure::new("--games and --max-turns must be at least 1"));
    }
    let players = [player(&args.south)?, player(&args.north)?];
    // Everything is loaded before anything is played, so that a typing mistake costs nothing.
    let loaded = args.games.iter().map(|word| game::load_word(word)).collect::<Result<Vec<_>, _>>()?;
    let engines = loaded.iter().map(game::Loaded::engine).collect::<Result<Vec<_>, _>>()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::new(format!("threads cannot be started: {error}")))?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    // A second interrupt ends the program as usual.
    let handled = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    if handled.is_err() && globals.verbose > 0 {
        eprintln!("an interrupt will end the run without a result");
    }
    let mut results = Vec::new();
    for (loaded, engine) in loaded.iter().zip(&engines) {
        let simulation = Simulation { games: args.number, seed, players, max_plies: args.max_turns };
        let done = AtomicU64::new(0);
        let bar = progress(args.number, &loaded.full_name(), globals);
        let started = Instant::now();
        let finished = AtomicBool::new(false);
        let (statistics, seconds) = std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                while !finished.load(Ordering::Relaxed) {
                    bar.set_position(done.load(Ordering::Relaxed));
                    std::thread::park_timeout(Duration::from_millis(100));
                }
            });
            let statistics = pool.install(|| simulation.run(engine, &done, &stop));
            let seconds = started.elapsed().as_secs_f64();
            finished.store(true, Ordering::Relaxed);
            watch.thread().unpark();
            (statistics, seconds)
        });
        bar.finish_and_clear();
        let json = as_json(&loaded.full_name(), seed, threads, seconds, &statistics);
        if globals.format == Format::Human {
            print_human(&loaded.full_name(), seed, threads, seconds, &statistics);
        }
        results.push(json);
        if stop.load(Ordering::Relaxed) {
            eprintln!("interrupted: {} of {} games were finished", statistics.games, args.number);
            break;
        }
    }
    let document = serde_json::json!({ "format_version": 1, "results": results });
    if globals.format != Format::Human {
        println!("{document}");
    }
    if let Some(path) = &args.out {
        super::write_file(path, &format!("{document}\n"))?;
    }
    Ok(Answer::Yes)
}

fn player(text: &str) -> Result<PlayerKind, Failure> {
    match text.parse() {
        Ok(PlayerKind::Human) => {
            Err(Failure::new("a person cannot play a simulation").help("see `gabata play`"))
        }
        Ok(kind) => Ok(kind),
        Err(error) => Err(Failure::new(error.to_string())),
    }
}

/// A seed from the clock, for runs that name none; it is printed, so that they can be repeated.
pub fn clock_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |since| since.as_nanos() as u64 % 1_000_000_000)
}

/// A bar on a terminal, nothing elsewhere.
pub(super) fn progress(games: u64, name: &str, globals: &Globals) -> ProgressBar {
    if globals.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}")
    {
        bar.set_style(style);
    }
    bar.set_message(name.to_string());
    bar
}

fn mean(sum: u64, number: u64) -> f64 {
    if number == 0 { 0.0 } else { sum as f64 / number as f64 }
}

fn as_json(
    name: &str,
    seed: u64,
    threads: usize,
    seconds: f64,
    statistics: &Statistics,
) -> serde_json::Value {
    let [south, north, draw, unfinished] = statistics.outcomes;
    serde_json::json!({
        "game": name,
        "games": statistics.games,
        "seed": seed,
        "threads": threads,
        "seconds": seconds,
        "moves_per_second": statistics.plies as f64 / seconds.max(1e-9),
        "plies": {
            "mean": mean(statistics.plies, statistics.games),
            "min": statistics.fewest,
            "max": statistics.most,
            "total": statistics.plies,
        },
        "rounds": mean(statistics.rounds, statistics.games),
        "branching": mean(statistics.choices, statistics.plies),
        "captures": mean(statistics.captures, statistics.games),
        "passes": statistics.passes,
        "outcomes": { "South": south, "North": north, "draw": draw, "unfinished": unfinished },
        "endless_sowings": statistics.endless_sowings,
        "repetitions": statistics.repetitions,
    })
}

fn print_human(name: &str, seed: u64, threads: usize, seconds: f64, statistics: &Statistics) {
    let share = |number: u64| 100.0 * mean(number, statistics.games);
    let [south, north, draw, unfinished] = statistics.outcomes;
    println!("{name}: {} games, seed {seed}", statistics.games);
    println!(
        "  moves a game     {:.1} (fewest {}, most {})",
        mean(statistics.plies, statistics.games),
        statistics.fewest,
        statistics.most
    );
    println!("  rounds a game    {:.2}", mean(statistics.rounds, statistics.games));
    println!("  moves to choose  {:.2}", mean(statistics.choices, statistics.plies));
    println!("  captures a game  {:.2}", mean(statistics.captures, statistics.games));
    println!("  South wins       {south} ({:.1} %)", share(south));
    println!("  North wins       {north} ({:.1} %)", share(north));
    println!("  draws            {draw} ({:.1} %)", share(draw));
    if unfinished > 0 {
        println!("  unfinished       {unfinished} ({:.1} %)", share(unfinished));
    }
    println!("  passes           {}", statistics.passes);
    println!("  endless sowings  {}", statistics.endless_sowings);
    println!("  repetitions      {}", statistics.repetitions);
    println!(
        "  {:.2} s, {:.2} million moves a second on {threads} thread{}",
        seconds,
        statistics.plies as f64 / seconds.max(1e-9) / 1e6,
        if threads == 1 { "" } else { "s" }
    );
}
