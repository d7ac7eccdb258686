//! Rules in sentences, and the words of the language.

use crate::common::{for_every_rule_set, library};
use gabata::explain::{explain, explain_code, explain_word};
use gabata::rules::vocabulary::{self, Section, Word};
use gabata::rules::{Basis, Selection};
use gabata::source::Source;
use gabata::syntax;
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn every_rule_set_is_told_with_what_nobody_vouches_for() {
    for_every_rule_set(|label, rules| {
        let text = explain(rules);
        for section in ["Board", "Seeds and start", "Moving", "Sowing", "What seeds do", "End of the round"] {
            assert!(text.contains(&format!("\n{section}\n")), "{label}: {section}");
        }
        for clause in &rules.clauses {
            if let Basis::Assumed(why) = &clause.basis {
                assert!(
                    text.contains(why.as_str()),
                    "{label}: `{}` is marked as assumed\n{text}",
                    clause.words
                );
            }
        }
        for source in &rules.about.sources {
            assert!(text.contains(source.as_str()), "{label}: {source}");
        }
        for debris in ["Some(", "::", "None", "{", "  .", " ,", "..", "  and"] {
            let sentences = text.lines().filter(|line| line.starts_with("  ") && !line.contains("assumed"));
            let bad = sentences.map(str::trim).find(|line| line.contains(debris));
            assert_eq!(bad, None, "{label}: `{debris}`");
        }
    });
}

/// Every rule file that can be read can be told, whether or not the engine plays it.
#[test]
fn the_whole_corpus_can_be_told() {
    let mut told = 0;
    for entry in
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/ok")).expect("there is a corpus")
    {
        let path = entry.expect("it can be read").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let mut library = crate::common::library();
        let source = Arc::new(Source::new(&path.to_string_lossy(), &text));
        library.add(Arc::clone(&source));
        for game in library.games().iter().filter(|game| Arc::ptr_eq(game.source(), &source)) {
            if let Ok(rules) = game.rules(&Selection::default()) {
                assert!(explain(&rules).len() > 200, "{}", path.display());
                told += 1;
            }
        }
    }
    assert!(told > 15, "only {told} games of the corpus could be told");
}

#[test]
fn a_word_of_the_language_is_explained() {
    let text = explain_word("relay").expect("it is a word");
    assert!(text.contains("lifted and sown on") && text.contains("Example"), "{text}");
    assert!(explain_word("End When").is_ok(), "capitals do not matter");
    assert!(explain_word("reley").expect_err("it is none").contains(&"relay"));
    assert!(explain_word("").is_err());
}

/// A text in which the example of an entry stands where it belongs.
fn game_with(entry: &Word) -> String {
    let (before, after) = match entry.section {
        Section::Clause => ("", ""),
        Section::LastSeed => ("last seed {", "}"),
        Section::Match => ("match {", "}"),
        Section::Mark => ("mark walda {", "}"),
        Section::Opening => ("opening by the starter {", "}"),
        Section::Example => ("example \"it\" {", "}"),
    };
    format!("game \"Words\" {{\n{before}\n{}\n{after}\n}}\n", entry.example)
}

#[test]
fn every_example_of_the_vocabulary_can_be_read() {
    for entry in vocabulary::words() {
        let text = game_with(entry);
        let parsed = syntax::parse(&Source::new(entry.name, &text));
        assert_eq!(parsed.diagnostics, [], "{}:\n{text}", entry.name);
    }
}

#[test]
fn the_vocabulary_has_every_leading_word_once() {
    let names: Vec<&str> = vocabulary::words().map(|entry| entry.name).collect();
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(unique.len(), names.len(), "every name stands once");
    for word in syntax::LEADING_WORDS {
        assert!(unique.contains(word), "`{word}` has no entry");
    }
    for entry in vocabulary::words() {
        assert!(!entry.meaning.is_empty() && !entry.form.is_empty(), "{}", entry.name);
    }
}

/// A game of which the owners and what faces what are assumed.
const ASSUMED_BOARD: &str = r#"game "Facing" {
  about {
    source "test"
  }
  board 3 rows of 2 holes
  each player owns own row and the right half of the middle row    assumed because "the drawing looks so"
  path own row left to right, the middle row right to left
  facing own row with the opponent's row    source "Field notes, p. 4"
  seeds 2 in each hole
  sow counterclockwise
  last seed {
    otherwise => turn ends
  }
  endless sowing ends the turn
  end when the player to move cannot move
  remaining seeds to the row owner
  win most seeds
}
"#;

#[test]
fn owners_and_facing_are_told_with_who_vouches_for_them() {
    let mut library = gabata::rules::Library::new();
    library.add(Arc::new(Source::new("x", ASSUMED_BOARD)));
    let rules = library.games()[0].rules(&Selection::default()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let text = explain(&rules);
    for part in
        ["Each player owns", "(assumed: the drawing looks so)", "facing each other", "[Field notes, p. 4]"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

/// A sound game of which one line is taken away or put in its place.
const SOUND: &str = r#"game "Sound" {
  about { source "told by an old man, 2026" }
  board 2 rows of 6 holes
  seeds 4 in each hole
  sow counterclockwise
  last seed { makes 4 => mover captures the seeds of this hole, turn ends; in an occupied hole => relay; otherwise => turn ends }
  endless sowing ends the turn    assumed because "no source speaks of it"
  end when the player to move cannot move
  remaining seeds to the row owner
  win most seeds
}
"#;

/// The kinds of fault in a file, or in a game that has these clauses instead of its own.
fn codes_of(text: &str) -> BTreeSet<&'static str> {
    let mut sources = vec![Source::new("sound", SOUND)];
    if ["game", "examples of", "#"].iter().any(|word| text.starts_with(word)) {
        sources.push(Source::new("tried", text));
    } else {
        let game = format!("game \"Tried\" based on \"Sound\" {{\n{text}\n}}\n");
        sources.push(Source::new("tried", &game));
    }
    codes_in(sources)
}

fn codes_in(sources: Vec<Source>) -> BTreeSet<&'static str> {
    let mut library = library();
    let last = sources.len() - 1;
    let sources: Vec<Arc<Source>> = sources.into_iter().map(Arc::new).collect();
    sources.iter().for_each(|source| library.add(Arc::clone(source)));
    let mut codes: BTreeSet<&str> = library.diagnostics().iter().map(|fault| fault.code).collect();
    for game in library.games().iter().filter(|game| Arc::ptr_eq(game.source(), &sources[last])) {
        codes.extend(game.check().iter().map(|fault| fault.code));
    }
    codes
}

#[test]
fn every_kind_of_fault_has_a_page_whose_examples_are_true() {
    let names: Vec<&str> = vocabulary::codes().iter().map(|code| code.name).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(names, sorted, "every name stands once, in order");
    for code in vocabulary::codes() {
        // Files that are too large or no text, play-outs, and faults of the program itself.
        let shown = !matches!(
            code.name,
            "too-large" | "not-text" | "too-deep" | "internal" | "no-end-reached" | "not-implemented"
        );
        let wrong = match (code.wrong, code.right) {
            ("", "") => continue,
            ("", right) => {
                let words = right.split([' ', '\n']).take(2).collect::<Vec<_>>().join(" ");
                let line = SOUND.lines().find(|line| line.trim().starts_with(&words));
                let line = line.unwrap_or_else(|| panic!("{}: no line begins with {words}", code.name));
                codes_in(vec![Source::new("sound", &SOUND.replace(&format!("{line}\n"), ""))])
            }
            (wrong, _) => codes_of(wrong),
        };
        assert!(!shown || wrong.contains(code.name), "{}: {wrong:?}", code.name);
        let right = codes_of(code.right);
        assert!(!right.contains(code.name) && !right.contains("syntax"), "{}: {right:?}", code.name);
        assert!(explain_code(code.name).is_ok_and(|text| text.contains(code.meaning)));
    }
    assert_eq!(explain_code("stuk"), Err(Some("stuck")));
}
