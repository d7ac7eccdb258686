//! Worked examples, bound to the rules of the reading and options that they choose.

use super::super::library::{Game, Selection};
use super::options::literal_of;
use super::words::side_of;
use super::{Lowered, Lowering};
use crate::board::{Direction, Hole, Seat};
use crate::diagnostic::Diagnostic;
use crate::rules::example::{Example, Expectation, Expected, Given, PlayStep, RoundEnded};
use crate::rules::{Rules, Side};
use crate::source::Source;
use crate::syntax::{Kind, Node};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every example of a game, each with the rules that it is about; a table of cases is as many
/// examples as it has lines.
pub(in crate::rules) fn examples(game: &Game) -> Vec<Result<(Selection, Rules, Example), Vec<Diagnostic>>> {
    // Many examples share a selection: its rules are made once.
    let mut known: Vec<(Selection, Result<Rules, Vec<Diagnostic>>)> = Vec::new();
    let mut all = Vec::new();
    for (source, node) in game.example_nodes() {
        let selection = selection(source, node);
        if !known.iter().any(|(other, _)| *other == selection) {
            known.push((selection.clone(), game.rules(&selection)));
        }
        let rules = known.iter().find(|(other, _)| *other == selection).map(|(_, rules)| rules.clone());
        let rules = match rules.unwrap_or_else(|| game.rules(&selection)) {
            Ok(rules) => rules,
            Err(faults) => {
                // Faults of the choice itself are better told where it is made.
                all.push(Err(faults.into_iter().map(|fault| at_example(source, node, fault)).collect()));
                continue;
            }
        };
        let mut lowering = Lowering {
            source: Arc::clone(source),
            options: rules.options.clone(),
            marks: rules.marks.iter().map(|mark| mark.name.clone()).collect(),
            layout: Some(rules.layout.clone()),
            clauses: Vec::new(),
            diagnostics: Vec::new(),
        };
        let examples = lowering.examples(node);
        if lowering.diagnostics.is_empty() {
            all.extend(examples.into_iter().map(|example| Ok((selection.clone(), rules.clone(), example))));
        } else {
            all.push(Err(lowering.diagnostics));
        }
    }
    all
}

fn at_example(source: &Source, node: &Node, fault: Diagnostic) -> Diagnostic {
    let choice = match fault.code {
        "reading" => node.all(Kind::example_line).find(|line| line.has(Kind::use_reading)),
        "option" => node.all(Kind::example_line).find(|line| line.has(Kind::set_option)),
        _ => None,
    };
    match choice {
        Some(choice) => Diagnostic {
            labels: vec![crate::diagnostic::Label { span: choice.span, text: String::new() }],
            file: Arc::clone(source.name()),
            ..fault
        },
        None => fault,
    }
}

fn selection(source: &Source, node: &Node) -> Selection {
    let mut selection = Selection { reading: None, options: BTreeMap::new() };
    for line in node.all(Kind::example_line) {
        if let Some(reading) = line.child(Kind::use_reading).and_then(|line| line.child(Kind::string)) {
            selection.reading = Some(reading.unquoted(source));
        }
        if let Some(set) = line.child(Kind::set_option) {
            let name = set.child(Kind::name).map_or("", |name| name.text(source)).to_string();
            let value = literal_of(set).map_or("", |value| value.text(source).trim()).to_lowercase();
            selection.options.insert(name, value);
        }
    }
    selection
}

impl Lowering {
    /// The examples of a block: one, or one for each case of its tables.
    fn examples(&mut self, node: &Node) -> Vec<Example> {
        let chosen = node.all(Kind::example_line).filter_map(|line| line.child(Kind::use_reading));
        let mut example = Example {
            title: node.child(Kind::string).map(|string| string.unquoted(&self.source)).unwrap_or_default(),
            file: self.source.name().to_string(),
            line: self.source.line(node.span.start),
            todo: node.has(Kind::todo_word),
            reading: chosen
                .filter_map(|line| line.child(Kind::string))
                .last()
                .map(|string| string.unquoted(&self.source)),
            options: Vec::new(),
            given: Given::default(),
            plays: Vec::new(),
            results: Vec::new(),
        };
        let mut cases: Vec<&Node> = Vec::new();
        for line in node.all(Kind::example_line) {
            let Some(said) = line.children.first() else { continue };
            if said.kind == Kind::cases {
                cases.extend(said.all(Kind::case));
                continue;
            }
            let lowered = self.example_line(said, &mut example, Part::Whole);
            self.keep(lowered);
        }
        if cases.is_empty() {
            self.without_play(&example, node);
            return vec![example];
        }
        if let (Some(result), Some(first)) = (example.results.first(), cases.first()) {
            let fault = Diagnostic::error(
                "example",
                "an example with cases has its results in the cases",
                self.source.name(),
                result.span,
            );
            self.diagnostics.push(
                fault
                    .label(first.span, "the first case")
                    .help("write the result behind the arrow of every case, after a comma"),
            );
        }
        cases.into_iter().map(|case| self.case(case, &example)).collect()
    }

    /// Results of a play without one.
    fn without_play(&mut self, example: &Example, node: &Node) {
        let of_a_play = example.results.iter().find(|result| match result.what {
            Expectation::Becomes(_)
            | Expectation::Captures(..)
            | Expectation::BonusMove
            | Expectation::BecauseOf(_) => true,
            Expectation::OwnsMark(..)
            | Expectation::OwnsHole(..)
            | Expectation::ToMove(_)
            | Expectation::LegalMoves(_)
            | Expectation::IllegalMove { .. }
            | Expectation::RoundEnds(_)
            | Expectation::Wins(_)
            | Expectation::Draw
            | Expectation::MatchEnds
            | Expectation::WinsMatch(_)
            | Expectation::InStore(..) => false,
        });
        if let Some(result) = of_a_play
            && example.plays.is_empty()
            && example.given.round_ended.is_none()
            && !node
                .all(Kind::example_line)
                .any(|line| line.children.first().is_some_and(|said| is_play(said.kind)))
        {
            let fault = Diagnostic::error(
                "example",
                "this is the result of a play, and nothing is played",
                self.source.name(),
                result.span,
            );
            self.diagnostics.push(fault.help("say before it what is played, for example `South plays a`"));
        }
    }

    /// A line of a table of cases, with what all cases have in common.
    fn case(&mut self, node: &Node, common: &Example) -> Example {
        let mut example = common.clone();
        example.line = self.source.line(node.span.start);
        let mut part = Part::Given;
        let mut given = Vec::new();
        for child in &node.children {
            match child.kind {
                Kind::arrow => part = Part::Results,
                Kind::example_line => {
                    let Some(said) = child.children.first() else { continue };
                    if part == Part::Given {
                        given.push(crate::syntax::words(&self.source, said));
                    }
                    if matches!(said.kind, Kind::use_reading | Kind::set_option) {
                        self.diagnostics.push(
                            self.error(
                                "example",
                                "one example has one reading and one value of an option",
                                said,
                            )
                            .help("write it before `cases`, or write a further example"),
                        );
                        continue;
                    }
                    let lowered = self.example_line(said, &mut example, part);
                    self.keep(lowered);
                }
                _ => {}
            }
        }
        self.without_play(&example, node);
        example.title = format!("{}: {}", common.title, given.join(", "));
        example
    }

    fn example_line(&mut self, said: &Node, example: &mut Example, part: Part) -> Lowered<()> {
        let seats: Vec<Seat> = said.all(Kind::seat).map(|seat| self.seat(seat)).collect();
        let seat = seats.first().copied().unwrap_or(Seat::South);
        let numbers =
            said.all(Kind::number).map(|number| self.number(number)).collect::<Lowered<Vec<_>>>()?;
        let number = numbers.first().copied().unwrap_or(0);
        let given = &mut example.given;
        // Before the first play a line is given, after it expected.
        let before = match part {
            Part::Whole => example.plays.is_empty() && given.round_ended.is_none(),
            Part::Given => true,
            Part::Results => false,
        };
        if part == Part::Results && is_given(said.kind) {
            let words = crate::syntax::words(&self.source, said);
            return Err(self
                .error("example", format!("`{words}` is no result"), said)
                .help("what is given and what is played stand before the arrow"));
        }
        let expected = match said.kind {
            Kind::use_reading => return Ok(()),
            Kind::set_option => {
                let name = said.child(Kind::name).map_or("", |name| name.text(&self.source)).to_string();
                if let Some(value) = literal_of(said) {
                    example.options.push((name, super::literal(&self.source, value)?));
                }
                return Ok(());
            }
            Kind::position => {
                given.position = Some(self.child_picture(said)?);
                return Ok(());
            }
            Kind::captured_before => {
                given.captured[seat.index()] = number;
                return Ok(());
            }
            Kind::was_last_mover => {
                given.last_mover = Some(seat);
                return Ok(());
            }
            Kind::round_ended => {
                let mut seeds = [0; 2];
                for (seat, number) in seats.iter().zip(&numbers) {
                    seeds[seat.index()] = *number;
                }
                let started = said.child(Kind::round_started).and_then(|started| started.child(Kind::seat));
                let starter = started.map_or(Seat::South, |seat| self.seat(seat));
                given.earlier_rounds.extend(given.round_ended.replace(RoundEnded { seeds, starter }));
                return Ok(());
            }
            Kind::to_move if before => {
                given.to_move = Some(seat);
                return Ok(());
            }
            Kind::owns_mark if before => {
                let hole = self.hole_of(said, seat)?;
                given.marks.push((seat, self.mark_name(said)?, hole));
                return Ok(());
            }
            Kind::owns_hole if before => {
                let hole = self.hole_of(said, seat)?;
                given.owners.push((seat, hole));
                return Ok(());
            }
            kind if is_play(kind) => {
                let step = self.play_step(said, seat, &numbers)?;
                if !example.results.is_empty() {
                    return Err(self
                        .error("example", "all plays of an example come before its results", said)
                        .help("results are those of the last play: split the example in two"));
                }
                example.plays.push(step);
                return Ok(());
            }
            Kind::becomes => Expectation::Becomes(self.child_picture(said)?),
            Kind::captures_result => Expectation::Captures(seat, number),
            Kind::owns_mark => Expectation::OwnsMark(seat, self.mark_name(said)?, self.hole_of(said, seat)?),
            Kind::owns_hole => Expectation::OwnsHole(seat, self.hole_of(said, seat)?),
            Kind::bonus_result => Expectation::BonusMove,
            Kind::to_move => Expectation::ToMove(seat),
            Kind::legal_moves => {
                let to_move = to_move(example);
                let holes = said.all(Kind::hole_name).map(|name| self.hole_named(name, Side::Own, to_move));
                Expectation::LegalMoves(holes.collect::<Lowered<Vec<_>>>()?)
            }
            Kind::illegal_move => {
                let to_move = to_move(example);
                let Some(name) = said.child(Kind::hole_name) else { return Err(self.unknown(said)) };
                Expectation::IllegalMove {
                    hole: self.hole_named(name, Side::Own, to_move)?,
                    because: said.child(Kind::string).map(|string| string.unquoted(&self.source)),
                }
            }
            Kind::round_ends_with => {
                let mut totals = [0; 2];
                for (seat, number) in seats.iter().zip(&numbers) {
                    totals[seat.index()] = *number;
                }
                Expectation::RoundEnds((!numbers.is_empty()).then_some(totals))
            }
            Kind::wins_match => Expectation::WinsMatch(seat),
            Kind::wins_round => Expectation::Wins(seat),
            Kind::match_ends => Expectation::MatchEnds,
            Kind::drawn => Expectation::Draw,
            Kind::in_store => Expectation::InStore(seat, number),
            Kind::because_of => Expectation::BecauseOf(
                said.child(Kind::string).map(|string| string.unquoted(&self.source)).unwrap_or_default(),
            ),
            _ => return Err(self.unknown(said)),
        };
        if part == Part::Given {
            let words = crate::syntax::words(&self.source, said);
            return Err(self
                .error("example", format!("`{words}` is a result"), said)
                .help("what is expected stands behind the arrow"));
        }
        example.results.push(Expected { what: expected, span: said.span });
        Ok(())
    }

    fn play_step(&self, said: &Node, seat: Seat, numbers: &[u32]) -> Lowered<PlayStep> {
        let names: Vec<&Node> = said.all(Kind::hole_name).collect();
        Ok(match said.kind {
            Kind::plays => {
                let Some(name) = names.first() else { return Err(self.unknown(said)) };
                let direction = if said.has(Kind::k_clockwise) {
                    Some(Direction::Clockwise)
                } else if said.has(Kind::k_counterclockwise) {
                    Some(Direction::Counterclockwise)
                } else {
                    None
                };
                let side = side_of(said).unwrap_or(Side::Own);
                PlayStep::Plays { seat, hole: self.hole_named(name, side, seat)?, direction }
            }
            Kind::plays_opening => {
                let script = numbers.first().copied().unwrap_or(1);
                PlayStep::Opening { seat, script: script.saturating_sub(1) }
            }
            Kind::both_race => match names.as_slice() {
                [south, north] => PlayStep::Race(Some([
                    self.hole_named(south, Side::Own, Seat::South)?,
                    self.hole_named(north, Side::Own, Seat::North)?,
                ])),
                _ => PlayStep::Race(None),
            },
            Kind::closes => {
                let Some(name) = names.first() else { return Err(self.unknown(said)) };
                PlayStep::Closes { seat, hole: self.hole_named(name, Side::Own, seat)? }
            }
            Kind::passes => PlayStep::Passes(seat),
            _ => PlayStep::Lot(seat),
        })
    }

    fn child_picture(&self, node: &Node) -> Lowered<Vec<Option<u32>>> {
        node.child(Kind::picture).map_or_else(|| Err(self.unknown(node)), |picture| self.picture(picture))
    }

    /// `opponent's hole c` as a player says it.
    fn hole_of(&self, node: &Node, seat: Seat) -> Lowered<Hole> {
        let Some(name) = node.child(Kind::hole_name) else { return Err(self.unknown(node)) };
        self.hole_named(name, side_of(node).unwrap_or(Side::Own), seat)
    }

    fn hole_named(&self, name: &Node, side: Side, seat: Seat) -> Lowered<Hole> {
        let Some(layout) = &self.layout else { return Err(self.unknown(name)) };
        let word = name.text(&self.source);
        // A hole gained from the opponent is his by name: a plain letter means a hole by seat.
        layout.named(side, word, seat).ok_or_else(|| {
            let fault =
                self.error("hole", format!("there is no hole `{word}` on this side of the board"), name);
            match (layout.holes.first(), layout.holes.iter().rfind(|naming| naming.seat == Some(Seat::South)))
            {
                (Some(first), Some(last)) => {
                    fault.help(format!("its holes are named {} to {}", first.name, last.name))
                }
                _ => fault,
            }
        })
    }
}

/// Where a line of an example stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Among all lines: before the first play a line is given, after it expected.
    Whole,
    /// Before the arrow of a case.
    Given,
    /// Behind it.
    Results,
}

/// Is a line never a result?
fn is_given(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::position
            | Kind::captured_before
            | Kind::was_last_mover
            | Kind::round_ended
            | Kind::use_reading
            | Kind::set_option
    ) || is_play(kind)
}

/// Does a line play something?
fn is_play(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::plays | Kind::plays_opening | Kind::both_race | Kind::passes | Kind::closes | Kind::lot_falls
    )
}

/// Who is due after the plays so far, as far as the example itself says it.
fn to_move(example: &Example) -> Seat {
    let stated = example.results.iter().rev().find_map(|result| match result.what {
        Expectation::ToMove(seat) => Some(seat),
        _ => None,
    });
    let bonus = example.results.iter().any(|result| result.what == Expectation::BonusMove);
    let last = example.plays.iter().rev().find_map(|play| match play {
        PlayStep::Plays { seat, .. } | PlayStep::Opening { seat, .. } | PlayStep::Passes(seat) => Some(*seat),
        PlayStep::Closes { .. } | PlayStep::Race(_) | PlayStep::Lot(_) => None,
    });
    match (stated, last) {
        (Some(seat), _) => seat,
        (None, Some(seat)) if bonus => seat,
        (None, Some(seat)) => seat.opponent(),
        (None, None) => example.given.to_move.unwrap_or(Seat::South),
    }
}
