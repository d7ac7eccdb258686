//! Marks, what a stuck player does, ends, remaining seeds, and the match of rounds.

use super::layers::{Layered, Stack};
use super::{Lowered, Lowering};
use crate::board::{ClauseId, MarkId};
use crate::rules::matches::{
    Close, Contested, Equal, FillFrom, LayOut, LayOutKind, LayOutRest, NextStarter, Refill, Remainder,
    RemainderFate,
};
use crate::rules::{
    End, Endless, GrandSlam, Mark, MarkLasts, MarkSeeds, MarkSowing, Match, Remaining, Repeated, Stated,
    Stuck, Until, Verdict, Win,
};
use crate::syntax::{Kind, Node};
use std::sync::Arc;

/// Most kinds of mark in one game.
const MAX_MARKS: usize = 32;

impl Lowering {
    /// Names of marks, before anything speaks of them.
    pub(super) fn collect_marks(&mut self, stack: &Stack) {
        let names: Vec<String> = stack
            .all(Kind::mark)
            .map(|layered| {
                layered
                    .body()
                    .child(Kind::mark_name)
                    .map_or("", |name| name.text(&layered.source))
                    .to_lowercase()
            })
            .collect();
        if let Some(layered) = stack.all(Kind::mark).nth(MAX_MARKS) {
            self.source = Arc::clone(&layered.source);
            let fault =
                self.error("range", format!("a game has at most {MAX_MARKS} kinds of mark"), layered.node);
            self.diagnostics.push(fault);
        }
        self.marks = names.into_iter().take(MAX_MARKS).collect();
    }

    pub(super) fn mark_tables(&mut self, stack: &Stack) -> Vec<Mark> {
        let marks: Vec<Layered> = stack.all(Kind::mark).take(MAX_MARKS).cloned().collect();
        marks.iter().enumerate().map(|(index, layered)| self.mark(layered, MarkId(index as u8))).collect()
    }

    fn mark(&mut self, layered: &Layered, id: MarkId) -> Mark {
        let mut mark = match &layered.adds_to {
            Some(below) => self.mark(below, id),
            None => {
                self.source = Arc::clone(&layered.source);
                let clause = self.clause(layered.node);
                Mark {
                    name: self.marks.get(id.0 as usize).cloned().unwrap_or_default(),
                    clause,
                    sowing: self.language("anybody sows from it", MarkSowing::Anyone),
                    collects: None,
                    at_end: self.language("its seeds go to its owner at the end", MarkSeeds::Owner),
                    limit_each: None,
                    limit_all: None,
                    replaces: None,
                    not_same_letter: None,
                    starts_on: None,
                    lasts: self.language("lasts until the round ends", MarkLasts::Round),
                }
            }
        };
        self.source = Arc::clone(&layered.source);
        for line in layered.body().all(Kind::mark_line) {
            let Some(said) = line.children.first() else { continue };
            let clause = self.clause(line);
            match said.kind {
                Kind::nobody_sows => mark.sowing = Stated { value: MarkSowing::Nobody, clause },
                Kind::only_owner_sows => mark.sowing = Stated { value: MarkSowing::OnlyOwner, clause },
                Kind::owner_does_not_sow => mark.sowing = Stated { value: MarkSowing::NotOwner, clause },
                Kind::collects => mark.collects = Some(Stated { value: (), clause }),
                Kind::seeds_at_end => {
                    let value = if said.has(Kind::k_row) { MarkSeeds::RowOwner } else { MarkSeeds::Owner };
                    mark.at_end = Stated { value, clause };
                }
                Kind::limit_each => {
                    let limit = self.child_amount(said);
                    mark.limit_each = self.keep(limit).map(|value| Stated { value, clause });
                    mark.replaces = replaces_too(said, clause).or(mark.replaces);
                }
                Kind::limit_all => {
                    let limit = self.child_amount(said);
                    mark.limit_all = self.keep(limit).map(|value| Stated { value, clause });
                    mark.replaces = replaces_too(said, clause).or(mark.replaces);
                }
                Kind::replaces => mark.replaces = Some(Stated { value: (), clause }),
                Kind::not_same_letter => mark.not_same_letter = Some(Stated { value: (), clause }),
                Kind::starts_on => {
                    let region = self.child_region(said);
                    mark.starts_on = self.keep(region).map(|value| Stated { value, clause });
                }
                Kind::lasts => {
                    let value = if said.has(Kind::k_lifted) {
                        MarkLasts::LiftedOrCaptured
                    } else if said.has(Kind::k_drops) {
                        MarkLasts::OpponentDrops
                    } else {
                        MarkLasts::Round
                    };
                    mark.lasts = Stated { value, clause };
                }
                _ => {}
            }
        }
        mark
    }

    pub(super) fn stuck(&mut self, node: &Node) -> Lowered<Stuck> {
        match node.child(Kind::stuck_refills) {
            None => Ok(Stuck::Passes),
            Some(refills) => match self.child_amount(refills)? {
                0 => Err(self.error("range", "at least one seed must be refilled", refills)),
                seeds => Ok(Stuck::Refills(seeds)),
            },
        }
    }

    pub(super) fn ends(&mut self, stack: &Stack) -> Vec<Stated<End>> {
        self.several(stack, Kind::end_when, |this, node| {
            let that_player = node
                .child(Kind::that_player)
                .map(|said| if said.has(Kind::k_wins) { Verdict::Wins } else { Verdict::Loses });
            Ok(End { when: this.child_condition(node)?, that_player })
        })
    }

    pub(super) fn rounds(&mut self, stack: &Stack) -> Option<Match> {
        let layered = stack.last(Kind::rounds)?.clone();
        let (source, clause_node) = (Arc::clone(&layered.source), layered.node);
        self.source = Arc::clone(&source);
        let clause = self.clause(clause_node);
        let mut rounds = Match {
            clause,
            refill: None,
            gain: None,
            contested: None,
            equal: None,
            close: None,
            poorer: Vec::new(),
            richer_copies: None,
            remainders: Vec::new(),
            starter: self.language("starter alternates", NextStarter::Alternates),
            until: Vec::new(),
        };
        self.match_lines(&layered, &mut rounds);
        self.source = source;
        let ends = layered.body().all(Kind::match_line).any(|line| line.has(Kind::until));
        if rounds.until.is_empty() && !ends {
            let fault = self.error("no-until", "the match never ends", super::first_node(layered.body()));
            self.diagnostics.push(fault.help("say for example `until a player cannot fill even one hole`"));
        }
        if rounds.refill.is_none() && rounds.poorer.is_empty() {
            let fault = self.error(
                "no-refill",
                "the match does not say how holes are filled again",
                super::first_node(layered.body()),
            );
            self.diagnostics
                .push(fault.help("say for example `refill 4 in each own hole` or `refill as at the start`"));
        }
        if rounds.gain.is_some() && rounds.contested.is_none() {
            let line = layered.body().all(Kind::match_line).find(|line| line.has(Kind::gain));
            let node = line.unwrap_or(clause_node);
            let fault =
                self.error("contested", "`gain` leaves a hole that neither player can fill alone", node);
            self.diagnostics.push(
                fault.help("say `contested hole to the larger remainder` or `contested hole to nobody`"),
            );
        }
        let chosen = rounds.close.as_ref().is_some_and(|close| close.value.chosen_by_owner);
        let refilled = matches!(&rounds.refill, Some(refill) if refill.value != Refill::AsAtTheStart);
        if chosen && (!refilled || rounds.gain.is_some() || !rounds.poorer.is_empty()) {
            let line = layered.body().all(Kind::match_line).find(|line| line.has(Kind::close_holes));
            let fault = self.error(
                "no-refill",
                "an owner can choose which holes are closed only where each fills his own with a number of seeds",
                line.unwrap_or(clause_node),
            );
            self.diagnostics.push(fault.help("say `refill N in each own hole`, without `gain`"));
        }
        if !rounds.remainders.is_empty() && rounds.seeds_for_a_hole().is_none() {
            let line = layered.body().all(Kind::match_line).find(|line| line.has(Kind::remainder));
            let fault = self.error(
                "no-refill",
                "a remainder is what does not fill a hole, but the match does not say how many seeds a hole needs",
                line.unwrap_or(clause_node),
            );
            self.diagnostics.push(fault.help("say for example `refill 4 in each own hole`"));
        }
        Some(rounds)
    }

    fn match_lines(&mut self, layered: &Layered, rounds: &mut Match) {
        if let Some(below) = &layered.adds_to {
            self.match_lines(below, rounds);
            // A line with the same leading words takes the place of those below.
            for line in layered.body().all(Kind::match_line) {
                match line.children.first().map(|said| said.kind) {
                    Some(Kind::poorer) => rounds.poorer.clear(),
                    Some(Kind::until) => rounds.until.clear(),
                    Some(Kind::remainder) => rounds.remainders.clear(),
                    _ => {}
                }
            }
        }
        self.source = Arc::clone(&layered.source);
        for line in layered.body().all(Kind::match_line) {
            let Some(said) = line.children.first() else { continue };
            let lowered = self.match_line(said, line, rounds);
            self.keep(lowered);
        }
    }

    fn match_line(&mut self, said: &Node, line: &Node, rounds: &mut Match) -> Lowered<()> {
        let clause = self.clause(line);
        match said.kind {
            Kind::refill_start => rounds.refill = Some(Stated { value: Refill::AsAtTheStart, clause }),
            Kind::refill => {
                let seeds = self.positive(said)?;
                rounds.refill = Some(Stated { value: Refill::Each { seeds, from: fill_from(said) }, clause });
            }
            Kind::gain => rounds.gain = Some(Stated { value: self.positive(said)?, clause }),
            Kind::contested => {
                let value =
                    if said.has(Kind::k_nobody) { Contested::Nobody } else { Contested::LargerRemainder };
                rounds.contested = Some(Stated { value, clause });
            }
            Kind::equal => {
                let value = if said.has(Kind::k_lot) {
                    Equal::ByLot
                } else if said.has(Kind::k_poorer) {
                    Equal::PoorerPlayer
                } else {
                    Equal::Nobody
                };
                rounds.equal = Some(Stated { value, clause });
            }
            Kind::close_holes => {
                let chosen_by_owner = said.has(Kind::chosen_by_owner);
                rounds.close = Some(Stated { value: Close { chosen_by_owner }, clause });
            }
            Kind::poorer => {
                let value = self.lay_out(said)?;
                rounds.poorer.push(Stated { value, clause });
            }
            Kind::richer => rounds.richer_copies = Some(Stated { value: (), clause }),
            Kind::remainder => {
                let fate = if said.has(Kind::k_lent) {
                    RemainderFate::LentToPoorer
                } else {
                    RemainderFate::GivenToOpponent
                };
                let value = Remainder { seeds: self.positive(said)?, fate };
                rounds.remainders.push(Stated { value, clause });
            }
            Kind::next_starter => rounds.starter = Stated { value: next_starter(said), clause },
            Kind::until => {
                let value = self.until(said)?;
                rounds.until.push(Stated { value, clause });
            }
            _ => return Err(self.unknown(said)),
        }
        Ok(())
    }

    /// An amount of at least one.
    fn positive(&self, node: &Node) -> Lowered<u32> {
        match self.child_amount(node)? {
            0 => {
                Err(self.error("range", "this must be at least 1", node.child(Kind::amount).unwrap_or(node)))
            }
            number => Ok(number),
        }
    }

    fn lay_out(&self, node: &Node) -> Lowered<LayOut> {
        let when_holding = node.child(Kind::when_holding).map(|when| self.child_count(when)).transpose()?;
        let rest = |node: &Node| match node.child(Kind::lay_rest) {
            None => LayOutRest::Kept,
            Some(rest) if rest.has(Kind::k_last) => LayOutRest::InLastHole,
            Some(_) => LayOutRest::OneToAHole,
        };
        let how = if let Some(each) = node.child(Kind::lay_each) {
            LayOutKind::Each { seeds: self.positive(each)?, from: fill_from(each), rest: rest(each) }
        } else if let Some(start) = node.child(Kind::lay_start) {
            LayOutKind::AsAtTheStart { from: fill_from(start), rest: rest(start) }
        } else if node.has(Kind::lay_evenly) {
            LayOutKind::Evenly
        } else {
            LayOutKind::OneEach
        };
        Ok(LayOut { when_holding, how })
    }

    fn until(&self, node: &Node) -> Lowered<Until> {
        if let Some(played) = node.child(Kind::until_played) {
            return Ok(Until::RoundsPlayed(self.positive(played)?));
        }
        if let Some(fewer) = node.child(Kind::until_fewer) {
            return Ok(Until::FillsFewerThan(self.child_amount(fewer)?));
        }
        if let Some(at_most) = node.child(Kind::until_at_most) {
            return Ok(Until::HasAtMost(self.child_amount(at_most)?));
        }
        if let Some(wins) = node.child(Kind::until_wins) {
            return Ok(Until::WinsRounds {
                rounds: self.positive(wins)?,
                in_a_row: wins.has(Kind::in_a_row),
            });
        }
        let has = |kind| node.has(kind);
        Ok(match (has(Kind::k_owns), has(Kind::k_cannot)) {
            (true, _) if has(Kind::k_every) => Until::OwnsEveryHole,
            (true, _) => Until::OwnsNoHole,
            (_, true) if has(Kind::k_one) => Until::CannotFillOne,
            (_, true) => Until::CannotFillAll,
            (false, false) => Until::HasEverySeed,
        })
    }
}

/// `…, a new one replaces the old` on the line of a limit.
fn replaces_too(limit: &Node, clause: ClauseId) -> Option<Stated<()>> {
    limit.has(Kind::replaces).then_some(Stated { value: (), clause })
}

fn fill_from(node: &Node) -> FillFrom {
    match node.child(Kind::from_end) {
        Some(end) if end.has(Kind::k_rightmost) => FillFrom::Rightmost,
        Some(_) | None => FillFrom::Leftmost,
    }
}

fn next_starter(node: &Node) -> NextStarter {
    let has = |kind| node.has(kind);
    if has(Kind::k_loser) {
        NextStarter::Loser
    } else if has(Kind::k_winner) {
        NextStarter::Winner
    } else if has(Kind::k_lot) {
        NextStarter::ByLot
    } else if has(Kind::k_south) {
        NextStarter::South
    } else if has(Kind::k_poorer) {
        NextStarter::PoorerPlayer
    } else {
        NextStarter::Alternates
    }
}

pub(super) fn grand_slam(node: &Node) -> GrandSlam {
    let has = |kind| node.has(kind);
    if has(Kind::slam_rest) {
        GrandSlam::OpponentCapturesRest
    } else if has(Kind::k_nothing) {
        GrandSlam::CapturesNothing
    } else if has(Kind::k_forbidden) {
        GrandSlam::Forbidden
    } else if has(Kind::k_first) {
        GrandSlam::SparesFirst
    } else if has(Kind::k_last) {
        GrandSlam::SparesLast
    } else {
        GrandSlam::CapturesAll
    }
}

pub(super) fn remaining(node: &Node) -> Remaining {
    let has = |kind| node.has(kind);
    if has(Kind::k_nobody) {
        Remaining::Nobody
    } else if has(Kind::k_stuck) {
        Remaining::OpponentOfStuck
    } else if has(Kind::k_row) {
        Remaining::RowOwner
    } else if has(Kind::k_hole) {
        Remaining::HoleOwner
    } else if has(Kind::k_last) {
        Remaining::LastMover
    } else if has(Kind::k_half) {
        Remaining::Half
    } else if has(Kind::k_round) {
        Remaining::NextRound
    } else if has(Kind::k_starter) {
        Remaining::Starter
    } else {
        Remaining::PlayerWithSeeds
    }
}

pub(super) fn win(node: &Node) -> Win {
    if node.has(Kind::k_marked) { Win::MostMarkedHoles } else { Win::MostSeeds }
}

pub(super) fn endless(node: &Node) -> Endless {
    if node.has(Kind::k_loses) {
        Endless::Loses
    } else if node.has(Kind::k_draw) {
        Endless::Draw
    } else if node.has(Kind::k_forbidden) {
        Endless::Forbidden
    } else {
        Endless::EndsTurn
    }
}

pub(super) fn repeated(node: &Node) -> Repeated {
    if node.has(Kind::k_draw) {
        Repeated::Draw
    } else if node.has(Kind::k_forbidden) {
        Repeated::Forbidden
    } else {
        Repeated::EndsRound
    }
}
