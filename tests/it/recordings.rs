//! Recorded games of two other engines, replayed move by move with the program itself. They are
//! not part of the project: where no folder of them is found the test says so and passes.

use std::path::PathBuf;
use std::process::Command;

/// Where recordings may lie: a folder named by the environment, or one beside the project.
fn traces() -> Option<PathBuf> {
    let named = std::env::var_os("GABATA_SHARED").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = named.unwrap_or(beside).join("traces");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there are no recorded games at {}", folder.display());
    None
}

fn replay(game: &str, trace: &str) -> Option<(Option<i32>, serde_json::Value)> {
    let path = traces()?.join(trace);
    let output = Command::new(env!("CARGO_BIN_EXE_gabata"))
        .args(["replay", game, "--format", "json"])
        .arg(path)
        .output()
        .expect("the program runs");
    let answer = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{game}: {}", String::from_utf8_lossy(&output.stderr)));
    Some((output.status.code(), answer))
}

/// What the table says of a recording.
#[derive(Debug, PartialEq)]
enum Expected {
    /// All of its moves follow the rules.
    Agrees { plies: u64 },
    /// It departs from them there, for the reason that the table gives.
    Departs { game: u64, ply: u64 },
}

/// The rows of `traces.md`: recording, rules, result.
fn table() -> Vec<(String, String, Expected)> {
    let text = include_str!("../traces.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, recording, rules, result, why, _] = cells[..] else { panic!("not a row: {row}") };
        let words: Vec<&str> = result.split(' ').collect();
        let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("no number: {row}"));
        let expected = match words[..] {
            ["agrees", plies] => Expected::Agrees { plies: number(plies) },
            ["departs", game, ply] => Expected::Departs { game: number(game), ply: number(ply) },
            _ => panic!("no result: {row}"),
        };
        assert_eq!(why.is_empty(), matches!(expected, Expected::Agrees { .. }), "a reason: {row}");
        (recording.to_owned(), rules.to_owned(), expected)
    })
    .collect()
}

#[test]
fn recordings_follow_the_rules_or_depart_where_the_table_says() {
    for (recording, rules, expected) in table() {
        let Some((code, answer)) = replay(&rules, &format!("{recording}.jsonl")) else { return };
        let found = match &answer["first_difference"] {
            serde_json::Value::Null => Expected::Agrees { plies: answer["plies"].as_u64().unwrap_or(0) },
            difference => Expected::Departs {
                game: difference["game"].as_u64().unwrap_or(0),
                ply: difference["ply"].as_u64().unwrap_or(0),
            },
        };
        assert_eq!(found, expected, "{recording} under {rules}: {}", answer["first_difference"]);
        assert_eq!(code, Some(i32::from(matches!(expected, Expected::Departs { .. }))));
    }
}
