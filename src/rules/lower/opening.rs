//! Scripted openings and races.

use super::layers::Stack;
use super::{Lowered, Lowering};
use crate::board::ClauseId;
use crate::rules::{Holes, Opening, Race, RaceEnd, Side, Stated, Step};
use crate::syntax::{Kind, Node};
use std::sync::Arc;

impl Lowering {
    pub(super) fn opening(&mut self, stack: &Stack) -> Option<Opening> {
        let layered = stack.last(Kind::opening)?;
        self.source = Arc::clone(&layered.source);
        let body = layered.body();
        let clause = self.clause(layered.node);
        if body.has(Kind::by_each) {
            let fault = self.not_implemented("an opening by each player", super::first_node(body));
            self.diagnostics.push(fault);
            return None;
        }
        let mut scripts = vec![Vec::new()];
        for line in body.all(Kind::script_line) {
            let Some(first) = line.children.first() else { continue };
            if first.kind == Kind::or_instead {
                scripts.push(Vec::new());
                continue;
            }
            let step =
                first.children.first().map_or_else(|| Err(self.unknown(first)), |step| self.step(step));
            if let Some(value) = self.keep(step) {
                let clause = self.clause(line);
                if let Some(script) = scripts.last_mut() {
                    script.push(Stated { value, clause });
                }
            }
        }
        if scripts.iter().any(Vec::is_empty) {
            let fault =
                self.error("opening", "an alternative of this opening has no steps", super::first_node(body));
            self.diagnostics.push(fault.help("write steps before and after every `or instead`"));
            return None;
        }
        let words = body.child(Kind::string).map(|string| string.unquoted(&self.source));
        Some(Opening { clause, each_player: false, words, scripts })
    }

    fn step(&self, node: &Node) -> Lowered<Step> {
        Ok(match node.kind {
            Kind::board_becomes => {
                let Some(picture) = node.child(Kind::picture) else { return Err(self.unknown(node)) };
                let seeds = self.picture(picture)?;
                if seeds.contains(&None) {
                    return Err(self
                        .error("picture", "no hole is closed by an opening", picture)
                        .help("write 0 for an empty hole"));
                }
                Step::BoardBecomes(seeds.into_iter().flatten().collect())
            }
            Kind::lift_step => Step::Lift {
                seeds: node.child(Kind::amount).map(|amount| self.amount(amount)).transpose()?,
                from: match node.child(Kind::region) {
                    Some(region) => Holes { of: Some(self.region(region)?), ..Holes::default() },
                    None => Holes { whose: Some(Side::Own), ..Holes::default() },
                },
            },
            Kind::sow_them => Step::Sow {
                direction: node
                    .child(Kind::direction)
                    .map(|direction| self.direction(direction))
                    .transpose()?,
                from: self.child_region(node)?,
            },
            Kind::put_them => Step::Put { into: self.child_region(node)? },
            Kind::script_capture => Step::Capture(self.child_amount(node)?),
            Kind::mark_step => Step::Mark { holes: self.child_region(node)?, mark: self.mark_name(node)? },
            Kind::then_moves => Step::ThenMoves { same_player: node.has(Kind::k_mover) },
            Kind::every_second_moves => {
                Step::EverySecondMovesOn { from: self.child_region(node)?, seeds: self.child_amount(node)? }
            }
            Kind::every_second_put => Step::EverySecondIsPutInNext { from: self.child_region(node)? },
            _ => return Err(self.unknown(node)),
        })
    }

    pub(super) fn race(&mut self, stack: &Stack) -> Option<Race> {
        let layered = stack.last(Kind::opening_race)?;
        self.source = Arc::clone(&layered.source);
        let body = layered.body();
        let clause = self.clause(layered.node);
        let from = self.child_region(body);
        let from = self.keep(from)?;
        let mut end: Option<Stated<RaceEnd>> = None;
        let mut no_captures: Option<Stated<()>> = None;
        for line in body.all(Kind::race_line) {
            let Some(said) = line.children.first() else { continue };
            let clause: ClauseId = self.clause(line);
            match said.kind {
                Kind::both_play => end = Some(Stated { value: RaceEnd::BothPlayToTheEnd, clause }),
                Kind::other_stops => end = Some(Stated { value: RaceEnd::OtherPlayerStops, clause }),
                _ => no_captures = Some(Stated { value: (), clause }),
            }
        }
        let end = end.unwrap_or_else(|| self.language("both play to the end", RaceEnd::BothPlayToTheEnd));
        Some(Race { clause, from, end, no_captures })
    }
}
