//! What a new game is like: every question with its possible answers, and which go together.

use super::super::Failure;
use clap::ValueEnum;
use std::str::FromStr;

/// Yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum YesNo {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// In which direction seeds are sown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Way {
    /// To the right along one's own row, and back along the opponent's.
    Counterclockwise,
    /// To the left along one's own row, and back along the opponent's.
    Clockwise,
    /// The player chooses at every move.
    Either,
}

/// Whether sowing goes on after the last seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Relay {
    /// The turn is over with the last seed.
    None,
    /// If the last seed falls in an occupied hole, its seeds are lifted and sown on.
    Occupied,
    /// The same, in one's own holes only.
    Own,
    /// If the hole after the last seed is occupied, its seeds are lifted and sown.
    Next,
}

/// What is captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Capture {
    /// Nothing.
    None,
    /// The hole in which the last seed makes one of certain numbers (see --numbers).
    Numbers,
    /// The same, in the opponent's holes only.
    NumbersOfOpponent,
    /// The same, and the holes before it that hold such a number, as long as they follow each other.
    NumbersInARow,
    /// If the last seed falls in an empty own hole, the seeds of the facing hole.
    Facing,
    /// If the last seed falls in an empty own hole, the seeds of the facing hole and that last seed.
    FacingAndLast,
}

/// When a round is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum End {
    /// When the player to move cannot move.
    Stuck,
    /// When a player has no seeds in his holes.
    Empty,
    /// When neither player can move; a player who cannot passes.
    Both,
}

/// Who gets the seeds that are left at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Rest {
    /// Each player those of his row.
    RowOwner,
    /// The opponent of the player who cannot move.
    Opponent,
    /// Who moved last.
    LastMover,
    /// Nobody.
    Nobody,
}

/// Whether several rounds make a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Rounds {
    /// One round is the whole game.
    None,
    /// Each player fills his holes again from what he has captured; who cannot fill one has lost.
    Refill,
    /// Rounds are played as at the start until a player has won two.
    BestOfThree,
}

/// One to four numbers of seeds: `4`, `2,3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers(pub Vec<u32>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers, String> {
        let wrong = || format!("`{text}` is no list of numbers: write for example 4, or 2,3");
        let numbers: Vec<u32> = text
            .split(',')
            .map(|number| number.trim().parse().map_err(|_| wrong()))
            .collect::<Result<_, _>>()?;
        let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let sound = numbers.iter().all(|number| (1..=100).contains(number));
        match (rising && sound, numbers.len()) {
            (true, 1..=4) => Ok(Numbers(numbers)),
            _ => Err("one to four numbers from 1 to 100, the smaller first".to_string()),
        }
    }
}

impl std::fmt::Display for Numbers {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        write!(out, "{}", numbers.join(","))
    }
}

/// A text that stands in quotes in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text(pub String);

impl FromStr for Text {
    type Err = String;

    fn from_str(text: &str) -> Result<Text, String> {
        let text = text.trim();
        if text.is_empty() {
            return Err("an empty text says nothing".to_string());
        }
        if text.chars().any(|letter| letter.is_control() || matches!(letter, '"' | '\\')) {
            return Err("the text cannot hold quotes, backslashes and control characters".to_string());
        }
        if text.chars().count() > 200 {
            return Err("the text is longer than 200 characters: say the rest in a note later".to_string());
        }
        Ok(Text(text.to_string()))
    }
}

/// Every answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answers {
    /// Rows of holes: 2 or 4.
    pub rows: u32,
    /// Holes in a row.
    pub holes: u32,
    /// Has each player a store that is sown into?
    pub stores: bool,
    /// Seeds in each hole at the start.
    pub seeds: u32,
    /// Direction.
    pub direction: Way,
    /// Relays.
    pub relay: Relay,
    /// Captures.
    pub capture: Capture,
    /// The numbers of [`Capture::Numbers`] and its like.
    pub numbers: Numbers,
    /// Does a last seed in one's own store give another move?
    pub bonus: bool,
    /// End of a round.
    pub end: End,
    /// The seeds that are left.
    pub rest: Rest,
    /// Match.
    pub rounds: Rounds,
    /// Where it is played.
    pub region: Option<Text>,
    /// By whom.
    pub people: Option<Text>,
    /// Who says so.
    pub source: Option<Text>,
}

impl Capture {
    /// Does it take certain numbers?
    #[must_use]
    pub const fn by_number(self) -> bool {
        match self {
            Capture::Numbers | Capture::NumbersOfOpponent | Capture::NumbersInARow => true,
            Capture::None | Capture::Facing | Capture::FacingAndLast => false,
        }
    }
}

/// Most holes of a board.
const MOST_HOLES: u32 = 128;

impl Answers {
    /// Refuses what cannot be: each question is sound in itself, some do not go together.
    ///
    /// # Errors
    /// Which two, and what to do.
    pub fn sound(&self) -> Result<(), Failure> {
        let refused = |why: String, remedy: &str| Err(Failure::new(why).help(remedy));
        if self.rows == 3 {
            return refused(
                "on three rows the rules must say who owns the middle row and how it is sown round"
                    .to_string(),
                "begin with a game that has them: `gabata new NAME --from abalalae`, and change what differs",
            );
        }
        if self.rows * self.holes > MOST_HOLES {
            return refused(
                format!("{} rows of {} holes are {} holes", self.rows, self.holes, self.rows * self.holes),
                &format!("a board has at most {MOST_HOLES} holes"),
            );
        }
        if self.stores && self.rows != 2 {
            return refused(
                format!(
                    "`--stores` on {} rows: where on the way the stores lie nobody could guess",
                    self.rows
                ),
                "leave `--stores` out: captured seeds need no store that is sown into",
            );
        }
        if self.bonus && !self.stores {
            return refused(
                "`--bonus` needs stores: the last seed must fall in one's own".to_string(),
                "add `--stores`, or leave `--bonus` out",
            );
        }
        if self.rest == Rest::Opponent && self.end != End::Stuck {
            return refused(
                "`--remaining opponent` needs a player who cannot move when the round ends".to_string(),
                "add `--end stuck`, or choose another `--remaining`",
            );
        }
        if self.rounds == Rounds::Refill && self.rest == Rest::Nobody {
            return refused(
                "`--match refill` with `--remaining nobody`: seeds would be lost between rounds".to_string(),
                "choose another `--remaining`",
            );
        }
        Ok(())
    }
}
