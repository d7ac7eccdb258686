//! Tables of lines, and what their actions do.

use super::marks::{end_mark_that_lasts_until, make_mark, may_mark};
use super::scene::Before;
use super::setup::event;
use super::sowing::{Sowing, Taken};
use crate::board::{ClauseId, Direction, Hole, MarkId, Seat};
use crate::engine::What;
use crate::rules::play::Put;
use crate::rules::{
    Action, Captured, Condition, Entry, HoleRef, Holes, Line, MarkLasts, Repeat, Stated, Table, Who,
};

impl Sowing<'_> {
    /// The first line that fits, with the conditions of the groups around it as part of its own:
    /// `when A { B => … }` means `A and B => …`.
    pub fn line_that_fits(&mut self, table: &Table) -> Option<Line> {
        self.watch_table(table);
        self.first_fitting(&table.entries)
    }

    fn first_fitting(&self, entries: &[Entry]) -> Option<Line> {
        entries.iter().find_map(|entry| match entry {
            Entry::Line(line) => self.fits(line).then(|| line.clone()),
            Entry::Group { when, entries, .. } if self.scene().holds(when) => {
                let line = self.first_fitting(entries)?;
                let own = line.condition.into_iter();
                let whole = std::iter::once(when.clone()).chain(own).collect();
                Some(Line { condition: Some(Condition::All(whole)), ..line })
            }
            Entry::Group { .. } => None,
        })
    }

    /// Does its condition hold, and may its actions be done?
    pub(super) fn fits(&self, line: &Line) -> bool {
        let holds = line.condition.as_ref().is_none_or(|condition| self.scene().holds(condition));
        holds && line.actions.iter().all(|action| self.may_be_done(action))
    }

    fn may_be_done(&self, action: &Action) -> bool {
        let free = self.play.no_captures.is_none();
        match action {
            Action::Capture { .. } => free,
            Action::Mark { holes, chosen, mark } => {
                free && may_mark(self.rules, &self.position, *mark, self.mover, &self.holes_only(holes))
                    && chosen.as_ref().is_none_or(|chosen| !self.markable(chosen, *mark).is_empty())
            }
            Action::Repeat(_) | Action::Move { .. } => true,
        }
    }

    /// The open holes that clauses point at, each once, without stores.
    fn holes_only(&self, holes: &[HoleRef]) -> Vec<Hole> {
        let scene = self.scene();
        let mut found = Vec::new();
        for hole in holes.iter().flat_map(|hole| scene.holes(hole)) {
            let open = scene.is_hole(hole) && !self.position.closed.contains(hole);
            if open && !found.contains(&hole) {
                found.push(hole);
            }
        }
        found
    }

    /// The described holes on which the mover may make a mark.
    fn markable(&self, holes: &Holes, mark: MarkId) -> Vec<Hole> {
        let mut found = self.scene().matching(holes);
        found.retain(|&hole| may_mark(self.rules, &self.position, mark, self.mover, &[hole]));
        found
    }

    /// A table without continuations, read with some hole as `this hole`, looked at as it is now.
    pub fn scan(&mut self, table: Option<Table>, this: Option<Hole>) {
        let Some(table) = table else {
            return;
        };
        let (old_this, old_before, old_collected) = (self.this, self.before, self.collected);
        self.this = this;
        self.collected = false;
        self.before = Before::Now;
        if let Some(line) = self.line_that_fits(&table) {
            self.do_line(&line);
        }
        self.this = old_this;
        self.before = old_before;
        self.collected = old_collected;
    }

    /// A line decides: its actions are done in the order written.
    pub fn do_line(&mut self, line: &Line) {
        self.report(line.clause, What::Decides);
        let captured_before = self.captures.len();
        for action in &line.actions {
            match action {
                Action::Repeat(repeat) => self.repeat(*repeat, line, captured_before),
                Action::Capture { .. } | Action::Mark { .. } | Action::Move { .. } => {
                    self.act(action, line.clause);
                }
            }
        }
    }

    /// All actions of a line but the repeating.
    fn do_again(&mut self, line: &Line) {
        for action in &line.actions {
            self.act(action, line.clause);
        }
    }

    fn act(&mut self, action: &Action, clause: ClauseId) {
        match action {
            Action::Capture { who, optional, what } => {
                if *optional && self.ask(2) == 1 {
                    return;
                }
                for captured in what {
                    for (hole, seeds) in self.what_is_taken(captured) {
                        self.capture(*who, hole, seeds, clause);
                    }
                }
            }
            Action::Mark { holes, chosen, mark } => {
                for hole in self.holes_only(holes) {
                    self.mark(*mark, hole, clause);
                }
                if let Some(chosen) = chosen {
                    let candidates = self.markable(chosen, *mark);
                    if let Some(hole) = self.choose_hole(candidates) {
                        self.mark(*mark, hole, clause);
                    }
                }
            }
            Action::Move { seeds, from, to } => self.transfer(*seeds, from, to, clause),
            Action::Repeat(_) => {}
        }
    }

    /// One of these holes, chosen by the mover, who sees the board from his own side.
    fn choose_hole(&mut self, mut holes: Vec<Hole>) -> Option<Hole> {
        let seen = |hole: &Hole| match self.mover {
            Seat::South => *hole,
            Seat::North => self.rules.layout.turned(*hole),
        };
        holes.sort_by_key(seen);
        let choice = self.ask(holes.len());
        holes.get(choice).copied()
    }

    /// A move without sowing: all seeds of a hole go to another hole that one of the clauses allows.
    pub fn put(&mut self, puts: &[Stated<Put>], from: Hole) {
        let scene = self.scene();
        let allowing = |to: Hole| {
            let facing = scene.facing(from).contains(&to);
            puts.iter().find(|put| scene.matches(&put.value.from, from) && !(put.value.not_facing && facing))
        };
        let mut targets: Vec<Hole> = self.rules.layout.all_holes().collect();
        targets.retain(|&to| to != from && !self.position.closed.contains(to) && allowing(to).is_some());
        let clauses: Vec<_> = targets.iter().map(|&to| (to, allowing(to).map(|put| put.clause))).collect();
        let Some(to) = self.choose_hole(targets) else {
            return;
        };
        let clause = clauses.iter().find(|(hole, _)| *hole == to).and_then(|(_, clause)| *clause);
        let clause = clause.unwrap_or(self.play.moves.clause);
        let seeds = std::mem::take(&mut self.position.seeds[from.index()]);
        self.position.seeds[to.index()] += seeds;
        self.drops.push((1, to));
        self.this = Some(to);
        self.before = Before::Now;
        self.report(clause, What::Transfer { from, to, seeds });
        self.mark_as_lifted(from);
    }

    fn mark(&mut self, mark: MarkId, hole: Hole, clause: ClauseId) {
        let made = (mark, self.mover, hole);
        make_mark(self.rules, &mut self.position, made, clause, &mut self.events);
    }

    /// From which holes how many seeds are captured; the mover chooses where he may.
    fn what_is_taken(&mut self, captured: &Captured) -> Vec<(Hole, u32)> {
        match captured {
            Captured::Chosen(holes) => {
                let candidates = self.scene().matching(holes);
                let chosen = self.choose_hole(candidates);
                chosen.map(|hole| (hole, self.scene().seeds(hole))).into_iter().collect()
            }
            Captured::All(_) | Captured::Every(_) | Captured::Seeds { .. } | Captured::AllBut { .. } => {
                self.amounts(captured)
            }
        }
    }

    /// From which holes how many seeds are captured, where nothing is to be chosen.
    fn amounts(&self, captured: &Captured) -> Vec<(Hole, u32)> {
        let scene = self.scene();
        let of = |holes: Vec<Hole>, amount: &dyn Fn(u32) -> u32| {
            let holes = holes.into_iter();
            holes.map(|hole| (hole, amount(scene.seeds(hole)))).collect()
        };
        match captured {
            Captured::All(hole) => of(scene.holes(hole), &|held| held),
            Captured::Every(holes) => of(scene.matching(holes), &|held| held),
            Captured::Seeds { seeds, from } => of(scene.holes(from), &|held| held.min(*seeds)),
            Captured::AllBut { seeds, from } => of(scene.holes(from), &|held| held.saturating_sub(*seeds)),
            Captured::Chosen(_) => Vec::new(),
        }
    }

    /// Captures seeds of a hole; from a store, or for a player who does not exist, nothing.
    fn capture(&mut self, who: Who, hole: Hole, seeds: u32, clause: ClauseId) {
        let by = match who {
            // Each of them, or none, is no capturer.
            Who::APlayer | Who::Neither => None,
            Who::Mover
            | Who::Opponent
            | Who::RowOwner
            | Who::HoleOwner
            | Who::PlayerToMove
            | Who::South
            | Who::North => self.scene().players(who, Some(hole)).first().copied(),
        };
        if let (Some(by), true) = (by, self.scene().is_hole(hole)) {
            self.capture_for(by, hole, seeds, clause);
        }
    }

    /// Captures seeds of a hole for a player, if there is one to capture.
    pub fn capture_for(&mut self, by: Seat, hole: Hole, seeds: u32, clause: ClauseId) {
        let seeds = seeds.min(self.position.seeds[hole.index()]);
        if seeds == 0 {
            return;
        }
        self.position.seeds[hole.index()] -= seeds;
        self.deposit(by, seeds);
        self.report(clause, What::Capture { by, hole, seeds });
        self.captures.push(Taken { by, hole, seeds, lap: self.lap.number, sown_again: false });
        let until = MarkLasts::LiftedOrCaptured;
        let (position, events) = (&mut self.position, &mut self.events);
        end_mark_that_lasts_until(self.rules, position, hole, until, events);
    }

    /// Moves seeds without a sowing, out of holes only.
    fn transfer(&mut self, seeds: Option<u32>, from: &HoleRef, to: &HoleRef, clause: ClauseId) {
        let Some(to) = self.scene().holes(to).first().copied() else {
            return;
        };
        for from in self.holes_only(std::slice::from_ref(from)) {
            let held = self.position.seeds[from.index()];
            let seeds = seeds.unwrap_or(held).min(held);
            if seeds > 0 && from != to {
                self.position.seeds[from.index()] -= seeds;
                self.position.seeds[to.index()] += seeds;
                self.events.push(event(clause, What::Transfer { from, to, seeds }));
            }
        }
    }

    /// The same line is tried on other stops.
    fn repeat(&mut self, repeat: Repeat, line: &Line, captured_before: usize) {
        let (this, before, collected) = (self.this, self.before, self.collected);
        self.collected = false;
        let onwards = self.lap.direction;
        let circuit = self.scene().path.len();
        match repeat {
            Repeat::Backwards => self.repeat_along(onwards.reversed(), circuit, line),
            Repeat::OnceBackwards => self.repeat_along(onwards.reversed(), 1, line),
            Repeat::Forwards => self.repeat_along(onwards, circuit, line),
            Repeat::BothWays => {
                self.repeat_along(onwards.reversed(), circuit, line);
                self.this = this;
                self.repeat_along(onwards, circuit, line);
            }
            Repeat::FromThere => self.repeat_from_there(line, captured_before),
        }
        self.this = this;
        self.before = before;
        self.collected = collected;
    }

    /// On one stop after the other, at most so many, until the line does not fit.
    fn repeat_along(&mut self, direction: Direction, most: usize, line: &Line) {
        let began = self.this;
        self.before = Before::Repeat;
        for _ in 0..most {
            let Some(this) = self.this else {
                return;
            };
            self.this = self.scene().next_open(this, direction);
            if self.this == began || self.this.is_none() || !self.fits(line) {
                return;
            }
            self.do_again(line);
        }
    }

    /// As if the last seed lay in the hole just captured, until the line does not fit or takes
    /// nothing.
    fn repeat_from_there(&mut self, line: &Line, captured_before: usize) {
        self.before = Before::Repeat;
        let mut before = captured_before;
        for _ in self.rules.layout.all_holes() {
            if self.captures.len() == before {
                return;
            }
            self.this = self.captures.last().map(|taken| taken.hole);
            before = self.captures.len();
            if !self.fits(line) {
                return;
            }
            self.do_again(line);
        }
    }
}
