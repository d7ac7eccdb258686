//! Which lines a move asked, and how every part of their conditions came out: what a person wants
//! to know of an example that fails, and what coverage of conditions counts.

use super::Reference;
use super::scene::{Before, Scene};
use super::sowing::{Ending, Sowing};
use crate::board::{ClauseId, Hole};
use crate::engine::{Move, Position};
use crate::rules::{Action, Condition, Entry, HoleRef, Line, Table};

/// Most lines of a move that are noted: an endless sowing asks without end.
const MOST_ASKED: usize = 50_000;

/// A line that was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Number of the reading of a table within the move, from 0; its lines are asked one after the
    /// other until one fits.
    pub reading: usize,
    /// The line, or the heading of a group.
    pub clause: ClauseId,
    /// The single parts of its condition, in the order of the text; none for `otherwise`.
    pub parts: Vec<Part>,
    /// Did it decide? A line may also be passed over because its action cannot be done. For the
    /// heading of a group: were its lines read?
    pub fits: bool,
    /// The `no captures` for which a line was passed over whose condition holds.
    pub passed_over: Option<ClauseId>,
    /// Is it the heading of a group?
    pub group: bool,
    /// The hole that was judged.
    pub hole: Option<Hole>,
}

/// One part of a condition, without `and`, `or` and `not`.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What was asked.
    pub condition: Condition,
    /// Was it so?
    pub holds: bool,
    /// The holes that were looked at, with the seeds that counted.
    pub seen: Vec<(Hole, u32)>,
}

/// What has been noted of a move so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Watched {
    asked: Vec<Asked>,
    readings: usize,
}

impl<'r> Reference<'r> {
    /// Every line that a sowing asks, in order. Nothing for other moves, which ask none.
    #[must_use]
    pub fn watch(&self, position: &Position, played: Move) -> Vec<Asked> {
        let Move::Sow { from, direction, choices } = played else {
            return Vec::new();
        };
        let mut sowing = self.begin_move(position, direction, choices);
        sowing.watched = Some(Watched::default());
        let mut trial = self.sow_from(position, sowing, from, direction, choices);
        match trial.ending {
            Ending::TurnEnds => trial.sowing.scan_at_end_of_turn(),
            Ending::BonusMove(_) | Ending::RoundEnds(_) | Ending::Endless => {}
        }
        trial.sowing.watched.map(|watched| watched.asked).unwrap_or_default()
    }
}

impl Sowing<'_> {
    /// Notes the lines of a table that is about to be read, where somebody watches.
    pub(super) fn watch_table(&mut self, table: &Table) {
        let Some(mut watched) = self.watched.take() else { return };
        if watched.asked.len() < MOST_ASKED {
            let reading = watched.readings;
            watched.readings += 1;
            self.ask_entries(&table.entries, reading, &mut watched.asked);
        }
        self.watched = Some(watched);
    }

    /// `true`: one of the lines decides.
    fn ask_entries(&self, entries: &[Entry], reading: usize, asked: &mut Vec<Asked>) -> bool {
        let scene = self.scene();
        for entry in entries {
            let (clause, condition, fits, group) = match entry {
                Entry::Line(line) => (line.clause, line.condition.as_ref(), self.fits(line), false),
                Entry::Group { when, clause, .. } => (*clause, Some(when), scene.holds(when), true),
            };
            let parts = condition.map(|condition| scene.parts(condition)).unwrap_or_default();
            let passed_over = match entry {
                Entry::Line(line) if !fits => self.forbidden_by(line),
                Entry::Line(_) | Entry::Group { .. } => None,
            };
            asked.push(Asked { reading, clause, parts, fits, passed_over, group, hole: self.this });
            let decided = match entry {
                Entry::Line(_) => fits,
                Entry::Group { entries, .. } => fits && self.ask_entries(entries, reading, asked),
            };
            if decided {
                return true;
            }
        }
        false
    }

    /// The `no captures` in force, if it is the reason that a line does not fit.
    fn forbidden_by(&self, line: &Line) -> Option<ClauseId> {
        let no_captures = self.play.no_captures.as_ref()?;
        let takes = |action: &Action| matches!(action, Action::Capture { .. } | Action::Mark { .. });
        let holds = line.condition.as_ref().is_none_or(|condition| self.scene().holds(condition));
        (holds && line.actions.iter().any(takes)).then_some(no_captures.clause)
    }
}

impl Scene<'_> {
    fn parts(&self, condition: &Condition) -> Vec<Part> {
        let mut parts = Vec::new();
        condition.parts(&mut parts);
        parts
            .into_iter()
            .map(|part| Part { condition: part.clone(), holds: self.holds(part), seen: self.looked_at(part) })
            .collect()
    }

    /// The holes of which a condition asks, with the seeds that count for it.
    fn looked_at(&self, condition: &Condition) -> Vec<(Hole, u32)> {
        let now = |hole: &HoleRef| -> Vec<(Hole, u32)> {
            self.holes(hole).into_iter().map(|hole| (hole, self.seeds(hole))).collect()
        };
        match condition {
            Condition::In(_) => match (self.this, self.before) {
                (Some(hole), Before::Held(held)) => vec![(hole, held)],
                (Some(hole), Before::Now | Before::Repeat) => vec![(hole, self.seeds(hole))],
                (None, _) => Vec::new(),
            },
            Condition::Makes(_) => now(&HoleRef::This),
            Condition::Holds { hole, .. } | Condition::Empty(hole) | Condition::EveryOccupied(hole) => {
                now(hole)
            }
            Condition::All(_)
            | Condition::Any(_)
            | Condition::Not(_)
            | Condition::Lifted(_)
            | Condition::SownInThisLap(_)
            | Condition::SownInThisMove(_)
            | Condition::Owned { .. }
            | Condition::Marked(_)
            | Condition::LastSeed
            | Condition::FirstTime
            | Condition::FirstLap
            | Condition::FirstLapCaptured
            | Condition::CaptureMade
            | Condition::NoCaptureInLast(_)
            | Condition::Sowing(_)
            | Condition::SowingDirection(_)
            | Condition::NoSeeds { .. }
            | Condition::CanMove(_)
            | Condition::OwnsHoles { .. }
            | Condition::OwnsEveryHole(_)
            | Condition::SeedsInHand(_)
            | Condition::Captured { .. }
            | Condition::CapturedMoreThanHalf(_)
            | Condition::HasMark { .. }
            | Condition::MarkMade(_)
            | Condition::OnlyMarkedHoldSeeds
            | Condition::NoneHolds { .. }
            | Condition::AllEmpty(_)
            | Condition::SeedsLeft(_) => Vec::new(),
        }
    }
}
