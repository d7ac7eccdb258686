//! Tree → Rules: layers are merged (base, derived game, reading), then every clause in force is
//! given its meaning, one file a part of the language.

mod actions;
mod board;
mod conditions;
mod ends;
mod examples;
mod layers;
mod opening;
mod options;
mod play;
mod words;

use self::layers::{Layered, Stack};
use self::options::{chosen_options, literal, number};
use super::library::{Game, OptionInfo, Replaced, Selection, Sketch};
use super::{
    About, Basis, Clause, Endless, GrandSlam, Layout, OptionValue, Remaining, Repeated, Rules, Starter,
    Stated,
};
use crate::board::{ClauseId, Direction, Seat};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::{Source, Span};
use crate::syntax::{self, Kind, Node};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) use examples::examples;
pub(super) use options::options;

/// Most clauses of one game: a [`ClauseId`] is a `u16`.
const MAX_CLAUSES: usize = 60_000;

/// What a phrase comes to, or why it has no meaning.
type Lowered<T> = Result<T, Diagnostic>;

/// Lowering of one game in one selection.
struct Lowering {
    /// The text of the clause that is looked at.
    source: Arc<Source>,
    options: BTreeMap<String, OptionValue>,
    marks: Vec<String>,
    layout: Option<Layout>,
    clauses: Vec<Clause>,
    diagnostics: Vec<Diagnostic>,
}

/// The rules of a game in a selection, with all faults. No rules if there is an error.
pub(super) fn rules(game: &Game, selection: &Selection) -> (Option<Rules>, Vec<Diagnostic>) {
    match Lowering::begin(game, selection) {
        Ok((mut lowering, stack)) => {
            let rules = lowering.rules(game, &stack);
            (rules, lowering.diagnostics)
        }
        Err(faults) => (None, faults),
    }
}

/// Clauses that the layers of a selection put out of force.
pub(super) fn replaced(game: &Game, selection: &Selection) -> Vec<Replaced> {
    let (stack, _) = Stack::of(game, selection);
    stack.map(|stack| stack.replaced).unwrap_or_default()
}

/// What can be shown of a game of which only the board is known.
pub(super) fn sketch(game: &Game, selection: &Selection) -> Result<Sketch, Vec<Diagnostic>> {
    let (mut lowering, stack) = Lowering::begin(game, selection)?;
    let about = lowering.about(game);
    let mut missing = Vec::new();
    if lowering.board(game, &stack).is_none() && stack.last(Kind::owns).is_none() && lowering.layout.is_some()
    {
        // Holes without owners have no names, but they can be drawn.
        lowering.diagnostics.retain(|fault| fault.code != "owners");
        missing.push(("each player owns", "which holes belong to whom"));
    }
    let seeds = match stack.last(Kind::seeds) {
        Some(_) if missing.is_empty() => lowering.seeds(game, &stack).map(|seeds| seeds.value),
        Some(_) | None => None,
    };
    let clauses = [
        (Kind::seeds, "seeds", "how many seeds lie in the holes"),
        (Kind::sow, "sow", "how seeds are sown"),
        (Kind::last_seed, "last seed", "what the last seed of a sowing does"),
        (Kind::end_when, "end when", "when a round ends"),
        (Kind::win, "win", "who wins"),
    ];
    missing.extend(
        clauses
            .into_iter()
            .filter(|(kind, _, _)| stack.last(*kind).is_none())
            .map(|(_, word, what)| (word, what)),
    );
    lowering.diagnostics.retain(Diagnostic::is_error);
    match lowering.layout.take() {
        Some(layout) if lowering.diagnostics.is_empty() => {
            Ok(Sketch { about, layout, seeds, missing, todos: lowering.remarks(game, Kind::todo) })
        }
        Some(_) | None => Err(lowering.diagnostics),
    }
}

impl Lowering {
    /// Layers and options, before any clause is looked at.
    fn begin<'g>(game: &'g Game, selection: &Selection) -> Result<(Lowering, Stack<'g>), Vec<Diagnostic>> {
        if let Some(fault) = game.base_fault() {
            return Err(vec![fault.clone()]);
        }
        let (stack, mut diagnostics) = Stack::of(game, selection);
        let Some(stack) = stack else { return Err(diagnostics) };
        let (options, faults) = chosen_options(game, &stack, selection);
        diagnostics.extend(faults);
        let lowering = Lowering {
            source: Arc::clone(game.source()),
            options,
            marks: Vec::new(),
            layout: None,
            clauses: Vec::new(),
            diagnostics,
        };
        Ok((lowering, stack))
    }

    fn rules(&mut self, game: &Game, stack: &Stack) -> Option<Rules> {
        let about = self.about(game);
        if game.is_board_only() {
            self.diagnostics.push(
                game.fault("board-only", "only the board of this game is known")
                    .help("it has no `sow` clause: add the rules, or look at the board with `gabata show`"),
            );
            return None;
        }
        self.unsupported_board(stack);
        self.layout = self.board(game, stack);
        self.layout.as_ref()?;
        self.collect_marks(stack);
        let seeds = self.seeds(game, stack);
        let hand = self.single(stack, Kind::hand, |this, node| this.child_amount(node));
        let arrangement = self.arrangement(stack);
        let starter = self.single(stack, Kind::starter, |this, node| this.starter(node));
        let starter = starter.unwrap_or_else(|| self.language("starter South", Starter::Seat(Seat::South)));
        let play = self.play(game, stack)?;
        let frames = self.frames(stack);
        let marks = self.mark_tables(stack);
        let opening = self.opening(stack);
        let race = self.race(stack);
        let grand_slam = self.single(stack, Kind::grand_slam, |_, node| Ok(ends::grand_slam(node)));
        let stuck = self.single(stack, Kind::stuck, Lowering::stuck);
        let ends = self.ends(stack);
        let remaining = self.single(stack, Kind::remaining, |_, node| Ok(ends::remaining(node)));
        let win = self.single(stack, Kind::win, |_, node| Ok(ends::win(node)));
        let endless = self.single(stack, Kind::endless, |_, node| Ok(ends::endless(node)));
        let repeated = self.single(stack, Kind::repeated, |_, node| Ok(ends::repeated(node)));
        let rounds = self.rounds(stack);
        let seeds = seeds?;
        let rules = Rules {
            title: game.title().to_string(),
            reading: stack.reading.clone(),
            options: self.options.clone(),
            about,
            layout: self.layout.clone()?,
            seeds,
            hand,
            arrangement,
            starter,
            opening,
            race,
            play,
            frames,
            marks,
            grand_slam: grand_slam
                .unwrap_or_else(|| self.language("grand slam captures all", GrandSlam::CapturesAll)),
            stuck,
            ends,
            remaining: remaining
                .unwrap_or_else(|| self.language("remaining seeds to nobody", Remaining::Nobody)),
            win,
            endless: endless
                .unwrap_or_else(|| self.language("endless sowing ends the turn", Endless::EndsTurn)),
            repeated: repeated
                .unwrap_or_else(|| self.language("repeated position ends the round", Repeated::EndsRound)),
            rounds,
            todos: self.remarks(game, Kind::todo),
            notes: self.remarks(game, Kind::note),
            clauses: std::mem::take(&mut self.clauses),
        };
        self.diagnostics.extend(super::check::check(&rules, game));
        Some(rules)
    }

    /// An error at a phrase of the clause that is looked at.
    fn error(&self, code: &'static str, message: impl Into<String>, node: &Node) -> Diagnostic {
        Diagnostic::error(code, message, self.source.name(), node.span)
    }

    fn not_implemented(&self, what: &str, node: &Node) -> Diagnostic {
        self.error("not-implemented", format!("{what} is not implemented yet"), node)
            .help("the language has the words for it, but the engine does not play it so far")
    }

    /// A phrase that the grammar has and this code does not know: a fault of ours, told as such.
    fn unknown(&self, node: &Node) -> Diagnostic {
        self.error(
            "internal",
            format!("gabata does not know what to make of `{}`", node.text(&self.source)),
            node,
        )
        .help("this is a fault of gabata, not of the file: please report it")
    }

    /// Keeps a fault and goes on without the phrase.
    fn keep<T>(&mut self, lowered: Lowered<T>) -> Option<T> {
        match lowered {
            Ok(value) => Some(value),
            Err(fault) => {
                self.diagnostics.push(fault);
                None
            }
        }
    }

    /// Registers a clause: a phrase with who vouches for it.
    fn clause(&mut self, node: &Node) -> ClauseId {
        let words = syntax::heading(&self.source, node);
        let assumed = node.child(Kind::assumed);
        let basis = match assumed {
            None => Basis::Documented,
            Some(assumed) => {
                let why = assumed.child(Kind::string).map(|string| string.unquoted(&self.source));
                if why.as_ref().is_none_or(|why| why.trim().is_empty()) {
                    self.diagnostics.push(
                        Diagnostic::warning(
                            "no-reason",
                            "an assumption without a reason",
                            self.source.name(),
                            assumed.span,
                        )
                        .help("say why it is assumed: `assumed because \"WHY\"`"),
                    );
                }
                Basis::Assumed(why.unwrap_or_default())
            }
        };
        let source = node
            .child(Kind::source)
            .and_then(|source| source.child(Kind::string))
            .map(|string| string.unquoted(&self.source));
        let line = self.source.line(node.span.start);
        self.register(Clause { words, file: self.source.name().to_string(), line, basis, source })
    }

    fn register(&mut self, clause: Clause) -> ClauseId {
        let id = ClauseId(self.clauses.len().min(MAX_CLAUSES) as u16);
        if self.clauses.len() < MAX_CLAUSES {
            self.clauses.push(clause);
        }
        id
    }

    /// A rule that the language supplies where the file is silent.
    fn language<T>(&mut self, words: &str, value: T) -> Stated<T> {
        let clause = Clause {
            words: words.to_string(),
            file: String::new(),
            line: 0,
            basis: Basis::Language,
            source: None,
        };
        Stated { value, clause: self.register(clause) }
    }

    /// The clause of a kind that may stand only once, given its meaning.
    fn single<T>(
        &mut self,
        stack: &Stack,
        kind: Kind,
        lower: impl FnOnce(&mut Lowering, &Node) -> Lowered<T>,
    ) -> Option<Stated<T>> {
        let layered = stack.last(kind)?;
        self.source = Arc::clone(&layered.source);
        let lowered = lower(self, layered.body());
        let value = self.keep(lowered)?;
        let clause = self.clause(layered.node);
        Some(Stated { value, clause })
    }

    /// Every clause of a kind, given its meaning.
    fn several<T>(
        &mut self,
        stack: &Stack,
        kind: Kind,
        mut lower: impl FnMut(&mut Lowering, &Node) -> Lowered<T>,
    ) -> Vec<Stated<T>> {
        let mut all = Vec::new();
        for layered in stack.all(kind) {
            self.source = Arc::clone(&layered.source);
            let lowered = lower(self, layered.body());
            if let Some(value) = self.keep(lowered) {
                let clause = self.clause(layered.node);
                all.push(Stated { value, clause });
            }
        }
        all
    }

    fn amount(&self, node: &Node) -> Lowered<u32> {
        let Some(inner) =
            node.children.iter().find(|child| matches!(child.kind, Kind::number | Kind::option_ref))
        else {
            return Err(self.unknown(node));
        };
        if inner.kind == Kind::number {
            return self.number(inner);
        }
        match self.option(inner)? {
            OptionValue::Number(number) => Ok(number),
            OptionValue::Direction(_) => {
                Err(self.error("option", "this option is a direction, here a number is needed", inner))
            }
        }
    }

    fn child_amount(&self, node: &Node) -> Lowered<u32> {
        node.child(Kind::amount).map_or_else(|| Err(self.unknown(node)), |amount| self.amount(amount))
    }

    fn number(&self, node: &Node) -> Lowered<u32> {
        number(&self.source, node)
    }

    fn option(&self, node: &Node) -> Lowered<OptionValue> {
        let Some(name) = node.child(Kind::name) else { return Err(self.unknown(node)) };
        let word = name.text(&self.source);
        self.options.get(word).copied().ok_or_else(|| {
            let fault = self.error("option", format!("there is no option `{word}`"), name);
            match nearest(word, self.options.keys().map(String::as_str)) {
                Some(near) => fault.help(format!("did you mean `{near}`?")).fix(name.span, near),
                None => fault.help(format!("declare it: `option {word} {{ 6; 5 }}`")),
            }
        })
    }

    fn direction(&self, node: &Node) -> Lowered<Direction> {
        if node.has(Kind::k_counterclockwise) {
            return Ok(Direction::Counterclockwise);
        }
        if node.has(Kind::k_clockwise) {
            return Ok(Direction::Clockwise);
        }
        let Some(option) = node.child(Kind::option_ref) else { return Err(self.unknown(node)) };
        match self.option(option)? {
            OptionValue::Direction(direction) => Ok(direction),
            OptionValue::Number(_) => {
                Err(self.error("option", "this option is a number, here a direction is needed", option))
            }
        }
    }

    fn seat(&self, node: &Node) -> Seat {
        if node.has(Kind::k_north) { Seat::North } else { Seat::South }
    }

    fn starter(&mut self, node: &Node) -> Lowered<Starter> {
        Ok(match node.child(Kind::seat) {
            Some(seat) => Starter::Seat(self.seat(seat)),
            None if node.has(Kind::k_lot) => Starter::ByLot,
            None => Starter::ByAgreement,
        })
    }

    fn about(&mut self, game: &Game) -> About {
        let mut about = About::default();
        self.source = Arc::clone(game.source());
        let source = Arc::clone(&self.source);
        for block in game.clauses().filter_map(|clause| clause.child(Kind::about)) {
            for line in block.all(Kind::about_line).flat_map(|line| &line.children) {
                let texts = line.all(Kind::string).map(|string| string.unquoted(&source));
                if line.kind == Kind::about_source {
                    let bare = line.all(Kind::string).filter(|string| lacks_page(&string.unquoted(&source)));
                    self.diagnostics.extend(bare.map(|string| {
                        let message = "a book is named without the page";
                        Diagnostic::warning("no-page", message, source.name(), string.span).help(
                            "add it, so that others find the passage: `source \"AUTHOR YEAR, p. PAGE\"`",
                        )
                    }));
                }
                match line.kind {
                    Kind::about_called => about.also_called.extend(texts),
                    Kind::about_region => about.region.extend(texts),
                    Kind::about_people => about.people.extend(texts),
                    Kind::about_period => about.period.extend(texts),
                    Kind::about_source => about.sources.extend(texts),
                    Kind::about_evidence => about.evidence.extend(texts),
                    Kind::about_note => about.notes.extend(texts),
                    Kind::about_ids => about.ids.extend(line.all(Kind::id).map(|id| {
                        let mut parts = id.children.iter().map(|part| match part.kind {
                            Kind::string => part.unquoted(&source),
                            _ => part.text(&source).trim().to_string(),
                        });
                        (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
                    })),
                    _ => {}
                }
            }
        }
        if about.sources.is_empty() {
            let mut fault = game.fault("no-source", "no source is named");
            fault.severity = crate::diagnostic::Severity::Warning;
            self.diagnostics
                .push(fault.help("add `source \"AUTHOR YEAR, p. PAGE\"` to `about`: who says so?"));
        }
        about
    }

    fn remarks(&self, game: &Game, kind: Kind) -> Vec<String> {
        game.clauses()
            .filter_map(|clause| clause.child(kind))
            .filter_map(|remark| remark.child(Kind::string))
            .map(|string| string.unquoted(game.source()))
            .collect()
    }

    /// Board clauses that nothing below can deal with.
    fn unsupported_board(&mut self, stack: &Stack) {
        if let Some(players) = stack.last(Kind::players) {
            self.source = Arc::clone(&players.source);
            let body = players.body();
            let fault = match self.child_amount(body) {
                Ok(2) => return,
                Ok(1 | 7..) => self.error("range", "a game has 2 to 6 players", body),
                Ok(_) => self.not_implemented("a game of more than two players", body),
                Err(fault) => fault,
            };
            self.diagnostics.push(fault);
        }
        if let Some(belongs) = stack.last(Kind::belongs) {
            self.source = Arc::clone(&belongs.source);
            let fault = self.not_implemented("ownership that follows the seeds", belongs.body());
            self.diagnostics.push(fault);
        }
    }
}

/// Does a source end with its year? `Pankhurst 1971` lacks a page; what was `told by …, 2026` has none.
fn lacks_page(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    let year =
        words.next().is_some_and(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()));
    let author = words.next().is_some_and(|word| !word.ends_with(','));
    year && author && !words.any(|word| word.bytes().any(|byte| byte.is_ascii_digit()))
}

impl Layered<'_> {
    /// The clause itself, without who vouches for it.
    fn body(&self) -> &Node {
        self.node.children.iter().find(|child| child.kind != Kind::COMMENT).unwrap_or(self.node)
    }
}

/// The first part of a phrase, to point at.
fn first_node(node: &Node) -> &Node {
    node.children.first().unwrap_or(node)
}

/// The place of a phrase, for faults that have two.
fn first_span(node: &Node) -> Span {
    node.children.first().map_or(node.span, |first| first.span)
}
