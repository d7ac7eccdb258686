//! `trace`: moves played one after the other, lap by lap, with the clause behind every step.

use super::game::{self, GameArgs};
use super::perft::start_position;
use super::typed::{self, Step};
use super::{Answer, Failure, Format, Globals};
use crate::explain::account;
use crate::notation::{picture, print_move, print_position};
use crate::reference::Reference;
use clap::Args as ClapArgs;

/// Shows what moves do; with `-v` also which lines were asked, and how each condition came out.
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
    let position = start_position(&engine, &loaded, args.position.as_deref())?;
    let human = globals.format == Format::Human;
    let mut turns = Vec::new();
    if human {
        print!("{}", picture(rules, &position));
    }
    typed::play(rules, &engine, position, &typed::words(&args.moves), &mut |step| match step {
        Step::Round { events, after } => {
            if human {
                account::steps(rules, events).iter().for_each(|line| println!("{line}"));
                print!("{}", picture(rules, after));
            }
        }
        Step::Play { number, mover, played, legal, before, events, after } => {
            let name = print_move(&rules.layout, mover, played, legal);
            let asked = match globals.verbose {
                0 => Vec::new(),
                _ => Reference::new(rules).watch(before, played),
            };
            let steps = account::steps_with_reasons(rules, events, &asked);
            if human {
                println!("\n{number}. {mover} plays {name}");
                steps.iter().for_each(|line| println!("{line}"));
                print!("{}", picture(rules, after));
            }
            turns.push(serde_json::json!({
                "player": mover.name(), "move": name, "steps": steps, "events": events,
                "position": print_position(&rules.layout, after),
            }));
        }
    })?;
    if !human {
        println!(
            "{}",
            serde_json::json!({ "format_version": 1, "game": loaded.full_name(), "turns": turns })
        );
    }
    Ok(Answer::Yes)
}
