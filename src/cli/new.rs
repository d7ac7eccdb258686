//! `new`: a rule file to begin with.

use super::game::{self, GameArgs};
use super::{Answer, Failure, Globals};
use crate::engine::{Due, Engine, Move};
use crate::notation::board::{counts, numbers};
use crate::notation::hole_name;
use crate::rules::{Game, Rules, slug};
use crate::testing::captured;
use clap::Args as ClapArgs;
use std::path::{Path, PathBuf};

/// Writes a rule file to begin with: every clause explained, one worked example.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Name of the game; the file is NAME.mancala in this folder, in lower case with hyphens.
    name: String,
    /// A shipped game or rule file that it is a variant of: it then states only what differs.
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If the file exists already or cannot be written.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let (name, file) = checked_name(&args.name)?;
    let title = title_of(&name);
    let target = PathBuf::from(format!("{file}.mancala"));
    let text = match &args.from {
        Some(from) => derived(&title, from)?,
        None => first_file(&title),
    };
    create(&target, &text)?;
    let shown = target.display();
    if !globals.quiet {
        println!("wrote {shown}");
        println!(
            "next: change it, then\n  gabata check {shown}\n  gabata test {shown}\n  gabata play {shown}"
        );
    }
    Ok(Answer::Yes)
}

/// Longest name in characters; file systems take 255 bytes.
const MAX_NAME: usize = 60;

/// Names that Windows keeps for devices: a file of that name could not be opened there.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name without its ending, and the stem of its file. Whatever is not plainly a name is refused
/// before anything is written.
fn checked_name(given: &str) -> Result<(String, String), Failure> {
    let name = given.trim();
    let name = name.strip_suffix(".mancala").unwrap_or(name).trim();
    let refused = |why: &str, remedy: &str| {
        let shown: String = given.chars().take(MAX_NAME).filter(|letter| !letter.is_control()).collect();
        let more = if given.chars().count() > MAX_NAME { "…" } else { "" };
        Failure::new(format!("`{shown}{more}` is no name for a game: {why}")).help(remedy)
    };
    if name.contains(['/', '\\']) {
        return Err(refused(
            "it is a path",
            "go to the folder first and give the name alone: `gabata new my-game`",
        ));
    }
    if given.trim().starts_with('.') {
        return Err(refused(
            "a file that begins with a dot is hidden",
            "begin the name with a letter or a digit: `gabata new my-game`",
        ));
    }
    if name.chars().count() > MAX_NAME {
        return Err(refused(
            &format!("it has more than {MAX_NAME} characters"),
            "choose a shorter one; the file may say `also called` for others",
        ));
    }
    if name.chars().any(char::is_control) {
        return Err(refused("it holds a control character", "use letters, digits, spaces and hyphens"));
    }
    let file = slug(name);
    if file.is_empty() {
        return Err(refused("it has no letter or digit", "say for example `gabata new my-game`"));
    }
    let port = file.strip_prefix("com").or(file.strip_prefix("lpt"));
    let is_port = port.is_some_and(|number| number.len() == 1 && number.chars().all(|c| c.is_ascii_digit()));
    if DEVICES.contains(&file.as_str()) || is_port {
        return Err(refused(
            "Windows keeps it for a device",
            &format!("add a word: `gabata new {file}-game`"),
        ));
    }
    Ok((name.to_string(), file))
}

/// A title from a name: `my-game` is "My game"; a name in several words is kept.
fn title_of(name: &str) -> String {
    let words = if name.contains(' ') { name.to_string() } else { name.replace(['-', '_'], " ") };
    let mut characters =
        words.chars().filter(|character| !matches!(character, '"' | '\\') && !character.is_control());
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => words,
    }
}

/// Never overwrites.
fn create(path: &Path, text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let shown = path.display();
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = file.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::new(format!("{shown} is there already"))
            .help("choose another name; nothing is overwritten"),
        _ => Failure::new(format!("{shown}: it cannot be written: {error}")),
    })?;
    file.write_all(text.as_bytes()).map_err(|error| Failure::new(format!("{shown}: {error}")))
}

/// A small complete game with every clause explained.
fn first_file(title: &str) -> String {
    format!(
        r#"# A line that begins with # is a remark for people; the program passes over it.
# Every other line is one rule. Change a rule, then ask the program what it thinks:
#   gabata check FILE      finds mistakes and says where and why
#   gabata test FILE       plays the example at the end
#   gabata explain FILE    says the rules in plain sentences
#   gabata explain --word "last seed"    explains a word
# Begin with `about`: who describes the game, and on which page, so that others can check the rules.
game "{title}" {{
  about {{
    region "write here where it is played"
    source "write here who describes it, and on which page"
  }}

  # The board as it lies between the players. South sits below, North above. Each player's holes
  # are called a, b, c … from his own left.
  board 2 rows of 6 holes
  # What lies in the holes before the first move.
  seeds 4 in each hole
  # A player lifts all seeds of one of his holes and drops them one by one in the next holes,
  # along his own row to the right and back along the opponent's.
  sow counterclockwise

  # What happens when the last seed of a sowing has fallen. The lines are tried from the top, and
  # the first that fits decides. Left of => stands when it fits, right of it what is done.
  last seed {{
    makes 4             => mover captures the seeds of this hole, turn ends
    in an occupied hole => relay
    otherwise           => turn ends
  }}
  # A relay lifts the hole of the last seed and sows on. It might go on for ever. No source may say
  # what happens then; a rule that is your own guess is marked so, with the reason.
  endless sowing ends the turn    assumed because "no source speaks of it"

  # When a round is over, who gets the seeds that are left, and who wins.
  end when the player to move cannot move
  repeated position ends the round    assumed because "no source speaks of it"
  remaining seeds to the row owner
  win most seeds

  # A worked example: a position, a move, and what you expect. The rows are written as they lie
  # on the board, North's row above. `gabata test` says whether the rules do what you expect.
  example "the last seed makes four" {{
    position {{
      0 0 0 0 0 1
      2 0 3 1 0 0
    }}
    South plays a
    becomes {{
      0 0 0 0 0 1
      0 1 0 1 0 0
    }}
    South captures 4
    North to move
  }}
}}
"#
    )
}

/// A variant of a game.
fn derived(title: &str, from: &str) -> Result<String, Failure> {
    let word = GameArgs { game: from.to_string(), reading: None, option: Vec::new() };
    let (name, base, selection) = game::find(&word)?;
    if base.title() == title {
        return Err(Failure::new(format!("the new game has the title of its base, `{title}`"))
            .help("choose another name"));
    }
    if selection != Default::default() {
        return Err(Failure::new("a variant is based on a whole game, without reading and options")
            .help(format!("say `--from {name}`; choose the reading in the new file")));
    }
    let loaded = game::load(&word)?;
    let engine = loaded.engine()?;
    Ok(format!(
        r#"# A variant: it has all rules of "{base}" except those that are written here anew.
# To see the rules of "{base}":  gabata explain {name}
# To change one, write it here with the same first words; it takes the place of the old one.
# For example
#   seeds 3 in each hole
# puts another number of seeds in the holes. A whole table such as `last seed {{ … }}` is replaced as
# a whole; `last seed also {{ … }}` only puts its lines before the old ones. `no match` takes the match away.
# Write the rules that differ below `about`.
game "{title}" based on "{base}" {{
  about {{
    region "write here where it is played"
    source "write here who describes it, and on which page"
  }}

{example}}}
"#,
        base = base.title(),
        example = first_move(&engine, &loaded.rules, &base).unwrap_or_default(),
    ))
}

/// An example that shows the first move of the base, so that a change of the rules shows in it.
fn first_move(engine: &Engine, rules: &Rules, base: &Game) -> Option<String> {
    let mut position = engine.start();
    if position.due != Due::Move {
        return None;
    }
    let mut moves = Vec::new();
    engine.legal_moves(&position, &mut moves);
    // A move without choices, since an example does not name them.
    let played = moves.iter().copied().find(|listed| match listed {
        Move::Sow { choices, .. } => choices.is_empty(),
        Move::Pass | Move::Opening(_) | Move::Race(_) | Move::Lot(_) => false,
    })?;
    let Move::Sow { from, direction, .. } = played else { return None };
    let both = moves.iter().any(|other| match other {
        Move::Sow { from: hole, direction: way, .. } => *hole == from && *way != direction,
        Move::Pass | Move::Opening(_) | Move::Race(_) | Move::Lot(_) => false,
    });
    let seat = position.to_move;
    let mut events = Vec::new();
    engine.play_legal(&mut position, played, &mut events);
    if position.round_over() {
        return None;
    }
    let mut lines = vec![format!(
        "South plays {}{}",
        hole_name(&rules.layout, from),
        if both { format!(" {direction}") } else { String::new() }
    )];
    lines[0] = lines[0].replace("South", seat.name());
    lines.push("becomes {".to_string());
    lines.extend(
        numbers(&rules.layout, &counts(&rules.layout, &position))
            .iter()
            .map(|row| format!("  {}", row.trim())),
    );
    lines.push("}".to_string());
    let captured = captured(&events);
    for seat in crate::board::Seat::BOTH.into_iter().filter(|seat| captured[seat.index()] > 0) {
        lines.push(format!("{seat} captures {}", captured[seat.index()]));
    }
    lines.push(match position.bonus {
        Some(_) => "bonus move".to_string(),
        None => format!("{} to move", position.to_move),
    });
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    Some(format!(
        "  # What the first move comes to by the rules of \"{}\"; a change of the rules may change it.\n  example \"the first move\" {{\n{body}  }}\n",
        base.title()
    ))
}
