//! `explain`: a game in plain sentences, a word of the language, or a kind of fault.

use super::game::{self, GameArgs};
use super::{Answer, Failure, Format, Globals};
use crate::explain::{explain, explain_code, explain_word};
use crate::rules::{BARE_TEXT, Basis, vocabulary};
use clap::Args as ClapArgs;
use serde_json::{Value, json};

/// Tells a game in plain sentences, with what is assumed and what the language supplies marked.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    /// Name of a shipped game or path of a rule file: `NAME[@READING][,OPTION=VALUE]…`
    #[arg(required_unless_present_any = ["word", "code"], conflicts_with_all = ["word", "code"])]
    game: Option<String>,
    /// Explain a word of the language instead, for example "relay" or "end when"; `list` names all.
    #[arg(long)]
    word: Option<String>,
    /// Explain a kind of fault, named in brackets in its message, for example "stuck"; `list` names all.
    #[arg(long, conflicts_with = "word")]
    code: Option<String>,
    /// A reading of the game.
    #[arg(long)]
    reading: Option<String>,
    /// An option of the game.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

/// Asks for all words or codes.
const LIST: &str = "list";

/// Runs the command.
///
/// # Errors
/// If the game or the word is unknown.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    match (&args.word, &args.code) {
        (Some(list), _) if list == LIST => return Ok(words(globals)),
        (Some(word), _) => return word_of(word, globals),
        (None, Some(list)) if list == LIST => return Ok(codes(globals)),
        (None, Some(code)) => return code_of(code, globals),
        (None, None) => {}
    }
    let name = args.game.clone().unwrap_or_default();
    let loaded =
        game::load(&GameArgs { game: name, reading: args.reading.clone(), option: args.option.clone() })?;
    match globals.format {
        Format::Json => println!("{:#}", as_json(&loaded)),
        _ => print!("{}{}", explain(&loaded.rules), layers(&loaded)),
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
            [] => failure.help(
                "`gabata explain --word \"end when\"` explains one; `gabata explain --word list` names all",
            ),
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

fn code_of(name: &str, globals: &Globals) -> Result<Answer, Failure> {
    let text = explain_code(name).map_err(|near| {
        let failure = Failure::new(format!("there is no kind of fault `{name}`"));
        failure.help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "it is the word in brackets behind `error` or `warning`; `gabata explain --code list` names all".to_string(),
        })
    })?;
    match (globals.format, vocabulary::code(name)) {
        (Format::Json, Some(code)) => {
            let value = json!({
                "format_version": 1, "name": code.name, "severity": code.severity.name(), "title": code.title,
                "meaning": code.meaning, "wrong": code.wrong, "right": code.right,
            });
            println!("{value:#}");
        }
        _ => print!("{text}"),
    }
    Ok(Answer::Yes)
}

/// Every word of the language with its form.
fn words(globals: &Globals) -> Answer {
    list(
        vocabulary::words().map(|word| (word.section.name(), word.name, word.form)),
        ["place", "name", "form"],
        globals,
    )
}

/// Every kind of fault with what is wrong.
fn codes(globals: &Globals) -> Answer {
    list(
        vocabulary::codes().iter().map(|code| (code.severity.name(), code.name, code.title)),
        ["severity", "name", "title"],
        globals,
    )
}

/// Rows under the headings that several of them share.
fn list(
    rows: impl Iterator<Item = (&'static str, &'static str, &'static str)>,
    keys: [&str; 3],
    globals: &Globals,
) -> Answer {
    let mut rows: Vec<_> = rows.collect();
    let groups: Vec<&str> = rows.iter().map(|(group, _, _)| *group).collect();
    rows.sort_by_key(|(group, _, _)| groups.iter().position(|first| first == group));
    if globals.format == Format::Json {
        let values: Vec<Value> = rows
            .iter()
            .map(|(group, name, text)| json!({ keys[0]: group, keys[1]: name, keys[2]: text }))
            .collect();
        println!("{:#}", Value::Array(values));
        return Answer::Yes;
    }
    let width = rows.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0);
    let mut last = "";
    for (group, name, text) in rows {
        if group != last {
            println!("{}{group}:", if last.is_empty() { "" } else { "\n" });
            last = group;
        }
        println!("  {name:<width$}  {text}");
    }
    Answer::Yes
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
