//! The first position, and what is due when a round begins.

use super::Reference;
use super::marks::set_mark;
use crate::board::{ClauseId, HoleSet, MarkId, Seat};
use crate::engine::{Due, Event, History, LotFor, Move, Position, What};
use crate::rules::Starter;

/// One event.
pub(super) fn event(clause: ClauseId, what: What) -> Event {
    Event { clause, what }
}

impl Reference<'_> {
    /// The first round, ready to play unless a lot decides who starts.
    pub(super) fn first_position(&self) -> Position {
        let hand = self.rules.hand.as_ref().map_or(0, |hand| hand.value);
        let position = Position {
            seeds: self.seeds_of_the_start(),
            pile: [0; 2],
            hand: [hand; 2],
            owned: self.rules.layout.owners,
            closed: HoleSet::EMPTY,
            marks: Vec::new(),
            marked: HoleSet::EMPTY,
            marks_made: 0,
            lifted: HoleSet::EMPTY,
            frames_begun: [0; 2],
            turns: [0; 2],
            moves_without_capture: 0,
            to_move: Seat::South,
            due: Due::Lot(LotFor::Starter),
            bonus: None,
            last_mover: None,
            bound: [None; 2],
            lone_seed: None,
            starter: Seat::South,
            round: 1,
            rounds_unplayed: 0,
            wins: [0; 2],
            streak: None,
            closing: [0; 2],
            debts: [0; 2],
            round_result: None,
            match_result: None,
            captures: 0,
            endless_sowings: 0,
            repetitions: 0,
            history: History::default(),
        };
        match self.rules.starter.value {
            Starter::Seat(seat) => self.begin_round(position, seat, &mut Vec::new()),
            Starter::ByAgreement => self.begin_round(position, Seat::South, &mut Vec::new()),
            Starter::ByLot => position,
        }
    }

    /// Seeds at every stop at the start of the first round; stores are empty.
    pub(super) fn seeds_of_the_start(&self) -> Vec<u32> {
        let mut seeds = self.rules.seeds.value.clone();
        seeds.resize(self.rules.layout.stop_count(), 0);
        seeds
    }

    /// Forgets all that clauses can look back on within a round.
    fn forget_the_round(&self, position: &mut Position) {
        position.marks.clear();
        position.marked = HoleSet::EMPTY;
        position.marks_made = 0;
        position.lifted = HoleSet::EMPTY;
        position.frames_begun = [0; 2];
        position.turns = [0; 2];
        position.moves_without_capture = 0;
        position.bonus = None;
        position.last_mover = None;
        position.bound = [None; 2];
        position.lone_seed = None;
        position.history.clear();
    }

    /// Marks the holes that bear a mark from the start, unless they are closed.
    fn place_first_marks(&self, position: &mut Position) {
        for (number, mark) in self.rules.marks.iter().enumerate() {
            let Some(region) = &mark.starts_on else {
                continue;
            };
            for seat in Seat::BOTH {
                let path = self.rules.layout.path(&self.rules.play.path.value, seat);
                for hole in self.rules.layout.region(&region.value, seat, &path) {
                    if !position.closed.contains(hole) {
                        set_mark(position, hole, MarkId(number as u8), seat);
                    }
                }
            }
        }
    }

    /// Begins a round whose board is set up: who starts, and what is due first.
    pub(super) fn begin_round(
        &self,
        mut position: Position,
        starter: Seat,
        events: &mut Vec<Event>,
    ) -> Position {
        if position.round_result.take().is_some() {
            position.round += 1;
        }
        position.rounds_unplayed += 1;
        self.forget_the_round(&mut position);
        self.place_first_marks(&mut position);
        position.starter = starter;
        position.to_move = starter;
        events.push(event(
            self.starter_clause(&position),
            What::RoundBegins { round: position.round, starter },
        ));
        position.due = Due::Race;
        if self.rules.race.is_some() && !self.race_starts(&position).is_empty() {
            return position;
        }
        self.opening_or_move(position, events)
    }

    /// The clause on who starts this round.
    fn starter_clause(&self, position: &Position) -> ClauseId {
        match &self.rules.rounds {
            Some(rounds) if position.round > 1 => rounds.starter.clause,
            _ => self.rules.starter.clause,
        }
    }

    /// With the race out of the way: the opening is due, or where there is none (or it does not
    /// fit this board) a move.
    pub(super) fn opening_or_move(&self, mut position: Position, events: &mut Vec<Event>) -> Position {
        position.due = Due::Opening;
        if !self.scripts_that_fit(&position).is_empty() {
            return position;
        }
        self.record(&mut position, false);
        let starter = position.to_move;
        self.player_is_due(position, starter, events)
    }

    /// A lot has fallen.
    pub(super) fn play_lot(&self, position: &Position, to: Seat, events: &mut Vec<Event>) -> Position {
        match position.due {
            Due::Lot(LotFor::Starter) => {
                // The round that the lot is for is counted only when it begins.
                let clause = match (&self.rules.rounds, position.round_result) {
                    (Some(rounds), Some(_)) => rounds.starter.clause,
                    _ => self.rules.starter.clause,
                };
                events.push(event(clause, What::Lot { to }));
                self.begin_round(position.clone(), to, events)
            }
            Due::Lot(LotFor::ContestedHole) => {
                let equal = self.rules.rounds.as_ref().and_then(|it| it.equal.as_ref());
                let clause = equal.map_or(self.rules.starter.clause, |equal| equal.clause);
                events.push(event(clause, What::Lot { to }));
                self.following_round(position, Some(to), events)
            }
            Due::Move | Due::Opening | Due::Race | Due::Closing | Due::NextRound | Due::Nothing => {
                position.clone()
            }
        }
    }

    /// What is legal: moves, scripts, races or lots, as is due.
    pub(super) fn moves_due(&self, position: &Position) -> Vec<Move> {
        let mut moves = match position.due {
            Due::Move => {
                let legal = self.legal_sowings(position, true);
                if legal.is_empty() { vec![Move::Pass] } else { legal }
            }
            Due::Opening => self
                .scripts_that_fit(position)
                .into_iter()
                .map(|script| Move::Opening(script as u8))
                .collect(),
            Due::Race => self.race_starts(position),
            Due::Closing => {
                let side = self.rules.layout.sides[position.to_move.index()];
                side.without(position.closed).iter().map(Move::Close).collect()
            }
            Due::Lot(LotFor::Starter | LotFor::ContestedHole) => Seat::BOTH.map(Move::Lot).to_vec(),
            Due::NextRound | Due::Nothing => Vec::new(),
        };
        moves.sort_unstable();
        moves
    }
}
