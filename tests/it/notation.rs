//! What is printed can be read back: moves, positions, recorded boards. What cannot be read never
//! panics.

use crate::common::{for_every_rule_set, library};
use gabata::board::{Hole, Seat};
use gabata::engine::{Due, Engine, Move, Position};
use gabata::lab::players::{below, stream};
use gabata::notation::record::{board_of, seeds_of, start_of, start_value};
use gabata::notation::{
    MoveError, PositionError, hole_name, parse_move, parse_position, picture, print_move, print_position,
    side_by_side,
};
use gabata::program::Program;
use gabata::rules::{Rules, Selection};
use proptest::prelude::*;

fn rules(title: &str, options: &[(&str, &str)]) -> Rules {
    let library = library();
    let game = library.game(title).expect("the game is shipped");
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    game.rules(&Selection { reading: None, options }).expect("the rules are sound")
}

fn engine(rules: &Rules) -> Engine {
    Engine::new(Program::lower(rules).expect("the rules are implemented"))
}

/// Shows the positions of a random match with their legal moves.
fn walk(engine: &Engine, mut look: impl FnMut(&Position, &[Move])) {
    let mut random = stream(1, 2);
    let mut position = engine.start();
    let mut moves = Vec::new();
    for _ in 0..80 {
        engine.legal_moves(&position, &mut moves);
        look(&position, &moves);
        match position.due {
            Due::Nothing => break,
            Due::NextRound => engine.next_round(&mut position, &mut ()),
            Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                engine.play_legal(&mut position, moves[below(&mut random, moves.len())], &mut ());
            }
        }
    }
}

#[test]
fn every_legal_move_reads_back() {
    for_every_rule_set(|label, rules| {
        walk(&engine(rules), |position, moves| {
            for played in moves {
                let text = print_move(&rules.layout, position.to_move, *played, moves);
                let read = parse_move(&rules.layout, position.to_move, &text, moves);
                assert_eq!(read, Ok(*played), "{label}: `{text}`");
            }
        });
    });
}

#[test]
fn every_position_reads_back() {
    for_every_rule_set(|label, rules| {
        let engine = engine(rules);
        let start = engine.start();
        let holes = rules.layout.hole_count();
        walk(&engine, |position, _| {
            let text = print_position(&rules.layout, position);
            let read = parse_position(&rules.layout, &start, &text).expect("it reads");
            assert_eq!(read.seeds, position.seeds, "{label}: {text}");
            assert_eq!((read.closed, read.to_move), (position.closed, position.to_move), "{label}: {text}");
            for seat in Seat::BOTH {
                assert_eq!(read.stored(seat, holes), position.stored(seat, holes), "{label}: {text}");
            }
            assert_eq!(print_position(&rules.layout, &read), text, "{label}");
        });
    });
}

#[test]
fn recorded_boards_and_starts_read_back() {
    for_every_rule_set(|label, rules| {
        let holes = rules.layout.hole_count();
        walk(&engine(rules), |position, moves| {
            let board = board_of(&rules.layout, position);
            assert_eq!(seeds_of(&rules.layout, &board).as_deref(), Some(&position.seeds[..holes]), "{label}");
            for played in moves {
                if let Move::Sow { from, direction, .. } = *played {
                    let both = start_of(&rules.layout, &start_value(&rules.layout, *played, true));
                    assert_eq!(both, Some((from, Some(direction))), "{label}");
                    let one = start_of(&rules.layout, &start_value(&rules.layout, *played, false));
                    assert_eq!(one, Some((from, None)), "{label}");
                }
            }
        });
    });
}

#[test]
fn a_position_is_written_as_the_board_is_seen() {
    let rules = rules("Oware", &[]);
    let start = engine(&rules).start();
    let read = |text: &str| parse_position(&rules.layout, &start, text);
    let position = read("1 2 3 4 5 6 / 7 8 9 10 11 12 North to move captured 3 4").expect("it reads");
    // South's a to f are numbered first; North's a is on the right as South sees it.
    let named = |seat: Seat, name: &str| {
        let hole = rules.layout.all_holes().find(|hole| {
            hole_name(&rules.layout, *hole) == name
                && rules.layout.naming(*hole).is_some_and(|naming| naming.seat == Some(seat))
        });
        position.seeds[hole.expect("there is such a hole").index()]
    };
    assert_eq!((named(Seat::South, "a"), named(Seat::South, "f")), (7, 12));
    assert_eq!((named(Seat::North, "a"), named(Seat::North, "f")), (6, 1));
    assert_eq!((position.pile, position.to_move, position.starter), ([3, 4], Seat::North, Seat::North));
    assert_eq!(position.history.len(), 1, "a position that was set up has no past");
    let closed = read("- 2 3 4 5 6 / 7 8 9 10 11 12").expect("it reads");
    let hole = closed.closed.iter().next().expect("a hole is closed");
    assert_eq!((closed.closed.iter().count(), hole_name(&rules.layout, hole)), (1, "f"));
    assert!(closed.owned.iter().all(|owned| !owned.contains(hole)), "a closed hole is nobody's");
}

#[test]
fn faults_of_a_position_name_the_place() {
    let rules = rules("Oware", &[]);
    let start = engine(&rules).start();
    let fault = |text: &str| parse_position(&rules.layout, &start, text).expect_err(text);
    assert_eq!(fault(""), PositionError::Rows { found: 1, expected: 2 });
    assert_eq!(
        fault("1 2 3 4 5 6 / 1 2 3 4 5 6 / 1 2 3 4 5 6"),
        PositionError::Rows { found: 3, expected: 2 }
    );
    assert_eq!(fault("1 2 3 4 5 6 / 1 2 3 4 5"), PositionError::Columns { row: 2, found: 5, expected: 6 });
    assert_eq!(fault("1 2 x 4 5 6 / 1 2 3 4 5 6"), PositionError::Number("x".to_string()));
    assert_eq!(fault("1 2 3 4 5 65536 / 1 2 3 4 5 6"), PositionError::Number("65536".to_string()));
    assert_eq!(fault("1 2 3 4 5 6 / 1 2 3 4 5 6 captured 1"), PositionError::Rest("captured 1".to_string()));
    assert_eq!(fault("1 2 3 4 5 6 / 1 2 3 4 5 6 captured 1 x"), PositionError::Number("x".to_string()));
}

#[test]
fn a_typed_move_is_understood_or_refused() {
    let rules = rules("Oware", &[]);
    let engine = engine(&rules);
    let mut moves = Vec::new();
    engine.legal_moves(&engine.start(), &mut moves);
    let read = |text: &str| parse_move(&rules.layout, Seat::South, text, &moves);
    assert_eq!(read("c"), Ok(moves[2]));
    assert_eq!(read(" C "), Ok(moves[2]));
    assert_eq!(parse_move(&rules.layout, Seat::South, "c", &moves[..2]), Err(MoveError::Illegal(Hole(2))));
    assert_eq!(read("z"), Err(MoveError::Unknown("z".to_string())));
    assert_eq!(read(""), Err(MoveError::Unknown(String::new())));
    assert!(matches!(read("pass"), Err(MoveError::Unknown(_))));
}

#[test]
fn the_picture_shows_stores_and_the_player_to_move() {
    let rules = rules("Kalah", &[("holes", "2"), ("seeds", "10")]);
    let mut position = engine(&rules).start();
    let expected =
        "  North   store 0\n     b   a\n  [ 10  10 ]\n  [ 10  10 ]\n     a   b\n  South   store 0  ←\n";
    assert_eq!(picture(&rules, &position), expected);
    position.to_move = Seat::North;
    assert!(picture(&rules, &position).starts_with("  North   store 0  ←\n"));
}

#[test]
fn boards_side_by_side_mark_what_differs() {
    let rules = rules("Kalah", &[("holes", "2"), ("seeds", "1")]);
    let left = [Some(1), Some(2), Some(3), None];
    let right = [Some(1), Some(12), Some(3), Some(4)];
    let text = side_by_side(&rules.layout, ("one", &left), ("other", &right));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("one") && lines[0].ends_with("other"));
    // South's b and North's b differ, and only they are marked, on both sides.
    assert_eq!(text.matches('(').count(), 4, "{text}");
    assert!(["(2)", "(12)", "(-)", "(4)"].iter().all(|cell| text.contains(cell)), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_reading_panic(text in "[0-9a-f/ \\-é]{0,40}( (South|North) to move| captured [0-9]{1,12} [0-9]{1,3}| pass| cw)?") {
        let rules = rules("Kalah", &[("holes", "2"), ("seeds", "1")]);
        let engine = engine(&rules);
        let start = engine.start();
        let mut moves = Vec::new();
        engine.legal_moves(&start, &mut moves);
        let _ = parse_move(&rules.layout, Seat::South, &text, &moves);
        if let Ok(position) = parse_position(&rules.layout, &start, &text) {
            let printed = print_position(&rules.layout, &position);
            let again = parse_position(&rules.layout, &start, &printed);
            prop_assert_eq!(again.as_ref(), Ok(&position), "{}", printed);
        }
    }
}

#[test]
fn a_direction_may_be_named_where_there_is_only_one() {
    let rules = rules("Oware", &[]);
    let engine = engine(&rules);
    let mut moves = Vec::new();
    engine.legal_moves(&engine.start(), &mut moves);
    let read = |text: &str| parse_move(&rules.layout, Seat::South, text, &moves);
    assert_eq!(read("c counterclockwise"), Ok(moves[2]));
    assert_eq!(read("3"), Ok(moves[2]));
    assert!(matches!(read("c c c"), Err(MoveError::Unknown(_))));
}
