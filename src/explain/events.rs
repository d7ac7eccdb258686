//! What happens in a play, in words.

use crate::board::{Hole, MarkId};
use crate::engine::What;
use crate::notation::full_hole_name;
use crate::rules::Rules;

/// A step of a play as a short sentence without a full stop.
#[must_use]
pub fn sentence(rules: &Rules, what: &What) -> String {
    let at = |hole: Hole| full_hole_name(&rules.layout, hole);
    match *what {
        What::Lift { hole, seeds } => format!("lifts {seeds} from {}", at(hole)),
        What::Drop { stop, seeds: 1 } => format!("drops a seed in {}", at(stop)),
        What::Drop { stop, seeds } => format!("drops {seeds} in {}", at(stop)),
        What::Skip { hole } => format!("skips {}", at(hole)),
        What::Divert { to } => format!("the last seed is diverted to {}", at(to)),
        What::LeavesBoard { by, seeds } => format!("{seeds} leave the board and go to {by}"),
        What::Decides => "this line decides".to_string(),
        What::Capture { by, hole, seeds } => format!("{by} captures {seeds} from {}", at(hole)),
        What::Collect { by, hole, seeds } => format!("{by} collects {seeds} from {}", at(hole)),
        What::Mark { owner, hole, mark } => {
            format!("{} becomes a {} of {owner}", at(hole), mark_name(rules, mark))
        }
        What::Unmark { hole, mark } => format!("{} is no {} any more", at(hole), mark_name(rules, mark)),
        What::Transfer { from, to, seeds } => format!("{seeds} move from {} to {}", at(from), at(to)),
        What::Relay { hole, seeds } => format!("lifts {seeds} from {} and sows on", at(hole)),
        What::Resow { first, seeds } => format!("sows {seeds} captured seeds, the first in {}", at(first)),
        What::MovesOn { hole } => format!("the last seed moves on from {}", at(hole)),
        What::BonusMove => "gets another move".to_string(),
        What::TurnEnds => "the turn ends".to_string(),
        What::Endless => "the sowing would never end".to_string(),
        What::GrandSlam => "a grand slam".to_string(),
        What::GivenBack { by, hole, seeds } => format!("{by} gives back {seeds} to {}", at(hole)),
        What::Pass { by } => format!("{by} passes"),
        What::Refill { hole, seeds } => format!("refills {} with {seeds}", at(hole)),
        What::Becomes { hole, seeds } => format!("{} holds {seeds}", at(hole)),
        What::ScriptCapture { by, seeds } => format!("{by} captures {seeds} from the hand"),
        What::RaceWon { by } => format!("{by} wins the race"),
        What::RoundEnds => "the round ends".to_string(),
        What::LeftOver { hole, seeds } => format!("the {seeds} left in {} stay there", at(hole)),
        What::Remaining { to, hole, seeds } => format!("the {seeds} left in {} go to {to}", at(hole)),
        What::RoundResult { totals: [south, north], winner } => match winner {
            Some(winner) => format!("{winner} wins: South {south}, North {north}"),
            None => format!("a draw: South {south}, North {north}"),
        },
        What::Fill { hole, seeds, by } => format!("{by} fills {} with {seeds}", at(hole)),
        What::Gain { hole, by } => format!("{by} gains {}", at(hole)),
        What::Cede { by, seeds } => format!("{by} cedes {seeds}"),
        What::Close { hole } => format!("{} is closed", at(hole)),
        What::Pay { by, seeds } => format!("{by} pays {seeds}"),
        What::Lot { to } => format!("the lot falls to {to}"),
        What::RoundBegins { round, starter } => format!("round {round} begins, {starter} starts"),
        What::MatchEnds { winner: Some(winner) } => format!("the match ends: {winner} wins it"),
        What::MatchEnds { winner: None } => "the match ends in a draw".to_string(),
    }
}

fn mark_name(rules: &Rules, mark: MarkId) -> &str {
    rules.marks.get(usize::from(mark.0)).map_or("mark", |mark| mark.name.as_str())
}
