//! What may be played: starts, outcomes that a move must have, preferences. And carrying a move
//! out, which the outcomes need as well.

use super::endless::{Before, PATIENCE, laps_until_repeat};
use super::event::{Event, Observer, What};
use super::moves::{Choices, Move};
use super::position::{Due, History, Position};
use super::turn::{LapEnd, LapStart, Turn};
use crate::board::{ClauseId, Direction, Hole, HoleSet, Seat};
use crate::program::{
    Endless, FrameTest, GrandSlam, MustTable, OutcomeTest, PlayTable, PreferTable, Program, Repeated, Stated,
    Then,
};

/// How a move ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveEnd {
    /// The turn ends.
    Turn,
    /// A bonus move is due, from these holes.
    Bonus(HoleSet),
    /// A line ends the round.
    Round(ClauseId),
    /// The sowing would never end.
    Endless,
}

/// A move tried out.
struct Trial<'p> {
    turn: Turn<'p>,
    position: Position,
    end: MoveEnd,
    slam: bool,
}

impl Program {
    /// The tables in force for a mover.
    pub(super) fn tables(&self, position: &Position, mover: Seat) -> &PlayTable {
        if self.frames.is_empty() {
            return &self.plays[0][mover.index()];
        }
        &self.plays[self.frames_in_force(position, mover)][mover.index()]
    }

    fn frames_in_force(&self, position: &Position, mover: Seat) -> usize {
        let turn = self.blank_turn(mover);
        let turns = position.turns;
        self.frames.iter().enumerate().fold(0, |bits, (index, frame)| {
            let holds = match &frame.when {
                FrameTest::FirstTurns(first) => turns[mover.index()] < *first,
                FrameTest::FirstTurnOfRound => turns == [0, 0],
                FrameTest::AfterTurns(first) => turns[mover.index()] >= *first,
                FrameTest::While(tests) => turn.test(&tests[mover.index()], position),
                FrameTest::Once(tests) => {
                    position.frames_begun >> index & 1 == 1 || turn.test(&tests[mover.index()], position)
                }
            };
            bits | usize::from(holds) << index
        })
    }

    /// A turn in which nothing has happened, for conditions asked outside a sowing.
    pub(super) fn blank_turn(&self, mover: Seat) -> Turn<'_> {
        Turn::new(self, &self.plays[0][mover.index()], mover, Direction::Counterclockwise, Choices::NONE)
    }

    /// Is a grand slam undone, in part or in whole?
    pub(super) const fn undoes_grand_slams(&self) -> bool {
        matches!(
            self.grand_slam.value,
            GrandSlam::CapturesNothing | GrandSlam::SparesFirst | GrandSlam::SparesLast
        )
    }

    pub(super) fn list_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        match position.due {
            Due::NextRound | Due::Nothing => {}
            Due::Lot(_) => moves.extend(Seat::BOTH.map(Move::Lot)),
            Due::Race => self.list_races(moves),
            Due::Opening => {
                let scripts = self.opening.as_ref().map_or(0, |opening| opening.scripts[0].len());
                moves.extend((0..scripts.min(256)).map(|script| Move::Opening(script as u8)));
            }
            Due::Move => {
                let table = self.tables(position, position.to_move);
                self.list_starts(position, table, moves);
                self.filter(position, table, moves, &mut |_, _| {});
                if moves.is_empty() {
                    moves.push(Move::Pass);
                }
            }
        }
    }

    /// Has the player to move a move?
    pub(super) fn has_move(&self, position: &Position) -> bool {
        let table = self.tables(position, position.to_move);
        if !self.filters(table) {
            return self
                .start_holes(position, table)
                .iter()
                .any(|hole| Direction::BOTH.iter().any(|way| table.directions[way.index()].contains(hole)));
        }
        let mut moves = Vec::new();
        self.list_starts(position, table, &mut moves);
        self.filter(position, table, &mut moves, &mut |_, _| {});
        !moves.is_empty()
    }

    /// Would that player have a move, were he to move?
    pub(super) fn could_move(&self, position: &Position, seat: Seat) -> bool {
        if position.to_move == seat && position.bonus.is_none() {
            return self.has_move(position);
        }
        let mut turned = board_of(position);
        turned.to_move = seat;
        turned.bonus = None;
        self.has_move(&turned)
    }

    /// Holes that the player to move may lift, before outcomes and preferences are looked at.
    fn start_holes(&self, position: &Position, table: &PlayTable) -> HoleSet {
        let mover = position.to_move;
        let candidates = position.owned[mover.index()]
            .without(position.closed)
            .intersection(position.bonus.unwrap_or(self.all))
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
        for hole in self.start_holes(position, table).iter() {
            for way in Direction::BOTH {
                if !table.directions[way.index()].contains(hole) {
                    continue;
                }
                if table.has_choices {
                    self.branch(position, hole, way, Choices::NONE, moves);
                } else {
                    moves.push(Move::sow(hole, way));
                }
            }
        }
    }

    /// Lists a move with every value of every choice in it, found by trying it out.
    fn branch(
        &self,
        position: &Position,
        hole: Hole,
        way: Direction,
        choices: Choices,
        moves: &mut Vec<Move>,
    ) {
        let played = Move::Sow { from: hole, direction: way, choices };
        match self.try_out(position, played).and_then(|trial| trial.turn.open_choice) {
            Some(alternatives) if choices.len() < Choices::MAX => {
                for alternative in 0..alternatives {
                    self.branch(position, hole, way, choices.with(alternative), moves);
                }
            }
            _ => moves.push(played),
        }
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
            starving || !must.value.outcomes.iter().all(|outcome| matches!(outcome, OutcomeTest::Feeds))
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
                    !must.value.if_possible && !self.satisfies(&must.value, trial, position, starving)
                });
                let clause = must.map(|must| must.clause).or_else(|| self.forbidden(position, trial));
                if let Some(clause) = clause {
                    removed(*played, clause);
                }
                clause.is_none()
            });
            for must in musts.iter().filter(|must| must.value.if_possible) {
                let meets: Vec<bool> = trials
                    .iter()
                    .map(|(_, trial)| self.satisfies(&must.value, trial, position, starving))
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

    fn satisfies(&self, must: &MustTable, trial: &Trial, before: &Position, starving: bool) -> bool {
        let turn = &trial.turn;
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
        });
        comes_about != must.negated
    }

    /// The clause that forbids what a move has come to.
    fn forbidden(&self, position: &Position, trial: &Trial) -> Option<ClauseId> {
        if trial.slam && self.grand_slam.value == GrandSlam::Forbidden {
            return Some(self.grand_slam.clause);
        }
        if trial.end == MoveEnd::Endless && self.endless.value == Endless::Forbidden {
            return Some(self.endless.clause);
        }
        if self.repeated.value == Repeated::Forbidden && self.would_repeat(position, trial) {
            return Some(self.repeated.clause);
        }
        None
    }

    /// Does a move without capture lead to a position that was there before?
    fn would_repeat(&self, position: &Position, trial: &Trial) -> bool {
        if trial.turn.capture_made || trial.turn.marks_changed {
            return false;
        }
        let mut after = board_of(&trial.position);
        match trial.end {
            MoveEnd::Bonus(holes) => after.bonus = Some(holes),
            MoveEnd::Turn | MoveEnd::Round(_) | MoveEnd::Endless => {
                after.bonus = None;
                after.to_move = after.to_move.opponent();
            }
        }
        after.is_repeated(&position.history)
    }

    fn prefer(
        &self,
        position: &Position,
        table: &PlayTable,
        prefer: &Stated<PreferTable>,
        moves: &mut Vec<Move>,
        removed: &mut dyn FnMut(Move, ClauseId),
    ) {
        let mut turn = self.blank_turn(position.to_move);
        for (test, nearest) in &prefer.value.tiers {
            let mut meets: Vec<Hole> = moves
                .iter()
                .filter_map(|played| played.from())
                .filter(|&hole| {
                    turn.look_at(position, hole);
                    turn.repeating = true;
                    turn.test(test, position)
                })
                .collect();
            if *nearest {
                let opponent = position.owned[position.to_move.opponent().index()];
                let distance = |hole: &Hole| distance_to(table, *hole, opponent);
                let least = meets.iter().map(distance).min();
                meets.retain(|hole| Some(distance(hole)) == least);
            }
            if !meets.is_empty() {
                moves.retain(|played| {
                    let keep = played.from().is_some_and(|hole| meets.contains(&hole));
                    if !keep {
                        removed(*played, prefer.clause);
                    }
                    keep
                });
                return;
            }
        }
    }

    /// Tries a sowing out on a copy.
    fn try_out(&self, position: &Position, played: Move) -> Option<Trial<'_>> {
        let Move::Sow { from, direction, choices } = played else { return None };
        let mut copy = board_of(position);
        let table = self.tables(position, position.to_move);
        let mut turn = Turn::new(self, table, position.to_move, direction, choices);
        let (end, slam) = self.sow_from(&mut copy, &mut turn, from, &mut ());
        Some(Trial { turn, position: copy, end, slam })
    }

    /// All laps of a move from a hole, and the grand slam it may be.
    pub(super) fn sow_from<'p, O: Observer>(
        &'p self,
        position: &mut Position,
        turn: &mut Turn<'p>,
        from: Hole,
        observer: &mut O,
    ) -> (MoveEnd, bool) {
        let lift = turn.play.lift;
        let seeds = position.seeds[from.index()].saturating_sub(lift.leave).min(lift.most);
        let starving = self.grand_slam.value == GrandSlam::CapturesAll
            || self.has_no_seeds(position, turn.mover.opponent());
        let end = self.sow(position, turn, LapStart::Lift { hole: from, seeds }, observer);
        let slam = !starving && self.grand_slam(position, turn, observer);
        (end, slam)
    }

    /// Laps until the move ends, or until it is found that it never would.
    pub(super) fn sow<'p, O: Observer>(
        &'p self,
        position: &mut Position,
        turn: &mut Turn<'p>,
        start: LapStart,
        observer: &mut O,
    ) -> MoveEnd {
        if !may_go_on(turn.play) {
            return self.move_end(turn.lap(position, start, observer));
        }
        let fresh = turn.clone();
        let before = Before::of(position);
        // Where steps are reported, they cannot be taken back: look ahead first.
        let mut limit = if O::ACTIVE { laps_until_repeat(turn, position, start) } else { None };
        let mut looked = O::ACTIVE;
        loop {
            let mut due = start;
            let mut laps = 0;
            let again = loop {
                match turn.lap(position, due, observer) {
                    LapEnd::Lap(next) => due = next,
                    end => return self.move_end(end),
                }
                laps += 1;
                if limit.is_some_and(|limit| laps >= limit) {
                    break false;
                }
                if laps == PATIENCE && !looked {
                    break true;
                }
            };
            if !again {
                position.endless_sowings += 1;
                observer.event(Event { clause: self.endless.clause, what: What::Endless });
                if let LapStart::Hand { seeds, .. } = due {
                    self.pay(position, turn.mover, seeds);
                }
                return MoveEnd::Endless;
            }
            before.restore(position);
            *turn = fresh.clone();
            looked = true;
            limit = laps_until_repeat(turn, position, start);
        }
    }

    fn move_end(&self, end: LapEnd) -> MoveEnd {
        match end {
            LapEnd::TurnEnds(_) | LapEnd::Lap(_) => MoveEnd::Turn,
            LapEnd::Bonus(_, holes) => MoveEnd::Bonus(holes),
            LapEnd::RoundEnds(clause) => MoveEnd::Round(clause),
        }
    }

    /// Deals with captures that leave the opponent no seed. He had one before.
    fn grand_slam<O: Observer>(&self, position: &mut Position, turn: &mut Turn, observer: &mut O) -> bool {
        let opponent = turn.mover.opponent();
        let by_mover = turn.capture_made
            && (!self.undoes_grand_slams() || turn.taken.iter().any(|taken| taken.by == turn.mover));
        if !by_mover || !self.has_no_seeds(position, opponent) {
            return false;
        }
        let clause = self.grand_slam.clause;
        observer.event(Event { clause, what: What::GrandSlam });
        let taken = std::mem::take(&mut turn.taken);
        let given_back = match self.grand_slam.value {
            GrandSlam::CapturesAll | GrandSlam::Forbidden => return true,
            GrandSlam::CapturesNothing => &taken[..],
            GrandSlam::SparesFirst => &taken[..1],
            GrandSlam::SparesLast => &taken[taken.len() - 1..],
            GrandSlam::OpponentCapturesRest => {
                for hole in self.unmarked(position).iter() {
                    let seeds = std::mem::take(&mut position.seeds[hole.index()]);
                    if seeds > 0 {
                        self.pay(position, opponent, seeds);
                        observer.event(Event { clause, what: What::Capture { by: opponent, hole, seeds } });
                    }
                }
                return true;
            }
        };
        for taken in given_back.iter().rev() {
            let from = if self.stores {
                &mut position.seeds[self.holes + taken.by.index()]
            } else {
                &mut position.pile[taken.by.index()]
            };
            *from -= taken.seeds;
            position.seeds[taken.hole.index()] += taken.seeds;
            observer.event(Event {
                clause,
                what: What::GivenBack { by: taken.by, hole: taken.hole, seeds: taken.seeds },
            });
        }
        if self.grand_slam.value == GrandSlam::CapturesNothing {
            turn.capture_made = false;
            turn.captured_in_first_lap = false;
        }
        true
    }

    pub(super) fn forbidding_clause(&self, position: &Position, hole: Hole) -> Option<ClauseId> {
        if position.due != Due::Move || hole.index() >= self.holes {
            return self.ends.first().map(|end| end.clause);
        }
        let mover = position.to_move;
        let table = self.tables(position, mover);
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
        self.filter(position, table, &mut moves, &mut |played, clause| {
            if played.from() == Some(hole) {
                reasons.push(clause);
            }
        });
        if moves.iter().any(|played| played.from() == Some(hole)) { None } else { reasons.first().copied() }
    }

    pub(super) fn carry_out<O: Observer>(&self, position: &mut Position, played: Move, observer: &mut O) {
        match played {
            Move::Sow { from, direction, choices } => {
                let mover = position.to_move;
                self.begin_frames(position, mover);
                let table = self.tables(position, mover);
                let mut turn = Turn::new(self, table, mover, direction, choices);
                position.bonus = None;
                let (end, _) = self.sow_from(position, &mut turn, from, observer);
                let alone = turn.lap == 1 && turn.sowing == 1;
                position.lone_seed = turn.this.filter(|_| alone).map(|fell| (from, fell));
                self.finish_move(position, &mut turn, end, observer);
            }
            Move::Pass => self.pass(position, observer),
            Move::Opening(script) => self.play_opening(position, script, observer),
            Move::Race(holes) => self.run_race(position, holes, observer),
            Move::Lot(seat) => self.draw_lot(position, seat, observer),
        }
    }

    /// Remembers the `once` frames that begin with this move.
    fn begin_frames(&self, position: &mut Position, mover: Seat) {
        if self.frames.is_empty() {
            return;
        }
        let in_force = self.frames_in_force(position, mover);
        for (index, frame) in self.frames.iter().enumerate() {
            if matches!(frame.when, FrameTest::Once(_)) && in_force >> index & 1 == 1 {
                position.frames_begun |= 1 << index;
            }
        }
    }
}

/// The position without its history, which a trial does not need.
fn board_of(position: &Position) -> Position {
    Position {
        seeds: position.seeds.clone(),
        marks: position.marks.clone(),
        history: History::default(),
        ..*position
    }
}

/// Can a lap be followed by another?
fn may_go_on(table: &PlayTable) -> bool {
    fn goes_on(then: &Then) -> bool {
        match then {
            Then::Relay { .. } | Then::Resow { .. } | Then::MovesOn => true,
            Then::Choose(ways) => ways.iter().any(goes_on),
            Then::GoOn | Then::TurnEnds | Then::Bonus(_) | Then::RoundEnds => false,
        }
    }
    table.last_seed.lines.iter().any(|line| goes_on(&line.then))
}

/// Steps along the path, in the direction that is shorter, to the nearest of these holes.
fn distance_to(table: &PlayTable, from: Hole, to: HoleSet) -> usize {
    let length = table.path.len();
    let Some(at) = table.path.iter().position(|stop| *stop == from) else { return usize::MAX };
    let way = usize::from(!table.directions[0].contains(from));
    (1..=length)
        .find(|step| {
            let index = if way == 0 { at + step } else { at + length * 2 - step } % length;
            to.contains(table.path[index])
        })
        .unwrap_or(usize::MAX)
}
