//! The GAME argument: a path or the name of a shipped game, with a reading and options.

use super::Failure;
use crate::diagnostic::{Diagnostic, nearest};
use crate::engine::Engine;
use crate::program::Program;
use crate::rules::{Game, Library, Rules, Selection, slug};
use crate::source::{MAX_BYTES, Source};
use crate::{shipped, syntax};
use clap::Args;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game on the command line.
#[derive(Debug, Clone, Args)]
pub struct GameArgs {
    /// Name of a shipped game or path of a rule file: `NAME[@READING][,OPTION=VALUE]…`
    pub game: String,
    /// A reading of the game.
    #[arg(long)]
    pub reading: Option<String>,
    /// An option of the game.
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
}

/// A game that has been loaded.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Its name on the command line.
    pub name: String,
    /// The game.
    pub game: Game,
    /// What was chosen.
    pub selection: Selection,
    /// Its rules.
    pub rules: Rules,
    /// The games among which it was found.
    pub library: Library,
}

impl Loaded {
    /// An engine for it.
    ///
    /// # Errors
    /// If the rules use something that the engine does not play yet.
    pub fn engine(&self) -> Result<Engine, Failure> {
        Program::lower(&self.rules).map(Engine::new).map_err(|unsupported| {
            let clause = self.rules.clauses.get(unsupported.clause.index());
            let place = clause.map_or(String::new(), |clause| format!("{}:{}: ", clause.file, clause.line));
            Failure::new(format!("{place}{unsupported}"))
        })
    }

    /// Name, reading and options in one word.
    #[must_use]
    pub fn full_name(&self) -> String {
        let mut name = self.name.clone();
        if let Some(reading) = &self.selection.reading {
            name += &format!("@{}", slug(reading));
        }
        for (option, value) in &self.selection.options {
            name += &format!(",{option}={value}");
        }
        name
    }
}

/// Every shipped game.
#[must_use]
pub fn shipped_library() -> Library {
    let mut library = Library::new();
    for (_, path, text) in shipped::games() {
        library.add(Arc::new(Source::new(path, text)));
    }
    library
}

/// Reads a rule file; `-` is standard input.
///
/// # Errors
/// If it cannot be read, is too large, or is no text.
pub fn read_source(path: &str) -> Result<Source, Failure> {
    let bytes = if path == "-" {
        read_limited(std::io::stdin().lock())
            .map_err(|error| Failure::new(format!("standard input: {error}")))?
    } else {
        let file =
            fs::File::open(path).map_err(|error| Failure::new(format!("{path}: {}", plain(&error))))?;
        read_limited(file).map_err(|error| Failure::new(format!("{path}: {}", plain(&error))))?
    };
    let name = if path == "-" { "<stdin>" } else { path };
    syntax::decode(name, &bytes).map_err(|fault| failure_of(&[fault], None))
}

/// One byte more than is allowed shows that a file is too large.
fn read_limited(file: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An error of the system in plain words.
fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_string(),
        std::io::ErrorKind::PermissionDenied => "it may not be read".to_string(),
        std::io::ErrorKind::IsADirectory => "this is a folder, not a file".to_string(),
        _ => error.to_string(),
    }
}

/// The games that a rule file can be based on: shipped ones and those of its own folder; the file
/// itself is added last.
///
/// # Errors
/// If the file cannot be read.
pub fn library_around(path: &str) -> Result<(Library, Arc<Source>), Failure> {
    let source = Arc::new(read_source(path)?);
    let mut library = shipped_library();
    if path != "-" {
        let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
        let own = fs::canonicalize(path).ok();
        for beside in rule_files(folder.unwrap_or(Path::new("."))) {
            if fs::canonicalize(&beside).ok() != own
                && let Ok(source) = read_source(&beside.to_string_lossy())
            {
                library.add(Arc::new(source));
            }
        }
    }
    library.add(Arc::clone(&source));
    Ok((library, source))
}

/// Rule files of a folder, by name.
fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mancala"))
        .collect();
    files.sort();
    files
}

/// The first faults as a failure.
pub(super) fn failure_of(faults: &[Diagnostic], library: Option<&Source>) -> Failure {
    let Some(first) = faults.first() else { return Failure::new("the game cannot be used") };
    let place = match library {
        Some(source) if *source.name() == first.file => {
            let (line, column) = source.place(first.span().start);
            format!("{}:{line}:{column}: ", first.file)
        }
        Some(_) | None => format!("{}: ", first.file),
    };
    let more = match faults.len() {
        0 | 1 => String::new(),
        number => format!(" (and {} more: see `gabata check`)", number - 1),
    };
    Failure { message: format!("{place}{}{more}", first.message), help: first.help.clone() }
}

/// The parts of `NAME[@READING][,OPTION=VALUE]…`.
pub(super) fn parse_word(word: &str) -> Result<(String, Selection), Failure> {
    let mut parts = word.split(',');
    let head = parts.next().unwrap_or("");
    let (name, reading) = match head.split_once('@') {
        Some((name, reading)) => (name, Some(reading.to_string())),
        None => (head, None),
    };
    let mut selection = Selection { reading, options: Default::default() };
    for part in parts {
        add_option(&mut selection, part)?;
    }
    Ok((name.to_string(), selection))
}

fn add_option(selection: &mut Selection, text: &str) -> Result<(), Failure> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            selection.options.insert(name.trim().to_string(), value.trim().to_string());
            Ok(())
        }
        _ => {
            Err(Failure::new(format!("`{text}` is no option")).help("write NAME=VALUE, for example holes=5"))
        }
    }
}

/// Finds a game without making its rules.
///
/// # Errors
/// If there is no such game or its text cannot be read.
pub fn find(args: &GameArgs) -> Result<(String, Game, Selection), Failure> {
    found(args).map(|(name, game, selection, _)| (name, game, selection))
}

fn found(args: &GameArgs) -> Result<(String, Game, Selection, Library), Failure> {
    let (name, mut selection) = parse_word(&args.game)?;
    if let Some(reading) = &args.reading {
        selection.reading = Some(reading.clone());
    }
    for option in &args.option {
        add_option(&mut selection, option)?;
    }
    if name.ends_with(".mancala") || name.contains(['/', '\\']) || name == "-" {
        let (library, source) = library_around(&name)?;
        let broken: Vec<Diagnostic> = library
            .diagnostics()
            .iter()
            .filter(|fault| fault.is_error() && fault.file == *source.name())
            .cloned()
            .collect();
        if !broken.is_empty() {
            return Err(failure_of(&broken, Some(&source)));
        }
        let own = library.games().iter().find(|game| Arc::ptr_eq(game.source(), &source)).cloned();
        let stem =
            Path::new(&name).file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
        return match own {
            Some(game) => Ok((stem, game, selection, library)),
            None => Err(Failure::new(format!("{name}: there is no game in this file"))),
        };
    }
    let library = shipped_library();
    let file = shipped::games().find(|(known, _, _)| *known == name);
    let game =
        file.and_then(|(_, path, _)| library.games().iter().find(|game| &**game.source().name() == path));
    let game = game.cloned();
    game.map(|game| (name.clone(), game, selection, library)).ok_or_else(|| {
        let failure = Failure::new(format!("there is no game `{name}`"));
        match nearest(&name, shipped::games().map(|(known, _, _)| known)) {
            Some(near) => failure.help(format!("did you mean `{near}`? `gabata list` shows all")),
            None => failure
                .help("`gabata list` shows the games; a rule file is named by its path, ending in .mancala"),
        }
    })
}

/// Loads a game with its rules.
///
/// # Errors
/// If there is no such game, reading, option or value, or the file has faults.
pub fn load(args: &GameArgs) -> Result<Loaded, Failure> {
    let (name, game, selection, library) = found(args)?;
    let rules = game.rules(&selection).map_err(|faults| failure_of(&faults, Some(game.source())))?;
    Ok(Loaded { name, game, selection, rules, library })
}

/// Loads a game from one word.
///
/// # Errors
/// As [`load`].
pub fn load_word(word: &str) -> Result<Loaded, Failure> {
    load(&GameArgs { game: word.to_string(), reading: None, option: Vec::new() })
}
