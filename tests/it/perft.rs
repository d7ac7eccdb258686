//! Move counts: against another engine, against counts by hand, and as a command.

use crate::common::{for_every_rule_set, library};
use crate::program::run;
use gabata::engine::{Engine, Event, Position, What};
use gabata::lab::{divide, perft};
use gabata::program::Program;
use gabata::rules::Selection;

fn engine(title: &str, options: &[(&str, &str)]) -> Engine {
    let library = library();
    let game = library.game(title).expect("the game is shipped");
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let rules = game.rules(&Selection { reading: None, options }).expect("the rules are sound");
    Engine::new(Program::lower(&rules).expect("the rules are implemented"))
}

fn counts(title: &str, options: &[(&str, &str)], depth: usize) -> Vec<u64> {
    let engine = engine(title, options);
    perft(&engine, &engine.start(), depth)
}

#[test]
fn counts_are_those_of_another_engine() {
    // MancalaGames; the end of a round is terminal there too.
    assert_eq!(counts("Rio Kadalis", &[], 5), [6, 32, 140, 638, 3029]);
    assert_eq!(counts("En Dodoi", &[("holes", "8")], 5), [8, 58, 366, 2372, 15272]);
}

/// Move counts where nothing follows a move of more than 75 laps: the other engine takes such a
/// sowing for endless.
fn counts_to_the_lap_limit(engine: &Engine, position: &Position, nodes: &mut [u64]) {
    let Some((here, below)) = nodes.split_first_mut() else { return };
    let mut moves = Vec::new();
    engine.legal_moves(position, &mut moves);
    *here += moves.len() as u64;
    if below.is_empty() {
        return;
    }
    for played in moves {
        let mut next = position.clone();
        let mut events: Vec<Event> = Vec::new();
        engine.play_legal(&mut next, played, &mut events);
        let lap = |event: &&Event| matches!(event.what, What::Lift { .. } | What::Relay { .. });
        if !next.round_over() && events.iter().filter(lap).count() <= 75 {
            counts_to_the_lap_limit(engine, &next, below);
        }
    }
}

#[test]
fn counts_differ_from_another_engine_only_by_its_lap_limit() {
    let engine = engine("Sadeqa III", &[]);
    let mut nodes = [0; 5];
    counts_to_the_lap_limit(&engine, &engine.start(), &mut nodes);
    assert_eq!(nodes, [8, 56, 375, 2562, 17182]);
    // Five moves of 76 and 79 laps end by themselves; they are answered by 5, 5, 5, 5 and 6 moves.
    assert_eq!(counts("Sadeqa III", &[], 5), [8, 56, 375, 2562, 17182 + 26]);
}

#[test]
fn a_sequence_that_ends_the_round_counts_where_it_ends() {
    // One hole a row, one seed each: South's only move reaches his store and empties his row.
    assert_eq!(counts("Kalah", &[("holes", "1"), ("seeds", "1")], 3), [1, 0, 0]);
    // Two holes a row, by hand. South's b brings a bonus move; then a captures, South's row is
    // empty and the round ends. South's a is answered by North's a (then b ends the round) or by
    // b and a in one turn (then South's b ends it).
    assert_eq!(counts("Kalah", &[("holes", "2"), ("seeds", "1")], 6), [2, 3, 2, 1, 0, 0]);
}

#[test]
fn the_counts_of_the_first_moves_add_up() {
    for_every_rule_set(|label, rules| {
        let engine = Engine::new(Program::lower(rules).expect("the rules are implemented"));
        let start = engine.start();
        let together = perft(&engine, &start, 3);
        for depth in 1..=3 {
            let divided: u64 = divide(&engine, &start, depth).iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(divided, together[depth - 1], "{label}, depth {depth}");
        }
    });
}

#[test]
fn nothing_is_counted_to_depth_nought() {
    let engine = engine("Kalah", &[]);
    assert!(perft(&engine, &engine.start(), 0).is_empty());
}

#[test]
fn the_command_counts() {
    let answer = run(&["perft", "kalah", "--depth", "4", "--format", "json"]);
    assert_eq!(answer.code, 0);
    let json = answer.json();
    assert_eq!(json["format_version"], 1);
    assert_eq!(json["depth"], 4);
    assert_eq!(json["nodes"], serde_json::json!([6, 35, 185, 942]));
    let answer = run(&["perft", "kalah,holes=4,seeds=3@irving", "--depth", "2"]);
    assert_eq!(answer.code, 2, "a reading stands before the options");
    let answer = run(&["perft", "kalah@irving,holes=4,seeds=3", "--depth", "3", "--quiet"]);
    assert_eq!(answer.out.split_whitespace().collect::<Vec<_>>(), ["1", "4", "2", "15", "3", "50"]);
    let apart = ["perft", "kalah", "--reading", "irving", "--option", "holes=4", "--option", "seeds=3"];
    assert_eq!(run(&[&apart[..], &["--depth", "3", "--quiet"]].concat()).out, answer.out);
}

/// Legal first moves from a position.
fn legal(position: &str) -> Vec<String> {
    let answer =
        run(&["perft", "oware", "--depth", "1", "--divide", "--format", "json", "--position", position]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let json = answer.json();
    let list = json["divide"].as_array().expect("a list of moves").clone();
    list.iter().map(|entry| entry["move"].as_str().expect("a name").to_string()).collect()
}

#[test]
fn the_command_counts_from_a_position() {
    // North's rows are written on top, as South sees them.
    assert_eq!(legal("0 0 0 0 0 1 / 0 0 0 0 1 1"), ["e", "f"]);
    assert_eq!(legal("0 0 0 0 0 0 / 1 0 0 0 0 1"), ["f"], "only f feeds");
    assert_eq!(legal("1 0 0 0 0 1 / 0 0 0 0 0 0 North to move"), ["f"], "only North's f feeds");
}

#[test]
fn what_cannot_be_counted_is_told() {
    let told = |arguments: &[&str], needle: &str| {
        let answer = run(&[&["perft"], arguments].concat());
        assert_eq!(answer.code, 2, "{arguments:?}");
        assert!(answer.out.is_empty(), "{arguments:?}: {}", answer.out);
        assert!(answer.err.contains(needle), "{arguments:?}: {}", answer.err);
    };
    told(&["kalah", "--depth", "0"], "a depth is 1 to 30");
    told(&["kalah", "--depth", "31"], "a depth is 1 to 30");
    told(&["kalha"], "did you mean `kalah`");
    told(&["kalah@irvin"], "irving");
    told(&["kalah,hole=4"], "did you mean `holes`");
    told(&["kalah,holes=99"], "no value `99`");
    told(&["kalah,holes"], "`holes` is no option");
    told(&["no/such.mancala"], "there is no such file");
    told(&["oware", "--position", ""], "1 rows, the board has 2");
    told(&["oware", "--position", "1 2 3 / 1 2 3 4 5 6"], "row 1 from the top has 3 numbers");
    told(&["oware", "--position", "1 2 3 4 5 6 / 1 2 3 4 5 65536"], "`65536` is no number of seeds");
    told(&["oware", "--position", "1 2 3 4 5 6 / 1 2 3 4 5 6 South moves"], "`South moves`");
}
