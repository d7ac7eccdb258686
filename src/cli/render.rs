//! Faults as text: with the source shown, on one line, for code hosts, as JSON.

use super::{Color, Format, Globals};
use crate::diagnostic::{Diagnostic, Severity};
use crate::rules::vocabulary;
use crate::source::{Source, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::ops::Range;
use std::sync::Arc;

/// Widest picture of a source line.
const WIDTH: usize = 120;

/// Is the output coloured?
#[must_use]
pub fn colored(globals: &Globals) -> bool {
    match globals.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                && std::io::stdout().is_terminal()
        }
    }
}

/// Faults that are shown with their text; the rest has a line each, since nobody reads so much.
const MOST_SHOWN: usize = 100;

/// Texts by name.
pub type Sources = BTreeMap<String, Arc<Source>>;

/// All faults in the form that was asked for. JSON is one list.
#[must_use]
pub fn render(faults: &[Diagnostic], sources: &Sources, globals: &Globals) -> String {
    match globals.format {
        Format::Json => json(faults, sources),
        Format::Short => faults.iter().map(|fault| short(fault, sources)).collect(),
        Format::Github => faults.iter().map(|fault| github(fault, sources)).collect(),
        Format::Sarif => sarif(faults, sources),
        Format::Human | Format::Junit | Format::Csv | Format::Markdown => {
            let renderer = if colored(globals) { Renderer::styled() } else { Renderer::plain() };
            let renderer = renderer.term_width(WIDTH);
            let shown = |(index, fault): (usize, &Diagnostic)| match index {
                0..MOST_SHOWN => human(fault, sources, &renderer) + "\n\n",
                _ => short(fault, sources),
            };
            faults.iter().enumerate().map(shown).collect()
        }
    }
}

fn source_of<'s>(fault: &Diagnostic, sources: &'s Sources) -> Option<&'s Source> {
    sources.get(&*fault.file).map(Arc::as_ref)
}

/// Line and column of a fault, both from 1.
#[must_use]
pub fn place(fault: &Diagnostic, sources: &Sources) -> (u32, u32) {
    source_of(fault, sources).map_or((1, 1), |source| source.place(fault.span().start))
}

/// A span as bytes of the text, however it came about.
fn range(source: &Source, span: Span) -> Range<usize> {
    let text = source.text();
    let inside = |byte: usize| {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    };
    let start = inside(span.start as usize);
    let end = inside(span.end as usize).max(start);
    // A whole block would be shown line by line; its first line says enough.
    match text[start..end].find('\n') {
        Some(0) | None => start..end,
        Some(line) => start..start + line,
    }
}

fn human(fault: &Diagnostic, sources: &Sources, renderer: &Renderer) -> String {
    let level = match fault.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(fault.message.as_str()).id(fault.code);
    let Some(source) = source_of(fault, sources) else {
        let mut groups = vec![Group::with_title(title)];
        groups.extend(fault.help.as_deref().map(|help| Group::with_title(Level::HELP.secondary_title(help))));
        return renderer.render(&groups);
    };
    let mut snippet = Snippet::source(source.text()).path(&*fault.file).fold(true);
    for (index, label) in fault.labels.iter().enumerate() {
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(range(source, label.span));
        snippet = snippet.annotation(match label.text.as_str() {
            "" => annotation,
            text => annotation.label(text),
        });
    }
    let mut report = title.element(snippet);
    let Some(fix) = &fault.fix else {
        if let Some(help) = &fault.help {
            report = report.element(Level::HELP.message(help.as_str()));
        }
        return renderer.render(&[report]);
    };
    let help = fault.help.as_deref().unwrap_or("write it so");
    let patch = Snippet::source(source.text())
        .path(&*fault.file)
        .fold(true)
        .patch(Patch::new(exact(source, fix.span), fix.replacement.as_str()));
    renderer.render(&[report, Level::HELP.secondary_title(help).element(patch)])
}

/// The bytes of a span, not shortened to a line.
fn exact(source: &Source, span: Span) -> Range<usize> {
    let length = source.text().len();
    let (start, end) = ((span.start as usize).min(length), (span.end as usize).min(length));
    if source.text().get(start..end).is_some() { start..end } else { range(source, span) }
}

fn short(fault: &Diagnostic, sources: &Sources) -> String {
    let (line, column) = place(fault, sources);
    let help = fault.help.as_ref().map_or(String::new(), |help| format!(" ({})", one_line(help)));
    format!(
        "{}:{line}:{column}: {}[{}]: {}{help}\n",
        fault.file,
        fault.severity.name(),
        fault.code,
        one_line(&fault.message)
    )
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn github(fault: &Diagnostic, sources: &Sources) -> String {
    let (line, column) = place(fault, sources);
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let help = fault.help.as_ref().map_or(String::new(), |help| format!("\n{help}"));
    format!(
        "::{} file={},line={line},col={column},title={}::{}\n",
        fault.severity.name(),
        property(&fault.file),
        property(fault.code),
        data(&format!("{}{help}", fault.message))
    )
}

/// A fault for programs.
#[derive(serde::Serialize)]
struct Row<'f> {
    file: &'f str,
    line: u32,
    column: u32,
    severity: &'static str,
    code: &'static str,
    message: &'f str,
    help: Option<&'f str>,
}

fn json(faults: &[Diagnostic], sources: &Sources) -> String {
    let rows: Vec<Row> = faults
        .iter()
        .map(|fault| {
            let (line, column) = place(fault, sources);
            Row {
                file: &fault.file,
                line,
                column,
                severity: fault.severity.name(),
                code: fault.code,
                message: &fault.message,
                help: fault.help.as_deref(),
            }
        })
        .collect();
    serde_json::to_string_pretty(&rows).unwrap_or_else(|_| "[]".to_string()) + "\n"
}

/// A log in the interchange format of analysis tools, SARIF 2.1.0.
fn sarif(faults: &[Diagnostic], sources: &Sources) -> String {
    let mut codes: Vec<&str> = faults.iter().map(|fault| fault.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<Value> = codes
        .iter()
        .map(|name| match vocabulary::code(name) {
            Some(page) => json!({
                "id": name,
                "shortDescription": { "text": page.title },
                "fullDescription": { "text": page.meaning },
                "defaultConfiguration": { "level": page.severity.name() },
            }),
            None => json!({ "id": name }),
        })
        .collect();
    let results: Vec<Value> = faults.iter().map(|fault| result(fault, sources)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "gabata", "version": env!("CARGO_PKG_VERSION"), "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// A stretch of a text by lines and columns.
fn lines(source: &Source, bytes: Range<usize>) -> Value {
    let (line, column) = source.place(bytes.start as u32);
    let (end_line, end_column) = source.place(bytes.end as u32);
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

/// One fault of such a log: its place, further places, and the change that would mend it.
fn result(fault: &Diagnostic, sources: &Sources) -> Value {
    let source = source_of(fault, sources);
    let region = |span: Span| match source {
        Some(source) => lines(source, range(source, span)),
        None => json!({ "startLine": 1 }),
    };
    let artifact = json!({ "uri": fault.file.replace('\\', "/").replace('%', "%25").replace(' ', "%20") });
    let location = |span: Span| json!({ "artifactLocation": artifact, "region": region(span) });
    let text = match &fault.help {
        Some(help) => format!("{}: {help}", fault.message),
        None => fault.message.clone(),
    };
    let related: Vec<Value> = fault
        .labels
        .iter()
        .skip(1)
        .map(|label| json!({ "physicalLocation": location(label.span), "message": { "text": label.text } }))
        .collect();
    let mut result = json!({
        "ruleId": fault.code,
        "level": fault.severity.name(),
        "message": { "text": text },
        "locations": [{ "physicalLocation": location(fault.span()) }],
    });
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    if let (Some(fix), Some(source)) = (&fault.fix, source) {
        result["fixes"] = json!([{
            "description": { "text": fault.help.as_deref().unwrap_or("write it so") },
            "artifactChanges": [{
                "artifactLocation": artifact,
                "replacements": [{
                    "deletedRegion": lines(source, exact(source, fix.span)),
                    "insertedContent": { "text": fix.replacement },
                }],
            }],
        }]);
    }
    result
}
