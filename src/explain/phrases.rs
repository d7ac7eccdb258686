//! The parts of a sentence: players, counts, holes, places, conditions.

use crate::board::{Direction, MarkId};
use crate::rules::condition::FacingFilter;
use crate::rules::{Condition, Count, Fill, HoleRef, Holes, Part, Place, Region, Row, Rules, Side, Who};

/// A small number as a word, a larger one in digits.
pub(super) fn number(number: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_string())
}

/// `one seed`, `four seeds`.
pub(super) fn seeds(count: u32) -> String {
    format!("{} seed{}", number(count), if count == 1 { "" } else { "s" })
}

/// Parts joined by commas and a last word.
pub(super) fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., end] => format!("{} {last} {end}", init.join(", ")),
    }
}

/// A count without its noun: `exactly four`, `two or three`, `at least four`.
pub(super) fn count(count: &Count) -> String {
    match count {
        Count::OneOf(numbers) => {
            let words: Vec<String> =
                numbers.iter().map(|of| if *of == 0 { "none".to_string() } else { number(*of) }).collect();
            list(&words, "or")
        }
        Count::AtLeast(least) => format!("at least {}", number(*least)),
        Count::AtMost(most) => format!("at most {}", number(*most)),
        Count::Even => "an even number".to_string(),
        Count::Odd => "an odd number".to_string(),
    }
}

/// A count with its noun.
pub(super) fn counted(of: &Count, singular: &str) -> String {
    match of {
        Count::OneOf(numbers) if numbers.as_slice() == [1] => format!("one {singular}"),
        Count::OneOf(numbers) if numbers.as_slice() == [0] => format!("no {singular}s"),
        Count::Even | Count::Odd => format!("{} of {singular}s", count(of)),
        Count::OneOf(_) | Count::AtLeast(_) | Count::AtMost(_) => format!("{} {singular}s", count(of)),
    }
}

pub(super) fn who(who: Who) -> &'static str {
    match who {
        Who::Mover => "the mover",
        Who::Opponent => "the opponent",
        Who::RowOwner => "the player at whose side the hole lies",
        Who::HoleOwner => "the owner of the hole",
        Who::PlayerToMove => "the player to move",
        Who::APlayer => "a player",
        Who::Neither => "neither player",
        Who::South => "South",
        Who::North => "North",
    }
}

pub(super) fn direction(direction: Direction) -> &'static str {
    direction.name()
}

pub(super) fn row(row: Row) -> &'static str {
    match row {
        Row::Own => "his own row",
        Row::Opponent => "the opponent's row",
        Row::Middle => "the middle row",
        Row::OwnInner => "his own inner row",
        Row::OwnOuter => "his own outer row",
        Row::OpponentInner => "the opponent's inner row",
        Row::OpponentOuter => "the opponent's outer row",
        Row::Either => "any row",
    }
}

pub(super) fn region(region: &Region) -> String {
    match region {
        Region::Row(of) => row(*of).to_string(),
        Region::Part { part, of } => {
            let part = match part {
                Part::LeftHalf => "the left half".to_string(),
                Part::RightHalf => "the right half".to_string(),
                Part::Leftmost(1) => "the leftmost hole".to_string(),
                Part::Leftmost(holes) => format!("the {} leftmost holes", number(*holes)),
                Part::Rightmost(1) => "the rightmost hole".to_string(),
                Part::Rightmost(holes) => format!("the {} rightmost holes", number(*holes)),
                Part::First => "the first hole".to_string(),
                Part::Last => "the last hole".to_string(),
                Part::Ends => "the end holes".to_string(),
                Part::LastButOne => "the holes next to the ends".to_string(),
                Part::Centre => "the centre hole".to_string(),
            };
            format!("{part} of {}", row(*of))
        }
        Region::Named { side, names } => {
            let whose = match side {
                Side::Own => "his own",
                Side::Opponent => "the opponent's",
                Side::Common => "the common",
            };
            let noun = if names.len() == 1 { "hole" } else { "holes" };
            format!("{whose} {noun} {}", list(names, "and"))
        }
    }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Own => "own",
        Side::Opponent => "opponent's",
        Side::Common => "common",
    }
}

fn fill(fill: Fill) -> &'static str {
    match fill {
        Fill::Empty => "empty",
        Fill::Occupied => "occupied",
    }
}

/// What all phrases need: the names of marks.
#[derive(Clone, Copy)]
pub(super) struct Phrases<'r> {
    pub rules: &'r Rules,
}

impl Phrases<'_> {
    pub(super) fn mark(self, mark: MarkId) -> String {
        self.rules.marks.get(usize::from(mark.0)).map_or("mark".to_string(), |mark| mark.name.clone())
    }

    pub(super) fn hole(self, hole: &HoleRef) -> String {
        match hole {
            HoleRef::This => "this hole".to_string(),
            HoleRef::Facing => "the facing hole".to_string(),
            HoleRef::FacingInner => "the facing inner hole".to_string(),
            HoleRef::FacingOuter => "the facing outer hole".to_string(),
            HoleRef::Next => "the next hole".to_string(),
            HoleRef::AfterNext => "the hole after the next".to_string(),
            HoleRef::FacingNext => "the hole facing the next hole".to_string(),
            HoleRef::Before => "the hole before".to_string(),
            HoleRef::LiftedHole => "the hole from which this lap was lifted".to_string(),
            HoleRef::FirstOfLap => "the hole that got the first seed of this lap".to_string(),
            HoleRef::AfterOpponentMark(mark) => format!("the hole after the opponent's {}", self.mark(*mark)),
            HoleRef::Region(of) => region(of),
        }
    }

    /// A set of holes: `every` or `holes`, plural.
    pub(super) fn holes(self, holes: &Holes) -> String {
        let mut text = String::new();
        if holes.other {
            text += "other ";
        }
        if let Some(marked) = holes.marked {
            text += if marked { "marked " } else { "unmarked " };
        }
        if let Some(of) = holes.fill {
            text += &format!("{} ", fill(of));
        }
        if let Some(whose) = holes.whose {
            text += &format!("{} ", side(whose));
        }
        text += "holes";
        if let Some(of) = &holes.of {
            text += &format!(" of {}", region(of));
        }
        if holes.sown_in_this_lap {
            text += " sown in this lap";
        }
        if let Some(holding) = &holes.holding {
            text += &format!(" holding {}", counted(holding, "seed"));
        }
        if let Some(holding) = &holes.not_holding {
            text += &format!(" not holding {}", counted(holding, "seed"));
        }
        if let Some(facing) = &holes.facing {
            text += &self.facing(facing);
        }
        if let Some(except) = &holes.except {
            text += &format!(" except {}", region(except));
        }
        text
    }

    fn facing(self, facing: &FacingFilter) -> String {
        let fill = facing.fill.map_or(String::new(), |of| format!("{} ", fill(of)));
        let whose = facing.whose.map_or(String::new(), |whose| format!("{} ", side(whose)));
        let holding =
            facing.holding.as_ref().map_or(String::new(), |of| format!(" holding {}", counted(of, "seed")));
        let not_holding = facing
            .not_holding
            .as_ref()
            .map_or(String::new(), |of| format!(" not holding {}", counted(of, "seed")));
        format!(" that face an {fill}{whose}hole{holding}{not_holding}").replace(" an common", " a common")
    }

    pub(super) fn place(self, place: &Place) -> String {
        let before = |of: &Option<Fill>| of.map_or(String::new(), |of| format!("{} ", fill(of)));
        match place {
            Place::Hole { fill, whose, of } => {
                let whose = whose.map_or(String::new(), |whose| format!("{} ", side(whose)));
                let row = of.map_or(String::new(), |of| format!(" of {}", row(of)));
                let words = format!("{}{whose}hole{row}", before(fill));
                let article = match whose.as_str() {
                    "opponent's " if fill.is_none() => "the ",
                    _ if words.starts_with(['a', 'e', 'i', 'o']) => "an ",
                    _ => "a ",
                };
                format!("{article}{words}")
            }
            Place::OwnStore => "his own store".to_string(),
            Place::Marked { whose, mark } => {
                let name = mark.map_or("marked hole".to_string(), |mark| self.mark(mark));
                match whose {
                    Some(Side::Own) => format!("his own {name}"),
                    Some(Side::Opponent) => format!("an opponent's {name}"),
                    Some(Side::Common) | None => format!("a {name}"),
                }
            }
            Place::Region { fill, region: of } => match before(fill).as_str() {
                "" => region(of),
                fill => format!("{} while it is {}", region(of), fill.trim_end()),
            },
        }
    }

    /// A condition as the part of a sentence after `if`. `yes` is false for its negative.
    pub(super) fn condition(self, condition: &Condition, yes: bool) -> String {
        let is = if yes { "is" } else { "is not" };
        let has = if yes { "has" } else { "has not" };
        let holds = |of: &Count| {
            let counted = counted(of, "seed");
            if yes { format!("holds {counted}") } else { format!("does not hold {counted}") }
        };
        match condition {
            Condition::All(parts) if yes => {
                list(&parts.iter().map(|part| self.condition(part, true)).collect::<Vec<_>>(), "and")
            }
            Condition::Any(parts) if yes => {
                list(&parts.iter().map(|part| self.condition(part, true)).collect::<Vec<_>>(), "or")
            }
            Condition::All(parts) => {
                list(&parts.iter().map(|part| self.condition(part, false)).collect::<Vec<_>>(), "or")
            }
            Condition::Any(parts) => {
                list(&parts.iter().map(|part| self.condition(part, false)).collect::<Vec<_>>(), "and")
            }
            Condition::Not(part) => self.condition(part, !yes),
            Condition::In(place) => {
                format!("it {} in {}", if yes { "falls" } else { "does not fall" }, self.place(place))
            }
            Condition::Makes(of) => {
                format!("it {} {}", if yes { "makes" } else { "does not make" }, count(of))
            }
            Condition::Holds { hole, count } => format!("{} {}", self.hole(hole), holds(count)),
            Condition::Empty(hole) => format!("{} {is} empty", self.hole(hole)),
            Condition::EveryOccupied(hole) => {
                format!("{} {is} occupied (every one of them, if there are several)", self.hole(hole))
            }
            Condition::Lifted(hole) => format!("{} {has} been lifted in this round", self.hole(hole)),
            Condition::SownInThisLap(hole) => {
                format!("{} {} in this lap", self.hole(hole), if yes { "was sown" } else { "was not sown" })
            }
            Condition::NoCaptureInLast(moves) => {
                let what = if yes { "nothing was captured" } else { "something was captured" };
                format!("{what} in the last {} moves", number(*moves))
            }
            Condition::SownInThisMove(of) => {
                format!("{} seed of this move has fallen in {}", if yes { "a" } else { "no" }, region(of))
            }
            Condition::Owned { hole, by } => {
                let whose = match by {
                    Side::Own => "the mover's own",
                    Side::Opponent => "the opponent's",
                    Side::Common => "nobody's",
                };
                format!("{} {is} {whose}", self.hole(hole))
            }
            Condition::Marked(hole) => format!("{} {is} marked", self.hole(hole)),
            Condition::LastSeed => format!("it {is} the last seed of the lap"),
            Condition::FirstTime if yes => {
                "an opponent's last seed falls there for the first time".to_string()
            }
            Condition::FirstTime => "an opponent's last seed has fallen there before".to_string(),
            Condition::FirstLap => format!("this {is} the first lap of the move"),
            Condition::FirstLapCaptured => {
                format!("the first lap of the move {}", if yes { "captured" } else { "did not capture" })
            }
            Condition::CaptureMade => {
                format!("{} made in this move", if yes { "a capture was" } else { "no capture was" })
            }
            Condition::Sowing(of) => format!("this lap {} sown with {}", is, counted(of, "seed")),
            Condition::SowingDirection(way) => {
                format!("this lap {} {}", if yes { "runs" } else { "does not run" }, direction(*way))
            }
            Condition::NoSeeds { .. }
            | Condition::CanMove(_)
            | Condition::OwnsHoles { .. }
            | Condition::OwnsEveryHole(_)
            | Condition::SeedsInHand(_)
            | Condition::Captured { .. }
            | Condition::CapturedMoreThanHalf(_)
            | Condition::HasMark { .. } => self.of_player(condition, yes),
            Condition::MarkMade(mark) => {
                format!("{} {} has been made in this round", if yes { "a" } else { "no" }, self.mark(*mark))
            }
            Condition::OnlyMarkedHoldSeeds if yes => "only marked holes hold seeds".to_string(),
            Condition::OnlyMarkedHoldSeeds => "an unmarked hole holds seeds".to_string(),
            Condition::NoneHolds { holes, count } => {
                let counted = counted(count, "seed");
                let which = self.holes(holes);
                if yes {
                    format!("none of the {which} holds {counted}")
                } else {
                    format!("one of the {which} holds {counted}")
                }
            }
            Condition::AllEmpty(holes) => {
                format!("the {} are {}", self.holes(holes), if yes { "all empty" } else { "not all empty" })
            }
            Condition::SeedsLeft(of) => {
                let counted = counted(of, "seed");
                if yes {
                    format!("{counted} are left outside marked holes")
                } else {
                    format!("the number of seeds left outside marked holes is not {counted}")
                }
            }
        }
    }

    /// Conditions on a player.
    fn of_player(self, condition: &Condition, yes: bool) -> String {
        let has = if yes { "has" } else { "does not have" };
        match condition {
            Condition::NoSeeds { who: of, region: at } => {
                let at = at.as_ref().map_or("in his holes".to_string(), |at| format!("in {}", region(at)));
                format!("{} has {} {at}", who(*of), if yes { "no seeds" } else { "seeds" })
            }
            Condition::CanMove(of) => format!("{} {} move", who(*of), if yes { "can" } else { "cannot" }),
            Condition::OwnsHoles { who: of, count } => {
                let owns = if yes { "owns" } else { "does not own" };
                format!("{} {owns} {}", who(*of), counted(count, "hole"))
            }
            Condition::OwnsEveryHole(of) => {
                format!("{} {} every hole", who(*of), if yes { "owns" } else { "does not own" })
            }
            Condition::SeedsInHand(of) => format!("{} {has} seeds in hand", who(*of)),
            Condition::Captured { who: of, count } => {
                format!(
                    "{} {} captured {}",
                    who(*of),
                    if yes { "has" } else { "has not" },
                    counted(count, "seed")
                )
            }
            Condition::CapturedMoreThanHalf(of) => {
                let has = if yes { "has" } else { "has not" };
                format!("{} {has} captured more than half of all seeds", who(*of))
            }
            Condition::HasMark { who: of, mark } => format!("{} {has} a {}", who(*of), self.mark(*mark)),
            Condition::All(_)
            | Condition::Any(_)
            | Condition::Not(_)
            | Condition::In(_)
            | Condition::Makes(_)
            | Condition::Holds { .. }
            | Condition::Empty(_)
            | Condition::EveryOccupied(_)
            | Condition::Lifted(_)
            | Condition::SownInThisLap(_)
            | Condition::SownInThisMove(_)
            | Condition::Owned { .. }
            | Condition::Marked(_)
            | Condition::LastSeed
            | Condition::FirstTime
            | Condition::FirstLap
            | Condition::FirstLapCaptured
            | Condition::CaptureMade
            | Condition::NoCaptureInLast(_)
            | Condition::Sowing(_)
            | Condition::SowingDirection(_)
            | Condition::MarkMade(_)
            | Condition::OnlyMarkedHoldSeeds
            | Condition::NoneHolds { .. }
            | Condition::AllEmpty(_)
            | Condition::SeedsLeft(_) => self.condition(condition, yes),
        }
    }
}
