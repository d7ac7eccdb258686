//! Printing that a closed pipe (`gabata list | head`) does not turn into a panic: `print!` and
//! `println!` of all commands are these.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

/// Writes to standard output. Who no longer reads has had enough: the program ends quietly.
pub fn write(text: Arguments<'_>) {
    if let Err(error) = std::io::stdout().write_fmt(text) {
        if error.kind() != ErrorKind::BrokenPipe {
            let _ = writeln!(std::io::stderr(), "error: standard output: {error}");
        }
        std::process::exit(if error.kind() == ErrorKind::BrokenPipe { 0 } else { 2 });
    }
}

/// As in the standard library, but see [`write`].
macro_rules! print {
    ($($text:tt)*) => { $crate::cli::output::write(format_args!($($text)*)) };
}

/// As in the standard library, but see [`write`].
macro_rules! println {
    () => { $crate::cli::output::write(format_args!("\n")) };
    ($($text:tt)*) => { $crate::cli::output::write(format_args!("{}\n", format_args!($($text)*))) };
}
