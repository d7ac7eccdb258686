//! Marks: which may be made, how they are made and how they end.

use super::setup::event;
use crate::board::{ClauseId, Hole, MarkId, Seat};
use crate::engine::{Event, MarkedHole, Position, What};
use crate::rules::{Mark, MarkLasts, MarkSowing, Rules};

/// Puts a mark on a hole in place of any other; nothing is reported.
pub(super) fn set_mark(position: &mut Position, hole: Hole, mark: MarkId, owner: Seat) {
    take_mark(position, hole);
    position.marked.insert(hole);
    position.marks.push(MarkedHole { hole, mark, owner, visited: false });
}

/// Takes the mark off a hole.
fn take_mark(position: &mut Position, hole: Hole) {
    position.marked.remove(hole);
    position.marks.retain(|marked| marked.hole != hole);
}

/// The declaration of the mark on a hole.
pub(super) fn declaration<'r>(rules: &'r Rules, marked: &MarkedHole) -> Option<&'r Mark> {
    rules.marks.get(usize::from(marked.mark.0))
}

/// Which clause forbids a player to sow from a hole because of its mark?
pub(super) fn forbidden_by_mark(
    rules: &Rules,
    position: &Position,
    hole: Hole,
    mover: Seat,
) -> Option<ClauseId> {
    let marked = position.mark_on(hole)?;
    let sowing = &declaration(rules, marked)?.sowing;
    let allowed = match sowing.value {
        MarkSowing::Anyone => true,
        MarkSowing::Nobody => false,
        MarkSowing::OnlyOwner => marked.owner == mover,
        MarkSowing::NotOwner => marked.owner != mover,
    };
    (!allowed).then_some(sowing.clause)
}

/// May a player make this mark on all of these holes, one after the other?
pub(super) fn may_mark(
    rules: &Rules,
    position: &Position,
    mark: MarkId,
    owner: Seat,
    holes: &[Hole],
) -> bool {
    let mut position = position.clone();
    holes.iter().all(|&hole| {
        let allowed = may_mark_one(rules, &position, mark, owner, hole);
        make_mark(rules, &mut position, (mark, owner, hole), ClauseId(0), &mut Vec::new());
        allowed
    })
}

fn may_mark_one(rules: &Rules, position: &Position, mark: MarkId, owner: Seat, hole: Hole) -> bool {
    let Some(declared) = rules.marks.get(usize::from(mark.0)) else {
        return false;
    };
    let already = position.mark_on(hole).is_some_and(|marked| marked.mark == mark && marked.owner == owner);
    let same_letter = declared.not_same_letter.is_some()
        && position.marks.iter().any(|marked| {
            marked.mark == mark && marked.owner != owner && letter(rules, marked.hole) == letter(rules, hole)
        });
    let each_full = declared.limit_each.as_ref().is_some_and(|limit| {
        count(position, mark, Some(owner)) >= limit.value as usize
            && (declared.replaces.is_none() || limit.value == 0)
    });
    let all_full = declared.limit_all.as_ref().is_some_and(|limit| {
        count(position, mark, None) >= limit.value as usize
            && (declared.replaces.is_none() || limit.value == 0)
    });
    !already && !same_letter && !each_full && !all_full
}

/// The letter of a hole, without the number of its row.
fn letter(rules: &Rules, hole: Hole) -> Option<&str> {
    let naming = rules.layout.naming(hole)?;
    Some(naming.name.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// Marks of this name on the board, of one player or of both.
fn count(position: &Position, mark: MarkId, owner: Option<Seat>) -> usize {
    position
        .marks
        .iter()
        .filter(|marked| marked.mark == mark && owner.is_none_or(|owner| owner == marked.owner))
        .count()
}

/// Makes a mark that is allowed, in place of any other on the hole. Where a limit is reached, the
/// oldest of its name ends.
pub(super) fn make_mark(
    rules: &Rules,
    position: &mut Position,
    (mark, owner, hole): (MarkId, Seat, Hole),
    clause: ClauseId,
    events: &mut Vec<Event>,
) {
    if let Some(declared) = rules.marks.get(usize::from(mark.0))
        && let Some(replaces) = &declared.replaces
    {
        let limits = [(declared.limit_each.as_ref(), Some(owner)), (declared.limit_all.as_ref(), None)];
        for (limit, of) in limits {
            let reached = limit.is_some_and(|limit| count(position, mark, of) >= limit.value as usize);
            let oldest = position
                .marks
                .iter()
                .find(|marked| marked.mark == mark && of.is_none_or(|of| of == marked.owner))
                .copied();
            if let (true, Some(oldest)) = (reached, oldest) {
                end_mark(position, oldest, replaces.clause, events);
            }
        }
    }
    set_mark(position, hole, mark, owner);
    position.marks_made |= 1 << mark.0;
    events.push(event(clause, What::Mark { owner, hole, mark }));
}

/// Ends a mark.
fn end_mark(position: &mut Position, marked: MarkedHole, clause: ClauseId, events: &mut Vec<Event>) {
    take_mark(position, marked.hole);
    events.push(event(clause, What::Unmark { hole: marked.hole, mark: marked.mark }));
}

/// Ends the mark on a hole if it lasts only so long.
pub(super) fn end_mark_that_lasts_until(
    rules: &Rules,
    position: &mut Position,
    hole: Hole,
    until: MarkLasts,
    events: &mut Vec<Event>,
) {
    let Some(&marked) = position.mark_on(hole) else {
        return;
    };
    if let Some(declared) = declaration(rules, &marked)
        && declared.lasts.value == until
    {
        end_mark(position, marked, declared.lasts.clause, events);
    }
}
