//! Games by title: files, what a game is based on, its readings and options.

use super::example::Example;
use super::lower;
use super::vocabulary;
use super::{About, Layout, OptionValue, Rules};
use crate::diagnostic::{Diagnostic, Severity, distinct, nearest};
use crate::source::{Source, Span};
use crate::syntax::{self, Kind, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Games, found by title. Games that others are based on must be in the same library.
#[derive(Debug, Clone, Default)]
pub struct Library {
    games: Vec<Game>,
    /// Examples that have a file of their own.
    examples: Vec<Examples>,
    diagnostics: Vec<Diagnostic>,
}

/// `examples of "NAME" { … }`: examples of a game in a file of their own.
#[derive(Debug, Clone)]
pub(super) struct Examples {
    title: String,
    pub(super) source: Arc<Source>,
    pub(super) node: Arc<Node>,
}

/// One game of a file, with the games it is based on. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Game {
    title: String,
    source: Arc<Source>,
    node: Arc<Node>,
    /// The base, or why there is none.
    base: Option<Result<Box<Game>, Diagnostic>>,
    /// Examples in files of their own.
    examples: Vec<Examples>,
}

/// Which reading and which option values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    /// Title of a reading, or its name on the command line; `text` is the bare text; `None` is the
    /// default reading or, where there is none, the bare text.
    pub reading: Option<String>,
    /// Options that differ from their default.
    pub options: BTreeMap<String, String>,
}

/// The bare text, without any reading, as a name of a reading.
pub const BARE_TEXT: &str = "text";

/// A reading of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingInfo {
    /// Its title.
    pub title: String,
    /// Its name on the command line: the title in lower case with hyphens.
    pub name: String,
    /// Is it in force where no reading is chosen?
    pub default: bool,
}

/// A game of which only the board is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Sketch {
    /// What it is called and where it comes from.
    pub about: About,
    /// The board; its holes have no names where the file does not say who owns them.
    pub layout: Layout,
    /// Seeds by hole at the start, where the file says so.
    pub seeds: Option<Vec<u32>>,
    /// Leading words of clauses that are missing, and what they would say.
    pub missing: Vec<(&'static str, &'static str)>,
    /// What the file itself says it does not say yet.
    pub todos: Vec<String>,
}

/// A clause that a derived game or a reading has replaced or taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// Its words.
    pub words: String,
    /// The file that states it.
    pub file: String,
    /// Line in that file, from 1.
    pub line: u32,
    /// The layer that put it out of force, in words.
    pub by: String,
}

/// An option of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// Its values, in the order of the file.
    pub values: Vec<OptionValue>,
    /// Notes on values.
    pub notes: Vec<(OptionValue, String)>,
    /// The value where none is chosen.
    pub default: OptionValue,
}

/// The name of a title on the command line: lower case, words joined by hyphens.
///
/// ```
/// assert_eq!(gabata::rules::slug("Mancala World"), "mancala-world");
/// ```
#[must_use]
pub fn slug(title: &str) -> String {
    let plain: String = title
        .chars()
        .filter(|character| *character != '\'')
        .map(|character| if character.is_alphanumeric() { character } else { ' ' })
        .collect();
    plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

impl Library {
    /// A library without games.
    #[must_use]
    pub fn new() -> Library {
        Library::default()
    }

    /// Reads the games of a text. Faults of the text are kept for [`Library::diagnostics`]. A later
    /// game of the same title takes the place of an earlier one.
    pub fn add(&mut self, source: Arc<Source>) {
        let parsed = syntax::parse(&source);
        self.diagnostics.extend(parsed.diagnostics);
        let mut added: Vec<Game> = Vec::new();
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        for node in parsed.tree.children {
            let title = node.child(Kind::string).map(|string| string.unquoted(&source)).unwrap_or_default();
            match node.kind {
                Kind::game => {
                    let (source, node) = (Arc::clone(&source), Arc::new(node));
                    let game = Game { title, source, node, base: None, examples: Vec::new() };
                    let place = *first.entry(game.title.clone()).or_insert(added.len());
                    self.diagnostics.extend(added.get(place).map(|other| same_title(other, &game)));
                    added.push(game);
                }
                Kind::examples_of => {
                    self.diagnostics.extend(no_examples(&source, &node));
                    self.examples.push(Examples { title, source: Arc::clone(&source), node: Arc::new(node) });
                }
                _ => {}
            }
        }
        self.games.retain(|other| !first.contains_key(&other.title));
        self.games.extend(added);
        self.bind();
    }

    /// Finds the base of every game, and the examples that have files of their own.
    fn bind(&mut self) {
        let mut examples: BTreeMap<&str, Vec<Examples>> = BTreeMap::new();
        for block in &self.examples {
            examples.entry(&block.title).or_default().push(block.clone());
        }
        let mut bare: BTreeMap<String, Game> = BTreeMap::new();
        for game in &self.games {
            let of_it = Game { base: None, examples: Vec::new(), ..game.clone() };
            bare.entry(game.title.clone()).or_insert(of_it);
        }
        for game in &mut self.games {
            game.base = bound(&bare, game, &mut vec![game.title.clone()]);
            game.examples = examples.get(game.title.as_str()).cloned().unwrap_or_default();
        }
    }

    /// The games of which a file has examples, without being their own file; a fault where there is
    /// no such game.
    #[must_use]
    pub fn games_with_examples_in(&self, source: &Arc<Source>) -> (Vec<Game>, Vec<Diagnostic>) {
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        let mut titles = BTreeSet::new();
        for examples in self.examples.iter().filter(|examples| Arc::ptr_eq(&examples.source, source)) {
            if !titles.insert(&examples.title) {
                continue;
            }
            match self.game(&examples.title) {
                Some(game) => games.push(game.clone()),
                None => faults.push(self.no_game(examples)),
            }
        }
        (games, faults)
    }

    fn no_game(&self, examples: &Examples) -> Diagnostic {
        let span = examples.node.child(Kind::string).map_or(examples.node.span, |string| string.span);
        let message = format!("there is no game `{}`", examples.title);
        let fault = Diagnostic::error("no-game", message, examples.source.name(), span);
        let titles = self.games.iter().take(MOST_COMPARED).map(|game| game.title.as_str());
        match nearest(&examples.title, titles) {
            Some(near) => fault.help(format!("did you mean \"{near}\"?")).fix(span, format!("\"{near}\"")),
            None => fault.help("the file of the game must lie in the same folder"),
        }
    }

    /// Faults of the texts themselves, whatever game they concern.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// All games, in the order in which they were added.
    #[must_use]
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The game of a title.
    #[must_use]
    pub fn game(&self, title: &str) -> Option<&Game> {
        self.games.iter().find(|game| game.title == title)
    }
}

/// Most readings of a game: each is checked by itself.
const MOST_READINGS: usize = 100;

/// Most combinations of a reading with the value of an option: each is checked by itself.
const MOST_CHECKED: usize = 300;

/// Most titles that a wrong one is compared with.
const MOST_COMPARED: usize = 1_000;

/// Most games that stand between a game and the last one it is based on.
const MOST_BASES: usize = 20;

/// Two games of one file that could not be told apart.
fn same_title(first: &Game, second: &Game) -> Diagnostic {
    let message = format!("there are two games `{}` in this file", second.title);
    let place = first.node.child(Kind::string).map_or(first.node.span, |string| string.span);
    second
        .fault("twice", message)
        .label(place, "the first one")
        .help("give one of them another title, or make it a reading of the other")
}

/// What cannot stand in `examples of`.
fn no_examples(source: &Source, node: &Node) -> Vec<Diagnostic> {
    let may_stand =
        |clause: &Node| clause.has(Kind::example) || clause.has(Kind::note) || clause.has(Kind::todo);
    node.all(Kind::clause)
        .filter(|clause| !may_stand(clause))
        .map(|clause| {
            let words = syntax::heading(source, clause);
            Diagnostic::error("example", format!("`{words}` is no example"), source.name(), clause.span)
                .help("here only `example \"…\" { … }` can stand: put rules in the file of the game")
        })
        .collect()
}

fn bound(
    games: &BTreeMap<String, Game>,
    game: &Game,
    chain: &mut Vec<String>,
) -> Option<Result<Box<Game>, Diagnostic>> {
    let string = game.node.child(Kind::based_on)?.child(Kind::string)?;
    let title = string.unquoted(&game.source);
    let file = game.source.name();
    if chain.contains(&title) {
        let message = format!("`{title}` is in the end based on itself");
        let help = format!("the chain is {}", [chain.as_slice(), &[title]].concat().join(" → "));
        return Some(Err(Diagnostic::error("based-on", message, file, string.span).help(help)));
    }
    if chain.len() > MOST_BASES {
        let message = format!("a game is based on at most {MOST_BASES} others, one upon the other");
        let fault = Diagnostic::error("based-on", message, file, string.span);
        return Some(Err(fault.help("base it on one of the first of them")));
    }
    let Some(base) = games.get(&title) else {
        let fault = Diagnostic::error("based-on", format!("there is no game `{title}`"), file, string.span);
        let near = nearest(&title, games.keys().take(MOST_COMPARED).map(String::as_str));
        return Some(Err(match near {
            Some(near) => fault.help(format!("did you mean \"{near}\"?")).fix(string.span, format!("\"{near}\"")),
            None => fault.help("a base is named by the title of a shipped game or of one in the same folder; `gabata list` shows the titles"),
        }));
    };
    chain.push(title);
    let base = Game { base: bound(games, base, chain), ..base.clone() };
    Some(Ok(Box::new(base)))
}

impl Game {
    /// The title in quotes after `game`.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The text that states it.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Its tree.
    #[must_use]
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The game it is based on.
    #[must_use]
    pub fn base(&self) -> Option<&Game> {
        self.base.as_ref().and_then(|base| base.as_ref().ok()).map(Box::as_ref)
    }

    /// This game and all those it is based on, the last base first.
    pub(super) fn chain(&self) -> Vec<&Game> {
        let mut chain: Vec<&Game> = std::iter::successors(Some(self), |game| game.base()).collect();
        chain.reverse();
        chain
    }

    /// Why the base cannot be used.
    pub(super) fn base_fault(&self) -> Option<&Diagnostic> {
        std::iter::successors(Some(self), |game| game.base()).find_map(|game| match &game.base {
            Some(Err(fault)) => Some(fault),
            Some(Ok(_)) | None => None,
        })
    }

    /// Every example with the text that states it: its own first, then those in other files.
    pub(super) fn example_nodes(&self) -> Vec<(&Arc<Source>, &Node)> {
        let own = self.clauses().map(|clause| (&self.source, clause));
        let others = self
            .examples
            .iter()
            .flat_map(|examples| examples.node.all(Kind::clause).map(|clause| (&examples.source, clause)));
        own.chain(others)
            .filter_map(|(source, clause)| Some((source, clause.child(Kind::example)?)))
            .collect()
    }

    /// Clauses of the game itself.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &Node> {
        self.node.all(Kind::clause)
    }

    /// Its readings: inherited ones by name, then its own.
    #[must_use]
    pub fn readings(&self) -> Vec<ReadingInfo> {
        self.reading_nodes()
            .into_iter()
            .map(|(game, node)| {
                let title = reading_title(game, node);
                ReadingInfo { name: slug(&title), title, default: node.has(Kind::default_word) }
            })
            .collect()
    }

    /// Every reading with the game that states it.
    pub(super) fn reading_nodes(&self) -> Vec<(&Game, &Node)> {
        let mut readings: Vec<(&Game, &Node)> = Vec::new();
        for game in self.chain() {
            for clause in game.clauses() {
                if let Some(reading) = clause.child(Kind::reading) {
                    let title = reading_title(game, reading);
                    readings.retain(|(of, other)| {
                        reading_title(of, other) != title || std::ptr::eq::<Node>(&*of.node, &*game.node)
                    });
                    readings.push((game, reading));
                } else if let Some(taken) =
                    clause.child(Kind::no_clause).and_then(|no| no.child(Kind::no_reading))
                {
                    let title = taken.child(Kind::string).map(|string| string.unquoted(&game.source));
                    readings.retain(|(of, other)| Some(reading_title(of, other)) != title);
                }
            }
        }
        readings
    }

    /// Its options: inherited ones, and its own in their place.
    #[must_use]
    pub fn options(&self) -> Vec<OptionInfo> {
        lower::options(self).0
    }

    /// Is only the board known, and no rules?
    #[must_use]
    pub fn is_board_only(&self) -> bool {
        let plays = |clause: &Node| clause.has(Kind::sow) || clause.has(Kind::last_seed);
        !self.chain().iter().any(|game| game.clauses().any(plays))
    }

    /// Clauses of the base and of the bare text that are not in force in a selection; none where the
    /// selection cannot be used.
    #[must_use]
    pub fn replaced(&self, selection: &Selection) -> Vec<Replaced> {
        lower::replaced(self, selection)
    }

    /// What can be shown of a game that [is only a board](Game::is_board_only).
    ///
    /// # Errors
    /// Every fault in what the file does say, also an unknown reading, option or value.
    pub fn sketch(&self, selection: &Selection) -> Result<Sketch, Vec<Diagnostic>> {
        lower::sketch(self, selection)
    }

    /// The rules in one reading with certain options.
    ///
    /// # Errors
    /// Every fault that keeps the text from having a meaning, also an unknown reading, option or value.
    pub fn rules(&self, selection: &Selection) -> Result<Rules, Vec<Diagnostic>> {
        let (rules, diagnostics) = lower::rules(self, selection);
        match rules {
            Some(rules) if !diagnostics.iter().any(Diagnostic::is_error) => Ok(rules),
            Some(_) | None => Err(diagnostics.into_iter().filter(Diagnostic::is_error).collect()),
        }
    }

    /// Its worked examples, each bound to the rules that it is about.
    #[must_use]
    pub fn examples(&self) -> Vec<Result<(Selection, Rules, Example), Vec<Diagnostic>>> {
        lower::examples(self)
    }

    /// Everything that is wrong or doubtful: in every reading, with every value of every option.
    #[must_use]
    pub fn check(&self) -> Vec<Diagnostic> {
        let says_so = self.chain().iter().any(|game| game.clauses().any(|clause| clause.has(Kind::todo)));
        if self.is_board_only() && says_so {
            return self.sketch(&Selection::default()).err().unwrap_or_default();
        }
        if let Some((game, node)) = self.reading_nodes().get(MOST_READINGS) {
            let message = format!("a game has at most {MOST_READINGS} readings");
            let fault = Diagnostic::error(
                "range",
                message,
                game.source.name(),
                node.child(Kind::string).map_or(node.span, |title| title.span),
            );
            return vec![fault.help("make games of their own of some: `game \"NAME\" based on \"BASE\"`")];
        }
        let mut readings: Vec<Option<String>> =
            self.readings().into_iter().map(|reading| Some(reading.name)).collect();
        if readings.is_empty() {
            readings.push(None);
        }
        let options = self.options();
        let combined = readings.len() * options.iter().map(|option| option.values.len()).sum::<usize>();
        if combined > MOST_CHECKED {
            let message = format!(
                "readings and values of options make {combined} combinations, more than {MOST_CHECKED}"
            );
            let fault = self.fault("range", message);
            return vec![
                fault.help("remove values that nobody plays by, or make games of their own of some"),
            ];
        }
        let mut found = Vec::new();
        for reading in readings {
            let default = Selection { reading: reading.clone(), options: BTreeMap::new() };
            let others = options.iter().flat_map(|option| {
                let reading = reading.clone();
                let values = option.values.iter().filter(|value| **value != option.default);
                values.map(move |value| Selection {
                    reading: reading.clone(),
                    options: [(option.name.clone(), value.to_string())].into(),
                })
            });
            // A first fault hides those of other values, but not those of other options.
            let mut broken: Option<Selection> = None;
            for selection in std::iter::once(default).chain(others) {
                if broken.as_ref().is_some_and(|broken| {
                    broken.options.is_empty() || broken.options.keys().eq(selection.options.keys())
                }) {
                    continue;
                }
                let (_, mut diagnostics) = lower::rules(self, &selection);
                let failed = diagnostics.iter().any(Diagnostic::is_error);
                // Where only a value of an option breaks the rules, that is the thing to know.
                for (name, value) in &selection.options {
                    for fault in diagnostics.iter_mut().filter(|fault| fault.is_error()) {
                        fault.message += &format!(" (with `option {name}` {value})");
                    }
                }
                found.extend(diagnostics);
                if failed {
                    broken = Some(selection);
                }
            }
        }
        if !found.iter().any(Diagnostic::is_error) {
            for example in self.examples() {
                found.extend(example.err().unwrap_or_default());
            }
        }
        found.extend(self.same_readings());
        let mut found = distinct(self.without_allowed(found));
        found.sort_by_key(|fault| (fault.file.clone(), fault.span()));
        found
    }

    /// Readings that say the same, clause numbers aside.
    fn same_readings(&self) -> Vec<Diagnostic> {
        let readings = self.reading_nodes();
        let mut told: BTreeMap<String, (String, &Node)> = BTreeMap::new();
        let mut found = Vec::new();
        for (game, node) in readings {
            let title = reading_title(game, node);
            let selection = Selection { reading: Some(title.clone()), ..Selection::default() };
            let Ok(rules) = self.rules(&selection) else { continue };
            let meaning = rules.meaning().to_string();
            let own = std::ptr::eq::<Node>(&*game.node, &*self.node);
            if let Some((other, first)) = told.get(&meaning).filter(|_| own) {
                let message = format!("the reading `{title}` says the same as `{other}`");
                let span = node.child(Kind::string).map_or(node.span, |string| string.span);
                let first = first.child(Kind::string).map_or(first.span, |string| string.span);
                found.push(
                    Diagnostic::warning("same-reading", message, self.source.name(), span)
                        .label(first, "the same rules")
                        .help("remove one of them, or write what they differ in"),
                );
            }
            told.entry(meaning).or_insert((title, node));
        }
        found
    }

    /// The faults without the warnings that the file allows; a warning for each that it allows in
    /// vain.
    fn without_allowed(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let broken = found.iter().any(Diagnostic::is_error);
        for game in self.chain() {
            for allow in game.clauses().filter_map(|clause| clause.child(Kind::allow)) {
                let Some(name) = allow.child(Kind::name) else { continue };
                let word = name.text(&game.source);
                let before = found.len();
                found.retain(|fault| fault.is_error() || fault.code != word);
                let own = std::ptr::eq::<Node>(&*game.node, &*self.node);
                if own && found.len() == before && !broken {
                    found.extend(vain(&game.source, name, word, &found));
                }
            }
        }
        found
    }

    /// Is a warning allowed?
    #[must_use]
    pub fn allows(&self, lint: &str) -> bool {
        self.chain().iter().any(|game| {
            let allowed = game.clauses().filter_map(|clause| clause.child(Kind::allow)?.child(Kind::name));
            allowed.into_iter().any(|name| name.text(&game.source) == lint)
        })
    }

    /// Where a clause stands: its file and its line.
    pub(super) fn place_of(&self, clause: &super::Clause) -> (Arc<str>, Span) {
        let chain = self.chain();
        let source = chain.iter().map(|game| &game.source).find(|source| **source.name() == *clause.file);
        match source {
            Some(source) => (Arc::clone(source.name()), source.line_span(clause.line)),
            None => (Arc::clone(self.source.name()), self.fault("", "").span()),
        }
    }

    /// A fault at a clause.
    pub fn fault_at(
        &self,
        clause: &super::Clause,
        code: &'static str,
        message: impl Into<String>,
    ) -> Diagnostic {
        let (file, span) = self.place_of(clause);
        Diagnostic::error(code, message, &file, span)
    }

    /// A fault at the title of the game.
    pub(super) fn fault(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        let span = self.node.child(Kind::string).map_or(Span::default(), |string| string.span);
        Diagnostic::error(code, message, self.source.name(), span)
    }
}

/// A lint is allowed that there is not, or that does not come up.
fn vain(source: &Source, name: &Node, word: &str, found: &[Diagnostic]) -> Option<Diagnostic> {
    let warnings = vocabulary::codes().iter().filter(|code| code.severity == Severity::Warning);
    let lints = warnings.map(|code| code.name);
    if word == "no-end-reached" {
        // Found by playing, not by reading.
        return None;
    }
    let known = lints.clone().any(|lint| lint == word);
    let message = match known {
        true => format!("`{word}` is allowed, but the warning does not come up"),
        false => format!("there is no warning `{word}`"),
    };
    let fault = Diagnostic::warning("unused-allow", message, source.name(), name.span);
    Some(match (known, nearest(word, lints)) {
        (true, _) => fault.help("remove the line"),
        (false, Some(near)) => {
            let fault = fault.help(format!("did you mean `{near}`?"));
            let comes_up = found.iter().any(|other| other.code == near);
            if comes_up { fault.fix(name.span, near) } else { fault }
        }
        (false, None) => fault.help("a warning is allowed by the word in brackets behind `warning`"),
    })
}

fn reading_title(game: &Game, reading: &Node) -> String {
    reading.child(Kind::string).map(|string| string.unquoted(&game.source)).unwrap_or_default()
}
