//! `fmt`: the canonical layout of rule files.

use super::check::plural;
use super::files;
use super::render;
use super::{Answer, Failure, Globals, write_file};
use crate::diagnostic::Diagnostic;
use crate::syntax;
use crate::testing::difference;
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
                let titles = (file.path.as_str(), &*format!("{} (formatted)", file.path));
                print!("{}", difference::lines(titles, (file.source.text(), &text)));
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
