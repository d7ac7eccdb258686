//! A text that is a game is played by both interpreters alike, and no seed is lost.

#![no_main]

use gabata::engine::{Due, Engine, Event};
use gabata::program::Program;
use gabata::reference::Reference;
use gabata::rules::{Library, Selection};
use gabata::syntax;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

/// Turns of one game that are looked at.
const PLIES: u32 = 12;
/// Larger boards and more seeds make the slow interpreter too slow.
const MOST_SEEDS: u64 = 100;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = syntax::decode("fuzz.mancala", bytes) else { return };
    if !syntax::reads(&source) {
        return;
    }
    let mut library = Library::new();
    library.add(Arc::new(source));
    for game in library.games() {
        let Ok(rules) = game.rules(&Selection::default()) else { continue };
        let Ok(program) = Program::lower(&rules) else { continue };
        let (engine, reference) = (Engine::new(program), Reference::new(&rules));
        let (mut fast, mut slow) = (engine.start(), reference.start());
        let total = fast.total();
        if u64::from(total) > MOST_SEEDS {
            continue;
        }
        let mut stream = bytes.iter().fold(1_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
        let mut moves = Vec::new();
        for _ in 0..PLIES {
            assert_eq!(fast, slow);
            assert_eq!(fast.total(), total);
            engine.legal_moves(&fast, &mut moves);
            assert_eq!(moves, reference.legal_moves(&slow));
            let (mut reported, mut expected): (Vec<Event>, Vec<Event>) = (Vec::new(), Vec::new());
            match fast.due {
                Due::Nothing => break,
                Due::NextRound => {
                    engine.next_round(&mut fast, &mut reported);
                    slow = reference.next_round(&slow, &mut expected);
                }
                Due::Move | Due::Opening | Due::Race | Due::Closing | Due::Lot(_) => {
                    stream = stream.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let played = moves[(stream >> 33) as usize % moves.len()];
                    engine.play_legal(&mut fast, played, &mut reported);
                    slow = reference.play(&slow, played, &mut expected).expect("it is legal for both");
                }
            }
            assert_eq!(reported, expected);
        }
    }
});
