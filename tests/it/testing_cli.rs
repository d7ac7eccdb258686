//! The author's loop as a program: `test` with its forms, `review`, and recordings turned into
//! examples.

use crate::author_cli::{Folder, SMALL, run_in};
use serde_json::Value;

/// The small game (2 rows of 3 holes, 2 seeds each) with these lines before its end.
fn small_with(lines: &str) -> String {
    let end = SMALL.rfind('}').expect("it has an end");
    format!("{}{lines}\n}}\n", &SMALL[..end])
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// From the start South's a makes three in b at once? No: the last seed of two falls in c.
const CASES: &str = r#"  example "one seed" {
    position {
      0 0 1
      1 0 1
    }
    cases {
      South plays a => becomes { 0 0 1; 0 1 1 }, North to move
      South plays c => becomes { 0 0 2; 1 0 0 }, North to move
    }
  }
"#;

#[test]
fn each_case_of_a_table_is_a_test_of_its_own() {
    let folder = Folder::new();
    folder.write("small.mancala", small_with(CASES));
    let answer = folder.run(&["test", "-v", "small.mancala"]);
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
    assert!(answer.out.contains("ok    Small: one seed: South plays c\n"), "{}", answer.out);
    assert!(answer.out.ends_with("3 tests, all pass\n"), "{}", answer.out);
    // A wrong case fails alone, at its own line.
    folder.write("small.mancala", small_with(&CASES.replace("0 0 2; 1 0 0", "0 0 2; 1 0 1")));
    let wrong = folder.run(&["test", "small.mancala", "--format", "json"]);
    let wrong = json(&wrong.out);
    assert_eq!((wrong["passed"].as_u64(), wrong["failed"].as_u64()), (Some(2), Some(1)));
    let failed = wrong["tests"].as_array().unwrap().iter().find(|test| test["passed"] == false).unwrap();
    let line = small_with(CASES).lines().position(|line| line.contains("South plays c")).unwrap() + 1;
    assert_eq!(failed["line"], line);
    // The layout of a table stays as it is.
    folder.write("small.mancala", small_with(CASES));
    folder.run(&["fmt", "small.mancala"]);
    let once = folder.read("small.mancala");
    assert!(once.contains("      South plays a => becomes { 0 0 1; 0 1 1 }, North to move\n"), "{once}");
    assert_eq!(folder.run(&["fmt", "--check", "small.mancala"]).code, 0);
    assert_eq!(folder.run(&["test", "small.mancala"]).code, 0);
}

#[test]
fn what_stands_on_the_wrong_side_of_the_arrow_is_told() {
    let folder = Folder::new();
    for (case, message) in [
        ("South plays a, North to move, South captures 3 => bonus move", "`South captures 3` is a result"),
        ("South plays a => South plays b", "`South plays b` is no result"),
        ("South plays a => set option holes 5", "one example has one reading"),
    ] {
        folder.write(
            "small.mancala",
            small_with(&format!("  example \"x\" {{\n    cases {{\n      {case}\n    }}\n  }}")),
        );
        let answer = folder.run(&["check", "--format", "short", "small.mancala"]);
        assert_eq!(answer.code, 1, "{case}");
        assert!(answer.out.contains(message), "{case}: {}", answer.out);
    }
}

#[test]
fn an_example_that_is_still_to_do_does_not_fail() {
    let folder = Folder::new();
    let todo = "  todo example \"not yet\" {\n    South plays a\n    South to move\n  }";
    folder.write("small.mancala", small_with(todo));
    let answer = folder.run(&["test", "small.mancala"]);
    assert_eq!(answer.code, 0);
    assert_eq!(answer.out, "todo  Small: not yet\n2 tests, all pass, 1 still to do\n");
    assert!(
        folder.run(&["test", "-v", "small.mancala"]).out.contains("expected South to move: North is to move")
    );
    // Once it holds the word can go.
    folder.write(
        "small.mancala",
        small_with(&todo.replace("South to move", "South captures 3\n    North to move")),
    );
    let done = folder.run(&["test", "small.mancala"]);
    assert_eq!(done.code, 0);
    assert!(done.out.contains("it holds now: take the word `todo` away"), "{}", done.out);
}

#[test]
fn examples_may_have_a_file_of_their_own() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    let examples = |to_move: &str| {
        format!(
            "examples of \"Small\" {{\n  example \"from b\" {{\n    South plays b\n    South captures 3\n    {to_move} to move\n  }}\n}}\n"
        )
    };
    folder.write("small.test.mancala", examples("North"));
    for paths in [&["test", "."][..], &["test", "small.mancala"]] {
        let answer = folder.run(paths);
        assert_eq!((answer.code, answer.out.as_str()), (0, "2 tests, all pass\n"), "{paths:?}");
    }
    let alone = folder.run(&["test", "small.test.mancala"]);
    assert_eq!((alone.code, alone.out.as_str()), (0, "1 test, all pass\n"));
    folder.write("small.test.mancala", examples("South"));
    let wrong = folder.run(&["test", "."]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.out.contains("small.test.mancala:2"), "{}", wrong.out);
    // A game that is not there, and rules in the wrong file.
    folder.write("small.test.mancala", examples("North").replace("\"Small\"", "\"Smal\""));
    let unknown = folder.run(&["check", "small.test.mancala"]);
    assert_eq!(unknown.code, 1);
    assert!(
        unknown.out.contains("there is no game `Smal`") && unknown.out.contains("Small"),
        "{}",
        unknown.out
    );
    folder.write("small.test.mancala", "examples of \"Small\" {\n  win most seeds\n}\n");
    let rules = folder.run(&["check", "small.test.mancala"]);
    assert!(rules.out.contains("`win most seeds` is no example"), "{}", rules.out);
}

#[test]
fn a_failure_shows_which_part_of_a_condition_decided() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL.replace("South captures 3", "South captures 2"));
    let answer = folder.run(&["test", "small.mancala"]);
    assert_eq!(answer.code, 1);
    for part in [
        "South captured 3, expected 2",
        "line  11 fits  it makes three: yes (South's c holds 3)",
        "small.mancala:11: makes 3 => mover captures the seeds of this hole, turn ends",
    ] {
        assert!(answer.out.contains(part), "{part} in\n{}", answer.out);
    }
}

#[test]
fn build_servers_get_junit_xml() {
    let folder = Folder::new();
    let todo = "  todo example \"not <yet>\" {\n    South plays a\n    South to move\n  }";
    folder.write("small.mancala", small_with(todo).replace("South captures 3", "South captures 2"));
    let answer = folder.run(&["test", "small.mancala", "--format", "junit"]);
    assert_eq!(answer.code, 1);
    for part in [
        "<testsuites name=\"gabata\" tests=\"2\" failures=\"1\">",
        "<testsuite name=\"small.mancala\" tests=\"2\" failures=\"1\" skipped=\"1\">",
        "<testcase classname=\"Small\" name=\"not &lt;yet&gt;\" file=\"small.mancala\"",
        "<failure message=\"South captured 3, expected 2\">",
        "<skipped message=\"todo\"/>",
    ] {
        assert!(answer.out.contains(part), "{part} in\n{}", answer.out);
    }
}

#[test]
fn no_test_at_all_can_be_a_failure() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    assert_eq!(folder.run(&["test", "small.mancala", "--run", "nothing"]).code, 0);
    let answer = folder.run(&["test", "small.mancala", "--run", "nothing", "--fail-on-empty"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("there is no test of that name"), "{}", answer.err);
}

#[test]
fn a_snapshot_is_written_compared_and_reviewed() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    let accepted = folder.run(&["test", "--accept", "small.mancala"]);
    assert_eq!(accepted.code, 0, "{}{}", accepted.out, accepted.err);
    let snapshot = folder.read("small.snap");
    for part in
        ["Each hole holds two seeds", "== A random game", "== Move sequences by depth", "== Rules as data"]
    {
        assert!(snapshot.contains(part), "{part} in\n{snapshot}");
    }
    assert_eq!(folder.run(&["test", "small.mancala"]).code, 0);
    assert_eq!(run_in(&folder.0, &["review"], "").out, "nothing has changed\n");
    // A changed rule shows in the snapshot, also where no example looks.
    folder.write(
        "small.mancala",
        SMALL.replace("remaining seeds to the row owner", "remaining seeds to nobody"),
    );
    let changed = folder.run(&["test", "small.mancala"]);
    assert_eq!(changed.code, 1);
    assert!(
        changed.out.contains("FAIL  Small: snapshot") && changed.out.contains("gabata review"),
        "{}",
        changed.out
    );
    let rejected = run_in(&folder.0, &["review"], "r\n");
    assert_eq!((rejected.code, folder.read("small.snap")), (1, snapshot.clone()), "{}", rejected.out);
    assert!(rejected.out.contains("1 change: 0 accepted, 1 rejected, 0 skipped"), "{}", rejected.out);
    let left = run_in(&folder.0, &["review"], "what?\n");
    assert_eq!((left.code, folder.read("small.snap")), (1, snapshot));
    let accepted = run_in(&folder.0, &["review"], "a\n");
    assert_eq!(accepted.code, 0, "{}", accepted.out);
    assert_eq!(folder.run(&["test", "small.mancala"]).code, 0);
}

#[test]
fn coverage_counts_conditions_both_ways_and_other_means() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    // One example, whose last seed makes three: the line below is never asked.
    let answer = folder.run(&["test", "small.mancala", "--coverage", "--format", "json"]);
    let covered = json(&answer.out);
    let line = |covered: &Value, words: &str| -> Value {
        let lines = covered["lines"].as_array().expect("there are lines");
        lines
            .iter()
            .find(|line| line["clause"].as_str().unwrap().starts_with(words))
            .expect("it is there")
            .clone()
    };
    let makes = line(&covered, "makes 3");
    assert_eq!(makes["times"]["examples"], 1);
    assert_eq!(
        (&makes["conditions"][0]["yes"]["examples"], &makes["conditions"][0]["no"]["examples"]),
        (&1.into(), &0.into())
    );
    assert_eq!(line(&covered, "otherwise")["times"]["examples"], 0);
    let untried = covered["untried"].as_array().unwrap();
    assert!(untried.iter().any(|line| line["clause"] == "otherwise => turn ends"), "{untried:?}");
    let text = folder.run(&["test", "small.mancala", "--coverage"]).out;
    assert!(text.contains("small.mancala:11  it makes three: always yes"), "{text}");
    // Random games and recordings try out what examples do not.
    folder.run(&["replay", "small.mancala", "--moves", "b", "--export", "game.jsonl"]);
    let answer = folder.run(&[
        "test",
        "small.mancala",
        "--coverage",
        "--random",
        "5",
        "--replays",
        "game.jsonl",
        "--format",
        "json",
    ]);
    let covered = json(&answer.out);
    let otherwise = line(&covered, "otherwise");
    assert_eq!(otherwise["times"]["examples"], 0);
    assert!(otherwise["times"]["random"].as_u64() > Some(3), "{otherwise}");
    assert_eq!(line(&covered, "last seed")["times"]["replays"], 1);
    let lines = folder.run(&["test", "small.mancala", "--coverage", "--lines"]).out;
    assert!(lines.contains("    11         1        0        0  makes 3 => mover captures"), "{lines}");
}

#[test]
fn suggested_examples_fire_what_they_say_and_hold() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    let answer = folder.run(&["test", "small.mancala", "--coverage", "--suggest"]);
    let (_, suggested) = answer.out.split_once("suggested; ").expect("there is a heading");
    assert!(suggested.contains("# line 12: otherwise => turn ends"), "{suggested}");
    let blocks: String = suggested
        .lines()
        .skip(1)
        .filter(|line| line.starts_with("  "))
        .map(|line| format!("{line}\n"))
        .collect();
    let number = blocks.matches("example \"\"").count();
    assert!(number >= 1, "{suggested}");
    let end = SMALL.trim_end().strip_suffix('}').expect("the game is closed");
    folder.write("more.mancala", format!("{end}{}}}\n", blocks.replace("\"\"", "\"suggested\"")));
    let more = folder.run(&["test", "more.mancala", "--coverage"]);
    assert_eq!(more.code, 0, "{}", more.out);
    assert!(!more.out.contains("otherwise => turn ends\n"), "{}", more.out);
    // The same seed, the same examples.
    assert_eq!(folder.run(&["test", "small.mancala", "--coverage", "--suggest"]).out, answer.out);
}

#[test]
fn typed_moves_become_a_recording_and_a_recording_an_example() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    let answer = folder.run(&["replay", "small.mancala", "--moves", "b b", "--export", "game.jsonl"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, "recorded in game.jsonl\n"), "{}", answer.out);
    let again = folder.run(&["replay", "small.mancala", "game.jsonl", "--format", "json"]);
    assert_eq!((again.code, &json(&again.out)["plies"]), (0, &2.into()));
    // The last seed of South's b makes three in North's a, which South captures: it is empty then.
    let illegal = folder.run(&["replay", "small.mancala", "--moves", "b a"]);
    assert_eq!(illegal.code, 1, "{}", illegal.out);
    assert!(illegal.out.contains("`a` may not be played: it is empty"), "{}", illegal.out);
    // A file of typed moves, with numbers and remarks.
    folder.write("game.moves", "1. b b  # the beginning\n");
    assert_eq!(folder.run(&["replay", "small.mancala", "."]).code, 0);
    let example = folder.run(&["replay", "small.mancala", "game.jsonl", "--example=1"]);
    assert_eq!(
        example.out,
        "example \"game 1, ply 1\" {\n  South plays b\n  becomes {\n    2 2 0\n    2 0 3\n  }\n  South captures 3\n  North to move\n}\n"
    );
    folder.write("small.mancala", small_with(&example.out));
    assert_eq!(folder.run(&["test", "small.mancala"]).out, "2 tests, all pass\n");
    // What was recorded is expected, also where the rules do something else.
    let recorded = folder.read("game.jsonl").replace("\"captured\":[3,0]", "\"captured\":[2,0]");
    folder.write("other.jsonl", recorded);
    let other = folder.run(&["replay", "small.mancala", "other.jsonl", "--example=1"]);
    assert!(other.out.starts_with("# By the rules this does not hold:"), "{}", other.out);
    assert!(other.out.contains("  South captures 2\n"), "{}", other.out);
    let missing = folder.run(&["replay", "small.mancala", "game.jsonl", "--example=9"]);
    assert_eq!(missing.code, 2);
}

#[test]
fn folders_of_recordings_show_every_first_difference() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    folder.run(&["replay", "small.mancala", "--moves", "b", "--export", "good.jsonl"]);
    std::fs::create_dir(folder.0.join("games")).expect("a folder can be made");
    let good = folder.read("good.jsonl");
    folder.write("games/good.jsonl", &good);
    folder.write("games/one.jsonl", good.replace("\"captured\":[3,0]", "\"captured\":[2,0]"));
    folder.write(
        "games/two.jsonl",
        good.replace("\"ply\":1,\"player\":\"South\"", "\"ply\":1,\"player\":\"North\""),
    );
    let answer = folder.run(&["replay", "small.mancala", "games", "--format", "json"]);
    assert_eq!(answer.code, 1);
    let differences = json(&answer.out)["differences"].as_array().unwrap().clone();
    let files: Vec<&str> =
        differences.iter().map(|difference| difference["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["games/one.jsonl", "games/two.jsonl"]);
    let human = folder.run(&["replay", "small.mancala", "games"]);
    assert!(human.out.contains("it makes three: yes (North's a holds 3)"), "{}", human.out);
    let empty = folder.run(&["replay", "small.mancala", "no-such-folder"]);
    assert_eq!(empty.code, 2);
}

/// The watcher plays the tests again when a file has changed.
#[test]
fn a_change_is_tested_again_while_watching() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    let mut child = Command::new(env!("CARGO_BIN_EXE_gabata"))
        .args(["test", "--watch", "small.mancala"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    let mut lines = BufReader::new(child.stdout.take().expect("there is an output")).lines();
    let mut wait_for = |text: &str| {
        let found = lines.by_ref().map_while(Result::ok).any(|line| line.contains(text));
        assert!(found, "{text}");
    };
    wait_for("1 test, all pass");
    // Times of files may be as coarse as a second: the length of the text is no help to them.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    folder.write("small.mancala", SMALL.replace("South captures 3", "South captures 2"));
    wait_for("1 test, 1 fail");
    child.kill().expect("it can be stopped");
    child.wait().expect("it ends");
}
