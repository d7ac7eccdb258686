//! Time to read, lay out and check long and monstrous texts; it grows with their length, not faster.

use divan::Bencher;
use gabata::rules::Library;
use gabata::source::Source;
use gabata::syntax;
use std::sync::Arc;

fn main() {
    divan::main();
}

const HEAD: &str = r#"game "X" {
  about {
    source "an invented game"
  }
  board 2 rows of 6 holes
  seeds 4 in each hole
  sow counterclockwise
  end when the player to move cannot move
  remaining seeds to the row owner
  win most seeds
"#;

/// A sound game with `number` lines of a kind.
fn text(kind: &str, number: usize) -> String {
    let table = |lines: String| format!("  last seed {{\n{lines}    otherwise => turn ends\n  }}\n");
    let plain = || table(String::new());
    let body = match kind {
        "notes" => plain() + &"  note \"x\"\n".repeat(number),
        "faults" => plain() + &"  nota bene\n".repeat(number),
        "lines" => table("    makes 3 and in own hole => turn ends\n".repeat(number)),
        "conditions" => table(format!("    {} => turn ends\n", vec!["makes 4"; number].join(" and "))),
        "examples" => {
            plain() + &"  example \"e\" {\n    South plays a\n    North to move\n  }\n".repeat(number)
        }
        "one word" => format!("  {}\n", "x".repeat(20 * number)),
        "braces" => format!("  {}{}\n", "{".repeat(number), "}".repeat(number)),
        _ => unreachable!("every kind is listed below"),
    };
    format!("{HEAD}{body}}}\n")
}

const KINDS: &[&str] = &["notes", "faults", "lines", "conditions", "examples", "one word", "braces"];

fn source(kind: &str, number: usize) -> Source {
    Source::new("bench", &text(kind, number))
}

#[divan::bench(args = KINDS, consts = [5_000, 10_000], sample_count = 5, sample_size = 1)]
fn read<const N: usize>(bencher: Bencher, kind: &str) {
    let source = source(kind, N);
    bencher.bench_local(|| syntax::parse(&source).diagnostics.len());
}

#[divan::bench(args = ["notes", "lines", "examples"], consts = [5_000, 10_000], sample_count = 5, sample_size = 1)]
fn lay_out<const N: usize>(bencher: Bencher, kind: &str) {
    let source = source(kind, N);
    let tree = syntax::parse(&source).tree;
    bencher.bench_local(|| syntax::format(&source, &tree).len());
}

#[divan::bench(args = ["notes", "lines", "conditions", "examples"], consts = [5_000, 10_000], sample_count = 5, sample_size = 1)]
fn check<const N: usize>(bencher: Bencher, kind: &str) {
    let mut library = Library::new();
    library.add(Arc::new(source(kind, N)));
    bencher.bench_local(|| library.games()[0].check().len());
}
