//! `show`: a game at a glance, or a stage of what the program makes of it.

use super::game::{self, GameArgs};
use super::{Answer, Failure, Format, Globals};
use crate::board::Hole;
use crate::notation::picture;
use crate::rules::{Game, Layout, OptionValue, Rules, Selection, Sketch};
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
    let (name, game, selection) = game::find(&args.game)?;
    if args.stage.is_none() && game.is_board_only() {
        return sketch(&name, &game, &selection, form);
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

/// The board of a game whose rules nobody has written down, and what is missing.
fn sketch(name: &str, game: &Game, selection: &Selection, form: Form) -> Result<Answer, Failure> {
    let sketch = game.sketch(selection).map_err(|faults| game::failure_of(&faults, Some(game.source())))?;
    match form {
        Form::Json => println!("{:#}", sketch_json(name, game, &sketch)),
        Form::Text => print!("{}", sketch_text(game, &sketch)),
        Form::Ron => {
            return Err(Failure::new("only the board of this game is known: there are no rules to write")
                .help("`--as text` and `--as json` show the board"));
        }
    }
    Ok(Answer::Yes)
}

fn sketch_text(game: &Game, sketch: &Sketch) -> String {
    let mut text = format!("{}\n", game.title());
    let about = &sketch.about;
    let facts = [
        ("also called", &about.also_called, ", "),
        ("region", &about.region, "; "),
        ("people", &about.people, "; "),
        ("period", &about.period, "; "),
        ("sources", &about.sources, "; "),
    ];
    for (what, values, between) in facts.into_iter().filter(|(_, values, _)| !values.is_empty()) {
        text += &format!("  {what:<12}{}\n", values.join(between));
    }
    text.push('\n');
    let layout = &sketch.layout;
    // Seeds where the file has them, else the letters of the holes, else only their places.
    let cell = |hole: Hole| match (&sketch.seeds, layout.naming(hole)) {
        (Some(seeds), _) => seeds.get(hole.index()).map_or(String::new(), u32::to_string),
        (None, Some(naming)) if !naming.name.is_empty() => naming.name.clone(),
        (None, _) => "o".to_string(),
    };
    let columns = layout.holes.iter().map(|naming| naming.column + 1).max().unwrap_or(0);
    let rows: Vec<Vec<String>> = (0..layout.picture_rows())
        .rev()
        .map(|row| {
            (0..columns).map(|column| layout.hole_at(row, column).map_or(String::new(), cell)).collect()
        })
        .collect();
    let width = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1);
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        text += &format!("  [ {} ]\n", cells.join("  "));
    }
    if layout.stores {
        text += "  and a store for each player\n";
    }
    text += "\nOnly the board of this game is known, so it cannot be played. The file does not say\n";
    for (word, what) in &sketch.missing {
        text += &format!("  {what} (`{word} …`)\n");
    }
    for todo in &sketch.todos {
        text += &format!("  todo: {todo}\n");
    }
    text
}

fn sketch_json(name: &str, game: &Game, sketch: &Sketch) -> Value {
    let layout = &sketch.layout;
    let missing: Vec<Value> =
        sketch.missing.iter().map(|(word, what)| json!({ "clause": word, "what": what })).collect();
    json!({
        "format_version": 1,
        "game": name,
        "name": name,
        "title": game.title(),
        "reading": null,
        "readings": readings_json(game),
        "options": options_json(game),
        "board": {
            "rows": layout.rows.value, "columns": layout.columns, "stores": layout.stores,
            "holes": holes_json(layout),
        },
        "seeds": sketch.seeds,
        "traits": [],
        "board_only": true,
        "missing": missing,
    })
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
    json!({
        "format_version": 1,
        "game": name,
        "name": name,
        "title": rules.title,
        "reading": rules.reading,
        "readings": readings_json(game),
        "options": options_json(game),
        "board": {
            "rows": layout.rows.value, "columns": layout.columns, "stores": layout.stores,
            "holes": holes_json(layout),
        },
        "seeds": rules.seeds.value,
        "traits": super::traits::of(rules).words.iter().collect::<Vec<_>>(),
    })
}

fn holes_json(layout: &Layout) -> Vec<Value> {
    layout
        .holes
        .iter()
        .map(|naming| {
            let seat = naming.seat.map(|seat| seat.name());
            json!({ "name": naming.name, "seat": seat, "row": naming.row, "column": naming.column })
        })
        .collect()
}

fn readings_json(game: &Game) -> Vec<Value> {
    game.readings()
        .into_iter()
        .map(|reading| json!({ "name": reading.name, "title": reading.title, "default": reading.default }))
        .collect()
}

fn options_json(game: &Game) -> Vec<Value> {
    game.options()
        .into_iter()
        .map(|option| {
            json!({
                "name": option.name,
                "values": option.values.iter().map(value).collect::<Vec<_>>(),
                "default": value(&option.default),
            })
        })
        .collect()
}

fn value(of: &OptionValue) -> Value {
    match of {
        OptionValue::Number(number) => json!(number),
        OptionValue::Direction(direction) => json!(direction.name()),
    }
}
