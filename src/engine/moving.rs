//! Making a move: its laps until it ends or is found never to end, the grand slam that it may be,
//! and carrying it out.

use super::endless::{Before, PATIENCE, laps_until_repeat};
use super::event::{Event, Observer, What};
use super::moves::Move;
use super::position::Position;
use super::turn::{LapEnd, LapStart, Taken, Turn};
use crate::board::{ClauseId, Hole, HoleSet, Seat};
use crate::program::{FrameTest, GrandSlam, PlayTable, Program, Then};

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

impl Program {
    /// All laps of a move from a hole, and the grand slam it may be.
    pub(super) fn sow_from<'p, O: Observer>(
        &'p self,
        position: &mut Position,
        turn: &mut Turn<'p>,
        from: Hole,
        observer: &mut O,
    ) -> (MoveEnd, bool) {
        if !turn.play.puts.is_empty() {
            turn.put(position, from, observer);
            position.moves_without_capture += 1;
            return (MoveEnd::Turn, false);
        }
        turn.start_of_move(from, position, observer);
        let lift = turn.play.lift;
        let seeds = lift.of(position.seeds[from.index()]);
        let starving = self.grand_slam.value == GrandSlam::CapturesAll
            || self.has_no_seeds(position, turn.mover.opponent());
        let end = self.sow(position, turn, LapStart::Lift { hole: from, seeds }, observer);
        let judged = match end {
            MoveEnd::Turn | MoveEnd::Bonus(_) => true,
            MoveEnd::Endless => !self.endless_ends_round(),
            MoveEnd::Round(_) => false,
        };
        let slam = judged && !starving && self.grand_slam(position, turn, observer);
        position.moves_without_capture =
            if turn.capture_made { 0 } else { position.moves_without_capture + 1 };
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
                    turn.taken.append(&mut turn.in_hand);
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
        let mover = turn.mover;
        let by_mover = |taken: &Taken| taken.by == mover;
        if !turn.taken.iter().any(by_mover) || !self.has_no_seeds(position, opponent) {
            return false;
        }
        let clause = self.grand_slam.clause;
        observer.event(Event { clause, what: What::GrandSlam });
        let taken = &turn.taken;
        let given_back: Vec<usize> = match self.grand_slam.value {
            GrandSlam::CapturesAll | GrandSlam::Forbidden => return true,
            GrandSlam::CapturesNothing => (0..taken.len()).rev().collect(),
            GrandSlam::SparesFirst => taken.iter().position(by_mover).into_iter().collect(),
            GrandSlam::SparesLast => taken.iter().rposition(by_mover).into_iter().collect(),
            GrandSlam::OpponentCapturesRest => {
                for hole in self.unmarked(position).without(position.closed).iter() {
                    let seeds = std::mem::take(&mut position.seeds[hole.index()]);
                    if seeds > 0 {
                        self.pay(position, opponent, seeds);
                        turn.captures += 1;
                        observer.event(Event { clause, what: What::Capture { by: opponent, hole, seeds } });
                    }
                }
                return true;
            }
        };
        for index in given_back {
            let taken = &mut turn.taken[index];
            *self.captures_of(position, taken.by) -= taken.seeds;
            position.seeds[taken.hole.index()] += taken.seeds;
            observer.event(Event {
                clause,
                what: What::GivenBack { by: taken.by, hole: taken.hole, seeds: taken.seeds },
            });
            taken.seeds = 0;
            turn.captures -= 1;
        }
        // What was given back was not captured.
        turn.taken.retain(|taken| taken.seeds > 0);
        let laps = turn.taken.iter().map(|taken| taken.lap).chain(turn.left_the_board).chain(turn.sown_again);
        turn.capture_made = laps.clone().next().is_some();
        turn.captured_in_first_lap = laps.min() == Some(0);
        true
    }

    pub(super) fn carry_out<O: Observer>(&self, position: &mut Position, played: Move, observer: &mut O) {
        if !matches!(played, Move::Lot(_) | Move::Close(_)) {
            position.rounds_unplayed = 0;
        }
        match played {
            Move::Sow { from, direction, choices } => {
                let mover = position.to_move;
                self.begin_frames(position, mover);
                let tables = self.tables(position, mover);
                let mut turn = Turn::new(self, tables, mover, direction, choices);
                position.bonus = None;
                let (end, _) = self.sow_from(position, &mut turn, from, observer);
                let alone = turn.lap == 1 && turn.sowing == 1;
                position.lone_seed = turn.this.filter(|_| alone).map(|fell| (from, fell));
                self.finish_move(position, &mut turn, end, observer);
                position.captures += turn.captures;
            }
            Move::Pass => self.pass(position, observer),
            Move::Opening(script) => self.play_opening(position, script, observer),
            Move::Race(holes) => self.run_race(position, holes, observer),
            Move::Lot(seat) => self.draw_lot(position, seat, observer),
            Move::Close(hole) => self.choose_closed(position, hole, observer),
        }
    }

    /// Remembers the `once` frames that begin with this move.
    pub(super) fn begin_frames(&self, position: &mut Position, mover: Seat) {
        if self.frames.is_empty() {
            return;
        }
        let in_force = self.frames_in_force(position, mover);
        for (index, frame) in self.frames.iter().enumerate() {
            let FrameTest::Once { for_each_player, .. } = frame.when else { continue };
            for seat in Seat::BOTH {
                if in_force >> index & 1 == 1 && (seat == mover || !for_each_player) {
                    position.frames_begun[seat.index()] |= 1 << index;
                }
            }
        }
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
