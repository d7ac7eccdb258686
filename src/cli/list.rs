//! `list`: the shipped games with region, board, seeds and short facts.

use super::game::shipped_library;
use super::traits::{self, Traits};
use super::{Answer, Failure, Format, Globals};
use crate::diagnostic::nearest;
use crate::rules::{Game, Selection};
use crate::shipped;
use clap::Args as ClapArgs;
use serde_json::{Value, json};

/// Lists the games that the program knows.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Only games of which this holds: words (relay, capture, marks, match, gain, stores …),
    /// `rows=4`, `holes=12`, `seeds=48`, `region=Somalia`, joined by `and`; `not` before a part.
    #[arg(long = "where", value_name = "EXPR")]
    filter: Option<String>,

    /// Only games of a region: `horn` (the Horn of Africa, Sudan and the Maasai and Samburu), a
    /// folder of rule files such as `somalia`, or a word of the region that a file names.
    #[arg(long, value_name = "REGION")]
    region: Option<String>,
}

/// Folders whose games are games of the Horn, and peoples of elsewhere whose games are.
const HORN: [&str; 6] = ["djibouti", "eritrea", "ethiopia", "somalia", "south-sudan", "sudan"];
const PEOPLES_OF_THE_HORN: [&str; 2] = ["Maasai", "Samburu"];

/// The columns of the tables.
const HEAD: [&str; 8] = ["name", "title", "region", "board", "seeds", "sowing", "capture", "match"];

/// A game of the list.
struct Row {
    name: &'static str,
    folder: &'static str,
    title: String,
    region: String,
    people: Vec<String>,
    readings: Vec<String>,
    board: String,
    /// `None`: nobody knows.
    seeds: Option<u32>,
    /// `None`: only the board is known.
    traits: Option<Traits>,
}

/// Runs the command.
///
/// # Errors
/// If the filter is not understood.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let tests = args.filter.as_deref().map(parse).transpose()?.unwrap_or_default();
    let mut rows = rows();
    if let Some(region) = &args.region {
        rows.retain(|row| row.is_of(region));
        if rows.is_empty() {
            let failure = Failure::new(format!("--region: there is no game of `{region}`"));
            return Err(
                failure.help("say `horn`, a folder of games such as `somalia`, or a word of a region")
            );
        }
    }
    rows.retain(|row| tests.iter().all(|test| test.holds(row)));
    match globals.format {
        Format::Json => {
            let games: Vec<Value> = rows.iter().map(Row::json).collect();
            println!("{:#}", json!({ "format_version": 1, "games": games }));
        }
        Format::Csv => print!("{}", csv(&rows)?),
        Format::Markdown => {
            println!("| {} |\n|{}", HEAD.join(" | "), " --- |".repeat(HEAD.len()));
            for row in &rows {
                println!("| {} |", row.cells().map(|cell| cell.replace('|', "\\|")).join(" | "));
            }
        }
        _ => human(&rows),
    }
    Ok(Answer::Yes)
}

fn rows() -> Vec<Row> {
    let library = shipped_library();
    let game_of = |path: &str| library.games().iter().find(|game| &**game.source().name() == path);
    shipped::games().filter_map(|(name, path, _)| game_of(path).map(|game| row(name, path, game))).collect()
}

fn row(name: &'static str, path: &'static str, game: &Game) -> Row {
    let rules = game.rules(&Selection::default()).ok();
    // A game of which only the board is known has no rules, but can be shown.
    let known = match &rules {
        Some(rules) => Some((rules.about.clone(), rules.layout.clone(), Some(rules.seeds.value.clone()))),
        None => {
            let sketch = game.sketch(&Selection::default()).ok();
            sketch.map(|sketch| (sketch.about, sketch.layout, sketch.seeds))
        }
    };
    let (about, board, seeds) = match known {
        Some((about, layout, seeds)) => {
            let board = match layout.rows.value {
                0 => format!("{} holes", layout.hole_count()),
                rows => format!("{rows} × {}", layout.columns),
            };
            (about, board, seeds)
        }
        None => Default::default(),
    };
    Row {
        name,
        folder: path.rsplit('/').nth(1).unwrap_or_default(),
        board,
        seeds: seeds.map(|seeds| seeds.iter().sum()),
        title: game.title().to_string(),
        region: about.region.join("; "),
        people: about.people,
        readings: game.readings().into_iter().map(|reading| reading.name).collect(),
        traits: rules.as_ref().map(traits::of),
    }
}

impl Row {
    fn is_of(&self, region: &str) -> bool {
        let region = region.to_lowercase();
        if region == "horn" {
            return HORN.contains(&self.folder)
                || PEOPLES_OF_THE_HORN.iter().any(|of| self.people.iter().any(|people| people.contains(of)));
        }
        self.folder == region || self.region.to_lowercase().contains(&region)
    }

    fn cells(&self) -> [String; HEAD.len()] {
        let said = |of: fn(&Traits) -> &String| match &self.traits {
            Some(traits) => of(traits).clone(),
            None => "not known".to_string(),
        };
        [
            self.name.to_string(),
            self.title.clone(),
            self.region.clone(),
            self.board.clone(),
            self.seeds.map(|seeds| seeds.to_string()).unwrap_or_default(),
            said(|traits| &traits.sowing),
            said(|traits| &traits.capture),
            said(|traits| &traits.rounds),
        ]
    }

    fn json(&self) -> Value {
        let traits = self.traits.as_ref();
        json!({
            "name": self.name,
            "title": self.title,
            "region": self.region,
            "readings": self.readings,
            "rows": traits.map(|traits| traits.rows),
            "columns": traits.map(|traits| traits.columns),
            "holes": traits.map(|traits| traits.holes),
            "seeds": self.seeds,
            "sowing": traits.map(|traits| &traits.sowing),
            "capture": traits.map(|traits| &traits.capture),
            "match": traits.map(|traits| &traits.rounds),
            "traits": traits.map(|traits| traits.words.iter().collect::<Vec<_>>()),
        })
    }
}

fn csv(rows: &[Row]) -> Result<String, Failure> {
    let failed = |error: csv::Error| Failure::new(error.to_string());
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEAD).map_err(failed)?;
    for row in rows {
        writer.write_record(row.cells()).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Failure::new(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn human(rows: &[Row]) {
    let cells: Vec<_> = rows.iter().map(Row::cells).collect();
    let head = HEAD.map(str::to_string);
    let width = |column: usize| {
        let all = cells.iter().chain([&head]).map(|row| row[column].chars().count());
        all.max().unwrap_or(0).min(34)
    };
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    for row in [&head].into_iter().chain(&cells) {
        let line: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| {
                let cell: String = match cell.chars().count() > width {
                    true => cell.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
                    false => cell.clone(),
                };
                format!("{cell:<width$}")
            })
            .collect();
        println!("{}", line.join("  ").trim_end());
    }
}

/// One part of a filter.
struct Test {
    negated: bool,
    kind: Kind,
}

enum Kind {
    Word(&'static str),
    Number(&'static str, u64),
    Region(String),
}

const NUMBERS: [&str; 4] = ["rows", "columns", "holes", "seeds"];

impl Test {
    fn holds(&self, row: &Row) -> bool {
        let holds = match (&self.kind, &row.traits) {
            (Kind::Region(region), _) => row.region.to_lowercase().contains(region),
            (_, None) => return false,
            (Kind::Word(word), Some(traits)) => traits.words.contains(word),
            (Kind::Number(name, value), Some(traits)) => {
                *value
                    == match *name {
                        "rows" => u64::from(traits.rows),
                        "columns" => u64::from(traits.columns),
                        "holes" => traits.holes as u64,
                        _ => u64::from(traits.seeds),
                    }
            }
        };
        holds != self.negated
    }
}

fn parse(text: &str) -> Result<Vec<Test>, Failure> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.split(|word| word.eq_ignore_ascii_case("and")).map(parse_part).collect()
}

fn parse_part(words: &[&str]) -> Result<Test, Failure> {
    let (negated, words) = match words {
        [first, rest @ ..] if first.eq_ignore_ascii_case("not") => (true, rest),
        words => (false, words),
    };
    let text = words.join(" ");
    let unknown = |word: &str, known: &[&'static str]| {
        let failure = Failure::new(format!("--where: `{word}` is not known"));
        match nearest(word, known.iter().copied()) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => failure.help(format!("known are {}", known.join(", "))),
        }
    };
    let kind = match text.split_once('=') {
        Some((name, value)) => {
            let (name, value) = (name.trim(), value.trim());
            if name == "region" {
                Kind::Region(value.to_lowercase())
            } else {
                let known: Vec<&'static str> = NUMBERS.into_iter().chain(["region"]).collect();
                let found = NUMBERS.into_iter().find(|known| *known == name);
                let number =
                    value.parse().map_err(|_| Failure::new(format!("--where: `{value}` is no number")));
                Kind::Number(found.ok_or_else(|| unknown(name, &known))?, number?)
            }
        }
        None => {
            let found = traits::WORDS.into_iter().find(|known| known.eq_ignore_ascii_case(&text));
            Kind::Word(found.ok_or_else(|| unknown(&text, &traits::WORDS))?)
        }
    };
    Ok(Test { negated, kind })
}
