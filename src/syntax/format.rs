//! Tree → text: one canonical layout. The wording comes from the tree's own words; the layout of
//! blocks, the order of clauses and the alignment of tables are decided here.

use super::Kind;
use super::tree::Node;
use crate::source::{Source, Span};

/// Widest line before it is broken.
const WIDTH: usize = 110;
/// Widest condition whose arrow is aligned with the others of its table.
const ALIGNED: usize = 64;

/// The canonical text of a file. Meant for trees without faults: a junk line is kept as it is.
#[must_use]
pub fn format(source: &Source, tree: &Node) -> String {
    let mut printer = Printer { source, out: String::new() };
    printer.items(&tree.children, 0, Kind::file);
    printer.out
}

/// The words of a phrase on one line, without who vouches for it: how a clause is named in traces.
#[must_use]
pub fn words(source: &Source, node: &Node) -> String {
    let mut printer = Words { source, out: String::new(), blocks: true };
    printer.node(node);
    printer.out
}

/// The words of a phrase up to its block, if it has one.
#[must_use]
pub fn heading(source: &Source, node: &Node) -> String {
    let mut printer = Words { source, out: String::new(), blocks: false };
    printer.node(node);
    printer.out
}

/// Joins words.
struct Words<'s> {
    source: &'s Source,
    out: String,
    /// Are blocks printed too (on one line)?
    blocks: bool,
}

impl Words<'_> {
    /// `false`: the heading of a block ended.
    fn node(&mut self, node: &Node) -> bool {
        match node.kind {
            Kind::the => self.word("the"),
            Kind::a | Kind::article_a => self.word("a"),
            Kind::an => self.word("an"),
            Kind::the_seeds_of => self.word("the seeds of"),
            Kind::assumed | Kind::source | Kind::COMMENT => {}
            Kind::comma => self.out.push(','),
            Kind::colon => self.out.push(':'),
            Kind::arrow => self.word("=>"),
            Kind::picture if !self.blocks => return false,
            Kind::picture => self.picture(node),
            Kind::to => self.word("to"),
            Kind::open if !self.blocks => return false,
            Kind::open => self.word("{"),
            Kind::close => self.word("}"),
            _ if !node.children.is_empty() && node.kind != Kind::string => {
                for child in &node.children {
                    if !self.node(child) {
                        return false;
                    }
                }
            }
            _ => {
                let text = node.text(self.source).trim();
                if super::correct::keyword(node.kind).is_some() {
                    let lower = text.to_lowercase();
                    self.word(match lower.as_str() {
                        "south" => "South",
                        "north" => "North",
                        other => other,
                    });
                } else {
                    self.word(text);
                }
            }
        }
        true
    }

    /// A picture of the board on one line.
    fn picture(&mut self, picture: &Node) {
        let rows: Vec<String> = picture
            .all(Kind::picture_row)
            .map(|row| {
                row.all(Kind::cell).map(|cell| cell.text(self.source).trim()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        self.word(&format!("{{ {} }}", rows.join("; ")));
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        if !self.out.is_empty() {
            self.out.push(' ');
        }
        self.out += word;
    }
}

/// An item of a block with the comments that belong to it.
struct Item<'t> {
    node: &'t Node,
    before: Vec<&'t Node>,
    after: Option<&'t Node>,
}

struct Printer<'s> {
    source: &'s Source,
    out: String,
}

impl Printer<'_> {
    /// The members of a block.
    fn items(&mut self, children: &[Node], depth: usize, block: Kind) {
        let (mut items, rest) = self.attach(children);
        let in_game = matches!(block, Kind::game | Kind::reading | Kind::frame);
        if in_game {
            items.sort_by_key(|item| place(item.node));
        }
        let widths = self.arrow_widths(&items);
        let mut last: Option<usize> = None;
        if let Some(comment) = beside_brace(self.source, children) {
            self.comment(comment, depth);
        }
        for item in &items {
            let group = place(item.node) / 100;
            let apart = last.is_some_and(|last| {
                matches!(block, Kind::file | Kind::examples_of)
                    || block == Kind::game && (group != last || group >= READINGS)
            });
            if apart {
                self.out.push('\n');
            }
            last = Some(group);
            for comment in &item.before {
                self.comment(comment, depth);
            }
            self.item(item.node, depth, widths);
            if let Some(comment) = item.after {
                self.out += "  ";
                self.out += comment.text(self.source).trim();
            }
            self.out.push('\n');
        }
        for comment in rest {
            self.comment(comment, depth);
        }
    }

    fn comment(&mut self, comment: &Node, depth: usize) {
        self.indent(depth);
        self.out += comment.text(self.source).trim();
        self.out.push('\n');
    }

    fn indent(&mut self, depth: usize) {
        self.out += &"  ".repeat(depth);
    }

    /// Comments go to the item that follows, or to the one on whose line they stand; what is left
    /// at the end belongs to the block.
    fn attach<'t>(&self, children: &'t [Node]) -> (Vec<Item<'t>>, Vec<&'t Node>) {
        let mut items: Vec<Item<'t>> = Vec::new();
        let mut waiting: Vec<&'t Node> = Vec::new();
        for child in children {
            match child.kind {
                Kind::COMMENT => {
                    let same_line = items.last().is_some_and(|item| {
                        waiting.is_empty()
                            && item.after.is_none()
                            && !self.source.text()
                                [item.node.span.end.min(child.span.start) as usize..child.span.start as usize]
                                .contains('\n')
                    });
                    match items.last_mut() {
                        Some(item) if same_line => item.after = Some(child),
                        _ => waiting.push(child),
                    }
                }
                // What stands before the first member was read with the brace.
                Kind::open => waiting.extend(
                    child.all(Kind::COMMENT).filter(|comment| !is_beside(self.source, child, comment)),
                ),
                Kind::close => {}
                _ => {
                    let mut before = std::mem::take(&mut waiting);
                    inner_comments(child, &mut before);
                    items.push(Item { node: child, before, after: None });
                }
            }
        }
        (items, waiting)
    }

    /// Width of the conditions of a table whose arrows are aligned.
    fn arrow_widths(&self, items: &[Item]) -> usize {
        items
            .iter()
            .filter_map(|item| self.condition(item.node))
            .map(|condition| condition.chars().count())
            .filter(|width| *width <= ALIGNED)
            .max()
            .unwrap_or(0)
    }

    /// The words before the arrow of a table line.
    fn condition(&self, node: &Node) -> Option<String> {
        if !matches!(node.kind, Kind::line | Kind::case) || !node.has(Kind::arrow) {
            return None;
        }
        if node.kind == Kind::case {
            let mut printer = Words { source: self.source, out: String::new(), blocks: true };
            node.children.iter().take_while(|child| child.kind != Kind::arrow).for_each(|child| {
                printer.node(child);
            });
            return Some(printer.out);
        }
        let first = node.children.iter().find(|child| child.kind != Kind::COMMENT)?;
        let even_if = node.child(Kind::even_if_empty).map(|said| words(self.source, said));
        Some([Some(words(self.source, first)), even_if].into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    fn item(&mut self, node: &Node, depth: usize, width: usize) {
        self.indent(depth);
        if node.kind == Kind::junk {
            self.out += node.text(self.source).trim();
            return;
        }
        let line_start = self.out.len() - depth * 2;
        if let Some(condition) = self.condition(node) {
            self.table_line(node, &condition, depth, width);
        } else if let Some(block) = block_of(node) {
            self.block(node, block, depth);
        } else {
            self.out += &words(self.source, node);
        }
        self.suffixes(node, depth, line_start);
    }

    fn table_line(&mut self, node: &Node, condition: &str, depth: usize, width: usize) {
        self.out += condition;
        let used = condition.chars().count();
        if used > ALIGNED {
            self.out.push('\n');
            self.indent(depth + 2);
        } else {
            self.out += &" ".repeat(width.saturating_sub(used) + 1);
        }
        let at = node.children.iter().position(|child| child.kind == Kind::arrow).unwrap_or(0);
        let mut printer = Words { source: self.source, out: String::new(), blocks: true };
        node.children[at..].iter().for_each(|child| {
            printer.node(child);
        });
        self.wrapped(&printer.out, depth);
    }

    /// What a line does, broken after commas where it is too long.
    fn wrapped(&mut self, text: &str, depth: usize) {
        let mut line = self.out.rsplit('\n').next().unwrap_or("").chars().count();
        for (index, part) in text.split(", ").enumerate() {
            let length = part.chars().count();
            if index > 0 {
                self.out.push(',');
                if line + 2 + length > WIDTH {
                    self.out.push('\n');
                    self.indent(depth + 3);
                    line = (depth + 3) * 2;
                } else {
                    self.out.push(' ');
                    line += 2;
                }
            }
            self.out += part;
            line += length;
        }
    }

    /// `assumed` and `source`, on the same line if they fit.
    fn suffixes(&mut self, node: &Node, depth: usize, line_start: usize) {
        let suffixes =
            node.children.iter().filter(|child| matches!(child.kind, Kind::assumed | Kind::source));
        for suffix in suffixes {
            let mut printer = Words { source: self.source, out: String::new(), blocks: true };
            suffix.children.iter().for_each(|child| {
                printer.node(child);
            });
            let line = self.out[line_start..].rsplit('\n').next().unwrap_or("").chars().count();
            // `source` cannot begin a line: it would be read as a line of its own.
            let fits = line + 4 + printer.out.chars().count() <= WIDTH || suffix.kind == Kind::source;
            if fits {
                self.out += "    ";
            } else {
                self.out.push('\n');
                self.indent(depth + 2);
            }
            self.out += &printer.out;
        }
    }

    fn block(&mut self, node: &Node, block: &Node, depth: usize) {
        let mut heading = Words { source: self.source, out: String::new(), blocks: false };
        heading.node(node);
        self.out += &heading.out;
        match block.kind {
            Kind::picture => return self.picture(block, depth),
            Kind::option_declaration => return self.option(block),
            _ => {}
        }
        self.out += " {\n";
        let from = block.children.iter().position(|child| child.kind == Kind::open).unwrap_or(0);
        self.items(&block.children[from..], depth + 1, block.kind);
        self.indent(depth);
        self.out.push('}');
    }

    /// `option holes { 6; 5 "some" }`, on one line.
    fn option(&mut self, block: &Node) {
        let values: Vec<String> = block
            .children
            .iter()
            .skip_while(|child| child.kind != Kind::open)
            .filter(|child| !matches!(child.kind, Kind::open | Kind::close | Kind::COMMENT))
            .map(|child| words(self.source, child))
            .collect();
        self.out += &format!(" {{ {} }}", values.join("; "));
    }

    /// A picture of the board, its columns aligned.
    fn picture(&mut self, block: &Node, depth: usize) {
        let rows: Vec<Vec<&str>> = block
            .all(Kind::picture_row)
            .map(|row| row.all(Kind::cell).map(|cell| cell.text(self.source).trim()).collect())
            .collect();
        let width = rows.iter().flatten().map(|cell| cell.len()).max().unwrap_or(1);
        self.out += " {\n";
        for row in rows {
            self.indent(depth + 1);
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
            self.out += cells.join(" ").trim_end();
            self.out.push('\n');
        }
        self.indent(depth);
        self.out.push('}');
    }
}

/// The comment on the line of the opening brace, which is about the block and stays its first line
/// even where the clause below it moves.
fn beside_brace<'t>(source: &Source, children: &'t [Node]) -> Option<&'t Node> {
    let open = children.iter().find(|child| child.kind == Kind::open)?;
    open.all(Kind::COMMENT).find(|comment| is_beside(source, open, comment))
}

fn is_beside(source: &Source, open: &Node, comment: &Node) -> bool {
    !source.slice(Span { start: open.span.start, end: comment.span.start }).contains('\n')
}

/// The part of an item that has the braces.
fn block_of(node: &Node) -> Option<&Node> {
    if node.has(Kind::open) {
        return Some(node);
    }
    node.children.iter().find_map(block_of)
}

/// Comments inside an item that belong to none of its own members.
fn inner_comments<'t>(node: &'t Node, comments: &mut Vec<&'t Node>) {
    let keeps_its_own =
        node.has(Kind::open) && !matches!(node.kind, Kind::picture | Kind::option_declaration);
    for child in &node.children {
        if child.kind == Kind::COMMENT {
            if !keeps_its_own {
                comments.push(child);
            }
        } else if !keeps_its_own || child.kind != Kind::open && !is_member(node, child) {
            inner_comments(child, comments);
        }
    }
}

/// Does a child stand between the braces of its block?
fn is_member(block: &Node, child: &Node) -> bool {
    block.child(Kind::open).is_some_and(|open| child.span.start >= open.span.end)
}

/// Groups from here on (readings, examples) are set apart one by one.
const READINGS: usize = 9;

/// Place of a clause in the canonical order: hundreds are groups set apart by a blank line.
fn place(node: &Node) -> usize {
    let body = if node.kind == Kind::clause {
        node.children.iter().find(|child| child.kind != Kind::COMMENT)
    } else {
        None
    };
    let Some(body) = body else { return 0 };
    match body.kind {
        Kind::about => 0,
        Kind::allow => 1,
        Kind::option_declaration => 2,
        Kind::set_option => 3,
        Kind::no_clause => 4,
        Kind::players => 100,
        Kind::board => 101,
        Kind::owns => 102,
        Kind::belongs => 103,
        Kind::path => 104,
        Kind::facing => 105,
        Kind::hand => 107,
        Kind::seeds => 106,
        Kind::arrange => 108,
        Kind::starter => 109,
        Kind::sow => 120,
        Kind::first_seed => 121,
        Kind::drop => 122,
        Kind::skip => 123,
        Kind::divert => 124,
        Kind::move_from => 130,
        Kind::put_seeds => 131,
        Kind::enter => 132,
        Kind::lift => 133,
        Kind::must => 134,
        Kind::prefer => 135,
        Kind::mark => 140,
        Kind::no_captures => 141,
        Kind::opening_race => 200,
        Kind::opening => 201,
        Kind::frame => 202,
        Kind::each_seed => 300,
        Kind::entered_seed => 301,
        Kind::start_of_move => 299,
        Kind::last_seed => 302,
        Kind::start_of_lap => 303,
        Kind::end_of_lap => 304,
        Kind::end_of_turn => 305,
        Kind::grand_slam => 306,
        Kind::endless => 307,
        Kind::stuck => 400,
        Kind::end_when => 401,
        Kind::repeated => 402,
        Kind::remaining => 403,
        Kind::win => 404,
        Kind::rounds => 405,
        Kind::note => 800,
        Kind::todo => 801,
        Kind::reading => READINGS * 100,
        Kind::example => 1000,
        _ => 700,
    }
}
