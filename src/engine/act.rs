//! What a line does: captures, marks, transfers, repeats.

use super::event::{Event, Observer, What};
use super::places::Targets;
use super::position::{MarkedHole, Position};
use super::turn::{Taken, Turn};
use crate::board::{ClauseId, Direction, Hole, HoleSet, MarkId, Seat};
use crate::program::{
    ActionCode, CaptureCode, HolesTest, LineCode, MarkLasts, MarkTable, PutTable, Repeat, Stated, TableCode,
    Target,
};

impl Turn<'_> {
    /// A table without continuations: the first line that fits is carried out.
    pub(super) fn run_table<O: Observer>(
        &mut self,
        table: &TableCode,
        position: &mut Position,
        observer: &mut O,
    ) {
        if let Some(line) = table.lines.iter().find(|line| self.fits(line, position)) {
            observer.event(Event { clause: line.clause, what: What::Decides });
            self.act(line, position, observer);
        }
    }

    /// Carries out the actions of a line.
    pub(super) fn act<O: Observer>(&mut self, line: &LineCode, position: &mut Position, observer: &mut O) {
        for action in &line.actions {
            match action {
                ActionCode::Repeat(repeat) => self.repeat(*repeat, line, position, observer),
                simple => self.act_once(simple, line.clause, position, observer),
            }
        }
    }

    fn act_once<O: Observer>(
        &mut self,
        action: &ActionCode,
        clause: ClauseId,
        position: &mut Position,
        observer: &mut O,
    ) {
        match action {
            ActionCode::Repeat(_) => {}
            ActionCode::Capture { who, optional, what } => {
                if *optional && self.choose(2) == 1 {
                    return;
                }
                for what in what {
                    for (hole, seeds) in self.captured(what, position) {
                        // The owner meant is that of the hole that is emptied.
                        let this = self.this.replace(hole);
                        let by = self.seat(*who, position);
                        self.this = this;
                        if let Some(by) = by {
                            self.capture(position, by, hole, seeds, clause, observer);
                        }
                    }
                }
            }
            ActionCode::Mark { holes, chosen, mark } => {
                for hole in self.named(holes, position) {
                    self.mark(position, hole, *mark, clause, observer);
                }
                if let Some(chosen) = chosen {
                    let markable = self.markable(chosen, *mark, position);
                    if let Some(hole) = self.choose_hole(markable) {
                        self.mark(position, hole, *mark, clause, observer);
                    }
                }
            }
            ActionCode::Transfer { seeds, from, to } => {
                let (from, to) = (self.target(from, position), self.target(to, position));
                let Some(&to) = to.first() else { return };
                for from in from.into_iter().filter(|from| from.index() < self.program.holes && *from != to) {
                    let there = position.seeds[from.index()];
                    let seeds = seeds.unwrap_or(there).min(there);
                    if seeds > 0 {
                        position.seeds[from.index()] -= seeds;
                        position.seeds[to.index()] += seeds;
                        observer.event(Event { clause, what: What::Transfer { from, to, seeds } });
                    }
                }
            }
        }
    }

    /// What a capture takes, hole by hole.
    fn captured(&mut self, what: &CaptureCode, position: &Position) -> Vec<(Hole, u32)> {
        let all = |hole: Hole| (hole, position.seeds[hole.index()]);
        let of = |turn: &Self, target: &Target| turn.target(target, position).into_iter();
        match what {
            CaptureCode::All(target) => of(self, target).map(all).collect(),
            CaptureCode::Every(holes) => self.select(holes, position).iter().map(all).collect(),
            CaptureCode::Chosen(holes) => {
                let holes = self.select(holes, position);
                self.choose_hole(holes).map(all).into_iter().collect()
            }
            CaptureCode::Seeds(seeds, target) => {
                of(self, target).map(|hole| (hole, (*seeds).min(all(hole).1))).collect()
            }
            CaptureCode::AllBut(stay, target) => {
                of(self, target).map(|hole| (hole, all(hole).1.saturating_sub(*stay))).collect()
            }
        }
    }

    /// The described holes on which the mover may make a mark.
    fn markable(&self, holes: &HolesTest, mark: MarkId, position: &Position) -> HoleSet {
        self.select(holes, position).iter().filter(|hole| self.mark_allowed(position, *hole, mark)).collect()
    }

    /// One of these holes, chosen by the mover.
    fn choose_hole(&mut self, holes: HoleSet) -> Option<Hole> {
        let holes = self.seen_by_mover(holes);
        let choice = self.choose(holes.len() as u32) as usize;
        holes.get(choice).copied()
    }

    /// Holes in the order in which the mover sees them: the same for both players.
    fn seen_by_mover(&self, holes: HoleSet) -> Targets {
        let mut holes: Targets = holes.iter().collect();
        if self.mover == Seat::North {
            holes.sort_unstable_by_key(|hole| self.program.turned[hole.index()]);
        }
        holes
    }

    /// A move without sowing: all seeds of a hole go to another, which the mover chooses.
    pub(super) fn put<O: Observer>(&mut self, position: &mut Position, from: Hole, observer: &mut O) {
        let allowing = |to: Hole| {
            let allows = |put: &&Stated<PutTable>| {
                let facing = self.program.facing[from.index()].contains(&to);
                put.value.from.contains(from) && !(put.value.not_facing && facing)
            };
            self.play.puts.iter().find(allows).map(|put| put.clause)
        };
        let others = self.program.all.without(position.closed).iter().filter(|hole| *hole != from);
        let targets = others.filter(|to| allowing(*to).is_some()).collect();
        let Some(to) = self.choose_hole(targets) else { return };
        let clause = allowing(to).unwrap_or(self.play.starts.clause);
        let seeds = std::mem::take(&mut position.seeds[from.index()]);
        position.seeds[to.index()] += seeds;
        position.lifted.insert(from);
        self.reached.insert(to);
        self.reached_first.insert(to);
        self.this = Some(to);
        observer.event(Event { clause, what: What::Transfer { from, to, seeds } });
        self.unmark_if_lifted(position, from, observer);
    }

    fn capture<O: Observer>(
        &mut self,
        position: &mut Position,
        by: Seat,
        hole: Hole,
        seeds: u32,
        clause: ClauseId,
        observer: &mut O,
    ) {
        // Seeds in a store are out of reach, and a hole named twice is emptied once.
        if hole.index() >= self.program.holes {
            return;
        }
        let seeds = seeds.min(position.seeds[hole.index()]);
        if seeds == 0 {
            return;
        }
        position.seeds[hole.index()] -= seeds;
        self.capture_made = true;
        self.captures += 1;
        if self.lap == 0 {
            self.captured_in_first_lap = true;
        }
        observer.event(Event { clause, what: What::Capture { by, hole, seeds } });
        self.pay(position, by, seeds);
        if self.program.keeps_captures {
            self.taken.push(Taken { by, hole, seeds, lap: self.lap });
        }
        self.unmark_if_lifted(position, hole, observer);
    }

    /// The same line on other stops, while its whole condition holds there.
    fn repeat<O: Observer>(
        &mut self,
        repeat: Repeat,
        line: &LineCode,
        position: &mut Position,
        observer: &mut O,
    ) {
        let forwards = self.direction;
        match repeat {
            Repeat::Backwards => self.repeat_along(forwards.reversed(), usize::MAX, line, position, observer),
            Repeat::OnceBackwards => self.repeat_along(forwards.reversed(), 1, line, position, observer),
            Repeat::Forwards => self.repeat_along(forwards, usize::MAX, line, position, observer),
            Repeat::BothWays => {
                self.repeat_along(forwards.reversed(), usize::MAX, line, position, observer);
                self.repeat_along(forwards, usize::MAX, line, position, observer);
            }
            // The program is not lowered with it.
            Repeat::FromThere => {}
        }
    }

    fn repeat_along<O: Observer>(
        &mut self,
        direction: Direction,
        most: usize,
        line: &LineCode,
        position: &mut Position,
        observer: &mut O,
    ) {
        let (this, before, collected) = (self.this, self.before, self.collected);
        let Some(start) = this else { return };
        self.repeating = true;
        let mut hole = start;
        for _ in 0..most.min(self.play.path.len()) {
            match self.neighbour(position, hole, direction) {
                Some(next) if next != start => hole = next,
                _ => break,
            }
            self.look_at(position, hole);
            if !self.fits(line, position) {
                break;
            }
            for action in &line.actions {
                self.act_once(action, line.clause, position, observer);
            }
        }
        self.repeating = false;
        (self.this, self.before, self.collected) = (this, before, collected);
    }

    /// Does a line make only marks that are allowed?
    pub(super) fn marks_allowed(&self, line: &LineCode, position: &Position) -> bool {
        line.actions.iter().all(|action| match action {
            ActionCode::Mark { holes, chosen, mark } => {
                self.all_markable(&self.named(holes, position), *mark, position)
                    && chosen.as_ref().is_none_or(|chosen| !self.markable(chosen, *mark, position).is_empty())
            }
            ActionCode::Capture { .. } | ActionCode::Repeat(_) | ActionCode::Transfer { .. } => true,
        })
    }

    /// May all of these holes be marked, one after the other?
    fn all_markable(&self, holes: &[Hole], mark: MarkId, position: &Position) -> bool {
        match holes {
            [] => true,
            [only] => self.mark_allowed(position, *only, mark),
            _ => {
                let (mut turn, mut after) = (self.clone(), position.clone());
                holes.iter().all(|hole| {
                    let allowed = turn.mark_allowed(&after, *hole, mark);
                    turn.mark(&mut after, *hole, mark, ClauseId(0), &mut ());
                    allowed
                })
            }
        }
    }

    /// The holes that targets mean, each once, without stores.
    fn named(&self, targets: &[Target], position: &Position) -> Targets {
        let mut named = Targets::new();
        for hole in targets.iter().flat_map(|target| self.target(target, position)) {
            if hole.index() < self.program.holes && !named.contains(&hole) {
                named.push(hole);
            }
        }
        named
    }

    fn mark_allowed(&self, position: &Position, hole: Hole, mark: MarkId) -> bool {
        let table = &self.program.marks[mark.0 as usize];
        let same = |marked: &&MarkedHole| marked.mark == mark;
        let already = position
            .marks
            .iter()
            .filter(same)
            .any(|marked| marked.hole == hole && marked.owner == self.mover);
        let on_letter = table.not_same_letter
            && position.marks.iter().filter(same).any(|marked| {
                marked.owner != self.mover
                    && self.program.letter[marked.hole.index()] == self.program.letter[hole.index()]
            });
        let never = table.limit_each == Some(0) || table.limit_all == Some(0);
        let full = never || (table.replaces.is_none() && self.limit_reached(position, mark, table));
        !already && !on_letter && !full
    }

    fn limit_reached(&self, position: &Position, mark: MarkId, table: &MarkTable) -> bool {
        let of = |owner: Option<Seat>| {
            position
                .marks
                .iter()
                .filter(|marked| marked.mark == mark && owner.is_none_or(|owner| marked.owner == owner))
                .count() as u32
        };
        table.limit_each.is_some_and(|limit| of(Some(self.mover)) >= limit)
            || table.limit_all.is_some_and(|limit| of(None) >= limit)
    }

    pub(super) fn mark<O: Observer>(
        &mut self,
        position: &mut Position,
        hole: Hole,
        mark: MarkId,
        clause: ClauseId,
        observer: &mut O,
    ) {
        if hole.index() >= self.program.holes {
            return;
        }
        let table = &self.program.marks[mark.0 as usize];
        if let Some(replaces) = table.replaces {
            // A limit for each player gives up his own oldest mark, one for both the oldest of all.
            let limits = [(table.limit_each, Some(self.mover)), (table.limit_all, None)];
            for (limit, of) in limits {
                let mut marked = position
                    .marks
                    .iter()
                    .filter(|marked| marked.mark == mark && of.is_none_or(|of| marked.owner == of));
                let oldest = marked.next().map(|marked| marked.hole);
                let count = 1 + marked.count() as u32;
                if let (Some(oldest), true) = (oldest, limit.is_some_and(|limit| count >= limit)) {
                    self.unmark(position, oldest, replaces, observer);
                }
            }
        }
        // Another mark on the hole gives way.
        position.marks.retain(|marked| marked.hole != hole);
        position.marks.push(MarkedHole { hole, mark, owner: self.mover, visited: false });
        position.marked.insert(hole);
        position.marks_made |= 1 << mark.0;
        self.marks_changed = true;
        observer.event(Event { clause, what: What::Mark { owner: self.mover, hole, mark } });
    }

    pub(super) fn unmark<O: Observer>(
        &mut self,
        position: &mut Position,
        hole: Hole,
        clause: ClauseId,
        observer: &mut O,
    ) {
        if let Some(index) = position.marks.iter().position(|marked| marked.hole == hole) {
            let mark = position.marks.remove(index).mark;
            position.marked.remove(hole);
            self.marks_changed = true;
            observer.event(Event { clause, what: What::Unmark { hole, mark } });
        }
    }

    /// A mark that lasts until its hole is lifted or captured ends.
    pub(super) fn unmark_if_lifted<O: Observer>(
        &mut self,
        position: &mut Position,
        hole: Hole,
        observer: &mut O,
    ) {
        let Some(marked) = position.mark_on(hole) else { return };
        let lasts = &self.program.marks[marked.mark.0 as usize].lasts;
        if lasts.value == MarkLasts::LiftedOrCaptured {
            self.unmark(position, hole, lasts.clause, observer);
        }
    }
}
