//! A readable snapshot of a game: its rules in sentences, its rules as data, one random game move
//! by move, and counts of move sequences. A change of meaning anywhere shows up in it.

use super::perft;
use crate::board::{Direction, Hole};
use crate::engine::{Due, Engine, Event, Move, Position};
use crate::explain;
use crate::program::Program;
use crate::rules::{Layout, Rules};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plies of the random game.
const PLIES: usize = 60;
/// Deepest count, and most sequences that are counted.
const DEPTH: u32 = 5;
const SEQUENCES: u64 = 20_000;

/// The snapshot of one set of rules.
///
/// # Errors
/// If the engine does not play these rules yet, or they cannot be written as data.
pub fn snapshot(rules: &Rules, seed: u64) -> Result<String, String> {
    let engine = Engine::new(Program::lower(rules).map_err(|unsupported| unsupported.to_string())?);
    let config = ron::ser::PrettyConfig::new().depth_limit(3);
    let data = ron::ser::to_string_pretty(rules, config).map_err(|error| error.to_string())?;
    let counts = perft::counts(&engine, &engine.start(), DEPTH, SEQUENCES);
    let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
    Ok(format!(
        "{}\n== A random game (seed {seed})\n\n{}\n== Move sequences by depth\n\n{}\n\n== Rules as data\n\n{data}\n",
        explain::explain(rules),
        random_game(&engine, rules, seed),
        counts.join(" "),
    ))
}

/// A random game, one line a ply: who, what, and the board after it.
#[must_use]
pub fn random_game(engine: &Engine, rules: &Rules, seed: u64) -> String {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = engine.start();
    let mut moves = Vec::new();
    let mut text = format!("{:>3}  {:<22}{}\n", 0, "", board_line(&rules.layout, &position));
    for ply in 1..=PLIES {
        let before = position.clone();
        let mut events: Vec<Event> = Vec::new();
        let played = match position.due {
            Due::Nothing => break,
            Due::NextRound => {
                engine.next_round(&mut position, &mut events);
                "next round".to_string()
            }
            Due::Move | Due::Opening | Due::Race | Due::Lot(_) => {
                engine.legal_moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let played = moves[(random.next_u64() % moves.len() as u64) as usize];
                engine.play_legal(&mut position, played, &mut events);
                move_text(rules, &before, played)
            }
        };
        text += &format!("{ply:>3}  {played:<22}{}\n", board_line(&rules.layout, &position));
        for event in &events {
            if let crate::engine::What::RoundResult { .. } | crate::engine::What::MatchEnds { .. } = event.what {
                text += &format!("     {}\n", explain::events::sentence(rules, &event.what));
            }
        }
    }
    text
}

/// A move as it is written in the snapshot: `South c`, `North a2 clockwise`.
fn move_text(rules: &Rules, before: &Position, played: Move) -> String {
    let seat = before.to_move;
    let name = |hole: Hole| rules.layout.naming(hole).map_or("?", |naming| naming.name.as_str());
    match played {
        Move::Sow { from, direction, choices } => {
            let foreign = rules.layout.row_owner(from).is_some_and(|owner| owner != seat);
            let mut text = format!("{seat} {}{}", if foreign { "opponent's " } else { "" }, name(from));
            if direction == Direction::Clockwise {
                text += " clockwise";
            }
            for index in 0..choices.len() {
                text += &format!(" /{}", choices.get(index).unwrap_or(0) + 1);
            }
            text
        }
        Move::Pass => format!("{seat} passes"),
        Move::Opening(script) => format!("{seat} opening {}", script + 1),
        Move::Race([south, north]) => format!("race {} {}", name(south), name(north)),
        Move::Lot(to) => format!("lot to {to}"),
    }
}

/// Rows as they are seen, joined by strokes, then what lies beside the board.
fn board_line(layout: &Layout, position: &Position) -> String {
    let rows = (0..layout.picture_rows()).rev().map(|row| {
        let mut holes: Vec<(u32, Hole)> = layout
            .all_holes()
            .filter_map(|hole| layout.naming(hole).filter(|naming| naming.row == row).map(|n| (n.column, hole)))
            .collect();
        holes.sort_unstable();
        let cells = holes.into_iter().map(|(_, hole)| match position.closed.contains(hole) {
            true => "-".to_string(),
            false => position.seeds[hole.index()].to_string(),
        });
        cells.collect::<Vec<_>>().join(" ")
    });
    let board = rows.collect::<Vec<_>>().join(" / ");
    let [south, north] = crate::board::Seat::BOTH.map(|seat| position.stored(seat, layout.hole_count()));
    format!("{board}  ({south}, {north})")
}
