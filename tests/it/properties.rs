//! Properties that hold for every rule set of every shipped game, in random play: engine and
//! reference interpreter agree event by event, seeds are conserved, exactly the listed moves are
//! accepted, and a mirrored position plays like its mirror image.

use crate::common::for_every_rule_set;
use gabata::board::{Direction, Hole, HoleSet, Seat};
use gabata::engine::{Due, Engine, Event, Move, Position};
use gabata::program::Program;
use gabata::reference::Reference;
use gabata::rules::{Library, Rules, Selection};
use gabata::source::Source;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cmp::Ordering;
use std::sync::Arc;

/// Plies of one random match that are looked at; `GABATA_PLIES` asks for more of them.
fn plies() -> usize {
    std::env::var("GABATA_PLIES").ok().and_then(|plies| plies.parse().ok()).unwrap_or(60)
}

/// A runner whose cases are the same in every run; `PROPTEST_CASES` asks for more of them.
fn runner(cases: u32) -> TestRunner {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Picks among `n` alternatives from a stream of numbers.
fn pick(stream: &mut u64, n: usize) -> usize {
    *stream = stream.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*stream >> 33) as usize) % n
}

fn engine(rules: &Rules) -> Engine {
    Engine::new(Program::lower(rules).expect("shipped games use only what is implemented"))
}

/// Walks through a random match and shows every position to `look`.
fn walk(
    engine: &Engine,
    seed: u64,
    mut look: impl FnMut(&Position, &[Move]) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut stream = seed;
    let mut position = engine.start();
    let mut moves = Vec::new();
    for _ in 0..plies() {
        engine.legal_moves(&position, &mut moves);
        look(&position, &moves)?;
        match position.due {
            Due::Nothing => break,
            Due::NextRound => engine.next_round(&mut position, &mut ()),
            Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                prop_assert!(!moves.is_empty(), "somebody is due, so there is something to do");
                let played = moves[pick(&mut stream, moves.len())];
                engine.play_legal(&mut position, played, &mut ());
            }
        }
    }
    Ok(())
}

/// Plays a random match in both interpreters; gives where it has come to.
fn agree(label: &str, rules: &Rules, seed: u64, plies: usize) -> Result<Position, TestCaseError> {
    let engine = engine(rules);
    let reference = Reference::new(rules);
    let mut stream = seed;
    let mut fast = engine.start();
    let mut slow = reference.start();
    for ply in 0..plies {
        prop_assert_eq!(&fast, &slow, "{}: position at ply {}", label, ply);
        let mut moves = Vec::new();
        engine.legal_moves(&fast, &mut moves);
        prop_assert_eq!(&moves, &reference.legal_moves(&slow), "{}: legal moves at ply {}", label, ply);
        let (mut reported, mut expected): (Vec<Event>, Vec<Event>) = (Vec::new(), Vec::new());
        match fast.due {
            Due::Nothing => break,
            Due::NextRound => {
                engine.next_round(&mut fast, &mut reported);
                slow = reference.next_round(&slow, &mut expected);
            }
            Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                let played = moves[pick(&mut stream, moves.len())];
                let silently = {
                    let mut copy = fast.clone();
                    engine.play_legal(&mut copy, played, &mut ());
                    copy
                };
                engine.play_legal(&mut fast, played, &mut reported);
                prop_assert_eq!(&silently, &fast, "{}: watched or not, ply {}", label, ply);
                slow = reference
                    .play(&slow, played, &mut expected)
                    .map_err(|illegal| TestCaseError::fail(format!("{label}: {illegal} at ply {ply}")))?;
            }
        }
        prop_assert_eq!(reported, expected, "{}: events at ply {}", label, ply);
    }
    Ok(fast)
}

#[test]
fn engine_and_reference_agree_event_by_event() {
    for_every_rule_set(|label, rules| {
        let agree = |seed: u64| agree(label, rules, seed, plies()).map(|_| ());
        runner(2).run(&any::<u64>(), agree).unwrap_or_else(|fault| panic!("{label}: {fault}"));
    });
}

fn rules_of(text: &str) -> Rules {
    let mut library = Library::new();
    library.add(Arc::new(Source::new("contrived.mancala", text)));
    library.games()[0].rules(&Selection::default()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// Two holes in the middle belong to nobody, and every sowing passes them twice.
const CENTRE: &str = "game \"Centre\" {
  board {
    each player has holes a b c d e f
    common holes x y
  }
  path own holes a b c, common holes x y, own holes d e f, the opponent's holes a b c, common holes y x, the opponent's holes d e f
  seeds 4 in each hole of own holes a b c d e f
  seeds 1 in each hole of common holes x y
  sow counterclockwise
  last seed {
    in an occupied hole => relay
    otherwise           => turn ends
  }
  endless sowing ends the turn
  stuck player passes
  end when neither player can move
  repeated position ends the round
  remaining seeds to nobody
  win most seeds
}";

#[test]
fn a_path_that_meets_a_hole_twice_goes_on_from_where_the_seed_fell() {
    let rules = rules_of(CENTRE);
    let engine = engine(&rules);
    // South's a to f, North's a to f, x, y. Four seeds from f: North's a, b, c and y, where one
    // lies; those two go on to x and North's d, not to South's d as on the way out.
    let mut position = engine.start();
    position.seeds.clone_from_slice(&[0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1]);
    let play = Move::sow(Hole(5), Direction::Counterclockwise);
    let slow = Reference::new(&rules).play(&position, play, &mut Vec::new()).expect("it is legal");
    engine.play_legal(&mut position, play, &mut ());
    assert_eq!(position.seeds, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0]);
    assert_eq!(slow.seeds, position.seeds);
    for seed in 0..50 {
        agree("Centre", &rules, seed, plies()).expect("both play alike");
    }
}

const TWO_ROUNDS: &str = "game \"Two rounds\" {
  board 2 rows of 3 holes
  seeds 2 in each hole
  sow counterclockwise
  last seed {
    makes 3   => mover captures the seeds of this hole, turn ends
    otherwise => turn ends
  }
  end when the player to move cannot move
  repeated position ends the round
  remaining seeds to the row owner
  win most seeds
  match {
    refill as at the start
    starter alternates
    until 2 rounds are played
  }
}";

#[test]
fn a_match_of_two_rounds_goes_to_whoever_has_more_then() {
    let rules = rules_of(TWO_ROUNDS);
    for seed in 0..50 {
        let end = agree("Two rounds", &rules, seed, 1000).expect("both play alike");
        assert_eq!((end.due, end.round), (Due::Nothing, 2));
        let [south, north] = end.round_result.expect("a round was played").totals;
        let winner = match south.cmp(&north) {
            Ordering::Greater => Some(Seat::South),
            Ordering::Equal => None,
            Ordering::Less => Some(Seat::North),
        };
        assert_eq!(end.match_result, Some(winner));
    }
}

#[test]
fn seeds_are_conserved() {
    for_every_rule_set(|label, rules| {
        let engine = engine(rules);
        let total = engine.start().total();
        let conserved = |seed: u64| {
            walk(&engine, seed, |position, _| {
                prop_assert_eq!(position.total(), total, "{}", label);
                Ok(())
            })
        };
        runner(6).run(&any::<u64>(), conserved).unwrap_or_else(|fault| panic!("{label}: {fault}"));
    });
}

#[test]
fn exactly_the_listed_moves_are_accepted() {
    for_every_rule_set(|label, rules| {
        let engine = engine(rules);
        let holes = rules.layout.hole_count() as u8;
        let accepted = |seed: u64| {
            walk(&engine, seed, |position, moves| {
                for hole in (0..holes).map(Hole) {
                    let may_start = moves.iter().any(|listed| listed.from() == Some(hole));
                    if position.due == Due::Move {
                        prop_assert_eq!(engine.why_illegal(position, hole).is_none(), may_start, "{}", label);
                    }
                    for direction in Direction::BOTH {
                        let played = Move::sow(hole, direction);
                        let mut copy = position.clone();
                        let answer = engine.play(&mut copy, played, &mut ());
                        prop_assert_eq!(answer.is_ok(), moves.contains(&played), "{}", label);
                        if answer.is_err() {
                            prop_assert_eq!(&copy, position, "{}: a refused move changes nothing", label);
                        }
                    }
                }
                Ok(())
            })
        };
        runner(2).run(&any::<u64>(), accepted).unwrap_or_else(|fault| panic!("{label}: {fault}"));
    });
}

/// The position with South and North in each other's place.
fn mirrored(program: &Program, position: &Position) -> Position {
    let turn = |hole: Hole| program.turned[hole.index()];
    let turn_set = |set: HoleSet| set.iter().map(turn).collect::<HoleSet>();
    let mut mirror = position.clone();
    for hole in 0..program.holes {
        mirror.seeds[turn(Hole(hole as u8)).index()] = position.seeds[hole];
    }
    if program.stores {
        mirror.seeds.swap(program.holes, program.holes + 1);
    }
    mirror.pile.swap(0, 1);
    mirror.hand.swap(0, 1);
    mirror.turns.swap(0, 1);
    mirror.frames_begun.swap(0, 1);
    mirror.wins.swap(0, 1);
    mirror.owned = [turn_set(position.owned[1]), turn_set(position.owned[0])];
    mirror.closed = turn_set(position.closed);
    mirror.marked = turn_set(position.marked);
    mirror.lifted = turn_set(position.lifted);
    mirror.bonus = position.bonus.map(turn_set);
    for marked in &mut mirror.marks {
        marked.hole = turn(marked.hole);
        marked.owner = marked.owner.opponent();
    }
    mirror.to_move = position.to_move.opponent();
    mirror.starter = position.starter.opponent();
    let turn_stop = |stop: Hole| match stop.index().checked_sub(program.holes) {
        Some(store) => Hole((program.holes + 1 - store) as u8),
        None => turn(stop),
    };
    mirror.lone_seed = position.lone_seed.map(|(from, to)| (turn(from), turn_stop(to)));
    mirror.last_mover = position.last_mover.map(Seat::opponent);
    mirror.streak = position.streak.map(|(seat, rounds)| (seat.opponent(), rounds));
    mirror.round_result = position.round_result.map(|mut result| {
        result.totals.swap(0, 1);
        result.winner = result.winner.map(Seat::opponent);
        result
    });
    mirror.match_result = position.match_result.map(|winner| winner.map(Seat::opponent));
    mirror.history.clear();
    mirror
}

#[test]
fn a_mirrored_position_plays_like_its_mirror_image() {
    for_every_rule_set(|label, rules| {
        let engine = engine(rules);
        let program = engine.program();
        let mirrors = |seed: u64| {
            walk(&engine, seed, |position, _| {
                if position.due != Due::Move {
                    return Ok(());
                }
                // The history is left out on both sides: it is a list of earlier boards.
                let mut here = position.clone();
                here.history.clear();
                let there = mirrored(program, &here);
                let (mut moves, mut turned): (Vec<Move>, Vec<Move>) = (Vec::new(), Vec::new());
                engine.legal_moves(&here, &mut moves);
                engine.legal_moves(&there, &mut turned);
                prop_assert_eq!(turned.len(), moves.len(), "{}", label);
                for played in moves {
                    let image = match played {
                        Move::Sow { from, direction, choices } => {
                            Move::Sow { from: program.turned[from.index()], direction, choices }
                        }
                        other => other,
                    };
                    prop_assert!(turned.contains(&image), "{}: {:?}", label, image);
                    let (mut one, mut other) = (here.clone(), there.clone());
                    engine.play_legal(&mut one, played, &mut ());
                    engine.play_legal(&mut other, image, &mut ());
                    one.history.clear();
                    other.history.clear();
                    prop_assert_eq!(&mirrored(program, &one), &other, "{}", label);
                }
                Ok(())
            })
        };
        runner(3).run(&any::<u64>(), mirrors).unwrap_or_else(|fault| panic!("{label}: {fault}"));
    });
}
