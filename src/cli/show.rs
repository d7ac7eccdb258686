//! `show`: a game at a glance, or a stage of what the program makes of it.

use super::game::{self, GameArgs};
use super::{Answer, Failure, Format, Globals};
use crate::notation::picture;
use crate::rules::{Game, OptionValue, Rules};
use clap::{Args as ClapArgs, ValueEnum};
use serde_json::{Value, json};

/// Shows a game: the board and a summary, or a stage of what the program makes of the text.
#[derive(Debug, Clone, ClapArgs)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What to show instead of the summary.
    #[arg(long, value_enum)]
    stage: Option<Stage>,
    /// The form of a stage: `rules` can be written as ron or json.
    #[arg(long = "as", value_enum)]
    form: Option<Form>,
}

/// A stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// What was read, phrase by phrase.
    Tree,
    /// What it means, with readings, options and bases resolved.
    Rules,
    /// What the engine plays.
    Program,
}

/// A form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Rusty Object Notation.
    Ron,
    /// JSON.
    Json,
    /// Plain text.
    Text,
}

/// Runs the command.
///
/// # Errors
/// If the game cannot be used, or the stage has no such form.
pub fn run(args: &Args, globals: &Globals) -> Result<Answer, Failure> {
    let json_wanted = globals.format == Format::Json;
    let form = args.form.unwrap_or(match (args.stage, json_wanted) {
        (_, true) => Form::Json,
        (Some(Stage::Rules), false) => Form::Ron,
        (Some(Stage::Tree | Stage::Program) | None, false) => Form::Text,
    });
    if args.stage == Some(Stage::Tree) {
        let (_, game, _) = game::find(&args.game)?;
        return only_text("tree", form).map(|()| {
            print!("{}", game.node().outline(game.source()));
            Answer::Yes
        });
    }
    let loaded = game::load(&args.game)?;
    match (args.stage, form) {
        (None, Form::Json) => println!("{:#}", summary_json(&loaded.name, &loaded.game, &loaded.rules)),
        (Some(Stage::Rules) | None, Form::Ron) => println!("{}", ron(&loaded.rules)?),
        (Some(Stage::Rules), Form::Json) => {
            let value = serde_json::to_value(&loaded.rules);
            let mut value = value.map_err(|error| Failure::new(error.to_string()))?;
            value["format_version"] = json!(1);
            println!("{value:#}");
        }
        (Some(Stage::Rules), Form::Text) => print!("{}", crate::explain::explain(&loaded.rules)),
        (Some(Stage::Program | Stage::Tree), form) => {
            only_text("program", form)?;
            print!("{}", loaded.engine()?.program());
        }
        (None, Form::Text) => print!("{}", summary(&loaded)?),
    }
    Ok(Answer::Yes)
}

fn only_text(stage: &str, form: Form) -> Result<(), Failure> {
    match form {
        Form::Text => Ok(()),
        Form::Ron | Form::Json => Err(Failure::new(format!("the stage `{stage}` is shown as text only"))
            .help("`--stage rules --as ron` and `--as json` write the rules as data")),
    }
}

fn ron(rules: &Rules) -> Result<String, Failure> {
    ron::ser::to_string_pretty(rules, ron::ser::PrettyConfig::new())
        .map_err(|error| Failure::new(error.to_string()))
}

fn summary(loaded: &game::Loaded) -> Result<String, Failure> {
    let rules = &loaded.rules;
    let about = &rules.about;
    let mut text = format!("{}\n", rules.title);
    let mut line = |what: &str, value: String| {
        if !value.is_empty() {
            text += &format!("  {what:<12}{value}\n");
        }
    };
    line("also called", about.also_called.join(", "));
    line("region", about.region.join("; "));
    line("people", about.people.join("; "));
    line("sources", about.sources.join("; "));
    line("reading", rules.reading.clone().unwrap_or_default());
    let readings = loaded.game.readings();
    line("readings", readings.iter().map(|reading| reading.name.clone()).collect::<Vec<_>>().join(", "));
    for option in loaded.game.options() {
        let chosen = rules.options.get(&option.name).copied().unwrap_or(option.default);
        let values = option.values.iter().map(OptionValue::to_string).collect::<Vec<_>>().join(", ");
        line("option", format!("{} {chosen} (of {values})", option.name));
    }
    let traits = super::traits::of(rules);
    line("seeds", traits.seeds.to_string());
    line("traits", traits.words.iter().copied().collect::<Vec<_>>().join(", "));
    line("examples", loaded.game.examples().len().to_string());
    text.push('\n');
    // Rules that cannot be played yet have no position to show.
    if let Ok(engine) = loaded.engine() {
        text += &picture(rules, &engine.start());
    }
    Ok(text)
}

fn summary_json(name: &str, game: &Game, rules: &Rules) -> Value {
    let layout = &rules.layout;
    let holes: Vec<Value> = layout
        .holes
        .iter()
        .map(|naming| {
            let seat = naming.seat.map(|seat| seat.name());
            json!({ "name": naming.name, "seat": seat, "row": naming.row, "column": naming.column })
        })
        .collect();
    let readings: Vec<Value> = game
        .readings()
        .into_iter()
        .map(|reading| json!({ "name": reading.name, "title": reading.title, "default": reading.default }))
        .collect();
    let options: Vec<Value> = game
        .options()
        .into_iter()
        .map(|option| {
            json!({
                "name": option.name,
                "values": option.values.iter().map(value).collect::<Vec<_>>(),
                "default": value(&option.default),
            })
        })
        .collect();
    json!({
        "format_version": 1,
        "game": name,
        "name": name,
        "title": rules.title,
        "reading": rules.reading,
        "readings": readings,
        "options": options,
        "board": {
            "rows": layout.rows.value, "columns": layout.columns, "stores": layout.stores, "holes": holes,
        },
        "seeds": rules.seeds.value,
        "traits": super::traits::of(rules).words.iter().collect::<Vec<_>>(),
    })
}

fn value(of: &OptionValue) -> Value {
    match of {
        OptionValue::Number(number) => json!(number),
        OptionValue::Direction(direction) => json!(direction.name()),
    }
}
