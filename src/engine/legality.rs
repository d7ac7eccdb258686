//! What may be played: starts, outcomes that a move must have, preferences.

use super::moves::{Choices, Move};
use super::moving::MoveEnd;
use super::position::{Due, Position};
use super::turn::{LapStart, Turn};
use crate::board::{ClauseId, Direction, Hole, HoleSet, Seat};
use crate::program::{
    Endless, FrameTest, GrandSlam, MustTable, OFF_BOARD, OutcomeTest, PlayTable, PreferTable, Program,
    Repeated, Stated,
};

/// Does a clause that forbids repeated positions take moves away? It is left aside where that
/// very clause is being applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repetition {
    Counts,
    Ignored,
}

/// A move tried out.
struct Trial<'p> {
    turn: Turn<'p>,
    position: Position,
    end: MoveEnd,
    slam: bool,
}

impl Program {
    /// The tables in force while a player moves: South's and North's.
    pub(super) fn tables(&self, position: &Position, mover: Seat) -> &[PlayTable; 2] {
        if self.frames.is_empty() {
            return &self.plays[0];
        }
        &self.plays[self.frames_in_force(position, mover)]
    }

    pub(super) fn frames_in_force(&self, position: &Position, mover: Seat) -> usize {
        let turn = self.blank_turn(mover);
        let turns = position.turns;
        self.frames.iter().enumerate().fold(0, |bits, (index, frame)| {
            let holds = match &frame.when {
                FrameTest::FirstTurns(first) => turns[mover.index()] < *first,
                FrameTest::FirstTurnOfRound => turns == [0, 0],
                FrameTest::AfterTurns(first) => turns[mover.index()] >= *first,
                FrameTest::While(tests) => turn.test(&tests[mover.index()], position),
                FrameTest::Race => false,
                FrameTest::Once { tests, .. } => {
                    position.frames_begun[mover.index()] >> index & 1 == 1
                        || turn.test(&tests[mover.index()], position)
                }
            };
            bits | usize::from(holds) << index
        })
    }

    /// A turn in which nothing has happened, for conditions asked outside a sowing.
    pub(super) fn blank_turn(&self, mover: Seat) -> Turn<'_> {
        Turn::new(self, &self.plays[0], mover, Direction::Counterclockwise, Choices::NONE)
    }

    pub(super) fn list_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        match position.due {
            Due::NextRound | Due::Nothing => {}
            Due::Lot(_) => moves.extend(Seat::BOTH.map(Move::Lot)),
            Due::Closing => {
                let open = self.sides[position.to_move.index()].without(position.closed);
                moves.extend(open.iter().map(Move::Close));
            }
            Due::Race => self.list_races(position, moves),
            Due::Opening => {
                moves.extend(self.scripts_that_fit(position).into_iter().map(Move::Opening));
            }
            Due::Move => {
                let table = &self.tables(position, position.to_move)[position.to_move.index()];
                self.list_starts(position, table, moves);
                self.filter(position, table, Repetition::Counts, moves, &mut |_, _| {});
                if table.has_choices {
                    moves.sort_unstable();
                }
                if moves.is_empty() {
                    moves.push(Move::Pass);
                }
            }
        }
    }

    /// Has the player to move a move?
    pub(super) fn has_move(&self, position: &Position, repetition: Repetition) -> bool {
        let table = &self.tables(position, position.to_move)[position.to_move.index()];
        if !self.filters(table) && table.directions_to_capture == [HoleSet::EMPTY; 2] {
            return self
                .start_holes(position, position.to_move, position.bonus, table)
                .iter()
                .any(|hole| Direction::BOTH.iter().any(|way| table.directions[way.index()].contains(hole)));
        }
        let mut moves = Vec::new();
        self.list_starts(position, table, &mut moves);
        self.filter(position, table, repetition, &mut moves, &mut |_, _| {});
        !moves.is_empty()
    }

    /// Would that player have a move, were he to move?
    pub(super) fn could_move(&self, position: &Position, seat: Seat, repetition: Repetition) -> bool {
        if position.to_move == seat && position.bonus.is_none() {
            return self.has_move(position, repetition);
        }
        let mut turned = position.board();
        if self.repeated.value == Repeated::Forbidden {
            turned.history.clone_from(&position.history);
        }
        turned.to_move = seat;
        turned.bonus = None;
        self.has_move(&turned, repetition)
    }

    /// Holes that a player may lift, before outcomes and preferences are looked at.
    pub(super) fn start_holes(
        &self,
        position: &Position,
        mover: Seat,
        bonus: Option<HoleSet>,
        table: &PlayTable,
    ) -> HoleSet {
        let candidates = position.owned[mover.index()]
            .without(position.closed)
            .intersection(bonus.unwrap_or(self.all))
            .intersection(table.starts.value.within);
        let leave = table.lift.leave;
        if table.plain_starts && position.marks.is_empty() {
            return candidates.iter().filter(|hole| position.seeds[hole.index()] > leave).collect();
        }
        let turn = self.blank_turn(mover);
        candidates
            .iter()
            .filter(|&hole| {
                position.seeds[hole.index()] > leave
                    && turn.matches(&table.starts.value, position, hole)
                    && self.may_sow_from(position, hole, mover)
            })
            .collect()
    }

    fn list_starts(&self, position: &Position, table: &PlayTable, moves: &mut Vec<Move>) {
        for hole in self.start_holes(position, position.to_move, position.bonus, table).iter() {
            for way in Direction::BOTH {
                let must_capture = !table.directions[way.index()].contains(hole);
                if must_capture && !table.directions_to_capture[way.index()].contains(hole) {
                    continue;
                }
                let already = moves.len();
                if table.has_choices {
                    let most = moves.len() + Choices::MOST_LISTED;
                    self.branch(position, Move::sow(hole, way), most, moves);
                } else {
                    moves.push(Move::sow(hole, way));
                }
                if must_capture {
                    let fresh = moves.split_off(already);
                    moves.extend(fresh.into_iter().filter(|played| self.captures_at_once(position, *played)));
                }
            }
        }
    }

    /// Lists a move with every value of every choice in it, found by trying it out, until the
    /// list is as long as it may be.
    fn branch(&self, position: &Position, played: Move, most: usize, moves: &mut Vec<Move>) {
        let Move::Sow { from, direction, choices } = played else { return };
        match self.try_out(position, played).and_then(|trial| trial.turn.open_choice) {
            Some(alternatives) if choices.len() < Choices::MAX => {
                for alternative in 0..alternatives {
                    if moves.len() >= most {
                        return;
                    }
                    let choices = choices.with(alternative);
                    self.branch(position, Move::Sow { from, direction, choices }, most, moves);
                }
            }
            _ => moves.push(played),
        }
    }

    /// Does the first lap of a move capture?
    fn captures_at_once(&self, position: &Position, played: Move) -> bool {
        let Move::Sow { from, direction, choices } = played else { return false };
        let mut copy = position.board();
        let mut turn =
            Turn::new(self, self.tables(position, position.to_move), position.to_move, direction, choices);
        turn.start_of_move(from, &mut copy, &mut ());
        let seeds = turn.play.lift.of(copy.seeds[from.index()]);
        turn.lap(&mut copy, LapStart::Lift { hole: from, seeds }, &mut ());
        turn.captured_in_first_lap
    }

    fn filters(&self, table: &PlayTable) -> bool {
        !table.must.is_empty()
            || !table.prefer.is_empty()
            || self.grand_slam.value == GrandSlam::Forbidden
            || self.endless.value == Endless::Forbidden
            || self.repeated.value == Repeated::Forbidden
    }

    /// Removes the moves that a clause rules out, and reports each with that clause.
    fn filter(
        &self,
        position: &Position,
        table: &PlayTable,
        repetition: Repetition,
        moves: &mut Vec<Move>,
        removed: &mut dyn FnMut(Move, ClauseId),
    ) {
        if !self.filters(table) {
            return;
        }
        let opponent = position.to_move.opponent();
        let starving = self.has_no_seeds(position, opponent);
        let matters = |must: &Stated<MustTable>| {
            // A duty to feed rests while the opponent has seeds.
            starving
                || must.value.negated
                || !must.value.outcomes.iter().all(|outcome| matches!(outcome, OutcomeTest::Feeds))
        };
        let musts: Vec<&Stated<MustTable>> = table.must.iter().filter(|must| matters(must)).collect();
        let forbids = self.grand_slam.value == GrandSlam::Forbidden
            || self.endless.value == Endless::Forbidden
            || self.repeated.value == Repeated::Forbidden;
        let mut waived_capture = false;
        if !musts.is_empty() || forbids {
            let mut trials: Vec<(Move, Trial)> = moves
                .iter()
                .filter_map(|&played| self.try_out(position, played).map(|trial| (played, trial)))
                .collect();
            trials.retain(|(played, trial)| {
                let must = musts.iter().find(|must| {
                    !must.value.if_possible
                        && !self.satisfies(&must.value, (*played, trial), position, starving)
                });
                let clause =
                    must.map(|must| must.clause).or_else(|| self.forbidden(position, trial, repetition));
                if let Some(clause) = clause {
                    removed(*played, clause);
                }
                clause.is_none()
            });
            for must in musts.iter().filter(|must| must.value.if_possible) {
                let meets: Vec<bool> = trials
                    .iter()
                    .map(|(played, trial)| self.satisfies(&must.value, (*played, trial), position, starving))
                    .collect();
                if meets.contains(&true) {
                    let mut meets = meets.into_iter();
                    trials.retain(|(played, _)| {
                        let keep = meets.next().unwrap_or(true);
                        if !keep {
                            removed(*played, must.clause);
                        }
                        keep
                    });
                } else if must.value.about_capture {
                    waived_capture = true;
                }
            }
            moves.clear();
            moves.extend(trials.iter().map(|(played, _)| *played));
        }
        for prefer in &table.prefer {
            if !prefer.value.if_no_capture || waived_capture {
                self.prefer(position, table, prefer, moves, removed);
            }
        }
    }

    fn satisfies(
        &self,
        must: &MustTable,
        (played, trial): (Move, &Trial),
        before: &Position,
        starving: bool,
    ) -> bool {
        let turn = &trial.turn;
        // Where a single seed fell, if the move lifted one.
        let single = || {
            let from = played.from()?;
            let lifted = turn.play.lift.of(before.seeds[from.index()]);
            turn.reached_first.iter().next().filter(|_| lifted == 1)
        };
        let comes_about = must.outcomes.iter().any(|outcome| match outcome {
            OutcomeTest::Feeds => !starving || !self.has_no_seeds(&trial.position, before.to_move.opponent()),
            OutcomeTest::Reaches { holes, first_lap } => {
                let reached = if *first_lap { turn.reached_first } else { turn.reached };
                !reached.intersection(*holes).is_empty()
            }
            OutcomeTest::Ends { place, first_lap } => {
                let places = if *first_lap { turn.first_places } else { turn.last_places };
                places >> place & 1 == 1
            }
            OutcomeTest::Captures { first_lap } => {
                if *first_lap {
                    turn.captured_in_first_lap
                } else {
                    turn.capture_made
                }
            }
            OutcomeTest::SowsSingleSeed(holes) => {
                single().is_some_and(|fell| self.blank_turn(before.to_move).matches(holes, before, fell))
            }
            OutcomeTest::SendsBack => before
                .lone_seed
                .is_some_and(|(from, fell)| played.from() == Some(fell) && single() == Some(from)),
        });
        comes_about != must.negated
    }

    /// The clause that forbids what a move has come to.
    fn forbidden(&self, position: &Position, trial: &Trial, repetition: Repetition) -> Option<ClauseId> {
        if trial.slam && self.grand_slam.value == GrandSlam::Forbidden {
            return Some(self.grand_slam.clause);
        }
        if trial.end == MoveEnd::Endless && self.endless.value == Endless::Forbidden {
            return Some(self.endless.clause);
        }
        if self.repeated.value == Repeated::Forbidden
            && repetition == Repetition::Counts
            && self.would_repeat(position, trial)
        {
            return Some(self.repeated.clause);
        }
        None
    }

    /// Does a move without capture lead to a position that was there before, without ending the
    /// round?
    fn would_repeat(&self, position: &Position, trial: &Trial) -> bool {
        if trial.turn.changed_for_good() {
            return false;
        }
        let mut after = trial.position.board();
        let mut turn = trial.turn.clone();
        let ended = |after: &Position, turn: &mut Turn| {
            self.end_holds(after, turn, false, Repetition::Ignored).is_some()
        };
        match trial.end {
            MoveEnd::Round(_) => return false,
            MoveEnd::Endless if self.endless_ends_round() => return false,
            MoveEnd::Turn | MoveEnd::Endless | MoveEnd::Bonus(_) if ended(&after, &mut turn) => return false,
            MoveEnd::Turn | MoveEnd::Endless => {}
            MoveEnd::Bonus(holes) => {
                after.bonus = Some(holes);
                if after.is_repeated(&position.history) {
                    return true;
                }
                // A chain of bonus moves is not looked into.
                if self.has_move(&after, Repetition::Ignored) {
                    return false;
                }
                after.bonus = None;
            }
        }
        turn.end_of_turn(&mut after, &mut ());
        if turn.changed_for_good() || ended(&after, &mut turn) {
            return false;
        }
        after.to_move = after.to_move.opponent();
        after.is_repeated(&position.history)
    }

    /// Is the round over when a sowing never ends?
    pub(super) const fn endless_ends_round(&self) -> bool {
        match self.endless.value {
            Endless::Loses | Endless::Draw => true,
            Endless::EndsTurn | Endless::Forbidden => false,
        }
    }

    fn prefer(
        &self,
        position: &Position,
        table: &PlayTable,
        prefer: &Stated<PreferTable>,
        moves: &mut Vec<Move>,
        removed: &mut dyn FnMut(Move, ClauseId),
    ) {
        let mut turn = Turn::new(
            self,
            self.tables(position, position.to_move),
            position.to_move,
            Direction::Counterclockwise,
            Choices::NONE,
        );
        for (test, nearest) in &prefer.value.tiers {
            let mut meets: Vec<Move> = moves
                .iter()
                .filter(|played| {
                    let Move::Sow { from, direction, .. } = **played else { return false };
                    turn.look_at(position, from);
                    turn.direction = direction;
                    turn.sowing = table.lift.of(turn.before);
                    turn.test(test, position)
                })
                .copied()
                .collect();
            if *nearest {
                let distance = |played: &Move| self.distance_to_opponent(position, table, *played);
                let least = meets.iter().map(distance).min();
                meets.retain(|played| Some(distance(played)) == least);
            }
            if !meets.is_empty() {
                moves.retain(|played| {
                    let keep = meets.contains(played);
                    if !keep {
                        removed(*played, prefer.clause);
                    }
                    keep
                });
                return;
            }
        }
    }

    /// Stops from the start of a move, the way it is sown, to the first hole of the opponent;
    /// closed holes do not count.
    fn distance_to_opponent(&self, position: &Position, table: &PlayTable, played: Move) -> usize {
        let Move::Sow { from, direction, .. } = played else { return usize::MAX };
        let opponent = position.owned[position.to_move.opponent().index()];
        let (mut stop, mut distance, mut place) = (from, 0, None);
        for _ in 0..table.path.len() {
            match table.onward(stop, direction, &mut place) {
                OFF_BOARD => break,
                onward => stop = Hole(onward),
            }
            distance += usize::from(!position.closed.contains(stop));
            if opponent.contains(stop) {
                return distance;
            }
        }
        usize::MAX
    }

    /// Tries a sowing out on a copy.
    fn try_out(&self, position: &Position, played: Move) -> Option<Trial<'_>> {
        let Move::Sow { from, direction, choices } = played else { return None };
        let mut copy = position.board();
        let tables = self.tables(position, position.to_move);
        let mut turn = Turn::new(self, tables, position.to_move, direction, choices);
        copy.bonus = None;
        let (end, slam) = self.sow_from(&mut copy, &mut turn, from, &mut ());
        Some(Trial { turn, position: copy, end, slam })
    }

    pub(super) fn forbidding_clause(&self, position: &Position, hole: Hole) -> Option<ClauseId> {
        if position.due != Due::Move || hole.index() >= self.holes {
            return self.ends.first().map(|end| end.clause);
        }
        let mover = position.to_move;
        let table = &self.tables(position, mover)[mover.index()];
        let mut moves = Vec::new();
        self.list_starts(position, table, &mut moves);
        if !moves.iter().any(|played| played.from() == Some(hole)) {
            let marked = position.seeds[hole.index()] > 0 && !self.may_sow_from(position, hole, mover);
            let mark = position.mark_on(hole).filter(|_| marked);
            return Some(
                mark.map_or(table.starts.clause, |marked| self.marks[marked.mark.0 as usize].sowing.clause),
            );
        }
        let mut reasons = Vec::new();
        self.filter(position, table, Repetition::Counts, &mut moves, &mut |played, clause| {
            if played.from() == Some(hole) {
                reasons.push(clause);
            }
        });
        if moves.iter().any(|played| played.from() == Some(hole)) { None } else { reasons.first().copied() }
    }
}
