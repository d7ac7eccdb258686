//! Moving and sowing, and the frames that replace them for a time.

use super::layers::Stack;
use super::{Lowered, Lowering};
use crate::rules::library::Game;
use crate::rules::play::{
    Divert, DropRule, EachSeed, FirstSeed, Lift, Moves, Must, Outcome, Prefer, Put, Skip, SkipUnless,
    Skipped, Sow, Tier,
};
use crate::rules::{Fill, Frame, FrameTrigger, Holes, Overlay, Play, Side, Stated, Table};
use crate::syntax::{Kind, Node};
use std::sync::Arc;

impl Lowering {
    pub(super) fn play(&mut self, game: &Game, stack: &Stack) -> Option<Play> {
        let path = self.path_rule(stack, game);
        let own_holes = Moves::From(Holes { whose: Some(Side::Own), ..Holes::default() });
        let overlay = self.overlay(stack);
        let path = path?;
        let Some(sow) = overlay.sow else {
            if stack.last(Kind::sow).is_none() {
                self.diagnostics.push(
                    game.fault("no-sow", "the game has no `sow`")
                        .help("say for example `sow counterclockwise`"),
                );
            }
            return None;
        };
        Some(Play {
            path,
            moves: overlay.moves.unwrap_or_else(|| self.language("move from own holes", own_holes)),
            must: overlay.must.unwrap_or_default(),
            prefer: overlay.prefer.unwrap_or_default(),
            lift: overlay.lift.unwrap_or_else(|| self.language("lift all seeds", Lift::All)),
            sow,
            first_seed: overlay
                .first_seed
                .unwrap_or_else(|| self.language("first seed in the next hole", FirstSeed::NextHole)),
            drop: overlay.drop.unwrap_or_else(|| {
                self.language("drop 1 in each hole", vec![DropRule { seeds: Some(1), fill: None }])
            }),
            skip: overlay.skip.unwrap_or_default(),
            divert: overlay.divert,
            each_seed: overlay.each_seed,
            last_seed: overlay.last_seed,
            entered_seed: overlay.entered_seed,
            start_of_lap: overlay.start_of_lap,
            end_of_lap: overlay.end_of_lap,
            start_of_move: overlay.start_of_move,
            end_of_turn: overlay.end_of_turn,
            no_captures: overlay.no_captures,
        })
    }

    /// The clauses of moving and sowing that a stack states.
    fn overlay(&mut self, stack: &Stack) -> Overlay {
        let some = |list: Vec<Stated<Must>>| (!list.is_empty()).then_some(list);
        let must = some(self.several(stack, Kind::must, |this, node| this.must(node)));
        let prefer = self.several(stack, Kind::prefer, |this, node| this.prefer(node));
        let skip = self.several(stack, Kind::skip, |this, node| this.skip(node));
        if let Some(entered) = stack.last(Kind::entered_seed) {
            self.source = Arc::clone(&entered.source);
            let fault = self.not_implemented("entering seeds from hand", super::first_node(entered.body()));
            self.diagnostics.push(fault);
        }
        Overlay {
            path: None,
            moves: self.moves(stack),
            must,
            prefer: (!prefer.is_empty()).then_some(prefer),
            lift: self.single(stack, Kind::lift, |this, node| this.lift(node)),
            sow: self.single(stack, Kind::sow, |this, node| this.sow(node)),
            first_seed: self.single(stack, Kind::first_seed, |_, node| {
                Ok(if node.has(Kind::unless_single) {
                    FirstSeed::LiftedHoleUnlessSingle
                } else {
                    FirstSeed::LiftedHole
                })
            }),
            drop: self.single(stack, Kind::drop, |this, node| this.drop_rules(node)),
            skip: (!skip.is_empty()).then_some(skip),
            divert: self.single(stack, Kind::divert, |this, node| {
                Ok(Divert { to: this.child_region(node)?, when: this.place(node)? })
            }),
            each_seed: self.table(stack, Kind::each_seed, false).map(|stated| Stated {
                value: EachSeed {
                    but_the_last: stack
                        .last(Kind::each_seed)
                        .is_some_and(|each| each.body().has(Kind::but_the_last)),
                    table: stated.value,
                },
                clause: stated.clause,
            }),
            last_seed: self.table(stack, Kind::last_seed, true),
            entered_seed: None,
            start_of_lap: self.table(stack, Kind::start_of_lap, false),
            end_of_lap: self.table(stack, Kind::end_of_lap, false),
            start_of_move: self.table(stack, Kind::start_of_move, false),
            end_of_turn: self.table(stack, Kind::end_of_turn, false),
            no_captures: self.single(stack, Kind::no_captures, |_, _| Ok(())),
        }
    }

    fn table(&mut self, stack: &Stack, kind: Kind, continues: bool) -> Option<Stated<Table>> {
        let layered = stack.last(kind)?.clone();
        let value = self.layered_table(&layered, continues);
        let clause = self.clause(layered.node);
        Some(Stated { value, clause })
    }

    fn moves(&mut self, stack: &Stack) -> Option<Stated<Moves>> {
        if let Some(layered) = stack.last(Kind::enter) {
            self.source = Arc::clone(&layered.source);
            let fault = self.not_implemented("entering seeds from hand", layered.body());
            self.diagnostics.push(fault);
            return None;
        }
        let puts = self.several(stack, Kind::put_seeds, |this, node| this.put(node));
        if let Some(first) = puts.first() {
            let clause = first.clause;
            return Some(Stated { value: Moves::Put(puts), clause });
        }
        self.single(stack, Kind::move_from, |this, node| Ok(Moves::From(this.chosen_holes(node)?)))
    }

    fn put(&self, node: &Node) -> Lowered<Put> {
        let from = match node.child(Kind::region) {
            Some(region) => Holes { of: Some(self.region(region)?), ..Holes::default() },
            None => Holes { whose: Some(Side::Own), ..Holes::default() },
        };
        Ok(Put { from, not_facing: node.has(Kind::except_facing) })
    }

    fn must(&self, node: &Node) -> Lowered<Must> {
        let outcomes =
            node.all(Kind::outcome).map(|outcome| self.outcome(outcome)).collect::<Lowered<Vec<_>>>()?;
        Ok(Must { outcomes, negated: node.has(Kind::not_word), if_possible: node.has(Kind::if_possible) })
    }

    fn outcome(&self, node: &Node) -> Lowered<Outcome> {
        let Some(inner) = node.children.first() else { return Err(self.unknown(node)) };
        Ok(match inner.kind {
            Kind::give_seeds => Outcome::FeedOpponent,
            Kind::reach => Outcome::Reach {
                region: self.child_region(inner)?,
                first_lap: inner.has(Kind::first_lap_word),
            },
            Kind::end_first_lap => Outcome::EndFirstLap(self.place(inner)?),
            Kind::end_turn => Outcome::EndTurn(self.place(inner)?),
            Kind::capture_outcome => Outcome::Capture { first_lap: inner.has(Kind::first_lap_word) },
            Kind::sow_single => Outcome::SowSingleSeed(self.chosen_holes(inner)?),
            Kind::send_back => Outcome::SendBack,
            _ => return Err(self.unknown(inner)),
        })
    }

    fn prefer(&self, node: &Node) -> Lowered<Prefer> {
        let tiers = node
            .all(Kind::tier)
            .map(|tier| {
                Ok(Tier { condition: self.child_condition(tier)?, nearest_opponent: tier.has(Kind::nearest) })
            })
            .collect::<Lowered<Vec<_>>>()?;
        Ok(Prefer { if_no_capture: node.has(Kind::if_no_capture), tiers })
    }

    fn lift(&self, node: &Node) -> Lowered<Lift> {
        if let Some(all_but) = node.child(Kind::lift_all_but) {
            return Ok(Lift::AllBut(self.child_amount(all_but)?));
        }
        if let Some(number) = node.child(Kind::lift_number) {
            if number.has(Kind::or_all) {
                return Err(self.not_implemented("a choice of how much is lifted", number));
            }
            return match self.child_amount(number)? {
                0 => Err(self
                    .error("range", "at least one seed must be lifted", number)
                    .help("without `lift` all seeds of the hole are lifted")),
                seeds => Ok(Lift::Seeds(seeds)),
            };
        }
        Err(self.not_implemented("a choice of how much is lifted", node))
    }

    fn sow(&self, node: &Node) -> Lowered<Sow> {
        if let Some(chosen) = node.child(Kind::sow_chosen) {
            return Err(self.not_implemented("a direction chosen at the first move", chosen));
        }
        if let Some(extra) = node.child(Kind::sow_extra) {
            let mut directions = extra.all(Kind::direction).map(|direction| self.direction(direction));
            let usual = directions.next().unwrap_or_else(|| Err(self.unknown(extra)))?;
            if directions.next().unwrap_or(Ok(usual))? == usual {
                return Err(self
                    .error("range", "this is the same direction twice", extra)
                    .help("say the other one after `or`"));
            }
            return Ok(Sow::OtherIfCaptures { direction: usual, from: self.child_region(extra)? });
        }
        if let Some(by_hole) = node.child(Kind::sow_by_hole) {
            let parts = by_hole
                .all(Kind::sow_part)
                .map(|part| {
                    let direction = match part.child(Kind::direction) {
                        Some(direction) => Some(self.direction(direction)?),
                        None => None,
                    };
                    Ok((direction, self.child_region(part)?))
                })
                .collect::<Lowered<Vec<_>>>()?;
            return Ok(Sow::ByHole(parts));
        }
        match node.child(Kind::direction) {
            Some(direction) => Ok(Sow::Fixed(self.direction(direction)?)),
            None => Ok(Sow::Either),
        }
    }

    fn drop_rules(&self, node: &Node) -> Lowered<Vec<DropRule>> {
        node.all(Kind::drop_part)
            .map(|part| {
                let Some(amount) = part.child(Kind::amount) else {
                    return Err(self.not_implemented("dropping a chosen number of seeds", part));
                };
                let fill = if part.has(Kind::k_empty) {
                    Some(Fill::Empty)
                } else if part.has(Kind::k_occupied) {
                    Some(Fill::Occupied)
                } else {
                    None
                };
                match self.amount(amount)? {
                    0 => Err(self
                        .error("range", "at least one seed must be dropped", amount)
                        .help("holes that get none are skipped: `skip empty holes`")),
                    seeds => Ok(DropRule { seeds: Some(seeds), fill }),
                }
            })
            .collect()
    }

    fn skip(&self, node: &Node) -> Lowered<Skip> {
        let what = if node.has(Kind::skip_lifted) {
            Skipped::LiftedHole
        } else {
            Skipped::Holes(self.chosen_holes(node)?)
        };
        let unless = match node.child(Kind::unless_makes) {
            Some(unless) => Some(SkipUnless::Makes(self.mark_name(unless)?)),
            None => node.has(Kind::unless_last).then_some(SkipUnless::LastSeed),
        };
        Ok(Skip { what, unless })
    }

    /// Frames with what they replace.
    pub(super) fn frames(&mut self, stack: &Stack) -> Vec<Frame> {
        let mut frames = Vec::new();
        let blocks: Vec<_> = stack.all(Kind::frame).cloned().collect();
        for layered in blocks {
            self.source = Arc::clone(&layered.source);
            let body = layered.body();
            let Some(when) = body.child(Kind::frame_when).and_then(|when| when.children.first()) else {
                continue;
            };
            let trigger = self.trigger(when);
            let Some(trigger) = self.keep(trigger) else { continue };
            let clause = self.clause(layered.node);
            let mut faults = Vec::new();
            let inside = stack.of_frame(body, &layered.source, &mut faults);
            self.diagnostics.append(&mut faults);
            let mut overlay = self.overlay(&inside);
            if let Some(path) = inside.last(Kind::path) {
                self.source = Arc::clone(&path.source);
                let lowered = self.path_of(path.body());
                if let Some(value) = self.keep(lowered) {
                    self.check_path(&value, path.body(), false);
                    let clause = self.clause(path.node);
                    overlay.path = Some(Stated { value, clause });
                }
            }
            self.frame_faults(body);
            frames.push(Frame { trigger, clause, overlay });
        }
        frames
    }

    /// Clauses that a frame cannot hold.
    fn frame_faults(&mut self, body: &Node) {
        for clause in body.all(Kind::clause) {
            let Some(inner) = clause.children.first() else { continue };
            let moving = matches!(
                inner.kind,
                Kind::path
                    | Kind::move_from
                    | Kind::put_seeds
                    | Kind::enter
                    | Kind::must
                    | Kind::prefer
                    | Kind::lift
                    | Kind::sow
                    | Kind::first_seed
                    | Kind::drop
                    | Kind::skip
                    | Kind::divert
                    | Kind::each_seed
                    | Kind::last_seed
                    | Kind::entered_seed
                    | Kind::start_of_lap
                    | Kind::end_of_lap
                    | Kind::start_of_move
                    | Kind::end_of_turn
                    | Kind::no_captures
            );
            if !moving {
                let fault = self.error("frame", "this cannot hold for a time only", inner);
                self.diagnostics.push(
                    fault.help("a frame holds clauses of moving, sowing and events; say this outside it"),
                );
            }
        }
    }

    fn trigger(&self, node: &Node) -> Lowered<FrameTrigger> {
        let turns = |node: &Node| node.child(Kind::amount).map_or(Ok(1), |amount| self.amount(amount));
        Ok(match node.kind {
            Kind::during_first_turns => FrameTrigger::FirstTurnsOfEach(turns(node)?),
            Kind::during_first_turn => FrameTrigger::FirstTurnOfRound,
            Kind::during_race => FrameTrigger::Race,
            Kind::after_first_turns => FrameTrigger::AfterFirstTurnsOfEach(turns(node)?),
            Kind::while_condition => FrameTrigger::While(self.child_condition(node)?),
            Kind::once_condition => FrameTrigger::Once {
                when: self.child_condition(node)?,
                for_each_player: node.has(Kind::for_each_player),
            },
            _ => return Err(self.unknown(node)),
        })
    }
}
