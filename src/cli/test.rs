//! `test`: worked examples and tables of move counts of rule files.

use super::check::plural;
use super::files::{self, RuleFile, RuleFiles, selections};
use super::render;
use super::{Answer, Failure, Format, Globals, write_file};
use crate::diagnostic::Diagnostic;
use crate::engine::Engine;
use crate::lab::perft::perft;
use crate::program::Program;
use crate::rules::{Clause, Game, Rules, Selection, slug};
use crate::testing::{self, Coverage, perft as tables};
use clap::Args as ClapArgs;
use regex_lite::Regex;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Length of the sequences in a table that `--accept` writes, and about how many are counted.
const DEPTH: usize = 5;
const MOST: u64 = 2_000_000;

/// Plays the worked examples of rule files and compares the tables of move counts beside them.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Rule files and folders of rule files; `-` is standard input.
    #[arg(required = true)]
    path: Vec<String>,
    /// Only tests whose name (`game: example`) matches this regular expression.
    #[arg(long, value_name = "RE")]
    run: Option<String>,
    /// List the clauses that no example tries out, by reading.
    #[arg(long)]
    coverage: bool,
    /// Fail unless examples try out at least this share of the clauses, in percent.
    #[arg(long, value_name = "PERCENT", requires = "coverage",
          value_parser = clap::value_parser!(u8).range(0..=100))]
    threshold: Option<u8>,
    /// Write the table of move counts (`NAME.perft`) of every file where it is missing or differs.
    /// Examples are never changed.
    #[arg(long)]
    accept: bool,
}

/// What came of one test.
struct Outcome {
    file: String,
    line: u32,
    /// `GAME: EXAMPLE` or `GAME: move counts SELECTION`.
    name: String,
    /// Why it fails; `None` if it passes.
    failure: Option<String>,
}

/// A clause that no example tries out.
struct Untried {
    game: String,
    reading: Option<String>,
    clause: Clause,
}

/// Runs the command.
///
/// # Errors
/// If a path or the expression cannot be used, or a table cannot be written.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let wanted = args.run.as_deref().map(Regex::new).transpose();
    let wanted = wanted.map_err(|error| Failure::new(format!("--run: {error}")))?;
    let found = files::load(&args.path)?;
    let mut tester = Tester {
        wanted,
        outcomes: Vec::new(),
        coverage: Coverage::new(),
        found: &found,
        globals,
        accept: args.accept,
    };
    for file in &found.files {
        tester.file(file)?;
    }
    let (untried, clauses) = if args.coverage { tester.untried() } else { (Vec::new(), 0) };
    // In whole numbers, so that 99.9 % is not taken for all.
    let share = (clauses.saturating_sub(untried.len()) * 100).checked_div(clauses).unwrap_or(100);
    let wanted = args.threshold.map_or(0, usize::from);
    let failed = tester.outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    match globals.format {
        Format::Json => println!("{}", as_json(&tester.outcomes, &untried, args.coverage.then_some(clauses))),
        Format::Human | Format::Short | Format::Github | Format::Csv | Format::Markdown => {
            print(&tester.outcomes, globals);
            if args.coverage {
                print_untried(&untried);
                println!(
                    "{} of {clauses} clauses are tried out ({share} %)",
                    clauses.saturating_sub(untried.len())
                );
                if share < wanted {
                    println!("that is less than the {wanted} % asked for");
                }
            }
            println!("{}, {}", plural(tester.outcomes.len(), "test"), verdict(failed));
        }
    }
    Ok(if failed == 0 && share >= wanted { Answer::Yes } else { Answer::No })
}

fn verdict(failed: usize) -> String {
    if failed == 0 { "all pass".to_string() } else { format!("{failed} fail") }
}

struct Tester<'t> {
    wanted: Option<Regex>,
    outcomes: Vec<Outcome>,
    coverage: Coverage,
    found: &'t RuleFiles,
    globals: &'t Globals,
    accept: bool,
}

impl Tester<'_> {
    fn wants(&self, name: &str) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.is_match(name))
    }

    fn add(&mut self, file: &str, line: u32, name: String, failure: Option<String>) {
        self.outcomes.push(Outcome { file: file.to_string(), line, name, failure });
    }

    fn rendered(&self, faults: &[Diagnostic]) -> String {
        let human = Globals { format: Format::Human, ..self.globals.clone() };
        render::render(faults, &self.found.sources, &human).trim_end().to_string()
    }

    fn file(&mut self, file: &RuleFile) -> Result<(), Failure> {
        let errors: Vec<Diagnostic> = file.faults.iter().filter(|fault| fault.is_error()).cloned().collect();
        if !errors.is_empty() {
            let text = self.rendered(&errors);
            self.add(&file.path, 1, format!("{}: the text", file.path), Some(text));
            return Ok(());
        }
        for game in file.games.iter().filter(|game| !game.is_board_only()) {
            self.examples(file, game);
        }
        self.table(file)
    }

    fn examples(&mut self, file: &RuleFile, game: &Game) {
        for example in game.examples() {
            let (_, rules, example) = match example {
                Ok(example) => example,
                Err(faults) => {
                    let line = faults.first().map_or(1, |fault| render::place(fault, &self.found.sources).0);
                    let text = self.rendered(&faults);
                    self.add(&file.path, line, format!("{}: an example", game.title()), Some(text));
                    continue;
                }
            };
            let name = format!("{}: {}", game.title(), example.title);
            if !self.wants(&name) {
                continue;
            }
            let failure = match engine(&rules) {
                Ok(engine) => {
                    let report = testing::run(&engine, &rules, &example);
                    self.coverage.add(&rules, &report);
                    (!report.passed()).then(|| report.describe(&rules))
                }
                Err(message) => Some(message),
            };
            self.add(&file.path, example.line, name, failure);
        }
    }

    /// The table beside a file.
    fn table(&mut self, file: &RuleFile) -> Result<(), Failure> {
        let Some(game) = file.games.first().filter(|_| file.path != "-") else { return Ok(()) };
        let path = Path::new(&file.path).with_extension("perft").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).ok();
        if self.accept && !game.is_board_only() {
            return self.accept(game, &path, text.as_deref());
        }
        let Some(text) = text else { return Ok(()) };
        let lines = match tables::parse(&text) {
            Ok(lines) => lines,
            Err(faults) => {
                for (line, message) in faults {
                    self.add(&path, line, format!("{}: move counts", game.title()), Some(message));
                }
                return Ok(());
            }
        };
        for line in lines {
            let name = format!("{}: move counts {}", game.title(), line.head);
            if self.wants(&name) {
                let failure = counted(game, &line).and_then(|counts| match counts == line.counts {
                    true => Ok(()),
                    false => {
                        Err(format!("expected {}\ncounted  {}", numbers(&line.counts), numbers(&counts)))
                    }
                });
                self.add(&path, line.line, name.trim_end().to_string(), failure.err());
            }
        }
        Ok(())
    }

    /// Writes the table: lines that are there are counted anew to their length, a missing table
    /// gets one line for the default and one for every other reading.
    fn accept(&mut self, game: &Game, path: &str, old: Option<&str>) -> Result<(), Failure> {
        let name = format!("{}: move counts", game.title());
        if !self.wants(&name) {
            return Ok(());
        }
        let fresh = match old {
            Some(old) => recounted(game, old),
            None => first_table(game),
        };
        match fresh {
            Ok(text) if old == Some(text.as_str()) => self.add(path, 1, name, None),
            Ok(text) => {
                write_file(path, &text)?;
                if !self.globals.quiet {
                    eprintln!("wrote {path}");
                }
                self.add(path, 1, name, None);
            }
            Err(message) => self.add(path, 1, name, Some(message)),
        }
        Ok(())
    }

    /// The clauses that no example tries out, and how many clauses there are.
    fn untried(&self) -> (Vec<Untried>, usize) {
        let mut clauses = BTreeSet::new();
        let mut untried: Vec<Untried> = Vec::new();
        for file in &self.found.files {
            for game in file.games.iter().filter(|game| !game.is_board_only()) {
                let mut readings = vec![Selection::default()];
                readings
                    .extend(selections(game).into_iter().filter(|selection| selection.options.is_empty()));
                for selection in readings {
                    let Ok(rules) = game.rules(&selection) else { continue };
                    let own = rules
                        .clauses
                        .iter()
                        .filter(|clause| clause.line > 0 && clause.file == **file.source.name());
                    clauses.extend(own.map(|clause| {
                        (game.title().to_string(), clause.file.clone(), clause.line, clause.words.clone())
                    }));
                    for clause in self.coverage.missing(&rules, file.source.name()) {
                        let known = |other: &Untried| other.game == game.title() && other.clause == *clause;
                        if !untried.iter().any(known) {
                            untried.push(Untried {
                                game: game.title().to_string(),
                                reading: rules.reading.clone(),
                                clause: clause.clone(),
                            });
                        }
                    }
                }
            }
        }
        (untried, clauses.len())
    }
}

fn engine(rules: &Rules) -> Result<Engine, String> {
    Program::lower(rules).map(Engine::new).map_err(|unsupported| unsupported.to_string())
}

fn first_fault(faults: &[Diagnostic]) -> String {
    faults.first().map_or("the rules have faults".to_string(), |fault| fault.message.clone())
}

fn numbers(counts: &[u64]) -> String {
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// Counts what a line of a table asks for.
fn counted(game: &Game, line: &tables::Line) -> Result<Vec<u64>, String> {
    let rules = game.rules(&line.selection).map_err(|faults| first_fault(&faults))?;
    let engine = engine(&rules)?;
    let start = line.start(&engine, &rules.layout)?;
    Ok(perft(&engine, &start, line.counts.len()))
}

fn recounted(game: &Game, old: &str) -> Result<String, String> {
    let lines = tables::parse(old).map_err(|faults| {
        faults.first().map_or(String::new(), |(line, message)| format!("line {line}: {message}"))
    })?;
    let mut text = String::new();
    for (number, line) in (1..).zip(old.lines()) {
        match lines.iter().find(|entry| entry.line == number) {
            Some(entry) => text += &tables::line_text(&entry.head, &counted(game, entry)?),
            None => text += &format!("{line}\n"),
        }
    }
    Ok(text)
}

fn first_table(game: &Game) -> Result<String, String> {
    let mut text = String::from("# Numbers of move sequences of length 1, 2, 3 …, counted by this engine.\n");
    let mut heads = vec![("default".to_string(), Selection::default())];
    for reading in game.readings().into_iter().filter(|reading| !reading.default) {
        let selection = Selection { reading: Some(reading.name), ..Selection::default() };
        heads.push((format!("@{}", slug(&reading.title)), selection));
    }
    for (head, selection) in heads {
        let rules = game.rules(&selection).map_err(|faults| first_fault(&faults))?;
        let engine = engine(&rules)?;
        let counts = tables::counts(&engine, &engine.start(), DEPTH, MOST);
        text += &tables::line_text(&head, &counts);
    }
    Ok(text)
}

fn print(outcomes: &[Outcome], globals: &Globals) {
    for outcome in outcomes {
        match &outcome.failure {
            None if globals.verbose > 0 => println!("ok    {}", outcome.name),
            None => {}
            Some(failure) => {
                println!("FAIL  {}\n      {}:{}", outcome.name, outcome.file, outcome.line);
                for line in failure.lines() {
                    println!("      {line}");
                }
                println!();
            }
        }
    }
}

fn print_untried(untried: &[Untried]) {
    let mut heading = None;
    for entry in untried {
        let of = (&entry.game, &entry.reading);
        if heading != Some(of) {
            let reading = entry.reading.as_ref().map_or(String::new(), |reading| format!(", {reading}"));
            println!("no example tries out, in {}{reading}:", entry.game);
            heading = Some(of);
        }
        println!("  {}:{}  {}", entry.clause.file, entry.clause.line, entry.clause.words);
    }
    if untried.is_empty() {
        println!("every clause is tried out by an example");
    }
}

/// `clauses`: how many there are, where coverage is asked for.
fn as_json(outcomes: &[Outcome], untried: &[Untried], clauses: Option<usize>) -> Value {
    let tests: Vec<Value> = outcomes
        .iter()
        .map(|outcome| {
            json!({
                "file": outcome.file,
                "line": outcome.line,
                "name": outcome.name,
                "passed": outcome.failure.is_none(),
                "failure": outcome.failure,
            })
        })
        .collect();
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    let mut value =
        json!({ "format_version": 1, "passed": outcomes.len() - failed, "failed": failed, "tests": tests });
    if let Some(clauses) = clauses {
        value["clauses"] = clauses.into();
        value["untried"] = untried
            .iter()
            .map(|entry| {
                json!({
                    "game": entry.game,
                    "reading": entry.reading,
                    "file": entry.clause.file,
                    "line": entry.clause.line,
                    "clause": entry.clause.words,
                })
            })
            .collect();
    }
    value
}
