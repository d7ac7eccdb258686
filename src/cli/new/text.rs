//! Answers → the text of a rule file: every clause with a remark for people who read such a file
//! for the first time, and an example that shows what happens.

use super::answers::{Answers, Capture, End, Relay, Rest, Rounds, Text, Way};
use crate::board::Hole;
use crate::engine::{Due, Engine, Event, Move, Position, What};
use crate::lab::players::{below, stream};
use crate::notation::position::settle;
use crate::rules::Rules;
use crate::testing::written::{self, Recorded};

const HEAD: &str = r#"# A line that begins with # is a remark for people; the program passes over it.
# Every other line is one rule. Change a rule, then ask the program what it thinks:
#   gabata check FILE      finds mistakes and says where and why
#   gabata test FILE       plays the example at the end
#   gabata explain FILE    says the rules in plain sentences
#   gabata explain --word "last seed"    explains a word
# Begin with `about`: who describes the game, and on which page, so that others can check the rules.
"#;

/// The game without an example.
pub(super) fn rules(title: &str, answers: &Answers) -> String {
    let mut text = format!("{HEAD}game \"{title}\" {{\n  about {{\n");
    let said = |text: &Option<Text>, instead: &str| {
        text.as_ref().map_or_else(|| instead.to_string(), |text| text.0.clone())
    };
    text += &format!("    region \"{}\"\n", said(&answers.region, "write here where it is played"));
    if let Some(people) = &answers.people {
        text += &format!("    people \"{}\"\n", people.0);
    }
    let source = said(&answers.source, "write here who describes it, and on which page");
    text += &format!("    source \"{source}\"\n  }}\n\n");
    text += &board(answers);
    text += &sowing(answers);
    text += &last_seed(answers);
    text += &ending(answers);
    text + "}\n"
}

fn board(answers: &Answers) -> String {
    let Answers { rows, holes, seeds, .. } = answers;
    let mut text = "  # The board as it lies between the players. South sits below, North above. Each player's holes\n  # are called a, b, c … from his own left.\n".to_string();
    if answers.rows == 4 {
        text = "  # The board as it lies between the players. South sits below, North above. Each player has two\n  # rows: a1, b1 … is his outer row from his own left, a2, b2 … his inner row.\n".to_string();
    }
    let stores = if answers.stores { " with stores" } else { "" };
    text += &format!("  board {rows} rows of {holes} holes{stores}\n");
    if answers.stores {
        text += "  # How South's seeds go round; North's go round in the same way as seen from his seat. A player\n  # sows into his own store, and passes by the opponent's.\n";
        text += "  path own row left to right, own store, the opponent's row right to left\n";
    }
    text + &format!("  # What lies in the holes before the first move.\n  seeds {seeds} in each hole\n")
}

fn sowing(answers: &Answers) -> String {
    let round = match answers.rows {
        2 => "along his own row to the right and back along the opponent's",
        _ => "along his outer row to the right and back along his inner row",
    };
    let (remark, words) = match answers.direction {
        Way::Counterclockwise => (round.to_string(), "counterclockwise"),
        Way::Clockwise => (round.replace("to the right", "to the left"), "clockwise"),
        Way::Either => ("in the direction that he chooses".to_string(), "in either direction"),
    };
    format!(
        "  # A player lifts all seeds of one of his holes and drops them one by one in the next holes,\n  # {remark}.\n  sow {words}\n\n"
    )
}

fn last_seed(answers: &Answers) -> String {
    let mut lines: Vec<String> = Vec::new();
    let counts: Vec<String> = answers.numbers.0.iter().map(ToString::to_string).collect();
    let makes = format!("makes {}", counts.join(" or "));
    if answers.stores {
        lines.push(format!("in own store => {}", if answers.bonus { "bonus move" } else { "turn ends" }));
    }
    let facing = "in an empty own hole and the facing hole is not empty => mover captures the seeds of the facing hole";
    match answers.capture {
        Capture::None => {}
        Capture::Numbers => {
            lines.push(format!("{makes} => mover captures the seeds of this hole, turn ends"));
        }
        Capture::NumbersOfOpponent => lines.push(format!(
            "in an opponent's hole and {makes} => mover captures the seeds of this hole, turn ends"
        )),
        Capture::NumbersInARow => lines.push(format!(
            "in an opponent's hole and {makes} => mover captures the seeds of this hole, repeat backwards, turn ends"
        )),
        Capture::Facing => lines.push(format!("{facing}, turn ends")),
        Capture::FacingAndLast => lines.push(format!("{facing} and this hole, turn ends")),
    }
    match answers.relay {
        Relay::None => {}
        Relay::Occupied => lines.push("in an occupied hole => relay".to_string()),
        Relay::Own => lines.push("in an occupied own hole => relay".to_string()),
        Relay::Next => lines.push("the next hole is not empty => relay from the next hole".to_string()),
    }
    lines.push("otherwise => turn ends".to_string());
    let mut text = "  # What happens when the last seed of a sowing has fallen. The lines are tried from the top, and\n  # the first that fits decides. Left of => stands when it fits, right of it what is done.\n  last seed {\n".to_string();
    text.extend(lines.iter().map(|line| format!("    {line}\n")));
    text += "  }\n";
    if answers.relay != Relay::None {
        text += "  # A relay lifts seeds again and sows on. It might go on for ever. No source may say what happens\n  # then; a rule that is your own guess is marked so, with the reason.\n  endless sowing ends the turn    assumed because \"no source speaks of it\"\n";
    }
    text
}

fn ending(answers: &Answers) -> String {
    let mut text = "\n".to_string();
    let passes = "  # What a player does who cannot move while the other can.\n  stuck player passes\n";
    let end = match answers.end {
        End::Stuck => "the player to move cannot move",
        End::Empty => "a player has no seeds",
        End::Both => "neither player can move",
    };
    if answers.end != End::Stuck {
        text += passes;
    }
    text += &format!(
        "  # When a round is over, who gets the seeds that are left, and who wins.\n  end when {end}\n  repeated position ends the round    assumed because \"no source speaks of it\"\n"
    );
    let rest = match answers.rest {
        Rest::RowOwner => "the row owner",
        Rest::Opponent => "the opponent of the stuck player",
        Rest::LastMover => "the last mover",
        Rest::Nobody => "nobody",
    };
    text += &format!("  remaining seeds to {rest}\n  win most seeds\n");
    match answers.rounds {
        Rounds::None => {}
        Rounds::Refill => {
            text += &format!(
                "  # Rounds follow each other: each player fills his holes again from what he has captured, and\n  # holes that he cannot fill are out of play.\n  match {{\n    refill {} in each own hole from the leftmost    assumed because \"no source names the end of the row\"\n    close holes that cannot be filled\n    until a player cannot fill even one hole\n  }}\n",
                answers.seeds
            );
        }
        Rounds::BestOfThree => {
            text += "  # Rounds follow each other, each from the same beginning.\n  match {\n    refill as at the start\n    starter alternates    assumed because \"no source names the starter\"\n    until a player wins 2 rounds\n  }\n";
        }
    }
    text
}

/// A move that shows something, as an example with its remark.
pub(super) fn example(rules: &Rules, engine: &Engine) -> Option<String> {
    let shown = shown(rules, engine)?;
    let mut lines = written::given(rules, &engine.start(), &shown.before);
    lines.push(written::play(rules, &shown.before, shown.played, &shown.legal));
    lines.extend(written::results(rules, &shown.after, &shown.events, &Recorded::default()));
    let mut text = "\n  # A worked example: a position, a move, and what is expected. The rows are written as they lie\n  # on the board, North's row above. This is what the rules above do: compare it with your source,\n  # and add the examples that your source tells. `gabata test` plays them.\n".to_string();
    text += &format!("  example \"{}\" {{\n", shown.title());
    text.extend(lines.iter().map(|line| format!("    {line}\n")));
    Some(text + "  }\n")
}

/// A move and what it shows.
struct Shown {
    before: Position,
    played: Move,
    legal: Vec<Move>,
    after: Position,
    events: Vec<Event>,
}

impl Shown {
    fn captures(&self) -> bool {
        self.events.iter().any(|event| matches!(event.what, What::Capture { .. }))
    }

    /// How often seeds are lifted.
    fn laps(&self) -> usize {
        self.events
            .iter()
            .filter(|event| matches!(event.what, What::Lift { .. } | What::Relay { .. }))
            .count()
    }

    fn title(&self) -> &'static str {
        match (self.captures(), self.after.bonus.is_some(), self.laps()) {
            (true, _, _) => "the last seed captures",
            (false, true, _) => "the last seed gives another move",
            (false, false, 2..) => "the last seed is sown on",
            (false, false, _) => "a move",
        }
    }

    /// The clearer the smaller: what shows nothing, then longer and fuller moves.
    fn unclear(&self) -> (bool, usize, usize, u64) {
        let plain = !self.captures() && self.after.bonus.is_none() && self.laps() < 2;
        let on_board: u64 = self.before.seeds.iter().map(|seeds| u64::from(*seeds)).sum();
        (plain, usize::from(!self.captures()), self.laps(), on_board)
    }
}

/// Positions that are tried.
const TRIES: u64 = 3_000;

/// The clearest of many moves from positions of a few seeds; the first move of the game where there
/// is none.
fn shown(rules: &Rules, engine: &Engine) -> Option<Shown> {
    let mut random = stream(1, 0);
    let mut best: Option<Shown> = None;
    let holes: Vec<Hole> =
        rules.layout.owners.iter().flat_map(|owned| owned.iter().collect::<Vec<_>>()).collect();
    for _ in 0..TRIES {
        let mut before = engine.start();
        for hole in &holes {
            let empty = below(&mut random, 3) > 0;
            before.seeds[hole.index()] = if empty { 0 } else { 1 + below(&mut random, 3) as u32 };
        }
        settle(&mut before);
        let Some(tried) = first_move(engine, before) else { continue };
        if best.as_ref().is_none_or(|best| tried.unclear() < best.unclear()) {
            best = Some(tried);
        }
    }
    best.or_else(|| first_move(engine, engine.start()))
}

/// A move without choices that does not end the round, since an example is clearer without.
fn first_move(engine: &Engine, before: Position) -> Option<Shown> {
    if before.due != Due::Move {
        return None;
    }
    let mut legal = Vec::new();
    engine.legal_moves(&before, &mut legal);
    let tried = |played: &Move| {
        let Move::Sow { choices, .. } = played else { return None };
        let (mut after, mut events) = (before.clone(), Vec::new());
        if !choices.is_empty() {
            return None;
        }
        engine.play_legal(&mut after, *played, &mut events);
        (!after.round_over()).then_some((*played, after, events))
    };
    let (played, after, events) = legal.iter().find_map(tried)?;
    Some(Shown { before, played, legal, after, events })
}

/// The first move of a game as the lines of an example.
pub(super) fn first_lines(rules: &Rules, engine: &Engine) -> Option<Vec<String>> {
    let shown = first_move(engine, engine.start())?;
    let mut lines = vec![written::play(rules, &shown.before, shown.played, &shown.legal)];
    lines.extend(written::results(rules, &shown.after, &shown.events, &Recorded::default()));
    Some(lines)
}
