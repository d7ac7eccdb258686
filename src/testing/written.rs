//! A move as the lines of a worked example: what is given, what is played, what comes of it.

use super::captured;
use crate::board::{Hole, Seat};
use crate::engine::{Due, Event, Move, Position};
use crate::notation::board::{counts, numbers};
use crate::notation::hole_name;
use crate::rules::{Remaining, Rules};

/// What somebody has recorded of a move; it goes before what the rules give.
#[derive(Debug, Clone, Default)]
pub struct Recorded {
    /// Seeds after it, one a hole.
    pub seeds: Option<Vec<u32>>,
    /// Captured seeds of South and North after it.
    pub captured: Option<[u32; 2]>,
    /// Who is due after it.
    pub to_move: Option<Seat>,
}

/// What is given before the first play; nothing where the game stands at its start.
#[must_use]
pub fn given(rules: &Rules, start: &Position, before: &Position) -> Vec<String> {
    let layout = &rules.layout;
    let mut lines = Vec::new();
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
    for marked in &before.marks {
        let mark = rules.marks.get(usize::from(marked.mark.0)).map_or("mark", |mark| mark.name.as_str());
        lines.push(format!("{} owns {mark} on {}", marked.owner, named(rules, marked.owner, marked.hole)));
    }
    for seat in Seat::BOTH {
        let gained = before.owned[seat.index()].without(layout.owners[seat.index()]);
        lines.extend(gained.iter().map(|hole| format!("{seat} owns {}", named(rules, seat, hole))));
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

/// A hole as its owner or his opponent names it.
pub(super) fn named(rules: &Rules, seat: Seat, hole: Hole) -> String {
    let layout = &rules.layout;
    match layout.naming(hole).and_then(|naming| naming.seat) {
        Some(owner) if owner == seat => format!("own hole {}", hole_name(layout, hole)),
        Some(_) => format!("opponent's hole {}", hole_name(layout, hole)),
        None if seat == Seat::North => format!("common hole {}", hole_name(layout, layout.turned(hole))),
        None => format!("common hole {}", hole_name(layout, hole)),
    }
}

/// The play, a direction with it where there is a choice.
#[must_use]
pub fn play(rules: &Rules, before: &Position, played: Move, legal: &[Move]) -> String {
    let layout = &rules.layout;
    let mover = before.to_move;
    match played {
        Move::Sow { from, direction, .. } => {
            let own = layout.naming(from).is_some_and(|naming| naming.seat == Some(mover));
            let side = if own { "" } else { "opponent's hole " };
            let both = legal.iter().any(|other| match other {
                Move::Sow { from: hole, direction: way, .. } => *hole == from && *way != direction,
                Move::Pass | Move::Opening(_) | Move::Race(_) | Move::Lot(_) | Move::Close(_) => false,
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
        Move::Close(hole) => format!("{mover} closes {}", hole_name(layout, hole)),
    }
}

/// What was recorded after the move; where nothing was, what the rules give.
#[must_use]
pub fn results(rules: &Rules, after: &Position, events: &[Event], recorded: &Recorded) -> Vec<String> {
    let layout = &rules.layout;
    // At the end of a round programs record different things: before or after the rest is dealt out.
    let over = after.round_over();
    let seeds = recorded.seeds.as_ref().filter(|_| !over);
    let mut shown = counts(layout, after);
    if let Some(seeds) = seeds {
        for (count, seeds) in shown.iter_mut().zip(seeds) {
            *count = count.map(|_| *seeds);
        }
    }
    let mut lines = board("becomes", &numbers(layout, &shown));
    let taken = captured(events);
    for seat in Seat::BOTH {
        let ours = after.stored(seat, layout.hole_count());
        let theirs = recorded.captured.filter(|_| !over).map_or(ours, |captured| captured[seat.index()]);
        let number = (u64::from(taken[seat.index()]) + u64::from(theirs)).saturating_sub(u64::from(ours));
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
    let to_move = recorded.to_move.unwrap_or(after.to_move);
    match after.due {
        Due::Move if after.bonus.is_some() && to_move == after.to_move => {
            lines.push("bonus move".to_string())
        }
        Due::Move => lines.push(format!("{to_move} to move")),
        Due::Opening | Due::Race | Due::Lot(_) | Due::Closing | Due::NextRound | Due::Nothing => {}
    }
    lines
}
