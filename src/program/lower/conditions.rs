//! Lowering of tables, conditions and the words that point at holes.

use super::{Seated, unsupported};
use crate::board::{ClauseId, HoleSet, Seat};
use crate::program::*;
use crate::rules::{
    Action, Captured, Condition, Continuation, Entry, HoleRef, Holes, Line, Place, RelayFrom, SowDirection,
    Table, Who,
};

/// Does a condition speak of that player?
pub(super) fn mentions(condition: &Condition, player: Who) -> bool {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| mentions(part, player)),
        Condition::Not(part) => mentions(part, player),
        _ => who_of(condition) == Some(player),
    }
}

/// The player of a simple condition.
fn who_of(condition: &Condition) -> Option<Who> {
    match condition {
        Condition::NoSeeds { who, .. }
        | Condition::CanMove(who)
        | Condition::OwnsHoles { who, .. }
        | Condition::OwnsEveryHole(who)
        | Condition::SeedsInHand(who)
        | Condition::Captured { who, .. }
        | Condition::CapturedMoreThanHalf(who)
        | Condition::HasMark { who, .. } => Some(*who),
        Condition::All(_)
        | Condition::Any(_)
        | Condition::Not(_)
        | Condition::In(_)
        | Condition::Makes(_)
        | Condition::Holds { .. }
        | Condition::Empty(_)
        | Condition::EveryOccupied(_)
        | Condition::Lifted(_)
        | Condition::SownInThisLap(_)
        | Condition::SownInThisMove(_)
        | Condition::Owned { .. }
        | Condition::Marked(_)
        | Condition::LastSeed
        | Condition::FirstTime
        | Condition::FirstLap
        | Condition::FirstLapCaptured
        | Condition::CaptureMade
        | Condition::NoCaptureInLast(_)
        | Condition::Sowing(_)
        | Condition::SowingDirection(_)
        | Condition::MarkMade(_)
        | Condition::OnlyMarkedHoldSeeds
        | Condition::NoneHolds { .. }
        | Condition::AllEmpty(_)
        | Condition::SeedsLeft(_) => None,
    }
}

/// The first player that a condition speaks of.
pub(super) fn first_who(condition: &Condition) -> Option<Who> {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().find_map(first_who),
        Condition::Not(part) => first_who(part),
        _ => who_of(condition),
    }
}

/// The condition with one player in place of another.
pub(super) fn with_player(condition: &Condition, old: Who, new: Who) -> Condition {
    let swap = |who: Who| if who == old { new } else { who };
    match condition.clone() {
        Condition::All(parts) => {
            Condition::All(parts.iter().map(|part| with_player(part, old, new)).collect())
        }
        Condition::Any(parts) => {
            Condition::Any(parts.iter().map(|part| with_player(part, old, new)).collect())
        }
        Condition::Not(part) => Condition::Not(Box::new(with_player(&part, old, new))),
        Condition::NoSeeds { who, region } => Condition::NoSeeds { who: swap(who), region },
        Condition::CanMove(who) => Condition::CanMove(swap(who)),
        Condition::OwnsHoles { who, count } => Condition::OwnsHoles { who: swap(who), count },
        Condition::OwnsEveryHole(who) => Condition::OwnsEveryHole(swap(who)),
        Condition::SeedsInHand(who) => Condition::SeedsInHand(swap(who)),
        Condition::Captured { who, count } => Condition::Captured { who: swap(who), count },
        Condition::CapturedMoreThanHalf(who) => Condition::CapturedMoreThanHalf(swap(who)),
        Condition::HasMark { who, mark } => Condition::HasMark { who: swap(who), mark },
        simple => simple,
    }
}

impl Seated<'_> {
    pub(super) fn table(&self, table: &Table) -> Result<TableCode, Unsupported> {
        let mut lines = Vec::new();
        self.entries(&table.entries, &[], &mut lines)?;
        let counts = lines.iter().fold(0, |bits, line| bits | possible_counts(&line.test));
        Ok(TableCode { lines, counts })
    }

    /// A group is its lines, each with the group's condition before its own.
    fn entries(
        &self,
        entries: &[Entry],
        outer: &[Test],
        lines: &mut Vec<LineCode>,
    ) -> Result<(), Unsupported> {
        for entry in entries {
            match entry {
                Entry::Line(line) => lines.push(self.line(line, outer)?),
                Entry::Group { when, clause, entries } => {
                    let mut tests = outer.to_vec();
                    tests.push(self.test(when, *clause)?);
                    self.entries(entries, &tests, lines)?;
                }
            }
        }
        Ok(())
    }

    fn line(&self, line: &Line, outer: &[Test]) -> Result<LineCode, Unsupported> {
        let mut tests = outer.to_vec();
        if let Some(condition) = &line.condition {
            tests.push(self.test(condition, line.clause)?);
        }
        let test = match <[Test; 1]>::try_from(tests) {
            Ok([only]) => only,
            Err(tests) => Test::All(tests.into()),
        };
        let actions = line
            .actions
            .iter()
            .map(|action| self.action(action, line.clause))
            .collect::<Result<Vec<_>, _>>()?;
        let captures_or_marks = actions
            .iter()
            .any(|action| matches!(action, ActionCode::Capture { .. } | ActionCode::Mark { .. }));
        let then = line.then.as_ref().map_or(Then::GoOn, |then| self.then(then));
        Ok(LineCode { test, actions, then, clause: line.clause, captures_or_marks })
    }

    fn action(&self, action: &Action, clause: ClauseId) -> Result<ActionCode, Unsupported> {
        Ok(match action {
            Action::Capture { who, optional, what } => ActionCode::Capture {
                who: self.who(*who),
                optional: *optional,
                what: what
                    .iter()
                    .map(|what| match what {
                        Captured::All(hole) => CaptureCode::All(self.target(hole)),
                        Captured::Every(holes) => CaptureCode::Every(self.holes(holes)),
                        Captured::Chosen(holes) => CaptureCode::Chosen(self.holes(holes)),
                        Captured::Seeds { seeds, from } => CaptureCode::Seeds(*seeds, self.target(from)),
                        Captured::AllBut { seeds, from } => CaptureCode::AllBut(*seeds, self.target(from)),
                    })
                    .collect(),
            },
            Action::Repeat(Repeat::FromThere) => {
                return Err(unsupported("a repeat from the captured hole", clause));
            }
            Action::Repeat(repeat) => ActionCode::Repeat(*repeat),
            Action::Mark { holes, chosen, mark } => ActionCode::Mark {
                holes: holes.iter().map(|hole| self.target(hole)).collect(),
                chosen: chosen.as_ref().map(|holes| self.holes(holes)),
                mark: *mark,
            },
            Action::Move { seeds, from, to } => {
                ActionCode::Transfer { seeds: *seeds, from: self.target(from), to: self.target(to) }
            }
        })
    }

    fn then(&self, then: &Continuation) -> Then {
        let way = |direction: SowDirection| match direction {
            SowDirection::Same => Way::Same,
            SowDirection::Other => Way::Other,
            SowDirection::Either => Way::Either,
            SowDirection::Fixed(direction) => Way::Fixed(direction),
        };
        match then {
            Continuation::TurnEnds => Then::TurnEnds,
            Continuation::Relay { from, direction } => {
                Then::Relay { next: *from == RelayFrom::Next, direction: way(*direction) }
            }
            Continuation::SowCaptured { direction, from } => {
                Then::Resow { direction: way(*direction), first: self.target(from) }
            }
            Continuation::SeedMovesOn => Then::MovesOn,
            Continuation::BonusMove { from } => Then::Bonus(from.as_ref().map(|holes| self.holes(holes))),
            Continuation::Choose(ways) => Then::Choose(ways.iter().map(|then| self.then(then)).collect()),
            Continuation::RoundEnds => Then::RoundEnds,
        }
    }

    fn target(&self, hole: &HoleRef) -> Target {
        match hole {
            HoleRef::This => Target::This,
            HoleRef::Facing => Target::Facing,
            HoleRef::FacingInner => Target::FacingInner,
            HoleRef::FacingOuter => Target::FacingOuter,
            HoleRef::Next => Target::Next,
            HoleRef::AfterNext => Target::AfterNext,
            HoleRef::FacingNext => Target::FacingNext,
            HoleRef::Before => Target::Before,
            HoleRef::LiftedHole => Target::Lifted,
            HoleRef::FirstOfLap => Target::FirstOfLap,
            HoleRef::AfterOpponentMark(mark) => Target::AfterMark(self.seat.opponent(), *mark),
            HoleRef::Region(region) => Target::Fixed(self.region(region)),
        }
    }

    pub(super) fn holes(&self, holes: &Holes) -> HolesTest {
        let set = |region: &crate::rules::Region| self.region(region).into_iter().collect::<HoleSet>();
        let within = holes.of.as_ref().map_or_else(|| self.all(), set);
        let except = holes.except.as_ref().map_or(HoleSet::EMPTY, set);
        HolesTest {
            within: within.without(except),
            other: holes.other,
            owner: holes.whose.map(|side| self.side(side)),
            fill: holes.fill,
            sown: holes.sown_in_this_lap,
            holding: holes.holding.as_ref().map(CountTest::new),
            not_holding: holes.not_holding.as_ref().map(CountTest::new),
            marked: holes.marked,
            facing: holes.facing.as_ref().map(|facing| FacingTest {
                owner: facing.whose.map(|side| self.side(side)),
                fill: facing.fill,
                holding: facing.holding.as_ref().map(CountTest::new),
                not_holding: facing.not_holding.as_ref().map(CountTest::new),
            }),
        }
    }

    pub(super) fn place(&self, place: &Place) -> Test {
        match place {
            Place::Hole { fill, whose, of } => Test::Here {
                within: of.map_or_else(|| self.all(), |row| self.row(row)),
                fill: *fill,
                owner: whose.map(|side| self.side(side)),
            },
            Place::OwnStore => match self.rules.layout.store(self.seat) {
                Some(store) => Test::Store(store),
                None => Test::Any(Box::new([])),
            },
            Place::Marked { whose, mark } => Test::MarkedHere {
                owner: whose.and_then(|side| match self.side(side) {
                    OwnerTest::Seat(seat) => Some(seat),
                    OwnerTest::Common => None,
                }),
                mark: *mark,
            },
            Place::Region { fill, region } => {
                Test::Here { within: self.region(region).into_iter().collect(), fill: *fill, owner: None }
            }
        }
    }

    pub(super) fn who(&self, who: Who) -> WhoTest {
        match who {
            Who::Mover => WhoTest::Seat(self.seat),
            Who::Opponent => WhoTest::Seat(self.seat.opponent()),
            Who::RowOwner => WhoTest::RowOwner,
            Who::HoleOwner => WhoTest::HoleOwner,
            Who::PlayerToMove => WhoTest::ToMove,
            Who::South => WhoTest::Seat(Seat::South),
            Who::North => WhoTest::Seat(Seat::North),
            // Conditions about either player are split before they come here; an action that
            // names neither means the mover.
            Who::APlayer | Who::Neither => WhoTest::Seat(self.seat),
        }
    }

    /// A condition of a table or frame: whether a player can move must not be asked there, since
    /// the answer would depend on itself.
    pub(super) fn test(&self, condition: &Condition, clause: ClauseId) -> Result<Test, Unsupported> {
        if [Who::Mover, Who::Opponent, Who::PlayerToMove, Who::APlayer, Who::Neither, Who::South, Who::North]
            .into_iter()
            .any(|who| asks_for_moves(condition, who))
        {
            return Err(unsupported("asking whether a player can move outside `end when`", clause));
        }
        self.end_test(condition, clause)
    }

    pub(super) fn end_test(&self, condition: &Condition, clause: ClauseId) -> Result<Test, Unsupported> {
        match who_of(condition) {
            Some(Who::APlayer) => return self.either(condition, Who::APlayer, clause),
            Some(Who::Neither) => {
                // "Neither player can move": not (South can or North can). A condition that is
                // negative in itself ("has no seeds") reads the same way.
                return Ok(Test::Not(Box::new(self.either(condition, Who::Neither, clause)?)));
            }
            _ => {}
        }
        let parts = |parts: &[Condition]| -> Result<Box<[Test]>, Unsupported> {
            parts.iter().map(|part| self.end_test(part, clause)).collect()
        };
        Ok(match condition {
            Condition::All(all) => Test::All(parts(all)?),
            Condition::Any(any) => Test::Any(parts(any)?),
            Condition::Not(part) => Test::Not(Box::new(self.end_test(part, clause)?)),
            Condition::In(place) => self.place(place),
            Condition::Makes(count) => Test::Makes(CountTest::new(count)),
            Condition::Holds { hole, count } => Test::Holds(self.target(hole), CountTest::new(count)),
            Condition::Empty(hole) => Test::Empty(self.target(hole)),
            Condition::EveryOccupied(hole) => Test::EveryOccupied(self.target(hole)),
            Condition::Lifted(hole) => Test::Lifted(self.target(hole)),
            Condition::SownInThisLap(hole) => Test::Sown(self.target(hole)),
            Condition::SownInThisMove(region) => Test::SownInMove(self.region(region).into_iter().collect()),
            Condition::Owned { hole, by } => Test::Owned(self.target(hole), self.side(*by)),
            Condition::Marked(hole) => Test::Marked(self.target(hole)),
            Condition::LastSeed => Test::LastSeed,
            Condition::FirstTime => Test::FirstTime,
            Condition::FirstLap => Test::FirstLap,
            Condition::FirstLapCaptured => Test::FirstLapCaptured,
            Condition::CaptureMade => Test::CaptureMade,
            Condition::NoCaptureInLast(moves) => Test::NoCaptureInLast(*moves),
            Condition::Sowing(count) => Test::Sowing(CountTest::new(count)),
            Condition::SowingDirection(direction) => Test::SowingDirection(*direction),
            Condition::NoSeeds { who, region } => Test::NoSeeds(
                self.who(*who),
                region.as_ref().map(|region| {
                    Seat::BOTH.map(|seat| {
                        let path = self.rules.layout.path(&self.rules.play.path.value, seat);
                        self.rules.layout.region(region, seat, &path).into_iter().collect()
                    })
                }),
            ),
            Condition::CanMove(who) => Test::CanMove(self.who(*who)),
            Condition::OwnsHoles { who, count } => Test::OwnsHoles(self.who(*who), CountTest::new(count)),
            Condition::OwnsEveryHole(who) => Test::OwnsEvery(self.who(*who)),
            Condition::SeedsInHand(who) => Test::InHand(self.who(*who)),
            Condition::Captured { who, count } => Test::Captured(self.who(*who), CountTest::new(count)),
            Condition::CapturedMoreThanHalf(who) => Test::MoreThanHalf(self.who(*who)),
            Condition::HasMark { who, mark } => Test::HasMark(self.who(*who), *mark),
            Condition::MarkMade(mark) => Test::MarkMade(*mark),
            Condition::OnlyMarkedHoldSeeds => Test::OnlyMarked,
            Condition::NoneHolds { holes, count } => {
                Test::NoneHolds(self.holes(holes), CountTest::new(count))
            }
            Condition::AllEmpty(holes) => Test::AllEmpty(self.holes(holes)),
            Condition::SeedsLeft(count) => Test::SeedsLeft(CountTest::new(count)),
        })
    }

    fn either(&self, condition: &Condition, who: Who, clause: ClauseId) -> Result<Test, Unsupported> {
        Ok(Test::Any(Box::new([
            self.end_test(&with_player(condition, who, Who::South), clause)?,
            self.end_test(&with_player(condition, who, Who::North), clause)?,
        ])))
    }
}

fn asks_for_moves(condition: &Condition, who: Who) -> bool {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| asks_for_moves(part, who)),
        Condition::Not(part) => asks_for_moves(part, who),
        simple => *simple == Condition::CanMove(who),
    }
}

/// Counts of this hole (bit 63: 63 or more) with which a test may hold.
fn possible_counts(test: &Test) -> u64 {
    match test {
        Test::Makes(count) | Test::Holds(Target::This, count) => {
            // Above 62 all counts share one bit.
            count.low() & !(1 << 63) | 1 << 63
        }
        Test::All(parts) => parts.iter().fold(u64::MAX, |bits, part| bits & possible_counts(part)),
        Test::Any(parts) => parts.iter().fold(0, |bits, part| bits | possible_counts(part)),
        _ => u64::MAX,
    }
}
