//! `test`: worked examples of rule files, and the tables of move counts and snapshots beside them.

pub mod beside;
mod covered;
mod output;

use super::check::plural;
use super::files::{self, RuleFile, RuleFiles};
use super::render;
use super::{Answer, Failure, Format, Globals};
use crate::diagnostic::Diagnostic;
use crate::engine::Engine;
use crate::program::Program;
use crate::rules::{Game, Rules, Selection};
use crate::testing::{self, Coverage};
use clap::Args as ClapArgs;
use covered::Covered;
use regex_lite::Regex;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Plays the worked examples of rule files and compares what lies beside them: the table of move
/// counts (`NAME.perft`) and the snapshot (`NAME.snap`).
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Rule files and folders of rule files; `-` is standard input.
    #[arg(required = true)]
    path: Vec<String>,
    /// Only tests whose name (`game: example`) matches this regular expression.
    #[arg(long, value_name = "RE")]
    run: Option<String>,
    /// List the clauses that no example tries out, conditions that came out one way only, and
    /// readings and option values without an example.
    #[arg(long)]
    coverage: bool,
    /// With `--coverage`: look for examples of the clauses that none tries out. They show what these
    /// rules do: check every result by hand against the source before you copy one.
    #[arg(long, requires = "coverage")]
    suggest: bool,
    /// With `--coverage`: every clause with the number of times that it was tried out.
    #[arg(long, requires = "coverage")]
    lines: bool,
    /// With `--coverage`: also count what recorded games try out (files or folders).
    #[arg(long, value_name = "PATH", requires = "coverage")]
    replays: Vec<String>,
    /// With `--coverage`: also count what this many random games of every reading try out.
    #[arg(long, value_name = "GAMES", requires = "coverage", default_value_t = 0)]
    random: u64,
    /// Seed of the random games and of the suggested examples.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Fail unless examples try out at least this share of the clauses, in percent.
    #[arg(long, value_name = "PERCENT", requires = "coverage",
          value_parser = clap::value_parser!(u8).range(0..=100))]
    threshold: Option<u8>,
    /// Write the table of move counts and the snapshot beside every file, where one is missing or
    /// says something else. `gabata review` shows each change first. Examples are never changed.
    #[arg(long, conflicts_with = "watch")]
    accept: bool,
    /// Test again whenever one of the files changes, until interrupted.
    #[arg(long)]
    watch: bool,
    /// Fail if there is no test at all.
    #[arg(long)]
    fail_on_empty: bool,
}

/// How a test came out.
enum Status {
    Passed,
    /// Why it fails.
    Failed(String),
    /// It is marked `todo`, and fails as expected.
    Todo(String),
    /// It is marked `todo`, and holds.
    Done,
}

impl Status {
    fn of(failure: Option<String>) -> Status {
        failure.map_or(Status::Passed, Status::Failed)
    }
}

/// What came of one test.
struct Outcome {
    file: String,
    line: u32,
    /// `GAME: EXAMPLE`, `GAME: move counts SELECTION` or `GAME: snapshot`.
    name: String,
    status: Status,
}

impl Outcome {
    fn failure(&self) -> Option<&str> {
        match &self.status {
            Status::Failed(why) => Some(why),
            Status::Passed | Status::Todo(_) | Status::Done => None,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// If a path or the expression cannot be used, or a file cannot be written.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let wanted = args.run.as_deref().map(Regex::new).transpose();
    let wanted = wanted.map_err(|error| Failure::new(format!("--run: {error}")))?;
    if !args.watch {
        return once(args, wanted.as_ref(), globals);
    }
    if args.path.iter().any(|path| path == "-") {
        return Err(Failure::new("standard input cannot be watched").help("name the file"));
    }
    loop {
        let before = times(&args.path);
        // A file that cannot be read for the moment is no reason to stop watching.
        if let Err(failure) = once(args, wanted.as_ref(), globals) {
            eprintln!("error: {failure}");
        }
        if !globals.quiet {
            eprintln!("watching; Ctrl-C ends it");
        }
        while times(&args.path) == before {
            std::thread::sleep(Duration::from_millis(300));
        }
        println!();
    }
}

/// When the files were last changed.
fn times(paths: &[String]) -> Vec<(String, Option<SystemTime>)> {
    let files = files::expand(paths).unwrap_or_default();
    let with_others = files.into_iter().flat_map(|file| {
        let beside = ["perft", "snap"].map(|ending| Path::new(&file).with_extension(ending));
        std::iter::once(file).chain(beside.map(|path| path.to_string_lossy().into_owned()))
    });
    with_others
        .map(|file| {
            let time = std::fs::metadata(&file).and_then(|data| data.modified()).ok();
            (file, time)
        })
        .collect()
}

fn once(args: &Args, wanted: Option<&Regex>, globals: &Globals) -> Result<Answer, Failure> {
    let found = files::load(&args.path)?;
    let mut tester =
        Tester { wanted, outcomes: Vec::new(), coverage: Coverage::new(), chosen: Vec::new(), found: &found };
    for file in &found.files {
        tester.file(file);
        if args.accept {
            tester.accept(file, globals)?;
        } else {
            tester.outcomes.extend(beside::compare(file, &|name| tester.wants(name)));
        }
    }
    let mut covered = None;
    if args.coverage {
        let mut coverage = std::mem::take(&mut tester.coverage);
        covered::add_replays(&mut coverage, &found, &args.replays)?;
        covered::add_random(&mut coverage, &found, args.random, args.seed, globals)?;
        covered = Some(Covered::of(&found, &coverage, &tester.chosen));
    }
    let outcomes = tester.outcomes;
    match globals.format {
        Format::Json => println!("{}", output::json(&outcomes, covered.as_ref())),
        Format::Junit => print!("{}", output::junit(&outcomes)),
        _ => {
            output::print(&outcomes, globals);
            if let Some(covered) = &covered {
                print!("{}", covered.text(args.lines));
                if args.suggest {
                    print!("{}", covered.suggestions(&found, args.seed));
                }
                if covered.share() < args.threshold.map_or(0, usize::from) {
                    println!("that is less than the {} % asked for", args.threshold.unwrap_or(0));
                }
            }
            println!("{}", output::summary(&outcomes));
        }
    }
    let failed = outcomes.iter().any(|outcome| outcome.failure().is_some());
    let empty = args.fail_on_empty && outcomes.is_empty();
    if empty {
        eprintln!("there is no test{}", if wanted.is_some() { " of that name" } else { "" });
    }
    let short = covered.is_some_and(|covered| covered.share() < args.threshold.map_or(0, usize::from));
    Ok(if failed || empty || short { Answer::No } else { Answer::Yes })
}

struct Tester<'t> {
    wanted: Option<&'t Regex>,
    outcomes: Vec<Outcome>,
    coverage: Coverage,
    /// Title of the game and what was chosen, for every example that was played.
    chosen: Vec<(String, Selection)>,
    found: &'t RuleFiles,
}

impl Tester<'_> {
    fn wants(&self, name: &str) -> bool {
        self.wanted.is_none_or(|wanted| wanted.is_match(name))
    }

    fn add(&mut self, file: &str, line: u32, name: String, failure: Option<String>) {
        self.outcomes.push(Outcome { file: file.to_string(), line, name, status: Status::of(failure) });
    }

    fn rendered(&self, faults: &[Diagnostic]) -> String {
        let plain = Globals { format: Format::Human, color: super::Color::Never, quiet: true, verbose: 0 };
        render::render(faults, &self.found.sources, &plain).trim_end().to_string()
    }

    fn file(&mut self, file: &RuleFile) {
        let errors: Vec<Diagnostic> = file.faults.iter().filter(|fault| fault.is_error()).cloned().collect();
        if !errors.is_empty() {
            let text = self.rendered(&errors);
            self.add(&file.path, 1, format!("{}: the text", file.path), Some(text));
            return;
        }
        for game in file.games.iter().filter(|game| !game.is_board_only()) {
            self.examples(game, None);
        }
        // Examples in a file of their own are played with the game, where that is tested too.
        let with_game = |game: &Game| {
            self.found.files.iter().flat_map(|file| &file.games).any(|other| other.title() == game.title())
        };
        let alone: Vec<&Game> = file.tested.iter().filter(|game| !with_game(game)).collect();
        for game in alone {
            self.examples(game, Some(file.source.name()));
        }
    }

    /// Plays the examples of a game: all, or those that a certain file states.
    fn examples(&mut self, game: &Game, only: Option<&str>) {
        for example in game.examples() {
            let (selection, rules, example) = match example {
                Ok(example) => example,
                Err(faults) => {
                    let file = faults.first().map_or_else(String::new, |fault| fault.file.to_string());
                    if only.is_none_or(|only| only == file) {
                        let line =
                            faults.first().map_or(1, |fault| render::place(fault, &self.found.sources).0);
                        let text = self.rendered(&faults);
                        self.add(&file, line, format!("{}: an example", game.title()), Some(text));
                    }
                    continue;
                }
            };
            let name = format!("{}: {}", game.title(), example.title);
            if !self.wants(&name) || only.is_some_and(|only| only != example.file) {
                continue;
            }
            let failure = match engine(&rules) {
                Ok(engine) => {
                    let report = testing::run(&engine, &rules, &example);
                    self.coverage.add(&rules, &report);
                    self.chosen.push((game.title().to_string(), selection));
                    (!report.passed()).then(|| report.describe(&rules))
                }
                Err(message) => Some(message),
            };
            let status = match failure {
                Some(failure) if example.todo => Status::Todo(failure),
                None if example.todo => Status::Done,
                other => Status::of(other),
            };
            self.outcomes.push(Outcome { file: example.file, line: example.line, name, status });
        }
    }

    /// Writes what lies beside a file, where it is missing or differs.
    fn accept(&mut self, file: &RuleFile, globals: &Globals) -> Result<(), Failure> {
        let title = file.games.first().map_or(file.path.as_str(), Game::title).to_string();
        for proposal in beside::proposals(file) {
            let (path, failure) = match proposal {
                Ok(proposal) => {
                    proposal.accept(globals)?;
                    (proposal.path, None)
                }
                Err((path, why)) => (path, Some(why)),
            };
            let what = if path.ends_with(".snap") { "snapshot" } else { "move counts" };
            self.add(&path, 1, format!("{title}: {what}"), failure);
        }
        Ok(())
    }
}

fn engine(rules: &Rules) -> Result<Engine, String> {
    Program::lower(rules).map(Engine::new).map_err(|unsupported| unsupported.to_string())
}
