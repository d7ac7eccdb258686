//! A recorded game beside the rules, line by line, up to the first difference.

use super::{Difference, Step, Tally};
use crate::board::{Hole, HoleSet, Seat};
use crate::cli::Failure;
use crate::engine::{Due, Engine, Event, Move, Position, What};
use crate::explain::account;
use crate::notation::board::{counts, numbers};
use crate::notation::position::set_stored;
use crate::notation::record::{self, Line};
use crate::notation::{print_move, side_by_side};
use crate::reference::Reference;
use crate::rules::Rules;
use std::io::BufRead;

/// Longest line of a recording.
const MAX_LINE: u64 = 1 << 20;
/// Longest move, in events, whose conditions are worked out again.
const MOST_WATCHED: usize = 20_000;

pub(super) struct Replay<'r> {
    rules: &'r Rules,
    engine: &'r Engine,
    path: &'r str,
    /// Is told every move that is legal, whether or not what came of it agrees.
    watcher: &'r mut dyn FnMut(&Step),
    /// Only moves within the first round count (recordings of Ludii).
    first_round_only: bool,
    position: Option<Position>,
    /// Has a game begun that has not been said to be over?
    begun: bool,
    /// Who is said to start, where a lot decides it.
    starter: Seat,
    /// Has the recording told the lot for a round before the round?
    lot_told: bool,
    game: u64,
    line: usize,
    ply: u64,
    /// Is it a recording of this program, which tells openings, races and lots as moves?
    own_recording: bool,
    /// Who has another move but can make none: other programs let him pass.
    may_pass: Option<Seat>,
    /// Steps of an opening that the recording has told so far.
    opening_steps: usize,
    pub(super) difference: Option<Difference>,
}

impl<'r> Replay<'r> {
    pub(super) fn new(
        rules: &'r Rules,
        engine: &'r Engine,
        path: &'r str,
        watcher: &'r mut dyn FnMut(&Step),
    ) -> Replay<'r> {
        Replay {
            rules,
            engine,
            path,
            watcher,
            first_round_only: false,
            position: None,
            begun: false,
            starter: Seat::South,
            lot_told: false,
            game: 0,
            line: 0,
            ply: 0,
            own_recording: false,
            may_pass: None,
            opening_steps: 0,
            difference: None,
        }
    }

    pub(super) fn read(&mut self, mut reader: impl BufRead, tally: &mut Tally) -> Result<(), Failure> {
        let mut text = String::new();
        loop {
            text.clear();
            let read = std::io::Read::take(&mut reader, MAX_LINE).read_line(&mut text);
            let read = read.map_err(|error| Failure::new(format!("{}: {error}", self.path)))?;
            if read == 0 {
                break;
            }
            self.line += 1;
            if text.trim().is_empty() {
                continue;
            }
            let line: Line = serde_json::from_str(&text).map_err(|error| {
                Failure::new(format!("{}:{}: this line cannot be read: {error}", self.path, self.line))
                    .help("a recording holds one JSON object a line")
            })?;
            self.take(&line, tally)?;
            if self.difference.is_some() {
                return Ok(());
            }
        }
        self.leave(tally);
        if tally.games == 0 {
            return Err(Failure::new(format!("{}: there is no game in this recording", self.path)));
        }
        Ok(())
    }

    fn take(&mut self, line: &Line, tally: &mut Tally) -> Result<(), Failure> {
        if let Some(recorder) = &line.recorded_by {
            self.first_round_only = recorder.starts_with("Ludii");
            self.own_recording = recorder.starts_with("gabata");
        }
        if line.start.is_some() {
            self.leave(tally);
            self.begun = true;
            tally.games += 1;
            self.game = line.start.unwrap_or(0);
            self.ply = 0;
            self.start(line)?;
        } else if (line.round.is_some() || line.ply.is_some()) && !self.begun {
            let cause = "this belongs to a game whose beginning is not recorded";
            return Err(Failure::new(format!("{}:{}: {cause}", self.path, self.line))
                .help("a game begins with a line that holds `start`, `board` and `to_move`"));
        } else if line.round.is_some() {
            if self.position.is_some() {
                self.round(line);
                tally.rounds += 1;
            }
        } else if line.ply.is_some() {
            self.ply = line.ply.unwrap_or(0);
            if self.position.is_some() && self.play(line) {
                tally.plies += 1;
            }
        } else if line.end.is_some() || line.round_over.is_some() {
            self.end(line);
            self.leave(tally);
        }
        Ok(())
    }

    /// The recording of a game is over; by the rules the game may go on.
    fn leave(&mut self, tally: &mut Tally) {
        self.begun = false;
        if self.position.take().is_some_and(|position| position.due != Due::Nothing) {
            tally.stopped += 1;
        }
    }

    /// Who has won, if the game is over by the rules too.
    fn end(&mut self, line: &Line) {
        let Some(position) = &mut self.position else { return };
        // Whether a match is over is known once the next round would be set up.
        if position.due == Due::NextRound {
            let mut next = position.clone();
            self.engine.next_round(&mut next, &mut ());
            if next.due == Due::Nothing {
                *position = next;
            }
        }
        let (Some(ours), Some(end)) = (position.match_result, &line.end) else { return };
        let theirs = match (end.as_str(), end.as_u64()) {
            (Some("South"), _) | (_, Some(1)) => Some(Seat::South),
            (Some("North"), _) | (_, Some(2)) => Some(Seat::North),
            (Some("draw"), _) | (_, Some(0)) => None,
            _ => return,
        };
        if ours != theirs {
            let name = |winner: Option<Seat>| winner.map_or("nobody", Seat::name);
            self.differs(
                format!("{} wins in the recording, {} by the rules", name(theirs), name(ours)),
                Vec::new(),
            );
        }
    }

    fn differs(&mut self, what: impl Into<String>, details: Vec<String>) {
        self.difference = Some(Difference {
            file: self.path.to_string(),
            line: self.line,
            game: self.game,
            ply: self.ply,
            what: what.into(),
            details,
        });
    }

    fn start(&mut self, line: &Line) -> Result<(), Failure> {
        let layout = &self.rules.layout;
        let mut position = self.engine.start();
        let to_move = line.to_move.unwrap_or(Seat::South);
        self.starter = to_move;
        self.lot_told = false;
        let seeds =
            line.board.as_ref().and_then(|board| record::seeds_of(layout, board)).ok_or_else(|| {
                Failure::new(format!(
                    "{}:{}: the recorded board is not the board of this game",
                    self.path, self.line
                ))
                .help("choose the option that gives the game its size, for example `,holes=8`")
            })?;
        if position.due == Due::Opening && !self.own_recording {
            match self.after_opening(&position, &seeds, to_move) {
                Some(after) => position = after,
                // The opening was played, if in another way.
                None if seeds != position.seeds[..layout.hole_count()] => position.due = Due::Move,
                None => {}
            }
        }
        for hole in layout.all_holes() {
            position.seeds[hole.index()] = seeds[hole.index()];
        }
        for seat in Seat::BOTH {
            set_stored(layout, &mut position, seat, line.captured.unwrap_or_default()[seat.index()]);
        }
        if !matches!(position.due, Due::Lot(_)) {
            if position.to_move != to_move {
                position.to_move = to_move;
                position.starter = to_move;
            }
            position.history.clear();
            position.record();
        }
        self.position = Some(position);
        Ok(())
    }

    /// The position with these seeds after an opening, of a game recorded without its opening.
    fn after_opening(&self, start: &Position, seeds: &[u32], to_move: Seat) -> Option<Position> {
        Seat::BOTH.into_iter().find_map(|starter| {
            let mut start = start.clone();
            (start.starter, start.to_move) = (starter, starter);
            let mut openings = Vec::new();
            self.engine.legal_moves(&start, &mut openings);
            openings.into_iter().find_map(|opening| {
                let mut after = start.clone();
                self.engine.play_legal(&mut after, opening, &mut ());
                (after.to_move == to_move && after.seeds[..seeds.len()] == *seeds).then_some(after)
            })
        })
    }

    /// The next round as it is recorded.
    fn round(&mut self, line: &Line) {
        let Some(mut position) = self.position.take() else { return };
        if self.first_round_only {
            return;
        }
        let lot_told = std::mem::take(&mut self.lot_told);
        if lot_told && position.due != Due::NextRound {
            self.compare(line, &position, &position, &[], None);
            self.position = Some(position);
            return;
        }
        if position.due != Due::NextRound {
            let by_the_rules = match position.due {
                Due::Nothing => "the match is over",
                Due::NextRound | Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                    "this one goes on"
                }
            };
            self.differs(
                format!("a new round begins in the recording, by the rules {by_the_rules}"),
                Vec::new(),
            );
            return;
        }
        let mut events: Vec<Event> = Vec::new();
        self.engine.next_round(&mut position, &mut events);
        while let Due::Lot(_) = position.due {
            let agrees = |seat: &Seat| {
                let mut after = position.clone();
                self.engine.play_legal(&mut after, Move::Lot(*seat), &mut ());
                matches!(after.due, Due::Lot(_))
                    || self.same_owners(line, &after)
                        && line.to_move.is_none_or(|to_move| to_move == after.to_move)
            };
            let Some(seat) = Seat::BOTH.into_iter().find(agrees).or(line.to_move) else { break };
            self.engine.play_legal(&mut position, Move::Lot(seat), &mut events);
        }
        let layout = &self.rules.layout;
        if position.due == Due::Opening
            && !self.own_recording
            && let Some(seeds) = line.board.as_ref().and_then(|board| record::seeds_of(layout, board))
            && let Some(after) = self.after_opening(&position, &seeds, position.to_move)
        {
            position = after;
        }
        if let Some(closed) = &line.closed {
            let recorded: HoleSet =
                closed.iter().filter_map(|[row, column]| layout.hole_at(*row, *column)).collect();
            if recorded != position.closed {
                self.differs("other holes are closed", account::steps(self.rules, &events));
                return;
            }
        }
        if !self.same_owners(line, &position) {
            self.differs("other holes have changed owner", account::steps(self.rules, &events));
            return;
        }
        self.compare(line, &position, &position, &events, None);
        self.position = Some(position);
    }

    /// Has every open hole the owner that the recording tells?
    fn same_owners(&self, line: &Line, position: &Position) -> bool {
        let layout = &self.rules.layout;
        if self.own_recording {
            return true;
        }
        let changed = line.owners.as_deref().unwrap_or_default();
        layout.all_holes().filter(|hole| !position.closed.contains(*hole)).all(|hole| {
            let told = changed.iter().find(|(row, column, _)| layout.hole_at(*row, *column) == Some(hole));
            let owner = told.map(|(_, _, owner)| *owner).or(layout.row_owner(hole));
            owner == Seat::BOTH.into_iter().find(|seat| position.owned[seat.index()].contains(hole))
        })
    }

    /// `true` if the move agrees.
    fn play(&mut self, line: &Line) -> bool {
        let Some(mut position) = self.position.take() else { return false };
        let layout = &self.rules.layout;
        let passes = line.from.as_ref().is_none_or(serde_json::Value::is_null);
        if let Some(seat) = self.may_pass.take()
            && passes
            && line.player == Some(seat)
        {
            self.position = Some(position);
            return true;
        }
        let says = |what: &str| line.from.as_ref().is_some_and(|from| from.get(what).is_some());
        let is_lot = says("lot");
        if (is_lot || says("close")) && position.due == Due::NextRound {
            self.engine.next_round(&mut position, &mut ());
            self.lot_told = true;
        } else if !is_lot && matches!(position.due, Due::Lot(_)) {
            self.engine.play_legal(&mut position, Move::Lot(self.starter), &mut ());
        }
        let mut legal = Vec::new();
        self.engine.legal_moves(&position, &mut legal);
        if position.round_over() {
            if !self.first_round_only {
                let of_rounds = self.rules.rounds.is_some();
                let over = if of_rounds && position.due == Due::Nothing { "match" } else { "round" };
                self.differs(format!("by the rules the {over} is over, the recording goes on"), Vec::new());
            }
            return false;
        }
        let player = line.player.filter(|_| !is_lot).unwrap_or(position.to_move);
        if player != position.to_move {
            self.differs(format!("{player} moves, by the rules {} is to move", position.to_move), Vec::new());
            return false;
        }
        let starts_at_hole = line.from.as_ref().is_some_and(|from| record::start_of(layout, from).is_some());
        let opening_in_steps = position.due == Due::Opening && starts_at_hole;
        if opening_in_steps {
            if self.is_step_of_opening(line, &position, &legal) {
                self.opening_steps += 1;
                self.position = Some(position);
                return true;
            }
            self.opening_steps = 0;
        } else if let Some(difference) = self.compare_legal(line, &legal) {
            self.differs("the legal moves are others", vec![difference]);
            return false;
        }
        let possible = if opening_in_steps {
            legal.clone()
        } else {
            record::moves_of(layout, line.from.as_ref(), line.choices.as_deref(), &legal)
        };
        let agreeing = possible.iter().find(|played| self.leads_to(line, &position, **played));
        let Some(played) = agreeing.or(possible.first()).copied() else {
            let names: Vec<String> =
                legal.iter().map(|played| print_move(layout, player, *played, &legal)).collect();
            let is_start = |from| record::start_of(layout, from).is_some();
            let what = match &line.from {
                Some(from) if !from.is_null() && !is_start(from) => {
                    "the recording has a move of another kind"
                }
                Some(_) | None => "the recorded move is not legal",
            };
            let mut details = vec![format!("legal are {}", names.join(", "))];
            let hole = line.from.as_ref().and_then(|from| record::start_of(layout, from));
            if let Some((hole, _)) = hole {
                let name = crate::notation::full_hole_name(layout, hole);
                let why = account::why_illegal(
                    self.rules,
                    &position,
                    hole,
                    self.engine.why_illegal(&position, hole),
                );
                details.push(format!("{name} {why}"));
            }
            self.differs(what, details);
            return false;
        };
        let mut events: Vec<Event> = Vec::new();
        let before = position.clone();
        self.engine.play_legal(&mut position, played, &mut events);
        let before_end = before_dealing(layout.hole_count(), &position, &events);
        (self.watcher)(&Step {
            game: self.game,
            ply: self.ply,
            before: &before,
            played,
            legal: &legal,
            events: &events,
            after: &position,
            line,
        });
        self.compare(line, &position, &before_end, &events, Some((player, &before, played)));
        let agrees = self.difference.is_none();
        // What follows a round in these recordings is no evidence.
        if !(position.round_over() && self.first_round_only) {
            self.position = Some(position);
        }
        agrees
    }

    /// Is this a step of an opening that the recording tells in several moves of the starter, the
    /// last of which shows the board that the opening leads to?
    fn is_step_of_opening(&self, line: &Line, position: &Position, legal: &[Move]) -> bool {
        line.to_move == Some(position.to_move)
            && self.opening_steps < self.rules.layout.hole_count()
            && !legal.iter().any(|played| self.leads_to(line, position, *played))
    }

    /// Does the move lead to the recorded board?
    fn leads_to(&self, line: &Line, position: &Position, played: Move) -> bool {
        let layout = &self.rules.layout;
        let Some(board) = &line.board else { return false };
        let mut after = position.clone();
        let mut events: Vec<Event> = Vec::new();
        self.engine.play_legal(&mut after, played, &mut events);
        let before_end = before_dealing(layout.hole_count(), &after, &events);
        let shown = record::seeds_of(layout, board);
        [after, before_end]
            .iter()
            .any(|position| shown.as_deref() == Some(&position.seeds[..layout.hole_count()]))
    }

    fn compare_legal(&self, line: &Line, legal: &[Move]) -> Option<String> {
        let layout = &self.rules.layout;
        let recorded = line.legal.as_ref()?;
        let starts: Vec<_> = recorded.iter().filter_map(|value| record::start_of(layout, value)).collect();
        let is_of_another_kind = |value: &&serde_json::Value| {
            record::start_of(layout, value).is_none()
                && record::moves_of(layout, Some(value), None, legal).is_empty()
        };
        if let Some(other) = recorded.iter().find(is_of_another_kind) {
            return Some(format!("the recording lists a move of another kind: {other}"));
        }
        let with_direction =
            |from: Hole| starts.iter().any(|(hole, direction)| *hole == from && direction.is_some());
        let mut theirs: Vec<String> = Vec::new();
        let mut ours: Vec<String> = Vec::new();
        let name = |hole: Hole| crate::notation::full_hole_name(layout, hole);
        for (hole, direction) in &starts {
            theirs.push(match direction {
                Some(direction) => format!("{} {direction}", name(*hole)),
                None => name(*hole),
            });
        }
        for played in legal {
            if let Move::Sow { from, direction, .. } = played {
                ours.push(if with_direction(*from) {
                    format!("{} {direction}", name(*from))
                } else {
                    name(*from)
                });
            }
        }
        theirs.sort();
        theirs.dedup();
        ours.sort();
        ours.dedup();
        (theirs != ours)
            .then(|| format!("recorded: {}\nby the rules: {}", theirs.join(", "), ours.join(", ")))
    }

    /// Board, captured seeds and next player, before or after the remaining seeds were dealt out.
    fn compare(
        &mut self,
        line: &Line,
        after: &Position,
        before_end: &Position,
        events: &[Event],
        made: Option<(Seat, &Position, Move)>,
    ) {
        let layout = &self.rules.layout;
        let ended = after.round_over();
        let before = (line.board_before_end.as_ref(), line.captured_before_end);
        let details = |replay: &Self| {
            let Some((mover, before, played)) = made else {
                return account::steps(replay.rules, events);
            };
            let mut lines = vec!["before".to_string()];
            let rows = numbers(layout, &counts(layout, before));
            lines.extend(rows.into_iter().map(|row| format!("  {row}")));
            if let Some(hole) = first_lift(events) {
                lines.push(format!("{mover} plays {}:", crate::notation::full_hole_name(layout, hole)));
            }
            let asked = match events.len() {
                0..MOST_WATCHED => Reference::new(replay.rules).watch(before, played),
                _ => Vec::new(),
            };
            lines.extend(account::steps_with_reasons(replay.rules, events, &asked));
            lines
        };
        // Each recorded board with the position that it should show.
        let mut boards = Vec::new();
        if let (Some(board), captured) = before {
            boards.push((board, captured, before_end));
        }
        if let Some(board) = &line.board {
            // A recording may stop without dealing out.
            let shown = record::seeds_of(layout, board);
            let same = |position: &Position| shown.as_deref() == Some(&position.seeds[..layout.hole_count()]);
            let undealt =
                ended && before.0.is_none() && (same(before_end) || self.first_round_only && !same(after));
            // How Ludii deals out is no evidence.
            let captured = line.captured.filter(|_| undealt || !(ended && self.first_round_only));
            boards.push((board, captured, if undealt { before_end } else { after }));
        }
        for (board, captured, position) in boards {
            let Some(shown) = record::seeds_of(layout, board) else {
                self.differs("the recorded board has another shape", Vec::new());
                return;
            };
            let ours: Vec<Option<u32>> =
                position.seeds[..layout.hole_count()].iter().copied().map(Some).collect();
            let theirs: Vec<Option<u32>> = shown.into_iter().map(Some).collect();
            if ours != theirs {
                let mut lines = details(self);
                lines.push(side_by_side(layout, ("recorded", &theirs), ("by the rules", &ours)));
                self.differs("the boards differ", lines);
                return;
            }
            let stored = Seat::BOTH.map(|seat| position.stored(seat, layout.hole_count()));
            if captured.is_some_and(|captured| captured != stored) {
                let captured = captured.unwrap_or_default();
                let what = format!(
                    "captured seeds differ: recorded South {}, North {}, by the rules South {}, North {}",
                    captured[0], captured[1], stored[0], stored[1]
                );
                let lines = details(self);
                self.differs(what, lines);
                return;
            }
        }
        if let Some(to_move) = line.to_move
            && !ended
            && to_move != after.to_move
        {
            let by_mover = made.is_some_and(|(mover, ..)| mover == to_move);
            let had_another = events.iter().any(|event| event.what == What::BonusMove);
            if by_mover && had_another && !self.own_recording {
                self.may_pass = Some(to_move);
                return;
            }
            let lines = details(self);
            self.differs(
                format!("next is {to_move} in the recording, {} by the rules", after.to_move),
                lines,
            );
        }
    }
}

fn first_lift(events: &[Event]) -> Option<Hole> {
    events.iter().find_map(|event| match event.what {
        What::Lift { hole, .. } => Some(hole),
        _ => None,
    })
}

/// The position before the remaining seeds of an ended round were dealt out.
fn before_dealing(holes: usize, after: &Position, events: &[Event]) -> Position {
    let mut before = after.clone();
    for event in events {
        if let What::Remaining { to, hole, seeds } = event.what {
            before.seeds[hole.index()] += seeds;
            if before.seeds.len() > holes {
                before.seeds[holes + to.index()] -= seeds;
            } else {
                before.pile[to.index()] -= seeds;
            }
        }
    }
    before
}
