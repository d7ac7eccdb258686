//! Short facts about rules, for lists and filters.

use crate::board::Direction;
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
    /// The direction of sowing and the number of laps, in words.
    pub sowing: String,
    /// When seeds are captured, in words.
    pub capture: String,
    /// How rounds follow each other, in words.
    pub rounds: String,
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
    let framed = rules.frames.iter().map(|frame| rules.play.with(&frame.overlay));
    let plays: Vec<Play> = std::iter::once(rules.play.clone()).chain(framed).collect();
    plays.iter().for_each(|play| seen.play(play));
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
        sowing: sowing(rules, seen.relay),
        capture: capture(rules, &plays),
        rounds: rules.rounds.as_ref().map_or_else(|| "one round".to_string(), rounds),
    }
}

fn sowing(rules: &Rules, relay: bool) -> String {
    let direction = match &rules.play.sow.value {
        Sow::Fixed(Direction::Counterclockwise) => "counterclockwise",
        Sow::Fixed(Direction::Clockwise) => "clockwise",
        Sow::Either => "either way",
        Sow::ByHole(_) => "by the hole",
        Sow::OtherIfCaptures { .. } => "the other way to capture",
        Sow::ChosenAtFirstMove { .. } => "chosen at the first move",
    };
    format!("{direction}, {}", if relay { "relay" } else { "one lap" })
}

fn capture(rules: &Rules, plays: &[Play]) -> String {
    let captures = |table: Option<&Table>| {
        let mut seen = Seen::default();
        table.into_iter().for_each(|table| seen.entries(&table.entries));
        seen.capture
    };
    let any = |table: fn(&Play) -> Option<&Table>| plays.iter().any(|play| captures(table(play)));
    let after = any(|play| play.end_of_lap.as_ref().map(|stated| &stated.value))
        || any(|play| play.end_of_turn.as_ref().map(|stated| &stated.value));
    let before = any(|play| play.start_of_move.as_ref().map(|stated| &stated.value))
        || any(|play| play.start_of_lap.as_ref().map(|stated| &stated.value));
    let when = [
        ("before sowing", before),
        ("on the way", any(|play| play.each_seed.as_ref().map(|stated| &stated.value.table))),
        ("by the last seed", any(|play| play.last_seed.as_ref().map(|stated| &stated.value))),
        ("after the sowing", after),
        ("off the end of the path", rules.play.path.value.then_off_the_board),
        ("marked holes", !rules.marks.is_empty()),
    ];
    let said: Vec<&str> = when.into_iter().filter(|(_, holds)| *holds).map(|(words, _)| words).collect();
    if said.is_empty() { "none".to_string() } else { said.join(", ") }
}

fn rounds(rounds: &Match) -> String {
    let won = rounds.until.iter().find_map(|until| match until.value {
        matches::Until::WinsRounds { rounds: 1, .. } => Some("1 round won".to_string()),
        matches::Until::WinsRounds { rounds, .. } => Some(format!("{rounds} rounds won")),
        _ => None,
    });
    let ways = [
        rounds.gain.is_some().then(|| "holes gained".to_string()),
        rounds.close.is_some().then(|| "holes closed".to_string()),
        (!rounds.poorer.is_empty()).then(|| "the poorer lays out".to_string()),
        won,
    ];
    let said: Vec<String> = ways.into_iter().flatten().collect();
    if said.is_empty() { "rounds".to_string() } else { said.join(", ") }
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
        play.tables().for_each(|(_, table)| self.entries(&table.entries));
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
