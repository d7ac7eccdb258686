//! How the holes are filled for the next round, and which change hands or are closed.

use super::Reference;
use super::ending::more;
use super::setup::event;
use super::sowing::place_of_captures;
use crate::board::{ClauseId, Hole, HoleSet, Seat};
use crate::engine::{Event, Position, RoundResult, What};
use crate::rules::matches::{
    Contested, Equal, FillFrom, LayOut, LayOutKind, LayOutRest, Refill, RemainderFate,
};
use crate::rules::{Match, Rules, Stated};

/// A board being filled.
pub(super) struct Filling<'r> {
    rules: &'r Rules,
    rounds: &'r Match,
    result: RoundResult,
    lot: Option<Seat>,
    /// Holes that their owners have chosen to be closed.
    pub chosen: HoleSet,
    pub position: Position,
    pub events: Vec<Event>,
    /// Holes that each player has filled, and those of them on his own side.
    pub filled: [u32; 2],
    pub filled_own: [u32; 2],
    /// Does it depend on a lot that has not been drawn?
    pub lot_is_due: bool,
}

impl<'r> Filling<'r> {
    pub fn new(
        rules: &'r Rules,
        rounds: &'r Match,
        position: &Position,
        result: RoundResult,
        lot: Option<Seat>,
    ) -> Filling<'r> {
        Filling {
            rules,
            rounds,
            result,
            lot,
            chosen: HoleSet::EMPTY,
            position: position.clone(),
            events: Vec::new(),
            filled: [0; 2],
            filled_own: [0; 2],
            lot_is_due: false,
        }
    }

    /// Fills the board.
    pub fn fill(&mut self) {
        self.position.owned = self.rules.layout.owners.map(|owned| owned.without(self.chosen));
        self.position.closed = self.chosen;
        self.settle();
        if !self.rounds.poorer.is_empty() {
            self.lay_out();
            return;
        }
        if let Some(refill) = &self.rounds.refill {
            match refill.value {
                Refill::Each { seeds, from } => self.fill_each(seeds, from, refill.clause),
                Refill::AsAtTheStart => self.as_at_the_start(refill.clause),
            }
        }
    }

    /// Before anything is filled, debts are repaid: by a player whose remainder is large enough, or
    /// who has become the richer. Then remainders are given or lent, in the order of the file.
    fn settle(&mut self) {
        let rounds = self.rounds;
        let Some(full) = rounds.seeds_for_a_hole() else {
            return;
        };
        let lending = rounds.remainders.iter().find(|it| it.value.fate == RemainderFate::LentToPoorer);
        for debtor in Seat::BOTH {
            let debt = self.position.debts[debtor.index()];
            let can = self.has(debtor) % full >= debt || self.has(debtor) > self.has(debtor.opponent());
            if let (true, Some(lending)) = (debt > 0 && can, lending) {
                let repaid = self.hand_over(debtor, debt, lending.clause);
                self.position.debts[debtor.index()] = debt - repaid;
            }
        }
        let left_over = Seat::BOTH.map(|seat| self.has(seat) % full);
        for remainder in &rounds.remainders {
            for seat in Seat::BOTH {
                let (seeds, other) = (remainder.value.seeds, seat.opponent());
                if left_over[seat.index()] != seeds {
                    continue;
                }
                match remainder.value.fate {
                    RemainderFate::GivenToOpponent => {
                        self.hand_over(seat, seeds, remainder.clause);
                    }
                    RemainderFate::LentToPoorer if self.has(seat) > self.has(other) => {
                        self.position.debts[other.index()] += self.hand_over(seat, seeds, remainder.clause);
                    }
                    RemainderFate::LentToPoorer => {}
                }
            }
        }
    }

    /// A player gives the other so many of his seeds.
    fn hand_over(&mut self, by: Seat, seeds: u32, clause: ClauseId) -> u32 {
        let seeds = self.take(by, seeds);
        *place_of_captures(self.rules, &mut self.position, by.opponent()) += seeds;
        self.events.push(event(clause, What::Pay { by, seeds }));
        seeds
    }

    fn as_at_the_start(&mut self, clause: ClauseId) {
        let reference = Reference::new(self.rules);
        let start = reference.seeds_of_the_start();
        self.position.seeds.fill(0);
        self.position.pile = [0; 2];
        self.position.hand = [self.rules.hand.as_ref().map_or(0, |hand| hand.value); 2];
        self.position.debts = [0; 2];
        for hole in self.rules.layout.all_holes() {
            let seeds = start[hole.index()];
            if seeds > 0 {
                let by = self.rules.layout.row_owner(hole).unwrap_or(Seat::South);
                self.put(hole, seeds, by, clause);
            }
        }
    }

    /// Seeds that a player has beside the board or in his store.
    fn has(&self, seat: Seat) -> u32 {
        self.position.stored(seat, self.rules.layout.hole_count())
    }

    /// Takes seeds from what a player has, up to so many.
    fn take(&mut self, seat: Seat, seeds: u32) -> u32 {
        let place = place_of_captures(self.rules, &mut self.position, seat);
        let taken = seeds.min(*place);
        *place -= taken;
        taken
    }

    /// The holes of a side, or others, in the order in which their owner fills them.
    fn in_order(&self, seat: Seat, holes: HoleSet, from: FillFrom) -> Vec<Hole> {
        let layout = &self.rules.layout;
        let place = |hole: Hole| layout.naming(hole).map_or((0, 0), |it| (it.row, it.column));
        let mut order: Vec<Hole> = holes.iter().collect();
        let one_row = order.windows(2).all(|pair| place(pair[0]).0 == place(pair[1]).0);
        if one_row {
            order.sort_by_key(|&hole| place(hole).1);
            if seat == Seat::North {
                order.reverse();
            }
        } else {
            order = layout.along(&layout.path(&self.rules.play.path.value, seat), holes);
        }
        match from {
            FillFrom::Leftmost => {}
            FillFrom::Rightmost => order.reverse(),
        }
        order
    }

    /// The seeds of a player go into a hole.
    fn put(&mut self, hole: Hole, seeds: u32, by: Seat, clause: ClauseId) {
        self.position.seeds[hole.index()] += seeds;
        self.filled[by.index()] += 1;
        if self.rules.layout.sides[by.index()].contains(hole) {
            self.filled_own[by.index()] += 1;
        }
        self.events.push(event(clause, What::Fill { hole, seeds, by }));
    }

    /// A hole falls to the other player.
    fn change_hands(&mut self, hole: Hole, by: Seat, clause: ClauseId) {
        self.position.owned[by.opponent().index()].remove(hole);
        self.position.owned[by.index()].insert(hole);
        self.events.push(event(clause, What::Gain { hole, by }));
    }

    fn close(&mut self, hole: Hole, clause: ClauseId) {
        self.position.closed.insert(hole);
        for owned in &mut self.position.owned {
            owned.remove(hole);
        }
        self.events.push(event(clause, What::Close { hole }));
    }

    /// N in each own hole, out of own seeds; then what could not be filled.
    fn fill_each(&mut self, seeds: u32, from: FillFrom, clause: ClauseId) {
        let unfilled = Seat::BOTH.map(|seat| {
            let side = self.rules.layout.sides[seat.index()].without(self.chosen);
            let order = self.in_order(seat, side, from);
            order
                .into_iter()
                .filter(|&hole| {
                    let can = self.has(seat) >= seeds;
                    if can {
                        self.take(seat, seeds);
                        self.put(hole, seeds, seat, clause);
                    }
                    !can
                })
                .collect::<Vec<Hole>>()
        });
        for seat in Seat::BOTH {
            let unfilled = &unfilled[seat.index()];
            if let Some(gain) = &self.rounds.gain {
                self.give_away(seat, unfilled, seeds, (clause, gain.clause));
            } else if let Some(close) = &self.rounds.close {
                for &hole in unfilled {
                    self.close(hole, close.clause);
                }
            }
        }
    }

    /// What a player could not fill of his side falls to his opponent, as far as he can fill it;
    /// the hole that neither can fill alone is contested; the rest is closed.
    fn give_away(&mut self, seat: Seat, unfilled: &[Hole], seeds: u32, (refill, gain): (ClauseId, ClauseId)) {
        let opponent = seat.opponent();
        let Some((&first, rest)) = unfilled.split_first() else {
            return;
        };
        let needed = u64::from(seeds) * unfilled.len() as u64;
        let is_contested = self.has(seat) > 0 || u64::from(self.has(opponent)) < needed;
        let to_gain = if is_contested { rest } else { unfilled };
        let mut left = Vec::new();
        for &hole in to_gain.iter().rev() {
            if self.has(opponent) >= seeds {
                self.take(opponent, seeds);
                self.change_hands(hole, opponent, gain);
                self.put(hole, seeds, opponent, refill);
            } else {
                left.push(hole);
            }
        }
        left.reverse();
        let contested = self.rounds.contested.as_ref().map_or(gain, |it| it.clause);
        let close = self.rounds.close.as_ref().map_or(contested, |it| it.clause);
        if is_contested {
            self.contest(first, seat, seeds, close);
        }
        for hole in left {
            self.close(hole, close);
        }
    }

    /// The contested hole of a player's side.
    fn contest(&mut self, hole: Hole, side: Seat, seeds: u32, close: ClauseId) {
        let remainders = Seat::BOTH.map(|seat| self.has(seat));
        if u64::from(remainders[0]) + u64::from(remainders[1]) < u64::from(seeds) {
            self.close(hole, close);
            return;
        }
        let Some(contested) = &self.rounds.contested else {
            self.close(hole, close);
            return;
        };
        let (winner, clause) = match (contested.value, more(remainders), &self.rounds.equal) {
            (Contested::Nobody, _, _) => (None, contested.clause),
            (Contested::LargerRemainder, Some(larger), _) => (Some(larger), contested.clause),
            (Contested::LargerRemainder, None, None) => (None, contested.clause),
            (Contested::LargerRemainder, None, Some(equal)) => {
                let winner = match equal.value {
                    Equal::ByLot => {
                        self.lot_is_due |= self.lot.is_none();
                        self.lot
                    }
                    Equal::PoorerPlayer => more(self.result.totals).map(Seat::opponent),
                    Equal::Nobody => None,
                };
                (winner, equal.clause)
            }
        };
        let Some(winner) = winner else {
            self.close(hole, clause);
            return;
        };
        let own = self.take(winner, seeds);
        if own < seeds {
            let by = winner.opponent();
            let ceded = self.take(by, seeds - own);
            self.events.push(event(clause, What::Cede { by, seeds: ceded }));
        }
        if winner != side {
            self.change_hands(hole, winner, clause);
        }
        self.put(hole, seeds, winner, clause);
    }

    /// The poorer player lays out his seeds and the richer copies him, or lays out his own in the
    /// same way.
    fn lay_out(&mut self) {
        let richer = more(self.result.totals).unwrap_or(Seat::North);
        let poorer = richer.opponent();
        let rounds = self.rounds;
        let holding = self.has(poorer);
        let Some(way) = rounds.poorer.iter().find(|way| {
            let when = &way.value.when_holding;
            when.as_ref().is_none_or(|count| count.matches(holding))
        }) else {
            return;
        };
        let layout = self.lay_out_as(poorer, way);
        match &rounds.richer_copies {
            Some(copies) => {
                let own = self.rules.layout.owners[richer.index()];
                let path = self.rules.layout.path(&self.rules.play.path.value, richer);
                for hole in self.rules.layout.along(&path, own) {
                    let copied = layout.iter().find(|(other, _)| self.rules.layout.turned(*other) == hole);
                    let seeds = self.take(richer, copied.map_or(0, |&(_, seeds)| seeds));
                    if seeds > 0 {
                        self.put(hole, seeds, richer, copies.clause);
                    }
                }
            }
            None => {
                self.lay_out_as(richer, way);
            }
        }
        if let Some(close) = &rounds.close {
            for seat in Seat::BOTH {
                for hole in self.rules.layout.owners[seat.index()].iter() {
                    if self.position.seeds[hole.index()] == 0 {
                        self.close(hole, close.clause);
                    }
                }
            }
        }
    }

    /// A player lays out seeds along his own holes; what he put where.
    fn lay_out_as(&mut self, seat: Seat, way: &Stated<LayOut>) -> Vec<(Hole, u32)> {
        let layout = &self.rules.layout;
        let path = layout.path(&self.rules.play.path.value, seat);
        let mut holes = layout.along(&path, layout.owners[seat.index()]);
        let from = match way.value.how {
            LayOutKind::Each { from, .. } | LayOutKind::AsAtTheStart { from, .. } => from,
            LayOutKind::Evenly | LayOutKind::OneEach => FillFrom::Leftmost,
        };
        if from == FillFrom::Rightmost {
            holes.reverse();
        }
        let has = self.has(seat);
        let count = holes.len() as u32;
        let laid = match way.value.how {
            LayOutKind::Each { seeds, rest, .. } => {
                numbers_while_they_last(holes.iter().map(|_| seeds).collect(), has, rest)
            }
            LayOutKind::AsAtTheStart { rest, .. } => {
                let start = &self.rules.seeds.value;
                numbers_while_they_last(holes.iter().map(|hole| start[hole.index()]).collect(), has, rest)
            }
            LayOutKind::Evenly => {
                (0..count).map(|place| has / count + u32::from(place < has % count)).collect()
            }
            LayOutKind::OneEach => (0..count).map(|place| u32::from(place < has)).collect(),
        };
        let laid: Vec<(Hole, u32)> = holes.into_iter().zip(laid).filter(|&(_, seeds)| seeds > 0).collect();
        for &(hole, seeds) in &laid {
            self.take(seat, seeds);
            self.put(hole, seeds, seat, way.clause);
        }
        laid
    }
}

/// These numbers of seeds, one after the other, as long as whole ones can be laid; then the rest.
fn numbers_while_they_last(numbers: Vec<u32>, mut has: u32, rest: LayOutRest) -> Vec<u32> {
    let mut laid = Vec::new();
    let mut incomplete = false;
    for number in numbers {
        let seeds = match (incomplete, rest) {
            (false, _) if number <= has => number,
            (false, LayOutRest::InLastHole) => has,
            (_, LayOutRest::OneToAHole) => has.min(1),
            (_, LayOutRest::Kept) | (true, LayOutRest::InLastHole) => 0,
        };
        incomplete |= seeds < number;
        has -= seeds;
        laid.push(seeds);
    }
    laid
}
