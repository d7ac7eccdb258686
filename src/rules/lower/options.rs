//! Options: what a game declares, what layers set, what is chosen; and their values.

use super::layers::Stack;
use super::{Game, Lowered, OptionInfo, OptionValue, Selection};
use crate::board::Direction;
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Source;
use crate::syntax::{Kind, Node};
use std::collections::BTreeMap;

/// Most values of one option.
const MAX_VALUES: u32 = 256;

/// A number of the file: 0 to 65,535.
pub(super) fn number(source: &Source, node: &Node) -> Lowered<u32> {
    let text = node.text(source).trim();
    let fault = |message: String| Diagnostic::error("range", message, source.name(), node.span);
    if text.starts_with('-') {
        return Err(fault(format!("`{text}` is negative")).help("numbers are 0 to 65535"));
    }
    match text.parse::<u32>() {
        Ok(number) if number <= 65_535 => Ok(number),
        Ok(_) | Err(_) => Err(fault(format!("`{text}` is too large")).help("numbers are 0 to 65535")),
    }
}

pub(super) fn literal(source: &Source, node: &Node) -> Lowered<OptionValue> {
    Ok(match node.kind {
        Kind::k_counterclockwise => OptionValue::Direction(Direction::Counterclockwise),
        Kind::k_clockwise => OptionValue::Direction(Direction::Clockwise),
        _ => OptionValue::Number(number(source, node)?),
    })
}

pub(super) fn literal_of(node: &Node) -> Option<&Node> {
    node.children
        .iter()
        .find(|child| matches!(child.kind, Kind::number | Kind::k_counterclockwise | Kind::k_clockwise))
}

/// The options that a game declares, with faults in the declarations.
pub(in crate::rules) fn options(game: &Game) -> (Vec<OptionInfo>, Vec<Diagnostic>) {
    let mut options: Vec<OptionInfo> = Vec::new();
    let mut faults = Vec::new();
    for layer in game.chain() {
        for declaration in layer.clauses().filter_map(|clause| clause.child(Kind::option_declaration)) {
            match option_info(layer.source(), declaration) {
                Ok(option) => {
                    options.retain(|other| other.name != option.name);
                    options.push(option);
                }
                Err(fault) => faults.push(fault),
            }
        }
    }
    (options, faults)
}

fn option_info(source: &Source, node: &Node) -> Lowered<OptionInfo> {
    let name = node.child(Kind::name).map_or("", |name| name.text(source)).to_string();
    let mut values: Vec<OptionValue> = Vec::new();
    let mut notes = Vec::new();
    let mut default = None;
    let mut add = |value: OptionValue| {
        if !values.contains(&value) {
            values.push(value);
        }
    };
    for item in &node.children {
        match item.kind {
            Kind::option_default => {
                default = literal_of(item).map(|value| literal(source, value)).transpose()?
            }
            Kind::option_range => {
                let bounds =
                    item.all(Kind::number).map(|bound| number(source, bound)).collect::<Lowered<Vec<_>>>()?;
                let (from, to) = (bounds.first().copied().unwrap_or(0), bounds.last().copied().unwrap_or(0));
                if from > to || to - from >= MAX_VALUES {
                    let message = format!(
                        "a range runs from the smaller number to the larger, with at most {MAX_VALUES} values"
                    );
                    return Err(Diagnostic::error("range", message, source.name(), item.span));
                }
                (from..=to).for_each(|number| add(OptionValue::Number(number)));
            }
            Kind::option_value => {
                if let Some(value) = literal_of(item).map(|value| literal(source, value)).transpose()? {
                    add(value);
                    if let Some(note) = item.child(Kind::string) {
                        notes.push((value, note.unquoted(source)));
                    }
                }
            }
            _ => {}
        }
    }
    let Some(&first) = values.first() else {
        return Err(Diagnostic::error(
            "option",
            format!("option `{name}` has no values"),
            source.name(),
            node.span,
        ));
    };
    let default = default.unwrap_or(first);
    if !values.contains(&default) {
        let message = format!("the default `{default}` is none of the values of option `{name}`");
        return Err(Diagnostic::error("option", message, source.name(), node.span));
    }
    Ok(OptionInfo { name, values, notes, default })
}

/// The value of every option: its default, what layers set, what is chosen.
pub(super) fn chosen_options(
    game: &Game,
    stack: &Stack,
    selection: &Selection,
) -> (BTreeMap<String, OptionValue>, Vec<Diagnostic>) {
    let (declared, mut faults) = options(game);
    let mut chosen: BTreeMap<String, OptionValue> =
        declared.iter().map(|option| (option.name.clone(), option.default)).collect();
    for layered in stack.all(Kind::set_option) {
        match set_option(&layered.source, layered.body(), &declared) {
            Ok((name, value)) => {
                chosen.insert(name, value);
            }
            Err(fault) => faults.push(fault),
        }
    }
    for (name, value) in &selection.options {
        let Some(option) = declared.iter().find(|option| option.name == *name) else {
            let fault = game.fault("option", format!("this game has no option `{name}`"));
            let names: Vec<&str> = declared.iter().map(|option| option.name.as_str()).collect();
            faults.push(match (nearest(name, names.iter().copied()), names.is_empty()) {
                (_, true) => fault.help("it has no options"),
                (Some(near), _) => fault.help(format!("did you mean `{near}`?")),
                (None, _) => fault.help(format!("its options are {}", names.join(", "))),
            });
            continue;
        };
        match option.values.iter().find(|known| known.to_string() == *value) {
            Some(known) => {
                chosen.insert(name.clone(), *known);
            }
            None => {
                let values: Vec<String> = option.values.iter().map(ToString::to_string).collect();
                let fault = game.fault("option", format!("option `{name}` has no value `{value}`"));
                faults.push(fault.help(format!("its values are {}", values.join(", "))));
            }
        }
    }
    (chosen, faults)
}

/// `set option NAME VALUE`, checked against the declarations.
fn set_option(source: &Source, node: &Node, declared: &[OptionInfo]) -> Lowered<(String, OptionValue)> {
    let name = node.child(Kind::name);
    let word = name.map_or("", |name| name.text(source)).to_string();
    let span = name.map_or(node.span, |name| name.span);
    let Some(option) = declared.iter().find(|option| option.name == word) else {
        let fault = Diagnostic::error("option", format!("there is no option `{word}`"), source.name(), span);
        return Err(match nearest(&word, declared.iter().map(|option| option.name.as_str())) {
            Some(near) => fault.help(format!("did you mean `{near}`?")).fix(span, near),
            None => fault,
        });
    };
    let Some(value) = literal_of(node) else {
        return Err(Diagnostic::error("option", "a value is missing", source.name(), node.span));
    };
    let meant = literal(source, value)?;
    if option.values.contains(&meant) {
        Ok((word, meant))
    } else {
        let values: Vec<String> = option.values.iter().map(ToString::to_string).collect();
        let message = format!("option `{word}` has no value `{meant}`");
        Err(Diagnostic::error("option", message, source.name(), value.span)
            .help(format!("its values are {}", values.join(", "))))
    }
}
