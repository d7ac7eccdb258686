//! Worked examples: those of the shipped games hold, and the runner notices what does not.

use crate::common::library;
use gabata::engine::Engine;
use gabata::lab::perft::perft;
use gabata::program::Program;
use gabata::rules::{Game, Library, Rules, Selection};
use gabata::source::Source;
use gabata::testing::{self, Coverage, Report, perft as tables};
use std::sync::Arc;

fn engine(rules: &Rules) -> Engine {
    Engine::new(Program::lower(rules).expect("the rules use only what is implemented"))
}

/// The one game of a text.
fn game(text: &str) -> Game {
    let mut library = Library::new();
    library.add(Arc::new(Source::new("test.mancala", text)));
    assert_eq!(library.diagnostics(), [], "the text has no faults");
    library.games().first().expect("there is a game").clone()
}

/// A small game with these examples.
fn with_example(example: &str) -> Game {
    game(&format!(
        r#"game "Small" {{
  about {{
    source "test"
  }}
  board 2 rows of 3 holes
  seeds 2 in each hole
  sow counterclockwise
  must give seeds to an opponent who has none, if possible
  each seed but the last {{
    makes 3 => row owner captures the seeds of this hole
  }}
  last seed {{
    makes 3                => mover may capture the seeds of this hole, turn ends
    in an opponent's hole and makes 2 => bonus move
    otherwise              => turn ends
  }}
  end when the player to move cannot move
  remaining seeds to the row owner
  win most seeds
  match {{
    refill 2 in each own hole
    until a player has every seed
  }}
  {example}
}}
"#
    ))
}

fn run_all(game: &Game) -> Vec<(String, Report, Rules)> {
    game.examples()
        .into_iter()
        .map(|example| {
            let (_, rules, example) = example.unwrap_or_else(|faults| panic!("{faults:#?}"));
            (example.title.clone(), testing::run(&engine(&rules), &rules, &example), rules)
        })
        .collect()
}

/// The faults of the one example of a small game.
fn faults(example: &str) -> Vec<String> {
    let game = with_example(&format!("example \"it\" {{\n{example}\n}}"));
    let runs = run_all(&game);
    runs[0].1.faults.iter().map(|fault| fault.message.clone()).collect()
}

#[test]
fn every_example_of_a_shipped_game_holds() {
    let mut failures = String::new();
    for game in library().games() {
        for (title, report, rules) in run_all(game) {
            if !report.passed() {
                failures += &format!("{}: {title}\n{}\n", game.title(), report.describe(&rules));
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_shipped_table_of_move_counts_agrees() {
    let library = library();
    for &(path, text) in gabata::shipped::FILES {
        let Some(stem) = path.strip_suffix(".perft") else { continue };
        let source = format!("{stem}.mancala");
        let game = library.games().iter().find(|game| **game.source().name() == *source);
        let game = game.unwrap_or_else(|| panic!("{path} lies beside a rule file"));
        for line in tables::parse(text).unwrap_or_else(|faults| panic!("{path}: {faults:?}")) {
            let rules = game.rules(&line.selection).unwrap_or_else(|faults| panic!("{path}: {faults:#?}"));
            let engine = engine(&rules);
            let start = line.start(&engine, &rules.layout).unwrap_or_else(|fault| panic!("{path}: {fault}"));
            // Deep counts are for release builds: here as far as it is quick.
            let quick = line.counts.iter().take_while(|count| **count < 20_000).count();
            assert_eq!(perft(&engine, &start, quick), line.counts[..quick], "{path}:{}", line.line);
        }
    }
}

#[test]
fn an_example_holds_if_some_way_of_choosing_agrees() {
    // The last seed makes three, which the mover may capture or leave.
    let taken = "South plays a\nbecomes {\n 2 2 2\n 0 0 0\n}\nSouth captures 6\nNorth to move";
    let left = "South plays a\nbecomes {\n 2 2 2\n 0 0 3\n}\nSouth captures 3\nNorth to move";
    assert_eq!(faults(taken), Vec::<String>::new());
    assert_eq!(faults(left), Vec::<String>::new());
}

#[test]
fn another_board_is_shown_with_what_came_out() {
    let game =
        with_example("example \"it\" {\n South plays b\n becomes {\n 2 2 2\n 2 0 3\n}\n North to move\n}");
    let (_, report, rules) = &run_all(&game)[0];
    assert!(!report.passed());
    let text = report.describe(rules);
    for part in ["the board is another", "expected", "came out", "lifts 2 from South's b", "line "] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn what_an_example_does_not_mention_is_expected_not_to_be() {
    let example = "position {\n 0 0 1\n 2 2 0\n}\nSouth plays a\nbecomes {\n 0 0 1\n 0 0 1\n}\nNorth to move";
    assert_eq!(faults(example), ["South captured 3, which the example does not mention"]);
}

#[test]
fn wrong_expectations_are_told() {
    let after = "position {\n 0 0 1\n 1 0 0\n}\nSouth plays a\n";
    let cases = [
        ("South to move", "expected South to move: North is to move"),
        ("bonus move", "no bonus move: North is to move"),
        ("South captures 2", "South captured 0, expected 2"),
        ("round ends", "the round does not end: North is to move"),
        ("South wins", "the round does not end: North is to move"),
        ("draw", "the round does not end: North is to move"),
        ("match ends", "the match is not over: North is to move"),
        ("South has 1 in store", "South has 0 in store, expected 1"),
        ("South owns opponent's hole a", "North's a is not South's"),
        ("legal moves b", "the legal moves are a"),
        ("illegal move a", "North's a may be played"),
        (
            "because of \"in an opponent's hole and makes 2 => bonus move\"",
            "did not decide; what decided was",
        ),
        (
            "because of \"in an opponent's hole and makes 2 => bonus mov\"",
            "is `in an opponent's hole and makes 2 => bonus move` meant?",
        ),
    ];
    for (expectation, message) in cases {
        let found = faults(&format!("{after}{expectation}"));
        assert_eq!(found.len(), 1, "{expectation}: {found:?}");
        assert!(found[0].contains(message), "{expectation}: {found:?}");
    }
}

#[test]
fn plays_that_cannot_be_made_are_told() {
    let cases = [
        ("North to move\nSouth plays a", "South cannot play here: North is to move"),
        ("position {\n 0 0 1\n 1 0 0\n}\nSouth plays b", "South may not play South's b"),
        ("South plays the opening", "this cannot be played here"),
        ("South passes", "this cannot be played here"),
        ("South plays a clockwise", "South's a may not be sown clockwise"),
        ("round ended with 20 to South and 20 to North", "more seeds than the game has"),
    ];
    for (example, message) in cases {
        let found = faults(example);
        assert!(found.iter().any(|fault| fault.contains(message)), "{example}: {found:?}");
    }
}

#[test]
fn a_reason_is_part_of_the_clause_that_forbids() {
    let position = "position {\n 0 0 0\n 1 0 1\n}\nSouth to move\n";
    assert_eq!(
        faults(&format!("{position}illegal move a because \"must give seeds\"")),
        Vec::<String>::new()
    );
    let other = faults(&format!("{position}illegal move a because \"a mark\""));
    assert!(other[0].contains("is forbidden by `must give seeds"), "{other:?}");
    assert_eq!(faults(&format!("{position}legal moves c")), Vec::<String>::new());
}

#[test]
fn a_round_that_has_ended_sets_up_the_next() {
    let example = "round ended with 8 to South and 4 to North\n becomes {\n 0 2 2\n 2 2 2\n}\nSouth has 2 in store\nNorth to move";
    assert_eq!(faults(example), Vec::<String>::new());
    let over = "round ended with 12 to South and 0 to North\nmatch ends\nSouth wins the match";
    assert_eq!(faults(over), Vec::<String>::new());
}

#[test]
fn coverage_tells_which_clauses_nothing_has_tried() {
    let game =
        with_example("example \"it\" {\n position {\n 0 0 1\n 1 0 0\n}\nSouth plays a\nNorth to move\n}");
    let rules = game.rules(&Selection::default()).expect("the rules are sound");
    let mut coverage = Coverage::new();
    for (_, report, rules) in run_all(&game) {
        coverage.add(&rules, &report);
    }
    let missing: Vec<&str> =
        coverage.missing(&rules, "test.mancala").iter().map(|clause| clause.words.as_str()).collect();
    assert!(missing.iter().any(|words| words.starts_with("makes 3 => row owner")), "{missing:?}");
    assert!(missing.iter().any(|words| words.starts_with("must give seeds")), "{missing:?}");
    for tried in [
        "board 2 rows",
        "seeds 2 in each hole",
        "sow counterclockwise",
        "otherwise => turn ends",
        "last seed",
    ] {
        assert!(!missing.iter().any(|words| words.starts_with(tried)), "{tried} in {missing:?}");
    }
}

#[test]
fn tables_of_move_counts_are_read_line_by_line() {
    let text = "# remark\ndefault: 6 36\n@irving,holes=4,seeds=3: 4 15 50 # more\n: 6\ndefault position \"0 0 1 / 1 0 0 North to move\": 1 1\n";
    let lines = tables::parse(text).expect("it can be read");
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0].selection, Selection::default());
    assert_eq!(lines[1].selection.reading.as_deref(), Some("irving"));
    assert_eq!(lines[1].selection.options.get("holes").map(String::as_str), Some("4"));
    assert_eq!(lines[1].counts, [4, 15, 50]);
    assert_eq!(lines[3].position.as_deref(), Some("0 0 1 / 1 0 0 North to move"));
    let faults = tables::parse("6 36\ndefault:\ndefault: six\nwhat: 1\n").expect_err("every line is wrong");
    assert_eq!(faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3, 4]);
}
