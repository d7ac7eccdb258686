//! Rules → plain sentences, so that a reader of the source can check a file without knowing the
//! language; words of the language; pictures of boards.

pub mod account;
pub mod events;
mod matches;
mod phrases;
mod tables;

use crate::board::{ClauseId, Hole, HoleSet, Seat};
use crate::diagnostic::Severity;
use crate::notation::board::numbers;
use crate::rules::play::{DropRule, FirstSeed, Lift, Moves};
use crate::rules::vocabulary::{self, Word};
use crate::rules::{Arrangement, Basis, Condition, Fill, Play, Row, Rules, Segment, Starter, Step};
use phrases::{Phrases, list, number, region, seeds};
use tables::capital;

/// The sentences of one section.
struct Sentences<'r> {
    phrases: Phrases<'r>,
    lines: Vec<String>,
}

/// Writes a section.
type Writer = fn(&mut Sentences);

impl<'r> Sentences<'r> {
    fn new(rules: &'r Rules) -> Sentences<'r> {
        Sentences { phrases: Phrases { rules }, lines: Vec::new() }
    }

    /// Adds a sentence (with its full stop) and says who vouches for it.
    fn say(&mut self, sentence: impl AsRef<str>, clause: ClauseId) {
        let marker = self.marker(clause);
        let sentence = sentence.as_ref();
        let line = match sentence.strip_suffix('.') {
            Some(text) => format!("{text}{marker}."),
            None => format!("{sentence}{marker}"),
        };
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Who vouches for a clause: nothing for the sources of the game.
    fn marker(&self, clause: ClauseId) -> String {
        let Some(clause) = self.phrases.rules.clauses.get(clause.index()) else { return String::new() };
        let place = clause.source.as_ref().map_or(String::new(), |source| format!(" [{source}]"));
        match &clause.basis {
            Basis::Documented => place,
            Basis::Assumed(why) if why.trim().is_empty() => format!(" (assumed){place}"),
            Basis::Assumed(why) => format!(" (assumed: {why}){place}"),
            Basis::Language => " (the file is silent; the language's rule)".to_string(),
        }
    }
}

/// The game in plain English, in sections, with assumptions and defaults marked and sources listed.
#[must_use]
pub fn explain(rules: &Rules) -> String {
    let mut text = heading(rules);
    let sections: [(&str, Writer); 9] = [
        ("Board", |section| section.board()),
        ("Seeds and start", |section| section.start()),
        ("Moving", |section| section.moving()),
        ("Sowing", |section| section.sowing_section()),
        ("What seeds do", |section| section.events()),
        ("For a time", |section| section.frames()),
        ("Marked holes", |section| section.marks()),
        ("End of the round", |section| section.end()),
        ("Match", |section| section.rounds()),
    ];
    for (title, write) in sections {
        let mut sentences = Sentences::new(rules);
        write(&mut sentences);
        if !sentences.lines.is_empty() {
            text += &format!("\n{title}\n");
            for line in &sentences.lines {
                text += &format!("  {line}\n");
            }
        }
    }
    text + &sources(rules)
}

fn heading(rules: &Rules) -> String {
    let mut text = rules.title.clone();
    if let Some(reading) = &rules.reading {
        text += &format!(", as {reading} reads it");
    }
    if !rules.options.is_empty() {
        let options: Vec<String> =
            rules.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
        text += &format!(" ({})", options.join(", "));
    }
    text += "\n";
    let about = &rules.about;
    let facts = [
        ("Also called", &about.also_called),
        ("Played in", &about.region),
        ("Played by", &about.people),
        ("Period", &about.period),
    ];
    for (what, values) in facts {
        if !values.is_empty() {
            text += &format!("{what} {}.\n", values.join("; "));
        }
    }
    text
}

fn sources(rules: &Rules) -> String {
    let about = &rules.about;
    let mut text = String::new();
    let mut section = |title: &str, lines: &[String]| {
        if !lines.is_empty() {
            text += &format!("\n{title}\n");
            lines.iter().for_each(|line| text += &format!("  {line}\n"));
        }
    };
    section("Sources", &about.sources);
    section("Evidence", &about.evidence);
    section("Notes", &[about.notes.as_slice(), &rules.notes].concat());
    section("Not said yet", &rules.todos);
    let ids: Vec<String> = about.ids.iter().map(|(catalogue, id)| format!("{catalogue} {id}")).collect();
    section("Elsewhere", &ids);
    text
}

impl Sentences<'_> {
    fn board(&mut self) {
        let rules = self.phrases.rules;
        let layout = &rules.layout;
        let stores = if layout.stores { " and a store for each player" } else { "" };
        let board = match layout.rows.value {
            0 => format!("The board has {} holes{stores}.", layout.hole_count()),
            rows => {
                format!("The board has {} rows of {} holes{stores}.", number(rows), number(layout.columns))
            }
        };
        self.say(board, layout.rows.clause);
        let own_rows: HoleSet = layout.row(Row::Own, Seat::South).into_iter().collect();
        let stated = self.stated("each player owns ");
        if stated.is_some() || layout.owners[0] != own_rows {
            let owned: Vec<String> = layout.owners[0].iter().map(|hole| self.as_south_names(hole)).collect();
            let sentence = format!("Each player owns, as he names them, the holes {}.", list(&owned, "and"));
            self.say(sentence, stated.unwrap_or(layout.rows.clause));
        }
        self.facing();
        if let Some(stated) = &layout.owned_by_last_sower {
            self.say("A hole belongs to the player who last sowed in it.", stated.clause);
        }
        self.path(&rules.play);
    }

    /// The clause with these leading words, which stand in no other clause. Owners and facing are
    /// worked into the board, which does not say who vouches for them.
    fn stated(&self, leading: &str) -> Option<ClauseId> {
        let clauses = &self.phrases.rules.clauses;
        let index = clauses.iter().position(|clause| clause.words.starts_with(leading))?;
        u16::try_from(index).ok().map(ClauseId)
    }

    /// A hole as South names it.
    fn as_south_names(&self, hole: Hole) -> String {
        match self.phrases.rules.layout.naming(hole) {
            Some(naming) if naming.seat == Some(Seat::North) => format!("opponent's {}", naming.name),
            Some(naming) => naming.name.clone(),
            None => "a store".to_string(),
        }
    }

    /// What faces what, where the file says so: otherwise it is the same column.
    fn facing(&mut self) {
        let Some(clause) = self.stated("facing ") else { return };
        let layout = &self.phrases.rules.layout;
        let pairs: Vec<String> = layout
            .all_holes()
            .filter(|hole| layout.row_owner(*hole) != Some(Seat::North))
            .filter_map(|hole| {
                let faced = layout.facing.get(hole.index()).filter(|faced| !faced.is_empty())?;
                let faced: Vec<String> = faced.iter().map(|hole| self.as_south_names(*hole)).collect();
                Some(format!("{} to {}", self.as_south_names(hole), list(&faced, "and")))
            })
            .collect();
        if !pairs.is_empty() {
            let sentence =
                format!("Holes lie facing each other, as a player names them: {}.", pairs.join("; "));
            self.say(sentence, clause);
        }
    }

    fn path(&mut self, play: &Play) {
        let segments: Vec<String> = play
            .path
            .value
            .segments
            .iter()
            .map(|segment| match segment {
                Segment::LeftToRight(of) => format!("{} from left to right", region(of)),
                Segment::RightToLeft(of) => format!("{} from right to left", region(of)),
                Segment::AsWritten(of) => region(of),
                Segment::OwnStore => "his store".to_string(),
                Segment::OpponentStore => "the opponent's store".to_string(),
            })
            .collect();
        let end = if play.path.value.then_off_the_board {
            "; after that seeds leave the board and are his"
        } else {
            ", and round again"
        };
        let sentence = format!("The path of a player's sowing is {}{end}.", segments.join(", then "));
        self.say(sentence, play.path.clause);
    }

    fn start(&mut self) {
        let rules = self.phrases.rules;
        let counts = &rules.seeds.value;
        match counts.first() {
            Some(first) if counts.iter().all(|count| count == first) => {
                self.say(format!("Each hole holds {} at the start.", seeds(*first)), rules.seeds.clause);
            }
            Some(_) | None => {
                self.say("At the start the seeds lie so, South below:", rules.seeds.clause);
                let counts: Vec<Option<u32>> = counts.iter().copied().map(Some).collect();
                let board = numbers(&rules.layout, &counts);
                self.lines.extend(board.into_iter().map(|line| format!("  {line}")));
            }
        }
        if let Some(hand) = &rules.hand {
            self.say(format!("Each player holds {} in hand.", seeds(hand.value)), hand.clause);
        }
        for step in &rules.arrangement {
            let sentence = match step.value {
                Arrangement::EachArranges(count) => {
                    format!("Each player arranges {} in his holes as he likes.", seeds(count))
                }
                Arrangement::StarterArranges(count) => {
                    format!("The starter arranges {} in his holes as he likes.", seeds(count))
                }
                Arrangement::OpponentCopies => "The opponent copies the arrangement.".to_string(),
                Arrangement::OpponentMaySwap => "The opponent may take the other side.".to_string(),
            };
            self.say(sentence, step.clause);
        }
        let starter = match rules.starter.value {
            Starter::Seat(seat) => format!("{seat} starts the first round."),
            Starter::ByLot => "A lot decides who starts the first round.".to_string(),
            Starter::ByAgreement => "The players agree who starts the first round.".to_string(),
        };
        self.say(starter, rules.starter.clause);
        self.opening();
        self.race();
    }

    fn opening(&mut self) {
        let Some(opening) = &self.phrases.rules.opening else { return };
        let who = if opening.each_player { "each player in his first turn" } else { "the starter" };
        let words = opening.words.as_ref().map_or(String::new(), |words| format!(" ({words})"));
        let several = if opening.scripts.len() > 1 { ", in one of these ways" } else { "" };
        self.say(format!("The round opens with a fixed move of {who}{words}{several}."), opening.clause);
        for (index, script) in opening.scripts.iter().enumerate() {
            if opening.scripts.len() > 1 {
                self.lines.push(format!("Way {}:", index + 1));
            }
            for step in script {
                let sentence = self.step(&step.value);
                self.say(sentence, step.clause);
            }
        }
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::BoardBecomes(counts) => {
                let counts: Vec<Option<u32>> = counts.iter().copied().map(Some).collect();
                let layout = &self.phrases.rules.layout;
                let rows: Vec<String> = numbers(layout, &counts)
                    .iter()
                    .map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "))
                    .collect();
                format!("The board becomes {} (his own row last).", rows.join(" / "))
            }
            Step::Lift { seeds: lifted, from } => {
                let lifted = lifted.map_or("all seeds".to_string(), seeds);
                format!("He lifts {lifted} from {}.", self.phrases.holes(from))
            }
            Step::Sow { direction, from } => {
                let way = direction.map_or(String::new(), |way| format!(" {way}"));
                format!("He sows them{way}, the first in {}.", region(from))
            }
            Step::Put { into } => format!("He puts them in {}.", region(into)),
            Step::Capture(count) => format!("He captures {} of those in his hand.", seeds(*count)),
            Step::Mark { holes, mark } => {
                format!("{} becomes his {}.", capital(&region(holes)), self.phrases.mark(*mark))
            }
            Step::EverySecondMovesOn { from, seeds: moved } => format!(
                "From {} on, {} of every second hole moves to the next hole, round the board.",
                region(from),
                seeds(*moved)
            ),
            Step::EverySecondIsPutInNext { from } => {
                format!("From {} on, every second hole is put in the next, round the board.", region(from))
            }
            Step::ThenMoves { same_player: true } => "Then the same player moves.".to_string(),
            Step::ThenMoves { same_player: false } => "Then the opponent moves.".to_string(),
        }
    }

    fn race(&mut self) {
        let Some(race) = &self.phrases.rules.race else { return };
        let from = region(&race.from);
        self.say(
            format!("The round opens with a race: both players lift seeds from {from} and sow in step; whose sowing ends first moves first."),
            race.clause,
        );
        let end = match race.end.value {
            crate::rules::RaceEnd::BothPlayToTheEnd => "The slower player plays his sowing to its end.",
            crate::rules::RaceEnd::OtherPlayerStops => "The slower player stops at once.",
        };
        self.say(end, race.end.clause);
        if let Some(no_captures) = &race.no_captures {
            self.say("Nothing is captured or marked in the race.", no_captures.clause);
        }
    }

    fn moving(&mut self) {
        let play = &self.phrases.rules.play;
        self.moves(play);
        self.demands(play);
        self.stuck();
    }

    fn moves(&mut self, play: &Play) {
        match &play.moves.value {
            Moves::From(holes) => {
                let which = self.phrases.holes(holes);
                self.say(
                    format!("A move starts from one of the {which} with seeds in it."),
                    play.moves.clause,
                );
            }
            Moves::Put(puts) => {
                for put in puts {
                    let facing = if put.value.not_facing { ", but not in the facing one" } else { "" };
                    let from = self.phrases.holes(&put.value.from);
                    let sentence =
                        format!("A move puts all seeds of one of the {from} in any other hole{facing}.");
                    self.say(sentence, put.clause);
                }
            }
            Moves::Enter { seeds: count, into } => {
                let into = self.phrases.holes(into);
                let sentence = format!("A move drops {} from the hand in one of the {into}.", seeds(*count));
                self.say(sentence, play.moves.clause);
            }
        }
        let lift = match play.lift.value {
            Lift::All => "All its seeds are lifted.".to_string(),
            Lift::AllBut(left) => format!("All its seeds but {} are lifted.", number(left)),
            Lift::Seeds(count) => format!("From it {} are lifted.", seeds(count)),
            Lift::SeedsOrAll(count) => format!("From it {} are lifted, or all.", seeds(count)),
            Lift::Any => "Any number of its seeds is lifted.".to_string(),
        };
        self.say(lift, play.lift.clause);
    }

    fn sowing_section(&mut self) {
        let play = &self.phrases.rules.play;
        self.sowing(play);
        self.stops(play);
        self.endless();
    }

    fn sowing(&mut self, play: &Play) {
        self.direction(&play.sow);
        let first = match play.first_seed.value {
            FirstSeed::NextHole => "The first seed of a lap falls in the hole after the lifted one.",
            FirstSeed::LiftedHole => "The first seed of a lap falls in the lifted hole itself.",
            FirstSeed::LiftedHoleUnlessSingle => {
                "The first seed of a lap falls in the lifted hole itself; a single seed goes to the next hole."
            }
        };
        self.say(first, play.first_seed.clause);
        let drops: Vec<String> = play.drop.value.iter().map(drop_rule).collect();
        self.say(format!("{}.", capital(&list(&drops, "and"))), play.drop.clause);
    }

    fn events(&mut self) {
        let play = &self.phrases.rules.play;
        self.tables(play);
        if let Some(no_captures) = &play.no_captures {
            self.say("Lines that capture or mark are passed over.", no_captures.clause);
        }
        self.grand_slam();
    }
}

fn drop_rule(rule: &DropRule) -> String {
    let what = rule.seeds.map_or("a number of seeds that the mover chooses".to_string(), seeds);
    let verb = if rule.seeds == Some(1) { "falls" } else { "fall" };
    let place = match rule.fill {
        None => "each hole",
        Some(Fill::Empty) => "each empty hole",
        Some(Fill::Occupied) => "each occupied hole",
    };
    format!("{what} {verb} in {place}")
}

/// A condition as the part of a sentence after `if`.
#[must_use]
pub fn condition(rules: &Rules, condition: &Condition) -> String {
    Phrases { rules }.condition(condition, true)
}

/// A word of the language in full; the nearest words where there is no such word.
///
/// # Errors
/// The words that may have been meant.
pub fn explain_word(word: &str) -> Result<String, Vec<&'static str>> {
    match vocabulary::find(word) {
        Some(entry) => Ok(word_text(entry)),
        None => Err(vocabulary::near(word)),
    }
}

fn word_text(entry: &Word) -> String {
    let mut text = format!("{}\n  {}\n\n  {}\n", entry.name, entry.form, entry.meaning);
    if !entry.default.is_empty() {
        text += &format!("  If nothing is said: {}\n", entry.default);
    }
    text += &format!("\n  Example ({}):\n", entry.section.name());
    for line in entry.example.lines() {
        text += &format!("    {line}\n");
    }
    let result = format!("{} (result)", entry.name);
    if vocabulary::find(&result).is_some() {
        text += &format!("\n  In an example: gabata explain --word \"{result}\"\n");
    }
    text
}

/// A kind of fault: what it means, an example, and the same set right.
///
/// # Errors
/// The name that may have been meant.
pub fn explain_code(name: &str) -> Result<String, Option<&'static str>> {
    let Some(code) = vocabulary::code(name) else { return Err(vocabulary::near_code(name)) };
    let mut text = format!("{}[{}]: {}\n\n  {}\n", code.severity.name(), code.name, code.title, code.meaning);
    let parts = match (code.wrong, code.right) {
        ("", right) => [("", ""), ("Add for example", right)],
        (wrong, "") => [("Wrong", wrong), ("", "")],
        (wrong, right) => [("Wrong", wrong), ("Right", right)],
    };
    for (heading, example) in parts.into_iter().filter(|(_, example)| !example.is_empty()) {
        text += &format!("\n  {heading}:\n");
        text.extend(example.lines().map(|line| format!("    {line}\n")));
    }
    if code.severity == Severity::Warning {
        text += &format!("\n  If it is meant: `allow {} because \"WHY\"` in the game.\n", code.name);
    }
    Ok(text)
}
