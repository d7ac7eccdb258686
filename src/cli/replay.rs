//! `replay`: does a recorded game follow the rules?

use super::account;
use super::game::{self, GameArgs, Loaded};
use super::{Answer, Failure, Format, Globals};
use crate::board::{Hole, HoleSet, Seat};
use crate::engine::{Due, Engine, Event, Move, Position, What};
use crate::notation::position::set_stored;
use crate::notation::record::{self, Line};
use crate::notation::{print_move, side_by_side};
use clap::Args as ClapArgs;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Longest line of a recording.
const MAX_LINE: u64 = 1 << 20;

/// Compares recorded games with rules.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Recordings: JSON Lines.
    #[arg(required = true)]
    traces: Vec<String>,
}

/// Where a recording first departs from the rules.
#[derive(Debug, Clone)]
struct Difference {
    file: String,
    line: usize,
    game: u64,
    ply: u64,
    what: String,
    details: Vec<String>,
}

/// What has been compared.
#[derive(Debug, Clone, Default)]
struct Tally {
    games: u64,
    plies: u64,
    rounds: u64,
    /// Recordings that stop although the rules go on.
    stopped: u64,
}

/// Runs the command.
///
/// # Errors
/// If the game or a recording cannot be read.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let loaded = game::load(&args.game)?;
    let engine = loaded.engine()?;
    let mut tally = Tally::default();
    let mut first = None;
    for path in &args.traces {
        let mut replay = Replay::new(&loaded, &engine, path);
        replay.file(&mut tally)?;
        if let Some(difference) = replay.difference {
            first = Some(difference);
            break;
        }
    }
    if globals.format == Format::Human {
        match &first {
            None => {
                println!(
                    "agrees: {} games, {} moves, {} rounds set up",
                    tally.games, tally.plies, tally.rounds
                );
                if tally.stopped > 0 {
                    println!("{} recordings end before the rules do; the rules go on", tally.stopped);
                }
            }
            Some(difference) => {
                println!(
                    "{}:{}: game {}, ply {}: {}",
                    difference.file, difference.line, difference.game, difference.ply, difference.what
                );
                difference.details.iter().for_each(|line| println!("{line}"));
                println!("{} moves agreed before", tally.plies);
            }
        }
    } else {
        let difference = first.as_ref().map(|difference| {
            serde_json::json!({
                "file": difference.file, "line": difference.line, "game": difference.game,
                "ply": difference.ply, "what": difference.what, "details": difference.details,
            })
        });
        println!(
            "{}",
            serde_json::json!({
                "format_version": 1, "game": loaded.full_name(), "agrees": first.is_none(), "games": tally.games,
                "plies": tally.plies, "rounds": tally.rounds, "stopped_early": tally.stopped,
                "first_difference": difference,
            })
        );
    }
    Ok(if first.is_none() { Answer::Yes } else { Answer::No })
}

struct Replay<'r> {
    loaded: &'r Loaded,
    engine: &'r Engine,
    path: &'r str,
    /// Only moves within the first round count (recordings of Ludii).
    first_round_only: bool,
    position: Option<Position>,
    game: u64,
    line: usize,
    ply: u64,
    difference: Option<Difference>,
}

impl<'r> Replay<'r> {
    fn new(loaded: &'r Loaded, engine: &'r Engine, path: &'r str) -> Replay<'r> {
        Replay {
            loaded,
            engine,
            path,
            first_round_only: false,
            position: None,
            game: 0,
            line: 0,
            ply: 0,
            difference: None,
        }
    }

    fn file(&mut self, tally: &mut Tally) -> Result<(), Failure> {
        let file = File::open(self.path).map_err(|error| Failure::new(format!("{}: {error}", self.path)))?;
        let mut reader = BufReader::new(file);
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
        if tally.games == 0 {
            return Err(Failure::new(format!("{}: there is no game in this recording", self.path)));
        }
        Ok(())
    }

    fn take(&mut self, line: &Line, tally: &mut Tally) -> Result<(), Failure> {
        if let Some(recorder) = &line.recorded_by {
            self.first_round_only = recorder.starts_with("Ludii");
        }
        if line.start.is_some() {
            tally.games += 1;
            self.game = line.start.unwrap_or(0);
            self.ply = 0;
            self.start(line)?;
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
            if self.position.as_ref().is_some_and(|position| position.due == Due::Move) {
                tally.stopped += 1;
            }
            self.position = None;
        }
        Ok(())
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
        let layout = &self.loaded.rules.layout;
        let mut position = self.engine.start();
        let to_move = line.to_move.unwrap_or(Seat::South);
        if matches!(position.due, Due::Lot(_)) {
            self.engine.play_legal(&mut position, Move::Lot(to_move), &mut ());
        }
        let seeds =
            line.board.as_ref().and_then(|board| record::seeds_of(layout, board)).ok_or_else(|| {
                Failure::new(format!(
                    "{}:{}: the recorded board is not the board of this game",
                    self.path, self.line
                ))
                .help("choose the option that gives the game its size, for example `,holes=8`")
            })?;
        for hole in layout.all_holes() {
            position.seeds[hole.index()] = seeds[hole.index()];
        }
        for seat in Seat::BOTH {
            set_stored(layout, &mut position, seat, line.captured.unwrap_or_default()[seat.index()]);
        }
        position.to_move = to_move;
        position.starter = to_move;
        position.history.clear();
        position.record();
        self.position = Some(position);
        Ok(())
    }

    /// The next round as it is recorded.
    fn round(&mut self, line: &Line) {
        let Some(mut position) = self.position.take() else { return };
        if self.first_round_only {
            return;
        }
        if position.due != Due::NextRound {
            self.differs("a new round begins in the recording, by the rules this one goes on", Vec::new());
            return;
        }
        let mut events: Vec<Event> = Vec::new();
        self.engine.next_round(&mut position, &mut events);
        if let (Due::Lot(_), Some(to_move)) = (position.due, line.to_move) {
            self.engine.play_legal(&mut position, Move::Lot(to_move), &mut events);
        }
        let layout = &self.loaded.rules.layout;
        if let Some(closed) = &line.closed {
            let recorded: HoleSet =
                closed.iter().filter_map(|[row, column]| layout.hole_at(*row, *column)).collect();
            if recorded != position.closed {
                self.differs("other holes are closed", account::steps(&self.loaded.rules, &events));
                return;
            }
        }
        self.compare(line, &position, &position, &events, None);
        self.position = Some(position);
    }

    /// `true` if the move agrees.
    fn play(&mut self, line: &Line) -> bool {
        let Some(mut position) = self.position.take() else { return false };
        let layout = &self.loaded.rules.layout;
        // A race or an opening without a choice may not be in the recording.
        let mut legal = Vec::new();
        self.engine.legal_moves(&position, &mut legal);
        if position.round_over() {
            if !self.first_round_only {
                self.differs("by the rules the round is over, the recording goes on", Vec::new());
            }
            return false;
        }
        let player = line.player.unwrap_or(position.to_move);
        if player != position.to_move {
            self.differs(format!("{player} moves, by the rules {} is to move", position.to_move), Vec::new());
            return false;
        }
        if let Some(difference) = self.compare_legal(line, &legal) {
            self.differs("the legal moves are others", vec![difference]);
            return false;
        }
        let passes = line.from.as_ref().is_none_or(serde_json::Value::is_null);
        let played = if passes {
            legal.iter().copied().find(|played| *played == Move::Pass)
        } else {
            let start = line.from.as_ref().and_then(|from| record::start_of(layout, from));
            let Some((hole, direction)) = start else {
                self.differs("the recording has a move of another kind", vec![format!("{:?}", line.from)]);
                return false;
            };
            legal.iter().copied().find(|played| match played {
                Move::Sow { from, direction: way, .. } => {
                    *from == hole && direction.is_none_or(|wanted| wanted == *way)
                }
                Move::Pass | Move::Opening(_) | Move::Race(_) | Move::Lot(_) => false,
            })
        };
        let Some(played) = played else {
            let names: Vec<String> =
                legal.iter().map(|played| print_move(layout, player, *played, &legal)).collect();
            self.differs("the recorded move is not legal", vec![format!("legal are {}", names.join(", "))]);
            return false;
        };
        let mut events: Vec<Event> = Vec::new();
        self.engine.play_legal(&mut position, played, &mut events);
        let before_end = before_dealing(layout.hole_count(), &position, &events);
        self.compare(line, &position, &before_end, &events, Some(player));
        let agrees = self.difference.is_none();
        // What follows a round in these recordings is no evidence.
        if !(position.round_over() && self.first_round_only) {
            self.position = Some(position);
        }
        agrees
    }

    fn compare_legal(&self, line: &Line, legal: &[Move]) -> Option<String> {
        let layout = &self.loaded.rules.layout;
        let recorded = line.legal.as_ref()?;
        let starts: Vec<_> = recorded.iter().filter_map(|value| record::start_of(layout, value)).collect();
        if starts.len() != recorded.iter().filter(|value| value.is_array()).count() {
            return Some("the recording lists moves of another kind".to_string());
        }
        let with_direction = starts.iter().any(|(_, direction)| direction.is_some());
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
                ours.push(if with_direction { format!("{} {direction}", name(*from)) } else { name(*from) });
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
        mover: Option<Seat>,
    ) {
        let layout = &self.loaded.rules.layout;
        let ended = after.round_over();
        let before = (line.board_before_end.as_ref(), line.captured_before_end);
        let details = |replay: &Self| {
            let mut lines = Vec::new();
            if let (Some(mover), Some(hole)) = (mover, first_lift(events)) {
                lines.push(format!("{mover} plays {}:", crate::notation::full_hole_name(layout, hole)));
            }
            lines.extend(account::steps(&replay.loaded.rules, events));
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
