//! A recorded move, or a recorded round, as a worked example of a rule file.

use super::Step;
use crate::board::Seat;
use crate::cli::Failure;
use crate::cli::game::Loaded;
use crate::engine::{Due, Engine, Move, Position};
use crate::notation::board::{counts, numbers};
use crate::notation::{hole_name, record};
use crate::rules::{OptionValue, Remaining, Rules};
use crate::source::Source;
use crate::testing;
use std::sync::Arc;

/// Which move.
pub(super) struct Wanted {
    /// Number of the game in its recording; `None`: the first.
    pub game: Option<u64>,
    /// Number of the move; 0: all moves of the first round.
    pub ply: u64,
}

/// What is kept of a move.
struct Played {
    game: u64,
    ply: u64,
    before: Position,
    words: String,
    after: Position,
    /// The lines that say what is expected after it.
    results: Vec<String>,
}

/// The moves of which the example is made.
pub(super) struct Kept<'r> {
    rules: &'r Rules,
    wanted: Option<Wanted>,
    plays: Vec<Played>,
}

impl<'r> Kept<'r> {
    pub(super) fn new(rules: &'r Rules, wanted: Option<Wanted>) -> Kept<'r> {
        Kept { rules, wanted, plays: Vec::new() }
    }

    pub(super) fn take(&mut self, step: &Step) {
        let Some(wanted) = &self.wanted else { return };
        let first = self.plays.first().map(|play| play.game);
        let game = wanted.game.or(first).is_none_or(|game| game == step.game);
        let first_round = self.plays.last().is_none_or(|play| !play.after.round_over());
        let this =
            if wanted.ply == 0 { first_round } else { wanted.ply == step.ply && self.plays.is_empty() };
        if game && this {
            self.plays.push(Played {
                game: step.game,
                ply: step.ply,
                before: step.before.clone(),
                words: words(self.rules, step),
                after: step.after.clone(),
                results: results(self.rules, step),
            });
        }
    }

    /// The example, with a remark where the rules do not do what it expects.
    pub(super) fn example(&self, loaded: &Loaded, engine: &Engine) -> Result<String, Failure> {
        let (Some(first), Some(last)) = (self.plays.first(), self.plays.last()) else {
            return Err(Failure::new("there is no such legal move in the recordings").help(
                "`--example=PLY` takes the number of a move, `--number` that of its game; a move that is not legal makes no example",
            ));
        };
        let mut lines = given(loaded, &engine.start(), &first.before);
        lines.extend(self.plays.iter().map(|play| play.words.clone()));
        lines.extend(last.results.iter().cloned());
        let plies = match self.plays.len() {
            1 => format!("ply {}", first.ply),
            _ => format!("plies {} to {}", first.ply, last.ply),
        };
        let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        let example = format!("example \"game {}, {plies}\" {{\n{body}}}\n", first.game);
        Ok(match failure(loaded, engine, &example) {
            Some(why) => format!("# By the rules this does not hold: {why}\n{example}"),
            None => example,
        })
    }
}

/// Why the example does not hold.
fn failure(loaded: &Loaded, engine: &Engine, example: &str) -> Option<String> {
    const NAME: &str = "<example>";
    let title = loaded.game.title().replace('\\', "\\\\").replace('"', "\\\"");
    let mut library = loaded.library.clone();
    library.add(Arc::new(Source::new(NAME, &format!("examples of \"{title}\" {{\n{example}}}\n"))));
    let found = library.game(loaded.game.title())?.examples();
    for example in found {
        match example {
            Ok((_, rules, example)) if example.file == NAME => {
                let report = testing::run(engine, &rules, &example);
                return report.faults.first().map(|fault| fault.message.clone());
            }
            Err(faults) if faults.iter().any(|fault| *fault.file == *NAME) => {
                return faults.first().map(|fault| fault.message.clone());
            }
            Ok(_) | Err(_) => {}
        }
    }
    None
}

/// What is given before the first play, where it is not as at the start.
fn given(loaded: &Loaded, start: &Position, before: &Position) -> Vec<String> {
    let rules = &loaded.rules;
    let layout = &rules.layout;
    let mut lines = Vec::new();
    if loaded.selection.reading.is_some()
        && let Some(reading) = &rules.reading
    {
        lines.push(format!("reading \"{reading}\""));
    }
    for name in loaded.selection.options.keys() {
        let value = rules.options.get(name).map(OptionValue::to_string).unwrap_or_default();
        lines.push(format!("set option {name} {value}"));
    }
    let same = start.seeds == before.seeds
        && start.pile == before.pile
        && start.closed == before.closed
        && start.owned == before.owned
        && start.marks == before.marks;
    if same && start.due == before.due {
        return lines;
    }
    lines.extend(board("position", &numbers(layout, &counts(layout, before))));
    for seat in Seat::BOTH {
        let stored = before.stored(seat, layout.hole_count());
        if stored > 0 {
            lines.push(format!("{seat} captured {stored}"));
        }
    }
    let named = |seat: Seat, hole| {
        let own = layout.naming(hole).is_some_and(|naming| naming.seat == Some(seat));
        format!("{} hole {}", if own { "own" } else { "opponent's" }, hole_name(layout, hole))
    };
    for marked in &before.marks {
        let mark = rules.marks.get(usize::from(marked.mark.0)).map_or("mark", |mark| mark.name.as_str());
        lines.push(format!("{} owns {mark} on {}", marked.owner, named(marked.owner, marked.hole)));
    }
    for seat in Seat::BOTH {
        let gained = before.owned[seat.index()].without(layout.owners[seat.index()]);
        lines.extend(gained.iter().map(|hole| format!("{seat} owns {}", named(seat, hole))));
    }
    if let (Remaining::LastMover, Some(seat)) = (rules.remaining.value, before.last_mover) {
        lines.push(format!("{seat} was the last mover"));
    }
    lines
}

fn board(word: &str, rows: &[String]) -> Vec<String> {
    let rows = rows.iter().map(|row| format!("  {row}"));
    std::iter::once(format!("{word} {{")).chain(rows).chain(["}".to_string()]).collect()
}

/// The play as an example says it.
fn words(rules: &Rules, step: &Step) -> String {
    let layout = &rules.layout;
    let mover = step.before.to_move;
    match step.played {
        Move::Sow { from, direction, .. } => {
            let own = layout.naming(from).is_some_and(|naming| naming.seat == Some(mover));
            let side = if own { "" } else { "opponent's hole " };
            let both = step.legal.iter().any(|other| match other {
                Move::Sow { from: hole, direction: way, .. } => *hole == from && *way != direction,
                Move::Pass | Move::Opening(_) | Move::Race(_) | Move::Lot(_) => false,
            });
            let way = if both { format!(" {direction}") } else { String::new() };
            format!("{mover} plays {side}{}{way}", hole_name(layout, from))
        }
        Move::Pass => format!("{mover} passes"),
        Move::Opening(script) => format!("{mover} plays the opening {}", script + 1),
        Move::Race([south, north]) => {
            format!("both race from {} and {}", hole_name(layout, south), hole_name(layout, north))
        }
        Move::Lot(seat) => format!("the lot falls to {seat}"),
    }
}

/// What was recorded after the move; where nothing was, what the rules give.
fn results(rules: &Rules, step: &Step) -> Vec<String> {
    let layout = &rules.layout;
    let after = step.after;
    let over = after.round_over();
    let recorded = step.line.board.as_ref().filter(|_| !over);
    let seeds = recorded.and_then(|board| record::seeds_of(layout, board));
    let mut shown = counts(layout, after);
    if let Some(seeds) = seeds {
        for (count, seeds) in shown.iter_mut().zip(seeds) {
            *count = count.map(|_| seeds);
        }
    }
    let mut lines = board("becomes", &numbers(layout, &shown));
    let captured = testing::captured(step.events);
    for seat in Seat::BOTH {
        let ours = after.stored(seat, layout.hole_count());
        let theirs = step.line.captured.filter(|_| !over).map_or(ours, |captured| captured[seat.index()]);
        let number = (u64::from(captured[seat.index()]) + u64::from(theirs)).saturating_sub(u64::from(ours));
        if number > 0 {
            lines.push(format!("{seat} captures {number}"));
        }
    }
    if let Some(result) = after.round_result.filter(|_| over) {
        let [south, north] = result.totals;
        lines.push(format!("round ends with {south} to South and {north} to North"));
        lines.push(result.winner.map_or("draw".to_string(), |winner| format!("{winner} wins")));
        return lines;
    }
    let to_move = step.line.to_move.unwrap_or(after.to_move);
    match after.due {
        Due::Move if after.bonus.is_some() && to_move == after.to_move => {
            lines.push("bonus move".to_string())
        }
        Due::Move => lines.push(format!("{to_move} to move")),
        Due::Opening | Due::Race | Due::Lot(_) | Due::NextRound | Due::Nothing => {}
    }
    lines
}
