//! Rule files named on the command line: files, folders, standard input; each with the games that
//! its own may be based on.

use super::Failure;
use super::game::{self, shipped_library};
use crate::diagnostic::Diagnostic;
use crate::rules::{Game, Library, Selection};
use crate::source::{MAX_BYTES, Source};
use crate::syntax;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The ending of rule files.
const ENDING: &str = "mancala";

/// A rule file that was named, or found in a folder that was named.
#[derive(Debug, Clone)]
pub struct RuleFile {
    /// Its path as it is shown; `-` is standard input.
    pub path: String,
    /// Its text (empty where it is no text).
    pub source: Arc<Source>,
    /// What is wrong with the text as such, whatever game it concerns.
    pub faults: Vec<Diagnostic>,
    /// Its games.
    pub games: Vec<Game>,
    /// Games of other files of which it has examples.
    pub tested: Vec<Game>,
}

/// All files of a command.
#[derive(Debug, Clone, Default)]
pub struct RuleFiles {
    /// In the order in which they were named, folders by path.
    pub files: Vec<RuleFile>,
    /// Every text by name, also of games that others are based on.
    pub sources: BTreeMap<String, Arc<Source>>,
}

/// The files that paths mean: folders stand for all rule files in them.
///
/// # Errors
/// If a path does not exist, or a folder holds no rule file.
pub fn expand(paths: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path != "-" && Path::new(path).is_dir() {
            let before = files.len();
            collect(Path::new(path), &mut files)?;
            if files.len() == before {
                return Err(Failure::new(format!(
                    "{path}: there is no rule file (`.{ENDING}`) in this folder"
                )));
            }
        } else if path == "-" || Path::new(path).exists() {
            files.push(path.clone());
        } else {
            return Err(Failure::new(format!("{path}: there is no such file or folder")));
        }
    }
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    Ok(files)
}

/// Rule files below a folder, by path.
fn collect(folder: &Path, files: &mut Vec<String>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("{}: {error}", folder.display()));
    let entries: Vec<PathBuf> =
        fs::read_dir(folder).map_err(failed)?.flatten().map(|entry| entry.path()).collect();
    let mut entries: Vec<PathBuf> = entries;
    entries.sort();
    for path in entries {
        let link = fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink());
        if path.is_dir() && !link {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == ENDING) {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

/// Reads files and finds what their games are based on: shipped games, games of the same folder,
/// and games of the other files.
///
/// # Errors
/// If a file cannot be read.
pub fn load(paths: &[String]) -> Result<RuleFiles, Failure> {
    let mut files = Vec::new();
    for path in expand(paths)? {
        files.push(read(&path)?);
    }
    let mut library = shipped_library();
    for source in siblings(&files) {
        library.add(source);
    }
    for file in files.iter().filter(|file| file.faults.is_empty()) {
        library.add(Arc::clone(&file.source));
    }
    let mut found = RuleFiles::default();
    for file in files {
        found.add(file, &library);
    }
    Ok(found)
}

impl RuleFiles {
    fn add(&mut self, mut file: RuleFile, library: &Library) {
        let mut own = games_of(library, &file.source);
        let mut faults = library.diagnostics();
        // Another file has games of the same titles: this one is looked at by itself.
        let alone;
        let (tested, untold) = library.games_with_examples_in(&file.source);
        file.faults.extend(untold);
        if own.is_empty() && tested.is_empty() && file.faults.is_empty() {
            let mut fresh = shipped_library();
            fresh.add(Arc::clone(&file.source));
            own = games_of(&fresh, &file.source);
            alone = fresh;
            faults = alone.diagnostics();
        }
        let name = file.source.name();
        file.faults.extend(faults.iter().filter(|fault| fault.file == *name).cloned());
        file.faults.dedup();
        if own.is_empty() && tested.is_empty() && file.faults.is_empty() {
            let fault =
                Diagnostic::error("no-game", "there is no game in this file", name, Default::default());
            file.faults
                .push(fault.help("a file begins with `game \"NAME\" {`; `gabata new NAME` writes one"));
        }
        for game in own.iter().chain(&tested) {
            for link in std::iter::successors(Some(game), |game| game.base()) {
                self.sources.insert(link.source().name().to_string(), Arc::clone(link.source()));
            }
        }
        self.sources.insert(name.to_string(), Arc::clone(&file.source));
        file.games = own;
        file.tested = tested;
        self.files.push(file);
    }
}

fn games_of(library: &Library, source: &Arc<Source>) -> Vec<Game> {
    library.games().iter().filter(|game| Arc::ptr_eq(game.source(), source)).cloned().collect()
}

/// Texts of the other rule files in the folders of these.
fn siblings(files: &[RuleFile]) -> Vec<Arc<Source>> {
    let named: BTreeSet<PathBuf> =
        files.iter().filter_map(|file| fs::canonicalize(&file.path).ok()).collect();
    let on_disk = files.iter().filter(|file| file.path != "-");
    let folders: BTreeSet<&Path> = on_disk.filter_map(|file| Path::new(&file.path).parent()).collect();
    let mut sources = Vec::new();
    for folder in folders {
        // A file named without a folder lies in this one.
        let here = folder.as_os_str().is_empty();
        let entries = fs::read_dir(if here { Path::new(".") } else { folder });
        let mut beside: Vec<PathBuf> =
            entries.into_iter().flatten().flatten().map(|entry| folder.join(entry.file_name())).collect();
        beside.sort();
        let others = beside.iter().filter(|path| path.extension().is_some_and(|ending| ending == ENDING));
        for path in others.filter(|path| fs::canonicalize(path).is_ok_and(|path| !named.contains(&path))) {
            if let Ok(source) = game::read_source(&path.to_string_lossy()) {
                sources.push(Arc::new(source));
            }
        }
    }
    sources
}

/// Reads one file. What is no text is a fault of the file, not of the command.
fn read(path: &str) -> Result<RuleFile, Failure> {
    let bytes = bytes(path)?;
    let name = if path == "-" { "<stdin>" } else { path };
    let (source, faults) = match syntax::decode(name, &bytes) {
        Ok(source) => (source, Vec::new()),
        Err(fault) => (Source::new(name, ""), vec![fault]),
    };
    Ok(RuleFile {
        path: path.to_string(),
        source: Arc::new(source),
        faults,
        games: Vec::new(),
        tested: Vec::new(),
    })
}

/// One byte more than is allowed shows that a file is too large; nothing beyond is read.
fn bytes(path: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    let read = match path {
        "-" => std::io::stdin().lock().take(limit).read_to_end(&mut bytes),
        path => fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    read.map_err(|error| Failure::new(format!("{path}: it cannot be read: {error}")))?;
    Ok(bytes)
}

/// Every reading with the default options, and with every other value of every option.
#[must_use]
pub fn selections(game: &Game) -> Vec<Selection> {
    let mut readings: Vec<Option<String>> =
        game.readings().into_iter().map(|reading| Some(reading.name)).collect();
    if readings.is_empty() {
        readings.push(None);
    }
    let mut selections = Vec::new();
    for reading in readings {
        selections.push(Selection { reading: reading.clone(), options: BTreeMap::new() });
        for option in game.options() {
            for value in option.values.iter().filter(|value| **value != option.default) {
                selections.push(Selection {
                    reading: reading.clone(),
                    options: [(option.name.clone(), value.to_string())].into(),
                });
            }
        }
    }
    selections
}
