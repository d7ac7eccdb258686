//! Players, random numbers and simulation.

use crate::common::{for_every_rule_set, library};
use crate::program::{Scratch, run};
use gabata::engine::{Due, Engine, Move, Position};
use gabata::lab::players::{below, stream};
use gabata::lab::{Player, PlayerKind, Simulation, Statistics};
use gabata::program::Program;
use gabata::rules::Selection;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn engine(title: &str, reading: Option<&str>, options: &[(&str, &str)]) -> Engine {
    let library = library();
    let game = library.game(title).expect("the game is shipped");
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let rules = game.rules(&Selection { reading: reading.map(str::to_string), options });
    Engine::new(Program::lower(&rules.expect("the rules are sound")).expect("the rules are implemented"))
}

fn simulation(games: u64, seed: u64, players: [PlayerKind; 2]) -> Simulation {
    Simulation { games, seed, players, max_plies: 100_000 }
}

fn simulate(engine: &Engine, simulation: &Simulation, threads: usize) -> Statistics {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let done = AtomicU64::new(0);
    let statistics = pool.install(|| simulation.run(engine, &done, &AtomicBool::new(false)));
    assert_eq!(done.load(Ordering::Relaxed), statistics.games);
    statistics
}

const RANDOM: [PlayerKind; 2] = [PlayerKind::Random; 2];

#[test]
fn the_random_numbers_are_those_of_xoshiro256_plus_plus() {
    // From an independent implementation of SplitMix64 and Xoshiro256++.
    use rand_core::Rng;
    let first = |seed, index| {
        let mut random = stream(seed, index);
        [random.next_u64(), random.next_u64()]
    };
    assert_eq!(first(0, 0), [14_461_844_043_230_025_970, 12_526_997_637_747_111_146]);
    assert_eq!(first(1, 0), [5_776_490_703_236_740_202, 10_438_007_328_634_970_251]);
    assert_eq!(first(1, 1), [10_488_910_774_304_924_326, 16_125_216_779_207_667_142]);
    assert_eq!(first(7, 255), [17_517_989_202_404_063_107, 2_304_726_502_201_370_695]);
    let mut random = stream(1, 0);
    let rolled: Vec<usize> = (0..10).map(|_| below(&mut random, 6)).collect();
    assert_eq!(rolled, [1, 3, 2, 1, 5, 3, 5, 0, 5, 4]);
    assert_eq!(below(&mut random, 0), 0);
}

#[test]
fn the_result_depends_on_the_seed_and_not_on_threads() {
    for title in ["Rio Kadalis", "Oware", "Kalah"] {
        let engine = engine(title, None, &[]);
        // More than two pieces of work, the last of them a short one.
        let games = if title == "Rio Kadalis" { 30 } else { 600 };
        let alone = simulate(&engine, &simulation(games, 5, RANDOM), 1);
        assert_eq!(alone, simulate(&engine, &simulation(games, 5, RANDOM), 3), "{title}");
        assert_ne!(alone, simulate(&engine, &simulation(games, 6, RANDOM), 1), "{title}");
    }
}

#[test]
fn statistics_fit_together() {
    let engine = engine("Oware", None, &[]);
    let statistics = simulate(&engine, &simulation(300, 1, RANDOM), 2);
    assert_eq!(statistics.games, 300);
    assert_eq!(statistics.outcomes.iter().sum::<u64>(), 300);
    assert_eq!(statistics.rounds, 300);
    assert!(statistics.fewest * 300 <= statistics.plies && statistics.plies <= statistics.most * 300);
    assert!(statistics.plies <= statistics.choices && statistics.choices <= 6 * statistics.plies);
    let nothing = Statistics::default();
    assert_eq!(statistics.plus(&nothing), statistics);
    assert_eq!(nothing.plus(&statistics), statistics);
    let twice = statistics.plus(&statistics);
    assert_eq!((twice.games, twice.fewest, twice.most), (600, statistics.fewest, statistics.most));
}

#[test]
fn random_kalah_is_as_long_as_published() {
    // 43.98 sowings a game; the mean of 4000 games strays by about 0.15.
    let statistics = simulate(&engine("Kalah", None, &[]), &simulation(4000, 1, RANDOM), 2);
    let mean = statistics.plies as f64 / statistics.games as f64;
    assert!((mean - 43.98).abs() < 0.75, "{mean}");
}

#[test]
fn a_long_match_is_given_up_as_unfinished() {
    let engine = engine("Oware", None, &[]);
    let short = Simulation { max_plies: 7, ..simulation(20, 1, RANDOM) };
    let statistics = simulate(&engine, &short, 1);
    assert_eq!(statistics.outcomes, [0, 0, 0, 20]);
    assert_eq!((statistics.fewest, statistics.most, statistics.plies), (7, 7, 140));
}

#[test]
fn a_run_that_is_stopped_reports_what_is_finished() {
    let engine = engine("Kalah", None, &[]);
    let done = AtomicU64::new(0);
    let statistics = simulation(10_000, 1, RANDOM).run(&engine, &done, &AtomicBool::new(true));
    assert_eq!(statistics, Statistics::default());
    assert_eq!(done.load(Ordering::Relaxed), 0);
}

#[test]
fn players_are_named() {
    let parse = |text: &str| text.parse::<PlayerKind>();
    assert_eq!(parse("human"), Ok(PlayerKind::Human));
    assert_eq!(parse("random"), Ok(PlayerKind::Random));
    assert_eq!(parse("greedy"), Ok(PlayerKind::Greedy));
    assert_eq!(parse("ab:8"), Ok(PlayerKind::AlphaBeta(8)));
    assert_eq!(parse("mcts:1000"), Ok(PlayerKind::MonteCarlo(1000)));
    assert!(matches!(parse("mcts:1s"), Ok(PlayerKind::MonteCarlo(_))));
    let bad = ["", "Human", "ab:", "ab:0", "ab:21", "ab:x", "mcts:0", "mcts:s", "mcts:-1", "mcts:é", "x:1"];
    for text in bad {
        let error = parse(text).expect_err(text);
        assert!(error.to_string().contains(&format!("`{text}` is no player")), "{error}");
    }
}

/// Every kind of player that chooses by itself, with little effort.
const KINDS: [PlayerKind; 4] =
    [PlayerKind::Random, PlayerKind::Greedy, PlayerKind::AlphaBeta(2), PlayerKind::MonteCarlo(20)];

#[test]
fn players_choose_legal_moves_in_every_rule_set() {
    for_every_rule_set(|label, rules| {
        let engine = Engine::new(Program::lower(rules).expect("the rules are implemented"));
        let mut position = engine.start();
        let mut moves = Vec::new();
        let mut players = KINDS.map(|kind| Player::new(kind, stream(1, 0)));
        for ply in 0..12 {
            if position.due == Due::NextRound {
                engine.next_round(&mut position, &mut ());
            }
            engine.legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let before = position.clone();
            let player = &mut players[ply % KINDS.len()];
            let played = player.choose(&engine, &position, &moves).expect("there is a move");
            assert!(moves.contains(&played), "{label}: {played:?}");
            assert_eq!(position, before, "{label}: thinking changes nothing");
            engine.play_legal(&mut position, played, &mut ());
        }
    });
}

#[test]
fn without_a_choice_nobody_thinks() {
    let engine = engine("Kalah", None, &[]);
    let position = engine.start();
    let mut moves = Vec::new();
    engine.legal_moves(&position, &mut moves);
    for kind in [PlayerKind::AlphaBeta(20), PlayerKind::MonteCarlo(1_000_000)] {
        let mut player = Player::new(kind, stream(1, 0));
        assert_eq!(player.choose(&engine, &position, &[]), None);
        assert_eq!(player.choose(&engine, &position, &moves[2..3]), Some(moves[2]));
    }
}

#[test]
fn a_search_is_better_than_chance() {
    let engine = engine("Kalah", None, &[]);
    let wins = |kind: PlayerKind, games: u64| {
        let statistics = simulate(&engine, &simulation(games, 3, [PlayerKind::Random, kind]), 2);
        statistics.outcomes[1] as f64 / games as f64
    };
    // The second player against chance, so that the advantage of the first move does not help.
    assert!(wins(PlayerKind::Greedy, 100) > 0.75);
    assert!(wins(PlayerKind::AlphaBeta(4), 40) > 0.9);
    assert!(wins(PlayerKind::MonteCarlo(100), 40) > 0.75);
}

/// Margin of the first player when a search to the end plays both sides.
fn margin(engine: &Engine) -> i64 {
    let mut position: Position = engine.start();
    let mut moves: Vec<Move> = Vec::new();
    let mut player = Player::new(PlayerKind::AlphaBeta(20), stream(1, 0));
    while !position.round_over() {
        engine.legal_moves(&position, &mut moves);
        let played = player.choose(engine, &position, &moves).expect("there is a move");
        engine.play_legal(&mut position, played, &mut ());
    }
    let [south, north] = position.round_result.expect("the round is over").totals;
    i64::from(south) - i64::from(north)
}

#[test]
fn a_full_search_reaches_the_published_value_of_small_boards() {
    // (holes, seeds, with the empty capture, without), Irving, Donkers and Uiterwijk 2000.
    let published =
        [(1, 3, 6, 6), (1, 4, -2, -2), (2, 1, 2, 2), (2, 2, -2, -2), (2, 3, -2, -2), (3, 1, 0, 0)];
    for (holes, seeds, irving, standard) in published {
        for (reading, value) in [(Some("irving"), irving), (None, standard)] {
            let (holes, seeds) = (holes.to_string(), seeds.to_string());
            let engine = engine("Kalah", reading, &[("holes", &holes), ("seeds", &seeds)]);
            assert_eq!(margin(&engine), value, "{holes} holes, {seeds} seeds, {reading:?}");
        }
    }
}

#[test]
fn the_command_reports_the_same_on_any_number_of_threads() {
    let report = |threads: &str| {
        let answer = run(&[
            "simulate",
            "kalah",
            "oware",
            "--games",
            "300",
            "--seed",
            "5",
            "--threads",
            threads,
            "--format",
            "json",
        ]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        let mut json = answer.json();
        assert_eq!(json["format_version"], 1);
        let results = json["results"].as_array_mut().expect("a list");
        for result in results.iter_mut() {
            let result = result.as_object_mut().expect("an object");
            for timing in ["threads", "seconds", "moves_per_second"] {
                assert!(result.remove(timing).is_some_and(|value| value.is_number()), "{timing}");
            }
        }
        json
    };
    let alone = report("1");
    assert_eq!(alone, report("3"));
    for (index, game) in ["kalah", "oware"].iter().enumerate() {
        let result = &alone["results"][index];
        assert_eq!(result["game"], *game);
        assert_eq!((&result["games"], &result["seed"]), (&300.into(), &5.into()));
        let outcomes = ["South", "North", "draw", "unfinished"];
        let number = |name: &&str| result["outcomes"][*name].as_u64().expect("a number");
        assert_eq!(outcomes.iter().map(number).sum::<u64>(), 300);
        for field in ["mean", "min", "max"] {
            assert!(result["plies"][field].is_number(), "{field}");
        }
        for field in ["endless_sowings", "repetitions", "passes", "branching", "rounds"] {
            assert!(result[field].is_number(), "{field}");
        }
    }
}

#[test]
fn the_command_writes_its_result_to_a_file() {
    let file = Scratch::named("json");
    let answer = run(&[
        "simulate",
        "kalah",
        "--games",
        "10",
        "--seed",
        "1",
        "--out",
        file.argument(),
        "--format",
        "json",
    ]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert_eq!(file.text(), answer.out);
}

#[test]
fn a_run_without_a_seed_names_the_one_it_took() {
    let answer = run(&["simulate", "kalah", "--games", "10", "--format", "json"]);
    let seed = answer.json()["results"][0]["seed"].as_u64().expect("a number").to_string();
    let again = run(&["simulate", "kalah", "--games", "10", "--seed", &seed, "--format", "json"]);
    assert_eq!(answer.json()["results"][0]["plies"], again.json()["results"][0]["plies"]);
}

#[test]
fn what_cannot_be_simulated_is_told_before_anything_is_played() {
    let told = |arguments: &[&str], needle: &str| {
        let answer = run(&[&["simulate"], arguments].concat());
        assert_eq!(answer.code, 2, "{arguments:?}");
        assert!(answer.out.is_empty(), "{arguments:?}: {}", answer.out);
        assert!(answer.err.contains(needle), "{arguments:?}: {}", answer.err);
    };
    told(&["kalah", "--games", "0"], "at least 1");
    told(&["kalah", "--max-turns", "0"], "at least 1");
    told(&["kalah", "--threads", "0"], "1 to 1024");
    told(&["kalah", "--south", "human"], "cannot play a simulation");
    told(&["kalah", "--north", "ab:0"], "`ab:0` is no player");
    told(&["kalah", "owrae"], "did you mean `oware`");
}

/// A round that is over as soon as it is set up would come again and again.
#[test]
fn a_match_in_which_nobody_can_play_is_over() {
    let file = Scratch::with(
        "mancala",
        r#"game "Nobody Moves" {
  about {
    region "Nowhere"
    source "made up for a test"
  }
  board 2 rows of 2 holes
  seeds 1 in each hole
  move from an own hole holding at least 2
  sow counterclockwise
  end when the player to move cannot move
  remaining seeds to the row owner
  win most seeds
  match {
    refill as at the start
    until a player wins 3 rounds
  }
}
"#,
    );
    for command in ["simulate", "play"] {
        let games: &[&str] = if command == "simulate" { &["--games", "3"] } else { &["--rounds", "9"] };
        let arguments = [&[command, file.argument(), "--seed", "1"], games].concat();
        let answer = run(&arguments);
        assert_eq!(answer.code, 0, "{}", answer.err);
    }
    let answer = run(&["simulate", file.argument(), "--games", "3", "--seed", "1", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!(json["results"][0]["outcomes"]["draw"], 3, "two seeds each");
    assert_eq!(json["results"][0]["rounds"], 2.0);
}

#[test]
fn the_command_reports_captures() {
    let answer = run(&["simulate", "kalah", "--games", "20", "--seed", "1", "--format", "json"]);
    assert!(!answer.json()["results"][0]["captures"].is_null(), "{}", answer.out);
}
