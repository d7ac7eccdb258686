//! Runs the program as a user does.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a run of the program came to.
pub struct Answer {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Answer {
    /// The output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

/// Runs the program with standard input from bytes; it never panics.
pub fn run_with(arguments: &[&str], input: &[u8]) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gabata"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().expect("there is an input").write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    let answer = Answer { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) };
    assert!(!answer.err.contains("panicked"), "{arguments:?}: {}", answer.err);
    answer
}

/// Runs the program without input.
pub fn run(arguments: &[&str]) -> Answer {
    run_with(arguments, b"")
}

/// A file that is gone after the test.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A name for a file that is not there yet.
    pub fn named(ending: &str) -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("gabata-play-{}-{number}.{ending}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    /// A file with a text.
    pub fn with(ending: &str, text: &str) -> Scratch {
        let file = Scratch::named(ending);
        std::fs::write(&file.0, text).expect("a file can be written");
        file
    }

    /// Its path as an argument.
    pub fn argument(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }

    /// Its text.
    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("the file can be read")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
