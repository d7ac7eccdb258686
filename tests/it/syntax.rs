//! The corpus: files that must be read, and files whose faults must be told well.

use gabata::diagnostic::Diagnostic;
use gabata::rules::{Library, Rules, Selection, vocabulary};
use gabata::source::Source;
use gabata::syntax;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            files.extend(self::files(
                path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_str().unwrap(),
            ));
        } else if path.extension().is_some_and(|extension| extension == "mancala") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn source(path: &Path) -> Source {
    let name = path.file_name().unwrap().to_str().unwrap();
    Source::new(name, &fs::read_to_string(path).expect("it can be read"))
}

#[test]
fn good_files_are_read_and_formatting_keeps_their_meaning() {
    let all = files("tests/corpus/ok").into_iter().chain(files("games"));
    for path in all {
        let source = source(&path);
        let parsed = syntax::parse(&source);
        assert_eq!(parsed.diagnostics, Vec::<Diagnostic>::new(), "{}", path.display());
        let formatted = Source::new(source.name(), &syntax::format(&source, &parsed.tree));
        let again = syntax::parse(&formatted);
        assert_eq!(again.diagnostics, Vec::<Diagnostic>::new(), "{} formatted", path.display());
        assert_eq!(
            syntax::format(&formatted, &again.tree),
            formatted.text(),
            "{}: formatting twice changes nothing more",
            path.display()
        );
        assert_eq!(meaning(&source), meaning(&formatted), "{}: formatting keeps the rules", path.display());
        assert_eq!(comments(source.text()), comments(formatted.text()), "{}", path.display());
    }
}

/// The rules of every game and reading, without the places of clauses.
fn meaning(source: &Source) -> Vec<Result<Rules, usize>> {
    let mut library = with_shipped();
    library.add(Arc::new(source.clone()));
    let own: Vec<_> = library.games().iter().filter(|game| game.source().name() == source.name()).collect();
    let mut all = Vec::new();
    for game in own {
        let readings = game.readings().into_iter().map(|reading| Some(reading.name)).chain([None]);
        for reading in readings {
            let rules = game.rules(&Selection { reading, options: Default::default() });
            all.push(rules.map(without_places).map_err(|faults| faults.len()));
        }
    }
    all
}

fn with_shipped() -> Library {
    let mut library = Library::new();
    for path in files("tests/corpus/ok") {
        library.add(Arc::new(source(&path)));
    }
    library
}

/// Clause numbers follow the order of clauses, which formatting may change; words do not.
fn without_places(rules: Rules) -> Rules {
    let text = serde_json::to_string(&rules).expect("rules can be written");
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["clauses"] = serde_json::json!([]);
    fn forget(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(fields) => {
                if let Some(clause) = fields.get_mut("clause") {
                    *clause = serde_json::json!(0);
                }
                fields.values_mut().for_each(forget);
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(forget),
            _ => {}
        }
    }
    forget(&mut value);
    serde_json::from_value(value).expect("and read back")
}

fn comments(text: &str) -> Vec<String> {
    let mut comments: Vec<String> = text
        .lines()
        .filter_map(|line| line.split_once('#').map(|(_, comment)| comment.trim().to_string()))
        .collect();
    comments.sort();
    comments
}

#[test]
fn comments_survive_formatting() {
    let text = "# above\ngame \"X\" { # beside the head\n  # before seeds\n  seeds 4 in each hole # after seeds\n  board 2 rows of 6 holes\n  \
                last seed {\n    # in a table\n    in an occupied hole # in a line\n      and makes 4 => relay\n    otherwise => turn ends\n    # last in the table\n  }\n  # last in the game\n}\n# after all\n";
    let source = Source::new("x", text);
    let parsed = syntax::parse(&source);
    assert_eq!(parsed.diagnostics, Vec::<Diagnostic>::new());
    let formatted = syntax::format(&source, &parsed.tree);
    assert_eq!(comments(text), comments(&formatted), "{formatted}");
    insta::assert_snapshot!(formatted);
}

/// A comment in front of the first clause of a block used to move out of its block at every run.
#[test]
fn a_comment_stays_first_in_its_block() {
    let text = "game \"X\" {\n  # c\n  about {\n    # d\n    region \"r\"\n  }\n\n  last seed {\n    # e\n    when in own hole {\n      # f\n      otherwise => turn ends\n    }\n  }\n\n  reading \"y\" {\n    # only a remark\n  }\n\n  example \"x\" {\n    # g\n    position {\n      1 2\n      3 4\n    }\n  }\n}\n";
    let source = Source::new("x", text);
    let parsed = syntax::parse(&source);
    assert_eq!(parsed.diagnostics, Vec::<Diagnostic>::new());
    assert_eq!(syntax::format(&source, &parsed.tree), text);
}

#[test]
fn a_comment_beside_a_brace_becomes_the_first_line_of_the_block() {
    let source = Source::new(
        "x",
        "game \"X\" { # all of it\n  # four\n  seeds 4 in each hole\n  board 2 rows of 6 holes\n}\n",
    );
    let once = syntax::format(&source, &syntax::parse(&source).tree);
    assert_eq!(
        once,
        "game \"X\" {\n  # all of it\n  board 2 rows of 6 holes\n  # four\n  seeds 4 in each hole\n}\n"
    );
    let source = Source::new("x", &once);
    assert_eq!(syntax::format(&source, &syntax::parse(&source).tree), once);
}

#[test]
fn rules_read_back_from_ron_and_json() {
    let library = with_shipped();
    let mut read = 0;
    for game in library.games() {
        if let Ok(rules) = game.rules(&Selection::default()) {
            let ron = ron::to_string(&rules).expect("rules can be written");
            assert_eq!(ron::from_str::<Rules>(&ron).expect("and read"), rules, "{}", game.title());
            let json = serde_json::to_string(&rules).expect("rules can be written");
            assert_eq!(serde_json::from_str::<Rules>(&json).expect("and read"), rules, "{}", game.title());
            read += 1;
        }
    }
    assert!(read > 25, "most of the corpus has rules, {read} did");
}

/// Every fault of a text: of its words, and if they can be read of what they say.
fn faults_in(source: &Arc<Source>) -> Vec<Diagnostic> {
    let mut library = with_shipped();
    library.add(Arc::clone(source));
    let of_words = library.diagnostics().iter().filter(|fault| fault.file == *source.name());
    let mut faults: Vec<Diagnostic> = of_words.cloned().collect();
    if faults.is_empty() {
        for game in library.games().iter().filter(|game| Arc::ptr_eq(game.source(), source)) {
            faults.extend(game.check());
        }
        faults.extend(library.games_with_examples_in(source).1);
    }
    faults
}

/// How many errors, and how many faults of any kind.
fn number(faults: &[Diagnostic]) -> (usize, usize) {
    (faults.iter().filter(|fault| fault.is_error()).count(), faults.len())
}

/// What `check --fix` relies on: each proposed change alone takes a fault away and brings none.
#[test]
fn every_proposed_change_leaves_fewer_faults() {
    let mut tried = 0;
    for path in files("tests/corpus/bad") {
        let source = Arc::new(source(&path));
        let before = syntax::parse(&source).diagnostics;
        for fix in faults_in(&source).iter().filter_map(|fault| fault.fix.as_ref()) {
            let mut mended = source.text().to_string();
            mended.replace_range(fix.span.range(), &fix.replacement);
            let mended = Arc::new(Source::new(source.name(), &mended));
            // Where the words could not be read, what they say was not looked at yet.
            let (fewer, most) = match before.len() {
                0 => (number(&faults_in(&mended)), number(&faults_in(&source))),
                _ => (number(&syntax::parse(&mended).diagnostics), number(&before)),
            };
            assert!(fewer < most, "{}: {fix:?}\n{}", path.display(), mended.text());
            tried += 1;
        }
    }
    assert!(tried >= 30, "many faults come with a change, {tried} did");
}

#[test]
fn every_kind_of_fault_is_in_the_corpus() {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for path in files("tests/corpus/bad") {
        found.extend(faults_in(&Arc::new(source(&path))).iter().map(|fault| fault.code));
    }
    for code in &found {
        assert!(vocabulary::code(code).is_some(), "`{code}` has a page");
    }
    // Found by playing, or in files that cannot stand here, or never.
    let elsewhere = ["no-end-reached", "not-text", "too-large", "internal"];
    let missing: Vec<&str> = vocabulary::codes()
        .iter()
        .map(|code| code.name)
        .filter(|code| !found.contains(code) && !elsewhere.contains(code))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn faults_are_told_where_they_are() {
    insta::glob!("../corpus/bad", "*.mancala", |path| {
        let source = Arc::new(source(path));
        let faults = faults_in(&source);
        assert!(!faults.is_empty(), "a bad file has faults");
        let mut text = source.text().to_string();
        for fault in &faults {
            let (line, column) = source.place(fault.span().start);
            text +=
                &format!("\n{line}:{column} {}[{}]: {}", fault.severity.name(), fault.code, fault.message);
            for label in fault.labels.iter().skip(1) {
                let (line, column) = source.place(label.span.start);
                text += &format!("\n  {line}:{column} {}", label.text);
            }
            text += &fault.help.as_ref().map_or(String::new(), |help| format!("\n  help: {help}"));
            if let Some(fix) = &fault.fix {
                text += &format!("\n  fix: `{}` becomes `{}`", source.slice(fix.span), fix.replacement);
            }
        }
        insta::assert_snapshot!(text);
    });
}

fn faults_of(text: &str) -> Vec<Diagnostic> {
    syntax::parse(&Source::new("x", text)).diagnostics
}

#[test]
fn monstrous_texts_get_one_clear_fault() {
    assert_eq!(faults_of(&"{".repeat(100_000))[0].code, "too-deep");
    assert_eq!(faults_of(&"game \"x\" {".repeat(100_000))[0].code, "too-deep");
    assert_eq!(faults_of(&"x".repeat(2 << 20))[0].code, "too-large");
    assert!(!faults_of(&"x ".repeat(500_000)).is_empty());
    assert!(!faults_of(&"}".repeat(100_000)).is_empty());
    assert!(!faults_of(&"\"".repeat(100_001)).is_empty());
    assert_eq!(faults_of(&format!("game \"x\" {{{}", "{}".repeat(400_000)))[0].code, "brace");
    assert_eq!(syntax::decode("x", b"\x7fELF\x00\x01\x02\xff").unwrap_err().code, "not-text");
}

#[test]
fn ten_thousand_clauses_are_read() {
    let text = format!("game \"X\" {{\n{}}}\n", "  note \"once more\"\n".repeat(10_000));
    assert_eq!(faults_of(&text), Vec::<Diagnostic>::new());
    let broken = format!("game \"X\" {{\n{}}}\n", "  nota bene\n".repeat(10_000));
    assert_eq!(faults_of(&broken).len(), 10_000);
}

/// Times are for `benches/parsing.rs`; a square of the length would not end here.
#[test]
fn ten_thousand_lines_are_checked() {
    let lines = "    makes 3 and in own hole => turn ends\n".repeat(10_000);
    let conditions = format!("    {} => turn ends", vec!["makes 4"; 10_000].join(" and "));
    for (lines, codes) in [(lines, &["never"][..]), (conditions, &[])] {
        let source = Arc::new(Source::new("x", &game_with(&lines, "")));
        let faults = faults_in(&source);
        let found: BTreeSet<&str> = faults.iter().map(|fault| fault.code).collect();
        assert_eq!(found, codes.iter().copied().collect(), "{:?}", faults.first());
    }
    let readings: String = (0..1_000)
        .map(|number| format!("  reading \"{number}\" {{\n    seeds 3 in each hole\n  }}\n"))
        .collect();
    let faults = faults_in(&Arc::new(Source::new("x", &game_with("    makes 4 => turn ends", &readings))));
    assert_eq!((faults.len(), faults[0].message.as_str()), (1, "a game has at most 100 readings"));
}

#[test]
fn windows_and_macintosh_texts_are_read() {
    let text = "\u{FEFF}game \"X\" {\r\n  note \"a\"\r\n  seeds 4 in each hole\r\n}\r\n";
    assert_eq!(faults_of(text), Vec::<Diagnostic>::new());
}

/// A clause in a sound game.
fn fault_of_clause(clause: &str) -> (String, Vec<Diagnostic>) {
    let text = format!("game \"X\" {{\n  {clause}\n}}\n");
    let faults = faults_of(&text);
    (text, faults)
}

#[test]
fn what_people_write_gets_the_right_form_as_a_fix() {
    for (written, right) in [
        ("seeds: 4", "seeds 4 in each hole"),
        ("seeds = 4", "seeds 4 in each hole"),
        ("seeds 4", "seeds 4 in each hole"),
        ("seeds: 4 assumed because \"x\"", "seeds 4 in each hole assumed because \"x\""),
        ("4 seeds in each hole", "seeds 4 in each hole"),
        ("four stones per pit", "seeds 4 in each hole"),
        ("sow ccw assumed \"x\"", "sow counterclockwise assumed because \"x\""),
        ("sow clockwise assumed \"x\"", "sow clockwise assumed because \"x\""),
    ] {
        let (text, faults) = fault_of_clause(written);
        assert_eq!(faults.len(), 1, "{written}");
        assert_eq!(faults[0].code, "syntax", "{written}");
        let fix = faults[0].fix.as_ref().unwrap_or_else(|| panic!("{written}: {:?}", faults[0]));
        let mut mended = text.clone();
        mended.replace_range(fix.span.range(), &fix.replacement);
        assert!(mended.contains(&format!("\n  {right}\n")), "{written} becomes\n{mended}");
        assert_eq!(faults_of(&mended), Vec::<Diagnostic>::new(), "{written}");
    }
}

/// Which number was meant nobody can know.
#[test]
fn a_fix_never_invents_a_number() {
    for clause in [
        "seeds {\n    4 x 4\n    4 4 4\n  }",
        "seeds x in each hole",
        "board 2 rows of l holes",
        "example \"e\" {\n    position {\n      1 o 1\n      1 1 1\n    }\n  }",
    ] {
        let (_, faults) = fault_of_clause(clause);
        assert_eq!(faults.len(), 1, "{clause}");
        assert_eq!(faults[0].fix, None, "{clause}");
        let help = faults[0].help.as_deref().unwrap_or("");
        assert!(help.contains("a number"), "{clause}: {help}");
    }
}

#[test]
fn the_inner_block_without_a_brace_is_blamed() {
    let text = "game \"X\" {\n  seeds 4 in each hole\n  last seed {\n    otherwise => turn ends\n\n  win most seeds\n}\n";
    let faults = faults_of(text);
    assert_eq!(faults.len(), 1);
    let source = Source::new("x", text);
    assert_eq!(source.place(faults[0].span().start), (3, 3));
    let fix = faults[0].fix.as_ref().expect("there is a fix");
    let mut mended = text.to_string();
    mended.replace_range(fix.span.range(), &fix.replacement);
    assert_eq!(mended, text.replace("turn ends\n", "turn ends\n  }\n"));
    assert_eq!(faults_of(&mended), Vec::<Diagnostic>::new());
    // Without indentation only the outermost block can be named.
    let flat = faults_of("game \"X\" {\nlast seed {\notherwise => turn ends\nwin most seeds\n}\n");
    assert_eq!((flat.len(), flat[0].span().start), (1, 0));
}

/// A sound game with these lines in `last seed` and these further clauses.
fn game_with(lines: &str, clauses: &str) -> String {
    format!(
        "game \"X\" {{\n  about {{\n    source \"test\"\n  }}\n\n  board 2 rows of 6 holes\n  seeds 4 in each hole\n  sow counterclockwise\n{clauses}\n  last seed {{\n{lines}\n    otherwise => turn ends\n  }}\n\n  endless sowing ends the turn\n\n  end when the player to move cannot move\n  repeated position ends the round\n  remaining seeds to the row owner\n  win most seeds\n}}\n"
    )
}

/// The rules of a text that must be sound, after a look at whether formatting keeps its lines.
fn rules_of(text: &str, kept: &[&str]) -> Rules {
    let source = Source::new("x", text);
    let parsed = syntax::parse(&source);
    assert_eq!(parsed.diagnostics, Vec::<Diagnostic>::new(), "{text}");
    let formatted = syntax::format(&source, &parsed.tree);
    for line in kept {
        assert!(formatted.contains(line), "{line} in\n{formatted}");
    }
    let mut library = Library::new();
    library.add(Arc::new(source));
    library.games()[0].rules(&Selection::default()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn not_in_the_first_lap_is_a_condition() {
    use gabata::rules::{Condition, Entry};
    let line = "in an own hole and not in the first lap => turn ends";
    let rules = rules_of(&game_with(line, ""), &["in own hole and not in the first lap => turn ends"]);
    let Some(Entry::Line(line)) = rules.play.last_seed.as_ref().and_then(|last| last.value.entries.first())
    else {
        panic!("there is a line")
    };
    let negated = Condition::Not(Box::new(Condition::FirstLap));
    let Some(Condition::All(parts)) = &line.condition else { panic!("{:?}", line.condition) };
    assert_eq!(parts.last(), Some(&negated));
}

#[test]
fn even_if_the_facing_hole_is_empty_stands_with_the_condition_or_the_capture() {
    let in_front = "in an empty own hole even if the facing hole is empty => mover captures the seeds of the facing hole and this hole, turn ends";
    let behind = "in an empty own hole => mover captures the seeds of the facing hole and this hole even if the facing hole is empty, turn ends";
    let kept = ["even if the facing hole is empty"];
    let (one, other) = (rules_of(&game_with(in_front, ""), &kept), rules_of(&game_with(behind, ""), &kept));
    assert_eq!(without_places(one).play, without_places(other).play);
}

#[test]
fn a_limit_of_marks_and_what_then_stand_on_one_line() {
    let line = "at most 1 for each player, a new one replaces the old";
    let clauses = |lines: &str| format!("  mark walda {{\n    nobody sows from it\n    {lines}\n  }}\n");
    let marking = "makes 4 => mark this hole as walda, turn ends";
    let together = rules_of(&game_with(marking, &clauses(line)), &[line]);
    let mark = &together.marks[0];
    assert_eq!(mark.limit_each.as_ref().map(|limit| limit.value), Some(1));
    assert!(mark.replaces.is_some() && mark.limit_all.is_none());
    let in_all = rules_of(&game_with(marking, &clauses("at most 2 in all, a new one replaces the old")), &[]);
    assert!(in_all.marks[0].replaces.is_some());
    let apart = rules_of(
        &game_with(marking, &clauses("at most 1 for each player\n    a new one replaces the old")),
        &[],
    );
    assert_eq!(without_places(apart).marks, without_places(together).marks);
}

#[test]
fn whether_a_text_reads_is_answered_as_parsing_answers() {
    for path in files("tests/corpus").into_iter().chain(files("games")) {
        let source = source(&path);
        assert_eq!(syntax::reads(&source), syntax::parse(&source).is_sound(), "{}", path.display());
    }
}
