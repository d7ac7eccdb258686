//! Known results and single moves on rules made by hand, so that this interpreter stands on its
//! own feet: no rule file is read here.

use super::Reference;
use crate::board::{ClauseId, Direction, Hole, HoleSet, MarkId, Seat};
use crate::engine::{Due, Event, Move, Position, What};
use crate::rules::board::{Layout, Naming, PathRule, Region, Row, Segment, Side};
use crate::rules::condition::{Condition, Count, Fill, HoleRef, Holes, Place, Who};
use crate::rules::matches::{Close, Contested, Equal, FillFrom, Match, NextStarter, Refill};
use crate::rules::play::{
    DropRule, EachSeed, FirstSeed, Lift, Moves, Must, Outcome, Play, Skip, Skipped, Sow,
};
use crate::rules::{
    About, Action, Captured, Continuation, End, Endless, Entry, GrandSlam, Line, Mark, MarkLasts, MarkSeeds,
    MarkSowing, Remaining, Repeat, Repeated, Rules, Starter, Stated, Stuck, Table, Until, Win,
};

// One clause number for every sort of clause that a test asks for.
const MOVES: ClauseId = ClauseId(1);
const MUST: ClauseId = ClauseId(2);
const SOW: ClauseId = ClauseId(3);
const SLAM: ClauseId = ClauseId(4);
const ENDLESS: ClauseId = ClauseId(5);
const LINE: ClauseId = ClauseId(6);
const RELAY: ClauseId = ClauseId(7);
const OTHER: ClauseId = ClauseId(0);

fn stated<T>(value: T) -> Stated<T> {
    Stated { value, clause: OTHER }
}

fn by<T>(clause: ClauseId, value: T) -> Stated<T> {
    Stated { value, clause }
}

/// Two rows of so many holes, North's numbered from his left.
fn layout(columns: u8, stores: bool) -> Layout {
    let naming = |seat: Seat, place: u8| Naming {
        seat: Some(seat),
        name: char::from(b'a' + place).to_string(),
        row: seat.index() as u32,
        column: u32::from(match seat {
            Seat::South => place,
            Seat::North => columns - 1 - place,
        }),
    };
    let side = |seat: Seat| (0..columns).map(move |place| naming(seat, place));
    let holes = |from: u8| (from..from + columns).map(Hole).collect::<HoleSet>();
    Layout {
        rows: stated(2),
        columns: u32::from(columns),
        stores,
        holes: side(Seat::South).chain(side(Seat::North)).collect(),
        owners: [holes(0), holes(columns)],
        sides: [holes(0), holes(columns)],
        facing: (0..2 * columns).map(|hole| vec![Hole(2 * columns - 1 - hole)]).collect(),
        owned_by_last_sower: None,
    }
}

/// Four in each hole, sown one by one counterclockwise; nothing else happens.
fn plain(columns: u8, stores: bool) -> Rules {
    let mut segments = vec![Segment::LeftToRight(Region::Row(Row::Own))];
    segments.extend(stores.then_some(Segment::OwnStore));
    segments.push(Segment::RightToLeft(Region::Row(Row::Opponent)));
    Rules {
        title: "test".into(),
        reading: None,
        options: Default::default(),
        about: About::default(),
        clauses: Vec::new(),
        layout: layout(columns, stores),
        seeds: stated(vec![4; 2 * usize::from(columns)]),
        hand: None,
        arrangement: Vec::new(),
        starter: stated(Starter::Seat(Seat::South)),
        opening: None,
        race: None,
        play: Play {
            path: stated(PathRule { segments, then_off_the_board: false }),
            moves: by(MOVES, Moves::From(Holes { whose: Some(Side::Own), ..Holes::default() })),
            must: Vec::new(),
            prefer: Vec::new(),
            lift: stated(Lift::All),
            sow: by(SOW, Sow::Fixed(Direction::Counterclockwise)),
            first_seed: stated(FirstSeed::NextHole),
            drop: stated(vec![DropRule { seeds: Some(1), fill: None }]),
            skip: Vec::new(),
            divert: None,
            each_seed: None,
            last_seed: None,
            entered_seed: None,
            start_of_lap: None,
            end_of_lap: None,
            start_of_move: None,
            end_of_turn: None,
            no_captures: None,
        },
        frames: Vec::new(),
        marks: Vec::new(),
        grand_slam: by(SLAM, GrandSlam::CapturesAll),
        stuck: None,
        ends: vec![cannot_move()],
        remaining: stated(Remaining::RowOwner),
        win: Some(stated(Win::MostSeeds)),
        endless: by(ENDLESS, Endless::EndsTurn),
        repeated: stated(Repeated::EndsRound),
        rounds: None,
        todos: Vec::new(),
        notes: Vec::new(),
    }
}

fn cannot_move() -> Stated<End> {
    let when = Condition::Not(Box::new(Condition::CanMove(Who::PlayerToMove)));
    stated(End { when, that_player: None })
}

fn line(condition: Option<Condition>, actions: Vec<Action>, then: Option<Continuation>) -> Entry {
    Entry::Line(Line { condition, actions, then, clause: LINE })
}

fn table(entries: Vec<Entry>) -> Option<Stated<Table>> {
    Some(stated(Table { entries }))
}

fn capture(what: Vec<Captured>) -> Action {
    Action::Capture { who: Who::Mover, optional: false, what }
}

fn hole(fill: Option<Fill>, whose: Side) -> Condition {
    Condition::In(Place::Hole { fill, whose: Some(whose), of: None })
}

fn makes(numbers: &[u32]) -> Condition {
    Condition::Makes(Count::OneOf(numbers.to_vec()))
}

/// Bonus move in the own store; an own empty hole takes itself and the facing hole.
fn kalah(columns: u8, seeds: u32, empty_capture: bool) -> Rules {
    let mut rules = plain(columns, true);
    rules.seeds.value = vec![seeds; 2 * usize::from(columns)];
    let mut alone = vec![hole(Some(Fill::Empty), Side::Own)];
    if !empty_capture {
        alone.push(Condition::Not(Box::new(Condition::Empty(HoleRef::Facing))));
    }
    let both = vec![Captured::All(HoleRef::This), Captured::All(HoleRef::Facing)];
    rules.play.last_seed = table(vec![
        line(Some(Condition::In(Place::OwnStore)), vec![], Some(Continuation::BonusMove { from: None })),
        line(Some(Condition::All(alone)), vec![capture(both)], Some(Continuation::TurnEnds)),
    ]);
    let when = Condition::NoSeeds { who: Who::APlayer, region: None };
    rules.ends = vec![stated(End { when, that_player: None })];
    rules
}

/// Twos and threes backwards from the opponent's row; he must be fed.
fn oware(grand_slam: GrandSlam) -> Rules {
    let mut rules = plain(6, false);
    rules.play.skip = vec![stated(Skip { what: Skipped::LiftedHole, unless: None })];
    let condition = Condition::All(vec![hole(None, Side::Opponent), makes(&[2, 3])]);
    let actions = vec![capture(vec![Captured::All(HoleRef::This)]), Action::Repeat(Repeat::Backwards)];
    rules.play.last_seed = table(vec![line(Some(condition), actions, Some(Continuation::TurnEnds))]);
    let must = Must { outcomes: vec![Outcome::FeedOpponent], negated: false, if_possible: false };
    rules.play.must = vec![by(MUST, must)];
    rules.grand_slam.value = grand_slam;
    rules
}

/// Sows on from every occupied hole.
fn relaying(columns: u8) -> Rules {
    let mut rules = plain(columns, false);
    let relay = Continuation::Relay {
        from: crate::rules::RelayFrom::This,
        direction: crate::rules::SowDirection::Same,
    };
    let occupied = Condition::In(Place::Hole { fill: Some(Fill::Occupied), whose: None, of: None });
    rules.play.last_seed = table(vec![Entry::Line(Line {
        condition: Some(occupied),
        actions: vec![],
        then: Some(relay),
        clause: RELAY,
    })]);
    rules
}

/// A position of these rules with other seeds, South to move.
fn with_seeds(rules: &Rules, seeds: &[u32]) -> Position {
    let mut position = Reference::new(rules).start();
    position.seeds[..seeds.len()].copy_from_slice(seeds);
    position
}

fn south_plays(rules: &Rules, position: &Position, from: u8) -> (Position, Vec<Event>) {
    let mut events = Vec::new();
    let played = Move::sow(Hole(from), Direction::Counterclockwise);
    let next = Reference::new(rules).play(position, played, &mut events).expect("legal");
    (next, events)
}

fn starting_holes(rules: &Rules, position: &Position) -> Vec<u8> {
    let moves = Reference::new(rules).legal_moves(position);
    moves.iter().filter_map(|played| played.from()).map(|hole| hole.0).collect()
}

fn perft(reference: Reference, position: &Position, depth: u32) -> u64 {
    let moves = reference.legal_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|played| {
            let next = reference.play(position, played, &mut Vec::new()).expect("listed moves are legal");
            perft(reference, &next, depth - 1)
        })
        .sum()
}

fn counts(rules: &Rules, depth: u32) -> Vec<u64> {
    let reference = Reference::new(rules);
    (1..=depth).map(|depth| perft(reference, &reference.start(), depth)).collect()
}

#[test]
fn move_counts_of_kalah() {
    assert_eq!(counts(&kalah(6, 4, false), 5), [6, 35, 185, 942, 4690]);
    assert_eq!(counts(&kalah(6, 4, true), 5), [6, 35, 185, 942, 4685]);
    assert_eq!(counts(&kalah(4, 3, true), 7), [4, 15, 50, 158, 488, 1507, 4621]);
}

#[test]
fn move_counts_of_oware() {
    assert_eq!(counts(&oware(GrandSlam::CapturesNothing), 5), [6, 36, 190, 1014, 5219]);
}

#[test]
fn captures_go_backwards_and_stop() {
    let rules = oware(GrandSlam::CapturesNothing);
    let position = with_seeds(&rules, &[0, 0, 0, 0, 0, 2, 1, 2, 4, 0, 0, 0]);
    let (next, _) = south_plays(&rules, &position, 5);
    assert_eq!(next.seeds, [0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]);
    assert_eq!(next.pile, [5, 0]);
    let position = with_seeds(&rules, &[0, 0, 0, 0, 0, 6, 1, 1, 5, 1, 2, 1]);
    assert_eq!(south_plays(&rules, &position, 5).0.pile, [7, 0]);
}

#[test]
fn the_origin_is_skipped() {
    let rules = oware(GrandSlam::CapturesNothing);
    let position = with_seeds(&rules, &[12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    let (next, events) = south_plays(&rules, &position, 0);
    assert_eq!(next.seeds, [0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    assert!(events.iter().any(|event| event.what == What::Skip { hole: Hole(0) }));
    assert_eq!(next.pile, [0, 0]);
}

#[test]
fn who_has_nothing_must_be_fed() {
    let rules = oware(GrandSlam::CapturesNothing);
    let position = with_seeds(&rules, &[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(starting_holes(&rules, &position), [5]);
    let reference = Reference::new(&rules);
    assert_eq!(reference.why_illegal(&position, Hole(0)), Some(MUST));
    assert_eq!(reference.why_illegal(&position, Hole(1)), Some(MOVES));
    assert_eq!(reference.why_illegal(&position, Hole(5)), None);
    let stuck = with_seeds(&rules, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(reference.legal_moves(&stuck), [Move::Pass]);
}

#[test]
fn grand_slams() {
    let seeds = [0, 0, 0, 0, 1, 2, 1, 1, 0, 0, 0, 0];
    let after = |grand_slam| {
        let rules = oware(grand_slam);
        let (next, _) = south_plays(&rules, &with_seeds(&rules, &seeds), 5);
        (next.seeds[6..8].to_vec(), next.pile)
    };
    assert_eq!(after(GrandSlam::CapturesNothing), (vec![2, 2], [0, 0]));
    assert_eq!(after(GrandSlam::SparesFirst), (vec![0, 2], [2, 0]));
    assert_eq!(after(GrandSlam::SparesLast), (vec![2, 0], [2, 0]));
    // North cannot move, so the round ends, and what is left goes to South or, by the rule, North.
    assert_eq!(after(GrandSlam::CapturesAll), (vec![0, 0], [5, 0]));
    assert_eq!(after(GrandSlam::OpponentCapturesRest), (vec![0, 0], [4, 1]));
    let rules = oware(GrandSlam::Forbidden);
    let position = with_seeds(&rules, &seeds);
    assert_eq!(starting_holes(&rules, &position), [4]);
    assert_eq!(Reference::new(&rules).why_illegal(&position, Hole(5)), Some(SLAM));
}

#[test]
fn a_full_lap_ends_in_the_emptied_origin() {
    let rules = kalah(6, 4, false);
    let position = with_seeds(&rules, &[0, 0, 0, 0, 0, 13, 3, 1, 1, 1, 1, 1, 10, 17]);
    let (next, _) = south_plays(&rules, &position, 5);
    assert_eq!(next.seeds, [1, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2, 2, 16, 17]);
}

#[test]
fn sowings_that_end_and_that_do_not() {
    let rules = relaying(8);
    let ends = [3, 3, 2, 1, 2, 3, 4, 0, 2, 1, 2, 3, 2, 1, 2, 1];
    let (_, events) = south_plays(&rules, &with_seeds(&rules, &ends), 0);
    let relays = events.iter().filter(|event| matches!(event.what, What::Relay { .. })).count();
    assert_eq!(relays, 82);
    assert!(events.iter().any(|event| event.what == What::TurnEnds && event.clause == SOW));

    // On a ring of four, one seed chases its own hole: 1 and 1 and nothing go round for ever.
    let rules = relaying(2);
    let reference = Reference::new(&rules);
    let endless = (0..4_u32.pow(4)).find_map(|code| {
        let seeds: Vec<u32> = (0..4).map(|place| code / 4_u32.pow(place) % 4).collect();
        let position = with_seeds(&rules, &seeds);
        let moves = reference.legal_moves(&position);
        let found = moves.into_iter().find(|&played| {
            let mut events = Vec::new();
            let played = reference.play(&position, played, &mut events);
            played.is_ok() && events.iter().any(|event| event.what == What::Endless)
        });
        found.map(|played| (position, played))
    });
    let (position, played) = endless.expect("some sowing on a ring of four never ends");
    let next = reference.play(&position, played, &mut Vec::new()).expect("legal");
    assert_eq!((next.endless_sowings, next.due), (1, Due::Move));

    let mut forbidding = rules.clone();
    forbidding.endless.value = Endless::Forbidden;
    let reference = Reference::new(&forbidding);
    assert!(!reference.legal_moves(&position).contains(&played));
    let hole = played.from().expect("a sowing");
    assert_eq!(reference.why_illegal(&position, hole), Some(ENDLESS));

    let mut losing = rules.clone();
    losing.endless.value = Endless::Loses;
    let lost = Reference::new(&losing).play(&position, played, &mut Vec::new()).expect("legal");
    assert_eq!(lost.match_result, Some(Some(Seat::North)));
}

#[test]
fn fours_on_the_way_are_the_row_owners() {
    let mut rules = relaying(6);
    let four =
        Action::Capture { who: Who::RowOwner, optional: false, what: vec![Captured::All(HoleRef::This)] };
    let entries = vec![line(Some(makes(&[4])), vec![four], None)];
    let each = EachSeed { but_the_last: true, table: Table { entries } };
    rules.play.each_seed = Some(stated(each));
    let position = with_seeds(&rules, &[0, 0, 0, 3, 0, 3, 3, 2, 0, 0, 0, 0]);
    let (next, _) = south_plays(&rules, &position, 5);
    assert_eq!(next.pile, [0, 4]);
    assert_eq!(next.seeds, [0, 0, 0, 3, 0, 0, 0, 3, 1, 0, 0, 0]);
}

#[test]
fn choices_are_part_of_the_move() {
    let mut rules = plain(3, false);
    let every = Holes { whose: Some(Side::Opponent), fill: Some(Fill::Occupied), ..Holes::default() };
    let action = Action::Capture { who: Who::Mover, optional: true, what: vec![Captured::Chosen(every)] };
    rules.play.last_seed = table(vec![line(None, vec![action], Some(Continuation::TurnEnds))]);
    let position = with_seeds(&rules, &[0, 0, 1, 2, 0, 3]);
    let reference = Reference::new(&rules);
    let moves = reference.legal_moves(&position);
    // Take one of two holes, or nothing.
    assert_eq!(moves.len(), 3);
    let piles: Vec<u32> = moves
        .into_iter()
        .map(|played| reference.play(&position, played, &mut Vec::new()).expect("legal").pile[0])
        .collect();
    // In the order of moves: the first hole, nothing, the second.
    assert_eq!(piles, [3, 0, 3]);
    let bare = Move::sow(Hole(2), Direction::Counterclockwise);
    assert!(reference.play(&position, bare, &mut Vec::new()).is_err());
}

#[test]
fn a_collecting_mark_takes_what_falls_in_it() {
    let mut rules = plain(6, false);
    rules.marks = vec![Mark {
        name: "tuz".into(),
        clause: OTHER,
        sowing: stated(MarkSowing::Nobody),
        collects: Some(stated(())),
        at_end: stated(MarkSeeds::Owner),
        limit_each: Some(stated(1)),
        limit_all: None,
        replaces: None,
        not_same_letter: Some(stated(())),
        starts_on: None,
        lasts: stated(MarkLasts::Round),
    }];
    let mark = Action::Mark { holes: vec![HoleRef::This], chosen: None, mark: MarkId(0) };
    let condition = Condition::All(vec![hole(None, Side::Opponent), makes(&[3])]);
    rules.play.last_seed = table(vec![line(Some(condition), vec![mark], Some(Continuation::TurnEnds))]);
    let position = with_seeds(&rules, &[0, 0, 0, 0, 2, 1, 2, 0, 1, 0, 0, 3]);
    let (next, _) = south_plays(&rules, &position, 5);
    assert!(next.marked.contains(Hole(6)));
    let north = Move::sow(Hole(11), Direction::Counterclockwise);
    let next = Reference::new(&rules).play(&next, north, &mut Vec::new()).expect("legal");
    let (next, events) = south_plays(&rules, &next, 4);
    assert_eq!(next.pile, [1, 0]);
    let collected = What::Collect { by: Seat::South, hole: Hole(6), seeds: 1 };
    assert!(events.iter().any(|event| event.what == collected));
    // A second one may not be made.
    let mut position = next;
    position.to_move = Seat::South;
    position.seeds[7] = 2;
    position.seeds[5] = 2;
    let (next, _) = south_plays(&rules, &position, 5);
    assert_eq!(next.marks.len(), 1);
}

#[test]
fn who_cannot_move_passes_and_two_who_cannot_end_the_round() {
    let mut rules = plain(3, false);
    rules.stuck = Some(stated(Stuck::Passes));
    rules.ends.clear();
    let position = with_seeds(&rules, &[1, 1, 0, 0, 0, 0]);
    let (next, _) = south_plays(&rules, &position, 0);
    let reference = Reference::new(&rules);
    assert_eq!((next.to_move, reference.legal_moves(&next)), (Seat::North, vec![Move::Pass]));
    let next = reference.play(&next, Move::Pass, &mut Vec::new()).expect("legal");
    assert_eq!((next.to_move, next.turns), (Seat::South, [1, 1]));
    let mut taking = rules.clone();
    let all = capture(vec![Captured::All(HoleRef::This)]);
    taking.play.last_seed = table(vec![line(None, vec![all], Some(Continuation::TurnEnds))]);
    let (next, _) = south_plays(&taking, &with_seeds(&taking, &[1, 0, 0, 0, 0, 0]), 0);
    assert_eq!((next.due, next.pile), (Due::Nothing, [1, 0]));
}

#[test]
fn a_position_that_comes_back_ends_the_round() {
    let mut rules = plain(2, false);
    rules.ends.clear();
    rules.stuck = Some(stated(Stuck::Passes));
    let reference = Reference::new(&rules);
    let mut position = with_seeds(&rules, &[1, 0, 1, 0]);
    position.history.clear();
    position.record();
    let mut plies = 0;
    while position.due == Due::Move {
        let played = reference.legal_moves(&position)[0];
        position = reference.play(&position, played, &mut Vec::new()).expect("legal");
        plies += 1;
        assert!(plies < 100, "two seeds that chase each other come back");
    }
    assert_eq!(position.repetitions, 1);
}

/// A match in which holes of four are filled, gained and contested.
fn gaining(equal: Equal) -> Rules {
    let mut rules = plain(6, false);
    rules.rounds = Some(Match {
        clause: OTHER,
        refill: Some(stated(Refill::Each { seeds: 4, from: FillFrom::Leftmost })),
        gain: Some(stated(4)),
        contested: Some(stated(Contested::LargerRemainder)),
        equal: Some(stated(equal)),
        close: None,
        poorer: Vec::new(),
        richer_copies: None,
        remainders: Vec::new(),
        starter: stated(NextStarter::Alternates),
        until: vec![stated(Until::OwnsEveryHole)],
    });
    rules
}

/// The next round after one that South ended with so many seeds of 48.
fn after_a_round(rules: &Rules, south: u32) -> (Position, Vec<Event>) {
    let reference = Reference::new(rules);
    let mut position = reference.start();
    position.seeds.fill(0);
    position.pile = [south - 1, 48 - south];
    position.seeds[0] = 1;
    let mut taking = rules.clone();
    let all = capture(vec![Captured::All(HoleRef::This)]);
    taking.play.last_seed = table(vec![line(None, vec![all], Some(Continuation::TurnEnds))]);
    let (over, _) = south_plays(&taking, &position, 0);
    assert_eq!(
        (over.due, over.round_result.map(|it| it.totals)),
        (Due::NextRound, Some([south, 48 - south]))
    );
    let mut events = Vec::new();
    let next = reference.next_round(&over, &mut events);
    (next, events)
}

#[test]
fn remainders_decide_who_gets_the_contested_hole() {
    let rules = gaining(Equal::ByLot);
    // 27 to 21: South gains nothing alone; three of his and one of North's complete a hole.
    let (next, _) = after_a_round(&rules, 27);
    assert_eq!(next.seeds, vec![4; 12]);
    assert_eq!(next.owned.map(HoleSet::len), [7, 5]);
    assert!(next.owned[0].contains(Hole(11)));
    assert_eq!((next.pile, next.round, next.to_move), ([0, 0], 2, Seat::North));
    // 32 to 16: whole holes, nothing contested.
    let (next, events) = after_a_round(&rules, 32);
    assert_eq!(next.owned.map(HoleSet::len), [8, 4]);
    assert!(!events.iter().any(|event| matches!(event.what, What::Cede { .. })));
    // Every seed: every hole.
    let (next, events) = after_a_round(&rules, 48);
    assert_eq!((next.due, next.match_result), (Due::Nothing, Some(Some(Seat::South))));
    assert!(events.iter().any(|event| event.what == What::MatchEnds { winner: Some(Seat::South) }));
}

#[test]
fn equal_remainders_are_settled_as_the_rules_say() {
    let (waiting, events) = after_a_round(&gaining(Equal::ByLot), 26);
    assert!(matches!(waiting.due, Due::Lot(_)) && events.is_empty());
    let rules = gaining(Equal::ByLot);
    let reference = Reference::new(&rules);
    let lots = reference.legal_moves(&waiting);
    assert_eq!(lots, [Move::Lot(Seat::South), Move::Lot(Seat::North)]);
    let owned = Seat::BOTH.map(|seat| {
        let next = reference.play(&waiting, Move::Lot(seat), &mut Vec::new()).expect("legal");
        next.owned.map(HoleSet::len)
    });
    assert_eq!(owned, [[7, 5], [6, 6]]);
    let (next, _) = after_a_round(&gaining(Equal::PoorerPlayer), 26);
    assert_eq!(next.owned.map(HoleSet::len), [6, 6]);
    let (next, _) = after_a_round(&gaining(Equal::Nobody), 26);
    assert_eq!((next.owned.map(HoleSet::len), next.pile), ([6, 5], [2, 2]));
    assert!(next.closed.contains(Hole(11)));
}

#[test]
fn holes_that_cannot_be_filled_are_closed_and_not_sown() {
    let mut rules = gaining(Equal::Nobody);
    if let Some(rounds) = &mut rules.rounds {
        rounds.gain = None;
        rounds.contested = None;
        rounds.equal = None;
        rounds.close = Some(stated(Close { chosen_by_owner: false }));
        rounds.starter.value = NextStarter::Winner;
    }
    let (next, _) = after_a_round(&rules, 30);
    assert_eq!(next.pile, [6, 2]);
    assert_eq!(next.closed.iter().collect::<Vec<_>>(), [Hole(10), Hole(11)]);
    let mut position = next;
    position.seeds[5] = 6;
    let (next, _) = south_plays(&rules, &position, 5);
    assert_eq!(next.seeds, [5, 5, 4, 4, 4, 0, 5, 5, 5, 5, 0, 0]);
}
