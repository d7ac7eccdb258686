//! What several tests need: the shipped games with every reading and option value.

use gabata::rules::{Game, Library, Rules, Selection};
use gabata::source::Source;
use std::sync::Arc;

/// All shipped games, with the examples that have files of their own.
pub fn library() -> Library {
    let mut library = Library::new();
    for (path, text) in gabata::shipped::FILES.iter().filter(|(path, _)| path.ends_with(".mancala")) {
        library.add(Arc::new(Source::new(path, text)));
    }
    library
}

/// Every reading with the default options, and every option value with every reading.
pub fn selections(game: &Game) -> Vec<Selection> {
    let mut selections = Vec::new();
    let mut readings: Vec<Option<String>> =
        game.readings().into_iter().map(|reading| Some(reading.name)).collect();
    readings.push(None);
    for reading in readings {
        selections.push(Selection { reading: reading.clone(), options: Default::default() });
        for option in game.options() {
            for value in &option.values {
                selections.push(Selection {
                    reading: reading.clone(),
                    options: [(option.name.clone(), value.to_string())].into(),
                });
            }
        }
    }
    selections
}

/// Names of the shipped games whose rules are known; of others only the board is.
pub fn playable() -> Vec<&'static str> {
    let library = library();
    let board_only = |path: &str| {
        library.games().iter().any(|game| &**game.source().name() == path && game.is_board_only())
    };
    gabata::shipped::games().filter(|(_, path, _)| !board_only(path)).map(|(name, _, _)| name).collect()
}

/// Runs a check for every rule set of every shipped game whose rules are known.
pub fn for_every_rule_set(mut check: impl FnMut(&str, &Rules)) {
    for game in library().games().iter().filter(|game| !game.is_board_only()) {
        for selection in selections(game) {
            let label = format!("{} {:?} {:?}", game.title(), selection.reading, selection.options);
            match game.rules(&selection) {
                Ok(rules) => check(&label, &rules),
                Err(faults) => panic!("{label}: {faults:#?}"),
            }
        }
    }
}
