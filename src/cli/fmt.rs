//! `fmt`: the canonical layout of rule files.

use super::check::plural;
use super::files;
use super::render;
use super::{Answer, Failure, Globals, write_file};
use crate::diagnostic::Diagnostic;
use crate::syntax;
use clap::Args as ClapArgs;

/// Writes rule files in the canonical layout; comments stay.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Rule files and folders of rule files; `-` reads standard input and writes standard output.
    #[arg(required = true)]
    path: Vec<String>,
    /// Write nothing; the answer is "no" (exit code 1) if a file would change.
    #[arg(long)]
    check: bool,
    /// Show what would change instead of writing it.
    #[arg(long)]
    diff: bool,
}

/// Runs the command.
///
/// # Errors
/// If a path does not exist, cannot be read or cannot be written.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let found = files::load(&args.path)?;
    let (mut changed, mut broken) = (0, 0);
    for file in &found.files {
        let errors: Vec<Diagnostic> =
            file.faults.iter().filter(|fault| fault.is_error() && fault.code != "no-game").cloned().collect();
        if !errors.is_empty() {
            broken += 1;
            eprint!("{}", render::render(&errors, &found.sources, globals));
            eprintln!("{}: not formatted, since it has faults", file.path);
            continue;
        }
        let tree = syntax::parse(&file.source).tree;
        let text = syntax::format(&file.source, &tree);
        let differs = text != file.source.text();
        changed += usize::from(differs);
        if file.path == "-" && !args.check && !args.diff {
            print!("{text}");
        } else if differs {
            if args.diff {
                print!("{}", difference(&file.path, file.source.text(), &text));
            } else if args.check {
                println!("{}", file.path);
            } else {
                write_file(&file.path, &text)?;
            }
        }
    }
    if !globals.quiet && found.files.iter().any(|file| file.path != "-") {
        let verb = if args.check || args.diff { "would change" } else { "changed" };
        eprintln!("{} of {} {verb}", changed, plural(found.files.len(), "file"));
    }
    let no = broken > 0 || changed > 0 && args.check;
    Ok(if no { Answer::No } else { Answer::Yes })
}

/// The lines that differ between two texts, with the unchanged ends cut off.
fn difference(path: &str, before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut text = format!("--- {path}\n+++ {path} (formatted)\n");
    for (sign, line) in edits(&old, &new) {
        if sign != ' ' {
            text += &format!("{sign}{line}\n");
        } else if !text.ends_with("…\n") && !text.ends_with("(formatted)\n") {
            text += "…\n";
        }
    }
    text
}

/// Lines taken out (`-`), put in (`+`) and kept (` `), by a longest common subsequence between the
/// equal beginnings and ends of both texts.
fn edits<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    let start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
    let rest = old.len().min(new.len()) - start;
    let end =
        old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let (a, b) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let mut edits: Vec<(char, &str)> = old[..start].iter().map(|line| (' ', *line)).collect();
    // Beyond this size a table of all pairs is too large: everything between counts as changed.
    if a.len().saturating_mul(b.len()) > 4_000_000 {
        edits.extend(a.iter().map(|line| ('-', *line)).chain(b.iter().map(|line| ('+', *line))));
    } else {
        edits.extend(common(a, b));
    }
    edits.extend(old[old.len() - end..].iter().map(|line| (' ', *line)));
    edits
}

fn common<'t>(a: &[&'t str], b: &[&'t str]) -> Vec<(char, &'t str)> {
    let width = b.len() + 1;
    let mut longest = vec![0u32; (a.len() + 1) * width];
    for row in (0..a.len()).rev() {
        for column in (0..b.len()).rev() {
            longest[row * width + column] = if a[row] == b[column] {
                longest[(row + 1) * width + column + 1] + 1
            } else {
                longest[(row + 1) * width + column].max(longest[row * width + column + 1])
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut edits = Vec::new();
    while row < a.len() || column < b.len() {
        if row < a.len() && column < b.len() && a[row] == b[column] {
            edits.push((' ', a[row]));
            (row, column) = (row + 1, column + 1);
        } else if row < a.len()
            && (column == b.len() || longest[(row + 1) * width + column] >= longest[row * width + column + 1])
        {
            edits.push(('-', a[row]));
            row += 1;
        } else {
            edits.push(('+', b[column]));
            column += 1;
        }
    }
    edits
}
