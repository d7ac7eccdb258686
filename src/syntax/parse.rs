//! Text → tree. Braces and strings are looked at first, so that the parser proper meets only
//! balanced text of bounded depth; then every line that is no clause becomes a fault of its own.

use super::correct;
use super::grammar::{Grammar, Rule};
use super::tree::Node;
use crate::diagnostic::Diagnostic;
use crate::source::{MAX_BYTES, Source, Span};
use pest::Parser;
use pest::iterators::Pair;

/// Deepest nesting of braces; real files need five.
const MAX_DEPTH: usize = 16;
/// Faults that are explained in full; the rest only says where it is.
const MAX_EXPLAINED: usize = 40;

/// What became of a text.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The tree; without its games where the text is too broken to be read at all.
    pub tree: Node,
    /// Every fault, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Is there no error?
    #[must_use]
    pub fn is_sound(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Bytes of a file as a source.
///
/// # Errors
/// If they are too many, or no UTF-8 text.
pub fn decode(name: &str, bytes: &[u8]) -> Result<Source, Diagnostic> {
    let file = name.into();
    if bytes.len() > MAX_BYTES {
        let message =
            format!("the file is larger than {} KiB, the most a rule file may have", MAX_BYTES / 1024);
        return Err(Diagnostic::error("too-large", message, &file, Span::default())
            .help("a rule file is a page or two of text: is this the right file?"));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(Source::new(name, text)),
        Ok(_) => Err(not_text(&file)),
        Err(_) => Err(not_text(&file)),
    }
}

fn not_text(file: &std::sync::Arc<str>) -> Diagnostic {
    Diagnostic::error("not-text", "the file is not UTF-8 text", file, Span::default())
        .help("save it as plain text in the encoding UTF-8")
}

/// Parses a text. Every fault is reported; the tree holds what could be read.
#[must_use]
pub fn parse(source: &Source) -> Parsed {
    let empty = Node { kind: Rule::file, span: Span::new(0, source.text().len()), children: Vec::new() };
    let file = source.name();
    if source.text().len() > MAX_BYTES {
        return match decode(file, source.text().as_bytes()) {
            Ok(_) => Parsed { tree: empty, diagnostics: Vec::new() },
            Err(fault) => Parsed { tree: empty, diagnostics: vec![fault] },
        };
    }
    let diagnostics = balance(source);
    if !diagnostics.is_empty() {
        return Parsed { tree: empty, diagnostics };
    }
    let tree = match Grammar::parse(Rule::file, source.text()) {
        Ok(mut pairs) => pairs.next().map(node),
        Err(_) => None,
    };
    let Some(tree) = tree else {
        let fault = Diagnostic::error("syntax", "this is no rule file", file, Span::new(0, 0));
        return Parsed { tree: empty, diagnostics: vec![fault] };
    };
    let mut diagnostics = Vec::new();
    report(source, &tree, Rule::game_alone, &mut diagnostics);
    if diagnostics.is_empty() && !tree.has(Rule::game) && !tree.has(Rule::examples_of) {
        diagnostics.push(
            Diagnostic::error("no-game", "there is no game in this file", file, Span::new(0, 0)).help(
                "a rule file begins with `game \"NAME\" {`; `gabata new NAME` writes one to start from",
            ),
        );
    }
    Parsed { tree, diagnostics }
}

/// Can a text be read without a fault? The same answer as [`parse`] gives, without the time that it
/// takes to explain faults.
#[must_use]
pub fn reads(source: &Source) -> bool {
    let sized = source.text().len() <= MAX_BYTES && balance(source).is_empty();
    sized
        && Grammar::parse(Rule::file, source.text()).is_ok_and(|pairs| {
            let mut games = 0;
            for pair in pairs.flatten() {
                match pair.as_rule() {
                    Rule::junk | Rule::stray => return false,
                    Rule::game | Rule::examples_of => games += 1,
                    _ => {}
                }
            }
            games > 0
        })
}

fn node(pair: Pair<'_, Rule>) -> Node {
    let span = pair.as_span();
    let kind = pair.as_rule();
    let mut children = Vec::new();
    for inner in pair.into_inner() {
        match inner.as_rule() {
            Rule::EOI => {}
            // Blank lines are no phrase; the comments between them belong to the block.
            Rule::blank_lines => children.extend(inner.into_inner().map(node)),
            _ => children.push(node(inner)),
        }
    }
    Node { kind, span: Span::new(span.start(), span.end()), children }
}

/// What stands in a block of this kind; `None` for phrases that are no blocks.
fn member_of(kind: Rule) -> Option<Rule> {
    Some(match kind {
        Rule::file => Rule::game_alone,
        Rule::game | Rule::examples_of | Rule::reading | Rule::frame => Rule::clause_alone,
        Rule::about => Rule::about_line_alone,
        Rule::option_declaration => Rule::option_item_alone,
        Rule::board_holes => Rule::board_line_alone,
        Rule::opening => Rule::script_line_alone,
        Rule::opening_race => Rule::race_line_alone,
        Rule::prefer => Rule::tier_alone,
        Rule::table | Rule::group => Rule::table_entry_alone,
        Rule::mark => Rule::mark_line_alone,
        Rule::rounds => Rule::match_line_alone,
        Rule::example => Rule::example_line_alone,
        Rule::cases => Rule::case_alone,
        _ => return None,
    })
}

fn report(source: &Source, node: &Node, member: Rule, diagnostics: &mut Vec<Diagnostic>) {
    for child in &node.children {
        match child.kind {
            Rule::junk => {
                let explain = diagnostics.len() < MAX_EXPLAINED;
                diagnostics.push(correct::explain(source, child.span, member, explain));
            }
            Rule::stray => diagnostics.push(
                Diagnostic::error("brace", "this brace closes nothing", source.name(), child.span)
                    .help("remove it, or look for the block that was closed too early"),
            ),
            kind => report(source, child, member_of(kind).unwrap_or(member), diagnostics),
        }
    }
}

/// Braces that do not match, strings that do not end, blocks that are too deep.
fn balance(source: &Source) -> Vec<Diagnostic> {
    let file = source.name();
    let bytes = source.text().as_bytes();
    let mut faults = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    // Every brace in the order of the text.
    let mut braces: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at = line_end(bytes, at),
            b'"' => {
                let start = at;
                at = string_end(bytes, at);
                if bytes.get(at) != Some(&b'"') {
                    let fault = Diagnostic::error(
                        "string",
                        "this text has no closing quote",
                        file,
                        Span::new(start, at),
                    )
                    .help("a text in quotes ends on the line on which it begins");
                    faults.push(fault.fix(Span::new(at, at), "\""));
                    if faults.len() > MAX_EXPLAINED {
                        return faults;
                    }
                }
            }
            b'{' => {
                open.push(at);
                braces.push(at);
                if open.len() > MAX_DEPTH {
                    let message = format!("blocks are nested more than {MAX_DEPTH} deep here");
                    let fault = Diagnostic::error("too-deep", message, file, Span::new(at, at + 1))
                        .help("no clause of the language needs that: is a closing brace missing above?");
                    faults.push(fault);
                    return faults;
                }
            }
            b'}' => {
                braces.push(at);
                let closes_nothing = open.pop().is_none();
                if closes_nothing && faults.is_empty() {
                    let fault =
                        Diagnostic::error("brace", "this brace closes nothing", file, Span::new(at, at + 1))
                            .help("remove it, or look for the block that was closed too early");
                    faults.push(fault);
                }
            }
            // The first byte of “ ” „, which word processors put for quotes.
            0xE2 if source.text()[at..].starts_with(CURLY) => {
                let fault = curly(source, at);
                at = fault.span().end as usize - 1;
                if faults.len() <= MAX_EXPLAINED {
                    faults.push(fault);
                }
            }
            _ => {}
        }
        at += 1;
    }
    if let Some(&last) = open.last() {
        let text = source.text();
        let (unclosed, end, remark) = match unclosed_by_indent(text, &braces) {
            Some(inner) => {
                (inner, block_end(text, inner), "by its indentation the block ends here, without its `}`")
            }
            None => (last, text.trim_end().len(), "the file ends without its `}`"),
        };
        let (line, indent) = line_of(text, unclosed);
        let fault = Diagnostic::error(
            "brace",
            "this block is never closed",
            file,
            Span::new(line + indent, unclosed + 1),
        )
        .saying("opened here")
        .label(Span::new(end, end), remark)
        .help("write `}` on a line of its own after the last line of the block");
        let brace = format!("\n{}}}", &text[line..line + indent]);
        faults.push(if open.len() == 1 { fault.fix(Span::new(end, end), brace) } else { fault });
    }
    faults
}

/// What word processors put for straight quotes.
const CURLY: [char; 3] = ['“', '”', '„'];

/// A text between curly quotes, or one of them alone.
fn curly(source: &Source, at: usize) -> Diagnostic {
    let line = source.text()[at..].lines().next().unwrap_or("");
    let mut marks = line.match_indices([CURLY[0], CURLY[1], CURLY[2], '"']).skip(1);
    let end = marks.next().map_or('“'.len_utf8(), |(start, mark)| start + mark.len());
    let place = Span::new(at, at + end);
    let inner = line[..end].replace(CURLY, "").replace('"', "");
    let closed = if line[..end].chars().count() > 1 { "\"" } else { "" };
    Diagnostic::error("string", "texts stand between straight quotes", source.name(), place)
        .help("write `\"` for each of them")
        .fix(place, format!("\"{inner}{closed}"))
}

/// The start of the line of a byte, and how many bytes of white space the line begins with.
fn line_of(text: &str, at: usize) -> (usize, usize) {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or("");
    (start, line.len() - line.trim_start().len())
}

/// The first block that, going by the indentation, has no closing brace: the brace that closes it
/// stands to the left of its heading, where a block around it began. The braces alone would put
/// the blame on the outermost block.
fn unclosed_by_indent(text: &str, braces: &[usize]) -> Option<usize> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    // One walk over the lines beside the braces: a line may hold very many of them.
    let mut lines = text.split_inclusive('\n');
    let (mut start, mut end, mut indent) = (0, 0, 0);
    for &at in braces {
        while at >= end {
            let line = lines.next()?;
            (start, end, indent) = (end, end + line.len(), line.len() - line.trim_start().len());
        }
        if text.as_bytes().get(at) == Some(&b'{') {
            open.push((at, indent));
            continue;
        }
        let (opener, own) = open.pop()?;
        let leads = start + indent == at;
        if leads && indent < own && open.iter().any(|(_, outer)| *outer == indent) {
            return Some(opener);
        }
    }
    None
}

/// Where a block without a closing brace ends: before the first line that is not indented more
/// than its heading, or with the file.
fn block_end(text: &str, unclosed: usize) -> usize {
    let (start, own) = line_of(text, unclosed);
    let mut at = start;
    let mut end = unclosed + 1;
    for (index, line) in text[start..].split_inclusive('\n').enumerate() {
        let words = line.trim();
        if index > 0 && !words.is_empty() && line.len() - line.trim_start().len() <= own {
            break;
        }
        if !words.is_empty() {
            end = at + line.trim_end().len();
        }
        at += line.len();
    }
    end
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| from + length)
}

/// The closing quote, or the end of the line.
fn string_end(bytes: &[u8], quote: usize) -> usize {
    let mut at = quote + 1;
    while at < bytes.len() && bytes[at] != b'"' && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' && bytes.get(at + 1).is_some_and(|next| *next != b'\n') { 2 } else { 1 };
    }
    at.min(bytes.len())
}
