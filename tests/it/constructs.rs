//! Small rule sets that show one construct each, with results worked out by hand, in the fast
//! engine and in the reference interpreter alike.

use gabata::board::{Direction, Hole, Seat};
use gabata::engine::{Due, Engine, Event, Move, Position, RoundResult, What};
use gabata::program::Program;
use gabata::reference::Reference;
use gabata::rules::{Library, Rules, Selection, Side};
use gabata::source::Source;
use std::sync::Arc;

/// A rule set in both interpreters.
struct Both {
    rules: Rules,
    engine: Engine,
}

impl Both {
    /// A game of that board and those clauses; what follows a round's end is filled in.
    fn new(clauses: &str) -> Both {
        let text = format!(
            "game \"Contrived\" {{\n{clauses}\nrepeated position ends the round\nremaining seeds to the row owner\nwin most seeds\n}}"
        );
        let mut library = Library::new();
        library.add(Arc::new(Source::new("contrived.mancala", &text)));
        let rules =
            library.games()[0].rules(&Selection::default()).unwrap_or_else(|faults| panic!("{faults:#?}"));
        let engine = Engine::new(Program::lower(&rules).expect("it is implemented"));
        Both { rules, engine }
    }

    /// South to move with these seeds: South's holes, then North's, each from his left.
    fn position(&self, seeds: &[u32]) -> Position {
        let mut position = self.engine.start();
        position.seeds.copy_from_slice(seeds);
        position.due = Due::Move;
        position
    }

    fn legal(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.engine.legal_moves(position, &mut moves);
        assert_eq!(moves, Reference::new(&self.rules).legal_moves(position), "the legal moves");
        moves
    }

    /// Plays a move in both; gives where it leads.
    fn play(&self, position: &Position, played: Move) -> (Position, Vec<Event>) {
        let (mut fast, mut events, mut expected) = (position.clone(), Vec::new(), Vec::new());
        self.engine.play(&mut fast, played, &mut events).expect("it is legal");
        let slow = Reference::new(&self.rules).play(position, played, &mut expected).expect("it is legal");
        assert_eq!((&fast, &events), (&slow, &expected));
        (fast, events)
    }

    fn sow(&self, position: &Position, hole: u8) -> Position {
        self.play(position, Move::sow(Hole(hole), Direction::Counterclockwise)).0
    }

    /// The round after one that ended with so many seeds for each.
    fn after(&self, before: &Position, totals: [u32; 2]) -> Position {
        let mut over = before.clone();
        over.seeds.fill(0);
        over.pile = totals;
        over.due = Due::NextRound;
        over.rounds_unplayed = 0;
        let winner = if totals[0] > totals[1] { Seat::South } else { Seat::North };
        let clause = self.rules.seeds.clause;
        over.round_result = Some(RoundResult { totals, winner: Some(winner), clause });
        let mut fast = over.clone();
        self.engine.next_round(&mut fast, &mut ());
        assert_eq!(fast, Reference::new(&self.rules).next_round(&over, &mut Vec::new()));
        fast
    }
}

const MATCH: &str = "board 2 rows of 3 holes
  seeds 4 in each hole
  sow counterclockwise
  end when the player to move cannot move";

#[test]
fn a_remainder_is_lent_and_repaid_or_given_away() {
    let both = Both::new(&format!(
        "{MATCH}
  match {{
    poorer player lays out 4 in each own hole
    richer player copies the layout and keeps the rest
    remainder of 2 is lent to the poorer player
    remainder of 1 is given to the opponent
    until a player cannot fill even one hole
  }}"
    ));
    let start = both.engine.start();
    // 14 to 10: South lends 2, so that North can fill three holes as he does.
    let lent = both.after(&start, [14, 10]);
    assert_eq!((lent.seeds.as_slice(), lent.pile, lent.debts), (&[4; 6][..], [0, 0], [0, 2]));
    // 14 to 10 again: North's remainder is the 2 that he owes. He fills two holes, South copies
    // them and keeps 8.
    let repaid = both.after(&lent, [14, 10]);
    assert_eq!(repaid.seeds, [4, 4, 0, 4, 4, 0]);
    assert_eq!((repaid.pile, repaid.debts), ([8, 0], [0, 0]));
    // 11 to 13: North gives his remainder of 1 to South, whose 3 become 4.
    let given = both.after(&start, [11, 13]);
    assert_eq!((given.seeds.as_slice(), given.pile, given.debts), (&[4; 6][..], [0, 0], [0, 0]));
    // A debtor who has become the richer repays at once: 16 to 8 with 2 owed is 14 to 10, and South's
    // remainder of 2 is lent anew.
    let mut owing = start.clone();
    owing.debts = [2, 0];
    let anew = both.after(&owing, [16, 8]);
    assert_eq!((anew.seeds.as_slice(), anew.pile, anew.debts), (&[4; 6][..], [0, 0], [0, 2]));
}

#[test]
fn an_owner_chooses_which_of_his_holes_are_closed() {
    let both = Both::new(&format!(
        "{MATCH}
  match {{
    refill 4 in each own hole
    close holes that cannot be filled, chosen by their owner
    until a player cannot fill even one hole
  }}"
    ));
    // North can fill one hole with his 7 seeds and closes two of the three; South keeps 5.
    let waiting = both.after(&both.engine.start(), [17, 7]);
    assert_eq!((waiting.due, waiting.to_move, waiting.closing), (Due::Closing, Seat::North, [0, 2]));
    assert_eq!(both.legal(&waiting), [3, 4, 5].map(|hole| Move::Close(Hole(hole))));
    let (once, _) = both.play(&waiting, Move::Close(Hole(3)));
    assert_eq!(both.legal(&once), [4, 5].map(|hole| Move::Close(Hole(hole))));
    let (filled, _) = both.play(&once, Move::Close(Hole(5)));
    assert_eq!(filled.seeds, [4, 4, 4, 0, 4, 0]);
    assert_eq!((filled.due, filled.pile, filled.round), (Due::Move, [5, 3], 2));
    assert_eq!(filled.closed.iter().collect::<Vec<_>>(), [Hole(3), Hole(5)]);
    // With fewer than four seeds there is nothing to choose: the match is over.
    assert_eq!(both.after(&both.engine.start(), [21, 3]).match_result, Some(Some(Seat::South)));
}

#[test]
fn seeds_are_put_in_any_hole_but_the_facing_one() {
    let both = Both::new(
        "board 2 rows of 3 holes
  seeds 4 in each hole
  sow counterclockwise
  stuck player passes
  end when neither player can move
  during the first turn of each player {
    put all seeds of an own hole in any other hole except the facing hole
    put all seeds of the centre hole of own row in any other hole
  }",
    );
    let start = both.engine.start();
    let ways = |hole| both.legal(&start).iter().filter(|played| played.from() == Some(Hole(hole))).count();
    // Five other holes, less the facing one; the centre hole may go anywhere.
    assert_eq!([0, 1, 2].map(ways), [4, 5, 4]);
    // The first other hole, as each sees them, is his own a (or b, where a is lifted).
    let first = |position: &Position, hole| {
        both.legal(position)
            .into_iter()
            .find(|played| played.from() == Some(Hole(hole)))
            .expect("it is legal")
    };
    let (once, _) = both.play(&start, first(&start, 0));
    assert_eq!(once.seeds, [0, 8, 4, 4, 4, 4]);
    let (twice, _) = both.play(&once, first(&once, 4));
    assert_eq!(twice.seeds, [0, 8, 4, 8, 0, 4]);
    // Then moves are sown.
    assert_eq!(both.sow(&twice, 1).seeds, [1, 1, 6, 10, 1, 5]);
}

#[test]
fn the_other_direction_is_allowed_where_the_first_lap_captures() {
    let both = Both::new(
        "board 2 rows of 3 holes
  seeds 4 in each hole
  sow counterclockwise, or clockwise from own holes a c if the first lap captures
  last seed {
    makes 2   => mover captures the seeds of this hole, turn ends
    otherwise => turn ends
  }
  stuck player passes
  end when neither player can move",
    );
    // Clockwise from c makes two in b; from a it makes one in North's c; b may never go clockwise.
    let position = both.position(&[1, 1, 1, 0, 0, 0]);
    let (ccw, cw) = (Direction::Counterclockwise, Direction::Clockwise);
    let legal = [(0, ccw), (1, ccw), (2, ccw), (2, cw)].map(|(hole, way)| Move::sow(Hole(hole), way));
    assert_eq!(both.legal(&position), legal);
    let (after, _) = both.play(&position, Move::sow(Hole(2), cw));
    assert_eq!((after.seeds.as_slice(), after.pile), (&[1, 0, 0, 0, 0, 0][..], [2, 0]));
}

#[test]
fn a_capture_can_ask_for_a_seed_sown_on_the_other_side() {
    let both = Both::new(
        "board 2 rows of 3 holes
  seeds 4 in each hole
  sow counterclockwise
  last seed {
    in an empty own hole and a seed was sown in the opponent's row in this move
              => mover captures the seeds of the facing hole, turn ends
    otherwise => turn ends
  }
  stuck player passes
  end when neither player can move",
    );
    // One step along the own row takes nothing; once round the board takes North's a.
    assert_eq!(both.sow(&both.position(&[1, 0, 6, 5, 5, 5]), 0).pile, [0, 0]);
    let round = both.sow(&both.position(&[1, 0, 6, 5, 5, 5]), 2);
    assert_eq!((round.seeds.as_slice(), round.pile), (&[2, 1, 1, 0, 6, 6][..], [6, 0]));
}

#[test]
fn what_faces_own_singles_is_taken_before_the_move_is_lifted() {
    let both = Both::new(
        "board 2 rows of 3 holes
  seeds 4 in each hole
  sow counterclockwise
  move from own holes facing an opponent's hole not holding 1
  start of move {
    mover captures the seeds of every opponent's hole facing an own hole holding 1
  }
  stuck player passes
  end when neither player can move",
    );
    // South's a and c are singles and face North's c and a. The single that is moved counts too;
    // b faces a single and may not move.
    let position = both.position(&[1, 3, 1, 5, 1, 2]);
    assert_eq!(both.legal(&position).len(), 2);
    let after = both.sow(&position, 0);
    assert_eq!((after.seeds.as_slice(), after.pile), (&[0, 4, 1, 0, 1, 0][..], [7, 0]));
}

#[test]
fn a_mark_that_is_skipped_takes_a_last_seed() {
    let both = Both::new(
        "board 2 rows of 3 holes
  seeds 4 in each hole
  sow counterclockwise
  mark house {
    starts on the rightmost hole of own row
    nobody sows from it
  }
  skip opponent's marked holes unless it is the last seed
  stuck player passes
  end when neither player can move",
    );
    // From b: c, North's a and b; four seeds end in North's c, five pass it by and end in South's a.
    assert_eq!(both.sow(&both.position(&[0, 4, 0, 0, 0, 0]), 1).seeds, [0, 0, 1, 1, 1, 1]);
    assert_eq!(both.sow(&both.position(&[0, 5, 0, 0, 0, 0]), 1).seeds, [1, 1, 1, 1, 1, 0]);
}

#[test]
fn a_round_ends_when_nothing_was_captured_for_long() {
    let both = Both::new(
        "board 2 rows of 3 holes
  seeds 4 in each hole
  sow counterclockwise
  last seed {
    makes 2   => mover captures the seeds of this hole, turn ends
    otherwise => turn ends
  }
  end when no capture was made in the last 2 moves
  stuck player passes
  end when neither player can move",
    );
    let once = both.sow(&both.position(&[0, 0, 1, 1, 0, 0]), 2);
    assert_eq!((once.moves_without_capture, once.pile), (0, [2, 0]), "it made two");
    let once = both.sow(&both.position(&[1, 0, 0, 1, 0, 1]), 0);
    assert_eq!((once.moves_without_capture, once.due), (1, Due::Move));
    let twice = both.sow(&once, 3);
    assert_eq!((twice.due, twice.round_result.map(|result| result.totals)), (Due::Nothing, Some([1, 2])));
}

/// The South Sudanese way: captured seeds are sown on, also in the race that opens the game.
const FOUR_ROWS: &str = "board 4 rows of 8 holes
  seeds 2 in each hole
  sow counterclockwise
  move from own holes holding at least 2
  opening race from own holes g2
  last seed {
    in an occupied hole of own inner row and every facing hole is not empty
                        => mover captures the seeds of the facing holes, sow the captured seeds from the first hole of the lap
    in an occupied hole => relay
    otherwise           => turn ends
  }
  endless sowing ends the turn
  end when the player to move cannot move, that player loses";

#[test]
fn captured_seeds_are_sown_on_in_a_race() {
    let both = Both::new(FOUR_ROWS);
    let hole =
        |seat: Seat, name: &str| both.rules.layout.named(Side::Own, name, seat).expect("it is on the board");
    let start = both.engine.start();
    let (_, events) = both.play(&start, Move::Race([Seat::South, Seat::North].map(|seat| hole(seat, "g2"))));
    let captures: Vec<(Seat, Hole, u32)> = events
        .iter()
        .filter_map(|event| match event.what {
            What::Capture { by, hole, seeds } => Some((by, hole, seeds)),
            _ => None,
        })
        .take(14)
        .collect();
    // Both lift g2 and end in h1, facing a column a: 4 seeds. These go from h2 to f1, facing a
    // column c: 4 more. They end in f1 again, whose 4 are sown to b1, those 3 to b2, those to e2,
    // those to h2 and its 6 to c1, facing a column f with 1 and 3. Sown from h1 they end in e1,
    // facing a column d, and South (one step ahead) takes the 4 and 3 that lie there.
    let mut expected = Vec::new();
    for (column, inner, outer) in [("a", 2, 2), ("c", 2, 2), ("f", 1, 3)] {
        for by in Seat::BOTH {
            for (row, seeds) in [("1", inner), ("2", outer)] {
                expected.push((by, hole(by.opponent(), &format!("{column}{row}")), seeds));
            }
        }
    }
    expected
        .extend([("d1", 4), ("d2", 3)].map(|(name, seeds)| (Seat::South, hole(Seat::North, name), seeds)));
    assert_eq!(captures, expected);
}

#[test]
fn a_frame_of_the_race_holds_only_in_the_race() {
    let race = "opening race from own row { both play to the end }
  during the race {
    last seed {
      makes 5   => mover captures the seeds of this hole, turn ends
      otherwise => turn ends
    }
  }";
    let both = Both::new(&format!(
        "board 2 rows of 3 holes
  seeds 4 in each hole
  sow counterclockwise
  {race}
  stuck player passes
  end when neither player can move"
    ));
    // South's 4 from a: b, c, North's a and b; North's 4 from a: b, c, South's a and b. Both last
    // seeds make six: b has got two by then. From c South's fall in North's a, b, c and South's a.
    let start = both.engine.start();
    let (after, _) = both.play(&start, Move::Race([Hole(0), Hole(3)]));
    assert_eq!((after.seeds.as_slice(), after.pile), (&[1, 6, 5, 1, 6, 5][..], [0, 0]));
    let (after, _) = both.play(&start, Move::Race([Hole(2), Hole(5)]));
    assert_eq!((after.seeds.as_slice(), after.pile), (&[6, 5, 1, 6, 5, 1][..], [0, 0]));
    // Outside it nothing is captured: South's c makes five in his own a.
    assert_eq!(both.sow(&both.position(&[4, 0, 4, 0, 0, 4]), 2).pile, [0, 0]);
}
