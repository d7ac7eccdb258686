//! The questions: asked one after the other on a terminal, each answered by an option as well.

use super::super::Failure;
use super::Args;
use super::answers::{Answers, Capture, End, Numbers, Relay, Rest, Rounds, Text, Way, YesNo};
use clap::ValueEnum;
use std::fmt::Display;
use std::io::{BufRead, Read, Write};
use std::str::FromStr;

/// Longest answer that is read.
const MOST: u64 = 1_000;

/// Somebody who answers. Without one every question has its default.
pub struct Dialogue<'d> {
    /// Where answers come from.
    pub input: &'d mut dyn BufRead,
    /// Where questions go.
    pub output: &'d mut dyn Write,
}

/// A question.
struct Question<'q> {
    /// What is asked.
    ask: &'q str,
    /// What `?` shows; of questions with a few answers these are added.
    explain: &'q str,
}

/// All answers: those given by options, the others by asking, or else the defaults.
///
/// # Errors
/// If answers do not go together, or the dialogue ends before its last question.
pub fn answers(args: &Args, mut dialogue: Option<Dialogue>) -> Result<Answers, Failure> {
    let mut asker = Asker { dialogue: dialogue.as_mut() };
    asker.say("Every question has a default in brackets: Enter takes it. `?` explains, `quit` leaves.\n")?;
    let rows = asker.number(
        args.rows,
        2,
        2..=4,
        &Question { ask: "How many rows of holes", explain: "Count the rows as the board lies between the players: 2 in most games of the Horn, 4 in much of East Africa." },
    )?;
    let holes = asker.number(
        args.holes,
        6,
        1..=64,
        &Question { ask: "How many holes in a row", explain: "Without stores at the ends." },
    )?;
    let stores = rows == 2 || args.stores.is_some();
    let stores = asker.choice(
        args.stores.or((!stores).then_some(YesNo::No)),
        YesNo::No,
        &Question {
            ask: "Does each player sow into a store of his own",
            explain: "As in Kalah: a store lies beyond the last hole of each player and gets a seed when his sowing passes. A bowl for captured seeds alone is no such store.",
        },
    )? == YesNo::Yes;
    let seeds = asker.number(
        args.seeds,
        4,
        1..=65_535,
        &Question {
            ask: "How many seeds in each hole at the start",
            explain: "Where holes differ take the most common number, and write the others into the file.",
        },
    )?;
    let direction = asker.choice(
        args.direction,
        Way::Counterclockwise,
        &Question { ask: "In which direction are they sown", explain: "As South sees it, who sits below." },
    )?;
    let relay = asker.choice(
        args.relay,
        Relay::None,
        &Question {
            ask: "Does sowing go on after the last seed (a relay)",
            explain: "A relay lifts seeds again where the last one fell, or behind it, and sows on in the same turn.",
        },
    )?;
    let capture = asker.choice(
        args.capture,
        Capture::Numbers,
        &Question {
            ask: "What is captured",
            explain: "What the last seed of a sowing captures. More lines can be added to the file.",
        },
    )?;
    if args.numbers.is_some() && !capture.by_number() {
        return Err(Failure::new(
            "`--numbers` says which numbers are captured, and nothing is captured by number",
        )
        .help("add `--capture numbers`, or leave `--numbers` out"));
    }
    let numbers = asker.answer(
        args.numbers.clone().or((!capture.by_number()).then(|| Numbers(vec![4]))),
        Numbers(vec![4]),
        &Question {
            ask: "Which numbers of seeds are captured",
            explain: "How many seeds the hole holds with the last seed in it: 4, or 2,3.",
        },
    )?;
    let bonus = args.bonus.or((!stores).then_some(YesNo::No));
    let bonus = asker.choice(
        bonus,
        YesNo::Yes,
        &Question {
            ask: "Does a last seed in one's own store give another move",
            explain: "The player then moves again in the same turn.",
        },
    )? == YesNo::Yes;
    let end = asker.choice(
        args.end,
        End::Stuck,
        &Question {
            ask: "When is a round over",
            explain: "Sources mostly say what happens when a player cannot move.",
        },
    )?;
    let rest = asker.choice(
        args.remaining,
        Rest::RowOwner,
        &Question {
            ask: "Who gets the seeds that are left then",
            explain: "Those that still lie in the holes.",
        },
    )?;
    let rounds = asker.choice(
        args.rounds,
        Rounds::None,
        &Question { ask: "Do several rounds make a match", explain: "Who has most seeds wins a round." },
    )?;
    let region = asker.text(
        args.region.clone(),
        &Question { ask: "Where is it played", explain: "Country, and place if known." },
    )?;
    let people = asker
        .text(args.people.clone(), &Question { ask: "Who plays it", explain: "The people, or the group." })?;
    let source = asker.text(
        args.source.clone(),
        &Question {
            ask: "Who describes it, and on which page",
            explain: "Author, year and page; or who told you, where and when.",
        },
    )?;
    let answers = Answers {
        rows,
        holes,
        stores,
        seeds,
        direction,
        relay,
        capture,
        numbers,
        bonus,
        end,
        rest,
        rounds,
        region,
        people,
        source,
    };
    answers.sound()?;
    Ok(answers)
}

struct Asker<'a, 'd> {
    dialogue: Option<&'a mut Dialogue<'d>>,
}

impl Asker<'_, '_> {
    fn number(
        &mut self,
        given: Option<u32>,
        default: u32,
        range: std::ops::RangeInclusive<u32>,
        question: &Question,
    ) -> Result<u32, Failure> {
        let (least, most) = (*range.start(), *range.end());
        let sound = |number: &u32| match range.contains(number) {
            true => Ok(()),
            false => Err(format!("the answer is a number from {least} to {most}")),
        };
        if let Some(number) = given {
            let refused = |why| Failure::new(format!("{number} is no answer to: {}? {why}", question.ask));
            return sound(&number).map(|()| number).map_err(refused);
        }
        self.ask(None, default, question, &[], |text| {
            let number =
                text.parse().map_err(|_| format!("the answer is a number from {least} to {most}"))?;
            sound(&number).map(|()| number)
        })
    }

    fn answer<T: FromStr<Err = String> + Display + Clone>(
        &mut self,
        given: Option<T>,
        default: T,
        question: &Question,
    ) -> Result<T, Failure> {
        self.ask(given, default, question, &[], T::from_str)
    }

    fn choice<T: ValueEnum>(
        &mut self,
        given: Option<T>,
        default: T,
        question: &Question,
    ) -> Result<T, Failure> {
        let values: Vec<(String, String)> = T::value_variants().iter().map(described).collect();
        let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
        let which = format!("the answers are {}", names.join(", "));
        let shown = Named(described(&default).0, default);
        let given = given.map(|value| Named(described(&value).0, value));
        let read = |text: &str| match T::from_str(text, true) {
            Ok(value) => Ok(Named(text.to_string(), value)),
            Err(_) => Err(which.clone()),
        };
        self.ask(given, shown, question, &values, read).map(|named| named.1)
    }

    /// A text that may be left out.
    fn text(&mut self, given: Option<Text>, question: &Question) -> Result<Option<Text>, Failure> {
        let given = given.map(|text| Optional(Some(text)));
        self.ask(given, Optional(None), question, &[], |text| {
            Text::from_str(text).map(|text| Optional(Some(text)))
        })
        .map(|answer| answer.0)
    }

    /// Asks until the answer is one.
    fn ask<T: Display>(
        &mut self,
        given: Option<T>,
        default: T,
        question: &Question,
        values: &[(String, String)],
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        if let Some(given) = given {
            return Ok(given);
        }
        let Some(dialogue) = &mut self.dialogue else { return Ok(default) };
        loop {
            let shown = write!(dialogue.output, "{}? [{default}] ", question.ask);
            shown.and_then(|()| dialogue.output.flush()).map_err(broken)?;
            let mut line = String::new();
            let mut input = Read::take(&mut *dialogue.input, MOST);
            if input.read_line(&mut line).map_err(broken)? == 0 {
                return Err(left());
            }
            match line.trim() {
                "" => return Ok(default),
                "quit" => return Err(left()),
                "?" => {
                    let mut text = format!("  {}\n", question.explain);
                    for (name, meaning) in values {
                        text += &format!("  {name}: {meaning}\n");
                    }
                    dialogue.output.write_all(text.as_bytes()).map_err(broken)?;
                }
                answer => match read(answer) {
                    Ok(value) => return Ok(value),
                    Err(why) => {
                        writeln!(dialogue.output, "  `{answer}`: {why}; `?` explains").map_err(broken)?
                    }
                },
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.dialogue {
            Some(dialogue) => dialogue.output.write_all(text.as_bytes()).map_err(broken),
            None => Ok(()),
        }
    }
}

/// A value with the name under which it is shown.
struct Named<T>(String, T);

impl<T> Display for Named<T> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.0)
    }
}

/// An answer that may be left out.
struct Optional(Option<Text>);

impl Display for Optional {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.0.as_ref().map_or("later", |text| text.0.as_str()))
    }
}

/// The name of a value, and what it means.
fn described<T: ValueEnum>(value: &T) -> (String, String) {
    let value = value.to_possible_value();
    let name = value.as_ref().map(|value| value.get_name().to_string()).unwrap_or_default();
    let meaning = value.as_ref().and_then(|value| value.get_help()).map(ToString::to_string);
    (name, meaning.unwrap_or_default())
}

fn left() -> Failure {
    Failure::new("the questions were left before the last: nothing is written")
        .help("options answer them beforehand: `gabata new --help`")
}

fn broken(error: std::io::Error) -> Failure {
    Failure::new(format!("the terminal: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    /// The answers to a dialogue, and what was said in it.
    fn dialogue(options: &[&str], typed: &str) -> (Result<Answers, Failure>, String) {
        let line = Line::parse_from([&["new", "my-game"], options].concat());
        let (mut input, mut output) = (typed.as_bytes(), Vec::new());
        let answers = answers(&line.args, Some(Dialogue { input: &mut input, output: &mut output }));
        (answers, String::from_utf8(output).unwrap_or_default())
    }

    #[test]
    fn enter_takes_the_default_and_a_wrong_answer_is_asked_again() {
        // Rows, holes (wrong, then 5), stores, seeds, then defaults; the texts are left for later.
        let (given, said) = dialogue(&[], "\nmany\n5\nyes\n3\n\n?\noccupied\nfacing\n\n\n\n\n\n\n\n");
        let given = given.unwrap_or_else(|failure| panic!("{failure}\n{said}"));
        assert_eq!((given.rows, given.holes, given.stores, given.seeds), (2, 5, true, 3));
        assert_eq!((given.relay, given.capture), (Relay::Occupied, Capture::Facing));
        assert!(given.bonus, "Enter takes the default, which is yes");
        assert_eq!(given.source, None);
        assert!(said.contains("`many`: the answer is a number from 1 to 64"), "{said}");
        assert!(said.contains("  occupied: If the last seed falls in an occupied hole"), "{said}");
        assert!(!said.contains("Which numbers"), "nothing is captured by number");
    }

    #[test]
    fn what_options_answer_is_not_asked() {
        let options = ["--rows=2", "--holes=6", "--stores=no", "--seeds=4", "--direction=clockwise"];
        let (given, said) = dialogue(&options, "\n\n2,3\n\n\n\nHarar\n\n\n");
        let given = given.unwrap_or_else(|failure| panic!("{failure}\n{said}"));
        assert_eq!((given.direction, given.numbers), (Way::Clockwise, Numbers(vec![2, 3])));
        assert_eq!(given.region, Some(Text("Harar".to_string())));
        for asked in ["rows", "store", "direction"] {
            assert!(!said.contains(asked), "{asked} in {said}");
        }
    }

    #[test]
    fn leaving_early_answers_nothing() {
        for typed in ["", "2\nquit\n", "2\n6\n"] {
            let (given, _) = dialogue(&[], typed);
            assert!(given.is_err_and(|failure| failure.message.contains("nothing is written")), "{typed}");
        }
    }
}
