//! Would anybody notice? Every number, word and clause of every shipped game is broken in turn, and
//! the game's own examples and snapshot must catch it. What they do not catch is listed.

use gabata::engine::Engine;
use gabata::program::Program;
use gabata::rules::{Game, Library, Selection};
use gabata::source::{Source, Span};
use gabata::syntax::{self, Kind, Node};
use gabata::testing::{self, snapshot};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Words that may be written for one another: each is tried in place of every word of a clause.
const WORDS: &[&str] = &[
    "own",
    "opponent's",
    "common",
    "empty",
    "occupied",
    "mover",
    "opponent",
    "row",
    "hole",
    "owner",
    "clockwise",
    "counterclockwise",
    "leftmost",
    "rightmost",
    "left",
    "right",
    "first",
    "last",
    "inner",
    "outer",
    "this",
    "facing",
    "next",
    "lifted",
    "South",
    "North",
    "backwards",
    "forwards",
    "wins",
    "loses",
    "alternates",
    "loser",
    "winner",
    "poorer",
    "richer",
    "relay",
    "nobody",
    "starter",
    "most",
    "least",
    "even",
    "odd",
    "or",
    "and",
    "unless",
    "makes",
    "holds",
    "is",
    "all",
    "each",
    "every",
    "round",
    "lap",
    "match",
    "move",
    "turn",
    "captures",
    "passes",
    "half",
    "lot",
    "draw",
    "forbidden",
    "may",
    "not",
    "no",
];

/// One change of a text.
struct Mutant {
    span: Span,
    replacement: String,
    /// The clause in which it is made.
    clause: Span,
}

impl Mutant {
    /// Can the changed clause be read? Asked of the clause alone, since nearly all changes of words
    /// cannot.
    fn reads(&self, source: &Source) -> bool {
        let mut clause = source.slice(self.clause).to_string();
        let start = (self.span.start - self.clause.start) as usize;
        let end = (self.span.end - self.clause.start) as usize;
        clause.replace_range(start..end, &self.replacement);
        syntax::reads(&Source::new("clause", &format!("game \"x\" {{\n{clause}\n}}\n")))
    }
}

/// Parts of a game that are no rules.
fn is_remark(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::about
            | Kind::example
            | Kind::note
            | Kind::todo
            | Kind::allow
            | Kind::assumed
            | Kind::source
            | Kind::string
            | Kind::COMMENT
    )
}

fn is_clause(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::clause
            | Kind::line
            | Kind::group
            | Kind::mark_line
            | Kind::match_line
            | Kind::script_line
            | Kind::race_line
            | Kind::tier
    )
}

fn mutants(source: &Source, node: &Node, clause: Span, all: &mut Vec<Mutant>) {
    let clause = if node.kind == Kind::clause { node.span } else { clause };
    let text = node.text(source);
    let name = format!("{:?}", node.kind);
    if node.kind == Kind::number {
        if let Ok(number) = text.trim().parse::<u32>() {
            for other in [number.checked_add(1), number.checked_sub(1)].into_iter().flatten() {
                all.push(Mutant { span: node.span, replacement: other.to_string(), clause });
            }
        }
    } else if name.starts_with("k_") {
        let words: BTreeSet<&str> =
            WORDS.iter().copied().filter(|word| !word.eq_ignore_ascii_case(text)).collect();
        all.extend(words.into_iter().map(|word| Mutant {
            span: node.span,
            replacement: word.to_string(),
            clause,
        }));
    }
    if is_clause(node.kind)
        && !node.children.iter().any(|child| is_remark(child.kind) && child.kind == Kind::about)
    {
        all.push(Mutant { span: node.span, replacement: String::new(), clause });
    }
    for child in node.children.iter().filter(|child| !is_remark(child.kind)) {
        mutants(source, child, clause, all);
    }
}

/// The text of a game without its examples, and its examples as a file of their own.
fn apart(source: &Source, game: &Node, title: &str) -> (String, String) {
    let (mut rules, mut examples) = (source.text().to_string(), String::new());
    let clauses: Vec<&Node> = game.all(Kind::clause).filter(|clause| clause.has(Kind::example)).collect();
    for clause in clauses.iter().rev() {
        rules.replace_range(clause.span.range(), "");
    }
    for clause in clauses {
        examples += &format!("{}\n", clause.text(source));
    }
    (rules, format!("examples of \"{title}\" {{\n{examples}}}\n"))
}

/// The other shipped games, which this one may be based on.
fn others(path: &str) -> Library {
    let mut library = Library::new();
    for (_, other, text) in gabata::shipped::games().filter(|(_, other, _)| *other != path) {
        library.add(Arc::new(Source::new(other, text)));
    }
    library
}

fn meanings(game: &Game) -> Option<Vec<serde_json::Value>> {
    let mut selections: Vec<Selection> = vec![Selection::default()];
    selections.extend(
        game.readings()
            .into_iter()
            .map(|reading| Selection { reading: Some(reading.name), options: Default::default() }),
    );
    let mut all: Vec<serde_json::Value> = Vec::new();
    for selection in selections {
        all.push(game.rules(&selection).ok()?.meaning());
    }
    all.push(format!("{:?}", game.options()).into());
    Some(all)
}

/// Does some example of the game fail?
fn an_example_fails(game: &Game) -> bool {
    game.examples().into_iter().any(|example| match example {
        Ok((_, rules, example)) => match Program::lower(&rules) {
            Ok(program) => !testing::run(&Engine::new(program), &rules, &example).passed(),
            Err(_) => true,
        },
        Err(_) => true,
    })
}

#[test]
fn a_broken_rule_is_noticed() {
    let mut report = String::new();
    let (mut all, mut caught) = (0, 0);
    for (name, path, text) in gabata::shipped::games() {
        let whole = Source::new(path, text);
        let tree = syntax::parse(&whole).tree;
        let Some(node) = tree.child(Kind::game) else { continue };
        let title = node.child(Kind::string).expect("it has a title").unquoted(&whole);
        let (rules, mut examples) = apart(&whole, node, &title);
        if let Some((_, more)) = gabata::shipped::FILES
            .iter()
            .find(|(other, _)| **other == path.replace(".mancala", ".test.mancala"))
        {
            examples += more;
        }
        let examples = Arc::new(Source::new("examples", &examples));
        let base = others(path);
        let game = |text: &str| -> Option<Game> {
            let source = Arc::new(Source::new(path, text));
            if !syntax::reads(&source) {
                return None;
            }
            let mut library = base.clone();
            library.add(Arc::clone(&source));
            library.add(Arc::clone(&examples));
            library.game(&title).filter(|game| Arc::ptr_eq(game.source(), &source)).cloned()
        };
        let original = game(&rules).expect("the game without its examples is sound");
        if original.is_board_only() {
            continue;
        }
        let meaning = meanings(&original);
        let kept = snapshot(&original, 1, 0).expect("it has a snapshot");
        let source = Source::new(path, &rules);
        let tree = syntax::parse(&source).tree;
        let mut changes = Vec::new();
        let game_node = tree.child(Kind::game).expect("the game is there");
        mutants(&source, game_node, game_node.span, &mut changes);
        let (mut seen, mut by_check, mut by_example) = (BTreeSet::new(), 0, 0);
        let mut unnoticed: Vec<String> = Vec::new();
        for change in changes {
            if !change.reads(&source) {
                continue;
            }
            let mut text = rules.clone();
            text.replace_range(change.span.range(), &change.replacement);
            // Words that cannot stand there are the language's to refuse: no mutants.
            if !seen.insert(text.clone()) || !syntax::reads(&Source::new(path, &text)) {
                continue;
            }
            let Some(mutant) = game(&text) else { continue };
            let Some(changed) = meanings(&mutant) else {
                by_check += 1;
                continue;
            };
            if Some(&changed) == meaning.as_ref() {
                continue;
            }
            if an_example_fails(&mutant) {
                by_example += 1;
                continue;
            }
            let same = snapshot(&mutant, 1, 0).is_ok_and(|text| text == kept);
            let line = rules.lines().nth(source.line(change.span.start) as usize - 1).unwrap_or("").trim();
            unnoticed.push(format!(
                "  {}{line}\n    `{}` becomes `{}`\n",
                if same { "NOT AT ALL " } else { "" },
                source.slice(change.span).lines().next().unwrap_or("").trim(),
                change.replacement
            ));
        }
        let not_at_all = unnoticed.iter().filter(|line| line.contains("NOT AT ALL")).count();
        let meant = by_example + unnoticed.len();
        report += &format!(
            "{name}: {meant} mutants, {by_example} caught by an example, {} more by the snapshot, {not_at_all} by neither ({by_check} have no meaning)\n",
            unnoticed.len() - not_at_all,
        );
        report += &unnoticed.concat();
        all += meant;
        caught += meant - not_at_all;
    }
    assert!(caught * 100 >= all * 95, "only {caught} of {all} mutants are caught\n{report}");
    insta::assert_snapshot!(report);
}
