//! `new`: a rule file to begin with.

mod answers;
mod questions;
mod text;

use super::game::{self, GameArgs};
use super::{Answer, Failure, Globals};
use crate::diagnostic::Diagnostic;
use crate::engine::Engine;
use crate::program::Program;
use crate::rules::{Game, Library, Rules, Selection, slug};
use crate::source::Source;
use crate::syntax;
use crate::testing;
use answers::{Capture, End, Numbers, Relay, Rest, Rounds, Text, Way, YesNo};
use clap::Args as ClapArgs;
use questions::Dialogue;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes a rule file to begin with: every clause explained, one worked example. On a terminal it
/// asks how the game is played; each question can be answered by an option.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Name of the game; the file is NAME.mancala in this folder, in lower case with hyphens.
    name: String,
    /// A shipped game or rule file that it is a variant of: it then states only what differs.
    #[arg(long, value_name = "GAME", conflicts_with_all = [
        "rows", "holes", "stores", "seeds", "direction", "relay", "capture", "numbers", "bonus", "end",
        "remaining", "rounds", "region", "people", "source",
    ])]
    from: Option<String>,
    /// Ask nothing: what no option answers has its default.
    #[arg(short, long)]
    yes: bool,
    /// Rows of holes: 2 or 4.
    #[arg(long)]
    rows: Option<u32>,
    /// Holes in a row.
    #[arg(long)]
    holes: Option<u32>,
    /// Does each player sow into a store of his own?
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_name = "YES|NO", hide_possible_values = true)]
    stores: Option<YesNo>,
    /// Seeds in each hole at the start.
    #[arg(long)]
    seeds: Option<u32>,
    /// Direction of sowing.
    #[arg(long)]
    direction: Option<Way>,
    /// Does sowing go on after the last seed?
    #[arg(long)]
    relay: Option<Relay>,
    /// What is captured.
    #[arg(long)]
    capture: Option<Capture>,
    /// Which numbers of seeds are captured: 4, or 2,3.
    #[arg(long, value_name = "N,…")]
    numbers: Option<Numbers>,
    /// Does a last seed in one's own store give another move?
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_name = "YES|NO", hide_possible_values = true)]
    bonus: Option<YesNo>,
    /// When a round is over.
    #[arg(long)]
    end: Option<End>,
    /// Who gets the seeds that are left then.
    #[arg(long)]
    remaining: Option<Rest>,
    /// Do several rounds make a match?
    #[arg(long = "match")]
    rounds: Option<Rounds>,
    /// Where it is played.
    #[arg(long)]
    region: Option<Text>,
    /// Who plays it.
    #[arg(long)]
    people: Option<Text>,
    /// Who describes it, and on which page.
    #[arg(long)]
    source: Option<Text>,
}

/// Runs the command.
///
/// # Errors
/// If the file exists already or cannot be written, or answers do not go together.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let (name, file) = checked_name(&args.name)?;
    let title = title_of(&name);
    let target = PathBuf::from(format!("{file}.mancala"));
    if target.exists() {
        return Err(there_already(&target));
    }
    let text = match &args.from {
        Some(from) => derived(&title, from)?,
        None if !args.yes && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() => {
            let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout());
            asked(&title, args, Some(Dialogue { input: &mut input, output: &mut output }))?
        }
        None => asked(&title, args, None)?,
    };
    let faults = faults(&text)?;
    create(&target, &text)?;
    let shown = target.display();
    if !globals.quiet {
        println!("wrote {shown}");
        for fault in &faults {
            println!("note: {}", fault.message);
        }
        println!(
            "next: change it, then\n  gabata check {shown}\n  gabata test {shown}\n  gabata play {shown}"
        );
    }
    Ok(Answer::Yes)
}

/// The file that comes of answers, laid out as `fmt` does.
///
/// # Errors
/// If the answers do not go together, or the questions are left.
fn asked(title: &str, args: &Args, dialogue: Option<Dialogue>) -> Result<String, Failure> {
    let answers = questions::answers(args, dialogue)?;
    let text = text::rules(title, &answers);
    let (rules, engine) = playable(&text)?;
    let example = text::example(&rules, &engine).unwrap_or_default();
    let whole = format!("{}{example}}}\n", text.strip_suffix("}\n").unwrap_or(&text));
    let source = Source::new(NAME, &whole);
    Ok(syntax::format(&source, &syntax::parse(&source).tree))
}

/// The name of a text that is no file yet.
const NAME: &str = "<new>";

/// What should never happen: the program has written what it does not itself understand.
fn internal(why: &str) -> Failure {
    Failure::new(format!("gabata would write a faulty file: {why}"))
        .help("this is a fault of gabata: please report it with the command; nothing is written")
}

fn game_of(text: &str) -> Result<Game, Failure> {
    let mut library = Library::new();
    for (_, path, shipped) in crate::shipped::games() {
        library.add(Arc::new(Source::new(path, shipped)));
    }
    let source = Arc::new(Source::new(NAME, text));
    library.add(Arc::clone(&source));
    let fault = library.diagnostics().iter().find(|fault| *fault.file == *NAME);
    if let Some(fault) = fault {
        return Err(internal(&fault.message));
    }
    let game = library.games().iter().find(|game| Arc::ptr_eq(game.source(), &source));
    game.cloned().ok_or_else(|| internal("there is no game in it"))
}

fn playable(text: &str) -> Result<(Rules, Engine), Failure> {
    let first = |faults: Vec<Diagnostic>| {
        internal(faults.first().map_or("it has no rules", |fault| fault.message.as_str()))
    };
    let rules = game_of(text)?.rules(&Selection::default()).map_err(first)?;
    let program = Program::lower(&rules).map_err(|unsupported| internal(&unsupported.to_string()))?;
    Ok((rules, Engine::new(program)))
}

/// The warnings of a file that has no errors and whose examples hold.
fn faults(text: &str) -> Result<Vec<Diagnostic>, Failure> {
    let game = game_of(text)?;
    let faults = game.check();
    if let Some(fault) = faults.iter().find(|fault| fault.is_error()) {
        return Err(internal(&fault.message));
    }
    for example in game.examples().into_iter().flatten() {
        let (_, rules, example) = example;
        let program = Program::lower(&rules).map_err(|unsupported| internal(&unsupported.to_string()))?;
        let report = testing::run(&Engine::new(program), &rules, &example);
        if let Some(fault) = report.faults.first() {
            return Err(internal(&fault.message));
        }
    }
    Ok(faults)
}

/// Longest name in characters; file systems take 255 bytes.
const MAX_NAME: usize = 60;

/// Names that Windows keeps for devices: a file of that name could not be opened there.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name without its ending, and the stem of its file. Whatever is not plainly a name is refused
/// before anything is written.
fn checked_name(given: &str) -> Result<(String, String), Failure> {
    let name = given.trim();
    let name = name.strip_suffix(".mancala").unwrap_or(name).trim();
    let refused = |why: &str, remedy: &str| {
        let shown: String = given.chars().take(MAX_NAME).filter(|letter| !letter.is_control()).collect();
        let more = if given.chars().count() > MAX_NAME { "…" } else { "" };
        Failure::new(format!("`{shown}{more}` is no name for a game: {why}")).help(remedy)
    };
    if name.contains(['/', '\\']) {
        return Err(refused(
            "it is a path",
            "go to the folder first and give the name alone: `gabata new my-game`",
        ));
    }
    if given.trim().starts_with('.') {
        return Err(refused(
            "a file that begins with a dot is hidden",
            "begin the name with a letter or a digit: `gabata new my-game`",
        ));
    }
    if name.chars().count() > MAX_NAME {
        return Err(refused(
            &format!("it has more than {MAX_NAME} characters"),
            "choose a shorter one; the file may say `also called` for others",
        ));
    }
    if name.chars().any(char::is_control) {
        return Err(refused("it holds a control character", "use letters, digits, spaces and hyphens"));
    }
    let file = slug(name);
    if file.is_empty() {
        return Err(refused("it has no letter or digit", "say for example `gabata new my-game`"));
    }
    let port = file.strip_prefix("com").or(file.strip_prefix("lpt"));
    let is_port = port.is_some_and(|number| number.len() == 1 && number.chars().all(|c| c.is_ascii_digit()));
    if DEVICES.contains(&file.as_str()) || is_port {
        return Err(refused(
            "Windows keeps it for a device",
            &format!("add a word: `gabata new {file}-game`"),
        ));
    }
    Ok((name.to_string(), file))
}

/// A title from a name: `my-game` is "My game"; a name in several words is kept.
fn title_of(name: &str) -> String {
    let words = if name.contains(' ') { name.to_string() } else { name.replace(['-', '_'], " ") };
    let mut characters =
        words.chars().filter(|character| !matches!(character, '"' | '\\') && !character.is_control());
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => words,
    }
}

fn there_already(path: &Path) -> Failure {
    Failure::new(format!("{} is there already", path.display()))
        .help("choose another name; nothing is overwritten")
}

/// Never overwrites.
fn create(path: &Path, text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let shown = path.display();
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = file.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => there_already(path),
        _ => Failure::new(format!("{shown}: it cannot be written: {error}")),
    })?;
    file.write_all(text.as_bytes()).map_err(|error| Failure::new(format!("{shown}: {error}")))
}

/// A variant of a game.
fn derived(title: &str, from: &str) -> Result<String, Failure> {
    let word = GameArgs { game: from.to_string(), reading: None, option: Vec::new() };
    let (name, base, selection) = game::find(&word)?;
    if base.title() == title {
        return Err(Failure::new(format!("the new game has the title of its base, `{title}`"))
            .help("choose another name"));
    }
    if selection != Default::default() {
        return Err(Failure::new("a variant is based on a whole game, without reading and options")
            .help(format!("say `--from {name}`; choose the reading in the new file")));
    }
    let loaded = game::load(&word)?;
    let engine = loaded.engine()?;
    Ok(format!(
        r#"# A variant: it has all rules of "{base}" except those that are written here anew.
# To see the rules of "{base}":  gabata explain {name}
# To change one, write it here with the same first words; it takes the place of the old one.
# For example
#   seeds 3 in each hole
# puts another number of seeds in the holes. A whole table such as `last seed {{ … }}` is replaced as
# a whole; `last seed also {{ … }}` only puts its lines before the old ones. `no match` takes the match away.
# Write the rules that differ below `about`.
game "{title}" based on "{base}" {{
  about {{
    region "write here where it is played"
    source "write here who describes it, and on which page"
  }}

{example}}}
"#,
        base = base.title(),
        example = first_move(&engine, &loaded.rules, &base).unwrap_or_default(),
    ))
}

/// An example that shows the first move of the base, so that a change of the rules shows in it.
fn first_move(engine: &Engine, rules: &Rules, base: &Game) -> Option<String> {
    let lines = text::first_lines(rules, engine)?;
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    Some(format!(
        "  # What the first move comes to by the rules of \"{}\"; a change of the rules may change it.\n  example \"the first move\" {{\n{body}  }}\n",
        base.title()
    ))
}
