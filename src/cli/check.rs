//! `check`: every fault and warning of rule files at once.

use super::files::{self, RuleFile, selections};
use super::render;
use super::{Answer, Failure, Format, Globals, write_file};
use crate::diagnostic::{Diagnostic, Fix, Severity, distinct};
use crate::engine::Engine;
use crate::program::Program;
use crate::rules::{Game, Selection};
use crate::source::Span;
use crate::testing;
use clap::Args as ClapArgs;
use std::collections::BTreeSet;

/// Finds everything that is wrong or doubtful in rule files.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Rule files and folders of rule files; `-` is standard input.
    #[arg(required = true)]
    path: Vec<String>,
    /// Make the changes that the messages propose, where they leave fewer errors; what remains is
    /// reported.
    #[arg(long)]
    fix: bool,
}

/// Runs the command.
///
/// # Errors
/// If a path does not exist or cannot be read.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    if args.fix {
        mend(&args.path, globals)?;
    }
    let found = files::load(&args.path)?;
    let faults = distinct(found.files.iter().flat_map(faults_of).collect());
    print!("{}", render::render(&faults, &found.sources, globals));
    let errors = faults.iter().filter(|fault| fault.is_error()).count();
    if globals.format == Format::Human && !globals.quiet {
        let games: usize = found.files.iter().map(|file| file.games.len()).sum();
        println!("{}: {}", plural(games, "game"), summary(errors, faults.len() - errors));
    }
    Ok(if errors == 0 { Answer::Yes } else { Answer::No })
}

/// A fault can hide others; each round mends those that can be seen.
const ROUNDS: usize = 8;

/// Makes the proposed changes in every file, until none is left or they do not help.
fn mend(paths: &[String], globals: &Globals) -> Result<(), Failure> {
    if paths.iter().any(|path| path == "-") {
        return Err(Failure::new("standard input cannot be changed")
            .help("without `--fix` its faults are listed with the changes that would mend them"));
    }
    let mut given_up = BTreeSet::new();
    for _ in 0..ROUNDS {
        let found = files::load(paths)?;
        let mut changed = Vec::new();
        for file in found.files.iter().filter(|file| !given_up.contains(&file.path)) {
            let faults = faults_of(file);
            let (text, fixes) = with_fixes(file.source.text(), &of_the_file(file, &faults));
            if fixes > 0 {
                write_file(&file.path, &text)?;
                changed.push((file, errors(file, &faults), fixes));
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        let after = files::load(paths)?;
        for (file, before, fixes) in changed {
            let mended = after.files.iter().find(|other| other.path == file.path);
            let fewer = mended.is_some_and(|mended| errors(mended, &faults_of(mended)) < before);
            if fewer {
                if !globals.quiet {
                    eprintln!("{}: {} made", file.path, plural(fixes, "change"));
                }
            } else {
                write_file(&file.path, file.source.text())?;
                given_up.insert(file.path.clone());
            }
        }
    }
    Ok(())
}

/// The faults that lie in a file itself, not in one that it is based on.
fn of_the_file<'f>(file: &RuleFile, faults: &'f [Diagnostic]) -> Vec<&'f Diagnostic> {
    faults.iter().filter(|fault| *fault.file == **file.source.name()).collect()
}

fn errors(file: &RuleFile, faults: &[Diagnostic]) -> usize {
    of_the_file(file, faults).into_iter().filter(|fault| fault.is_error()).count()
}

/// A text with the proposed changes, and how many they are. Of two that overlap the first is made.
fn with_fixes(text: &str, faults: &[&Diagnostic]) -> (String, usize) {
    let mut fixes: Vec<&Fix> = faults.iter().filter_map(|fault| fault.fix.as_deref()).collect();
    fixes.sort_by_key(|fix| fix.span);
    fixes.dedup();
    let (mut mended, mut copied, mut made) = (String::new(), 0, 0);
    for fix in fixes {
        let range = fix.span.range();
        let Some(between) = text.get(copied..range.start) else { continue };
        mended += between;
        mended += &fix.replacement;
        copied = range.end;
        made += 1;
    }
    mended += text.get(copied..).unwrap_or("");
    (mended, made)
}

/// `3 games`, `1 error`.
#[must_use]
pub fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn summary(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => "no faults".to_string(),
        (errors, 0) => plural(errors, "error"),
        (0, warnings) => plural(warnings, "warning"),
        (errors, warnings) => format!("{}, {}", plural(errors, "error"), plural(warnings, "warning")),
    }
}

/// All faults of a file, in the order of the text.
#[must_use]
pub fn faults_of(file: &RuleFile) -> Vec<Diagnostic> {
    let mut faults = file.faults.clone();
    // A game whose text has faults is not asked for its meaning: what is missing in it may stand
    // in what could not be read.
    let broken = faults.iter().any(Diagnostic::is_error);
    for game in &file.games {
        let found = game.check();
        let of_meaning = found.into_iter().filter(|fault| !broken || concrete(fault));
        faults.extend(of_meaning);
        if !faults.iter().any(Diagnostic::is_error) {
            faults.extend(unsupported(game));
            faults.extend(no_end_reached(game));
        }
    }
    for game in &file.tested {
        let examples = game.examples().into_iter().filter_map(Result::err).flatten();
        faults.extend(examples.filter(|fault| *fault.file == **file.source.name()));
    }
    let mut unique = distinct(faults);
    unique.sort_by_key(|fault| (*fault.file != **file.source.name(), fault.file.clone(), fault.span()));
    unique
}

/// Is a fault about words that are there, not about some that are missing?
fn concrete(fault: &Diagnostic) -> bool {
    !fault.code.starts_with("no-") && !matches!(fault.code, "stuck" | "board-only" | "contested" | "endless")
}

/// What the engine does not play yet, in any reading and with any option.
fn unsupported(game: &Game) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for selection in selections(game) {
        if let Ok(rules) = game.rules(&selection)
            && let Err(unsupported) = Program::lower(&rules)
        {
            let clause = rules.clauses.get(unsupported.clause.index());
            let message = unsupported.to_string();
            let fault = match clause {
                Some(clause) => game.fault_at(clause, "not-implemented", message),
                None => Diagnostic::error("not-implemented", message, game.source().name(), Span::default()),
            };
            let fault = fault
                .help("the text is kept as it is; the game can be explained and compared, but not played");
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    faults
}

/// The readings in which play never comes to an `end when`.
fn no_end_reached(game: &Game) -> Vec<Diagnostic> {
    const NAME: &str = "no-end-reached";
    if game.allows(NAME) {
        return Vec::new();
    }
    let readings = game.readings().into_iter().map(|reading| Some(reading.name));
    let readings: Vec<Option<String>> =
        if game.readings().is_empty() { vec![None] } else { readings.collect() };
    let mut faults = Vec::new();
    for reading in readings {
        let selection = Selection { reading, ..Selection::default() };
        let Ok(rules) = game.rules(&selection) else { continue };
        let Ok(program) = Program::lower(&rules) else { continue };
        let Some(end) = rules.ends.first().and_then(|end| rules.clauses.get(end.clause.index())) else {
            continue;
        };
        if !testing::reaches_an_end(&Engine::new(program), &rules) {
            let of =
                rules.reading.as_ref().map_or(String::new(), |reading| format!(", as {reading} reads it"));
            let message = format!("in play-outs no round ends by an `end when`{of}");
            let mut fault = game.fault_at(end, NAME, message);
            fault.severity = Severity::Warning;
            faults.push(fault.help(
                "rounds end only by repeated positions or not at all; is a condition missing, or one that can never hold?",
            ));
        }
    }
    faults
}
