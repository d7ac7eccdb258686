//! A fault as data: what, where, and what to do. Rendering is elsewhere.

use crate::source::Span;
use std::collections::HashSet;
use std::sync::Arc;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file has no meaning as it stands.
    Error,
    /// The file has a meaning, perhaps not the one that is meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A place with a remark.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// A change that would mend the fault.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// A fault. Messages are in lower case without a full stop, the author's words in backticks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short name of the kind of fault, for programs and for looking it up.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Name of the source that the spans belong to.
    pub file: Arc<str>,
    /// Places; the first is the fault's own.
    pub labels: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
    /// A change that would mend it.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, message: impl Into<String>, file: &Arc<str>, span: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            file: Arc::clone(file),
            labels: vec![Label { span, text: String::new() }],
            help: None,
            fix: None,
        }
    }

    /// A warning at a place.
    pub fn warning(
        code: &'static str,
        message: impl Into<String>,
        file: &Arc<str>,
        span: Span,
    ) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message, file, span) }
    }

    /// The same with a remark at its own place.
    #[must_use]
    pub fn saying(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// The same with a further place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The same with a remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same with a change that would mend it.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.fix = Some(Box::new(Fix { span, replacement: replacement.into() }));
        self
    }

    /// Its own place.
    #[must_use]
    pub fn span(&self) -> Span {
        self.labels.first().map(|label| label.span).unwrap_or_default()
    }

    /// Is it an error?
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Each fault once, in the order in which they were found.
#[must_use]
pub fn distinct(faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    faults.into_iter().filter(|fault| seen.insert(fault.clone())).collect()
}

/// The candidate nearest to a word, if any is near enough to be meant.
///
/// ```
/// assert_eq!(gabata::diagnostic::nearest("sedes", ["seeds", "sow"]), Some("seeds"));
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| {
            *distance <= 1 + candidate.chars().count().min(word.chars().count()) / 4
        })
        .min_by_key(|(distance, candidate)| (*distance, candidate.len()))
        .map(|(_, candidate)| candidate)
}
