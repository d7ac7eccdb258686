//! The commands: one file a command, each with its arguments and a `run`. Only this module
//! prints, reads files, and knows colours, the clock and the terminal.
//!
//! Exit codes: 0 fine, 1 the answer is "no", 2 could not answer.

pub mod game;

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::process::ExitCode;

/// A rule language for mancala games, and the engine and tools around it.
#[derive(Debug, Parser)]
#[command(name = "gabata", version, about, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
pub struct Globals {
    /// Form of the output.
    #[arg(long, global = true, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Colours in the output.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    /// Print results only.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print more.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// Form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Human,
    /// For programs.
    Json,
    /// One line a fault (`check`).
    Short,
    /// Annotations of a code host (`check`).
    Github,
    /// A table for spreadsheets, where a command has one.
    Csv,
    /// A table for wikis, where a command has one.
    Markdown,
}

/// When to colour the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What a command came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Fine: exit code 0.
    Yes,
    /// The answer is "no": exit code 1.
    No,
}

/// Why a command could not answer: place, cause and remedy. Exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What went wrong, where.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Failure {
    /// A failure without a remedy.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None }
    }

    /// The same with a remedy.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Placeholder.
    Nothing,
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("error: {}", failure.message);
            if let Some(help) = &failure.help {
                eprintln!("help: {help}");
            }
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> Result<Answer, Failure> {
    match &cli.command {
        Command::Nothing => Ok(Answer::Yes),
    }
}
