//! What lies beside a rule file: its table of move counts (`NAME.perft`) and its snapshot
//! (`NAME.snap`), compared, and written anew where that is wanted.

use super::super::files::RuleFile;
use super::super::{Failure, Globals, write_file};
use super::{Outcome, Status, engine};
use crate::diagnostic::Diagnostic;
use crate::lab::perft::perft;
use crate::rules::{Game, Selection, slug};
use crate::testing::{ROUNDS, difference, perft as tables, snapshot};
use std::path::Path;

/// Length of the sequences in a table that is written, and about how many are counted.
const DEPTH: usize = 5;
const MOST: u64 = 2_000_000;
/// Seed of the random game in a snapshot.
const SEED: u64 = 1;
/// Most lines of a difference that a failed test shows.
const MOST_LINES: usize = 60;

/// A file beside a rule file that is missing or says something else than what comes out now.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// Its path.
    pub path: String,
    /// What it says; `None` where it is missing.
    pub old: Option<String>,
    /// What it would say.
    pub fresh: String,
}

impl Proposal {
    /// The lines that would change.
    #[must_use]
    pub fn difference(&self) -> String {
        let old = self.old.as_deref().unwrap_or("");
        difference::lines((&self.path, "as it comes out now"), (body(old), body(&self.fresh)))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn accept(&self, globals: &Globals) -> Result<(), Failure> {
        write_file(&self.path, &self.fresh)?;
        if !globals.quiet {
            eprintln!("wrote {}", self.path);
        }
        Ok(())
    }
}

/// The files beside a rule file that should be written: missing ones and those that differ.
///
/// # Errors
/// Why one of them cannot be worked out, with its path.
pub fn proposals(file: &RuleFile) -> Vec<Result<Proposal, (String, String)>> {
    let Some(game) = game_of(file).filter(|game| !game.is_board_only()) else { return Vec::new() };
    let table = beside(file, "perft");
    let old = std::fs::read_to_string(&table).ok();
    let fresh = match &old {
        Some(old) => recounted(game, old),
        None => first_table(game),
    };
    let snap = beside(file, "snap");
    let kept = std::fs::read_to_string(&snap).ok();
    let told = snapshot(game, SEED, ROUNDS).map(|text| with_header(kept.as_deref(), file, &text));
    let mut all = Vec::new();
    for (path, old, fresh) in [(table, old, fresh), (snap, kept, told)] {
        match fresh {
            Ok(fresh) if old.as_deref().is_some_and(|old| same(old, &fresh)) => {}
            Ok(fresh) => all.push(Ok(Proposal { path, old, fresh })),
            Err(why) => all.push(Err((path, why))),
        }
    }
    all
}

/// Compares what lies beside a file; what is missing is no test.
pub(super) fn compare(file: &RuleFile, wanted: &dyn Fn(&str) -> bool) -> Vec<Outcome> {
    let Some(game) = game_of(file) else { return Vec::new() };
    let mut outcomes = table(file, game, wanted);
    let path = beside(file, "snap");
    let name = format!("{}: snapshot", game.title());
    if wanted(&name)
        && let Ok(old) = std::fs::read_to_string(&path)
    {
        let failure = match snapshot(game, SEED, ROUNDS) {
            Ok(text) if same(&old, &text) => None,
            Ok(text) => Some(shortened(&Proposal { path: path.clone(), old: Some(old), fresh: text })),
            Err(why) => Some(why),
        };
        outcomes.push(Outcome { file: path, line: 1, name, status: Status::of(failure) });
    }
    outcomes
}

fn shortened(proposal: &Proposal) -> String {
    let text = proposal.difference();
    let lines: Vec<&str> = text.lines().collect();
    let more = match lines.len() {
        0..=MOST_LINES => String::new(),
        number => format!("\n… {} lines more …", number - MOST_LINES),
    };
    let shown = lines[..lines.len().min(MOST_LINES)].join("\n");
    format!("the game has changed\n{shown}{more}\n`gabata review` shows all of it; is the change meant?")
}

fn game_of(file: &RuleFile) -> Option<&Game> {
    file.games.first().filter(|_| file.path != "-")
}

fn beside(file: &RuleFile, ending: &str) -> String {
    Path::new(&file.path).with_extension(ending).to_string_lossy().into_owned()
}

/// A snapshot begins with a few lines about itself, as `cargo insta` writes them.
fn body(text: &str) -> &str {
    let after = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    after.map_or(text, |(_, body)| body)
}

fn same(one: &str, other: &str) -> bool {
    body(one).trim_end() == body(other).trim_end()
}

fn with_header(old: Option<&str>, file: &RuleFile, text: &str) -> String {
    let name = Path::new(&file.path).file_name().map_or(String::new(), |name| name.to_string_lossy().into());
    let header = old.filter(|old| body(old).len() < old.len()).map(|old| &old[..old.len() - body(old).len()]);
    format!("{}{text}", header.map_or(format!("---\nsource: {name}\n---\n"), str::to_string))
}

/// The table beside a file.
fn table(file: &RuleFile, game: &Game, wanted: &dyn Fn(&str) -> bool) -> Vec<Outcome> {
    let path = beside(file, "perft");
    let Ok(text) = std::fs::read_to_string(&path) else { return Vec::new() };
    let outcome = |line: u32, name: String, failure: Option<String>| Outcome {
        file: path.clone(),
        line,
        name: name.trim_end().to_string(),
        status: Status::of(failure),
    };
    let lines = match tables::parse(&text) {
        Ok(lines) => lines,
        Err(faults) => {
            let name = format!("{}: move counts", game.title());
            return faults
                .into_iter()
                .map(|(line, message)| outcome(line, name.clone(), Some(message)))
                .collect();
        }
    };
    let mut outcomes = Vec::new();
    for line in lines {
        let name = format!("{}: move counts {}", game.title(), line.head);
        if wanted(&name) {
            let failure = counted(game, &line).and_then(|counts| match counts == line.counts {
                true => Ok(()),
                false => Err(format!("expected {}\ncounted  {}", numbers(&line.counts), numbers(&counts))),
            });
            outcomes.push(outcome(line.line, name, failure.err()));
        }
    }
    outcomes
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
