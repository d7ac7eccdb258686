//! A text that can be read has rules or faults, and keeps them when it is formatted.

#![no_main]

use gabata::rules::{Library, Selection};
use gabata::source::Source;
use gabata::syntax;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = syntax::decode("fuzz.mancala", bytes) else { return };
    if !syntax::reads(&source) {
        return;
    }
    let parsed = syntax::parse(&source);
    if !parsed.tree.children.iter().any(|node| node.kind == syntax::Kind::game) {
        return;
    }
    let formatted = Source::new("fuzz.mancala", &syntax::format(&source, &parsed.tree));
    assert_eq!(meaning(&source), meaning(&formatted), "{}\n{}", source.text(), formatted.text());
});

/// The rules of every reading, or what is wrong with them; every example, or what is wrong with it.
fn meaning(source: &Source) -> Vec<Result<Value, Vec<String>>> {
    let mut library = Library::new();
    library.add(Arc::new(source.clone()));
    let mut all = Vec::new();
    for game in library.games() {
        game.check();
        let readings = game.readings().into_iter().map(|reading| Some(reading.name));
        for reading in readings.chain([None]) {
            let rules = game.rules(&Selection { reading, options: Default::default() });
            all.push(rules.map(|rules| rules.meaning()).map_err(|faults| {
                faults.iter().map(|fault| format!("{}: {}", fault.code, fault.message)).collect()
            }));
        }
        for example in game.examples() {
            all.push(match example {
                Ok((_, _, example)) => Ok(Value::from(example.title.clone())),
                Err(faults) => Err(faults.iter().map(|fault| fault.message.clone()).collect()),
            });
        }
    }
    all
}
