//! A text that can be read can be formatted: once is enough, and no remark is lost.

#![no_main]

use gabata::source::Source;
use gabata::syntax;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = syntax::decode("fuzz.mancala", bytes) else { return };
    if !syntax::reads(&source) {
        return;
    }
    let parsed = syntax::parse(&source);
    let formatted = Source::new("formatted.mancala", &syntax::format(&source, &parsed.tree));
    let again = syntax::parse(&formatted);
    assert!(again.is_sound(), "formatted it cannot be read:\n{}\n{:?}", formatted.text(), again.diagnostics);
    assert_eq!(syntax::format(&formatted, &again.tree), formatted.text(), "once is enough");
    assert_eq!(remarks(&source, &parsed.tree), remarks(&formatted, &again.tree));
});

/// Every remark of a text, in any order.
fn remarks(source: &Source, node: &syntax::Node) -> Vec<String> {
    let mut found = Vec::new();
    let mut nodes = vec![node];
    while let Some(node) = nodes.pop() {
        if node.kind == syntax::Kind::COMMENT {
            found.push(node.text(source).trim_start_matches('#').trim().to_string());
        }
        nodes.extend(&node.children);
    }
    found.sort();
    found
}
