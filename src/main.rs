//! The command line: arguments, dispatch, exit code; nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    gabata::cli::main()
}
