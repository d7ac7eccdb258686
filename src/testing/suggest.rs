//! Examples that would try out a clause: small positions are played, and the smallest that makes the
//! clause fire is kept. What such an example expects is what these rules do; whether that is what the
//! source says only its reader can tell.

use super::examples::Runner;
use super::written;
use crate::board::{ClauseId, Hole, HoleSet, MarkId, Seat};
use crate::engine::{Due, Engine, Event, Move, Position};
use crate::lab::players::{Stream, below, stream};
use crate::notation::board::{counts, numbers};
use crate::notation::hole_name;
use crate::rules::example::{Example, Given, RoundEnded};
use crate::rules::{Remaining, Rules};
use std::collections::{BTreeMap, BTreeSet};

/// Longest play, in events, that is worth showing: a lap without end goes round a dozen times.
const MOST_EVENTS: usize = 1_200;

/// Longest line of play that is worth showing.
const MOST_PLAYS: usize = 24;

/// An example for some clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The clauses that fire in it, of those that were wanted.
    pub clauses: BTreeSet<ClauseId>,
    /// Its lines, without heading.
    pub lines: Vec<String>,
}

/// Looks for examples of these clauses among that many positions. The same seed gives the same
/// examples. A clause of which none was found is left out.
#[must_use]
pub fn suggest(
    engine: &Engine,
    rules: &Rules,
    wanted: &BTreeSet<ClauseId>,
    tries: u64,
    seed: u64,
) -> Vec<Suggestion> {
    let mut search = Search { engine, rules, wanted, best: BTreeMap::new() };
    for number in 0..tries {
        search.attempt(&mut stream(seed, number));
    }
    // One example may do for several clauses.
    let mut chosen: Vec<Suggestion> = Vec::new();
    let mut found: Vec<(usize, Suggestion)> = search.best.into_values().collect();
    found.sort_by_key(|(size, suggestion)| (std::cmp::Reverse(suggestion.clauses.len()), *size));
    for (_, suggestion) in found {
        let new = |id: &&ClauseId| !chosen.iter().any(|other| other.clauses.contains(id));
        let clauses: BTreeSet<ClauseId> = suggestion.clauses.iter().filter(new).copied().collect();
        if !clauses.is_empty() {
            chosen.push(Suggestion { clauses, ..suggestion });
        }
    }
    chosen
}

struct Search<'s> {
    engine: &'s Engine,
    rules: &'s Rules,
    wanted: &'s BTreeSet<ClauseId>,
    /// For every clause the smallest example so far, with its size.
    best: BTreeMap<ClauseId, (usize, Suggestion)>,
}

impl Search<'_> {
    fn attempt(&mut self, random: &mut Stream) {
        let start = self.engine.start();
        match below(random, 8) {
            0 => self.played(&start, Vec::new(), 0, random),
            1 if self.rules.rounds.is_some() => self.next_round(&start, random),
            _ => {
                let given = self.given(&start, random);
                let Some(position) = self.set_up(&given) else { return };
                let lines = self.given_lines(&position);
                let size = position.seeds.iter().map(|seeds| *seeds as usize).sum::<usize>()
                    + 4 * (position.marks.len() + given.owners.len())
                    + usize::from(given.captured != [0; 2]);
                self.refused(&position, &lines, size);
                self.played(&position, lines, size, random);
            }
        }
    }

    fn set_up(&self, given: &Given) -> Option<Position> {
        self.stands(given.clone()).map(|(position, _)| position)
    }

    /// Where an example with this beginning stands, and what has happened until then.
    fn stands(&self, given: Given) -> Option<(Position, Vec<Event>)> {
        let example = Example {
            title: String::new(),
            file: String::new(),
            line: 0,
            todo: false,
            reading: None,
            options: Vec::new(),
            given,
            plays: Vec::new(),
            results: Vec::new(),
        };
        Runner { engine: self.engine, rules: self.rules, example: &example }.stands()
    }

    /// A few seeds on the board, now and then with marks, gained holes and captured seeds.
    fn given(&self, start: &Position, random: &mut Stream) -> Given {
        let holes = self.rules.layout.hole_count();
        let most = 1 + self.rules.seeds.value.iter().max().copied().unwrap_or(4) as usize * 2;
        let mut board: Vec<Option<u32>> = vec![Some(0); holes];
        for _ in 0..2 + below(random, 5) {
            // Small numbers are more telling than large ones.
            let limit = 1 + below(random, most);
            let seeds = 1 + below(random, limit);
            if let Some(count) = board.get_mut(below(random, holes)) {
                *count = Some(seeds as u32);
            }
        }
        if below(random, 4) == 0 {
            // A lap without end needs gaps and seeds all round.
            let usual = [0, 0, 0, 0, 1, 1, 1, 1, 2, 3];
            board.iter_mut().for_each(|count| *count = usual.get(below(random, usual.len())).copied());
        }
        let mut given = Given { position: Some(board.clone()), ..Given::default() };
        given.to_move = Some(if below(random, 4) == 0 { Seat::North } else { Seat::South });
        if self.rules.remaining.value == Remaining::LastMover {
            given.last_mover = given.to_move.map(Seat::opponent);
        }
        let left: u64 = board.iter().map(|count| u64::from(count.unwrap_or(0))).sum();
        let beside = start.total().saturating_sub(left) as usize;
        if below(random, 3) == 0 {
            let south = below(random, beside + 1);
            given.captured = [south as u32, (beside - south) as u32];
        }
        let seat = |random: &mut Stream| if below(random, 2) == 0 { Seat::South } else { Seat::North };
        if !self.rules.marks.is_empty() {
            for _ in 0..below(random, 3) {
                let mark = MarkId(below(random, self.rules.marks.len()) as u8);
                let owner = seat(random);
                given.marks.push((owner, mark, Hole(below(random, holes) as u8)));
            }
        }
        let gains = self.rules.rounds.as_ref().is_some_and(|rounds| rounds.gain.is_some());
        if gains && below(random, 4) == 0 {
            let owner = seat(random);
            given.owners.push((owner, Hole(below(random, holes) as u8)));
            if below(random, 4) == 0 {
                // All but a hole of the other's.
                let theirs = self.rules.layout.owners[owner.opponent().index()];
                given.owners = theirs.iter().skip(1).map(|hole| (owner, hole)).collect();
            }
        }
        given
    }

    fn given_lines(&self, position: &Position) -> Vec<String> {
        // Against an empty board, so that everything is written.
        let mut empty = position.clone();
        empty.seeds.fill(u32::MAX);
        written::given(self.rules, &empty, position)
    }

    /// A rule that forbids a hole.
    fn refused(&mut self, position: &Position, given: &[String], size: usize) {
        if position.due != Due::Move {
            return;
        }
        let mut moves = Vec::new();
        self.engine.legal_moves(position, &mut moves);
        let starts: HoleSet = moves.iter().filter_map(|played| played.from()).collect();
        for hole in position.owned[position.to_move.index()].without(starts).iter() {
            if position.seeds.get(usize::from(hole.0)).is_none_or(|seeds| *seeds == 0) {
                continue;
            }
            let Some(clause) = self.engine.why_illegal(position, hole) else { continue };
            if !self.better(clause, size) {
                continue;
            }
            let words = self.rules.clauses.get(clause.index()).map_or("", |clause| clause.words.as_str());
            let mut lines = given.to_vec();
            lines.push(format!("{} to move", position.to_move));
            let name = hole_name(&self.rules.layout, hole);
            lines.push(format!("illegal move {name} because {words:?}"));
            self.keep(BTreeSet::from([clause]), size, lines);
        }
    }

    /// A move or a few, and what comes of the last.
    fn played(&mut self, start: &Position, mut lines: Vec<String>, mut size: usize, random: &mut Stream) {
        let most = if below(random, 2) == 0 { 1 } else { MOST_PLAYS };
        let mut position = start.clone();
        let mut moves = Vec::new();
        let mut events: Vec<Event> = Vec::new();
        for _ in 0..most {
            let before = position.clone();
            self.engine.legal_moves(&before, &mut moves);
            let Some(&played) = moves.get(below(random, moves.len())) else { return };
            events.clear();
            self.engine.play_legal(&mut position, played, &mut events);
            if events.len() > MOST_EVENTS {
                return;
            }
            lines.push(written::play(self.rules, &before, played, &moves));
            // The end of a round shows little of what led to it.
            size += 2 + events.len() / 8 + if position.round_over() { 12 } else { 0 };
            let fired = self.fired(&events);
            if !fired.iter().any(|clause| self.better(*clause, size)) {
                continue;
            }
            if let Some((lines, size)) = self.alone(&before, played, &fired) {
                self.keep(fired, size, lines);
                continue;
            }
            let mut lines = lines.clone();
            lines.extend(self.results(start, &position, &events));
            self.keep(fired, size, lines);
        }
    }

    /// The setting up of a round after another.
    fn next_round(&mut self, start: &Position, random: &mut Stream) {
        let total = start.total() as usize;
        let south = below(random, total + 1);
        let seeds = [south as u32, (total - south) as u32];
        let starter = if below(random, 4) == 0 { Seat::North } else { Seat::South };
        let given = Given { round_ended: Some(RoundEnded { seeds, starter }), ..Given::default() };
        let Some((mut position, mut events)) = self.stands(given) else { return };
        let began = if starter == Seat::North { ", North started" } else { "" };
        let mut lines =
            vec![format!("round ended with {} to South and {} to North{began}", seeds[0], seeds[1])];
        if let Due::Lot(_) = position.due {
            let to = if below(random, 2) == 0 { Seat::South } else { Seat::North };
            events.clear();
            self.engine.play_legal(&mut position, Move::Lot(to), &mut events);
            lines.push(format!("the lot falls to {to}"));
        }
        while position.due == Due::Closing {
            let mut moves = Vec::new();
            self.engine.legal_moves(&position, &mut moves);
            let Some(&played) = moves.get(below(random, moves.len())) else { return };
            lines.push(super::written::play(self.rules, &position, played, &moves));
            self.engine.play_legal(&mut position, played, &mut events);
        }
        // Round numbers of holes are easiest to check.
        let size = 100 + south.abs_diff(total / 2);
        let mut fired = self.fired(&events);
        if position.match_result.is_some() {
            // What was laid out before the end does not show.
            let until = self.rules.rounds.iter().flat_map(|rounds| &rounds.until);
            let until: BTreeSet<ClauseId> = until.map(|until| until.clause).collect();
            fired.retain(|clause| until.contains(clause));
        }
        if !fired.iter().any(|clause| self.better(*clause, size)) {
            return;
        }
        match position.match_result {
            Some(winner) => {
                lines.push("match ends".to_string());
                lines.extend(winner.map(|winner| format!("{winner} wins the match")));
            }
            None => {
                lines.push("becomes {".to_string());
                let layout = &self.rules.layout;
                lines
                    .extend(numbers(layout, &counts(layout, &position)).iter().map(|row| format!("  {row}")));
                lines.push("}".to_string());
                for seat in Seat::BOTH {
                    let gained = position.owned[seat.index()].without(layout.owners[seat.index()]);
                    lines.extend(
                        gained
                            .iter()
                            .map(|hole| format!("{seat} owns {}", written::named(self.rules, seat, hole))),
                    );
                    let stored = position.stored(seat, layout.hole_count());
                    if stored > 0 {
                        lines.push(format!("{seat} has {stored} in store"));
                    }
                }
                lines.push(format!("{} to move", position.to_move));
            }
        }
        self.keep(fired, size, lines);
    }

    /// A move that does not need those before it: an example that begins just before.
    fn alone(
        &self,
        before: &Position,
        played: Move,
        fired: &BTreeSet<ClauseId>,
    ) -> Option<(Vec<String>, usize)> {
        let layout = &self.rules.layout;
        let holes = layout.hole_count();
        let mut given = Given { position: Some(counts(layout, before)), ..Given::default() };
        given.captured = Seat::BOTH.map(|seat| before.stored(seat, holes));
        given.to_move = Some(before.to_move);
        given.last_mover = before.last_mover.filter(|_| self.rules.remaining.value == Remaining::LastMover);
        given.marks = before.marks.iter().map(|mark| (mark.owner, mark.mark, mark.hole)).collect();
        for seat in Seat::BOTH {
            let gained = before.owned[seat.index()].without(layout.owners[seat.index()]);
            given.owners.extend(gained.iter().map(|hole| (seat, hole)));
        }
        let mut position = self.set_up(&given)?;
        let mut moves = Vec::new();
        self.engine.legal_moves(&position, &mut moves);
        if !moves.contains(&played) {
            return None;
        }
        let start = position.clone();
        let mut events: Vec<Event> = Vec::new();
        self.engine.play_legal(&mut position, played, &mut events);
        if self.fired(&events) != *fired {
            return None;
        }
        let mut lines = self.given_lines(&start);
        lines.push(written::play(self.rules, &start, played, &moves));
        lines.extend(self.results(&start, &position, &events));
        let seeds: u32 = start.seeds.iter().take(holes).sum();
        Some((lines, seeds as usize + 4 * start.marks.len() + events.len() / 8))
    }

    fn results(&self, start: &Position, position: &Position, events: &[Event]) -> Vec<String> {
        let mut lines = written::results(self.rules, position, events, &written::Recorded::default());
        for marked in position.marks.iter().filter(|marked| !start.marks.contains(marked)) {
            let mark = self.rules.marks.get(usize::from(marked.mark.0));
            let mark = mark.map_or("mark", |mark| mark.name.as_str());
            let hole = written::named(self.rules, marked.owner, marked.hole);
            lines.push(format!("{} owns {mark} on {hole}", marked.owner));
        }
        lines
    }

    fn fired(&self, events: &[Event]) -> BTreeSet<ClauseId> {
        events.iter().map(|event| event.clause).filter(|clause| self.wanted.contains(clause)).collect()
    }

    fn better(&self, clause: ClauseId, size: usize) -> bool {
        self.wanted.contains(&clause) && self.best.get(&clause).is_none_or(|(best, _)| size < *best)
    }

    fn keep(&mut self, clauses: BTreeSet<ClauseId>, size: usize, lines: Vec<String>) {
        for clause in &clauses {
            if self.better(*clause, size) {
                let suggestion = Suggestion { clauses: clauses.clone(), lines: lines.clone() };
                self.best.insert(*clause, (size, suggestion));
            }
        }
    }
}
