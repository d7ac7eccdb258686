//! `play` and `trace`, run as a program.

use crate::common::playable;
use crate::program::{Answer, Scratch, run, run_with};

/// A person at South's side, North at random.
fn person(game: &str, input: &str) -> Answer {
    let answer =
        run_with(&["play", game, "--south", "human", "--north", "random", "--seed", "1"], input.as_bytes());
    assert_eq!(answer.code, 0, "{}", answer.err);
    answer
}

fn contains(answer: &Answer, needle: &str) {
    assert!(answer.out.contains(needle), "`{needle}` is missing:\n{}", answer.out);
}

const OWARE: &str = "  North   captured 0
    f  e  d  c  b  a
  [ 4  4  4  4  4  4 ]
  [ 4  4  4  4  4  4 ]
    a  b  c  d  e  f
  South   captured 0  ←
";

#[test]
fn the_board_is_drawn_and_the_end_of_the_input_leaves_the_game() {
    let answer = person("oware", "");
    contains(&answer, OWARE);
    contains(&answer, "South (a b c d e f) >");
    contains(&answer, "seed 1");
    assert_eq!(answer.err, "");
}

#[test]
fn a_letter_plays_a_hole_and_the_computer_answers() {
    for typed in ["c\n", "C\n", "  c  \n", "\nc\n", "c"] {
        let answer = person("oware", typed);
        contains(&answer, "South plays c");
        contains(&answer, "[ 4  4  4  4  4  5 ]\n  [ 4  4  0  5  5  5 ]");
        contains(&answer, "North plays ");
    }
}

#[test]
fn illegal_input_says_why() {
    contains(&person("oware", "z\n"), "`z` is no move");
    let confused = person("oware", "c c c\n");
    assert!(!confused.out.contains("South plays"), "{}", confused.out);
    let answer = run_with(
        &["play", "oware", "--south", "human", "--position", "0 0 0 0 0 0 / 1 0 0 0 0 1"],
        b"a\nb\nquit\n",
    );
    assert_eq!(answer.code, 0);
    contains(&answer, "a may not be played");
    contains(&answer, "must give seeds to an opponent who has none");
    contains(&answer, "b may not be played");
    assert!(!answer.out.contains("South plays"), "{}", answer.out);
}

#[test]
fn words_of_help() {
    let answer = person("oware", "help\n?\nrules\nboard\nhint\nundo\nquit\nc\n");
    for needle in ["takes your last move back", "Sowing", "A short search plays", "nothing to take back"] {
        contains(&answer, needle);
    }
    assert!(!answer.out.contains("South plays"), "after quit nothing is read");
}

#[test]
fn a_move_can_be_taken_back() {
    let answer = person("oware", "c\nundo\nquit\n");
    let (before, after) = answer.out.split_once("North plays").expect("North has answered");
    assert_eq!((before.matches(OWARE).count(), after.matches(OWARE).count()), (1, 1), "{}", answer.out);
}

#[test]
fn a_bonus_move_is_asked_for_at_once() {
    let answer = person("kalah", "c\n");
    contains(&answer, "South plays c");
    contains(&answer, "South (a b d e f) >");
    assert!(!answer.out.contains("North plays"), "{}", answer.out);
}

#[test]
fn openings_and_races_are_played_by_themselves() {
    contains(&person("abalalae", ""), "Both race.");
    contains(&person("lamosh", ""), "plays opening 1");
}

#[test]
fn without_a_terminal_a_computer_game_is_shown() {
    let arguments = ["play", "kalah", "--seed", "4"];
    let answer = run(&arguments);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    contains(&answer, "South: greedy, North: random (seed 4)");
    assert!(answer.out.contains("wins the round") || answer.out.contains("a draw"), "{}", answer.out);
    assert_eq!(answer.out, run(&arguments).out, "the seed decides everything");
    assert_ne!(answer.out, run(&["play", "kalah", "--seed", "5"]).out);
}

#[test]
fn one_round_of_a_match_is_shown_unless_more_are_asked_for() {
    let rounds = |arguments: &[&str]| {
        let answer = run(&[&["play", "rio-kadalis", "--seed", "2"], arguments].concat());
        assert_eq!(answer.code, 0);
        answer.out.matches("the round: South").count() + answer.out.matches("is a draw: South").count()
    };
    assert_eq!(rounds(&[]), 1);
    assert_eq!(rounds(&["--rounds", "3"]), 3);
}

#[test]
fn what_was_recorded_replays() {
    for name in playable() {
        for (seed, rounds) in [("1", "4"), ("2", "1")] {
            let file = Scratch::named("jsonl");
            let played =
                run(&["play", name, "--seed", seed, "--rounds", rounds, "--record", file.argument()]);
            assert_eq!(played.code, 0, "{name}: {}", played.err);
            let moves = file.text().lines().filter(|line| line.contains("\"ply\"")).count();
            let answer = run(&["replay", name, file.argument(), "--format", "json"]);
            assert_eq!(answer.code, 0, "{name}, seed {seed}: {}", answer.out);
            assert_eq!(answer.json()["plies"], moves, "{name}, seed {seed}");
        }
    }
}

#[test]
fn what_cannot_be_played_is_told() {
    let told = |arguments: &[&str], needle: &str| {
        let answer = run(&[&["play"], arguments].concat());
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}");
        assert!(answer.err.contains(needle), "{arguments:?}: {}", answer.err);
    };
    told(&["owrae"], "did you mean `oware`");
    told(&["oware", "--south", "ab:0"], "`ab:0` is no player");
    told(&["oware", "--north", "dog"], "`dog` is no player");
    told(&["oware", "--position", "1 2 3"], "1 rows, the board has 2");
}

#[test]
fn a_trace_shows_laps_captures_and_the_lines_behind_them() {
    let position = "0 0 0 4 2 1 / 0 0 0 0 0 2";
    let answer = run(&["trace", "oware", "--position", position, "--moves", "f"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    for needle in [
        "1. South plays f",
        "lifts 2 from South's f",
        "sows North's a, North's b",
        "South captures 3 from North's b",
        "South captures 2 from North's a",
        "oware.mancala:",
        "in the opponent's row and makes 2 or 3 => mover captures the seeds of this hole",
        "[ 0  0  0  4  0  0 ]",
        "South   captured 5",
    ] {
        contains(&answer, needle);
    }
    // The line that is named is the line of the file.
    let (_, _, text) = gabata::shipped::games().find(|(name, _, _)| *name == "oware").expect("it is shipped");
    let line = text.lines().position(|line| line.contains("makes 2 or 3 => mover")).expect("the line") + 1;
    contains(&answer, &format!("oware.mancala:{line}: in the opponent's row"));
}

#[test]
fn a_trace_shows_every_lap_of_a_relay() {
    let answer = run(&["trace", "rio-kadalis", "--moves", "c"]);
    assert_eq!(answer.code, 0);
    // By hand: 4 from c end in North's a, 5 from there in his f, 5 in South's e, 6 in North's e,
    // 6 in South's e, which is empty.
    for needle in [
        "lifts 4 from South's c",
        "lifts 5 from North's a and sows on",
        "lifts 5 from North's f and sows on",
        "lifts 6 from South's e and sows on",
        "lifts 6 from North's e and sows on",
        "[ 1  0  6  6  6  1 ]\n  [ 6  6  2  7  1  6 ]",
    ] {
        contains(&answer, needle);
    }
    assert_eq!(answer.out.matches("and sows on").count(), 4);
}

#[test]
fn a_trace_for_programs() {
    let answer = run(&["trace", "oware", "--moves", "c f c", "--format", "json"]);
    assert_eq!(answer.code, 0);
    let json = answer.json();
    assert_eq!((&json["format_version"], &json["game"]), (&1.into(), &"oware".into()));
    let turns = json["turns"].as_array().expect("a list");
    let played: Vec<_> = turns.iter().map(|turn| (&turn["player"], &turn["move"])).collect();
    let expected = [("South", "c"), ("North", "f"), ("South", "c")];
    for ((player, played), (seat, hole)) in played.into_iter().zip(expected) {
        assert_eq!((player, played), (&seat.into(), &hole.into()));
    }
    assert_eq!(turns[2]["position"], "0 4 4 4 4 5 / 5 5 0 7 5 5 North to move captured 0 0");
    assert!(turns.iter().all(|turn| turn["events"].is_array() && turn["steps"].is_array()));
}

#[test]
fn a_move_that_cannot_be_traced_is_told() {
    let told = |moves: &str, needles: [&str; 2]| {
        let answer = run(&["trace", "oware", "--moves", moves, "--format", "json"]);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{moves}");
        for needle in needles {
            assert!(answer.err.contains(needle), "{moves}: {}", answer.err);
        }
    };
    told("c x", ["move 2 (`x`)", "North may play a, b, c, d, e, f"]);
    told("c f c f", ["move 4 (`f`)", "North may play a, b, c, d, e"]);
    told("c.up", ["move 1 (`c.up`)", "South may play"]);
}

#[test]
fn a_move_taken_back_leaves_no_gap_in_the_record() {
    let file = Scratch::named("jsonl");
    let arguments = ["play", "oware", "--south", "human", "--seed", "1", "--record", file.argument()];
    assert_eq!(run_with(&arguments, b"c\nundo\nd\nquit\n").code, 0);
    let plies: Vec<u64> = file
        .text()
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["ply"].as_u64())
        .collect();
    assert_eq!(plies, [1, 2]);
}
