//! Time of whole random rounds, move counts, and reading rule files.

use divan::Bencher;
use gabata::engine::{Engine, Move, Position};
use gabata::lab::{perft, players};
use gabata::program::Program;
use gabata::rules::{Library, Selection};
use gabata::shipped;
use gabata::source::Source;
use std::sync::Arc;

fn main() {
    divan::main();
}

fn library() -> Library {
    let mut library = Library::new();
    for (_, path, text) in shipped::games() {
        library.add(Arc::new(Source::new(path, text)));
    }
    library
}

fn names() -> Vec<&'static str> {
    shipped::games().map(|(name, _, _)| name).collect()
}

fn engine(name: &str) -> Engine {
    let library = library();
    let path = shipped::games().find(|(known, _, _)| *known == name).map_or("", |(_, path, _)| path);
    let game = library.games().iter().find(|game| &**game.source().name() == path).expect("a shipped game");
    let rules = game.rules(&Selection::default()).expect("its rules are sound");
    Engine::new(Program::lower(&rules).expect("and implemented"))
}

/// One random round.
fn playout(
    engine: &Engine,
    start: &Position,
    position: &mut Position,
    moves: &mut Vec<Move>,
    seed: u64,
) -> u64 {
    let mut random = players::stream(seed, 0);
    position.copy_from(start);
    let mut plies = 0;
    while !position.round_over() && plies < 10_000 {
        engine.legal_moves(position, moves);
        let played = moves[players::below(&mut random, moves.len())];
        engine.play_legal(position, played, &mut ());
        plies += 1;
    }
    plies
}

/// A thousand random rounds; the counter shows moves a second.
#[divan::bench(args = names(), sample_count = 10, sample_size = 1)]
fn thousand_rounds(bencher: Bencher, name: &str) {
    let engine = engine(name);
    let start = engine.start();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    let mut all =
        || (0..1000).map(|seed| playout(&engine, &start, &mut position, &mut moves, seed)).sum::<u64>();
    let plies = all();
    bencher.counter(divan::counter::ItemsCount::new(plies)).bench_local(all);
}

#[divan::bench(args = ["kalah", "oware"], sample_count = 10, sample_size = 1)]
fn perft_to_depth_7(bencher: Bencher, name: &str) {
    let engine = engine(name);
    let nodes = perft(&engine, &engine.start(), 7).last().copied().unwrap_or(0);
    bencher
        .counter(divan::counter::ItemsCount::new(nodes))
        .bench_local(|| perft(&engine, &engine.start(), 7));
}

#[divan::bench]
fn read_all_games() -> usize {
    library().games().iter().filter(|game| game.rules(&Selection::default()).is_ok()).count()
}
