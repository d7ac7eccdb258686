//! Layers: the base game, the games derived from it, one reading. A restated clause replaces the
//! one with the same leading words; `also` adds; `no …` takes away.

use super::super::library::{BARE_TEXT, Game, Replaced, Selection, slug};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Source;
use crate::syntax::{self, Kind, Node};
use std::sync::Arc;

/// A clause with the text that states it.
#[derive(Debug, Clone)]
pub(super) struct Layered<'g> {
    /// A node of kind `clause`.
    pub node: &'g Node,
    pub source: Arc<Source>,
    /// What it replaces clauses of.
    key: Key,
    /// The clause that this one adds to (`last seed also`, `match also`).
    pub adds_to: Option<Box<Layered<'g>>>,
}

/// Leading words, or what stands for them.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    Kind(Kind),
    Named(Kind, String),
    /// Never replaced nor inherited: examples, notes, `about`.
    Own,
}

/// The clauses in force.
#[derive(Debug)]
pub(super) struct Stack<'g> {
    clauses: Vec<Layered<'g>>,
    /// Title of the reading.
    pub reading: Option<String>,
    /// Clauses of lower layers that are no longer in force.
    pub replaced: Vec<Replaced>,
}

impl<'g> Stack<'g> {
    /// Merges the layers of a game for a selection.
    pub(super) fn of(game: &'g Game, selection: &Selection) -> (Option<Stack<'g>>, Vec<Diagnostic>) {
        let mut faults = Vec::new();
        let reading = match chosen_reading(game, selection) {
            Ok(reading) => reading,
            Err(fault) => return (None, vec![fault]),
        };
        let mut stack = Stack { clauses: Vec::new(), reading: None, replaced: Vec::new() };
        for layer in game.chain() {
            let clauses: Vec<&Node> = layer.clauses().collect();
            let before = stack.clauses.clone();
            stack.add(&clauses, layer.source(), &mut faults);
            stack.note_replaced(&before, &format!("the game {}", layer.title()));
        }
        if let Some((of, node)) = reading {
            if node.has(Kind::default_word) && !std::ptr::eq(of.node(), game.node()) {
                conflicts(game, of, node, &mut faults);
            }
            let clauses: Vec<&Node> = node.all(Kind::clause).collect();
            let title = node.child(Kind::string).map(|string| string.unquoted(of.source()));
            let before = stack.clauses.clone();
            stack.add(&clauses, of.source(), &mut faults);
            stack.note_replaced(&before, &format!("the reading {}", title.as_deref().unwrap_or("")));
            stack.reading = title;
        }
        (Some(stack), faults)
    }

    /// The clauses of a frame, over those outside it (for `also`).
    pub(super) fn of_frame(
        &self,
        frame: &'g Node,
        source: &Arc<Source>,
        faults: &mut Vec<Diagnostic>,
    ) -> Stack<'g> {
        let clauses: Vec<&Node> = frame.all(Kind::clause).collect();
        let mut over = Stack { clauses: self.clauses.clone(), reading: None, replaced: Vec::new() };
        over.add(&clauses, source, faults);
        let own = |layered: &Layered| clauses.iter().any(|node| std::ptr::eq(*node, layered.node));
        let replaced: Vec<Key> =
            over.clauses.iter().filter(|layered| own(layered)).map(|layered| layered.key.clone()).collect();
        // Several `must` with `also must` in the frame: those outside stay in force beside it.
        over.clauses.retain(|layered| replaced.contains(&layered.key));
        over
    }

    /// One layer on top of those before.
    fn add(&mut self, clauses: &[&'g Node], source: &Arc<Source>, faults: &mut Vec<Diagnostic>) {
        let before = self.clauses.len();
        let mut fresh: Vec<Layered<'g>> = Vec::new();
        for &node in clauses {
            let Some(body) = node.children.iter().find(|child| child.kind != Kind::COMMENT) else { continue };
            if body.kind == Kind::no_clause {
                self.take_away(body, source, faults);
                continue;
            }
            let key = key(body, source);
            let also = has_also(body);
            let mut layered = Layered { node, source: Arc::clone(source), key, adds_to: None };
            if also && (is_table(body.kind) || matches!(body.kind, Kind::rounds | Kind::mark)) {
                match self.clauses.iter().position(|old| old.key == layered.key) {
                    Some(index) => layered.adds_to = Some(Box::new(self.clauses.remove(index))),
                    None => faults.push(
                        Diagnostic::error("also", "there is nothing that this could add to", source.name(), super::first_span(body))
                            .help("`also` keeps the lines of the same block in the base, the game or the text outside the frame: remove the word"),
                    ),
                }
            } else if !also {
                if let Some(first) = fresh.iter().find(|other| other.key == layered.key && once(body.kind)) {
                    faults.push(
                        Diagnostic::error(
                            "twice",
                            format!("`{}` is set twice", leading(body, source)),
                            source.name(),
                            node.span,
                        )
                        .saying("set again here")
                        .label(first.node.span, "first set here")
                        .help("keep one of them"),
                    );
                    continue;
                }
                if layered.key != Key::Own {
                    let end = before.min(self.clauses.len());
                    let mut index = 0;
                    self.clauses.retain(|old| {
                        index += 1;
                        index > end || old.key != layered.key
                    });
                }
            }
            fresh.push(layered);
        }
        self.clauses.append(&mut fresh);
    }

    /// Notes which clauses a layer has put out of force. A block that `also` adds to stays.
    fn note_replaced(&mut self, before: &[Layered<'g>], by: &str) {
        let kept = |old: &Layered| {
            self.clauses.iter().any(|layered| {
                let chain = std::iter::successors(Some(layered), |layered| layered.adds_to.as_deref());
                chain.into_iter().any(|layered| std::ptr::eq(layered.node, old.node))
            })
        };
        let gone: Vec<Replaced> = before
            .iter()
            .filter(|old| !kept(old))
            .map(|old| Replaced {
                words: syntax::heading(&old.source, old.node),
                file: old.source.name().to_string(),
                line: old.source.line(old.node.span.start),
                by: by.to_string(),
            })
            .collect();
        self.replaced.extend(gone);
    }

    fn take_away(&mut self, no: &Node, source: &Arc<Source>, faults: &mut Vec<Diagnostic>) {
        let what = no.children.iter().find(|child| child.kind != Kind::k_no && child.kind != Kind::COMMENT);
        let Some(what) = what else { return };
        let before = self.clauses.len();
        match what.kind {
            Kind::no_match => self.drop_kind(Kind::rounds),
            Kind::no_opening => {
                self.drop_kind(Kind::opening);
                self.drop_kind(Kind::opening_race);
            }
            Kind::no_must => self.drop_kind(Kind::must),
            Kind::no_prefer => self.drop_kind(Kind::prefer),
            Kind::no_skip => self.drop_kind(Kind::skip),
            Kind::no_each_seed => self.drop_kind(Kind::each_seed),
            Kind::no_mark => {
                let name = what.child(Kind::mark_name).map_or("", |name| name.text(source)).to_lowercase();
                self.clauses.retain(|old| old.key != Key::Named(Kind::mark, name.clone()));
            }
            // Readings are taken away where readings are listed.
            _ => return,
        }
        if self.clauses.len() == before {
            faults.push(
                Diagnostic::error(
                    "nothing-there",
                    "there is nothing that this could take away",
                    source.name(),
                    no.span,
                )
                .help("remove the line"),
            );
        }
    }

    fn drop_kind(&mut self, kind: Kind) {
        self.clauses.retain(|old| old.key != Key::Kind(kind));
    }

    /// Every clause of a kind, in order.
    pub(super) fn all(&self, kind: Kind) -> impl Iterator<Item = &Layered<'g>> {
        self.clauses.iter().filter(move |layered| layered.body().kind == kind)
    }

    /// The clause of a kind that stands once.
    pub(super) fn last(&self, kind: Kind) -> Option<&Layered<'g>> {
        self.all(kind).last()
    }
}

fn chosen_reading<'g>(
    game: &'g Game,
    selection: &Selection,
) -> Result<Option<(&'g Game, &'g Node)>, Diagnostic> {
    let readings = game.reading_nodes();
    let title = |(of, node): &(&Game, &Node)| {
        node.child(Kind::string).map(|string| string.unquoted(of.source())).unwrap_or_default()
    };
    let Some(wanted) = &selection.reading else {
        return Ok(readings.into_iter().find(|(_, node)| node.has(Kind::default_word)));
    };
    if let Some(found) =
        readings.iter().find(|reading| title(reading) == *wanted || slug(&title(reading)) == slug(wanted))
    {
        return Ok(Some(*found));
    }
    if slug(wanted) == BARE_TEXT {
        return Ok(None);
    }
    let fault = game.fault("reading", format!("this game has no reading `{wanted}`"));
    let names: Vec<String> = readings.iter().map(|reading| slug(&title(reading))).collect();
    Err(match (nearest(wanted, names.iter().map(String::as_str)), names.is_empty()) {
        (Some(near), _) => fault.help(format!("did you mean `{near}`?")),
        (None, true) => fault.help("it has no readings"),
        (None, false) => fault.help(format!("its readings are {}", names.join(", "))),
    })
}

/// A derived game must not restate what the base's default reading states: which would win?
fn conflicts(game: &Game, of: &Game, reading: &Node, faults: &mut Vec<Diagnostic>) {
    let after_base =
        game.chain().into_iter().skip_while(|layer| !std::ptr::eq(layer.node(), of.node())).skip(1);
    for layer in after_base {
        for clause in layer.clauses() {
            let Some(body) = clause.children.first() else { continue };
            let own = key(body, layer.source());
            let there = reading.all(Kind::clause).any(|other| {
                other.children.first().is_some_and(|body| own != Key::Own && key(body, of.source()) == own)
            });
            if there {
                let words = leading(body, layer.source());
                let place = of.source().line(reading.span.start);
                faults.push(
                    Diagnostic::error("reading", format!("`{words}` is also stated by the default reading of the base"), layer.source().name(), clause.span)
                        .help(format!("the reading begins at {}:{place}; restate that reading here, or take it away with `no reading`", of.source().name())),
                );
            }
        }
    }
}

fn is_table(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::each_seed
            | Kind::last_seed
            | Kind::entered_seed
            | Kind::start_of_lap
            | Kind::end_of_lap
            | Kind::start_of_move
            | Kind::end_of_turn
    )
}

/// May a clause stand only once in a layer?
fn once(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::about
            | Kind::note
            | Kind::todo
            | Kind::allow
            | Kind::example
            | Kind::set_option
            | Kind::seeds
            | Kind::put_seeds
            | Kind::must
            | Kind::prefer
            | Kind::skip
            | Kind::end_when
            | Kind::arrange
    )
}

fn has_also(body: &Node) -> bool {
    body.has(Kind::also)
}

/// The words by which a clause is called when it is set twice.
fn leading(body: &Node, source: &Source) -> String {
    let words = syntax::heading(source, body);
    let known = syntax::LEADING_WORDS
        .iter()
        .filter(|leading| words.starts_with(**leading))
        .max_by_key(|leading| leading.len());
    match body.kind {
        Kind::reading | Kind::option_declaration | Kind::mark | Kind::frame => words,
        _ => known.map_or(words.clone(), |leading| (*leading).to_string()),
    }
}

fn key(body: &Node, source: &Source) -> Key {
    let text = |kind: Kind| body.child(kind).map_or("", |name| name.text(source)).to_lowercase();
    match body.kind {
        Kind::about | Kind::note | Kind::todo | Kind::allow | Kind::example | Kind::set_option => Key::Own,
        Kind::option_declaration => Key::Named(Kind::option_declaration, text(Kind::name)),
        Kind::mark => Key::Named(Kind::mark, text(Kind::mark_name)),
        Kind::reading => Key::Named(Kind::reading, text(Kind::string)),
        Kind::frame => Key::Named(Kind::frame, syntax::heading(source, body)),
        // Three ways to say what a move is.
        Kind::put_seeds | Kind::enter | Kind::move_from => Key::Kind(Kind::move_from),
        kind => Key::Kind(kind),
    }
}
