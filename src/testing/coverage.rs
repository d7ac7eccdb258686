//! Which clauses are tried out, how often, and which conditions have come out both ways: by worked
//! examples, by recorded games, by random games. A clause that no example fires is one that nobody
//! has checked against the source.

use super::examples::Report;
use crate::board::ClauseId;
use crate::engine::{Event, Move, Position};
use crate::explain;
use crate::reference::{Asked, Reference};
use crate::rules::{Action, Clause, Condition, Entry, GrandSlam, Play, Rules, Stated, Table};
use std::collections::{BTreeMap, BTreeSet};

/// Longest play, in events, whose conditions are worked out again.
const MOST_WATCHED: usize = 2_000;

/// What tries clauses out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// Worked examples.
    Examples,
    /// Recorded games.
    Replays,
    /// Random games.
    Random,
}

impl Means {
    /// All of them, in the order of the columns.
    pub const ALL: [Means; 3] = [Means::Examples, Means::Replays, Means::Random];

    /// Its name as a column.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Means::Examples => "examples",
            Means::Replays => "replays",
            Means::Random => "random",
        }
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// A clause as all readings of a game share it: file, line, words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    file: String,
    line: u32,
    words: String,
}

impl Key {
    fn of(clause: &Clause) -> Key {
        Key { file: clause.file.clone(), line: clause.line, words: clause.words.clone() }
    }
}

/// A part of a condition, and how often it came out one way and the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartTried {
    /// What is asked, in words.
    pub words: String,
    /// It was so, by each of the [`Means`].
    pub yes: [u64; 3],
    /// It was not so.
    pub no: [u64; 3],
}

/// A clause, and what has tried it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseTried {
    /// The clause.
    pub clause: Clause,
    /// The reading in whose rules it was first met.
    pub reading: Option<String>,
    /// Examples, recorded moves and random moves in which it had a part.
    pub times: [u64; 3],
    /// The parts of its condition; none for clauses without one.
    pub parts: Vec<PartTried>,
}

/// What has fired so far, and how conditions came out.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    fired: BTreeMap<Key, [u64; 3]>,
    /// How often each part of a line's condition was true (`[0]`) and false (`[1]`).
    asked: BTreeMap<(Key, usize), [[u64; 3]; 2]>,
}

impl Coverage {
    /// Nothing has fired yet.
    #[must_use]
    pub fn new() -> Coverage {
        Coverage::default()
    }

    /// Adds what an example of these rules has fired.
    pub fn add(&mut self, rules: &Rules, report: &Report) {
        self.add_fired(rules, report.fired.clone(), Means::Examples);
        for (before, played) in &report.plays {
            // Of earlier plays of an example the events are not kept: they are short.
            if report.trace.len() <= MOST_WATCHED {
                self.add_asked(rules, &Reference::new(rules).watch(before, *played), Means::Examples);
            }
        }
    }

    /// Adds a play of a recorded or random game.
    pub fn add_play(&mut self, rules: &Rules, before: &Position, played: Move, events: &[Event], by: Means) {
        self.add_fired(rules, events.iter().map(|event| event.clause).collect(), by);
        if events.len() <= MOST_WATCHED {
            self.add_asked(rules, &Reference::new(rules).watch(before, played), by);
        }
    }

    fn add_fired(&mut self, rules: &Rules, fired: BTreeSet<ClauseId>, by: Means) {
        let fired = with_implied(rules, fired);
        for clause in fired.iter().filter_map(|id| rules.clauses.get(id.index())) {
            self.fired.entry(Key::of(clause)).or_default()[by.index()] += 1;
        }
    }

    fn add_asked(&mut self, rules: &Rules, asked: &[Asked], by: Means) {
        let passed_over: BTreeSet<ClauseId> = asked.iter().filter_map(|line| line.passed_over).collect();
        let frames = rules.frames.iter().filter(|frame| {
            frame.overlay.no_captures.as_ref().is_some_and(|stated| passed_over.contains(&stated.clause))
        });
        let frames: Vec<ClauseId> = frames.map(|frame| frame.clause).collect();
        for clause in passed_over.iter().chain(&frames).filter_map(|id| rules.clauses.get(id.index())) {
            self.fired.entry(Key::of(clause)).or_default()[by.index()] += 1;
        }
        for line in asked {
            let Some(clause) = rules.clauses.get(line.clause.index()) else { continue };
            for (index, part) in line.parts.iter().enumerate() {
                let counts = self.asked.entry((Key::of(clause), index)).or_default();
                counts[usize::from(!part.holds)][by.index()] += 1;
            }
        }
    }

    /// Every clause of a file in force in these rules, once, with what has tried it out.
    #[must_use]
    pub fn clauses(&self, rules: &Rules, file: &str) -> Vec<ClauseTried> {
        let conditions = conditions(rules);
        let mut all: Vec<ClauseTried> = Vec::new();
        for (id, clause) in (0..).map(ClauseId).zip(&rules.clauses) {
            let own = clause.line > 0 && clause.file == file;
            if !own || all.iter().any(|other| other.clause == *clause) {
                continue;
            }
            let key = Key::of(clause);
            let parts = conditions.get(&id).into_iter().flatten().enumerate();
            let parts = parts.map(|(index, condition)| {
                let [yes, no] = self.asked.get(&(key.clone(), index)).copied().unwrap_or_default();
                PartTried { words: explain::condition(rules, condition), yes, no }
            });
            all.push(ClauseTried {
                clause: clause.clone(),
                reading: rules.reading.clone(),
                times: self.fired.get(&key).copied().unwrap_or_default(),
                parts: parts.collect(),
            });
        }
        all
    }

    /// The clauses of a file in force in these rules that nothing has fired, each once.
    #[must_use]
    pub fn missing<'r>(&self, rules: &'r Rules, file: &str) -> Vec<&'r Clause> {
        let mut missing: Vec<&Clause> = Vec::new();
        for clause in &rules.clauses {
            let own = clause.line > 0 && clause.file == file;
            if own && !self.fired.contains_key(&Key::of(clause)) && !missing.contains(&clause) {
                missing.push(clause);
            }
        }
        missing
    }
}

/// These clauses, with those that are tried out along with them: facts, headings, limits.
#[must_use]
pub fn with_implied(rules: &Rules, mut fired: BTreeSet<ClauseId>) -> BTreeSet<ClauseId> {
    fired.extend(facts(rules));
    Implied { rules, fired: &mut fired }.add();
    fired
}

/// The single parts of the conditions of all lines and groups, by clause.
fn conditions(rules: &Rules) -> BTreeMap<ClauseId, Vec<Condition>> {
    let mut all = BTreeMap::new();
    let mut of_play = |play: &Play| {
        for (_, table) in play.tables() {
            conditions_of(&table.entries, &mut all);
        }
    };
    of_play(&rules.play);
    rules.frames.iter().for_each(|frame| of_play(&rules.play.with(&frame.overlay)));
    all
}

fn conditions_of(entries: &[Entry], all: &mut BTreeMap<ClauseId, Vec<Condition>>) {
    for entry in entries {
        let (clause, condition) = match entry {
            Entry::Line(line) => (line.clause, line.condition.as_ref()),
            Entry::Group { when, clause, entries } => {
                conditions_of(entries, all);
                (*clause, Some(when))
            }
        };
        let mut parts = Vec::new();
        condition.into_iter().for_each(|condition| condition.parts(&mut parts));
        all.insert(clause, parts.into_iter().cloned().collect());
    }
}

/// Clauses that every play of the game relies on: what the board is and how seeds run.
fn facts(rules: &Rules) -> BTreeSet<ClauseId> {
    let mut facts: BTreeSet<ClauseId> =
        [rules.layout.rows.clause, rules.seeds.clause, rules.starter.clause].into();
    let play = &rules.play;
    facts.extend([
        play.path.clause,
        play.sow.clause,
        play.lift.clause,
        play.first_seed.clause,
        play.drop.clause,
    ]);
    if rules.grand_slam.value == GrandSlam::CapturesAll {
        // Nothing happens by it that a capture does not do anyway.
        facts.insert(rules.grand_slam.clause);
    }
    // Every line on the seeds at the start has a clause of its own.
    let seeds = rules.clauses.iter().enumerate().filter(|(_, clause)| clause.words.starts_with("seeds "));
    facts.extend(seeds.map(|(index, _)| ClauseId(index as u16)));
    // Who owns and faces which hole is part of the board; the layout keeps no clause for it.
    let of_board =
        |clause: &Clause| clause.words.starts_with("each player owns") || clause.words.starts_with("facing ");
    let ids = (0..).zip(&rules.clauses).filter(|(_, clause)| of_board(clause));
    facts.extend(ids.map(|(index, _)| ClauseId(index)));
    facts.extend(rules.layout.owned_by_last_sower.iter().map(|stated| stated.clause));
    facts.extend(rules.hand.iter().map(|stated| stated.clause));
    facts.extend(rules.arrangement.iter().map(|stated| stated.clause));
    facts.extend(rules.marks.iter().filter_map(|mark| mark.starts_on.as_ref()).map(|stated| stated.clause));
    facts
}

/// Headings fire with their parts, limits of a mark with the mark.
struct Implied<'r> {
    rules: &'r Rules,
    fired: &'r mut BTreeSet<ClauseId>,
}

impl Implied<'_> {
    fn add(&mut self) {
        let rules = self.rules;
        self.play(&rules.play);
        for frame in &rules.frames {
            let before = self.fired.len();
            let framed = rules.play.with(&frame.overlay);
            self.play(&framed);
            let parts = overlay_clauses(&framed, &rules.play);
            if self.fired.len() > before || parts.iter().any(|clause| self.fired.contains(clause)) {
                self.fired.insert(frame.clause);
                self.fired.extend(frame.overlay.no_captures.iter().map(|stated| stated.clause));
                self.fired.extend(frame.overlay.sow.iter().map(|stated| stated.clause));
                self.fired.extend(frame.overlay.path.iter().map(|stated| stated.clause));
                self.fired.extend(frame.overlay.lift.iter().map(|stated| stated.clause));
            }
        }
        if let Some(opening) = &rules.opening {
            // A script is played as a whole, though not every step of it leaves an event.
            for script in &opening.scripts {
                let steps: Vec<ClauseId> = script.iter().map(|step| step.clause).collect();
                if steps.iter().any(|clause| self.fired.contains(clause)) {
                    self.fired.insert(opening.clause);
                    self.fired.extend(steps);
                }
            }
        }
        if let Some(race) = rules.race.as_ref().filter(|race| self.fired.contains(&race.clause)) {
            self.fired.insert(race.end.clause);
            self.fired.extend(race.no_captures.iter().map(|stated| stated.clause));
        }
        for mark in &rules.marks {
            let parts = [mark.sowing.clause, mark.at_end.clause, mark.lasts.clause];
            if parts.iter().any(|clause| self.fired.contains(clause)) {
                self.fired.insert(mark.clause);
            }
        }
        self.rounds();
    }

    fn rounds(&mut self) {
        let Some(rounds) = &self.rules.rounds else { return };
        let mut parts: Vec<ClauseId> = vec![rounds.starter.clause];
        parts.extend(rounds.refill.iter().map(|stated| stated.clause));
        parts.extend(rounds.gain.iter().map(|stated| stated.clause));
        parts.extend(rounds.poorer.iter().map(|stated| stated.clause));
        parts.extend(rounds.until.iter().map(|stated| stated.clause));
        if parts.iter().any(|clause| self.fired.contains(clause)) {
            self.fired.insert(rounds.clause);
        }
    }

    fn play(&mut self, play: &Play) {
        for (clause, table) in play.tables() {
            self.table(clause, table);
        }
    }

    fn table(&mut self, heading: ClauseId, table: &Table) {
        if self.entries(&table.entries) {
            self.fired.insert(heading);
        }
    }

    /// Has any line of these fired?
    fn entries(&mut self, entries: &[Entry]) -> bool {
        let mut any = false;
        for entry in entries {
            match entry {
                Entry::Line(line) => {
                    let fired = self.fired.contains(&line.clause);
                    any |= fired;
                    for action in line.actions.iter().filter(|_| fired) {
                        match action {
                            Action::Mark { mark, .. } => self.mark(usize::from(mark.0)),
                            Action::Capture { .. } | Action::Repeat(_) | Action::Move { .. } => {}
                        }
                    }
                }
                Entry::Group { clause, entries, .. } => {
                    if self.entries(entries) {
                        self.fired.insert(*clause);
                        any = true;
                    }
                }
            }
        }
        any
    }

    fn mark(&mut self, mark: usize) {
        let Some(mark) = self.rules.marks.get(mark) else { return };
        fn clause<T>(stated: &Option<Stated<T>>) -> Option<ClauseId> {
            stated.as_ref().map(|stated| stated.clause)
        }
        self.fired.insert(mark.clause);
        self.fired.extend(clause(&mark.limit_each));
        self.fired.extend(clause(&mark.limit_all));
        self.fired.extend(clause(&mark.not_same_letter));
    }
}

/// The clauses of a play in a frame that the play outside it does not have.
fn overlay_clauses(framed: &Play, outside: &Play) -> Vec<ClauseId> {
    let of = |play: &Play| {
        let mut clauses = vec![play.moves.clause, play.path.clause];
        clauses.extend(play.must.iter().map(|stated| stated.clause));
        clauses.extend(play.prefer.iter().map(|stated| stated.clause));
        clauses.extend(play.skip.iter().map(|stated| stated.clause));
        clauses.extend(play.divert.iter().map(|stated| stated.clause));
        clauses.extend(play.last_seed.iter().map(|stated| stated.clause));
        clauses.extend(play.each_seed.iter().map(|stated| stated.clause));
        clauses
    };
    let outside = of(outside);
    of(framed).into_iter().filter(|clause| !outside.contains(clause)).collect()
}
