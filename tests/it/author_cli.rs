//! The commands for authors, run as a program: exit codes, forms of output, hostile files.

use crate::common::playable;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own for every test, gone afterwards.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("gabata-author-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), bytes).expect("a file can be written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the file can be read")
    }

    /// Runs the program in this folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        run_in(&self.0, arguments, "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn run_in(folder: &Path, arguments: &[&str], input: &str) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gabata"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().expect("there is an input").write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    let answer = Answer { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) };
    assert!(!answer.err.contains("panicked"), "{}", answer.err);
    answer
}

pub(crate) const SMALL: &str = r#"game "Small" {
  about {
    source "test"
  }

  board 2 rows of 3 holes
  seeds 2 in each hole
  sow counterclockwise

  last seed {
    makes 3   => mover captures the seeds of this hole, turn ends
    otherwise => turn ends
  }

  end when the player to move cannot move
  remaining seeds to the row owner
  win most seeds

  example "the first move" {
    South plays a
    becomes {
      2 2 2
      0 3 0
    }
    South captures 3
    North to move
  }
}
"#;

#[test]
fn a_sound_file_passes_check_fmt_and_test() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    let check = folder.run(&["check", "small.mancala"]);
    assert_eq!((check.code, check.out.as_str()), (0, "1 game: no faults\n"), "{}", check.out);
    let test = folder.run(&["test", "."]);
    assert_eq!((test.code, test.out.as_str()), (0, "1 test, all pass\n"));
    assert_eq!(folder.run(&["check", "small.mancala", "--format", "json"]).out, "[]\n");
}

#[test]
fn formatting_is_canonical_and_keeps_the_meaning() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    assert_eq!(folder.run(&["fmt", "small.mancala"]).code, 0);
    let once = folder.read("small.mancala");
    assert_eq!(folder.run(&["fmt", "--check", "small.mancala"]).code, 0);
    assert_eq!(folder.run(&["test", "small.mancala"]).code, 0);
    folder.write("loose.mancala", SMALL.replace("seeds 2 in each hole", "seeds    2 in each hole"));
    let answer = folder.run(&["fmt", "--check", "loose.mancala"]);
    assert_eq!((answer.code, answer.out.as_str()), (1, "loose.mancala\n"));
    let diff = folder.run(&["fmt", "--diff", "loose.mancala"]);
    assert!(diff.out.contains("-  seeds    2 in each hole\n+  seeds 2 in each hole\n"), "{}", diff.out);
    assert!(folder.read("loose.mancala").contains("seeds    2"), "nothing is written");
    let piped = run_in(&folder.0, &["fmt", "-"], SMALL);
    assert_eq!((piped.code, piped.out), (0, once));
}

#[test]
fn a_file_with_faults_is_never_written() {
    let folder = Folder::new();
    let text = SMALL.replace("sow counter", "sow   cuonter");
    folder.write("bad.mancala", &text);
    assert_eq!(folder.run(&["fmt", "bad.mancala"]).code, 1);
    assert_eq!(folder.read("bad.mancala"), text);
}

#[test]
fn every_fault_is_reported_in_every_form() {
    let folder = Folder::new();
    let text = SMALL
        .replace("board 2", "bord 2")
        .replace("sow counterclockwise", "sow sideways")
        .replace("otherwise => turn ends", "otherwise => turn end")
        .replace("cannot move", "canot move")
        .replace("win most seeds", "win most beans");
    folder.write("five.mancala", text);
    let short = folder.run(&["check", "five.mancala", "--format", "short"]);
    assert_eq!(short.code, 1);
    let lines: Vec<&str> = short.out.lines().collect();
    assert_eq!(lines.len(), 5, "{}", short.out);
    assert!(lines[0].starts_with("five.mancala:6:3: error["), "{}", lines[0]);
    let json = folder.run(&["check", "five.mancala", "--format", "json"]);
    let faults: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    let faults = faults.as_array().expect("it is a list");
    assert_eq!(faults.len(), 5);
    for key in ["file", "line", "column", "severity", "code", "message", "help"] {
        assert!(faults[0].get(key).is_some(), "{key}");
    }
    let github = folder.run(&["check", "five.mancala", "--format", "github"]);
    assert!(github.out.starts_with("::error file=five.mancala,line=6,col=3,title="), "{}", github.out);
    let human = folder.run(&["check", "five.mancala"]);
    assert!(
        human.out.contains("did you mean `board`?") && human.out.contains("1 game: 5 errors"),
        "{}",
        human.out
    );
    assert!(!human.out.contains('\u{1b}'), "no colours in a pipe");
    let colored = folder.run(&["check", "five.mancala", "--color", "always"]);
    assert!(colored.out.contains('\u{1b}'));
}

#[test]
fn hostile_files_are_faults_not_crashes() {
    let folder = Folder::new();
    let nested = format!("game \"Deep\" {}", "{".repeat(100_000));
    let groups = format!("game \"Deep\" {{\nlast seed {{\n{}", "when in an own hole {\n".repeat(20_000));
    folder.write("empty.mancala", "");
    folder.write("binary.mancala", [0u8, 255, 254, 1, 128, 7].repeat(500));
    folder.write("nested.mancala", nested);
    folder.write("groups.mancala", groups);
    folder.write("large.mancala", "a".repeat(3 << 20));
    folder.write("board.mancala", SMALL.replace("of 3 holes", "of 1000000000 holes"));
    folder.write("seeds.mancala", SMALL.replace("seeds 2", "seeds -2"));
    folder.write("number.mancala", SMALL.replace("seeds 2", "seeds 99999999999999999999999"));
    folder.write("quote.mancala", "game \"never closed {\n");
    for (name, part) in [
        ("empty", "no game"),
        ("binary", "text"),
        ("nested", "nested"),
        ("groups", "nested"),
        ("large", "larger"),
        ("board", "1000000000"),
        ("seeds", "-2"),
        ("number", "99999999999999999999999"),
        ("quote", ""),
    ] {
        let file = format!("{name}.mancala");
        let check = folder.run(&["check", &file, "--format", "short"]);
        assert_eq!(check.code, 1, "{name}: {}{}", check.out, check.err);
        assert!(check.out.contains(part) && check.out.lines().count() < 30, "{name}: {}", check.out);
        for command in ["fmt", "test"] {
            let code = folder.run(&[command, &file]).code;
            let formats = command == "fmt" && matches!(name, "board" | "seeds" | "number" | "empty");
            assert!(code == 1 || formats && code == 0, "{command} {name}: {code}");
        }
        assert_ne!(folder.run(&["show", &file]).code, 0, "{name}");
        assert_ne!(folder.run(&["explain", &file]).code, 0, "{name}");
    }
}

#[test]
fn what_is_not_there_cannot_be_answered() {
    let folder = Folder::new();
    for arguments in [
        &["check", "none.mancala"][..],
        &["test", "none.mancala"],
        &["fmt", "none.mancala"],
        &["check", "."],
        &["show", "no-such-game"],
        &["explain", "no-such-game"],
        &["explain", "--word", "nonsense"],
        &["explain"],
        &["list", "--where", "nonsense"],
        &["test", ".", "--run", "("],
        &["new", "///"],
        &["show", "kalah", "--stage", "program", "--as", "ron"],
    ] {
        let answer = folder.run(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {}{}", answer.out, answer.err);
        assert!(!answer.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_cycle_of_bases_is_named() {
    let folder = Folder::new();
    folder.write("one.mancala", "game \"One\" based on \"Two\" {\n}\n");
    folder.write("two.mancala", "game \"Two\" based on \"One\" {\n}\n");
    let answer = folder.run(&["check", ".", "--format", "short"]);
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains("based on itself"), "{}", answer.out);
}

#[test]
fn a_failing_example_answers_no_and_says_why() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL.replace("0 3 0", "0 3 1"));
    let answer = folder.run(&["test", "small.mancala"]);
    assert_eq!(answer.code, 1);
    for part in [
        "FAIL  Small: the first move",
        "small.mancala:19",
        "came out",
        "lifts 2 from South's a",
        "1 test, 1 fail",
    ] {
        assert!(answer.out.contains(part), "{part} in\n{}", answer.out);
    }
    let json = folder.run(&["test", "small.mancala", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!((&value["failed"], &value["tests"][0]["passed"]), (&1.into(), &false.into()));
    let none = folder.run(&["test", "small.mancala", "--run", "another"]);
    assert_eq!((none.code, none.out.as_str()), (0, "0 tests, all pass\n"));
}

#[test]
fn coverage_lists_what_no_example_tries() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    let answer = folder.run(&["test", "small.mancala", "--coverage"]);
    assert_eq!(answer.code, 0);
    assert!(answer.out.contains("otherwise => turn ends"), "{}", answer.out);
    assert!(!answer.out.contains("makes 3"), "{}", answer.out);
    assert_eq!(folder.run(&["test", "small.mancala", "--coverage", "--threshold", "50"]).code, 0);
    let strict = folder.run(&["test", "small.mancala", "--coverage", "--threshold", "100"]);
    assert_eq!(strict.code, 1);
    assert!(strict.out.contains("less than the 100 %"), "{}", strict.out);
    assert_eq!(folder.run(&["test", "small.mancala", "--coverage", "--threshold", "101"]).code, 2);
}

#[test]
fn tables_of_move_counts_are_written_and_compared() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL);
    assert_eq!(folder.run(&["test", "small.mancala", "--accept"]).code, 0);
    let table = folder.read("small.perft");
    assert!(table.contains("default: 3 "), "{table}");
    assert_eq!(folder.run(&["test", "small.mancala"]).code, 0);
    folder.write("small.perft", "# kept\ndefault: 3 8\n");
    let wrong = folder.run(&["test", "small.mancala"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.out.contains("expected 3 8"), "{}", wrong.out);
    assert_eq!(folder.run(&["test", "small.mancala", "--accept"]).code, 0);
    let mended = folder.read("small.perft");
    assert!(mended.starts_with("# kept\ndefault: 3 ") && mended.lines().count() == 2, "{mended}");
    folder.write("small.perft", "nonsense\n");
    assert_eq!(folder.run(&["test", "small.mancala"]).code, 1);
}

#[test]
fn a_new_file_is_sound_from_the_start() {
    let folder = Folder::new();
    assert_eq!(folder.run(&["new", "My game"]).code, 0);
    let text = folder.read("my-game.mancala");
    assert!(text.contains("game \"My game\""), "{text}");
    let check = folder.run(&["check", "my-game.mancala"]);
    assert_eq!((check.code, check.out.as_str()), (0, "1 game: no faults\n"), "{}", check.out);
    assert_eq!(folder.run(&["test", "my-game.mancala"]).out, "1 test, all pass\n");
    assert_eq!(folder.run(&["fmt", "--check", "my-game.mancala"]).code, 0);
    assert_eq!(folder.run(&["new", "my-game"]).code, 2, "nothing is overwritten");
    assert_eq!(folder.read("my-game.mancala"), text);
}

#[test]
fn a_variant_of_every_shipped_game_is_sound_from_the_start() {
    let folder = Folder::new();
    for name in playable() {
        let file = format!("my-{name}.mancala");
        assert_eq!(folder.run(&["new", &format!("my {name}"), "--from", name]).code, 0, "{name}");
        let check = folder.run(&["check", &file]);
        assert_eq!(check.code, 0, "{name}: {}", check.out);
        let test = folder.run(&["test", &file]);
        assert_eq!(test.code, 0, "{name}: {}", test.out);
    }
}

#[test]
fn lists_and_filters() {
    let folder = Folder::new();
    let json = |arguments: &[&str]| -> serde_json::Value {
        let answer = folder.run(arguments);
        assert_eq!(answer.code, 0, "{}", answer.err);
        serde_json::from_str(&answer.out).expect("it is JSON")
    };
    let all = json(&["list", "--format", "json"]);
    let shipped = gabata::shipped::games().count();
    assert_eq!(all["games"].as_array().map(Vec::len), Some(shipped));
    assert_eq!(all["format_version"], 1);
    let relays = json(&["list", "--format", "json", "--where", "relay and not rows=4"]);
    let games = relays["games"].as_array().expect("a list");
    assert!(!games.is_empty() && games.len() < shipped);
    for game in games {
        assert!(game["traits"].as_array().is_some_and(|traits| traits.contains(&"relay".into())), "{game}");
    }
    assert_eq!(folder.run(&["list", "--format", "csv"]).out.lines().count(), shipped + 1);
    let table = folder.run(&["list", "--format", "markdown"]).out;
    assert_eq!(table.lines().count(), shipped + 2);
    assert_eq!(table, include_str!("../../games/README.md"), "`gabata list --format markdown` writes it");
}

#[test]
fn lists_the_games_of_a_region() {
    let folder = Folder::new();
    let names = |region: &str| -> Vec<String> {
        let list = folder.run(&["list", "--region", region, "--format", "csv"]).out;
        list.lines().skip(1).filter_map(|line| line.split(',').next().map(String::from)).collect()
    };
    let horn = names("horn");
    for name in ["rio-kadalis", "dabuda", "andada", "weg", "kara", "en-dodoi", "intotoi", "gabatta"] {
        assert!(horn.contains(&name.to_string()), "{name}");
    }
    assert!(!horn.contains(&"kalah".to_string()) && !horn.contains(&"oware".to_string()));
    assert_eq!(names("djibouti"), ["dabuda"]);
    let table = folder.run(&["list", "--region", "horn", "--format", "csv"]).out;
    let row = |name: &str| table.lines().find(|line| line.starts_with(name)).map(str::to_string);
    let gabatta = row("gabatta,").expect("its board is known");
    assert!(gabatta.contains("3 × 6,,not known"), "{gabatta}");
    let rio = row("rio-kadalis,").expect("it is shipped");
    assert!(rio.contains("2 × 6,48,\"counterclockwise, relay\""), "{rio}");
    let nowhere = folder.run(&["list", "--region", "atlantis"]);
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.err.contains("`atlantis`"), "{}", nowhere.err);
}

#[test]
fn every_shipped_game_can_be_shown_and_told() {
    let folder = Folder::new();
    for name in playable() {
        let show = folder.run(&["show", name, "--format", "json"]);
        assert_eq!(show.code, 0, "{name}: {}", show.err);
        let value: serde_json::Value = serde_json::from_str(&show.out).expect("it is JSON");
        assert_eq!(value["name"], name);
        for key in ["title", "readings", "options", "board", "seeds"] {
            assert!(value.get(key).is_some(), "{name}: {key}");
        }
        for stage in ["tree", "rules", "program"] {
            let answer = folder.run(&["show", name, "--stage", stage]);
            assert!(answer.code == 0 && !answer.out.is_empty(), "{name} {stage}: {}", answer.err);
        }
        let ron = folder.run(&["show", name, "--stage", "rules", "--as", "ron"]);
        let rules: gabata::rules::Rules =
            ron::from_str(&ron.out).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(Some(rules.title.as_str()), value["title"].as_str());
        assert_eq!(folder.run(&["show", name]).code, 0);
        assert_eq!(folder.run(&["explain", name]).code, 0);
    }
    let word = folder.run(&["explain", "--word", "relay"]);
    assert!(word.code == 0 && word.out.contains("Example"), "{}", word.out);
}

/// Many boards are known from finds without their rules: they can be looked at all the same.
#[test]
fn a_game_of_which_only_the_board_is_known_is_shown() {
    let folder = Folder::new();
    let text = "game \"Found\" {\n  about {\n    source \"test\"\n  }\n  board 3 rows of 4 holes\n  todo \"No rules are known.\"\n}\n";
    folder.write("found.mancala", text);
    let answer = folder.run(&["show", "found.mancala"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    for part in [
        "[ o  o  o  o ]",
        "Only the board",
        "how seeds are sown (`sow …`)",
        "(`each player owns …`)",
        "No rules are known.",
    ] {
        assert!(answer.out.contains(part), "{part} in\n{}", answer.out);
    }
    folder.write(
        "known.mancala",
        text.replace("3 rows", "2 rows").replace("todo", "seeds 5 in each hole\n  todo"),
    );
    let known = folder.run(&["show", "known.mancala"]);
    assert!(known.code == 0 && known.out.contains("[ 5  5  5  5 ]"), "{}{}", known.out, known.err);
    assert!(!known.out.contains("`seeds …`"), "{}", known.out);
    let json = folder.run(&["show", "known.mancala", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!((&value["board_only"], &value["seeds"][0]), (&true.into(), &5.into()));
    // Rules that are not there cannot be shown, and what is wrong on the board is still a fault.
    assert_eq!(folder.run(&["show", "known.mancala", "--stage", "rules"]).code, 2);
    folder.write("huge.mancala", text.replace("3 rows", "99 rows"));
    assert_eq!(folder.run(&["show", "huge.mancala"]).code, 2);
}

/// A name is a name: no path, no hidden file, nothing that a file system cannot hold.
#[test]
fn new_refuses_what_is_no_plain_name() {
    let folder = Folder::new();
    let inside = folder.0.join("inside");
    std::fs::create_dir_all(inside.join("sub")).expect("a folder can be made");
    let long = "x".repeat(300);
    for (name, why) in [
        ("../x", "path"),
        ("sub/x", "path"),
        ("sub\\x", "path"),
        ("/", "path"),
        (".hidden", "hidden"),
        (".mancala", "hidden"),
        ("..", "hidden"),
        ("CON", "device"),
        ("com1.mancala", "device"),
        ("", "no letter"),
        ("   ", "no letter"),
        ("?!", "no letter"),
        (long.as_str(), "more than"),
        ("a\nb", "control"),
    ] {
        let answer = run_in(&inside, &["new", name], "");
        assert_eq!(answer.code, 2, "{name:?}: {}{}", answer.out, answer.err);
        assert!(answer.err.contains(why) && answer.err.contains("help: "), "{name:?}: {}", answer.err);
    }
    for (place, only) in [(&folder.0, "inside"), (&inside, "sub")] {
        let entries = std::fs::read_dir(place).expect("it can be read").flatten();
        let names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        assert_eq!(names, [only], "nothing is written");
    }
    assert_eq!(std::fs::read_dir(inside.join("sub")).expect("it can be read").count(), 0);
    assert_eq!(folder.run(&["new", "Con toys.mancala"]).code, 0);
    assert!(folder.read("con-toys.mancala").contains("game \"Con toys\""));
}

#[test]
fn explain_lists_readings_and_what_they_put_out_of_force() {
    let folder = Folder::new();
    let reading = "  reading \"Five seeds\" {\n    seeds 5 in each hole\n    last seed also {\n      makes 6 => turn ends\n    }\n  }\n\n  example \"the first move\"";
    folder.write("small.mancala", SMALL.replace("  example \"the first move\"", reading));
    let bare = folder.run(&["explain", "small.mancala"]);
    assert_eq!(bare.code, 0, "{}", bare.err);
    assert!(bare.out.contains("Five seeds: --reading five-seeds\n"), "{}", bare.out);
    assert!(!bare.out.contains("Not in force"), "{}", bare.out);
    let read = folder.run(&["explain", "small.mancala", "--reading", "five-seeds"]);
    assert!(read.out.contains("--reading five-seeds (told here)"), "{}", read.out);
    let gone = read.out.split("Not in force here\n").nth(1).expect("the section is there");
    assert_eq!(
        gone.lines().collect::<Vec<_>>(),
        ["  seeds 2 in each hole (small.mancala:7), put out of force by the reading Five seeds"]
    );
    folder.write("other.mancala", "game \"Other\" based on \"Small\" {\n  about {\n    source \"test\"\n  }\n  seeds 3 in each hole\n}\n");
    let derived = folder.run(&["explain", "other.mancala", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&derived.out).expect("it is JSON");
    assert_eq!(value["replaced"][0]["words"], "seeds 2 in each hole");
    assert_eq!(value["readings"][0]["name"], "five-seeds");
}

/// The changes that the messages propose are made; what has no proposal stays and is reported.
#[test]
fn check_makes_the_changes_that_it_proposes() {
    let folder = Folder::new();
    folder.write("a.mancala", include_str!("../corpus/bad/common-mistakes.mancala"));
    let answer = folder.run(&["check", "--fix", "a.mancala"]);
    assert_eq!(answer.code, 0, "{}", answer.out);
    let mended = folder.read("a.mancala");
    for line in [
        "board 2 rows of 6 holes",
        "seeds 4 in each hole",
        "sow counterclockwise",
        "in an empty hole => turn ends",
        "end when the player to move cannot move",
        "win most seeds",
    ] {
        assert!(mended.contains(line), "{line}: {mended}");
    }

    let hopeless = "game \"Hopeless\" {\n  sow sideways\n}\n";
    folder.write("b.mancala", hopeless);
    assert_eq!(folder.run(&["check", "--fix", "b.mancala"]).code, 1);
    assert_eq!(folder.read("b.mancala"), hopeless, "nothing is changed that does not help");
    assert_eq!(folder.run(&["check", "--fix", "-"]).code, 2);
}

#[test]
fn kinds_of_fault_can_be_looked_up() {
    let folder = Folder::new();
    let page = folder.run(&["explain", "--code", "stuck"]);
    assert_eq!(page.code, 0);
    assert!(page.out.starts_with("error[stuck]: "), "{}", page.out);
    assert!(page.out.contains("  Wrong:\n    end when at most 4 seeds are left\n"), "{}", page.out);
    let list = folder.run(&["explain", "--code", "list"]);
    let words = folder.run(&["explain", "--word", "list"]);
    assert!(list.out.contains("\n  stuck ") && words.out.contains("\n  last seed "), "{}", words.out);
    let unknown = folder.run(&["explain", "--code", "stuk"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("did you mean `stuck`?"), "{}", unknown.err);
}

#[test]
fn analysis_tools_get_places_and_changes() {
    let folder = Folder::new();
    folder.write("small.mancala", SMALL.replace("sow counterclockwise", "sow ccw"));
    let answer = folder.run(&["check", "small.mancala", "--format", "sarif"]);
    assert_eq!(answer.code, 1);
    let log: serde_json::Value = serde_json::from_str(&answer.out).expect("it is JSON");
    assert_eq!(log["version"], "2.1.0");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "syntax");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "small.mancala");
    let line = SMALL.lines().position(|line| line.contains("sow counter")).expect("it sows") + 1;
    let region = &place["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&line.into(), &7.into()));
    let change = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "counterclockwise");
    // Other commands say that they have no such form.
    let other = folder.run(&["test", "small.mancala", "--format", "sarif"]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("human, json, junit"), "{}", other.err);
}
