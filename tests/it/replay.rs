//! Recordings worked out by hand: what agrees, what differs and where, what cannot be read.

use crate::program::{Answer, Scratch, run};
use serde_json::{Value, json};

/// Three moves of Oware: South's c, North's f, South's c. Rows from the bottom, from left to right
/// as South sees them.
fn oware() -> Vec<Value> {
    vec![
        json!({ "game": "Oware", "recorded_by": "a person", "rows": 2, "columns": 6, "seeds": 48 }),
        json!({ "start": 1, "board": [[4, 4, 4, 4, 4, 4], [4, 4, 4, 4, 4, 4]], "captured": [0, 0], "to_move": "South" }),
        json!({ "ply": 1, "player": "South", "from": [0, 2], "sown": "ccw",
            "legal": [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]],
            "board": [[4, 4, 0, 5, 5, 5], [4, 4, 4, 4, 4, 5]], "captured": [0, 0], "to_move": "North" }),
        json!({ "ply": 2, "player": "North", "from": [1, 0], "sown": "ccw",
            "legal": [[1, 0], [1, 1], [1, 2], [1, 3], [1, 4], [1, 5]],
            "board": [[5, 5, 1, 6, 5, 5], [0, 4, 4, 4, 4, 5]], "captured": [0, 0], "to_move": "South" }),
        json!({ "ply": 3, "player": "South", "from": [0, 2], "sown": "ccw",
            "legal": [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]],
            "board": [[5, 5, 0, 7, 5, 5], [0, 4, 4, 4, 4, 5]], "captured": [0, 0], "to_move": "North" }),
    ]
}

/// A capture of five: the last seed makes three, the one before two.
fn capture() -> Vec<Value> {
    vec![
        json!({ "game": "Oware", "recorded_by": "a person" }),
        json!({ "start": 7, "board": [[0, 0, 0, 0, 0, 2], [0, 0, 0, 4, 2, 1]], "captured": [3, 4], "to_move": "South" }),
        json!({ "ply": 1, "player": "South", "from": [0, 5], "legal": [[0, 5]],
            "board": [[0, 0, 0, 0, 0, 0], [0, 0, 0, 4, 0, 0]], "captured": [8, 4], "to_move": "North" }),
    ]
}

/// One hole a row, one seed each: South's move empties his row, North keeps his seed.
fn tiny(recorder: &str, last: Value) -> Vec<Value> {
    vec![
        json!({ "game": "Kalah", "recorded_by": recorder }),
        json!({ "start": 1, "board": [[1], [1]], "captured": [0, 0], "to_move": "South" }),
        last,
    ]
}

fn replay_text(game: &str, text: &str) -> Answer {
    let file = Scratch::with("jsonl", text);
    run(&["replay", game, file.argument(), "--format", "json"])
}

fn replay(game: &str, lines: &[Value]) -> Answer {
    replay_text(game, &lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

fn agrees(game: &str, lines: &[Value], plies: u64) {
    let answer = replay(game, lines);
    let json = answer.json();
    assert_eq!(json["first_difference"], Value::Null);
    assert_eq!((answer.code, &json["agrees"], &json["plies"]), (0, &true.into(), &plies.into()));
}

/// The recording differs in that line and ply, by what the needle says.
fn differs(game: &str, lines: &[Value], (line, ply): (u64, u64), needle: &str) {
    let answer = replay(game, lines);
    let json = answer.json();
    let difference = &json["first_difference"];
    assert_eq!((answer.code, &json["agrees"]), (1, &false.into()), "{needle}");
    assert_eq!((&difference["line"], &difference["ply"]), (&line.into(), &ply.into()), "{difference}");
    let what = difference["what"].as_str().expect("a text");
    assert!(what.contains(needle), "{what}");
}

fn unreadable(game: &str, text: &str, needle: &str) {
    let answer = replay_text(game, text);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{needle}");
    assert!(answer.err.contains(needle), "{}", answer.err);
}

#[test]
fn recordings_that_follow_the_rules_agree() {
    agrees("oware", &oware(), 3);
    agrees("oware", &capture(), 1);
    let all: Vec<Value> = oware().into_iter().chain(capture()).collect();
    agrees("oware", &all, 4);
}

#[test]
fn several_recordings_are_compared_and_the_first_difference_is_shown() {
    let write = |lines: &[Value]| {
        Scratch::with("jsonl", &lines.iter().map(|line| format!("{line}\n")).collect::<String>())
    };
    let mut wrong = capture();
    wrong[2]["captured"] = json!([7, 4]);
    let (good, wrong) = (write(&oware()), write(&wrong));
    let arguments = ["replay", "oware", good.argument(), wrong.argument(), good.argument()];
    let answer = run(&[&arguments[..], &["--format", "json"]].concat());
    let json = answer.json();
    // The two that agree, three plies each.
    assert_eq!((answer.code, &json["plies"]), (1, &6.into()));
    assert_eq!(json["first_difference"]["file"], wrong.argument());
    assert_eq!(json["first_difference"]["game"], 7);
}

#[test]
fn each_part_of_a_move_is_compared() {
    let with = |field: &str, value: Value| {
        let mut lines = oware();
        lines[3][field] = value;
        lines
    };
    let at = (4, 2);
    differs("oware", &with("board", json!([[5, 5, 1, 6, 5, 4], [1, 4, 4, 4, 4, 5]])), at, "boards differ");
    differs("oware", &with("captured", json!([1, 0])), at, "captured seeds differ: recorded South 1");
    differs(
        "oware",
        &with("to_move", json!("North")),
        at,
        "next is North in the recording, South by the rules",
    );
    differs("oware", &with("player", json!("South")), at, "South moves, by the rules North is to move");
    differs("oware", &with("legal", json!([[1, 0], [1, 1]])), at, "the legal moves are others");
    differs("oware", &with("from", Value::Null), at, "not legal");
    differs("oware", &with("from", json!([0, 3])), at, "not legal");
    differs("oware", &with("from", json!([1, 0, "cw"])), at, "not legal");
    agrees("oware", &with("from", json!([1, 0, "ccw"])), 3);
}

#[test]
fn a_move_that_the_game_does_not_have_is_a_difference() {
    for from in
        [json!({ "hand": 1 }), json!([[1, 0], [1, 1]]), json!([1, 0, "up"]), json!([7, 9]), json!("f")]
    {
        let mut lines = oware();
        lines[3]["from"] = from;
        differs("oware", &lines, (4, 2), "a move of another kind");
    }
}

#[test]
fn lines_and_fields_that_are_not_known_are_passed_by() {
    let mut lines = oware();
    lines[3]["weather"] = json!("rain");
    lines.insert(3, json!({ "comment": "a long thought" }));
    agrees("oware", &lines, 3);
}

#[test]
fn a_recording_that_stops_early_is_no_difference() {
    let mut lines = oware();
    lines.push(json!({ "end": "South", "reason": "more than half of the seeds", "plies": 3 }));
    let answer = replay("oware", &lines);
    assert_eq!((answer.code, &answer.json()["stopped_early"]), (0, &1.into()));
    let file = Scratch::with("jsonl", &lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    let answer = run(&["replay", "oware", file.argument()]);
    assert!(answer.out.contains("the rules go on"), "{}", answer.out);
}

#[test]
fn a_recording_that_goes_on_after_the_round_differs() {
    let ply = |number: u64, player: &str, from: Value| json!({ "ply": number, "player": player, "from": from, "board": [[0], [0]], "captured": [1, 1], "to_move": "North" });
    let mut lines = tiny("a person", ply(1, "South", json!([0, 0])));
    lines.push(ply(2, "North", json!([1, 0])));
    differs("kalah,holes=1,seeds=1", &lines, (4, 2), "the round is over, the recording goes on");
}

#[test]
fn a_round_that_begins_too_early_differs() {
    let mut lines = oware();
    lines.insert(
        3,
        json!({ "round": 2, "board": [[4, 4, 4, 4, 4, 4], [4, 4, 4, 4, 4, 4]], "captured": [0, 0] }),
    );
    differs("oware", &lines, (4, 1), "a new round begins in the recording");
}

#[test]
fn the_board_before_the_end_and_after_it_are_compared() {
    let game = "kalah,holes=1,seeds=1";
    let last = json!({ "ply": 1, "player": "South", "from": [0, 0], "legal": [[0, 0]],
        "board_before_end": [[0], [1]], "captured_before_end": [1, 0],
        "board": [[0], [0]], "captured": [1, 1], "to_move": "North" });
    agrees(game, &tiny("a person", last.clone()), 1);
    for (field, value, needle) in [
        ("board_before_end", json!([[1], [0]]), "boards differ"),
        ("captured_before_end", json!([0, 1]), "captured seeds differ"),
        ("board", json!([[0], [1]]), "boards differ"),
        ("captured", json!([2, 0]), "captured seeds differ"),
    ] {
        let mut wrong = last.clone();
        wrong[field] = value;
        differs(game, &tiny("a person", wrong), (3, 1), needle);
    }
}

#[test]
fn how_ludii_deals_out_and_what_follows_is_no_evidence() {
    let game = "kalah,holes=1,seeds=1";
    let last = json!({ "ply": 1, "player": "South", "from": [0, 0], "legal": [[0, 0]],
        "board": [[0], [1]], "captured": [1, 0], "to_move": "North" });
    let mut lines = tiny("Ludii 1.3.13", last.clone());
    lines.push(json!({ "ply": 2, "player": "North", "from": null, "legal": [], "board": [[0], [1]],
        "captured": [1, 0], "to_move": "South" }));
    lines.push(json!({ "round_over": true }));
    agrees(game, &lines, 1);
    let mut wrong = last;
    wrong["board"] = json!([[1], [1]]);
    differs(game, &tiny("Ludii 1.3.13", wrong), (3, 1), "boards differ");
}

#[test]
fn recordings_begin_with_either_player() {
    let lines = [
        json!({ "start": 1, "board": [[4, 4, 4, 4, 4, 4], [4, 4, 4, 4, 4, 4]], "captured": [0, 0], "to_move": "North" }),
        json!({ "ply": 1, "player": "North", "from": [1, 3], "board": [[5, 4, 4, 4, 4, 4], [5, 5, 5, 0, 4, 4]],
            "captured": [0, 0], "to_move": "South" }),
    ];
    agrees("oware", &lines, 1);
}

#[test]
fn a_difference_is_shown_with_both_boards_and_the_clauses() {
    let mut lines = capture();
    lines[2]["board"] = json!([[0, 0, 0, 0, 0, 0], [0, 0, 0, 4, 3, 0]]);
    let file = Scratch::with("jsonl", &lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    let answer = run(&["replay", "oware", file.argument()]);
    assert_eq!(answer.code, 1);
    for needle in [
        &format!("{}:3: game 7, ply 1: the boards differ", file.argument()),
        "South plays South's f",
        "South captures 3 from North's b",
        "in the opponent's row and makes 2 or 3",
        "recorded",
        "by the rules",
        "(3)",
        "(0)",
    ] {
        assert!(answer.out.contains(needle), "{needle}: {}", answer.out);
    }
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    let line = |value: &Value| format!("{value}\n");
    let good: Vec<String> = oware().iter().map(line).collect();
    unreadable("oware", "", "there is no game in this recording");
    unreadable("oware", "\n \n", "there is no game in this recording");
    unreadable("oware", &good[0], "there is no game in this recording");
    unreadable("oware", &format!("{}{}{{\"ply\":\n", good[0], good[1]), ":3: this line cannot be read");
    unreadable("oware", &format!("{}[1, 2\n", good[0]), ":2: this line cannot be read");
    let mut lines = oware();
    lines[2]["player"] = json!("East");
    unreadable("oware", &lines.iter().map(line).collect::<String>(), ":3: this line cannot be read");
    unreadable("oware,", &good.concat(), "is no option");
    unreadable("sadeqa-iii", &good.concat(), ":2: the recorded board is not the board of this game");
    let answer = run(&["replay", "oware", "no/such/file.jsonl"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("no/such/file.jsonl"), "{}", answer.err);
}

#[test]
fn how_a_game_ends_is_compared() {
    let last =
        json!({ "ply": 1, "player": "South", "from": [0, 0], "board": [[0], [0]], "captured": [1, 1] });
    let mut lines = tiny("a person", last);
    lines.push(json!({ "end": "draw", "reason": "", "plies": 1 }));
    agrees("kalah,holes=1,seeds=1", &lines, 1);
    lines[3]["end"] = json!("South");
    let answer = replay("kalah,holes=1,seeds=1", &lines);
    assert_eq!(answer.code, 1, "{}", answer.out);
}

#[test]
fn a_recording_that_is_cut_off_is_counted() {
    let stopped = |lines: &[Value]| replay("oware", lines).json()["stopped_early"].clone();
    assert_eq!(stopped(&oware()), 1, "by the end of the file");
    let mut lines = oware();
    lines.push(json!({ "end": null, "reason": "cut", "plies": 3 }));
    assert_eq!(stopped(&lines), 1, "with nobody named as winner");
}

#[test]
fn legal_moves_of_another_kind_are_a_difference() {
    let mut lines = oware();
    lines[3]["legal"].as_array_mut().expect("a list").push(json!({ "hand": [0, 1] }));
    let answer = replay("oware", &lines);
    assert_eq!(answer.code, 1, "{}", answer.out);
}

#[test]
fn moves_without_a_start_cannot_be_read() {
    let mut lines: Vec<Value> = oware();
    lines.remove(1);
    lines.extend(capture());
    let answer = replay("oware", &lines);
    assert_eq!(answer.code, 2, "{}", answer.out);
}

#[test]
fn a_round_after_the_match_is_told_as_such() {
    let last =
        json!({ "ply": 1, "player": "South", "from": [0, 0], "board": [[0], [0]], "captured": [1, 1] });
    let mut lines = tiny("a person", last);
    lines.push(json!({ "round": 2, "board": [[1], [1]], "captured": [0, 0], "to_move": "South" }));
    let json = replay("kalah,holes=1,seeds=1", &lines).json();
    let what = json["first_difference"]["what"].as_str().expect("a difference").to_string();
    assert!(!what.contains("this one goes on"), "{what}");
}
