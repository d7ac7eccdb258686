//! What follows a last seed: the turn ends, a further lap, a bonus move; and when a sowing is
//! endless.

use super::sowing::{AfterLap, Ending, Sowing};
use crate::board::{ClauseId, Direction, Hole, HoleSet};
use crate::engine::{MAX_LAPS, MarkedHole, What};
use crate::rules::{
    Condition, Continuation, Endless, Entry, FrameTrigger, Play, RelayFrom, Rules, SowDirection,
};
use std::ops::Range;

/// All that the rest of a move depends on when a further lap is due (which is never the first).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Moment {
    seeds: Vec<u32>,
    pile: [u32; 2],
    marks: Vec<MarkedHole>,
    owned: [HoleSet; 2],
    marks_made: u64,
    lifted: HoleSet,
    sown_in_move: HoleSet,
    choices: u32,
    first_lap_captured: bool,
    capture_made: bool,
    hole: Hole,
    direction: Direction,
    hand: u32,
    place: Option<usize>,
}

/// What some condition of the rules can look back on. Only that is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct LooksBack {
    pub lifted: bool,
    pub sown_in_move: bool,
    first_time: bool,
    first_lap_captured: bool,
    capture_made: bool,
    mark_made: bool,
}

impl LooksBack {
    pub fn of(rules: &Rules) -> LooksBack {
        let asks = |asks: &dyn Fn(&Condition) -> bool| looks_back(rules, asks);
        LooksBack {
            lifted: asks(&|part| matches!(part, Condition::Lifted(_))),
            sown_in_move: asks(&|part| matches!(part, Condition::SownInThisMove(_))),
            first_time: asks(&|part| matches!(part, Condition::FirstTime)),
            first_lap_captured: asks(&|part| matches!(part, Condition::FirstLapCaptured)),
            capture_made: asks(&|part| matches!(part, Condition::CaptureMade)),
            mark_made: asks(&|part| matches!(part, Condition::MarkMade(_))),
        }
    }
}

impl Sowing<'_> {
    pub(super) fn turn_ends(&mut self, clause: ClauseId) -> AfterLap {
        self.report(clause, What::TurnEnds);
        AfterLap::Over(Ending::TurnEnds)
    }

    /// What follows a last seed.
    pub(super) fn go_on(
        &mut self,
        then: &Continuation,
        clause: ClauseId,
        by_the_line: Range<usize>,
    ) -> AfterLap {
        match then {
            Continuation::TurnEnds => self.turn_ends(clause),
            Continuation::Relay { from, direction } => {
                let hole = match from {
                    RelayFrom::This => self.this,
                    RelayFrom::Next => {
                        self.this.and_then(|this| self.scene().next_stop(this, self.lap.direction))
                    }
                };
                self.relay(hole, *direction, clause)
            }
            Continuation::SeedMovesOn | Continuation::BonusMove { .. } | Continuation::RoundEnds
                if self.racing =>
            {
                self.turn_ends(clause)
            }
            Continuation::SowCaptured { direction, from } => {
                let first = self.scene().holes(from).first().copied();
                self.sow_captured(first, *direction, clause, by_the_line)
            }
            Continuation::SeedMovesOn => self.seed_moves_on(clause),
            Continuation::BonusMove { from } => {
                self.report(clause, What::BonusMove);
                let holes = match from {
                    Some(holes) => self.scene().matching(holes).into_iter().collect(),
                    None => self.rules.layout.all_holes().collect(),
                };
                AfterLap::Over(Ending::BonusMove(holes))
            }
            Continuation::Choose(alternatives) => {
                let chosen = self.ask(alternatives.len());
                match alternatives.get(chosen) {
                    Some(then) => self.go_on(then, clause, by_the_line),
                    None => self.turn_ends(clause),
                }
            }
            Continuation::RoundEnds => {
                self.report(clause, What::RoundEnds);
                AfterLap::Over(Ending::RoundEnds(clause))
            }
        }
    }

    /// A stop that can be lifted for a further lap: a hole with seeds whose mark allows it.
    fn can_be_lifted(&self, stop: Option<Hole>) -> Option<Hole> {
        stop.filter(|&stop| {
            let scene = self.scene();
            scene.is_hole(stop) && scene.seeds(stop) > 0 && scene.mark_forbids(stop).is_none()
        })
    }

    fn relay(&mut self, hole: Option<Hole>, way: SowDirection, clause: ClauseId) -> AfterLap {
        let Some(hole) = self.can_be_lifted(hole) else {
            return self.turn_ends(clause);
        };
        let direction = self.way(way);
        let seeds = self.position.seeds[hole.index()];
        if let Some(over) = self.endless_if_seen(hole, direction, seeds) {
            return over;
        }
        self.report(clause, What::Relay { hole, seeds });
        self.begin_lap(hole, seeds, direction);
        AfterLap::NextLap
    }

    fn seed_moves_on(&mut self, clause: ClauseId) -> AfterLap {
        let Some(hole) = self.can_be_lifted(self.this) else {
            return self.turn_ends(clause);
        };
        let direction = self.lap.direction;
        if let Some(over) = self.endless_if_seen(hole, direction, 1) {
            return over;
        }
        self.report(clause, What::MovesOn { hole });
        self.begin_lap(hole, 1, direction);
        // It moves on, whatever is said of first seeds.
        self.lap.first_goes_to = None;
        AfterLap::NextLap
    }

    fn sow_captured(
        &mut self,
        first: Option<Hole>,
        way: SowDirection,
        clause: ClauseId,
        by_the_line: Range<usize>,
    ) -> AfterLap {
        let mover = self.mover;
        let seeds: u32 = self.captures[by_the_line.clone()]
            .iter()
            .filter(|taken| taken.by == mover)
            .map(|taken| taken.seeds)
            .sum();
        let Some(first) = first.filter(|_| seeds > 0) else {
            return self.turn_ends(clause);
        };
        let direction = self.way(way);
        self.withdraw(mover, seeds);
        if let Some(over) = self.endless_if_seen(first, direction, seeds) {
            self.deposit(mover, seeds);
            return over;
        }
        for taken in &mut self.captures[by_the_line] {
            taken.sown_again |= taken.by == mover;
        }
        self.report(clause, What::Resow { first, seeds });
        self.begin_lap_in(first, seeds, direction);
        AfterLap::NextLap
    }

    /// The direction of a further lap.
    fn way(&mut self, way: SowDirection) -> Direction {
        match way {
            SowDirection::Same => self.lap.direction,
            SowDirection::Other => self.lap.direction.reversed(),
            SowDirection::Either => Direction::BOTH[self.ask(2)],
            SowDirection::Fixed(direction) => direction,
        }
    }

    /// Ends the move if it has been at this very moment before.
    fn endless_if_seen(&mut self, hole: Hole, direction: Direction, hand: u32) -> Option<AfterLap> {
        if self.racing {
            return None;
        }
        let looks = *self.looks_back.get_or_init(|| LooksBack::of(self.rules));
        let mut marks = self.position.marks.clone();
        if !looks.first_time {
            marks.iter_mut().for_each(|marked| marked.visited = false);
        }
        let moment = Moment {
            seeds: self.position.seeds.clone(),
            pile: self.position.pile,
            marks,
            owned: self.position.owned,
            marks_made: if looks.mark_made { self.position.marks_made } else { 0 },
            lifted: if looks.lifted { self.position.lifted } else { HoleSet::EMPTY },
            sown_in_move: if looks.sown_in_move { self.sown } else { HoleSet::EMPTY },
            choices: self.answers.asked,
            first_lap_captured: looks.first_lap_captured && self.first_lap_captured,
            capture_made: looks.capture_made && self.capture_made(),
            hole,
            direction,
            hand,
            place: self.scene().place_of(hole, self.lap.place),
        };
        let new = self.earlier.insert(moment);
        if new && u64::from(self.lap.number) < MAX_LAPS {
            return None;
        }
        self.endless = true;
        self.position.endless_sowings += 1;
        self.report(self.rules.endless.clause, What::Endless);
        Some(AfterLap::Over(match self.rules.endless.value {
            Endless::EndsTurn | Endless::Forbidden => Ending::TurnEnds,
            Endless::Loses | Endless::Draw => Ending::Endless,
        }))
    }
}

/// Does any clause of the rules ask such a condition?
fn looks_back(rules: &Rules, asks: &dyn Fn(&Condition) -> bool) -> bool {
    let frames = rules.frames.iter();
    let ends = rules.ends.iter().map(|end| &end.value.when);
    asked_in_play(&rules.play, asks)
        || ends.into_iter().any(|when| asked(when, asks))
        || frames.into_iter().any(|frame| {
            let trigger = match &frame.trigger {
                FrameTrigger::While(when) | FrameTrigger::Once { when, .. } => asked(when, asks),
                FrameTrigger::FirstTurnsOfEach(_)
                | FrameTrigger::FirstTurnOfRound
                | FrameTrigger::Race
                | FrameTrigger::AfterFirstTurnsOfEach(_) => false,
            };
            trigger || asked_in_play(&rules.play.with(&frame.overlay), asks)
        })
}

fn asked_in_play(play: &Play, asks: &dyn Fn(&Condition) -> bool) -> bool {
    let mut tables = play.tables();
    let mut tiers = play.prefer.iter().flat_map(|prefer| &prefer.value.tiers);
    tables.any(|(_, table)| asked_in(&table.entries, asks)) || tiers.any(|tier| asked(&tier.condition, asks))
}

fn asked_in(entries: &[Entry], asks: &dyn Fn(&Condition) -> bool) -> bool {
    entries.iter().any(|entry| match entry {
        Entry::Line(line) => line.condition.iter().any(|condition| asked(condition, asks)),
        Entry::Group { when, entries, .. } => asked(when, asks) || asked_in(entries, asks),
    })
}

fn asked(condition: &Condition, asks: &dyn Fn(&Condition) -> bool) -> bool {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| asked(part, asks)),
        Condition::Not(part) => asked(part, asks),
        single => asks(single),
    }
}
