//! A recorded move, or a recorded round, as a worked example of a rule file.

use super::Step;
use crate::cli::Failure;
use crate::cli::game::Loaded;
use crate::engine::{Engine, Position};
use crate::notation::record;
use crate::rules::{OptionValue, Rules};
use crate::source::Source;
use crate::testing;
use crate::testing::written::{self, Recorded};
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
                words: written::play(self.rules, step.before, step.played, step.legal),
                after: step.after.clone(),
                results: written::results(self.rules, step.after, step.events, &recorded(self.rules, step)),
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
    lines.extend(written::given(rules, start, before));
    lines
}

/// What was recorded of a move.
fn recorded(rules: &Rules, step: &Step) -> Recorded {
    Recorded {
        seeds: step.line.board.as_ref().and_then(|board| record::seeds_of(&rules.layout, board)),
        captured: step.line.captured,
        to_move: step.line.to_move,
    }
}
