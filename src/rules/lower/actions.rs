//! Tables: lines, actions, continuations.

use super::layers::Layered;
use super::{Lowered, Lowering};
use crate::board::{Direction, Seat};
use crate::rules::{
    Action, Captured, Continuation, Entry, Line, RelayFrom, Repeat, SowDirection, Table, Who,
};
use crate::syntax::{self, Kind, Node};
use std::sync::Arc;

impl Lowering {
    /// A table with those it adds to: lines of the same condition in their place, others in front.
    pub(super) fn layered_table(&mut self, layered: &Layered, continues: bool) -> Table {
        let below = layered.adds_to.as_ref().map(|below| {
            let lines = lines_of(below);
            (self.layered_table(below, continues), lines)
        });
        self.source = Arc::clone(&layered.source);
        let Some(node) = layered.node.find(Kind::table) else { return Table::default() };
        let own = self.entries(node, continues);
        let Some((mut table, old)) = below else { return Table { entries: own } };
        let new = lines_of(layered);
        let mut in_front = Vec::new();
        for (entry, words) in own.into_iter().zip(new) {
            match old.iter().position(|other| *other == words) {
                Some(index) if index < table.entries.len() => table.entries[index] = entry,
                _ => in_front.push(entry),
            }
        }
        in_front.append(&mut table.entries);
        Table { entries: in_front }
    }

    fn entries(&mut self, node: &Node, continues: bool) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut decided: Option<&Node> = None;
        for child in &node.children {
            match child.kind {
                Kind::line => {
                    let lowered = self.line(child, continues);
                    entries.extend(self.keep(lowered).map(Entry::Line));
                    self.after_otherwise(child, &mut decided);
                }
                Kind::group => {
                    let when = self.child_condition(child);
                    let clause = self.clause(child);
                    let inner = self.entries(child, continues);
                    if let Some(when) = self.keep(when) {
                        entries.push(Entry::Group { when, clause, entries: inner });
                    }
                }
                _ => {}
            }
        }
        entries
    }

    /// Warns of lines that can never be reached.
    fn after_otherwise<'t>(&mut self, line: &'t Node, decided: &mut Option<&'t Node>) {
        if let Some(first) = *decided {
            self.diagnostics.push(
                crate::diagnostic::Diagnostic::warning(
                    "never",
                    "this line is never reached",
                    self.source.name(),
                    line.span,
                )
                .label(first.span, "this one fits always")
                .help("put it before `otherwise`"),
            );
        } else if line.has(Kind::otherwise) {
            *decided = Some(line);
        }
    }

    fn line(&mut self, node: &Node, continues: bool) -> Lowered<Line> {
        let condition = node.child(Kind::condition).map(|condition| self.condition(condition)).transpose()?;
        let mut actions = Vec::new();
        let mut then = None;
        for child in &node.children {
            if let Some(last) = then.as_ref().map(|(_, node): &(Continuation, &Node)| *node)
                && matches!(child.kind, Kind::action | Kind::then)
            {
                return Err(self
                    .error("continuation", "nothing can follow what ends a line", child)
                    .label(last.span, "the line ends with this")
                    .help("put what is done first, and one of `turn ends`, `relay`, `bonus move` … last"));
            }
            match child.kind {
                Kind::action => {
                    if matches!(actions.last(), Some(Action::Repeat(_))) {
                        return Err(self
                            .error("repeat", "`repeat` is the last thing that a line does", child)
                            .help("put this before `repeat`; only what ends the line can follow it"));
                    }
                    actions.push(self.action(child)?);
                }
                Kind::then => then = Some((self.then(child)?, child)),
                _ => {}
            }
        }
        let then = match (then, continues) {
            (Some((then, _)), true) => Some(then),
            (None, true) => {
                return Err(self.error("continuation", "this line does not say what follows", node).help(
                    "end it in one of `turn ends`, `relay`, `bonus move`, `the seed moves on`, `round ends`",
                ));
            }
            (Some((_, node)), false) => {
                return Err(self
                    .error(
                        "continuation",
                        "sowing simply goes on here: a line of this table has no such ending",
                        node,
                    )
                    .help("only `last seed` and `entered seed` say what follows"));
            }
            (None, false) => None,
        };
        let clause = self.clause(node);
        Ok(Line { condition, actions, then, clause })
    }

    fn action(&mut self, node: &Node) -> Lowered<Action> {
        let Some(inner) = node.children.first() else { return Err(self.unknown(node)) };
        Ok(match inner.kind {
            Kind::capture => self.capture(inner)?,
            Kind::repeat => {
                let has = |kind| inner.has(kind);
                Action::Repeat(if has(Kind::k_once) {
                    Repeat::OnceBackwards
                } else if has(Kind::k_backwards) {
                    Repeat::Backwards
                } else if has(Kind::k_forwards) {
                    Repeat::Forwards
                } else if has(Kind::k_both) {
                    Repeat::BothWays
                } else {
                    return Err(self.not_implemented("`repeat from there`", inner));
                })
            }
            Kind::mark_action => Action::Mark {
                holes: inner.all(Kind::hole).map(|hole| self.hole(hole)).collect::<Lowered<_>>()?,
                chosen: match inner.child(Kind::a_chosen_hole).and_then(|chosen| chosen.child(Kind::holes)) {
                    Some(holes) => Some(self.holes(holes)?),
                    None => None,
                },
                mark: self.mark_name(inner)?,
            },
            Kind::move_seeds => {
                let holes: Vec<&Node> = inner.all(Kind::hole).collect();
                let [from, to] = holes.as_slice() else { return Err(self.unknown(inner)) };
                let seeds = inner.child(Kind::amount).map(|amount| self.amount(amount)).transpose()?;
                Action::Move { seeds, from: self.hole(from)?, to: self.hole(to)? }
            }
            _ => return Err(self.unknown(inner)),
        })
    }

    fn capture(&mut self, node: &Node) -> Lowered<Action> {
        let Some(actor) = node.child(Kind::actor) else { return Err(self.unknown(node)) };
        let who = if let Some(seat) = actor.child(Kind::seat) {
            match self.seat(seat) {
                Seat::South => Who::South,
                Seat::North => Who::North,
            }
        } else if actor.has(Kind::k_mover) {
            Who::Mover
        } else if actor.has(Kind::k_row) {
            Who::RowOwner
        } else if actor.has(Kind::k_hole) {
            Who::HoleOwner
        } else {
            Who::Opponent
        };
        let Some(what) = node.children.last() else { return Err(self.unknown(node)) };
        let what = match what.kind {
            Kind::last_and_more => vec![Captured::Seeds {
                seeds: self.child_amount(what)?.saturating_add(1),
                from: self.hole(what)?,
            }],
            Kind::capture_seeds => {
                vec![Captured::Seeds { seeds: self.child_amount(what)?, from: self.hole(what)? }]
            }
            Kind::capture_all_but => {
                vec![Captured::AllBut { seeds: self.child_amount(what)?, from: self.hole(what)? }]
            }
            Kind::capture_all => {
                what.all(Kind::captured_holes).map(|holes| self.captured(holes)).collect::<Lowered<_>>()?
            }
            _ => return Err(self.unknown(what)),
        };
        Ok(Action::Capture { who, optional: node.has(Kind::k_may), what })
    }

    fn captured(&self, node: &Node) -> Lowered<Captured> {
        let Some(inner) = node.children.first() else { return Err(self.unknown(node)) };
        let holes = |node: &Node| {
            node.child(Kind::holes).map_or_else(|| Err(self.unknown(node)), |holes| self.holes(holes))
        };
        Ok(match inner.kind {
            Kind::every_hole => Captured::Every(holes(inner)?),
            Kind::a_chosen_hole => Captured::Chosen(holes(inner)?),
            Kind::hole => Captured::All(self.hole(inner)?),
            _ => return Err(self.unknown(inner)),
        })
    }

    fn then(&self, node: &Node) -> Lowered<Continuation> {
        let inner = if node.kind == Kind::then { node.children.first().unwrap_or(node) } else { node };
        Ok(match inner.kind {
            Kind::turn_ends => Continuation::TurnEnds,
            Kind::round_ends_now => Continuation::RoundEnds,
            Kind::relay => Continuation::Relay {
                from: if inner.has(Kind::from_the_next_hole) { RelayFrom::Next } else { RelayFrom::This },
                direction: self.way(inner),
            },
            Kind::sow_captured => {
                Continuation::SowCaptured { direction: self.way(inner), from: self.hole(inner)? }
            }
            Kind::seed_moves_on => Continuation::SeedMovesOn,
            Kind::bonus_move => Continuation::BonusMove {
                from: inner.child(Kind::chosen_holes).map(|holes| self.chosen_holes(holes)).transpose()?,
            },
            Kind::mover_chooses => Continuation::Choose(
                inner
                    .children
                    .iter()
                    .filter(|child| {
                        matches!(
                            child.kind,
                            Kind::turn_ends
                                | Kind::round_ends_now
                                | Kind::relay
                                | Kind::sow_captured
                                | Kind::seed_moves_on
                                | Kind::bonus_move
                        )
                    })
                    .map(|child| self.then(child))
                    .collect::<Lowered<_>>()?,
            ),
            _ => return Err(self.unknown(inner)),
        })
    }

    fn way(&self, node: &Node) -> SowDirection {
        match node.child(Kind::way) {
            None => SowDirection::Same,
            Some(way) if way.has(Kind::either_direction) => SowDirection::Either,
            Some(way) if way.has(Kind::k_counterclockwise) => {
                SowDirection::Fixed(Direction::Counterclockwise)
            }
            Some(way) if way.has(Kind::k_clockwise) => SowDirection::Fixed(Direction::Clockwise),
            Some(_) => SowDirection::Other,
        }
    }
}

/// The words by which the lines of a table replace each other: condition or heading.
fn lines_of(layered: &Layered) -> Vec<String> {
    let Some(table) = layered.node.find(Kind::table) else { return Vec::new() };
    let entries = table.children.iter().filter(|child| matches!(child.kind, Kind::line | Kind::group));
    let own: Vec<String> = entries
        .map(|entry| {
            let condition = entry.child(Kind::condition).or(entry.child(Kind::otherwise));
            let words =
                condition.map_or_else(String::new, |condition| syntax::words(&layered.source, condition));
            if entry.kind == Kind::group { format!("when {words}") } else { words }
        })
        .collect();
    let Some(below) = &layered.adds_to else { return own };
    // The same merging as for the entries.
    let mut merged = lines_of(below);
    let mut in_front: Vec<String> = own.into_iter().filter(|words| !merged.contains(words)).collect();
    in_front.append(&mut merged);
    in_front
}
