//! What is wrong with a line that is no clause: where reading stopped, what could have stood
//! there, and what the author most likely meant. Suggestions are tried out before they are made.

use super::LEADING_WORDS;
use super::grammar::{Grammar, Rule};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::{Source, Span};
use pest::Parser;
use pest::error::InputLocation;

/// Words that people write, and the words of the language. Longer ones first where one begins
/// with another.
const CORRECTIONS: &[(&str, &str)] = &[
    (">=", "at least"),
    ("<=", "at most"),
    (">", "more than"),
    ("<", "fewer than"),
    ("to the right", "counterclockwise"),
    ("to the left", "clockwise"),
    ("anti clockwise", "counterclockwise"),
    ("counter clockwise", "counterclockwise"),
    ("capture", "mover captures the seeds of this hole"),
    ("anti-clockwise", "counterclockwise"),
    ("anticlockwise", "counterclockwise"),
    ("counter-clockwise", "counterclockwise"),
    ("ccw", "counterclockwise"),
    ("cw", "clockwise"),
    ("per pit", "in each hole"),
    ("per hole", "in each hole"),
    ("per cup", "in each hole"),
    ("in every hole", "in each hole"),
    ("store house", "store"),
    ("near row", "own row"),
    ("far row", "the opponent's row"),
    ("front row", "own inner row"),
    ("back row", "own outer row"),
    ("opposite hole", "facing hole"),
    ("opposite", "facing"),
    ("pits", "holes"),
    ("pit", "hole"),
    ("cups", "holes"),
    ("cup", "hole"),
    ("bowls", "holes"),
    ("bowl", "hole"),
    ("houses", "holes"),
    ("house", "hole"),
    ("counters", "seeds"),
    ("counter", "seed"),
    ("stones", "seeds"),
    ("stone", "seed"),
    ("beans", "seeds"),
    ("bean", "seed"),
    ("shells", "seeds"),
    ("shell", "seed"),
    ("pieces", "seeds"),
    ("piece", "seed"),
    ("balls", "seeds"),
    ("ball", "seed"),
    ("home", "store"),
    ("kalaha", "store"),
    ("bank", "store"),
    ("sower", "mover"),
    ("player", "mover"),
    ("enemy", "opponent"),
    ("adversary", "opponent"),
    ("takes", "captures"),
    ("take", "lift"),
    ("eats", "captures"),
    ("wins", "captures"),
    ("removes", "captures"),
    ("pick up", "lift"),
    ("scoop", "lift"),
    ("another turn", "bonus move"),
    ("free move", "bonus move"),
    ("moves again", "bonus move"),
    ("plays again", "bonus move"),
    ("continue", "relay"),
    ("sow on", "relay"),
    ("multi-lap", "relay"),
    ("sows on", "relay"),
    ("goes on", "relay"),
    ("sowing continues", "relay"),
    ("stop", "turn ends"),
    ("end", "turn ends"),
    ("else", "otherwise"),
    ("if", "when"),
    ("assumed", "assumed because"),
    ("is occupied", "is not empty"),
    ("has seeds", "is not empty"),
    ("contains", "holds"),
    ("has", "holds"),
    ("= ", "holds "),
    ("makes exactly", "makes"),
    ("exactly", ""),
    ("last counter", "last seed"),
    ("final seed", "last seed"),
    ("every seed", "each seed"),
    ("first round move", "during the first turn"),
    ("waits", "passes"),
    ("the opponent plays on", "passes"),
    ("not for the first time", "unless for the first time"),
    ("->", "=>"),
    ("= ", "=> "),
    ("can not", "cannot"),
    ("can't", "cannot"),
    ("does'nt", "does not"),
    ("doesn't", "does not"),
    ("seed", "seeds"),
    ("hole", "holes"),
    (":", ""),
    ("=", ""),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    (",", " or"),
    (",", " and"),
    // Words that can be left out.
    ("by", ""),
    ("then", ""),
    ("that", ""),
    ("will", ""),
    ("be", ""),
    ("his", ""),
    ("their", ""),
];

/// What is left out most often, in the order in which it is tried.
const LEFT_OUT: &[&str] = &["=>", ",", "mover", "seeds", "holes", "hole", "of", "in", "is"];

/// Corrections that one line may need at once.
const MAX_CORRECTIONS: usize = 4;
/// Longest line that is looked at closely.
const MAX_LINE: usize = 400;

/// Parses a piece alone; gives where reading stopped if it is no such piece. A block in it that
/// could be read only by passing over its lines counts as read up to the first of them.
fn stops_at(member: Rule, text: &str) -> Option<usize> {
    match Grammar::parse(member, text) {
        Ok(pairs) => {
            let passed_over = pairs.flatten().find(|pair| pair.as_rule() == Rule::junk)?;
            Some(passed_over.as_span().start())
        }
        Err(error) => Some(match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
        }),
    }
}

/// The fault of a piece of text that is no `member`.
pub(super) fn explain(source: &Source, span: Span, member: Rule, in_full: bool) -> Diagnostic {
    let whole = source.slice(span);
    let text = whole.trim_end();
    let first_line = text.lines().next().unwrap_or("");
    if !in_full || text.len() > MAX_LINE {
        let head = Span::new(span.start as usize, span.start as usize + first_line.len().min(60));
        return Diagnostic::error("syntax", unread(member, first_line), source.name(), head);
    }
    // Reading never stops in the middle of white space.
    let stop = stops_at(member, text).unwrap_or(0);
    let stop = stop + (text[stop..].len() - text[stop..].trim_start().len());
    let found = word_at(text, stop);
    let at = Span::new(span.start as usize + stop, span.start as usize + stop + found.len());
    let message = if found.is_empty() {
        "this line ends too early".to_string()
    } else if stop == 0 {
        unread(member, found)
    } else {
        format!("`{found}` cannot stand here")
    };
    let fault = Diagnostic::error("syntax", message, source.name(), at);
    if let Some((start, end, better)) =
        corrected(member, text, stop).or_else(|| rearranged(member, text, stop))
    {
        let place = Span::new(span.start as usize + start, span.start as usize + end);
        let help = match (text[start..end].trim(), better.trim()) {
            ("", better) => format!("write `{better}` here"),
            (old, "") => format!("leave `{old}` out"),
            (old, better) => format!("write `{better}` instead of `{old}`"),
        };
        return fault.help(help).fix(place, better);
    }
    if let Some(sign) = ["//", "/*", "--", "%"].into_iter().find(|sign| text.starts_with(sign)) {
        let place = Span::new(span.start as usize, span.start as usize + sign.len());
        return fault.help("a remark begins with `#`, and ends with its line").fix(place, "#");
    }
    if matches!(found, "(" | ")") {
        return fault.help("there are no brackets: `and` binds before `or`; write a line for each case");
    }
    let with = |word: &str| format!("{}{word} {}", &text[..stop], &text[stop..]);
    if stops_at(member, &with("South")).is_none() {
        return fault.help(format!("say who: `South {found} …` or `North {found} …`"));
    }
    let named = |word: &str| format!("{}{word}{}", &text[..stop], &text[stop + found.len()..]);
    if Rule::all_rules().iter().any(|rule| keyword(*rule).is_some_and(|word| word == found))
        && stops_at(member, &named("unheard")).is_none()
    {
        return fault.help(format!("`{found}` is a word of the language: choose another name"));
    }
    let allowed = allowed_at(member, text, stop, found);
    // Only words are near each other: a stray sign or a word of two letters says nothing.
    let words = allowed.iter().map(String::as_str).filter(|word| word.starts_with(char::is_alphabetic));
    let near = nearest(found, words.filter(|_| found.len() > 2));
    if let Some(near) = near {
        let fault = fault.help(format!("did you mean `{near}`?"));
        let replaced = format!("{}{near}{}", &text[..stop], &text[stop + found.len()..]);
        return if stops_at(member, &replaced).is_none() { fault.fix(at, near) } else { fault };
    }
    if stop == 0
        && let Some(help) = beginnings(member, text)
    {
        return fault.help(help);
    }
    match listed(&allowed) {
        Some(list) => fault.help(format!("here can stand {list}")),
        None => fault,
    }
}

/// What pieces of a kind begin with, where a list of all words would be too long to help.
fn beginnings(member: Rule, text: &str) -> Option<String> {
    Some(match member {
        Rule::clause_alone if text.contains("=>") => {
            "a line with `=>` stands in a table: is `last seed {` missing above, or was its block closed too early?".to_string()
        }
        Rule::clause_alone => match nearest_clause(text) {
            Some(clause) => format!("did you mean a clause that begins with `{clause}`?"),
            None => "a clause begins with words such as `board`, `seeds`, `sow`, `last seed`, `end when`; `gabata explain --word list` names all".to_string(),
        },
        Rule::table_entry_alone => {
            "a line reads `CONDITION => WHAT IS DONE`, for example `makes 4 => mover captures the seeds of this hole, turn ends`".to_string()
        }
        Rule::example_line_alone => {
            "an example says what is given (`position { … }`), what is played (`South plays a`) and what is expected (`South captures 4`)".to_string()
        }
        Rule::case_alone => "for example `South plays a => South captures 4, North to move`".to_string(),
        _ => return None,
    })
}

fn unread(member: Rule, found: &str) -> String {
    let found = found.trim();
    let what = match member {
        Rule::game_alone => {
            "is no game: outside a game only `game \"NAME\" { … }` and `examples of \"NAME\" { … }` can stand"
        }
        Rule::about_line_alone => "is nothing that `about` can say",
        Rule::option_item_alone => "is no value of an option",
        Rule::board_line_alone => "is nothing that a board of named holes can say",
        Rule::script_line_alone => "is no step of an opening",
        Rule::race_line_alone => "is nothing that a race can say",
        Rule::tier_alone => "is no condition",
        Rule::table_entry_alone => "is no line of a table",
        Rule::mark_line_alone => "is nothing that a mark can say",
        Rule::match_line_alone => "is nothing that a match can say",
        Rule::case_alone => "is no case: a case reads `GIVEN, PLAY => RESULT, RESULT`",
        Rule::example_line_alone => "is nothing that an example can say",
        _ => "begins no clause",
    };
    format!("`{found}` {what}")
}

/// The word or sign at a place.
fn word_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '-');
    let length = match rest.chars().next() {
        None => 0,
        Some('"') => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
        Some('=') if rest.starts_with("=>") => 2,
        Some(first) if is_word(first) => rest.find(|c: char| !is_word(c)).unwrap_or(rest.len()),
        Some(first) => first.len_utf8(),
    };
    &rest[..length]
}

/// Tries the known corrections, first where reading stopped; gives the stretch that changes and
/// what it becomes, if the piece can then be read.
fn corrected(member: Rule, text: &str, stop: usize) -> Option<(usize, usize, String)> {
    let mut current = text.to_string();
    let mut stop = stop;
    for _ in 0..MAX_CORRECTIONS {
        let mut best: Option<(usize, String)> = None;
        for (wrong, right) in CORRECTIONS {
            // The word where reading stopped, or one just before it (`stones` in `each stone makes`).
            for at in [Some(stop), previous_word(&current, stop)].into_iter().flatten() {
                let Some(replaced) = replace_at(&current, at, wrong, right) else { continue };
                match stops_at(member, &replaced) {
                    None => return difference(text, &replaced),
                    Some(further)
                        if further > stop && best.as_ref().is_none_or(|(most, _)| further > *most) =>
                    {
                        best = Some((further, replaced));
                    }
                    Some(_) => {}
                }
            }
        }
        for replaced in reworded(&current, stop) {
            match stops_at(member, &replaced) {
                None => return difference(text, &replaced),
                Some(further) if further > stop && best.is_none() => best = Some((further, replaced)),
                Some(_) => {}
            }
        }
        let (further, replaced) = best?;
        stop = further + (replaced[further..].len() - replaced[further..].trim_start().len());
        current = replaced;
    }
    None
}

/// Other ways to write `seeds N in each hole` and `board N rows of M holes`, brought into that order.
/// The numbers are always those that the author wrote.
fn reworded(text: &str, stop: usize) -> Vec<String> {
    let mut all = Vec::new();
    let mut words = text.split_whitespace();
    if let (Some(number), Some(noun)) = (words.next(), words.next())
        && let Some(number) = quantity(number)
        && corrected_word(noun).is_some_and(|noun| matches!(noun, "seed" | "seeds"))
    {
        let rest =
            text.trim_start().split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start());
        let rest = rest.get(noun.len()..).unwrap_or("");
        all.push(format!("seeds {number}{rest}"));
    }
    if let Some(("board", size)) = text.trim().split_once(' ')
        && let Some((rows, holes)) = size.split_once(['x', 'X', '×', '*'])
        && let (Some(rows), Some(holes)) = (quantity(rows.trim()), quantity(holes.trim()))
    {
        all.push(format!("board {rows} rows of {holes} holes"));
    }
    if text.trim_start().starts_with("seeds") {
        let (before, after) = (text[..stop].trim_end(), text[stop..].trim_start());
        let between = if after.is_empty() { "" } else { " " };
        all.push(format!("{before} in each hole{between}{after}"));
    }
    all
}

/// The words of a line in another order, or with what is most often left out; gives the stretch
/// that changes and what it becomes, if the piece can then be read.
fn rearranged(member: Rule, text: &str, stop: usize) -> Option<(usize, usize, String)> {
    let (before, rest) = text.split_at(stop);
    let one_line = !text.contains('\n');
    let mut all = Vec::new();
    if one_line && !rest.is_empty() {
        all.push(format!("{before}\"{}\"", rest.replace('"', "'")));
        all.push(format!("{before}{{ {rest} }}"));
        let found = word_at(text, stop);
        all.push(format!("{before}{}{}", found.to_lowercase(), &rest[found.len()..]));
        if let Some((from, to)) = found.strip_prefix('-').and_then(|to| Some((previous_number(before)?, to)))
            && let Ok(to) = to.parse::<u32>()
            && (from..from + 8).contains(&to)
        {
            let numbers: Vec<String> = (from + 1..=to).map(|number| format!(" or {number}")).collect();
            all.push(format!("{before}{}{}", numbers.concat(), &rest[found.len()..]));
        }
    }
    for word in ["when", "if"].into_iter().filter(|_| one_line) {
        if let Some((action, condition)) = text.split_once(&format!(" {word} ")) {
            all.push(format!("{condition} => {action}"));
        }
    }
    all.extend(LEFT_OUT.iter().map(|word| {
        // A comma stands at the word before it.
        let before = if *word == "," { before.trim_end() } else { before };
        format!("{before}{word} {rest}")
    }));
    let two_pieces = !rest.is_empty() && [before, rest].iter().all(|part| stops_at(member, part).is_none());
    if two_pieces && one_line {
        return difference(text, &format!("{}; {rest}", before.trim_end()));
    }
    let readable = all.into_iter().find(|tried| stops_at(member, tried).is_none())?;
    difference(text, &readable)
}

/// The number at the end of a text.
fn previous_number(text: &str) -> Option<u32> {
    let start = text.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    text.get(start..)?.parse().ok()
}

/// A number as digits, where a word is one.
fn quantity(word: &str) -> Option<&str> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Some(word).filter(|word| digits(word)).or_else(|| corrected_word(word).filter(|right| digits(right)))
}

/// A word of the language for a word that people write; the word itself where it is one already.
fn corrected_word(word: &str) -> Option<&str> {
    let known = CORRECTIONS.iter().find(|(wrong, _)| wrong.eq_ignore_ascii_case(word));
    known.map_or(Some(word), |(_, right)| Some(*right))
}

fn previous_word(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].trim_end();
    (!before.is_empty()).then(|| before.rfind(char::is_whitespace).map_or(0, |space| space + 1))
}

/// The text with a word replaced at a place, where that word stands there.
fn replace_at(text: &str, at: usize, wrong: &str, right: &str) -> Option<String> {
    let rest = &text[at..];
    let there = rest.get(..wrong.len())?;
    let ends = !wrong.ends_with(char::is_alphanumeric)
        || !rest[wrong.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let after = &rest[wrong.len()..];
    // A sign that is left out between spaces leaves one space.
    let spaced = right.is_empty() && text[..at].ends_with(' ');
    let after = if spaced { after.trim_start_matches(' ') } else { after };
    (there.eq_ignore_ascii_case(wrong) && ends).then(|| format!("{}{right}{after}", &text[..at]))
}

/// The stretch in which two texts differ, grown to whole words.
fn difference(old: &str, new: &str) -> Option<(usize, usize, String)> {
    let same_start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    let mut start = same_start;
    while start > 0 && !old.as_bytes()[start - 1].is_ascii_whitespace() {
        start -= 1;
    }
    let mut tail = old.bytes().rev().zip(new.bytes().rev()).take_while(|(a, b)| a == b).count();
    tail = tail.min(old.len() - start).min(new.len() - start);
    while tail > 0 && !old.as_bytes()[old.len() - tail].is_ascii_whitespace() {
        tail -= 1;
    }
    let end = old.len() - tail;
    let replacement = new.get(start..new.len() - tail)?;
    old.get(start..end)?;
    Some((start, end, replacement.to_string()))
}

/// Every word of the language that would be read at a place: tried one by one.
fn allowed_at(member: Rule, text: &str, stop: usize, found: &str) -> Vec<String> {
    let words = Rule::all_rules().iter().filter_map(|rule| keyword(*rule));
    let signs = ["=>", ",", "{", "1", "-", "\"…\""].into_iter().map(str::to_string);
    words
        .chain(signs)
        .filter(|word| {
            // What follows is cut off, so that only the word itself is judged.
            let tried = format!("{}{word} ", &text[..stop]);
            match stops_at(member, &tried) {
                None => true,
                Some(further) => further > stop && found != word,
            }
        })
        .collect()
}

/// The word of a keyword rule.
pub(super) fn keyword(rule: Rule) -> Option<String> {
    let name = format!("{rule:?}");
    name.strip_prefix("k_").map(|word| match word {
        "opponents" => "opponent's".to_string(),
        "south" => "South".to_string(),
        "north" => "North".to_string(),
        plain => plain.to_string(),
    })
}

fn nearest_clause(text: &str) -> Option<&'static str> {
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    (1..=words.len()).rev().find_map(|length| {
        let of_length = LEADING_WORDS.iter().filter(|leading| leading.split(' ').count() == length);
        nearest(&words[..length].join(" "), of_length.copied())
    })
}

/// A few of the words as a list in words; `None` if there are none, or too many to help.
fn listed(allowed: &[String]) -> Option<String> {
    const MOST: usize = 8;
    if allowed.is_empty() {
        return None;
    }
    let quoted: Vec<String> = allowed
        .iter()
        .take(MOST)
        .map(|word| if word == "1" { "a number".to_string() } else { format!("`{word}`") })
        .collect();
    let more = if allowed.len() > MOST { " …" } else { "" };
    Some(format!("{}{more}", quoted.join(", ")))
}
