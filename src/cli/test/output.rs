//! What came of the tests: for people, as JSON, as JUnit XML.

use super::super::{Globals, render};
use super::{Covered, Outcome, Status, plural};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn print(outcomes: &[Outcome], globals: &Globals) {
    let _ = render::colored(globals);
    for outcome in outcomes {
        let place = format!("      {}:{}", outcome.file, outcome.line);
        match &outcome.status {
            Status::Passed if globals.verbose > 0 => println!("ok    {}", outcome.name),
            Status::Passed => {}
            Status::Todo(_) if globals.verbose == 0 => println!("todo  {}", outcome.name),
            Status::Done => {
                println!("todo  {}\n{place}\n      it holds now: take the word `todo` away\n", outcome.name)
            }
            Status::Failed(failure) | Status::Todo(failure) => {
                let word = if matches!(outcome.status, Status::Todo(_)) { "todo" } else { "FAIL" };
                println!("{word}  {}\n{place}", outcome.name);
                failure.lines().for_each(|line| println!("      {line}"));
                println!();
            }
        }
    }
}

/// `12 tests, all pass`.
pub(super) fn summary(outcomes: &[Outcome]) -> String {
    let failed = outcomes.iter().filter(|outcome| outcome.failure().is_some()).count();
    let todo = outcomes.iter().filter(|outcome| matches!(outcome.status, Status::Todo(_))).count();
    let todo = if todo == 0 { String::new() } else { format!(", {todo} still to do") };
    let verdict = if failed == 0 { "all pass".to_string() } else { format!("{failed} fail") };
    format!("{}, {verdict}{todo}", plural(outcomes.len(), "test"))
}

pub(super) fn json(outcomes: &[Outcome], covered: Option<&Covered>) -> Value {
    let tests: Vec<Value> = outcomes
        .iter()
        .map(|outcome| {
            let (status, why) = match &outcome.status {
                Status::Passed => ("passed", None),
                Status::Failed(why) => ("failed", Some(why)),
                Status::Todo(why) => ("todo", Some(why)),
                Status::Done => ("done", None),
            };
            json!({
                "file": outcome.file, "line": outcome.line, "name": outcome.name, "status": status,
                "passed": outcome.failure().is_none(), "failure": why,
            })
        })
        .collect();
    let failed = outcomes.iter().filter(|outcome| outcome.failure().is_some()).count();
    let mut value =
        json!({ "format_version": 1, "passed": outcomes.len() - failed, "failed": failed, "tests": tests });
    if let (Some(covered), Some(fields)) = (covered, value.as_object_mut()) {
        fields.extend(covered.json());
    }
    value
}

/// JUnit XML, one suite a file.
pub(super) fn junit(outcomes: &[Outcome]) -> String {
    let mut files: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        files.entry(&outcome.file).or_default().push(outcome);
    }
    let count = |outcomes: &[&Outcome], failed: bool| {
        let counts = |outcome: &&&Outcome| match outcome.status {
            Status::Failed(_) => failed,
            Status::Todo(_) => !failed,
            Status::Passed | Status::Done => false,
        };
        outcomes.iter().filter(counts).count()
    };
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all: Vec<&Outcome> = outcomes.iter().collect();
    text +=
        &format!("<testsuites name=\"gabata\" tests=\"{}\" failures=\"{}\">\n", all.len(), count(&all, true));
    for (file, outcomes) in files {
        text += &format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
            xml(file),
            outcomes.len(),
            count(&outcomes, true),
            count(&outcomes, false)
        );
        for outcome in outcomes {
            let (game, name) = outcome.name.split_once(": ").unwrap_or(("", &outcome.name));
            let head = format!(
                "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"",
                xml(game),
                xml(name),
                xml(file),
                outcome.line
            );
            text += &match &outcome.status {
                Status::Passed | Status::Done => format!("{head}/>\n"),
                Status::Todo(_) => format!("{head}>\n      <skipped message=\"todo\"/>\n    </testcase>\n"),
                Status::Failed(why) => format!(
                    "{head}>\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                    xml(why.lines().next().unwrap_or("")),
                    xml(why)
                ),
            };
        }
        text += "  </testsuite>\n";
    }
    text + "</testsuites>\n"
}

/// Text with the signs that mean something in XML written otherwise; control characters, which
/// XML cannot hold, become spaces.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(character),
            other if other.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
