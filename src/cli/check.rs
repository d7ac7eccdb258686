//! `check`: every fault and warning of rule files at once.

use super::files::{self, RuleFile, selections};
use super::render::{self, Sources};
use super::{Answer, Failure, Format, Globals, write_file};
use crate::diagnostic::{Diagnostic, Fix};
use crate::program::{Program, Unsupported};
use crate::rules::{Game, Rules};
use crate::source::Span;
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
    let mut faults: Vec<Diagnostic> = Vec::new();
    for file in &found.files {
        for fault in faults_of(file, &found.sources) {
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
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
            let faults = faults_of(file, &found.sources);
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
            let fewer =
                mended.is_some_and(|mended| errors(mended, &faults_of(mended, &after.sources)) < before);
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
pub fn faults_of(file: &RuleFile, sources: &Sources) -> Vec<Diagnostic> {
    let mut faults = file.faults.clone();
    // A game whose text has faults is not asked for its meaning: what is missing in it may stand
    // in what could not be read.
    let broken = faults.iter().any(Diagnostic::is_error);
    for game in &file.games {
        let found = game.check();
        let of_meaning = found.into_iter().filter(|fault| !broken || concrete(fault));
        faults.extend(of_meaning);
        if !faults.iter().any(Diagnostic::is_error) {
            faults.extend(unsupported(game, sources));
        }
    }
    let mut unique: Vec<Diagnostic> = Vec::new();
    for fault in faults {
        if !unique.contains(&fault) {
            unique.push(fault);
        }
    }
    unique.sort_by_key(|fault| (*fault.file != **file.source.name(), fault.file.clone(), fault.span()));
    unique
}

/// Is a fault about words that are there, not about some that are missing?
fn concrete(fault: &Diagnostic) -> bool {
    !fault.code.starts_with("no-") && !matches!(fault.code, "stuck" | "board-only" | "contested" | "endless")
}

/// What the engine does not play yet, in any reading and with any option.
fn unsupported(game: &Game, sources: &Sources) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for selection in selections(game) {
        if let Ok(rules) = game.rules(&selection)
            && let Err(unsupported) = Program::lower(&rules)
        {
            let fault = fault_at(&rules, &unsupported, game, sources);
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    faults
}

fn fault_at(rules: &Rules, unsupported: &Unsupported, game: &Game, sources: &Sources) -> Diagnostic {
    let clause = rules.clauses.get(unsupported.clause.index());
    let placed = clause.and_then(|clause| {
        let source = sources.get(&clause.file)?;
        let start: usize = source
            .text()
            .split_inclusive('\n')
            .take((clause.line as usize).checked_sub(1)?)
            .map(str::len)
            .sum();
        let line = source.text().get(start..)?.lines().next()?;
        let indent = line.len() - line.trim_start().len();
        Some((source, Span::new(start + indent, start + line.trim_end().len())))
    });
    let (source, span) = placed.unwrap_or((game.source(), Span::default()));
    Diagnostic::error("not-implemented", unsupported.to_string(), source.name(), span)
        .help("the text is kept as it is; the game can be explained and compared, but not played")
}
