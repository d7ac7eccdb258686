//! From one round of a match to the next, or to its end.

use super::Reference;
use super::ending::more;
use super::filling::Filling;
use super::setup::event;
use super::turn::winner_by;
use crate::board::{ClauseId, Hole, HoleSet, Seat};
use crate::engine::{Due, Event, LotFor, Position, RoundResult, UNPLAYED_ROUNDS, What};
use crate::rules::matches::NextStarter;
use crate::rules::{Match, Until, Verdict};

impl Reference<'_> {
    /// Sets up the next round. `lot`: to whom the contested hole falls, once that has been drawn.
    pub(super) fn following_round(
        &self,
        position: &Position,
        lot: Option<Seat>,
        events: &mut Vec<Event>,
    ) -> Position {
        let is_due = matches!(position.due, Due::NextRound | Due::Closing | Due::Lot(LotFor::ContestedHole));
        let (Some(rounds), Some(result), true) = (&self.rules.rounds, position.round_result, is_due) else {
            return position.clone();
        };
        if let Some((clause, winner)) = ended_before_filling(rounds, position, result) {
            return end_match(position.clone(), clause, winner, events);
        }
        // The match would go on so for ever.
        if position.rounds_unplayed >= UNPLAYED_ROUNDS {
            return end_match(position.clone(), rounds.clause, more(result.totals), events);
        }
        let mut filling = Filling::new(self.rules, rounds, position, result, lot);
        if position.due == Due::Closing {
            filling.chosen = position.closed;
        }
        filling.fill();
        if filling.lot_is_due {
            // Nothing of it holds until the lot has fallen.
            let mut waiting = position.clone();
            waiting.due = Due::Lot(LotFor::ContestedHole);
            return waiting;
        }
        let ended = self.ended_after_filling(rounds, &filling);
        if ended.is_none()
            && let Some(waiting) = self.owners_choose(rounds, position, filling.position.closed)
        {
            return waiting;
        }
        events.append(&mut filling.events);
        if let Some((clause, winner)) = ended {
            return end_match(filling.position, clause, winner, events);
        }
        let mut position = filling.position;
        match next_starter(rounds.starter.value, &position, result) {
            Some(starter) => self.begin_round(position, starter, events),
            None => {
                position.due = Due::Lot(LotFor::Starter);
                position
            }
        }
    }

    /// Where the owners choose which of their holes are closed, that comes before the filling: each
    /// closes as many as he could not fill, unless he can fill none at all.
    fn owners_choose(&self, rounds: &Match, position: &Position, unfilled: HoleSet) -> Option<Position> {
        let chosen = rounds.close.as_ref().is_some_and(|close| close.value.chosen_by_owner);
        if !chosen || position.due == Due::Closing {
            return None;
        }
        let mut waiting = position.clone();
        for seat in Seat::BOTH {
            let side = self.rules.layout.sides[seat.index()];
            let closed = side.iter().filter(|&hole| unfilled.contains(hole)).count();
            waiting.closing[seat.index()] = if closed < side.len() { closed as u32 } else { 0 };
        }
        waiting.to_move = next_to_close(&waiting)?;
        waiting.due = Due::Closing;
        waiting.closed = HoleSet::EMPTY;
        waiting.owned = self.rules.layout.owners;
        Some(waiting)
    }

    /// A player has chosen a hole of his to be closed.
    pub(super) fn close_hole(&self, position: &Position, hole: Hole, events: &mut Vec<Event>) -> Position {
        let Some(close) = self.rules.rounds.as_ref().and_then(|rounds| rounds.close.as_ref()) else {
            return position.clone();
        };
        let mut next = position.clone();
        let seat = position.to_move.index();
        next.closed.insert(hole);
        next.owned[seat].remove(hole);
        next.closing[seat] -= 1;
        events.push(event(close.clause, What::Close { hole }));
        match next_to_close(&next) {
            Some(seat) => {
                next.to_move = seat;
                next
            }
            None => self.following_round(&next, None, events),
        }
    }

    /// What ends the match by how the holes could be filled, and who has won it.
    fn ended_after_filling(&self, rounds: &Match, filling: &Filling) -> Option<(ClauseId, Option<Seat>)> {
        let position = &filling.position;
        let owns = |seat: Seat| position.owned[seat.index()].len();
        rounds.until.iter().find_map(|until| {
            let (verdict, players) = match until.value {
                Until::OwnsEveryHole => {
                    (Verdict::Wins, those(|seat| owns(seat) > 0 && owns(seat.opponent()) == 0))
                }
                Until::OwnsNoHole => (Verdict::Loses, those(|seat| owns(seat) == 0)),
                Until::CannotFillOne => (Verdict::Loses, those(|seat| filling.filled[seat.index()] == 0)),
                Until::CannotFillAll => (
                    Verdict::Loses,
                    those(|seat| {
                        let side = self.rules.layout.sides[seat.index()].len();
                        (filling.filled_own[seat.index()] as usize) < side
                    }),
                ),
                Until::FillsFewerThan(least) => {
                    (Verdict::Loses, those(|seat| filling.filled[seat.index()] < least))
                }
                Until::HasEverySeed
                | Until::HasAtMost(_)
                | Until::WinsRounds { .. }
                | Until::RoundsPlayed(_) => return None,
            };
            (!players.is_empty()).then(|| (until.clause, winner_by(verdict, &players)))
        })
    }
}

/// Who has to choose a hole to be closed, South first.
fn next_to_close(position: &Position) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| position.closing[seat.index()] > 0)
}

/// The players of whom something is true.
fn those(is_so: impl Fn(Seat) -> bool) -> Vec<Seat> {
    Seat::BOTH.into_iter().filter(|&seat| is_so(seat)).collect()
}

/// What ends the match by the result of the round, and who has won it.
fn ended_before_filling(
    rounds: &Match,
    position: &Position,
    result: RoundResult,
) -> Option<(ClauseId, Option<Seat>)> {
    let has = |seat: Seat| result.totals[seat.index()];
    rounds.until.iter().find_map(|until| {
        let (verdict, players) = match until.value {
            Until::HasEverySeed => {
                (Verdict::Wins, those(|seat| has(seat) > 0 && u64::from(has(seat)) == position.total()))
            }
            Until::HasAtMost(most) => (Verdict::Loses, those(|seat| has(seat) <= most)),
            Until::RoundsPlayed(rounds) if position.round < rounds => return None,
            Until::RoundsPlayed(_) => (Verdict::Wins, those(|seat| has(seat) >= has(seat.opponent()))),
            Until::WinsRounds { rounds, in_a_row } => (
                Verdict::Wins,
                those(|seat| match position.streak {
                    _ if !in_a_row => position.wins[seat.index()] >= rounds,
                    Some((of, length)) => of == seat && length >= rounds,
                    None => false,
                }),
            ),
            Until::OwnsEveryHole
            | Until::OwnsNoHole
            | Until::CannotFillOne
            | Until::CannotFillAll
            | Until::FillsFewerThan(_) => return None,
        };
        (!players.is_empty()).then(|| (until.clause, winner_by(verdict, &players)))
    })
}

fn end_match(
    mut position: Position,
    clause: ClauseId,
    winner: Option<Seat>,
    events: &mut Vec<Event>,
) -> Position {
    events.push(event(clause, What::MatchEnds { winner }));
    position.due = Due::Nothing;
    position.match_result = Some(winner);
    position
}

/// Who starts the next round; `None`: a lot decides.
fn next_starter(rule: NextStarter, position: &Position, result: RoundResult) -> Option<Seat> {
    let second = position.starter.opponent();
    match rule {
        NextStarter::Alternates => Some(second),
        NextStarter::Loser => Some(result.winner.map_or(second, Seat::opponent)),
        NextStarter::Winner => Some(result.winner.unwrap_or(second)),
        NextStarter::ByLot => None,
        NextStarter::South => Some(Seat::South),
        NextStarter::PoorerPlayer => Some(more(result.totals).map_or(second, Seat::opponent)),
    }
}
