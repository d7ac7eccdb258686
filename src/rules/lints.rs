//! What can be read and played, but is hardly meant: lines that an earlier one always decides,
//! conditions that cannot hold on this board. Every lint can be allowed with `allow NAME because "…"`.

use super::condition::{Condition, Count, Fill, HoleRef, Place};
use super::library::Game;
use super::play::DropRule;
use super::{Action, ClauseId, Entry, Line, Play, Rules, Table};
use crate::board::{Hole, MarkId};
use crate::diagnostic::{Diagnostic, Severity, distinct};
use std::collections::BTreeSet;

/// Lines of a table, and parts of a condition, that are compared with every other one: real ones
/// have ten, and a monstrous file must not take the square of its length.
const MOST_COMPARED: usize = 100;

/// The doubtful lines of rules.
pub(super) fn lints(rules: &Rules, game: &Game) -> Vec<Diagnostic> {
    let linter = Linter { rules, game, facts: Facts::of(rules) };
    let mut found = Vec::new();
    let frames = rules.frames.iter().map(|frame| rules.play.with(&frame.overlay));
    for play in std::iter::once(rules.play.clone()).chain(frames) {
        linter.play(&play, &mut found);
    }
    for end in &rules.ends {
        linter.condition(end.clause, &end.value.when, &rules.play, &mut found);
    }
    distinct(found)
}

/// What the board and the rules as a whole allow.
struct Facts {
    total: u64,
    holes: u32,
    faces: bool,
    common: bool,
    marks: BTreeSet<MarkId>,
    /// Does a seed only ever reach a hole by being dropped, one at a time?
    single_drops: bool,
}

impl Facts {
    fn of(rules: &Rules) -> Facts {
        let layout = &rules.layout;
        let owned = layout.owners[0].union(layout.owners[1]);
        let hand = rules.hand.as_ref().map_or(0, |hand| 2 * u64::from(hand.value));
        let laid_out: u64 = rules.seeds.value.iter().map(|count| u64::from(*count)).sum();
        let arranged = rules.arrangement.iter().map(|step| match step.value {
            super::Arrangement::EachArranges(seeds) => 2 * u64::from(seeds),
            super::Arrangement::StarterArranges(seeds) => 2 * u64::from(seeds),
            super::Arrangement::OpponentCopies | super::Arrangement::OpponentMaySwap => 0,
        });
        let mut marks: BTreeSet<MarkId> = BTreeSet::new();
        let mut moves = false;
        for line in all_lines(rules) {
            for action in &line.actions {
                match action {
                    Action::Mark { mark, .. } => {
                        marks.insert(*mark);
                    }
                    Action::Move { .. } => moves = true,
                    Action::Capture { .. } | Action::Repeat(_) => {}
                }
            }
        }
        marks.extend(
            rules
                .marks
                .iter()
                .enumerate()
                .filter(|(_, mark)| mark.starts_on.is_some())
                .map(|(index, _)| MarkId(index as _)),
        );
        for step in rules.opening.iter().flat_map(|opening| opening.scripts.iter().flatten()) {
            if let super::Step::Mark { mark, .. } = step.value {
                marks.insert(mark);
            }
        }
        let one = |drops: &[DropRule]| drops.iter().all(|drop| drop.seeds == Some(1));
        let frames = rules.frames.iter().filter_map(|frame| frame.overlay.drop.as_ref());
        let single = one(&rules.play.drop.value) && frames.into_iter().all(|drop| one(&drop.value));
        Facts {
            total: laid_out + hand + arranged.sum::<u64>(),
            holes: layout.hole_count() as u32,
            faces: layout.facing.iter().any(|facing| !facing.is_empty()),
            common: layout.all_holes().any(|hole: Hole| !owned.contains(hole)),
            marks,
            single_drops: single && !moves,
        }
    }

    /// Can a number of seeds be one of these?
    fn seeds_possible(&self, count: &Count) -> bool {
        match count {
            Count::OneOf(numbers) => numbers.iter().any(|number| u64::from(*number) <= self.total),
            Count::AtLeast(least) => u64::from(*least) <= self.total,
            Count::AtMost(_) | Count::Even | Count::Odd => true,
        }
    }
}

fn all_lines(rules: &Rules) -> Vec<&Line> {
    let framed = rules.frames.iter().flat_map(|frame| frame.overlay.tables());
    let mut lines = Vec::new();
    rules.play.tables().chain(framed).for_each(|(_, table)| lines_of(&table.entries, &mut lines));
    lines
}

fn lines_of<'t>(entries: &'t [Entry], lines: &mut Vec<&'t Line>) {
    for entry in entries {
        match entry {
            Entry::Line(line) => lines.push(line),
            Entry::Group { entries, .. } => lines_of(entries, lines),
        }
    }
}

fn tables_of(play: &Play) -> impl Iterator<Item = &Table> {
    play.tables().map(|(_, table)| table)
}

struct Linter<'r> {
    rules: &'r Rules,
    game: &'r Game,
    facts: Facts,
}

/// A line of a table with all that must hold for it to be read.
struct Reached<'r> {
    line: &'r Line,
    /// Its own condition and those of the groups around it.
    conditions: Vec<&'r Condition>,
}

impl Linter<'_> {
    fn play(&self, play: &Play, found: &mut Vec<Diagnostic>) {
        for table in tables_of(play) {
            let mut earlier: Vec<Reached> = Vec::new();
            self.entries(&table.entries, &mut Vec::new(), play, &mut earlier, found);
        }
    }

    fn entries<'t>(
        &self,
        entries: &'t [Entry],
        around: &mut Vec<&'t Condition>,
        play: &Play,
        earlier: &mut Vec<Reached<'t>>,
        found: &mut Vec<Diagnostic>,
    ) {
        for entry in entries {
            match entry {
                Entry::Group { when, clause, entries } => {
                    self.condition(*clause, when, play, found);
                    around.push(when);
                    self.entries(entries, around, play, earlier, found);
                    around.pop();
                }
                Entry::Line(line) => {
                    let own = line.condition.iter();
                    let conditions: Vec<&Condition> = around.iter().copied().chain(own).collect();
                    if let Some(condition) = &line.condition {
                        self.condition(line.clause, condition, play, found);
                    }
                    if self.facts.contradicts(&conditions) {
                        found.push(self.warn(
                            line.clause,
                            "impossible",
                            "cannot hold",
                            "its parts exclude each other",
                        ));
                    } else if let Some(first) = earlier
                        .iter()
                        .take(MOST_COMPARED)
                        .find(|first| self.decides(first, &conditions, play))
                    {
                        found.extend(self.never(line.clause, first.line.clause));
                    }
                    earlier.push(Reached { line, conditions });
                }
            }
        }
    }

    /// Does an earlier line decide whenever these conditions hold?
    fn decides(&self, first: &Reached, conditions: &[&Condition], play: &Play) -> bool {
        let always_done = first.line.actions.iter().all(|action| match action {
            // A mark is not always allowed.
            Action::Mark { .. } => false,
            Action::Capture { .. } => play.no_captures.is_none(),
            Action::Repeat(_) | Action::Move { .. } => true,
        });
        // Behind `otherwise` a line is a fault, told elsewhere.
        always_done
            && !first.conditions.is_empty()
            && first.conditions.iter().all(|weaker| self.facts.together_imply(conditions, weaker))
    }

    fn never(&self, later: ClauseId, first: ClauseId) -> Option<Diagnostic> {
        let (later, first) = (self.rules.clauses.get(later.index())?, self.rules.clauses.get(first.index())?);
        let mut fault = self.game.fault_at(later, "never", format!("`{}` is never reached", later.words));
        fault.severity = Severity::Warning;
        let (file, span) = self.game.place_of(first);
        let fault = if file == fault.file { fault.label(span, "this line decides first") } else { fault };
        Some(fault.help(format!(
            "line {} fits whenever this one does: change their order, or remove it",
            first.line
        )))
    }

    fn warn(&self, clause: ClauseId, code: &'static str, what: &str, help: &str) -> Diagnostic {
        let mut fault = match self.rules.clauses.get(clause.index()) {
            Some(clause) => self.game.fault_at(clause, code, format!("`{}` {what}", clause.words)),
            None => self.game.fault(code, what),
        };
        fault.severity = Severity::Warning;
        fault.help(help)
    }

    /// Every single part that cannot hold on this board.
    fn condition(&self, clause: ClauseId, condition: &Condition, play: &Play, found: &mut Vec<Diagnostic>) {
        let _ = play;
        let mut parts = Vec::new();
        condition.parts(&mut parts);
        for part in parts {
            if let Some(why) = self.impossible(part) {
                found.push(self.warn(clause, "impossible", "asks what cannot be", &why));
            }
        }
    }

    /// Why a condition cannot hold on this board.
    fn impossible(&self, condition: &Condition) -> Option<String> {
        let facts = &self.facts;
        let seeds = |count: &Count| {
            (!facts.seeds_possible(count)).then(|| format!("the game has only {} seeds", facts.total))
        };
        let facing = |hole: &HoleRef| {
            let asks = matches!(
                hole,
                HoleRef::Facing | HoleRef::FacingInner | HoleRef::FacingOuter | HoleRef::FacingNext
            );
            (asks && !facts.faces).then(|| "no hole of this board faces another".to_string())
        };
        let made = |mark: MarkId| {
            (!facts.marks.contains(&mark)).then(|| {
                let name =
                    self.rules.marks.get(usize::from(mark.0)).map_or("mark", |mark| mark.name.as_str());
                format!("nothing makes a {name}")
            })
        };
        match condition {
            Condition::Makes(count) => match count {
                Count::OneOf(numbers) if numbers.iter().all(|number| *number == 0) => {
                    Some("a hole that has just got a seed holds at least 1".to_string())
                }
                count => seeds(count),
            },
            Condition::Holds { hole, count } => seeds(count).or_else(|| facing(hole)),
            Condition::EveryOccupied(hole)
            | Condition::Lifted(hole)
            | Condition::SownInThisLap(hole)
            | Condition::Owned { hole, .. }
            | Condition::Marked(hole) => facing(hole),
            Condition::Sowing(count) | Condition::SeedsLeft(count) | Condition::Captured { count, .. } => {
                seeds(count)
            }
            Condition::OwnsHoles { count, .. } => match count {
                Count::OneOf(numbers) if numbers.iter().all(|number| *number > facts.holes) => {
                    Some(format!("the board has only {} holes", facts.holes))
                }
                Count::AtLeast(least) if *least > facts.holes => {
                    Some(format!("the board has only {} holes", facts.holes))
                }
                Count::OneOf(_) | Count::AtLeast(_) | Count::AtMost(_) | Count::Even | Count::Odd => None,
            },
            Condition::HasMark { mark, .. } | Condition::MarkMade(mark) => made(*mark),
            Condition::FirstTime if facts.marks.is_empty() => Some("nothing makes a mark".to_string()),
            Condition::In(Place::Marked { mark: Some(mark), .. }) => made(*mark),
            Condition::In(Place::Marked { mark: None, .. }) if facts.marks.is_empty() => {
                Some("nothing makes a mark".to_string())
            }
            Condition::In(Place::Hole { whose: Some(super::Side::Common), .. }) if !facts.common => {
                Some("every hole of this board belongs to a player".to_string())
            }
            Condition::All(_)
            | Condition::Any(_)
            | Condition::Not(_)
            | Condition::In(_)
            | Condition::Empty(_)
            | Condition::LastSeed
            | Condition::FirstTime
            | Condition::FirstLap
            | Condition::SownInThisMove(_)
            | Condition::FirstLapCaptured
            | Condition::CaptureMade
            | Condition::NoCaptureInLast(_)
            | Condition::SowingDirection(_)
            | Condition::NoSeeds { .. }
            | Condition::CanMove(_)
            | Condition::OwnsEveryHole(_)
            | Condition::SeedsInHand(_)
            | Condition::CapturedMoreThanHalf(_)
            | Condition::OnlyMarkedHoldSeeds
            | Condition::NoneHolds { .. }
            | Condition::AllEmpty(_) => None,
        }
    }
}

impl Facts {
    /// Does a condition follow from several that hold together?
    fn together_imply(&self, hold: &[&Condition], follows: &Condition) -> bool {
        match follows {
            Condition::All(parts) => parts.iter().all(|part| self.together_imply(hold, part)),
            Condition::Any(parts) if parts.iter().any(|part| self.together_imply(hold, part)) => true,
            _ => hold.iter().any(|one| self.implies(one, follows)),
        }
    }

    /// Does one condition follow from another? `false` where that is not certain.
    fn implies(&self, holds: &Condition, follows: &Condition) -> bool {
        if holds == follows {
            return true;
        }
        match (holds, follows) {
            (Condition::Any(parts), _) => parts.iter().all(|part| self.implies(part, follows)),
            (Condition::All(parts), _) => {
                let parts: Vec<&Condition> = parts.iter().collect();
                self.together_imply(&parts, follows)
            }
            (_, Condition::All(parts)) => parts.iter().all(|part| self.implies(holds, part)),
            (_, Condition::Any(parts)) => parts.iter().any(|part| self.implies(holds, part)),
            (_, Condition::Not(part)) => self.excludes(holds, part),
            (Condition::Makes(one), Condition::Makes(other)) => narrower(one, other),
            (
                Condition::Makes(count),
                Condition::In(Place::Hole { fill: Some(Fill::Occupied), whose: None, of: None }),
            ) => self.single_drops && at_least(count, 2),
            (Condition::Makes(_), Condition::In(Place::Hole { fill: None, whose: None, of: None })) => true,
            (
                Condition::Holds { hole: one, count: narrow },
                Condition::Holds { hole: other, count: wide },
            ) => one == other && narrower(narrow, wide),
            (Condition::Holds { hole: one, count }, Condition::EveryOccupied(other)) => {
                one == other && at_least(count, 1)
            }
            (Condition::Sowing(one), Condition::Sowing(other)) => narrower(one, other),
            (Condition::In(one), Condition::In(other)) => within(one, other),
            (_, _) => false,
        }
    }

    /// Can two conditions never hold together? `false` where that is not certain.
    fn excludes(&self, one: &Condition, other: &Condition) -> bool {
        match (one, other) {
            (Condition::Not(part), _) => self.implies(other, part),
            (_, Condition::Not(part)) => self.implies(one, part),
            (Condition::All(parts), _) => parts.iter().any(|part| self.excludes(part, other)),
            (_, Condition::All(parts)) => parts.iter().any(|part| self.excludes(one, part)),
            (Condition::Any(parts), _) => parts.iter().all(|part| self.excludes(part, other)),
            (_, Condition::Any(parts)) => parts.iter().all(|part| self.excludes(one, part)),
            (Condition::Makes(one), Condition::Makes(other))
            | (Condition::Sowing(one), Condition::Sowing(other)) => apart(one, other),
            (Condition::Makes(count), Condition::In(Place::Hole { fill: Some(Fill::Empty), .. }))
            | (Condition::In(Place::Hole { fill: Some(Fill::Empty), .. }), Condition::Makes(count)) => {
                self.single_drops && at_least(count, 2)
            }
            (Condition::In(one), Condition::In(other)) => disjoint(one, other),
            (_, _) => false,
        }
    }

    /// Do some of these conditions exclude each other?
    fn contradicts(&self, conditions: &[&Condition]) -> bool {
        let mut parts: Vec<&Condition> = Vec::new();
        for condition in conditions {
            match condition {
                Condition::All(inner) => parts.extend(inner),
                single => parts.push(single),
            }
        }
        parts
            .iter()
            .take(MOST_COMPARED)
            .enumerate()
            .any(|(index, one)| parts[..index].iter().any(|other| self.excludes(one, other)))
    }
}

/// Numbers up to which counts are compared one by one; beyond, all named numbers lie below.
fn compared(one: &Count, other: &Count) -> impl Iterator<Item = u32> + use<> {
    let largest = |count: &Count| match count {
        Count::OneOf(numbers) => numbers.iter().copied().max().unwrap_or(0),
        Count::AtLeast(number) | Count::AtMost(number) => *number,
        Count::Even | Count::Odd => 0,
    };
    0..=largest(one).max(largest(other)).saturating_add(2)
}

/// Is every number of the first also one of the second?
fn narrower(one: &Count, other: &Count) -> bool {
    compared(one, other).all(|number| !one.matches(number) || other.matches(number))
}

fn apart(one: &Count, other: &Count) -> bool {
    compared(one, other).all(|number| !(one.matches(number) && other.matches(number)))
}

fn at_least(count: &Count, least: u32) -> bool {
    (0..least).all(|number| !count.matches(number))
}

/// Does every hole of the first place lie in the second?
fn within(one: &Place, other: &Place) -> bool {
    match (one, other) {
        (
            Place::Hole { fill, whose, of },
            Place::Hole { fill: wide_fill, whose: wide_whose, of: wide_of },
        ) => {
            (wide_fill.is_none() || fill == wide_fill)
                && (wide_whose.is_none() || whose == wide_whose)
                && (wide_of.is_none() || of == wide_of)
        }
        (Place::Region { fill, .. }, Place::Hole { fill: wide, whose: None, of: None }) => {
            wide.is_none() || fill == wide
        }
        (Place::Region { fill, region }, Place::Region { fill: wide, region: other }) => {
            region == other && (wide.is_none() || fill == wide)
        }
        (Place::Marked { whose, mark }, Place::Marked { whose: wide_whose, mark: wide_mark }) => {
            (wide_whose.is_none() || whose == wide_whose) && (wide_mark.is_none() || mark == wide_mark)
        }
        (Place::Marked { .. }, Place::Hole { fill: None, whose: None, of: None }) => true,
        (_, _) => one == other,
    }
}

/// Can no hole lie in both places?
fn disjoint(one: &Place, other: &Place) -> bool {
    let fill = |place: &Place| match place {
        Place::Hole { fill, .. } | Place::Region { fill, .. } => *fill,
        Place::OwnStore | Place::Marked { .. } => None,
    };
    let opposite = matches!((fill(one), fill(other)), (Some(one), Some(other)) if one != other);
    let owners = match (one, other) {
        (Place::Hole { whose: Some(one), .. }, Place::Hole { whose: Some(other), .. }) => one != other,
        (_, _) => false,
    };
    let store = match (one, other) {
        (Place::OwnStore, Place::OwnStore) => false,
        (Place::OwnStore, _) | (_, Place::OwnStore) => true,
        (_, _) => false,
    };
    opposite || owners || store
}
