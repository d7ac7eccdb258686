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

fn agrees(game: &str, trace: &str, plies: u64) {
    let Some((code, answer)) = replay(game, trace) else { return };
    assert_eq!(answer["first_difference"], serde_json::Value::Null, "{game} {trace}");
    assert_eq!((code, &answer["plies"]), (Some(0), &plies.into()), "{game} {trace}");
}

/// The recording departs from the text at that game and ply, for the reason given in README.md.
fn departs(game: &str, trace: &str, at: (u64, u64)) {
    let Some((code, answer)) = replay(game, trace) else { return };
    let difference = &answer["first_difference"];
    assert_eq!(
        (&difference["game"], &difference["ply"]),
        (&at.0.into(), &at.1.into()),
        "{game} {trace}: {difference}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn games_of_mancalagames_follow_the_rules() {
    agrees("rio-kadalis@mancala-world", "mancalagames/rio-kadalis.jsonl", 437);
    agrees("sadeqa-iii", "mancalagames/sadeqa-iii.jsonl", 136);
    agrees("en-dodoi@russ,holes=8", "mancalagames/endodoi.jsonl", 77);
    agrees("kalah", "mancalagames/kalah.jsonl", 94);
    agrees("oware", "mancalagames/oware.jsonl", 328);
}

#[test]
fn games_of_ludii_follow_the_rules_or_depart_where_the_readme_says() {
    agrees("kalah", "ludii/kalah.jsonl", 130);
    agrees("oware@grand-slam-forbidden", "ludii/oware.jsonl", 410);
    departs("oware", "ludii/oware.jsonl", (1, 100));
    departs("rio-kadalis@ludii", "ludii/rio-kadalis.jsonl", (1, 7));
    departs("qelat@ludii", "ludii/qelat.jsonl", (2, 20));
}
