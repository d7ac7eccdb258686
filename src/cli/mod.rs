//! The commands: one file a command, each with its arguments and a `run`. Only this module
//! prints, reads files, and knows colours, the clock and the terminal.
//!
//! Exit codes: 0 fine, 1 the answer is "no", 2 could not answer.

#[macro_use]
mod output;

pub mod check;
pub mod explain;
pub mod files;
pub mod fmt;
pub mod game;
pub mod list;
pub mod new;
pub mod perft;
pub mod play;
pub mod render;
pub mod replay;
pub mod review;
pub mod show;
pub mod simulate;
pub mod test;
pub mod trace;
pub mod traits;
pub mod typed;

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
    /// The interchange format of analysis tools, SARIF 2.1.0 (`check`).
    Sarif,
    /// Test results in the form that build servers read (`test`).
    Junit,
    /// A table for spreadsheets (`list`).
    Csv,
    /// A table for wikis (`list`).
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
    /// List the games that the program knows.
    List(list::Args),
    /// Write a rule file to begin with.
    New(new::Args),
    /// Find everything that is wrong or doubtful in rule files.
    Check(check::Args),
    /// Lay rule files out in the canonical form.
    Fmt(fmt::Args),
    /// Play the worked examples of rule files and compare what lies beside them.
    Test(test::Args),
    /// Look at each snapshot and table that would change, and accept it or not.
    Review(review::Args),
    /// Tell a game in plain sentences, or explain a word of the language.
    Explain(explain::Args),
    /// Show a game at a glance, or what the program makes of it.
    Show(show::Args),
    /// Play in the terminal; without a terminal watch a computer game.
    Play(play::Args),
    /// Show what moves do, lap by lap, with the clause behind every step.
    Trace(trace::Args),
    /// Check whether recorded games, or moves typed by hand, follow the rules.
    Replay(replay::Args),
    /// Count move sequences.
    Perft(perft::Args),
    /// Play many games and report how they go.
    Simulate(simulate::Args),
}

impl Command {
    /// The forms that the output of the command can take.
    const fn formats(&self) -> &'static [Format] {
        match self {
            Command::List(_) => &[Format::Human, Format::Json, Format::Csv, Format::Markdown],
            Command::Check(_) => &[Format::Human, Format::Json, Format::Short, Format::Github, Format::Sarif],
            Command::Test(_) => &[Format::Human, Format::Json, Format::Junit],
            Command::New(_)
            | Command::Fmt(_)
            | Command::Review(_)
            | Command::Explain(_)
            | Command::Show(_)
            | Command::Play(_)
            | Command::Trace(_)
            | Command::Replay(_)
            | Command::Perft(_)
            | Command::Simulate(_) => &[Format::Human, Format::Json],
        }
    }
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
    let globals = &cli.globals;
    let formats = cli.command.formats();
    if !formats.contains(&globals.format) {
        let name = |format: &Format| {
            format.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
        };
        let names: Vec<String> = formats.iter().map(name).collect();
        return Err(Failure::new(format!(
            "this command has no output in the form `{}`",
            name(&globals.format)
        ))
        .help(format!("its forms are {}", names.join(", "))));
    }
    match &cli.command {
        Command::List(args) => list::run(args, globals),
        Command::New(args) => new::run(args, globals),
        Command::Check(args) => check::run(args, globals),
        Command::Fmt(args) => fmt::run(args, globals),
        Command::Test(args) => test::run(args, globals),
        Command::Review(args) => review::run(args, globals),
        Command::Explain(args) => explain::run(args, globals),
        Command::Show(args) => show::run(args, globals),
        Command::Play(args) => play::run(args, globals),
        Command::Trace(args) => trace::run(args, globals),
        Command::Replay(args) => replay::run(args, globals),
        Command::Perft(args) => perft::run(args, globals),
        Command::Simulate(args) => simulate::run(args, globals),
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_file(path: &str, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("{path}: it cannot be written: {error}"));
    let part = format!("{path}.part");
    std::fs::write(&part, text).map_err(failed)?;
    std::fs::rename(&part, path).map_err(|error| {
        let _ = std::fs::remove_file(&part);
        failed(error)
    })
}
