//! `trace`: moves played one after the other, lap by lap, with the clause behind every step.

use super::account;
use super::game::{self, GameArgs};
use super::perft::start_position;
use super::{Answer, Failure, Format, Globals};
use crate::engine::{Due, Event, Move};
use crate::notation::{MoveError, parse_move, picture, print_move, print_position};
use clap::Args as ClapArgs;

/// Shows what moves do.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Moves in order, as holes: "c f c"; a direction follows its hole after a dot: "c.clockwise".
    #[arg(long)]
    moves: String,
    /// Begin here: rows from the top separated by `/`.
    #[arg(long)]
    position: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If the game, the position or a move cannot be used.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let loaded = game::load(&args.game)?;
    let engine = loaded.engine()?;
    let rules = &loaded.rules;
    let mut position = start_position(&engine, &loaded, args.position.as_deref())?;
    let human = globals.format == Format::Human;
    let mut turns = Vec::new();
    if human {
        print!("{}", picture(rules, &position));
    }
    let mut words = args.moves.split_whitespace();
    let mut number = 0;
    loop {
        let mut legal = Vec::new();
        let mut events: Vec<Event> = Vec::new();
        if position.due == Due::NextRound {
            engine.next_round(&mut position, &mut events);
            if human {
                account::steps(rules, &events).iter().for_each(|line| println!("{line}"));
                print!("{}", picture(rules, &position));
            }
            continue;
        }
        engine.legal_moves(&position, &mut legal);
        // What is no choice of anybody is played by itself.
        let forced = match (position.due, legal.as_slice()) {
            (Due::Race | Due::Opening, [only]) => Some(*only),
            (_, [Move::Pass]) => Some(Move::Pass),
            _ => None,
        };
        let mover = position.to_move;
        let played = match forced {
            Some(played) if words.clone().next().is_some() || position.due != Due::Move => played,
            Some(_) | None => {
                let Some(word) = words.next() else { break };
                let text = word.replace('.', " ");
                parse_move(&rules.layout, mover, &text, &legal).map_err(|error| {
                    let names: Vec<String> = legal
                        .iter()
                        .map(|played| print_move(&rules.layout, mover, *played, &legal))
                        .collect();
                    let list = if names.is_empty() { "nothing".to_string() } else { names.join(", ") };
                    let why = match error {
                        MoveError::Illegal(hole) => {
                            account::why_illegal(rules, engine.why_illegal(&position, hole))
                        }
                        MoveError::Ambiguous(_) | MoveError::Unknown(_) => error.to_string(),
                    };
                    Failure::new(format!("move {} (`{word}`): {why}", number + 1))
                        .help(format!("{mover} may play {list}"))
                })?
            }
        };
        number += 1;
        let name = print_move(&rules.layout, mover, played, &legal);
        engine.play_legal(&mut position, played, &mut events);
        let steps = account::steps(rules, &events);
        if human {
            println!("\n{number}. {mover} plays {name}");
            steps.iter().for_each(|line| println!("{line}"));
            print!("{}", picture(rules, &position));
        }
        turns.push(serde_json::json!({
            "player": mover.name(), "move": name, "steps": steps, "events": events,
            "position": print_position(&rules.layout, &position),
        }));
    }
    if !human {
        println!(
            "{}",
            serde_json::json!({ "format_version": 1, "game": loaded.full_name(), "turns": turns })
        );
    }
    Ok(Answer::Yes)
}
