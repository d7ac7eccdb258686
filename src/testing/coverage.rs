//! Which clauses the examples try out. A clause that no example fires is one that nobody has
//! checked against the source.

use super::examples::Report;
use crate::board::ClauseId;
use crate::rules::{Action, Clause, Entry, GrandSlam, Play, Rules, Stated, Table};
use std::collections::BTreeSet;

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

/// The clauses that have fired so far.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    fired: BTreeSet<Key>,
}

impl Coverage {
    /// Nothing has fired yet.
    #[must_use]
    pub fn new() -> Coverage {
        Coverage::default()
    }

    /// Adds what an example of these rules has fired.
    pub fn add(&mut self, rules: &Rules, report: &Report) {
        let mut fired = report.fired.clone();
        fired.extend(facts(rules));
        Implied { rules, fired: &mut fired }.add();
        let clauses = fired.iter().filter_map(|id| rules.clauses.get(id.index()));
        self.fired.extend(clauses.map(Key::of));
    }

    /// The clauses of a file in force in these rules that nothing has fired, each once.
    #[must_use]
    pub fn missing<'r>(&self, rules: &'r Rules, file: &str) -> Vec<&'r Clause> {
        let mut missing: Vec<&Clause> = Vec::new();
        for clause in &rules.clauses {
            let own = clause.line > 0 && clause.file == file;
            if own && !self.fired.contains(&Key::of(clause)) && !missing.contains(&clause) {
                missing.push(clause);
            }
        }
        missing
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
        let tables =
            [&play.last_seed, &play.entered_seed, &play.start_of_lap, &play.end_of_lap, &play.end_of_turn];
        for stated in tables.into_iter().flatten() {
            self.table(stated.clause, &stated.value);
        }
        if let Some(each) = &play.each_seed {
            self.table(each.clause, &each.value.table);
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
        let mut clauses = vec![play.moves.clause];
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
