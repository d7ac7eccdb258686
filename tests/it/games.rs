//! A readable snapshot of every shipped game: rules in sentences, a random game, move counts,
//! rules as data. A new file in `games/` gets one without registration.

use crate::common::library;
use gabata::testing::{ROUNDS, snapshot};
use std::path::Path;

/// The snapshot of a game lies beside its rule file, where `gabata test` compares it too.
#[test]
fn snapshots() {
    let library = library();
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, path, _) in gabata::shipped::games() {
        let game = library.games().iter().find(|game| **game.source().name() == *path);
        let game = game.unwrap_or_else(|| panic!("{path} holds a game"));
        if game.is_board_only() {
            continue;
        }
        let folder = Path::new("../..").join(Path::new(path).parent().expect("it lies in a folder"));
        settings.set_snapshot_path(folder);
        settings.bind(|| {
            let text = snapshot(game, 1, ROUNDS).unwrap_or_else(|fault| panic!("{path}: {fault}"));
            insta::assert_snapshot!(name, text);
        });
    }
}
