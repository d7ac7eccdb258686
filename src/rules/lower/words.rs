//! Words that point at holes: regions, descriptions, places, single holes, counts, marks.

use super::{Lowered, Lowering};
use crate::board::{MarkId, Seat};
use crate::diagnostic::nearest;
use crate::rules::condition::FacingFilter;
use crate::rules::{Count, Fill, HoleRef, Holes, Part, Place, Region, Row, Side};
use crate::syntax::{Kind, Node};

impl Lowering {
    /// `own holes a b`, `the left half of own row`, `own row`; checked against the board.
    pub(super) fn region(&self, node: &Node) -> Lowered<Region> {
        let Some(inner) = node.children.first() else { return Err(self.unknown(node)) };
        let region = match inner.kind {
            Kind::named_holes => self.named_holes(inner)?,
            Kind::row => Region::Row(self.row(inner)?),
            Kind::part_of_row => {
                let (Some(part), Some(row)) = (inner.child(Kind::part), inner.child(Kind::row)) else {
                    return Err(self.unknown(inner));
                };
                let of = self.row(row)?;
                let part_words = part;
                let part = self.part(part)?;
                self.check_part(part, of, part_words, row)?;
                Region::Part { part, of }
            }
            _ => return Err(self.unknown(inner)),
        };
        Ok(region)
    }

    pub(super) fn child_region(&self, node: &Node) -> Lowered<Region> {
        node.child(Kind::region).map_or_else(|| Err(self.unknown(node)), |region| self.region(region))
    }

    fn named_holes(&self, node: &Node) -> Lowered<Region> {
        let side = side_of(node).unwrap_or(Side::Common);
        Ok(Region::Named { side, names: self.hole_names(node, side)? })
    }

    /// Names of holes, ranges written out.
    pub(super) fn hole_names(&self, node: &Node, side: Side) -> Lowered<Vec<String>> {
        let mut names = Vec::new();
        for child in &node.children {
            match child.kind {
                Kind::hole_name => {
                    self.known_hole(child, side)?;
                    names.push(child.text(&self.source).to_string());
                }
                Kind::hole_range => {
                    let ends: Vec<&Node> = child.all(Kind::hole_name).collect();
                    let [from, to] = ends.as_slice() else { return Err(self.unknown(child)) };
                    self.known_hole(from, side)?;
                    self.known_hole(to, side)?;
                    let all = self.names_of(side);
                    let place = |node: &Node| all.iter().position(|name| name == node.text(&self.source));
                    let (Some(first), Some(last)) = (place(from), place(to)) else {
                        return Err(self.unknown(child));
                    };
                    if first > last {
                        let (from, to) = (from.text(&self.source), to.text(&self.source));
                        return Err(self
                            .error("hole", "a range runs from left to right", child)
                            .help(format!("write `{to} to {from}`"))
                            .fix(child.span, format!("{to} to {from}")));
                    }
                    names.extend_from_slice(&all[first..=last]);
                }
                _ => {}
            }
        }
        Ok(names)
    }

    fn names_of(&self, side: Side) -> Vec<String> {
        let seat = match side {
            Side::Common => None,
            Side::Own | Side::Opponent => Some(Seat::South),
        };
        let holes = self.layout.iter().flat_map(|layout| &layout.holes);
        holes.filter(|naming| naming.seat == seat).map(|naming| naming.name.clone()).collect()
    }

    fn known_hole(&self, node: &Node, side: Side) -> Lowered<()> {
        let names = self.names_of(side);
        let word = node.text(&self.source);
        if self.layout.is_none() || names.iter().any(|name| name == word) {
            return Ok(());
        }
        let fault = self.error("hole", format!("there is no hole `{word}` on this side of the board"), node);
        Err(match (names.first(), names.last()) {
            (Some(first), Some(last)) => {
                fault.help(format!("its holes are named {first} to {last}, from their owner's left"))
            }
            _ => fault,
        })
    }

    pub(super) fn row(&self, node: &Node) -> Lowered<Row> {
        let (inner, outer) = (node.has(Kind::k_inner), node.has(Kind::k_outer));
        let row = if node.has(Kind::k_middle) {
            Row::Middle
        } else if node.has(Kind::k_either) {
            Row::Either
        } else if node.has(Kind::k_own) {
            if inner {
                Row::OwnInner
            } else if outer {
                Row::OwnOuter
            } else {
                Row::Own
            }
        } else if inner {
            Row::OpponentInner
        } else if outer {
            Row::OpponentOuter
        } else {
            Row::Opponent
        };
        let exists = self.layout.as_ref().is_none_or(|layout| !layout.row(row, Seat::South).is_empty());
        if exists {
            return Ok(row);
        }
        let rows = self.layout.as_ref().map_or(0, |layout| layout.picture_rows());
        Err(self
            .error("row", format!("a board of {rows} rows has no such row"), node)
            .help("middle rows are on three rows, inner and outer rows on four"))
    }

    fn part(&self, node: &Node) -> Lowered<Part> {
        if let Some(leftmost) = node.child(Kind::leftmost_holes) {
            return Ok(Part::Leftmost(self.child_amount(leftmost)?));
        }
        if let Some(rightmost) = node.child(Kind::rightmost_holes) {
            return Ok(Part::Rightmost(self.child_amount(rightmost)?));
        }
        let has = |kind| node.has(kind);
        Ok(if has(Kind::k_half) {
            if has(Kind::k_left) { Part::LeftHalf } else { Part::RightHalf }
        } else if has(Kind::k_leftmost) {
            Part::Leftmost(1)
        } else if has(Kind::k_rightmost) {
            Part::Rightmost(1)
        } else if has(Kind::k_first) {
            Part::First
        } else if has(Kind::k_one) {
            Part::LastButOne
        } else if has(Kind::k_last) {
            Part::Last
        } else if has(Kind::k_end) {
            Part::Ends
        } else {
            Part::Centre
        })
    }

    /// Left and right belong to own rows; a part must exist.
    fn check_part(&self, part: Part, of: Row, words: &Node, row: &Node) -> Lowered<()> {
        let sided = matches!(part, Part::LeftHalf | Part::RightHalf | Part::Leftmost(_) | Part::Rightmost(_));
        let opponents = matches!(of, Row::Opponent | Row::OpponentInner | Row::OpponentOuter);
        if sided && opponents {
            return Err(self
                .error("left-right", "left and right of the opponent's row can be taken from either seat", words)
                .help("say `the first hole` or `the last hole` (as a counterclockwise sowing meets them), or name holes: `opponent's hole a` is his leftmost"));
        }
        let Some(layout) = &self.layout else { return Ok(()) };
        let length = layout.row(of, Seat::South).len() as u32;
        let fits = match part {
            Part::Leftmost(number) | Part::Rightmost(number) => (1..=length).contains(&number),
            Part::LeftHalf | Part::RightHalf => length >= 2,
            Part::LastButOne => length >= 3,
            Part::Centre => length % 2 == 1,
            Part::First | Part::Last | Part::Ends => true,
        };
        if fits {
            return Ok(());
        }
        Err(self
            .error("row", format!("a row of {length} holes has no such part"), words)
            .label(row.span, format!("{length} holes")))
    }

    /// `own holes holding at least 2`, `own row`, `own holes a b`.
    pub(super) fn chosen_holes(&self, node: &Node) -> Lowered<Holes> {
        let chosen = node.child(Kind::chosen_holes).unwrap_or(node);
        let Some(inner) = chosen.children.iter().find(|child| child.kind != Kind::COMMENT) else {
            return Err(self.unknown(chosen));
        };
        match inner.kind {
            Kind::named_holes => Ok(Holes { of: Some(self.named_holes(inner)?), ..Holes::default() }),
            Kind::holes => self.holes(inner),
            Kind::region => Ok(Holes { of: Some(self.region(inner)?), ..Holes::default() }),
            _ => Err(self.unknown(inner)),
        }
    }

    pub(super) fn holes(&self, node: &Node) -> Lowered<Holes> {
        let mut holes = Holes {
            whose: side_of(node),
            fill: fill_of(node),
            other: node.has(Kind::k_other),
            ..Holes::default()
        };
        if node.has(Kind::k_marked) {
            holes.marked = Some(true);
        } else if node.has(Kind::k_unmarked) {
            holes.marked = Some(false);
        }
        holes.sown_in_this_lap = node.has(Kind::sown_in_this_lap);
        if let Some(of) = node.child(Kind::of_region) {
            holes.of = Some(self.child_region(of)?);
        }
        if let Some(holding) = node.child(Kind::holding) {
            holes.holding = Some(self.child_count(holding)?);
        }
        if let Some(holding) = node.child(Kind::not_holding) {
            holes.not_holding = Some(self.child_count(holding)?);
        }
        if let Some(except) = node.child(Kind::except_region) {
            holes.except = Some(self.child_region(except)?);
        }
        if let Some(facing) = node.child(Kind::facing_filter) {
            let holding = facing.child(Kind::holding).map(|holding| self.child_count(holding)).transpose()?;
            let not_holding =
                facing.child(Kind::not_holding).map(|holding| self.child_count(holding)).transpose()?;
            holes.facing =
                Some(FacingFilter { whose: side_of(facing), fill: fill_of(facing), holding, not_holding });
        }
        Ok(holes)
    }

    pub(super) fn child_count(&self, node: &Node) -> Lowered<Count> {
        node.child(Kind::count).map_or_else(|| Err(self.unknown(node)), |count| self.count(count))
    }

    pub(super) fn count(&self, node: &Node) -> Lowered<Count> {
        let Some(inner) = node.children.first() else { return Err(self.unknown(node)) };
        Ok(match inner.kind {
            Kind::at_least => Count::AtLeast(self.child_amount(inner)?),
            Kind::at_most => Count::AtMost(self.child_amount(inner)?),
            Kind::more_than => Count::AtLeast(self.child_amount(inner)?.saturating_add(1)),
            Kind::fewer_than => match self.child_amount(inner)? {
                0 => return Err(self.error("range", "nothing is fewer than 0", inner)),
                number => Count::AtMost(number - 1),
            },
            Kind::even => Count::Even,
            Kind::odd => Count::Odd,
            Kind::single_seed => Count::OneOf(vec![1]),
            Kind::count_list => Count::OneOf(
                inner.all(Kind::amount).map(|amount| self.amount(amount)).collect::<Lowered<_>>()?,
            ),
            _ => return Err(self.unknown(inner)),
        })
    }

    pub(super) fn place(&self, node: &Node) -> Lowered<Place> {
        let place = node.child(Kind::place).unwrap_or(node);
        let Some(inner) = place.children.first() else { return Err(self.unknown(place)) };
        Ok(match inner.kind {
            Kind::own_store => {
                if self.layout.as_ref().is_some_and(|layout| !layout.stores) {
                    return Err(self
                        .error("store", "this board has no stores", inner)
                        .help("say `board … with stores`, or use another place"));
                }
                Place::OwnStore
            }
            Kind::place_marked => Place::Marked { whose: side_of(inner), mark: None },
            Kind::place_mark => Place::Marked { whose: side_of(inner), mark: Some(self.mark_name(inner)?) },
            Kind::place_hole => Place::Hole {
                fill: fill_of(inner),
                whose: side_of(inner),
                of: inner.child(Kind::row).map(|row| self.row(row)).transpose()?,
            },
            Kind::place_region => Place::Region { fill: fill_of(inner), region: self.child_region(inner)? },
            _ => return Err(self.unknown(inner)),
        })
    }

    /// The mark that is named in a phrase.
    pub(super) fn mark_name(&self, node: &Node) -> Lowered<MarkId> {
        let Some(name) = node.child(Kind::mark_name) else { return Err(self.unknown(node)) };
        let word = name.text(&self.source).to_lowercase();
        if let Some(index) = self.marks.iter().position(|mark| *mark == word) {
            return Ok(MarkId(index as u8));
        }
        let fault = self.error("mark", format!("there is no mark `{word}`"), name);
        let known =
            self.marks.iter().map(String::as_str).chain(["marked", "empty", "occupied", "own", "common"]);
        Err(match nearest(&word, known) {
            Some(near) => fault.help(format!("did you mean `{near}`?")).fix(name.span, near),
            None if self.marks.is_empty() => fault.help(format!(
                "marks are declared before they are used: `mark {word} {{ nobody sows from it }}`"
            )),
            None => fault.help(format!("the marks of this game are {}", self.marks.join(", "))),
        })
    }

    pub(super) fn hole(&self, node: &Node) -> Lowered<HoleRef> {
        let hole = if node.kind == Kind::hole { node } else { node.child(Kind::hole).unwrap_or(node) };
        let Some(inner) = hole.children.first() else { return Err(self.unknown(hole)) };
        Ok(match inner.kind {
            Kind::this_hole => HoleRef::This,
            Kind::facing_hole | Kind::every_facing_hole => HoleRef::Facing,
            Kind::facing_inner_hole => HoleRef::FacingInner,
            Kind::facing_outer_hole => HoleRef::FacingOuter,
            Kind::hole_after_the_next => HoleRef::AfterNext,
            Kind::hole_after_mark => HoleRef::AfterOpponentMark(self.mark_name(inner)?),
            Kind::hole_facing_next => HoleRef::FacingNext,
            Kind::next_hole => HoleRef::Next,
            Kind::hole_before => HoleRef::Before,
            Kind::lifted_hole => HoleRef::LiftedHole,
            Kind::first_hole_of_the_lap => HoleRef::FirstOfLap,
            Kind::region => HoleRef::Region(self.region(inner)?),
            _ => return Err(self.unknown(inner)),
        })
    }
}

/// `own`, `opponent's` or `common` among the words of a phrase.
pub(super) fn side_of(node: &Node) -> Option<Side> {
    node.children.iter().find_map(|child| match child.kind {
        Kind::k_own => Some(Side::Own),
        Kind::k_opponents => Some(Side::Opponent),
        Kind::k_common => Some(Side::Common),
        _ => None,
    })
}

/// `empty` or `occupied` among the words of a phrase.
pub(super) fn fill_of(node: &Node) -> Option<Fill> {
    node.children.iter().find_map(|child| match child.kind {
        Kind::k_empty => Some(Fill::Empty),
        Kind::k_occupied => Some(Fill::Occupied),
        _ => None,
    })
}
