//! The games that the binary carries: every file of `games/`, with its path in the project.

/// Path (`games/<region>/<name>.mancala` or `.perft`) and text of every shipped file, by path.
pub static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The shipped rule files: command-line name, path, text.
pub fn games() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    FILES.iter().filter_map(|&(path, text)| Some((name_of(path)?, path, text)))
}

/// The command-line name of a rule file: its file name without the ending. A file of examples
/// (`NAME.test.mancala`) has none.
fn name_of(path: &str) -> Option<&str> {
    path.rsplit('/').next()?.strip_suffix(".mancala").filter(|name| !name.ends_with(".test"))
}
