//! Results that other programs have published, met from the rule files alone, by the engine and by
//! the reference interpreter.

use crate::common::library;
use gabata::engine::{Engine, Event, Move, Position, What};
use gabata::lab::perft;
use gabata::program::Program;
use gabata::reference::Reference;
use gabata::rules::{Library, Rules, Selection};
use gabata::source::Source;
use std::sync::Arc;

fn rules(title: &str, reading: Option<&str>, options: &[(&str, &str)]) -> Rules {
    let library = library();
    let game = library.game(title).expect("the game is shipped");
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    game.rules(&Selection { reading: reading.map(str::to_string), options }).expect("the rules are sound")
}

fn engine(rules: &Rules) -> Engine {
    Engine::new(Program::lower(rules).expect("the rules are implemented"))
}

fn by_engine(rules: &Rules, depth: usize) -> Vec<u64> {
    let engine = engine(rules);
    perft(&engine, &engine.start(), depth)
}

/// The same count with the slow interpreter.
fn by_reference(rules: &Rules, depth: usize) -> Vec<u64> {
    fn count(reference: &Reference, position: &Position, nodes: &mut [u64]) {
        let Some((here, below)) = nodes.split_first_mut() else { return };
        let moves = reference.legal_moves(position);
        *here += moves.len() as u64;
        if below.is_empty() {
            return;
        }
        for played in moves {
            let next = reference.play(position, played, &mut Vec::new()).expect("it is legal");
            if !next.round_over() {
                count(reference, &next, below);
            }
        }
    }
    let reference = Reference::new(rules);
    let mut nodes = vec![0; depth];
    count(&reference, &reference.start(), &mut nodes);
    nodes
}

fn check(rules: &Rules, expected: &[u64], slow_depth: usize) {
    assert_eq!(by_engine(rules, expected.len()), expected, "engine");
    assert_eq!(by_reference(rules, slow_depth), expected[..slow_depth], "reference");
}

#[test]
fn kalah_counts_are_those_of_other_programs() {
    check(&rules("Kalah", None, &[]), &[6, 35, 185, 942, 4690, 23233, 114_430, 563_055], 5);
}

#[test]
fn kalah_counts_with_the_empty_capture() {
    check(&rules("Kalah", Some("irving"), &[]), &[6, 35, 185, 942, 4685, 23169, 113_959, 559_885], 5);
    let small = rules("Kalah", Some("irving"), &[("holes", "4"), ("seeds", "3")]);
    check(&small, &[4, 15, 50, 158, 488, 1507, 4621, 14011, 41335, 118_427], 6);
}

#[test]
fn oware_counts_are_those_of_other_programs() {
    check(&rules("Oware", None, &[]), &[6, 36, 190, 1014, 5219, 27332, 139_157, 711_414], 5);
}

/// Best play of a small Kalah: margin of the first player in seeds.
fn kalah_margin(engine: &Engine, position: &Position) -> i64 {
    use gabata::board::Seat;
    if let Some(result) = position.round_result {
        return i64::from(result.totals[0]) - i64::from(result.totals[1]);
    }
    let mut moves = Vec::new();
    engine.legal_moves(position, &mut moves);
    let values = moves.into_iter().map(|played| {
        let mut next = position.clone();
        engine.play_legal(&mut next, played, &mut ());
        kalah_margin(engine, &next)
    });
    let best = if position.to_move == Seat::South { values.max() } else { values.min() };
    best.expect("a position that goes on has a move")
}

#[test]
fn small_kalah_boards_have_the_published_value() {
    // (holes, seeds, with the empty capture, without)
    let published = [
        (1, 1, 0, 0),
        (1, 2, -2, -2),
        (1, 3, 6, 6),
        (1, 4, -2, -2),
        (2, 1, 2, 2),
        (2, 2, -2, -2),
        (2, 3, -2, -2),
        (2, 4, -12, -10),
        (3, 1, 0, 0),
    ];
    for (holes, seeds, irving, standard) in published {
        for (reading, value) in [(Some("irving"), irving), (None, standard)] {
            let options = [("holes", holes.to_string()), ("seeds", seeds.to_string())];
            let options: Vec<(&str, &str)> =
                options.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let engine = engine(&rules("Kalah", reading, &options));
            assert_eq!(
                kalah_margin(&engine, &engine.start()),
                value,
                "{holes} holes, {seeds} seeds, {reading:?}"
            );
        }
    }
}

/// A bare ring of holes with relays and no captures.
fn ring(board: &str, path: &str, position: &str) -> Engine {
    let text = format!(
        "game \"Ring\" {{\n about {{ source \"arithmetic\" }}\n board {board}\n {path}\n seeds {{ {position} }}\n sow counterclockwise\n \
         last seed {{\n in an occupied hole => relay\n otherwise => turn ends\n }}\n \
         endless sowing ends the turn\n end when the player to move cannot move\n win most seeds\n remaining seeds to the row owner\n}}"
    );
    let mut library = Library::new();
    library.add(Arc::new(Source::new("ring.mancala", &text)));
    assert!(library.diagnostics().is_empty(), "{:?}", library.diagnostics());
    let rules = library.games()[0].rules(&Selection::default()).expect("the ring is sound");
    engine(&rules)
}

/// Laps sown by South's first hole, and whether the sowing was found endless.
fn laps(engine: &Engine) -> (usize, bool) {
    let mut position = engine.start();
    let mut moves = Vec::new();
    engine.legal_moves(&position, &mut moves);
    let mut silent = position.clone();
    engine.play_legal(&mut silent, moves[0], &mut ());
    let mut events: Vec<Event> = Vec::new();
    engine.play_legal(&mut position, moves[0], &mut events);
    assert_eq!(silent, position, "watched or not, the sowing is the same");
    assert!(matches!(moves[0], Move::Sow { .. }));
    let laps =
        events.iter().filter(|event| matches!(event.what, What::Lift { .. } | What::Relay { .. })).count();
    (laps, events.iter().any(|event| event.what == What::Endless))
}

#[test]
fn a_long_sowing_that_ends_by_itself() {
    // The ring runs through South's row and back through North's, whose picture is turned round.
    let engine = ring("2 rows of 8 holes", "", "1 2 1 2 3 2 1 2; 3 3 2 1 2 3 4 0");
    assert_eq!(laps(&engine), (83, false), "82 relays after the first lap");
}

#[test]
fn a_sowing_that_never_ends_is_found_exactly() {
    let engine = ring("2 rows of 8 holes", "", "3 2 1 4 1 2 1 2; 4 2 1 2 1 3 2 1");
    let (laps, endless) = laps(&engine);
    assert!(endless);
    assert_eq!(laps, 74_773, "laps until a state first comes back");
}

#[test]
fn a_short_cycle_is_found_at_its_first_return() {
    let engine = ring(
        "{ each player has holes a; common holes b }",
        "path own hole a, common hole b, opponent's hole a\n facing own hole a with opponent's hole a",
        "1; 0; 2",
    );
    assert_eq!(laps(&engine), (4, true));
}
