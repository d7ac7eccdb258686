//! Rounds: the first board, and how a round's result becomes the next one's.

use super::UNPLAYED_ROUNDS;
use super::event::{Event, Observer, What};
use super::position::{Due, History, LotFor, MarkedHole, Position};
use crate::board::{ClauseId, Hole, HoleSet, MarkId, Seat};
use crate::program::{
    Contested, Equal, FillFrom, LayOut, LayOutKind, LayOutRest, Match, NextStarter, Program, Refill,
    RemainderFate, Starter, Stated, Until,
};

impl Program {
    /// The position at the start of a match.
    pub(super) fn first_round(&self) -> Position {
        let mut position = Position {
            seeds: self.seeds.clone(),
            pile: [0; 2],
            hand: [0; 2],
            owned: self.owners,
            closed: HoleSet::EMPTY,
            marks: Vec::new(),
            marked: HoleSet::EMPTY,
            marks_made: 0,
            lifted: HoleSet::EMPTY,
            frames_begun: [0; 2],
            turns: [0; 2],
            moves_without_capture: 0,
            to_move: Seat::South,
            due: Due::Move,
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
        match self.starter.value {
            Starter::Seat(seat) => self.begin_round(&mut position, seat, self.starter.clause, &mut ()),
            Starter::ByAgreement => {
                self.begin_round(&mut position, Seat::South, self.starter.clause, &mut ())
            }
            Starter::ByLot => position.due = Due::Lot(LotFor::Starter),
        }
        position
    }

    /// The board is filled: marks that are there from the start, opening or race, first player.
    fn begin_round<O: Observer>(
        &self,
        position: &mut Position,
        starter: Seat,
        clause: ClauseId,
        observer: &mut O,
    ) {
        if position.round_result.take().is_some() {
            position.round += 1;
        }
        position.rounds_unplayed += 1;
        position.starter = starter;
        position.to_move = starter;
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
        observer.event(Event { clause, what: What::RoundBegins { round: position.round, starter } });
        for (index, mark) in self.marks.iter().enumerate() {
            for owner in Seat::BOTH {
                for hole in mark.starts_on[owner.index()].without(position.closed).iter() {
                    let mark = MarkId(index as u8);
                    position.marks.push(MarkedHole { hole, mark, owner, visited: false });
                    position.marked.insert(hole);
                }
            }
        }
        let race = !self.race_starts(position).iter().any(|starts| starts.is_empty());
        self.after_set_up(position, race, observer);
    }

    /// What comes first in a round: race, opening or move.
    pub(super) fn after_set_up<O: Observer>(&self, position: &mut Position, race: bool, observer: &mut O) {
        if race {
            position.due = Due::Race;
        } else if !self.scripts_that_fit(position).is_empty() {
            position.due = Due::Opening;
        } else {
            self.next_turn(position, position.to_move, true, observer);
        }
    }

    /// A lot has fallen to a player.
    pub(super) fn draw_lot<O: Observer>(&self, position: &mut Position, to: Seat, observer: &mut O) {
        match position.due {
            Due::Lot(LotFor::Starter) => {
                let clause = match (&self.rounds, position.round_result) {
                    (Some(rounds), Some(_)) => rounds.starter.clause,
                    _ => self.starter.clause,
                };
                observer.event(Event { clause, what: What::Lot { to } });
                self.begin_round(position, to, clause, observer);
            }
            Due::Lot(LotFor::ContestedHole) => {
                let equal = self.rounds.as_ref().and_then(|rounds| rounds.equal.as_ref());
                let clause = equal.map_or(self.starter.clause, |equal| equal.clause);
                observer.event(Event { clause, what: What::Lot { to } });
                self.set_up_round(position, Some(to), observer);
            }
            Due::Move | Due::Opening | Due::Race | Due::Closing | Due::NextRound | Due::Nothing => {}
        }
    }

    /// A player has chosen a hole of his to be closed. When nobody has to choose any more, the
    /// round is set up.
    pub(super) fn choose_closed<O: Observer>(&self, position: &mut Position, hole: Hole, observer: &mut O) {
        let Some(close) = self.rounds.as_ref().and_then(|rounds| rounds.close.as_ref()) else { return };
        let seat = position.to_move;
        position.closed.insert(hole);
        position.owned[seat.index()].remove(hole);
        position.closing[seat.index()] = position.closing[seat.index()].saturating_sub(1);
        observer.event(Event { clause: close.clause, what: What::Close { hole } });
        match who_closes(position.closing) {
            Some(next) => position.to_move = next,
            None => self.set_up_round(position, None, observer),
        }
    }

    /// How many holes each player has to choose to be closed: those that he cannot fill, if he can
    /// fill any.
    fn holes_to_choose(&self, rounds: &Match, closed: HoleSet) -> [u32; 2] {
        if !rounds.close.as_ref().is_some_and(|close| close.value.chosen_by_owner) {
            return [0; 2];
        }
        self.sides.map(|side| {
            let unfilled = closed.intersection(side).len();
            if unfilled < side.len() { unfilled as u32 } else { 0 }
        })
    }

    /// Sets up the next round, or ends the match. `lot`: to whom the contested hole has fallen.
    pub(super) fn set_up_round<O: Observer>(
        &self,
        position: &mut Position,
        lot: Option<Seat>,
        observer: &mut O,
    ) {
        let Some(rounds) = &self.rounds else { return };
        let totals = Seat::BOTH.map(|seat| position.stored(seat, self.holes));
        if let Some((clause, winner)) = self.match_over_before(position, rounds, totals) {
            return end_match(position, clause, winner, observer);
        }
        if position.rounds_unplayed >= UNPLAYED_ROUNDS {
            let winner = match totals[0].cmp(&totals[1]) {
                std::cmp::Ordering::Greater => Some(Seat::South),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(Seat::North),
            };
            return end_match(position, rounds.clause, winner, observer);
        }
        let chosen = (position.due == Due::Closing).then_some(position.closed);
        let mut filling = Filling::new(self, position, rounds, totals, lot);
        filling.keep_closed(chosen.unwrap_or(HoleSet::EMPTY));
        if !filling.fill() {
            position.due = Due::Lot(LotFor::ContestedHole);
            return;
        }
        let over = self.match_over_after(&filling.owned, rounds, filling.filled, filling.filled_own);
        let to_choose = self.holes_to_choose(rounds, filling.closed);
        if let (None, None, Some(first)) = (&over, chosen, who_closes(to_choose)) {
            position.closing = to_choose;
            position.closed = HoleSet::EMPTY;
            position.owned = self.owners;
            position.to_move = first;
            position.due = Due::Closing;
            return;
        }
        filling.events.iter().for_each(|event| observer.event(*event));
        let Filling { seeds, purse, debts, owned, closed, .. } = filling;
        position.debts = debts;
        position.seeds = seeds;
        position.pile = [0; 2];
        for seat in Seat::BOTH {
            self.pay(position, seat, purse[seat.index()]);
        }
        position.owned = owned;
        position.closed = closed;
        if let Some((clause, winner)) = over {
            return end_match(position, clause, winner, observer);
        }
        let clause = rounds.starter.clause;
        let alternate = position.starter.opponent();
        let winner = position.round_result.and_then(|result| result.winner);
        let starter = match rounds.starter.value {
            NextStarter::Alternates => alternate,
            NextStarter::Loser => winner.map_or(alternate, Seat::opponent),
            NextStarter::Winner => winner.unwrap_or(alternate),
            NextStarter::South => Seat::South,
            NextStarter::PoorerPlayer => match totals[0].cmp(&totals[1]) {
                std::cmp::Ordering::Less => Seat::South,
                std::cmp::Ordering::Equal => alternate,
                std::cmp::Ordering::Greater => Seat::North,
            },
            NextStarter::ByLot => {
                position.due = Due::Lot(LotFor::Starter);
                return;
            }
        };
        self.begin_round(position, starter, clause, observer);
    }

    /// Lines on what a player has, asked before filling.
    fn match_over_before(
        &self,
        position: &Position,
        rounds: &Match,
        totals: [u32; 2],
    ) -> Option<(ClauseId, Option<Seat>)> {
        rounds.until.iter().find_map(|until| {
            let holds = |seat: Seat| match until.value {
                Until::HasEverySeed => {
                    totals[seat.index()] > 0 && u64::from(totals[seat.index()]) == position.total()
                }
                Until::HasAtMost(most) => totals[seat.index()] <= most,
                Until::RoundsPlayed(rounds) => {
                    position.round >= rounds && totals[seat.index()] >= totals[seat.opponent().index()]
                }
                Until::WinsRounds { rounds, in_a_row: false } => position.wins[seat.index()] >= rounds,
                Until::WinsRounds { rounds, in_a_row: true } => {
                    position.streak.is_some_and(|(of, streak)| of == seat && streak >= rounds)
                }
                Until::OwnsEveryHole
                | Until::OwnsNoHole
                | Until::CannotFillOne
                | Until::CannotFillAll
                | Until::FillsFewerThan(_) => false,
            };
            verdict(until, holds)
        })
    }

    /// Lines on what a player owns and fills, asked after filling.
    fn match_over_after(
        &self,
        owned: &[HoleSet; 2],
        rounds: &Match,
        filled: [u32; 2],
        filled_own: [u32; 2],
    ) -> Option<(ClauseId, Option<Seat>)> {
        rounds.until.iter().find_map(|until| {
            let holds = |seat: Seat| {
                let (own, other) = (seat.index(), seat.opponent().index());
                match until.value {
                    Until::OwnsEveryHole => owned[other].is_empty() && !owned[own].is_empty(),
                    Until::OwnsNoHole => owned[own].is_empty(),
                    Until::CannotFillOne => filled[own] == 0,
                    Until::CannotFillAll => (filled_own[own] as usize) < self.sides[own].len(),
                    Until::FillsFewerThan(holes) => filled[own] < holes,
                    Until::HasEverySeed
                    | Until::HasAtMost(_)
                    | Until::WinsRounds { .. }
                    | Until::RoundsPlayed(_) => false,
                }
            };
            verdict(until, holds)
        })
    }
}

/// Who chooses next: South first.
fn who_closes(closing: [u32; 2]) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| closing[seat.index()] > 0)
}

/// Who wins by a line that holds for one player or for both.
fn verdict(until: &Stated<Until>, holds: impl Fn(Seat) -> bool) -> Option<(ClauseId, Option<Seat>)> {
    let that = match (holds(Seat::South), holds(Seat::North)) {
        (false, false) => return None,
        (true, true) => return Some((until.clause, None)),
        (true, false) => Seat::South,
        (false, true) => Seat::North,
    };
    let winner = match until.value {
        Until::OwnsEveryHole | Until::HasEverySeed | Until::WinsRounds { .. } | Until::RoundsPlayed(_) => {
            that
        }
        Until::OwnsNoHole
        | Until::CannotFillOne
        | Until::CannotFillAll
        | Until::FillsFewerThan(_)
        | Until::HasAtMost(_) => that.opponent(),
    };
    Some((until.clause, Some(winner)))
}

fn end_match<O: Observer>(position: &mut Position, clause: ClauseId, winner: Option<Seat>, observer: &mut O) {
    position.due = Due::Nothing;
    position.match_result = Some(winner);
    observer.event(Event { clause, what: What::MatchEnds { winner } });
}

/// A board being filled from what each player has.
struct Filling<'p> {
    program: &'p Program,
    rounds: &'p Match,
    /// Seeds of each player before filling.
    totals: [u32; 2],
    lot: Option<Seat>,
    seeds: Vec<u32>,
    /// What each has left.
    purse: [u32; 2],
    /// What each has borrowed of the other.
    debts: [u32; 2],
    owned: [HoleSet; 2],
    closed: HoleSet,
    /// Holes that each has filled, and how many of these are of his own side.
    filled: [u32; 2],
    filled_own: [u32; 2],
    events: Vec<Event>,
}

impl<'p> Filling<'p> {
    fn new(
        program: &'p Program,
        position: &Position,
        rounds: &'p Match,
        totals: [u32; 2],
        lot: Option<Seat>,
    ) -> Filling<'p> {
        // Seeds that the last round left on the board stay where they lie.
        let mut seeds = position.seeds.clone();
        seeds[program.holes..].fill(0);
        Filling {
            program,
            rounds,
            totals,
            lot,
            seeds,
            purse: totals,
            debts: position.debts,
            owned: program.owners,
            closed: HoleSet::EMPTY,
            filled: [0; 2],
            filled_own: [0; 2],
            events: Vec::new(),
        }
    }

    /// Holes that their owners have chosen stay closed.
    fn keep_closed(&mut self, chosen: HoleSet) {
        self.closed = chosen;
        self.owned = self.owned.map(|owned| owned.without(chosen));
    }

    /// `false`: a lot has to be drawn first.
    fn fill(&mut self) -> bool {
        self.settle();
        if !self.rounds.poorer.is_empty() {
            self.lay_out();
            return true;
        }
        match &self.rounds.refill {
            Some(Stated { value: Refill::Each { seeds, from }, clause }) => {
                self.refill(*seeds, *from, *clause)
            }
            Some(Stated { value: Refill::AsAtTheStart, clause }) => {
                self.set_up_as_at_the_start(*clause);
                true
            }
            None => {
                self.set_up_as_at_the_start(self.rounds.clause);
                true
            }
        }
    }

    /// Debts are repaid, and remainders that do not fill a hole given or lent, before anything is
    /// filled.
    fn settle(&mut self) {
        let rules = self.rounds;
        let Some(each) = rules.seeds_for_a_hole() else { return };
        let remainder = |filling: &Self, seat: Seat| filling.purse[seat.index()] % each;
        let is_richer =
            |filling: &Self, seat: Seat| filling.purse[seat.index()] > filling.purse[seat.opponent().index()];
        for by in Seat::BOTH {
            let owed = self.debts[by.index()];
            let lent = rules.remainders.iter().find(|line| line.value.fate == RemainderFate::LentToPoorer);
            if let Some(lent) = lent
                && owed > 0
                && (is_richer(self, by) || remainder(self, by) >= owed)
            {
                let seeds = owed.min(self.purse[by.index()]);
                self.debts[by.index()] -= seeds;
                self.give(by, seeds, lent.clause);
            }
        }
        let remainders = Seat::BOTH.map(|seat| remainder(self, seat));
        for line in &rules.remainders {
            for by in Seat::BOTH {
                let seeds = line.value.seeds;
                match line.value.fate {
                    RemainderFate::GivenToOpponent if remainders[by.index()] == seeds => {
                        self.give(by, seeds, line.clause);
                    }
                    RemainderFate::LentToPoorer if remainders[by.index()] == seeds && is_richer(self, by) => {
                        self.debts[by.opponent().index()] += seeds;
                        self.give(by, seeds, line.clause);
                    }
                    RemainderFate::GivenToOpponent | RemainderFate::LentToPoorer => {}
                }
            }
        }
    }

    fn give(&mut self, by: Seat, seeds: u32, clause: ClauseId) {
        self.purse[by.index()] -= seeds;
        self.purse[by.opponent().index()] += seeds;
        self.events.push(Event { clause, what: What::Pay { by, seeds } });
    }

    fn set_up_as_at_the_start(&mut self, clause: ClauseId) {
        self.debts = [0; 2];
        self.seeds = self.program.seeds.clone();
        self.purse = [0; 2];
        for by in Seat::BOTH {
            for hole in self.program.owners[by.index()].iter() {
                let seeds = self.seeds[hole.index()];
                if seeds > 0 {
                    self.count_filled(hole, by);
                    self.events.push(Event { clause, what: What::Fill { hole, seeds, by } });
                }
            }
        }
    }

    fn order(&self, seat: Seat, from: FillFrom) -> Vec<Hole> {
        let mut order = self.program.home_order[seat.index()].clone();
        order.retain(|hole| !self.closed.contains(*hole));
        if from == FillFrom::Rightmost {
            order.reverse();
        }
        order
    }

    fn put(&mut self, hole: Hole, seeds: u32, by: Seat, clause: ClauseId) {
        let seeds = seeds.min(self.purse[by.index()]);
        self.purse[by.index()] -= seeds;
        self.seeds[hole.index()] += seeds;
        self.count_filled(hole, by);
        self.events.push(Event { clause, what: What::Fill { hole, seeds, by } });
    }

    fn count_filled(&mut self, hole: Hole, by: Seat) {
        self.filled[by.index()] += 1;
        if self.program.sides[by.index()].contains(hole) {
            self.filled_own[by.index()] += 1;
        }
    }

    fn close(&mut self, hole: Hole, clause: ClauseId) {
        self.closed.insert(hole);
        self.owned.iter_mut().for_each(|owned| owned.remove(hole));
        self.events.push(Event { clause, what: What::Close { hole } });
    }

    fn refill(&mut self, each: u32, from: FillFrom, clause: ClauseId) -> bool {
        let mut unfilled = [Vec::new(), Vec::new()];
        for by in Seat::BOTH {
            for hole in self.order(by, from) {
                if self.purse[by.index()] >= each {
                    self.put(hole, each, by, clause);
                } else {
                    unfilled[by.index()].push(hole);
                }
            }
        }
        for side in Seat::BOTH {
            let left = std::mem::take(&mut unfilled[side.index()]);
            if let Some(gain) = &self.rounds.gain {
                if !self.gain(side, &left, each, clause, gain.clause) {
                    return false;
                }
            } else if let Some(close) = &self.rounds.close {
                for hole in left {
                    self.close(hole, close.clause);
                }
            }
        }
        true
    }

    /// Holes that the owner of a side could not fill: the other gains them from the far end, the
    /// first in the order of filling may be contested.
    fn gain(&mut self, side: Seat, left: &[Hole], each: u32, refill: ClauseId, gain: ClauseId) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        let other = side.opponent();
        let purse = |filling: &Self| (filling.purse[side.index()], filling.purse[other.index()]);
        let (mine, his) = purse(self);
        let contested = mine > 0 || u64::from(his) < u64::from(each) * left.len() as u64;
        let rules = self.rounds;
        let close = match (&rules.close, &rules.contested) {
            (Some(close), _) => close.clause,
            (None, Some(contested)) => contested.clause,
            (None, None) => gain,
        };
        let mut unfilled = Vec::new();
        let gained = if contested { others } else { left };
        for &hole in gained.iter().rev() {
            if self.purse[other.index()] >= each {
                self.take_over(hole, other, gain);
                self.put(hole, each, other, refill);
            } else {
                unfilled.push(hole);
            }
        }
        if contested {
            let (mine, his) = purse(self);
            match self.contest(side, mine, his, each, close) {
                Contest::LotDue => return false,
                Contest::Closed(clause) => self.close(first, clause),
                Contest::Goes(to, clause) => {
                    let loser = to.opponent();
                    let needed = each.saturating_sub(self.purse[to.index()]).min(self.purse[loser.index()]);
                    if needed > 0 {
                        self.purse[loser.index()] -= needed;
                        self.purse[to.index()] += needed;
                        self.events.push(Event { clause, what: What::Cede { by: loser, seeds: needed } });
                    }
                    if to != side {
                        self.take_over(first, to, clause);
                    }
                    self.put(first, each, to, clause);
                }
            }
        }
        for hole in unfilled {
            self.close(hole, close);
        }
        true
    }

    fn take_over(&mut self, hole: Hole, by: Seat, clause: ClauseId) {
        self.owned[by.opponent().index()].remove(hole);
        self.owned[by.index()].insert(hole);
        self.events.push(Event { clause, what: What::Gain { hole, by } });
    }

    /// `close`: the clause by which a hole is closed that nobody can fill.
    fn contest(&self, side: Seat, mine: u32, his: u32, each: u32, close: ClauseId) -> Contest {
        let Some(rule) = self.rounds.contested.as_ref().filter(|_| mine + his >= each) else {
            return Contest::Closed(close);
        };
        if rule.value == Contested::Nobody {
            return Contest::Closed(rule.clause);
        }
        let other = side.opponent();
        match mine.cmp(&his) {
            std::cmp::Ordering::Greater => Contest::Goes(side, rule.clause),
            std::cmp::Ordering::Less => Contest::Goes(other, rule.clause),
            std::cmp::Ordering::Equal => match &self.rounds.equal {
                None => Contest::Closed(rule.clause),
                Some(equal) => match equal.value {
                    Equal::Nobody => Contest::Closed(equal.clause),
                    Equal::ByLot => match self.lot {
                        Some(to) => Contest::Goes(to, equal.clause),
                        None => Contest::LotDue,
                    },
                    Equal::PoorerPlayer => match self.totals[other.index()].cmp(&self.totals[side.index()]) {
                        std::cmp::Ordering::Less => Contest::Goes(other, equal.clause),
                        std::cmp::Ordering::Equal => Contest::Closed(equal.clause),
                        std::cmp::Ordering::Greater => Contest::Goes(side, equal.clause),
                    },
                },
            },
        }
    }

    /// The poorer lays out; the richer copies him, or lays out his own seeds in the same way.
    fn lay_out(&mut self) {
        let poorer = if self.totals[0] <= self.totals[1] { Seat::South } else { Seat::North };
        let has = self.purse[poorer.index()];
        let chosen = self
            .rounds
            .poorer
            .iter()
            .find(|stated| stated.value.when_holding.as_ref().is_none_or(|count| count.matches(has)));
        let Some(chosen) = chosen else { return };
        let laid = self.lay_out_as(poorer, chosen);
        match &self.rounds.richer_copies {
            Some(copies) => self.copy_layout(poorer, &laid, copies.clause),
            None => {
                self.lay_out_as(poorer.opponent(), chosen);
            }
        }
        if let Some(close) = &self.rounds.close {
            for side in Seat::BOTH {
                for hole in self.program.owners[side.index()].iter() {
                    if self.seeds[hole.index()] == 0 {
                        self.close(hole, close.clause);
                    }
                }
            }
        }
    }

    /// A player lays out his seeds; what he put where.
    fn lay_out_as(&mut self, player: Seat, chosen: &Stated<LayOut>) -> Vec<(Hole, u32)> {
        let clause = chosen.clause;
        let has = self.purse[player.index()];
        let own = self.program.home_order[player.index()].clone();
        let (order, full, rest) = match chosen.value.how {
            LayOutKind::Each { seeds, from, rest } => {
                let order = self.order(player, from);
                let full = vec![seeds; order.len()];
                (order, full, rest)
            }
            LayOutKind::AsAtTheStart { from, rest } => {
                let order = self.order(player, from);
                let full = order.iter().map(|hole| self.program.seeds[hole.index()]).collect();
                (order, full, rest)
            }
            LayOutKind::Evenly => {
                let (each, more) = (has / own.len() as u32, has as usize % own.len());
                let full = (0..own.len()).map(|index| each + u32::from(index < more)).collect();
                (own, full, LayOutRest::Kept)
            }
            LayOutKind::OneEach => {
                let full = vec![1; own.len()];
                (own, full, LayOutRest::Kept)
            }
        };
        let mut laid = Vec::new();
        let mut short = false;
        for (hole, full) in order.into_iter().zip(full) {
            let purse = self.purse[player.index()];
            if full == 0 || purse == 0 {
                continue;
            }
            let seeds = match rest {
                _ if purse >= full && !short => full,
                LayOutRest::Kept => break,
                LayOutRest::InLastHole if short => break,
                LayOutRest::InLastHole => purse,
                LayOutRest::OneToAHole => 1,
            };
            short |= seeds < full;
            self.put(hole, seeds, player, clause);
            laid.push((hole, seeds));
        }
        laid
    }

    fn copy_layout(&mut self, poorer: Seat, laid: &[(Hole, u32)], clause: ClauseId) {
        let richer = poorer.opponent();
        for copy in self.program.home_order[richer.index()].clone() {
            let original = laid.iter().find(|(hole, _)| self.program.turned[hole.index()] == copy);
            let seeds = original.map_or(0, |(_, seeds)| *seeds).min(self.purse[richer.index()]);
            if seeds > 0 {
                self.put(copy, seeds, richer, clause);
            }
        }
    }
}

/// What becomes of a contested hole.
enum Contest {
    Goes(Seat, ClauseId),
    Closed(ClauseId),
    LotDue,
}
