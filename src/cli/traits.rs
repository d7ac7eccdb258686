//! Short facts about rules, for lists and filters.

use crate::rules::play::{Must, Sow};
use crate::rules::{Action, Captured, Continuation, Entry, Match, Play, Rules, Stated, Table, matches};
use std::collections::BTreeSet;

/// Facts about one set of rules.
#[derive(Debug, Clone)]
pub struct Traits {
    /// Rows of the board (0 for a board of named holes).
    pub rows: u32,
    /// Holes of the board, stores not counted.
    pub holes: usize,
    /// Holes in a row.
    pub columns: u32,
    /// Seeds at the start, all together.
    pub seeds: u32,
    /// Words: relay, capture, marks, match, gain, opening, race, stores, bonus, feed …
    pub words: BTreeSet<&'static str>,
}

/// The words that a filter may ask for.
pub const WORDS: [&str; 14] = [
    "bonus",
    "capture",
    "directions",
    "feed",
    "frames",
    "gain",
    "marks",
    "match",
    "opening",
    "race",
    "relay",
    "repeat",
    "stores",
    "close",
];

/// Derives the facts.
#[must_use]
pub fn of(rules: &Rules) -> Traits {
    let mut words = BTreeSet::new();
    let mut add = |word: &'static str, holds: bool| {
        if holds {
            words.insert(word);
        }
    };
    let mut seen = Seen::default();
    seen.play(&rules.play);
    for frame in &rules.frames {
        seen.play(&rules.play.with(&frame.overlay));
    }
    add("relay", seen.relay);
    add("capture", seen.capture);
    add("repeat", seen.repeat);
    add("bonus", seen.bonus);
    add("marks", !rules.marks.is_empty());
    add("stores", rules.layout.stores);
    add("frames", !rules.frames.is_empty());
    add("opening", rules.opening.is_some());
    add("race", rules.race.is_some());
    add("feed", rules.play.must.iter().any(feeds));
    add("directions", !matches!(rules.play.sow.value, Sow::Fixed(_)));
    add("match", rules.rounds.is_some());
    let in_match = |has: fn(&Match) -> bool| rules.rounds.as_ref().is_some_and(has);
    add("gain", in_match(|rounds| rounds.gain.is_some()));
    add("close", in_match(|rounds: &matches::Match| rounds.close.is_some()));
    Traits {
        rows: rules.layout.rows.value,
        holes: rules.layout.hole_count(),
        columns: rules.layout.columns,
        seeds: rules.seeds.value.iter().sum(),
        words,
    }
}

fn feeds(must: &Stated<Must>) -> bool {
    must.value.outcomes.contains(&crate::rules::play::Outcome::FeedOpponent)
}

/// What the tables of a game hold.
#[derive(Default)]
struct Seen {
    relay: bool,
    capture: bool,
    repeat: bool,
    bonus: bool,
}

impl Seen {
    fn play(&mut self, play: &Play) {
        let tables: [&Option<Stated<Table>>; 5] =
            [&play.last_seed, &play.entered_seed, &play.start_of_lap, &play.end_of_lap, &play.end_of_turn];
        tables.into_iter().flatten().for_each(|table| self.entries(&table.value.entries));
        if let Some(each) = &play.each_seed {
            self.entries(&each.value.table.entries);
        }
    }

    fn entries(&mut self, entries: &[Entry]) {
        for entry in entries {
            match entry {
                Entry::Group { entries, .. } => self.entries(entries),
                Entry::Line(line) => {
                    line.actions.iter().for_each(|action| self.action(action));
                    line.then.iter().for_each(|then| self.then(then));
                }
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Capture { what, .. } => {
                self.capture |= what.iter().any(|what| match what {
                    Captured::All(_)
                    | Captured::Every(_)
                    | Captured::Chosen(_)
                    | Captured::Seeds { .. }
                    | Captured::AllBut { .. } => true,
                });
            }
            Action::Repeat(_) => self.repeat = true,
            Action::Mark { .. } | Action::Move { .. } => {}
        }
    }

    fn then(&mut self, then: &Continuation) {
        match then {
            Continuation::Relay { .. } | Continuation::SowCaptured { .. } | Continuation::SeedMovesOn => {
                self.relay = true;
            }
            Continuation::BonusMove { .. } => self.bonus = true,
            Continuation::Choose(ways) => ways.iter().for_each(|then| self.then(then)),
            Continuation::TurnEnds | Continuation::RoundEnds => {}
        }
    }
}
