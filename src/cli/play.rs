//! `play`: a person against the computer in the terminal; without a terminal a computer game.

use super::game::{self, GameArgs, Loaded};
use super::perft::start_position;
use super::{Answer, Failure, Globals};
use crate::board::Seat;
use crate::engine::{Due, Engine, Event, Move, Position, What};
use crate::explain;
use crate::explain::account;
use crate::lab::players::stream;
use crate::lab::{Player, PlayerKind};
use crate::notation::record::Line;
use crate::notation::{MoveError, hole_name, parse_move, picture, print_move};
use clap::Args as ClapArgs;
use std::io::{BufRead, IsTerminal, Write};

/// Most bytes of a line that is typed.
const MAX_TYPED: u64 = 1000;

/// Plies after which a computer game is left.
const MAX_PLIES: usize = 5_000;

/// Plays a game.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// South: human, random, greedy, ab:DEPTH, mcts:PLAYOUTS or mcts:SECONDSs.
    #[arg(long)]
    south: Option<String>,
    /// North.
    #[arg(long)]
    north: Option<String>,
    /// Begin here: rows from the top separated by `/`.
    #[arg(long)]
    position: Option<String>,
    /// Write the game to this file, one JSON object a line.
    #[arg(long)]
    record: Option<String>,
    /// Seed of the computer players.
    #[arg(long)]
    seed: Option<u64>,
    /// Rounds that a computer game shows.
    #[arg(long, default_value_t = 1)]
    rounds: u32,
}

/// Runs the command.
///
/// # Errors
/// If the game, a player or the position cannot be used.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let loaded = game::load(&args.game)?;
    let engine = loaded.engine()?;
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let kind = |text: &Option<String>, usual: PlayerKind| match text {
        None => Ok(usual),
        Some(text) => text.parse::<PlayerKind>().map_err(|error| Failure::new(error.to_string())),
    };
    let usual = if terminal { PlayerKind::Human } else { PlayerKind::Greedy };
    let other = if terminal { PlayerKind::Greedy } else { PlayerKind::Random };
    let kinds = [kind(&args.south, usual)?, kind(&args.north, other)?];
    let seed = args.seed.unwrap_or_else(super::simulate::clock_seed);
    let position = start_position(&engine, &loaded, args.position.as_deref())?;
    let mut table = Table {
        loaded: &loaded,
        engine: &engine,
        players: Seat::BOTH.map(|seat| Player::new(kinds[seat.index()], stream(seed, seat.index() as u64))),
        kinds,
        position,
        before: Vec::new(),
        record: Vec::new(),
        plies: 0,
        round_waits: false,
    };
    println!(
        "{}{}",
        loaded.game.title(),
        loaded.rules.reading.as_ref().map_or(String::new(), |reading| format!(" ({reading})"))
    );
    let names = kinds.map(name_of);
    println!("South: {}, North: {} (seed {seed})", names[0], names[1]);
    if kinds.contains(&PlayerKind::Human) {
        println!("Type the letter of a hole; `help` lists what else you can type.");
    }
    table.begin_record();
    let people = kinds.contains(&PlayerKind::Human);
    let rounds = if people { u32::MAX } else { args.rounds };
    table.game(rounds)?;
    table.note_end();
    if let Some(path) = &args.record {
        let text: String = table.record.iter().map(|line| format!("{line}\n")).collect();
        super::write_file(path, &text)?;
        if !globals.quiet {
            println!("recorded in {path}");
        }
    }
    Ok(Answer::Yes)
}

fn name_of(kind: PlayerKind) -> String {
    match kind {
        PlayerKind::Human => "you".to_string(),
        PlayerKind::Random => "random".to_string(),
        PlayerKind::Greedy => "greedy".to_string(),
        PlayerKind::AlphaBeta(depth) => format!("search to depth {depth}"),
        PlayerKind::MonteCarlo(playouts) => format!("{playouts} play-outs a move"),
    }
}

/// What a person types.
enum Typed {
    Move(Move),
    Undo,
    Quit,
}

struct Table<'g> {
    loaded: &'g Loaded,
    engine: &'g Engine,
    players: [Player; 2],
    kinds: [PlayerKind; 2],
    position: Position,
    /// Before each of the person's moves: position, length of the record, plies.
    before: Vec<(Position, usize, usize)>,
    record: Vec<String>,
    plies: usize,
    /// Does a new round wait for a lot?
    round_waits: bool,
}

impl Table<'_> {
    /// Plays until the match is over, the rounds are shown, or the person leaves.
    fn game(&mut self, rounds: u32) -> Result<(), Failure> {
        let mut legal = Vec::new();
        self.show();
        loop {
            match self.position.due {
                Due::Nothing => {
                    self.say_result();
                    return Ok(());
                }
                Due::NextRound => {
                    self.say_result();
                    if self.position.round >= rounds {
                        println!("(the match goes on; --rounds shows more)");
                        return Ok(());
                    }
                    let mut events: Vec<Event> = Vec::new();
                    self.engine.next_round(&mut self.position, &mut events);
                    self.note_round();
                    self.tell(&events);
                    self.show();
                    continue;
                }
                Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {}
            }
            if self.plies >= MAX_PLIES && !self.kinds.contains(&PlayerKind::Human) {
                println!("(after {MAX_PLIES} moves this game is left)");
                return Ok(());
            }
            self.engine.legal_moves(&self.position, &mut legal);
            let mover = self.position.to_move;
            let nobodys = matches!(self.position.due, Due::Lot(_) | Due::Race);
            let forced = matches!(legal.as_slice(), [Move::Pass | Move::Opening(_) | Move::Race(_)]);
            let person = self.kinds[mover.index()] == PlayerKind::Human && !nobodys && !forced;
            let played = if person {
                match self.ask(&legal)? {
                    Typed::Move(played) => Some(played),
                    Typed::Undo => {
                        self.undo();
                        continue;
                    }
                    Typed::Quit => return Ok(()),
                }
            } else {
                self.players[mover.index()].choose(self.engine, &self.position, &legal)
            };
            let Some(played) = played else { return Ok(()) };
            if person {
                self.before.push((self.position.clone(), self.record.len(), self.plies));
            }
            self.play(played, &legal);
        }
    }

    fn play(&mut self, played: Move, legal: &[Move]) {
        let mover = self.position.to_move;
        let mut events: Vec<Event> = Vec::new();
        let name = print_move(&self.loaded.rules.layout, mover, played, legal);
        let before = legal.to_vec();
        self.engine.play_legal(&mut self.position, played, &mut events);
        self.plies += 1;
        match played {
            Move::Lot(seat) => println!("\nThe lot falls to {seat}."),
            Move::Race(_) => println!("\nBoth race."),
            Move::Close(hole) => println!("\n{mover} closes {}", hole_name(&self.loaded.rules.layout, hole)),
            Move::Sow { .. } | Move::Pass | Move::Opening(_) => println!("\n{mover} plays {name}"),
        }
        self.note(mover, played, &before);
        if self.round_waits {
            self.note_round();
        }
        self.tell(&events);
        self.show();
    }

    fn show(&self) {
        print!("{}", picture(&self.loaded.rules, &self.position));
    }

    /// A short account: laps, captures, what decided.
    fn tell(&self, events: &[Event]) {
        let rules = &self.loaded.rules;
        let relays = events.iter().filter(|event| matches!(event.what, What::Relay { .. })).count();
        if relays > 0 {
            println!("  {relays} relay{}", if relays == 1 { "" } else { "s" });
        }
        let quiet = |what: &What| {
            matches!(
                what,
                What::Lift { .. }
                    | What::Drop { .. }
                    | What::Relay { .. }
                    | What::Skip { .. }
                    | What::TurnEnds
                    | What::Decides
                    | What::MovesOn { .. }
                    | What::Resow { .. }
                    | What::Becomes { .. }
            )
        };
        let told: Vec<Event> = events.iter().copied().filter(|event| !quiet(&event.what)).collect();
        account::steps(rules, &told).iter().for_each(|line| println!("{line}"));
    }

    fn say_result(&self) {
        if let Some(result) = self.position.round_result {
            let [south, north] = result.totals;
            match result.winner {
                Some(winner) => println!("\n{winner} wins the round: South {south}, North {north}."),
                None => println!("\nThe round is a draw: South {south}, North {north}."),
            }
        }
        match self.position.match_result {
            Some(Some(winner)) if self.loaded.rules.rounds.is_some() => println!("{winner} wins the match."),
            Some(None) if self.loaded.rules.rounds.is_some() => println!("The match is a draw."),
            _ => {}
        }
    }

    /// Asks the person until he types a move, `undo` or `quit`. The end of the input is `quit`.
    fn ask(&mut self, legal: &[Move]) -> Result<Typed, Failure> {
        let layout = &self.loaded.rules.layout;
        let mover = self.position.to_move;
        let names: Vec<String> =
            legal.iter().map(|played| print_move(layout, mover, *played, legal)).collect();
        let input = std::io::stdin();
        loop {
            print!("{mover} ({}) > ", names.join(" "));
            std::io::stdout().flush().map_err(|error| Failure::new(format!("standard output: {error}")))?;
            let mut bytes = Vec::new();
            let read = std::io::Read::take(input.lock(), MAX_TYPED)
                .read_until(b'\n', &mut bytes)
                .map_err(|error| Failure::new(format!("standard input: {error}")))?;
            // What is not text is no move.
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim();
            if read == 0 {
                println!();
                return Ok(Typed::Quit);
            }
            match text.to_lowercase().as_str() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Typed::Quit),
                "undo" | "u" if self.before.is_empty() => println!("There is nothing to take back."),
                "undo" | "u" => return Ok(Typed::Undo),
                "help" | "?" => println!(
                    "a hole letter plays it (with two directions: `c clockwise`)\n\
                     undo   takes your last move back\nhint   shows what a search would play\n\
                     rules  shows the rules\nboard  shows the board\nquit   leaves the game"
                ),
                "rules" => println!("{}", explain::explain(&self.loaded.rules)),
                "board" => self.show(),
                "hint" => {
                    let mut adviser = Player::new(PlayerKind::AlphaBeta(5), stream(1, 1));
                    if let Some(played) = adviser.choose(self.engine, &self.position, legal) {
                        println!("A short search plays {}.", print_move(layout, mover, played, legal));
                    }
                }
                _ => match parse_move(layout, mover, text, legal) {
                    Ok(played) => return Ok(Typed::Move(played)),
                    Err(MoveError::Illegal(hole)) => {
                        let clause = self.engine.why_illegal(&self.position, hole);
                        println!(
                            "{text} {}",
                            account::why_illegal(&self.loaded.rules, &self.position, hole, clause)
                        );
                    }
                    Err(error) => println!("{error}; `help` lists what you can type"),
                },
            }
        }
    }

    fn undo(&mut self) {
        if let Some((position, recorded, plies)) = self.before.pop() {
            self.position = position;
            self.record.truncate(recorded);
            self.plies = plies;
            self.show();
        }
    }

    fn begin_record(&mut self) {
        let here = Line::of_position(&self.loaded.rules.layout, &self.position);
        self.write(&Line::header(&self.loaded.full_name()));
        self.write(&Line { start: Some(1), ..here });
    }

    fn note(&mut self, mover: Seat, played: Move, legal: &[Move]) {
        let ply = self.plies as u64;
        let layout = &self.loaded.rules.layout;
        self.write(&Line::of_move(layout, (ply, mover), (played, legal), &self.position));
    }

    /// The next round, where it has been set up.
    fn note_round(&mut self) {
        self.round_waits = matches!(self.position.due, Due::Lot(_) | Due::Closing);
        if let Some(line) = Line::of_round(&self.loaded.rules.layout, &self.position) {
            self.write(&line);
        }
    }

    fn note_end(&mut self) {
        self.write(&Line::of_end(&self.position));
    }

    fn write(&mut self, line: &Line) {
        self.record.extend(serde_json::to_string(line));
    }
}
