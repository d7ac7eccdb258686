//! Coverage of rule files: which clauses, conditions, readings and option values are tried out, and
//! by what.

use super::super::files::{RuleFiles, selections};
use super::super::{Failure, Globals, replay, simulate};
use super::{engine, plural};
use crate::board::ClauseId;
use crate::engine::{Due, Event};
use crate::lab::players::{below, stream};
use crate::rules::{Clause, Game, Rules, Selection, slug};
use crate::testing::Coverage;
use crate::testing::coverage::{ClauseTried, Means, PartTried, with_implied};
use crate::testing::suggest::suggest;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Longest random game, in plies.
const MOST_PLIES: usize = 1_000;

/// Positions that are tried in the search for examples, for every reading.
const SUGGESTION_TRIES: u64 = 100_000;

/// What is tried out of one game.
struct OfGame {
    title: String,
    clauses: Vec<ClauseTried>,
    /// Readings and option values, with whether an example is about them.
    choices: Vec<(String, bool)>,
}

/// What is tried out of all games.
pub(super) struct Covered {
    games: Vec<OfGame>,
}

/// Adds what recorded games try out. A recording belongs to the game that its first line names; what
/// comes after a departure from the rules does not count.
pub(super) fn add_replays(
    coverage: &mut Coverage,
    found: &RuleFiles,
    paths: &[String],
) -> Result<(), Failure> {
    for path in replay::recordings(paths)? {
        let Some((name, selection)) = replay::game_of(&path)? else { continue };
        let game = found.files.iter().find_map(|file| {
            let stem = Path::new(&file.path).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
            let by_name = |game: &&Game| slug(game.title()) == name || stem.as_deref() == Some(&name);
            file.games.iter().find(by_name)
        });
        let Some(game) = game else { continue };
        let Ok(rules) = game.rules(&selection) else { continue };
        let Ok(engine) = engine(&rules) else { continue };
        replay::plays(&rules, &engine, &path, &mut |step| {
            coverage.add_play(&rules, step.before, step.played, step.events, Means::Replays);
        })?;
    }
    Ok(())
}

/// Adds what random games of every reading, with every option value, try out.
pub(super) fn add_random(
    coverage: &mut Coverage,
    found: &RuleFiles,
    games: u64,
    seed: u64,
    globals: &Globals,
) -> Result<(), Failure> {
    let all: Vec<&Game> = found.files.iter().flat_map(|file| &file.games).collect();
    let playable = all.into_iter().filter(|game| !game.is_board_only());
    let sets: Vec<(&Game, Selection)> = playable
        .flat_map(|game| selections(game).into_iter().map(move |selection| (game, selection)))
        .collect();
    let bar = simulate::progress(games * sets.len() as u64, "random games", globals);
    for (game, selection) in sets.iter().filter(|_| games > 0) {
        let Ok(rules) = game.rules(selection) else { continue };
        let Ok(engine) = engine(&rules) else { continue };
        for number in 0..games {
            let mut random = stream(seed, number);
            let mut position = engine.start();
            let mut moves = Vec::new();
            for _ in 0..MOST_PLIES {
                let mut events: Vec<Event> = Vec::new();
                let before = position.clone();
                let played = match position.due {
                    Due::Nothing => break,
                    Due::NextRound => {
                        engine.next_round(&mut position, &mut events);
                        crate::engine::Move::Pass
                    }
                    Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                        engine.legal_moves(&position, &mut moves);
                        let Some(&played) = moves.get(below(&mut random, moves.len())) else { break };
                        engine.play_legal(&mut position, played, &mut events);
                        played
                    }
                };
                coverage.add_play(&rules, &before, played, &events, Means::Random);
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

impl Covered {
    /// Puts together what the files say and what has been tried out of it. `chosen`: what the
    /// examples that were played are about.
    pub(super) fn of(found: &RuleFiles, coverage: &Coverage, chosen: &[(String, Selection)]) -> Covered {
        let mut games = Vec::new();
        for file in &found.files {
            for game in file.games.iter().filter(|game| !game.is_board_only()) {
                let mut clauses: Vec<ClauseTried> = Vec::new();
                for selection in readings(game) {
                    let Ok(rules) = game.rules(&selection) else { continue };
                    for tried in coverage.clauses(&rules, file.source.name()) {
                        if !clauses.iter().any(|other| other.clause == tried.clause) {
                            clauses.push(tried);
                        }
                    }
                }
                clauses.sort_by_key(|tried| tried.clause.line);
                let about = chosen.iter().filter(|(title, _)| title == game.title());
                let about: Vec<&Selection> = about.map(|(_, selection)| selection).collect();
                games.push(OfGame {
                    title: game.title().to_string(),
                    clauses,
                    choices: choices(game, &about),
                });
            }
        }
        Covered { games }
    }

    fn clauses(&self) -> impl Iterator<Item = (&OfGame, &ClauseTried)> {
        self.games.iter().flat_map(|game| game.clauses.iter().map(move |tried| (game, tried)))
    }

    fn untried(&self) -> Vec<(&OfGame, &ClauseTried)> {
        self.clauses().filter(|(_, tried)| tried.times[0] == 0).collect()
    }

    fn parts(&self) -> impl Iterator<Item = (&OfGame, &ClauseTried, &PartTried)> {
        self.clauses().flat_map(|(game, tried)| tried.parts.iter().map(move |part| (game, tried, part)))
    }

    fn choices(&self) -> impl Iterator<Item = (&OfGame, &(String, bool))> {
        self.games.iter().flat_map(|game| game.choices.iter().map(move |choice| (game, choice)))
    }

    /// Clauses that examples try out, in whole percent: 99.9 % is not all.
    pub(super) fn share(&self) -> usize {
        let all = self.clauses().count();
        ((all - self.untried().len()) * 100).checked_div(all).unwrap_or(100)
    }

    /// For people: what is missing, or every clause with its numbers.
    pub(super) fn text(&self, lines: bool) -> String {
        let mut text = if lines { self.table() } else { String::new() };
        let mut heading = None;
        for (game, tried) in self.untried() {
            let of = (&game.title, &tried.reading);
            if heading != Some(of) {
                let reading = tried.reading.as_ref().map_or(String::new(), |reading| format!(", {reading}"));
                text += &format!("no example tries out, in {}{reading}:\n", game.title);
                heading = Some(of);
            }
            text += &format!(
                "  {}:{}  {}{}\n",
                tried.clause.file,
                tried.clause.line,
                tried.clause.words,
                others(tried)
            );
        }
        let one_way: Vec<_> =
            self.parts().filter(|(_, tried, part)| tried.times[0] > 0 && way(part).is_some()).collect();
        if !one_way.is_empty() {
            text += "conditions that came out one way only in the examples:\n";
        }
        for (_, tried, part) in &one_way {
            let way = way(part).unwrap_or("");
            text += &format!("  {}:{}  {}: {way}\n", tried.clause.file, tried.clause.line, part.words);
        }
        let without: Vec<_> = self.choices().filter(|(_, (_, tried))| !tried).collect();
        if !without.is_empty() {
            text += "readings and option values without an example:\n";
        }
        // The values of one option on one line.
        for same in
            without.chunk_by(|(one, (a, _)), (other, (b, _))| one.title == other.title && kind(a) == kind(b))
        {
            let Some((game, (first, _))) = same.first() else { continue };
            let values: Vec<&str> = same
                .iter()
                .filter_map(|(_, (choice, _))| choice.split_once(" = "))
                .map(|(_, value)| value)
                .collect();
            let values = if values.is_empty() { String::new() } else { format!(" = {}", values.join(", ")) };
            text += &format!("  {}: {}{values}\n", game.title, kind(first));
        }
        if self.untried().is_empty() {
            text += "every clause is tried out by an example\n";
        }
        let (all, parts) = (self.clauses().count(), self.parts().count());
        let both = self.parts().filter(|(_, _, part)| way(part).is_none()).count();
        let (chosen, choices) =
            (self.choices().filter(|(_, (_, tried))| *tried).count(), self.choices().count());
        text + &format!(
            "{} of {} are tried out ({} %); {both} of {} came out both ways; {chosen} of {} have an example\n",
            all - self.untried().len(),
            plural(all, "clause"),
            self.share(),
            plural(parts, "condition"),
            plural(choices, "reading and option value")
                .replace("reading and option values", "readings and option values"),
        )
    }

    /// Examples for the clauses that none tries out.
    pub(super) fn suggestions(&self, found: &RuleFiles, seed: u64) -> String {
        let mut text =
            "suggested; before you copy one, work out from the source what should come of it\n".to_string();
        for of in &self.games {
            let mut untried: Vec<&Clause> =
                of.clauses.iter().filter(|tried| tried.times[0] == 0).map(|tried| &tried.clause).collect();
            let mut games = found.files.iter().flat_map(|file| &file.games);
            let Some(game) = games.find(|game| game.title() == of.title) else { continue };
            for selection in readings(game) {
                let Ok(rules) = game.rules(&selection) else { continue };
                let Ok(engine) = engine(&rules) else { continue };
                let ids = (0..).map(ClauseId).zip(&rules.clauses);
                let wanted = ids.filter(|(_, clause)| untried.contains(clause)).map(|(id, _)| id).collect();
                for suggestion in suggest(&engine, &rules, &wanted, SUGGESTION_TRIES, seed) {
                    let found = suggestion.clauses.iter().filter_map(|id| rules.clauses.get(id.index()));
                    let found: Vec<&Clause> = found.collect();
                    text += &block(&rules, &found, &suggestion.lines);
                    let tried = with_implied(&rules, suggestion.clauses);
                    let tried: Vec<_> = tried.iter().filter_map(|id| rules.clauses.get(id.index())).collect();
                    untried.retain(|clause| !tried.contains(clause));
                }
            }
            for clause in untried {
                text += &format!("# no small example was found for line {}: {}\n", clause.line, clause.words);
            }
        }
        text
    }

    /// Every clause with the number of times that it was tried out.
    fn table(&self) -> String {
        let mut text = String::new();
        let mut file = None;
        for (_, tried) in self.clauses() {
            if file != Some(&tried.clause.file) {
                file = Some(&tried.clause.file);
                text += &format!("{}\n  line  examples  replays   random\n", tried.clause.file);
            }
            let [examples, replays, random] = tried.times;
            text += &format!(
                "{:>6}  {examples:>8}  {replays:>7}  {random:>7}  {}\n",
                tried.clause.line, tried.clause.words
            );
            for part in &tried.parts {
                let column = |by: usize| format!("{}/{}", part.yes[by], part.no[by]);
                text += &format!(
                    "        {:>8}  {:>7}  {:>7}    yes/no: {}\n",
                    column(0),
                    column(1),
                    column(2),
                    part.words
                );
            }
        }
        text
    }

    pub(super) fn json(&self) -> Map<String, Value> {
        let times = |counts: [u64; 3]| -> Value {
            Means::ALL
                .iter()
                .zip(counts)
                .map(|(by, count)| (by.name().to_string(), json!(count)))
                .collect::<Map<_, _>>()
                .into()
        };
        let place = |game: &OfGame, tried: &ClauseTried| {
            json!({
                "game": game.title, "reading": tried.reading, "file": tried.clause.file,
                "line": tried.clause.line, "clause": tried.clause.words,
            })
        };
        let lines: Vec<Value> = self
            .clauses()
            .map(|(game, tried)| {
                let conditions: Vec<Value> = tried
                    .parts
                    .iter()
                    .map(|part| json!({ "words": part.words, "yes": times(part.yes), "no": times(part.no) }))
                    .collect();
                let mut value = place(game, tried);
                value["times"] = times(tried.times);
                value["conditions"] = conditions.into();
                value
            })
            .collect();
        let untried: Vec<Value> =
            self.untried().into_iter().map(|(game, tried)| place(game, tried)).collect();
        let choices: Vec<Value> = self
            .choices()
            .map(|(game, (choice, tried))| json!({ "game": game.title, "choice": choice, "tried": tried }))
            .collect();
        let mut map = Map::new();
        map.insert("clauses".to_string(), lines.len().into());
        map.insert("share".to_string(), self.share().into());
        map.insert("untried".to_string(), untried.into());
        map.insert("choices".to_string(), choices.into());
        map.insert("lines".to_string(), lines.into());
        map
    }
}

/// The game as it is, and each of its readings.
fn readings(game: &Game) -> Vec<Selection> {
    let mut readings = vec![Selection::default()];
    readings.extend(selections(game).into_iter().filter(|selection| selection.options.is_empty()));
    readings
}

/// A suggested example as it would stand in the file.
fn block(rules: &Rules, clauses: &[&Clause], lines: &[String]) -> String {
    let mut text = String::new();
    for clause in clauses {
        text += &format!("  # line {}: {}\n", clause.line, clause.words);
    }
    text += "  example \"\" {\n";
    if let Some(reading) = &rules.reading {
        text += &format!("    reading \"{reading}\"\n");
    }
    for line in lines {
        text += &format!("    {line}\n");
    }
    text + "  }\n"
}

/// `option holes` of `option holes = 5`.
fn kind(choice: &str) -> &str {
    choice.split_once(" = ").map_or(choice, |(kind, _)| kind)
}

/// What tries out a clause that no example does.
fn others(tried: &ClauseTried) -> String {
    let by: Vec<String> = Means::ALL
        .iter()
        .zip(tried.times)
        .filter(|(_, times)| *times > 0)
        .map(|(by, times)| format!("{} {times}", by.name()))
        .collect();
    if by.is_empty() { String::new() } else { format!("    ({})", by.join(", ")) }
}

/// Which way a condition always came out in the examples; `None`: both ways.
fn way(part: &PartTried) -> Option<&'static str> {
    match (part.yes[0], part.no[0]) {
        (0, 0) => Some("never asked"),
        (_, 0) => Some("always yes"),
        (0, _) => Some("always no"),
        (_, _) => None,
    }
}

/// The readings and option values of a game, and whether an example is about each.
fn choices(game: &Game, about: &[&Selection]) -> Vec<(String, bool)> {
    let mut all = Vec::new();
    let readings = game.readings();
    for reading in &readings {
        let same = |selection: &&Selection| match &selection.reading {
            Some(chosen) => slug(chosen) == reading.name,
            None => reading.default,
        };
        all.push((format!("reading {}", reading.title), about.iter().any(same)));
    }
    for option in game.options() {
        let chosen: BTreeSet<String> = about
            .iter()
            .map(|selection| {
                selection.options.get(&option.name).cloned().unwrap_or_else(|| option.default.to_string())
            })
            .collect();
        for value in &option.values {
            all.push((format!("option {} = {value}", option.name), chosen.contains(&value.to_string())));
        }
    }
    all
}
