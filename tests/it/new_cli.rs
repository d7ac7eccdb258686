//! `gabata new`: whatever is answered, the file that comes of it is sound.

use crate::author_cli::Folder;
use gabata::engine::{Due, Engine};
use gabata::program::Program;
use gabata::rules::{Library, Selection};
use gabata::source::Source;
use gabata::{syntax, testing};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Every question with answers to it; the first is the default.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("rows", &["2", "4"]),
    ("holes", &["6", "1", "3", "16"]),
    ("stores", &["no", "yes"]),
    ("seeds", &["4", "1", "50"]),
    ("direction", &["counterclockwise", "clockwise", "either"]),
    ("relay", &["none", "occupied", "own", "next"]),
    ("capture", &["numbers", "numbers-of-opponent", "numbers-in-a-row", "facing", "facing-and-last", "none"]),
    ("numbers", &["4", "2,3"]),
    ("bonus", &["no", "yes"]),
    ("end", &["stuck", "empty", "both"]),
    ("remaining", &["row-owner", "opponent", "last-mover", "nobody"]),
    ("match", &["none", "refill", "best-of-three"]),
];

/// Answers by question: an index into its list each.
type Row = Vec<usize>;

fn answer(row: &Row, question: &str) -> &'static str {
    let index = QUESTIONS.iter().position(|(name, _)| *name == question).expect("it is a question");
    QUESTIONS[index].1[row[index]]
}

/// What the command refuses, as its help says.
fn goes_together(row: &Row) -> bool {
    let is = |question: &str, value: &str| answer(row, question) == value;
    !(is("stores", "yes") && is("rows", "4")
        || is("bonus", "yes") && is("stores", "no")
        || is("remaining", "opponent") && !is("end", "stuck")
        || is("match", "refill") && is("remaining", "nobody"))
}

/// Rows that have every pair of answers that go together, found greedily.
fn all_pairs() -> Vec<Row> {
    let mut missing = BTreeSet::new();
    for (first, (_, of_first)) in QUESTIONS.iter().enumerate() {
        for (second, (_, of_second)) in QUESTIONS.iter().enumerate().skip(first + 1) {
            let pairs = (0..of_first.len()).flat_map(|a| (0..of_second.len()).map(move |b| (a, b)));
            missing.extend(pairs.map(|(a, b)| (first, a, second, b)));
        }
    }
    let mut rows = Vec::new();
    while let Some(&(first, a, second, b)) = missing.first() {
        let mut row: Row = vec![0; QUESTIONS.len()];
        (row[first], row[second]) = (a, b);
        // What the pair needs: stores for a bonus, an end that fits the rest.
        for (question, value) in [("stores", 1), ("rows", 0), ("end", 0), ("remaining", 0)] {
            let index = QUESTIONS.iter().position(|(name, _)| *name == question).expect("it is one");
            if !goes_together(&row) && index != first && index != second {
                row[index] = value;
            }
        }
        if !goes_together(&row) {
            missing.remove(&(first, a, second, b));
            continue;
        }
        let fixed: Vec<usize> = vec![first, second];
        for index in (0..QUESTIONS.len()).filter(|index| !fixed.contains(index)) {
            let covers = |row: &Row| {
                let others = (0..QUESTIONS.len()).filter(|other| *other != index);
                others
                    .filter(|&other| {
                        let (low, high) = (index.min(other), index.max(other));
                        missing.contains(&(low, row[low], high, row[high]))
                    })
                    .count()
            };
            let tried = (0..QUESTIONS[index].1.len()).map(|value| {
                let mut other = row.clone();
                other[index] = value;
                other
            });
            if let Some(best) = tried.filter(goes_together).max_by_key(covers) {
                row = best;
            }
        }
        for one in 0..QUESTIONS.len() {
            for other in one + 1..QUESTIONS.len() {
                missing.remove(&(one, row[one], other, row[other]));
            }
        }
        rows.push(row);
    }
    rows
}

fn arguments(row: &Row) -> Vec<String> {
    let mut all = vec!["new".to_string(), "my-game".to_string(), "--yes".to_string()];
    for (index, (question, values)) in QUESTIONS.iter().enumerate() {
        let by_number = answer(row, "capture").starts_with("numbers");
        if *question == "numbers" && !by_number {
            continue;
        }
        all.push(format!("--{question}={}", values[row[index]]));
    }
    all
}

#[test]
fn every_pair_of_answers_makes_a_sound_file() {
    let rows = all_pairs();
    assert!(rows.len() >= 24, "the largest two questions have 24 pairs, {} files", rows.len());
    for row in rows {
        let folder = Folder::new();
        let arguments = arguments(&row);
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let made = folder.run(&words);
        assert_eq!(made.code, 0, "{words:?}: {}", made.err);
        let text = folder.read("my-game.mancala");
        let source = Arc::new(Source::new("my-game.mancala", &text));
        let parsed = syntax::parse(&source);
        assert_eq!(syntax::format(&source, &parsed.tree), text, "{words:?}: it has the usual layout");
        let mut library = Library::new();
        library.add(Arc::clone(&source));
        let game = &library.games()[0];
        let errors: Vec<_> = game.check().into_iter().filter(|fault| fault.is_error()).collect();
        assert_eq!(errors, Vec::new(), "{words:?}\n{text}");
        let rules = game.rules(&Selection::default()).expect("it has rules");
        let engine = Engine::new(Program::lower(&rules).expect("they are implemented"));
        let examples = game.examples();
        assert_eq!(examples.len(), 1, "{words:?}\n{text}");
        for example in examples {
            let (_, rules, example) = example.expect("it has a meaning");
            let report = testing::run(&engine, &rules, &example);
            assert!(report.passed(), "{words:?}: {:?}\n{text}", report.faults);
        }
        play(&engine, &text);
    }
}

/// Some turns: there is something to do for who is due, and no seed is lost.
fn play(engine: &Engine, text: &str) {
    let mut position = engine.start();
    let total = position.total();
    let mut moves = Vec::new();
    for ply in 0..60 {
        match position.due {
            Due::Nothing => break,
            Due::NextRound => engine.next_round(&mut position, &mut ()),
            Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                engine.legal_moves(&position, &mut moves);
                assert!(!moves.is_empty(), "{text}");
                engine.play_legal(&mut position, moves[ply % moves.len()], &mut ());
            }
        }
        assert_eq!(position.total(), total, "{text}");
    }
}

#[test]
fn what_does_not_go_together_is_refused_and_nothing_written() {
    for (options, message) in [
        (&["--rows=3"][..], "--from abalalae"),
        (&["--rows=5"], "a number from 2 to 4"),
        (&["--rows=4", "--holes=64"], "at most 128 holes"),
        (&["--rows=4", "--stores"], "leave `--stores` out"),
        (&["--bonus"], "add `--stores`"),
        (&["--remaining=opponent", "--end=empty"], "`--end stuck`"),
        (&["--match=refill", "--remaining=nobody"], "choose another `--remaining`"),
        (&["--capture=facing", "--numbers=4"], "add `--capture numbers`"),
        (&["--numbers=3,2"], "the smaller first"),
        (&["--numbers=many"], "no list of numbers"),
        (&["--source=a \"b\""], "cannot hold quotes"),
        (&["--seeds=0"], "a number from 1 to 65535"),
        (&["--from=kalah", "--rows=2"], "cannot be used with"),
    ] {
        let folder = Folder::new();
        let answer = folder.run(&[&["new", "my-game"], options].concat());
        assert_eq!(answer.code, 2, "{options:?}");
        assert!(answer.err.contains(message), "{options:?}: {}", answer.err);
        assert!(!folder.0.join("my-game.mancala").exists(), "{options:?}");
    }
}

#[test]
fn who_says_so_stands_in_the_file() {
    let folder = Folder::new();
    let options = ["--region=Harar", "--people=Harari", "--source=told by A. B., Harar 2026"];
    let made = folder.run(&[&["new", "my-game"][..], &options].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let text = folder.read("my-game.mancala");
    for line in ["region \"Harar\"", "people \"Harari\"", "source \"told by A. B., Harar 2026\""] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}
