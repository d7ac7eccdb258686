//! The reference interpreter on shipped rule files: published move counts, published positions,
//! and what becomes of holes between rounds. The engine is held against it elsewhere.

use crate::common::library;
use gabata::board::{Direction, Hole, HoleSet, Seat};
use gabata::engine::{Due, Event, Move, Position, What};
use gabata::reference::Reference;
use gabata::rules::{Rules, Selection};

fn rules(title: &str, reading: Option<&str>, options: &[(&str, &str)]) -> Rules {
    let games = library();
    let game = games.game(title).unwrap_or_else(|| panic!("{title} is shipped"));
    let options = options.iter().map(|&(name, value)| (name.to_string(), value.to_string())).collect();
    let selection = Selection { reading: reading.map(str::to_string), options };
    game.rules(&selection).unwrap_or_else(|faults| panic!("{title}: {faults:#?}"))
}

fn perft(reference: &Reference, position: &Position, depth: u32) -> u64 {
    let moves = reference.legal_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let next = |played| reference.play(position, played, &mut Vec::new()).expect("listed moves are legal");
    moves.into_iter().map(|played| perft(reference, &next(played), depth - 1)).sum()
}

fn move_counts(rules: &Rules, depth: u32) -> Vec<u64> {
    let reference = Reference::new(rules);
    (1..=depth).map(|depth| perft(&reference, &reference.start(), depth)).collect()
}

#[test]
fn published_move_counts() {
    assert_eq!(move_counts(&rules("Kalah", None, &[]), 5), [6, 35, 185, 942, 4690]);
    assert_eq!(move_counts(&rules("Kalah", Some("irving"), &[]), 5), [6, 35, 185, 942, 4685]);
    let small = rules("Kalah", Some("irving"), &[("holes", "4"), ("seeds", "3")]);
    assert_eq!(move_counts(&small, 7), [4, 15, 50, 158, 488, 1507, 4621]);
    assert_eq!(move_counts(&rules("Oware", None, &[]), 5), [6, 36, 190, 1014, 5219]);
    let forbidden = rules("Oware", Some("grand-slam-forbidden"), &[]);
    assert_eq!(move_counts(&forbidden, 4), [6, 36, 190, 1014]);
}

/// A position with other seeds, `seat` to move, holes in sowing order from his left.
fn position(rules: &Rules, seat: Seat, seeds: &[u32]) -> Position {
    let mut position = Reference::new(rules).start();
    let half = rules.layout.hole_count() / 2;
    for (place, &number) in seeds.iter().enumerate() {
        position.seeds[(place + seat.index() * half) % (2 * half)] = number;
    }
    position.to_move = seat;
    position.history.clear();
    position.record();
    position
}

/// The seeds in sowing order from the left of `seat`.
fn seen_from(rules: &Rules, position: &Position, seat: Seat) -> Vec<u32> {
    let mut seeds = position.seeds[..rules.layout.hole_count()].to_vec();
    seeds.rotate_left(seat.index() * rules.layout.hole_count() / 2);
    seeds
}

/// His `place`th hole from the left, sown counterclockwise.
fn from_place(rules: &Rules, seat: Seat, place: u8) -> Move {
    let half = (rules.layout.hole_count() / 2) as u8;
    Move::sow(Hole(place + seat.index() as u8 * half), Direction::Counterclockwise)
}

fn play(rules: &Rules, position: &Position, played: Move) -> Position {
    Reference::new(rules).play(position, played, &mut Vec::new()).expect("legal")
}

#[test]
fn published_moves_of_oware_from_both_seats() {
    let rules = rules("Oware", None, &[]);
    // Before, the hole, after, captured.
    let moves: [([u32; 12], u8, [u32; 12], u32); 4] = [
        ([0, 0, 0, 0, 0, 2, 1, 2, 4, 0, 0, 0], 5, [0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0], 5),
        ([0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0], 5, [0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0], 0),
        ([12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 0, [0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2], 0),
        ([0, 0, 0, 0, 0, 6, 1, 1, 5, 1, 2, 1], 5, [0, 0, 0, 0, 0, 0, 2, 2, 6, 0, 0, 0], 7),
    ];
    for seat in Seat::BOTH {
        for (before, place, after, captured) in &moves {
            let next = play(&rules, &position(&rules, seat, before), from_place(&rules, seat, *place));
            assert_eq!(seen_from(&rules, &next, seat), after, "{seat}: {before:?}");
            assert_eq!(next.pile[seat.index()], *captured, "{seat}: {before:?}");
        }
        let slam = position(&rules, seat, &moves[1].0);
        let legal = [4, 5].map(|place| from_place(&rules, seat, place));
        assert_eq!(Reference::new(&rules).legal_moves(&slam), legal);
        let feeding = position(&rules, seat, &[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(Reference::new(&rules).legal_moves(&feeding), [from_place(&rules, seat, 5)]);
        let stuck = position(&rules, seat, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(Reference::new(&rules).legal_moves(&stuck), [Move::Pass]);
    }
}

#[test]
fn grand_slams_from_both_seats() {
    // What the two holes of the opponent hold afterwards, and what is captured.
    let readings = [
        ("text", [2, 2], 0),
        ("grand-slam-spares-the-first-hole", [0, 2], 2),
        ("grand-slam-spares-the-last-hole", [2, 0], 2),
    ];
    for (reading, left, captured) in readings {
        let rules = rules("Oware", Some(reading), &[]);
        for seat in Seat::BOTH {
            let before = position(&rules, seat, &[0, 0, 0, 0, 1, 2, 1, 1, 0, 0, 0, 0]);
            let next = play(&rules, &before, from_place(&rules, seat, 5));
            assert_eq!(seen_from(&rules, &next, seat)[6..8], left, "{reading} {seat}");
            assert_eq!(next.pile[seat.index()], captured, "{reading} {seat}");
        }
    }
}

#[test]
fn full_laps_of_kalah() {
    let rules = rules("Kalah", None, &[]);
    let mut before = position(&rules, Seat::South, &[0, 0, 0, 0, 0, 13, 3, 1, 1, 1, 1, 1]);
    before.seeds[12..].copy_from_slice(&[10, 17]);
    let next = play(&rules, &before, from_place(&rules, Seat::South, 5));
    assert_eq!(next.seeds, [1, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2, 2, 16, 17]);

    let mut before = position(&rules, Seat::South, &[0; 12]);
    before.seeds[5] = 26;
    let mut events: Vec<Event> = Vec::new();
    let lap = from_place(&rules, Seat::South, 5);
    Reference::new(&rules).play(&before, lap, &mut events).expect("legal");
    let drops = |stop: u8| {
        let falls = |event: &&Event| matches!(event.what, What::Drop { stop: at, .. } if at == Hole(stop));
        events.iter().filter(falls).count()
    };
    // Two in each of the thirteen stops, none in North's store.
    assert_eq!((0..14).map(drops).collect::<Vec<_>>(), [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0]);
}

/// A round that South ended with so many of the seeds, and the next one.
fn after_a_round(rules: &Rules, south: u32) -> Position {
    let reference = Reference::new(rules);
    let mut over = reference.start();
    let total: u32 = over.seeds.iter().sum();
    over.seeds.fill(0);
    over.pile = [south, total - south];
    over.due = Due::NextRound;
    over.round_result = Some(gabata::engine::RoundResult {
        totals: over.pile,
        winner: Some(if south * 2 > total { Seat::South } else { Seat::North }),
        clause: rules.win.as_ref().map_or(rules.seeds.clause, |win| win.clause),
    });
    reference.next_round(&over, &mut Vec::new())
}

#[test]
fn holes_change_hands_between_rounds() {
    let rules = rules("Qelat", None, &[]);
    let holes = |position: &Position| position.owned.map(HoleSet::len);
    let total = rules.seeds.value.iter().sum::<u32>();
    let side = rules.layout.sides[0].len();
    let half = total / 2;
    assert_eq!(holes(&after_a_round(&rules, half)), [side, side]);
    assert_eq!(holes(&after_a_round(&rules, half + 4)), [side + 1, side - 1]);
    assert_eq!(
        holes(&after_a_round(&rules, half + 3)),
        [side + 1, side - 1],
        "three complete a hole with one"
    );
    assert_eq!(holes(&after_a_round(&rules, half + 1)), [side, side], "one is ceded to three");
    let waiting = after_a_round(&rules, half + 2);
    assert!(matches!(waiting.due, Due::Lot(_)));
    let reference = Reference::new(&rules);
    for (lot, expected) in [(Seat::South, [side + 1, side - 1]), (Seat::North, [side, side])] {
        let next = reference.play(&waiting, Move::Lot(lot), &mut Vec::new()).expect("a lot is due");
        assert_eq!(holes(&next), expected);
        assert_eq!(next.pile, [0, 0]);
    }
    let over = after_a_round(&rules, total);
    assert_eq!((over.due, over.match_result), (Due::Nothing, Some(Some(Seat::South))));
}
