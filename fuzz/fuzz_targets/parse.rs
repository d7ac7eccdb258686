//! Any text is read without a panic, and every fault lies in the text.

#![no_main]

use gabata::source::Source;
use gabata::syntax;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = syntax::decode("fuzz.mancala", bytes) else { return };
    // To find out what is meant by faulty words takes a thousand times as long as to see that they
    // are faulty.
    if source.text().len() > 300 {
        syntax::reads(&source);
        return;
    }
    let parsed = syntax::parse(&source);
    assert_eq!(parsed.is_sound(), syntax::reads(&source));
    for fault in &parsed.diagnostics {
        for span in fault.labels.iter().map(|label| label.span).chain(fault.fix.iter().map(|fix| fix.span)) {
            assert!(source.text().get(span.range()).is_some(), "{fault:?}");
        }
        if let Some(fix) = &fault.fix {
            let mut mended = source.text().to_string();
            mended.replace_range(fix.span.range(), &fix.replacement);
            syntax::parse(&Source::new("mended.mancala", &mended));
        }
    }
});
