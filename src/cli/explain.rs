//! `explain`: a game in plain sentences, or a word of the language.

use super::game::{self, GameArgs};
use super::{Answer, Failure, Format, Globals};
use crate::explain::{explain, explain_word};
use crate::rules::{BARE_TEXT, Basis, vocabulary};
use clap::Args as ClapArgs;
use serde_json::{Value, json};

/// Tells a game in plain sentences, with what is assumed and what the language supplies marked.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Name of a shipped game or path of a rule file: `NAME[@READING][,OPTION=VALUE]…`
    #[arg(required_unless_present = "word", conflicts_with = "word")]
    game: Option<String>,
    /// Explain a word of the language instead, for example "relay" or "end when".
    #[arg(long)]
    word: Option<String>,
    /// A reading of the game.
    #[arg(long)]
    reading: Option<String>,
    /// An option of the game.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// If the game or the word is unknown.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    if let Some(word) = &args.word {
        return word_of(word, globals);
    }
    let name = args.game.clone().unwrap_or_default();
    let loaded =
        game::load(&GameArgs { game: name, reading: args.reading.clone(), option: args.option.clone() })?;
    match globals.format {
        Format::Json => println!("{:#}", as_json(&loaded)),
        Format::Human | Format::Short | Format::Github | Format::Junit | Format::Csv | Format::Markdown => {
            print!("{}{}", explain(&loaded.rules), layers(&loaded));
        }
    }
    Ok(Answer::Yes)
}

/// Which readings there are, and what is not in force because a layer says otherwise.
fn layers(loaded: &game::Loaded) -> String {
    let mut text = String::new();
    let readings = loaded.game.readings();
    if !readings.is_empty() {
        text += "\nReadings\n";
        for reading in &readings {
            let default = if reading.default { ", unless another is chosen" } else { "" };
            let told =
                if loaded.rules.reading.as_ref() == Some(&reading.title) { " (told here)" } else { "" };
            text += &format!("  {}: --reading {}{default}{told}\n", reading.title, reading.name);
        }
        let told = if loaded.rules.reading.is_none() { " (told here)" } else { "" };
        text += &format!("  the text without a reading: --reading {BARE_TEXT}{told}\n");
    }
    let replaced = loaded.game.replaced(&loaded.selection);
    if !replaced.is_empty() {
        text += "\nNot in force here\n";
        for clause in &replaced {
            text += &format!(
                "  {} ({}:{}), put out of force by {}\n",
                clause.words, clause.file, clause.line, clause.by
            );
        }
    }
    text
}

fn as_json(loaded: &game::Loaded) -> Value {
    let rules = &loaded.rules;
    let clauses: Vec<Value> = rules
        .clauses
        .iter()
        .map(|clause| {
            let (basis, why) = match &clause.basis {
                Basis::Documented => ("documented", None),
                Basis::Assumed(why) => ("assumed", Some(why.as_str())),
                Basis::Language => ("language", None),
            };
            json!({
                "words": clause.words, "file": clause.file, "line": clause.line,
                "basis": basis, "why": why, "source": clause.source,
            })
        })
        .collect();
    let readings: Vec<Value> = loaded
        .game
        .readings()
        .into_iter()
        .map(|reading| json!({ "name": reading.name, "title": reading.title, "default": reading.default }))
        .collect();
    let replaced: Vec<Value> = loaded
        .game
        .replaced(&loaded.selection)
        .into_iter()
        .map(|clause| {
            json!({ "words": clause.words, "file": clause.file, "line": clause.line, "by": clause.by })
        })
        .collect();
    json!({
        "format_version": 1, "title": rules.title, "reading": rules.reading,
        "text": explain(rules), "clauses": clauses, "sources": rules.about.sources,
        "readings": readings, "replaced": replaced,
    })
}

fn word_of(word: &str, globals: &Globals) -> Result<Answer, Failure> {
    let text = explain_word(word).map_err(|near| {
        let failure = Failure::new(format!("`{word}` is no word of the language"));
        match near.as_slice() {
            [] => failure.help("`gabata explain --word \"end when\"` explains one; the reference lists all"),
            near => failure.help(format!("did you mean {}?", quoted(near))),
        }
    })?;
    match (globals.format, vocabulary::find(word)) {
        (Format::Json, Some(entry)) => {
            let value = json!({
                "format_version": 1, "name": entry.name, "form": entry.form, "meaning": entry.meaning,
                "default": entry.default, "example": entry.example, "place": entry.section.name(),
            });
            println!("{value:#}");
        }
        _ => print!("{text}"),
    }
    Ok(Answer::Yes)
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
