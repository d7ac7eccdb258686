//! `replay`: do recorded games, or moves typed by hand, follow the rules?

mod compare;
mod example;

use super::game::{self, GameArgs, Loaded, parse_word};
use super::perft::start_position;
use super::typed;
use super::{Answer, Failure, Format, Globals, write_file};
use crate::engine::{Engine, Event, Move, Position};
use crate::notation::record::Line;
use crate::rules::{Rules, Selection, slug};
use clap::Args as ClapArgs;
use compare::Replay;
use example::{Kept, Wanted};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Compares recorded games with rules.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Recordings (JSON Lines), text files of typed moves (`c f b …`), or folders of them.
    #[arg(required_unless_present = "moves", conflicts_with = "moves")]
    traces: Vec<String>,
    /// Moves typed by hand instead: "c f b"; a direction follows its hole after a dot: "c.clockwise".
    #[arg(long)]
    moves: Option<String>,
    /// The moves begin here: rows from the top separated by `/`.
    #[arg(long, requires = "moves")]
    position: Option<String>,
    /// Write the moves, with the boards that the rules give, as a recording.
    #[arg(long, value_name = "FILE", requires = "moves")]
    export: Option<String>,
    /// Print a worked example for a rule file: of the move with this number (ply), or of the whole
    /// round where no number is given. What it expects is what was recorded.
    #[arg(long, value_name = "PLY", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    example: Option<u64>,
    /// The game of the recording from which the example is taken, where it holds several.
    #[arg(long, value_name = "NUMBER", requires = "example")]
    number: Option<u64>,
}

/// Where a recording first departs from the rules.
#[derive(Debug, Clone)]
struct Difference {
    file: String,
    line: usize,
    game: u64,
    ply: u64,
    what: String,
    details: Vec<String>,
}

/// What has been compared.
#[derive(Debug, Clone, Default)]
struct Tally {
    games: u64,
    plies: u64,
    rounds: u64,
    /// Recordings that stop although the rules go on.
    stopped: u64,
}

/// A move of a recording that is legal.
pub struct Step<'s> {
    /// Number of the game in its recording.
    pub game: u64,
    /// Number of the move.
    pub ply: u64,
    /// The position before it.
    pub before: &'s Position,
    /// The move.
    pub played: Move,
    /// All legal moves.
    pub legal: &'s [Move],
    /// What happens by the rules.
    pub events: &'s [Event],
    /// The position after it by the rules.
    pub after: &'s Position,
    /// What was recorded.
    pub line: &'s Line,
}

/// Runs the command.
///
/// # Errors
/// If the game or a recording cannot be read.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let loaded = game::load(&args.game)?;
    let engine = loaded.engine()?;
    let mut kept = Kept::new(&loaded.rules, args.example.map(|ply| Wanted { game: args.number, ply }));
    let mut tally = Tally::default();
    let mut differences = Vec::new();
    if let Some(moves) = &args.moves {
        let start = start_position(&engine, &loaded, args.position.as_deref())?;
        let mut watcher = |step: &Step| kept.take(step);
        let typed = typed_game(&loaded, &engine, start, ("the moves", moves), &mut tally, &mut watcher)?;
        match (typed, &args.export) {
            (Ok(text), Some(path)) => {
                write_file(path, &text)?;
                if !globals.quiet {
                    eprintln!("recorded in {path}");
                }
            }
            (Ok(_), None) => {}
            (Err(difference), _) => differences.push(difference),
        }
    }
    for path in recordings(&args.traces)? {
        let mut watcher = |step: &Step| kept.take(step);
        differences.extend(one_file(&loaded, &engine, &path, &mut tally, &mut watcher)?);
    }
    if args.example.is_some() {
        print!("{}", kept.example(&loaded, &engine)?);
        return Ok(Answer::Yes);
    }
    match globals.format {
        Format::Human => print_human(&tally, &differences),
        _ => print_json(&loaded, &tally, &differences),
    }
    Ok(if differences.is_empty() { Answer::Yes } else { Answer::No })
}

/// Compares one file; gives the first difference.
fn one_file(
    loaded: &Loaded,
    engine: &Engine,
    path: &str,
    tally: &mut Tally,
    watcher: &mut dyn FnMut(&Step),
) -> Result<Option<Difference>, Failure> {
    let mut reader = open(path)?;
    if is_typed(&mut reader, path)? {
        let text = typed_text(reader, path)?;
        return Ok(typed_game(loaded, engine, engine.start(), (path, &text), tally, watcher)?.err());
    }
    let mut replay = Replay::new(&loaded.rules, engine, path, watcher);
    replay.read(reader, tally)?;
    Ok(replay.difference)
}

/// Every legal move of a recording up to its first difference.
///
/// # Errors
/// If it cannot be read.
pub fn plays(
    rules: &Rules,
    engine: &Engine,
    path: &str,
    watcher: &mut dyn FnMut(&Step),
) -> Result<(), Failure> {
    let mut reader = open(path)?;
    if is_typed(&mut reader, path)? {
        return Ok(());
    }
    Replay::new(rules, engine, path, watcher).read(reader, &mut Tally::default())
}

/// The name of the game that a recording names, in the form of a file name, with reading and
/// options; nothing where it names none.
///
/// # Errors
/// If it cannot be read.
pub fn game_of(path: &str) -> Result<Option<(String, Selection)>, Failure> {
    let mut reader = open(path)?;
    let mut text = String::new();
    let read = std::io::Read::take(&mut reader, 1 << 16).read_line(&mut text);
    read.map_err(|error| Failure::new(format!("{path}: {error}")))?;
    let Some(name) = serde_json::from_str::<Line>(&text).ok().and_then(|line| line.game) else {
        return Ok(None);
    };
    let (name, selection) = parse_word(&name).unwrap_or((name, Selection::default()));
    Ok(Some((slug(&name), selection)))
}

fn open(path: &str) -> Result<BufReader<File>, Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("{path}: it cannot be read: {error}"));
    File::open(path).map(BufReader::new).map_err(failed)
}

/// A recording is JSON; anything else is moves typed by hand.
fn is_typed(reader: &mut BufReader<File>, path: &str) -> Result<bool, Failure> {
    let start = reader.fill_buf().map_err(|error| Failure::new(format!("{path}: {error}")))?;
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    Ok(first.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'#'))
}

fn typed_text(reader: impl BufRead, path: &str) -> Result<String, Failure> {
    const MOST: u64 = 1 << 20;
    let mut text = String::new();
    std::io::Read::read_to_string(&mut std::io::Read::take(reader, MOST), &mut text)
        .map_err(|error| Failure::new(format!("{path}: it cannot be read: {error}")))?;
    Ok(text)
}

/// Plays moves typed by hand; gives them as a recording, or the first that is not legal.
fn typed_game(
    loaded: &Loaded,
    engine: &Engine,
    start: Position,
    (path, moves): (&str, &str),
    tally: &mut Tally,
    watcher: &mut dyn FnMut(&Step),
) -> Result<Result<String, Difference>, Failure> {
    let layout = &loaded.rules.layout;
    let words = typed::words(moves);
    if words.is_empty() {
        return Err(
            Failure::new(format!("{path}: there is no move")).help("moves are typed as holes: `c f b`")
        );
    }
    let mut lines =
        vec![Line::header(&loaded.full_name()), Line { start: Some(1), ..Line::of_position(layout, &start) }];
    let end = typed::play(&loaded.rules, engine, start, &words, &mut |step| match step {
        typed::Step::Round { after, .. } => lines.extend(Line::of_round(layout, after)),
        typed::Step::Play { number, mover, played, legal, after, .. } => {
            lines.push(Line::of_move(layout, (number, mover), (played, legal), after));
        }
    });
    if let Ok(end) = &end {
        lines.push(Line::of_end(end));
    }
    let text = |line: &Line| serde_json::to_string(line).map_err(|error| Failure::new(error.to_string()));
    let lines = lines.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Replay::new(&loaded.rules, engine, path, watcher).read(text.as_bytes(), tally)?;
    Ok(end.map(|_| text).map_err(|illegal| Difference {
        file: path.to_string(),
        line: 0,
        game: 1,
        ply: illegal.number,
        what: format!("`{}` {}", illegal.word, illegal.why),
        details: vec![illegal.legal],
    }))
}

/// The recordings that paths mean: folders stand for all `.jsonl` and `.moves` files in them.
///
/// # Errors
/// If a path does not exist, or a folder holds no recording.
pub fn recordings(paths: &[String]) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        if !Path::new(path).is_dir() {
            all.push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        collect(Path::new(path), &mut inside)?;
        if inside.is_empty() {
            return Err(Failure::new(format!("{path}: there is no recording in this folder"))
                .help("a recording is named NAME.jsonl, a file of typed moves NAME.moves"));
        }
        inside.sort();
        all.extend(inside);
    }
    Ok(all)
}

fn collect(folder: &Path, files: &mut Vec<String>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("{}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(failed)?.flatten() {
        let path = entry.path();
        let link = std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink());
        if path.is_dir() && !link {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "jsonl" || ending == "moves") {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

fn print_human(tally: &Tally, differences: &[Difference]) {
    let heading = |difference: &Difference| {
        let line = if difference.line == 0 { String::new() } else { format!(":{}", difference.line) };
        format!(
            "{}{line}: game {}, ply {}: {}",
            difference.file, difference.game, difference.ply, difference.what
        )
    };
    let Some((first, others)) = differences.split_first() else {
        println!("agrees: {} games, {} moves, {} rounds set up", tally.games, tally.plies, tally.rounds);
        if tally.stopped > 0 {
            println!("{} recordings end before the rules do; the rules go on", tally.stopped);
        }
        return;
    };
    println!("{}", heading(first));
    first.details.iter().for_each(|line| println!("{line}"));
    for other in others {
        println!("{}", heading(other));
    }
    println!("{} moves agreed", tally.plies);
}

fn print_json(loaded: &Loaded, tally: &Tally, differences: &[Difference]) {
    let json = |difference: &Difference| {
        serde_json::json!({
            "file": difference.file, "line": difference.line, "game": difference.game,
            "ply": difference.ply, "what": difference.what, "details": difference.details,
        })
    };
    println!(
        "{}",
        serde_json::json!({
            "format_version": 1, "game": loaded.full_name(), "agrees": differences.is_empty(),
            "games": tally.games, "plies": tally.plies, "rounds": tally.rounds, "stopped_early": tally.stopped,
            "first_difference": differences.first().map(json),
            "differences": differences.iter().map(json).collect::<Vec<_>>(),
        })
    );
}
