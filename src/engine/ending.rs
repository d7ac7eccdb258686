//! After a move: ends, bonus moves, the end of the turn, repetition, players who cannot move,
//! and dealing out what is left when a round is over.

use super::event::{Event, Observer, What};
use super::legality::Repetition;
use super::moving::MoveEnd;
use super::position::{Due, Position, RoundResult};
use super::turn::Turn;
use crate::board::{ClauseId, Hole, Seat};
use crate::program::{Endless, Program, Remaining, Repeated, Stuck, Verdict, Win};

/// Why a round ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cause {
    pub(super) clause: ClauseId,
    /// Who wins, where the clause says it (`Some(None)`: a draw).
    pub(super) winner: Option<Option<Seat>>,
    /// The player who could not move, where that ended the round.
    pub(super) stuck: Option<Seat>,
}

impl Cause {
    const fn new(clause: ClauseId) -> Cause {
        Cause { clause, winner: None, stuck: None }
    }
}

impl Program {
    /// Ends, bonus move, end of turn, next player.
    pub(super) fn finish_move<'p, O: Observer>(
        &'p self,
        position: &mut Position,
        turn: &mut Turn<'p>,
        end: MoveEnd,
        observer: &mut O,
    ) {
        let mover = turn.mover;
        position.last_mover = Some(mover);
        match end {
            MoveEnd::Round(clause) => return self.end_round(position, Cause::new(clause), observer),
            MoveEnd::Endless => {
                let winner = match self.endless.value {
                    Endless::Loses => Some(Some(mover.opponent())),
                    Endless::Draw => Some(None),
                    Endless::EndsTurn | Endless::Forbidden => None,
                };
                if winner.is_some() {
                    let cause = Cause { winner, ..Cause::new(self.endless.clause) };
                    return self.end_round(position, cause, observer);
                }
            }
            MoveEnd::Turn | MoveEnd::Bonus(_) => {}
        }
        if let Some(cause) = self.end_holds(position, turn, false, Repetition::Counts) {
            return self.end_round(position, cause, observer);
        }
        if let MoveEnd::Bonus(holes) = end {
            if turn.changed_for_good() {
                position.history.clear();
            }
            position.bonus = Some(holes);
            position.due = Due::Move;
            let repeated = position.record_or_repeat();
            if self.has_move(position, Repetition::Counts) {
                if repeated {
                    self.end_by_repetition(position, observer);
                }
                return;
            }
            if !repeated {
                position.history.forget_latest();
            }
            position.bonus = None;
        }
        if turn.play.end_of_turn.is_some() {
            turn.end_of_turn(position, observer);
            if let Some(cause) = self.end_holds(position, turn, false, Repetition::Counts) {
                return self.end_round(position, cause, observer);
            }
        }
        position.turns[mover.index()] += 1;
        position.to_move = mover.opponent();
        self.next_turn(position, mover, turn.changed_for_good(), observer);
    }

    /// A player passes.
    pub(super) fn pass<O: Observer>(&self, position: &mut Position, observer: &mut O) {
        let by = position.to_move;
        let clause = self.stuck_clause();
        observer.event(Event { clause, what: What::Pass { by } });
        position.turns[by.index()] += 1;
        position.to_move = by.opponent();
        position.bonus = None;
        self.next_turn(position, by, false, observer);
    }

    fn stuck_clause(&self) -> ClauseId {
        match (&self.stuck, self.ends.first()) {
            (Some(stuck), _) => stuck.clause,
            (None, Some(end)) => end.clause,
            (None, None) => self.repeated.clause,
        }
    }

    /// The next player is due: repetition, ends, a player who cannot move.
    pub(super) fn next_turn<O: Observer>(
        &self,
        position: &mut Position,
        mover: Seat,
        changed: bool,
        observer: &mut O,
    ) {
        position.due = Due::Move;
        position.bonus = None;
        if changed {
            position.history.clear();
        }
        // Where repetition is forbidden, only a pass can bring a position back, and it may.
        if position.record_or_repeat() && self.repeated.value != Repeated::Forbidden {
            return self.end_by_repetition(position, observer);
        }
        self.begin_turn(position, mover, observer);
    }

    fn end_by_repetition<O: Observer>(&self, position: &mut Position, observer: &mut O) {
        position.repetitions += 1;
        let winner = match self.repeated.value {
            Repeated::Draw => Some(None),
            Repeated::EndsRound | Repeated::Forbidden => None,
        };
        let cause = Cause { winner, ..Cause::new(self.repeated.clause) };
        self.end_round(position, cause, observer);
    }

    /// The player to move is due: ends that speak of him, then what a stuck player does.
    fn begin_turn<O: Observer>(&self, position: &mut Position, mover: Seat, observer: &mut O) {
        let mut turn = self.blank_turn(mover);
        if let Some(cause) = self.end_holds(position, &mut turn, true, Repetition::Counts) {
            return self.end_round(position, cause, observer);
        }
        if self.has_move(position, Repetition::Counts) {
            return;
        }
        if let Some(stuck) = &self.stuck
            && let Stuck::Refills(each) = stuck.value
        {
            self.refill_stuck(position, each, stuck.clause, observer);
            if self.has_move(position, Repetition::Counts) {
                return;
            }
        }
        if !self.could_move(position, position.to_move.opponent(), Repetition::Counts) {
            self.end_round(position, Cause::new(self.stuck_clause()), observer);
        }
    }

    fn refill_stuck<O: Observer>(
        &self,
        position: &mut Position,
        each: u32,
        clause: ClauseId,
        observer: &mut O,
    ) {
        let player = position.to_move;
        let own = position.owned[player.index()].without(position.closed);
        for hole in self.plays[0][player.index()].path.iter().filter(|hole| own.contains(**hole)) {
            let captured = self.captures_of(position, player);
            if each == 0 || *captured < each {
                return;
            }
            *captured -= each;
            position.seeds[hole.index()] += each;
            observer.event(Event { clause, what: What::Refill { hole: *hole, seeds: each } });
        }
    }

    /// The first end condition that holds.
    pub(super) fn end_holds(
        &self,
        position: &Position,
        turn: &mut Turn,
        about_player_to_move: bool,
        repetition: Repetition,
    ) -> Option<Cause> {
        // They are about no hole in particular.
        let this = turn.this.take();
        turn.ends_asked = Some(repetition);
        let cause = self.first_end(position, turn, about_player_to_move, repetition);
        turn.ends_asked = None;
        turn.this = this;
        cause
    }

    fn first_end(
        &self,
        position: &Position,
        turn: &Turn,
        about_player_to_move: bool,
        repetition: Repetition,
    ) -> Option<Cause> {
        self.ends.iter().filter(|end| end.about_player_to_move == about_player_to_move).find_map(|end| {
            let mut holding = end.cases[turn.mover.index()]
                .iter()
                .filter(|(_, test)| turn.test(test, position))
                .map(|(who, _)| who.and_then(|who| turn.seat(who, position)));
            let first = holding.next()?;
            let both = holding.next().is_some();
            let winner = end.verdict.map(|verdict| {
                if both && end.both_is_draw {
                    return None;
                }
                first.map(|that| match verdict {
                    Verdict::Wins => that,
                    Verdict::Loses => that.opponent(),
                })
            });
            let stuck = (about_player_to_move
                && !self.has_move(position, repetition)
                && self.could_move(position, position.to_move.opponent(), repetition))
            .then_some(position.to_move);
            Some(Cause { clause: end.clause, winner, stuck })
        })
    }

    /// Deals out what is left and declares the result.
    pub(super) fn end_round<O: Observer>(&self, position: &mut Position, cause: Cause, observer: &mut O) {
        observer.event(Event { clause: cause.clause, what: What::RoundEnds });
        position.bonus = None;
        self.deal_out(position, cause, observer);
        let totals = Seat::BOTH.map(|seat| position.stored(seat, self.holes));
        let winner = cause.winner.unwrap_or_else(|| self.winner(position, totals));
        let clause = match (&self.win, cause.winner) {
            (Some(win), None) => win.clause,
            (Some(_), Some(_)) | (None, _) => cause.clause,
        };
        observer.event(Event { clause, what: What::RoundResult { totals, winner } });
        position.round_result = Some(RoundResult { totals, winner, clause: cause.clause });
        match winner {
            None => position.streak = None,
            Some(seat) => {
                position.wins[seat.index()] += 1;
                let before = position.streak.filter(|(of, _)| *of == seat).map_or(0, |(_, rounds)| rounds);
                position.streak = Some((seat, before + 1));
            }
        }
        if self.rounds.is_some() {
            position.due = Due::NextRound;
        } else {
            position.due = Due::Nothing;
            position.match_result = Some(winner);
        }
    }

    fn winner(&self, position: &Position, totals: [u32; 2]) -> Option<Seat> {
        let scores = match self.win.as_ref().map(|win| win.value) {
            None => return None,
            Some(Win::MostSeeds) => totals,
            Some(Win::MostMarkedHoles) => Seat::BOTH
                .map(|seat| position.marks.iter().filter(|marked| marked.owner == seat).count() as u32),
        };
        match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Greater => Some(Seat::South),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Seat::North),
        }
    }

    fn deal_out<O: Observer>(&self, position: &mut Position, cause: Cause, observer: &mut O) {
        let to_all = self.receiver(position, cause);
        let left: u32 = self.unmarked(position).iter().map(|hole| position.seeds[hole.index()]).sum();
        // Shares still to be dealt where each player gets half.
        let mut halves = [left / 2; 2];
        for hole in (0..self.holes as u8).map(Hole) {
            let seeds = position.seeds[hole.index()];
            if seeds == 0 {
                continue;
            }
            if let Some(marked) = position.mark_on(hole) {
                let clause = self.marks[marked.mark.0 as usize].at_end.clause;
                if let Some(to) = self.mark_counts_for(marked) {
                    self.deal(position, hole, to, seeds, clause, observer);
                }
                continue;
            }
            let clause = self.remaining.clause;
            match to_all {
                Receiver::Player(to) => self.deal(position, hole, to, seeds, clause, observer),
                Receiver::RowOwner => {
                    if let Some(to) = self.row_owner(hole) {
                        self.deal(position, hole, to, seeds, clause, observer);
                    }
                }
                Receiver::HoleOwner => {
                    if let Some(to) = super::test::hole_owner(position, hole) {
                        self.deal(position, hole, to, seeds, clause, observer);
                    }
                }
                Receiver::Half => {
                    for to in Seat::BOTH {
                        let share = halves[to.index()].min(position.seeds[hole.index()]);
                        if share > 0 {
                            halves[to.index()] -= share;
                            self.deal(position, hole, to, share, clause, observer);
                        }
                    }
                }
                Receiver::Nobody => {
                    observer.event(Event { clause, what: What::LeftOver { hole, seeds } });
                }
            }
        }
    }

    fn deal<O: Observer>(
        &self,
        position: &mut Position,
        hole: Hole,
        to: Seat,
        seeds: u32,
        clause: ClauseId,
        observer: &mut O,
    ) {
        position.seeds[hole.index()] -= seeds;
        self.pay(position, to, seeds);
        observer.event(Event { clause, what: What::Remaining { to, hole, seeds } });
    }

    /// Who gets the seeds of unmarked holes. Where the one who is named does not exist, each row
    /// owner gets his own.
    fn receiver(&self, position: &Position, cause: Cause) -> Receiver {
        let one = |seat: Option<Seat>| seat.map_or(Receiver::RowOwner, Receiver::Player);
        match self.remaining.value {
            Remaining::RowOwner => Receiver::RowOwner,
            Remaining::HoleOwner => Receiver::HoleOwner,
            Remaining::OpponentOfStuck => one(cause.stuck.map(Seat::opponent)),
            Remaining::LastMover => one(position.last_mover),
            Remaining::PlayerWithSeeds => {
                let mut with_seeds =
                    Seat::BOTH.into_iter().filter(|seat| !self.has_no_seeds(position, *seat));
                match (with_seeds.next(), with_seeds.next()) {
                    (Some(only), None) => Receiver::Player(only),
                    (None | Some(_), _) => Receiver::RowOwner,
                }
            }
            Remaining::Starter => Receiver::Player(position.starter),
            Remaining::Half => Receiver::Half,
            Remaining::NextRound | Remaining::Nobody => Receiver::Nobody,
        }
    }
}

/// Who gets the seeds left in unmarked holes.
#[derive(Debug, Clone, Copy)]
enum Receiver {
    Player(Seat),
    RowOwner,
    HoleOwner,
    Half,
    Nobody,
}
