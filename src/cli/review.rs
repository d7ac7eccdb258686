//! `review`: look at every snapshot and table of move counts that would change, and accept or not.

use super::check::plural;
use super::files;
use super::render;
use super::test::beside::{self, Proposal};
use super::{Answer, Failure, Globals};
use clap::Args as ClapArgs;
use std::io::{BufRead, IsTerminal, Write};

/// Shows what has changed in the snapshot (`NAME.snap`) and the table of move counts (`NAME.perft`)
/// beside every rule file, one after the other, and writes what you accept.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Rule files and folders of rule files.
    #[arg(default_value = ".")]
    path: Vec<String>,
}

/// What is to be done with a change.
enum Choice {
    Accept,
    Reject,
    Skip,
    AcceptAll,
    Quit,
}

/// Most lines of a difference that are shown at once.
const MOST_LINES: usize = 200;

/// Runs the command. The answer is "no" where a change was not accepted.
///
/// # Errors
/// If a path cannot be read or a file cannot be written.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    if args.path.iter().any(|path| path == "-") {
        return Err(Failure::new("nothing lies beside standard input").help("name a rule file or a folder"));
    }
    let found = files::load(&args.path)?;
    let mut changes: Vec<Proposal> = Vec::new();
    for file in &found.files {
        for proposal in beside::proposals(file) {
            match proposal {
                Ok(proposal) => changes.push(proposal),
                Err((path, why)) => eprintln!("{path}: passed over: {why}"),
            }
        }
    }
    if changes.is_empty() {
        println!("nothing has changed");
        return Ok(Answer::Yes);
    }
    let mut input = std::io::stdin().lock();
    let mut all = false;
    let (mut accepted, mut rejected, mut skipped) = (0, 0, 0);
    for (index, change) in changes.iter().enumerate() {
        show(change, (index + 1, changes.len()), globals);
        let choice = if all { Choice::Accept } else { ask(&mut input)? };
        match choice {
            Choice::Accept | Choice::AcceptAll => {
                all |= matches!(choice, Choice::AcceptAll);
                change.accept(globals)?;
                accepted += 1;
            }
            Choice::Reject => {
                println!("rejected: {} stays as it is, and `gabata test` goes on to fail", change.path);
                rejected += 1;
            }
            Choice::Skip => skipped += 1,
            Choice::Quit => {
                skipped += changes.len() - index;
                break;
            }
        }
    }
    println!(
        "{}: {accepted} accepted, {rejected} rejected, {skipped} skipped",
        plural(changes.len(), "change")
    );
    Ok(if rejected + skipped == 0 { Answer::Yes } else { Answer::No })
}

fn show(change: &Proposal, (number, all): (usize, usize), globals: &Globals) {
    let what = if change.old.is_some() { "has changed" } else { "is new" };
    println!("\n{number}/{all}  {} {what}", change.path);
    let text = change.difference();
    let lines: Vec<&str> = text.lines().collect();
    for line in lines.iter().take(MOST_LINES) {
        match (render::colored(globals), line.chars().next()) {
            (true, Some('-')) => println!("\x1b[31m{line}\x1b[0m"),
            (true, Some('+')) => println!("\x1b[32m{line}\x1b[0m"),
            (_, _) => println!("{line}"),
        }
    }
    if lines.len() > MOST_LINES {
        println!("… {} lines more …", lines.len() - MOST_LINES);
    }
}

/// Asks until the answer is understood; the end of the input is `quit`.
fn ask(input: &mut impl BufRead) -> Result<Choice, Failure> {
    loop {
        print!("[a]ccept, [r]eject, [s]kip, accept [A]ll that follow, [q]uit? ");
        let _ = std::io::stdout().flush();
        let mut line = String::new();
        let read = std::io::Read::take(&mut *input, 1000).read_line(&mut line);
        if read.map_err(|error| Failure::new(format!("standard input: {error}")))? == 0 {
            println!();
            return Ok(Choice::Quit);
        }
        if !std::io::stdin().is_terminal() {
            println!();
        }
        return Ok(match line.trim() {
            "a" | "accept" => Choice::Accept,
            "r" | "reject" => Choice::Reject,
            "s" | "skip" => Choice::Skip,
            "A" | "all" => Choice::AcceptAll,
            "q" | "quit" => Choice::Quit,
            _ => continue,
        });
    }
}
