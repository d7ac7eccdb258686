//! The lowering itself: one function a part of the rules, each run for both seats.

mod conditions;

use self::conditions::{first_who, mentions, with_player};
use super::*;
use crate::rules::play::{FirstSeed, Lift, Moves, Must, Outcome, Prefer, Skipped, Sow};
use crate::rules::{Condition, End, FrameTrigger, Holes, Place, Play, Row, Rules, Side, Step, Table, Who};

/// Most frames of one game: every set of them has its own table.
const MAX_FRAMES: usize = 6;

impl Program {
    /// Lowers rules.
    ///
    /// # Errors
    /// If the rules use something that the engine does not play yet.
    pub fn lower(rules: &Rules) -> Result<Program, Unsupported> {
        let layout = &rules.layout;
        if rules.frames.len() > MAX_FRAMES {
            return Err(unsupported("more than six frames", rules.frames[MAX_FRAMES].clause));
        }
        if let Some(arrangement) = rules.arrangement.first() {
            return Err(unsupported("an arrangement by the players", arrangement.clause));
        }
        if let Some(hand) = &rules.hand {
            return Err(unsupported("seeds in hand", hand.clause));
        }
        let plays = (0..1_usize << rules.frames.len())
            .map(|in_force| {
                let play = rules.frames.iter().enumerate().fold(rules.play.clone(), |play, (n, frame)| {
                    if in_force >> n & 1 == 1 { play.with(&frame.overlay) } else { play }
                });
                Ok([
                    Seated::new(rules, &play, Seat::South).play(&play)?,
                    Seated::new(rules, &play, Seat::North).play(&play)?,
                ])
            })
            .collect::<Result<Vec<_>, Unsupported>>()?;
        let seated = Seat::BOTH.map(|seat| Seated::new(rules, &rules.play, seat));
        let both = |what: &Condition, clause| -> Result<[Test; 2], Unsupported> {
            Ok([seated[0].test(what, clause)?, seated[1].test(what, clause)?])
        };
        let frames = rules
            .frames
            .iter()
            .map(|frame| {
                let when = match &frame.trigger {
                    FrameTrigger::FirstTurnsOfEach(turns) => FrameTest::FirstTurns(*turns),
                    FrameTrigger::FirstTurnOfRound => FrameTest::FirstTurnOfRound,
                    FrameTrigger::Race => FrameTest::Race,
                    FrameTrigger::AfterFirstTurnsOfEach(turns) => FrameTest::AfterTurns(*turns),
                    FrameTrigger::While(when) => FrameTest::While(both(when, frame.clause)?),
                    FrameTrigger::Once { when, for_each_player } => FrameTest::Once {
                        tests: both(when, frame.clause)?,
                        for_each_player: *for_each_player,
                    },
                };
                Ok(FrameTable { clause: frame.clause, when })
            })
            .collect::<Result<Vec<_>, Unsupported>>()?;
        let ends = rules
            .ends
            .iter()
            .map(|end| {
                Ok(EndTable {
                    clause: end.clause,
                    about_player_to_move: mentions(&end.value.when, Who::PlayerToMove),
                    cases: [
                        seated[0].end_cases(&end.value, end.clause)?,
                        seated[1].end_cases(&end.value, end.clause)?,
                    ],
                    verdict: end.value.that_player,
                    both_is_draw: mentions(&end.value.when, Who::APlayer),
                })
            })
            .collect::<Result<Vec<_>, Unsupported>>()?;
        let marks = rules
            .marks
            .iter()
            .map(|mark| MarkTable {
                name: mark.name.clone(),
                clause: mark.clause,
                sowing: mark.sowing.clone(),
                collects: mark.collects.as_ref().map(|stated| stated.clause),
                at_end: mark.at_end.clone(),
                limit_each: mark.limit_each.as_ref().map(|stated| stated.value),
                limit_all: mark.limit_all.as_ref().map(|stated| stated.value),
                replaces: mark.replaces.as_ref().map(|stated| stated.clause),
                not_same_letter: mark.not_same_letter.is_some(),
                starts_on: [0, 1].map(|seat: usize| {
                    mark.starts_on.as_ref().map_or(HoleSet::EMPTY, |stated| {
                        seated[seat].region(&stated.value).into_iter().collect()
                    })
                }),
                lasts: mark.lasts.clone(),
            })
            .collect();
        let mut seeds = rules.seeds.value.clone();
        seeds.resize(layout.stop_count(), 0);
        Ok(Program {
            holes: layout.hole_count(),
            stores: layout.stores,
            all: layout.all_holes().collect(),
            sides: layout.sides,
            owners: layout.owners,
            facing: layout.facing.clone(),
            turned: layout.all_holes().map(|hole| layout.turned(hole)).collect(),
            letter: letters(rules),
            seeds,
            starter: rules.starter.clone(),
            opening: opening(rules, &seated)?,
            race: rules.race.as_ref().map(|race| RaceTable {
                clause: race.clause,
                from: [0, 1].map(|seat: usize| seated[seat].region(&race.from).into_iter().collect()),
                end: race.end.value,
                no_captures: race.no_captures.is_some(),
            }),
            marks,
            grand_slam: rules.grand_slam.clone(),
            stuck: rules.stuck.clone(),
            remaining: rules.remaining.clone(),
            win: rules.win.clone(),
            endless: rules.endless.clone(),
            repeated: rules.repeated.clone(),
            rounds: rules.rounds.clone(),
            keeps_captures: rules.grand_slam.value != GrandSlam::CapturesAll
                || plays.iter().flatten().any(|play| play.last_seed.sows_captures()),
            looks_back: looks_back(&plays, &frames, &ends),
            frames,
            plays,
            ends,
            home_order: [0, 1].map(|seat: usize| layout.along(&seated[seat].path, layout.sides[seat])),
        })
    }
}

fn looks_back(plays: &[[PlayTable; 2]], frames: &[FrameTable], ends: &[EndTable]) -> LooksBack {
    let mut to = LooksBack::default();
    plays.iter().flatten().flat_map(PlayTable::tests).for_each(|test| test.looks_back(&mut to));
    for frame in frames {
        match &frame.when {
            FrameTest::While(tests) | FrameTest::Once { tests, .. } => {
                tests.iter().for_each(|test| test.looks_back(&mut to));
            }
            FrameTest::FirstTurns(_)
            | FrameTest::FirstTurnOfRound
            | FrameTest::Race
            | FrameTest::AfterTurns(_) => {}
        }
    }
    let ends = ends.iter().flat_map(|end| end.cases.iter().flatten());
    ends.for_each(|(_, test)| test.looks_back(&mut to));
    to
}

fn unsupported(what: &str, clause: ClauseId) -> Unsupported {
    Unsupported { what: what.to_string(), clause }
}

/// For every hole, its column from its own seat: equal numbers are equal letters.
fn letters(rules: &Rules) -> Vec<u32> {
    let layout = &rules.layout;
    layout
        .all_holes()
        .map(|hole| {
            let seen = match layout.row_owner(hole) {
                Some(Seat::North) => layout.turned(hole),
                Some(Seat::South) | None => hole,
            };
            layout.naming(seen).map_or(0, |naming| naming.column)
        })
        .collect()
}

fn opening(rules: &Rules, seated: &[Seated; 2]) -> Result<Option<OpeningTable>, Unsupported> {
    let Some(opening) = &rules.opening else { return Ok(None) };
    if opening.each_player {
        return Err(unsupported("an opening by each player", opening.clause));
    }
    let scripts = |seated: &Seated| {
        opening
            .scripts
            .iter()
            .map(|script| {
                script
                    .iter()
                    .map(|step| {
                        Ok(Stated { value: seated.step(&step.value, step.clause)?, clause: step.clause })
                    })
                    .collect::<Result<Vec<_>, Unsupported>>()
            })
            .collect::<Result<Vec<_>, Unsupported>>()
    };
    Ok(Some(OpeningTable { clause: opening.clause, scripts: [scripts(&seated[0])?, scripts(&seated[1])?] }))
}

/// Lowering for one mover.
struct Seated<'r> {
    rules: &'r Rules,
    seat: Seat,
    path: Vec<Hole>,
}

impl<'r> Seated<'r> {
    fn new(rules: &'r Rules, play: &Play, seat: Seat) -> Seated<'r> {
        Seated { rules, seat, path: rules.layout.path(&play.path.value, seat) }
    }

    fn region(&self, region: &crate::rules::Region) -> Vec<Hole> {
        self.rules.layout.region(region, self.seat, &self.path)
    }

    fn side(&self, side: Side) -> OwnerTest {
        match side {
            Side::Own => OwnerTest::Seat(self.seat),
            Side::Opponent => OwnerTest::Seat(self.seat.opponent()),
            Side::Common => OwnerTest::Common,
        }
    }

    fn all(&self) -> HoleSet {
        self.rules.layout.all_holes().collect()
    }

    fn row(&self, row: Row) -> HoleSet {
        self.rules.layout.row(row, self.seat).into_iter().collect()
    }

    fn play(&self, play: &Play) -> Result<PlayTable, Unsupported> {
        let layout = &self.rules.layout;
        let starts = match &play.moves.value {
            Moves::From(holes) => self.holes(holes),
            Moves::Put(_) => self.holes(&Holes { whose: Some(Side::Own), ..Holes::default() }),
            Moves::Enter { .. } => return Err(unsupported("entering seeds from hand", play.moves.clause)),
        };
        let mut watched = Vec::new();
        let must = play
            .must
            .iter()
            .map(|must| Stated { value: self.must(&must.value, &mut watched), clause: must.clause })
            .collect();
        let prefer = play
            .prefer
            .iter()
            .map(|prefer| {
                Ok(Stated { value: self.prefer(&prefer.value, prefer.clause)?, clause: prefer.clause })
            })
            .collect::<Result<Vec<_>, Unsupported>>()?;
        let skip: Vec<Stated<SkipTable>> = play
            .skip
            .iter()
            .map(|skip| {
                let holes = match &skip.value.what {
                    Skipped::LiftedHole => None,
                    Skipped::Holes(holes) => Some(self.holes(holes)),
                };
                Stated { value: SkipTable { holes, unless: skip.value.unless }, clause: skip.clause }
            })
            .collect();
        let divert = match &play.divert {
            None => None,
            Some(divert) => {
                let to = self.region(&divert.value.to).first().copied();
                let test = self.place(&divert.value.when);
                to.map(|to| Stated { value: (to, test), clause: divert.clause })
            }
        };
        let table = |table: &Option<Stated<Table>>| {
            table.as_ref().map(|stated| self.table(&stated.value)).transpose()
        };
        let each_seed = play.each_seed.as_ref().map(|each| self.table(&each.value.table)).transpose()?;
        let last_seed = match &play.last_seed {
            Some(stated) => self.table(&stated.value)?,
            None => TableCode { lines: Vec::new(), counts: 0 },
        };
        let drop = self.drop(play)?;
        let marks_act = self
            .rules
            .marks
            .iter()
            .any(|mark| mark.collects.is_some() || mark.lasts.value == MarkLasts::OpponentDrops);
        let revisits = self.path.iter().copied().collect::<HoleSet>().len() < self.path.len();
        let mut table = PlayTable {
            next: self.next_stops(play),
            path: self.path.clone(),
            plain_starts: starts.asks_only_owner(self.seat),
            starts: Stated { value: starts, clause: play.moves.clause },
            must,
            prefer,
            lift: lift(play)?,
            puts: self.puts(play)?,
            directions: self.directions(play)?,
            directions_to_capture: self.directions_to_capture(play),
            sow: play.sow.clause,
            path_clause: play.path.clause,
            first_in_lifted: match play.first_seed.value {
                FirstSeed::NextHole => [false, false],
                FirstSeed::LiftedHole => [true, true],
                FirstSeed::LiftedHoleUnlessSingle => [false, true],
            },
            plain_laps: each_seed.is_none()
                && skip.is_empty()
                && divert.is_none()
                && drop == [1, 1]
                && !marks_act
                && !play.path.value.then_off_the_board
                && !revisits,
            revisits,
            drop,
            skip,
            divert,
            each_seed,
            but_the_last: play.each_seed.as_ref().is_some_and(|each| each.value.but_the_last),
            last_seed,
            start_of_move: table(&play.start_of_move)?,
            start_of_lap: table(&play.start_of_lap)?,
            end_of_lap: table(&play.end_of_lap)?,
            end_of_turn: table(&play.end_of_turn)?,
            no_captures: play.no_captures.is_some(),
            watched,
            has_choices: false,
        };
        debug_assert_eq!(table.path.iter().filter(|stop| stop.index() >= layout.stop_count()).count(), 0);
        table.has_choices = has_choices(&table);
        Ok(table)
    }

    fn next_stops(&self, play: &Play) -> [Vec<u8>; 2] {
        let stops = self.rules.layout.stop_count();
        // From a stop that is not on the path a lap goes to where the path begins.
        let begins = |stop: Option<&Hole>| vec![stop.map_or(OFF_BOARD, |stop| stop.0); stops];
        let mut next = [begins(self.path.first()), begins(self.path.last())];
        let length = self.path.len();
        for (index, stop) in self.path.iter().enumerate() {
            let (after, before) = ((index + 1) % length, (index + length - 1) % length);
            next[0][stop.index()] = self.path[after].0;
            next[1][stop.index()] = self.path[before].0;
            if play.path.value.then_off_the_board {
                if after == 0 {
                    next[0][stop.index()] = OFF_BOARD;
                }
                if index == 0 {
                    next[1][stop.index()] = OFF_BOARD;
                }
            }
        }
        next
    }

    fn puts(&self, play: &Play) -> Result<Vec<Stated<PutTable>>, Unsupported> {
        let Moves::Put(puts) = &play.moves.value else { return Ok(Vec::new()) };
        if self.rules.layout.hole_count() > MAX_ALTERNATIVES as usize + 1 {
            return Err(unsupported("putting seeds in any hole of so large a board", play.moves.clause));
        }
        Ok(puts
            .iter()
            .map(|put| {
                let from = self.holes(&put.value.from).within;
                Stated { value: PutTable { from, not_facing: put.value.not_facing }, clause: put.clause }
            })
            .collect())
    }

    /// Where the direction depends on capturing: the other one, from the holes that may.
    fn directions_to_capture(&self, play: &Play) -> [HoleSet; 2] {
        let mut directions = [HoleSet::EMPTY; 2];
        if let Sow::OtherIfCaptures { direction, from } = &play.sow.value {
            directions[direction.reversed().index()] = self.region(from).into_iter().collect();
        }
        directions
    }

    fn directions(&self, play: &Play) -> Result<[HoleSet; 2], Unsupported> {
        let one_way = |direction: Direction| {
            let mut directions = [HoleSet::EMPTY; 2];
            directions[direction.index()] = self.all();
            directions
        };
        if matches!(play.moves.value, Moves::Put(_)) {
            // A move that is no sowing has no direction: it is listed once.
            return Ok(one_way(Direction::Counterclockwise));
        }
        Ok(match &play.sow.value {
            Sow::Fixed(direction) => one_way(*direction),
            Sow::Either => [self.all(); 2],
            Sow::ByHole(parts) => {
                let mut directions = [HoleSet::EMPTY; 2];
                // A hole in two regions follows the first that is written.
                let mut seen = HoleSet::EMPTY;
                for (direction, region) in parts {
                    let mut region = self.region(region);
                    region.retain(|hole| !seen.contains(*hole));
                    region.iter().for_each(|hole| seen.insert(*hole));
                    for hole in region {
                        for way in Direction::BOTH {
                            if direction.is_none_or(|only| only == way) {
                                directions[way.index()].insert(hole);
                            }
                        }
                    }
                }
                directions
            }
            Sow::OtherIfCaptures { direction, .. } => one_way(*direction),
            Sow::ChosenAtFirstMove { .. } => {
                return Err(unsupported("a direction chosen at the first move", play.sow.clause));
            }
        })
    }

    fn drop(&self, play: &Play) -> Result<[u32; 2], Unsupported> {
        let mut drop = [1, 1];
        for rule in &play.drop.value {
            let Some(seeds) = rule.seeds else {
                return Err(unsupported("dropping a chosen number of seeds", play.drop.clause));
            };
            match rule.fill {
                None => drop = [seeds, seeds],
                Some(Fill::Empty) => drop[0] = seeds,
                Some(Fill::Occupied) => drop[1] = seeds,
            }
        }
        Ok(drop)
    }

    fn must(&self, must: &Must, watched: &mut Vec<Test>) -> MustTable {
        let mut watch = |place: &Place| {
            watched.push(self.place(place));
            watched.len() as u32 - 1
        };
        let outcomes: Vec<OutcomeTest> = must
            .outcomes
            .iter()
            .map(|outcome| match outcome {
                Outcome::FeedOpponent => OutcomeTest::Feeds,
                Outcome::Reach { region, first_lap } => OutcomeTest::Reaches {
                    holes: self.region(region).into_iter().collect(),
                    first_lap: *first_lap,
                },
                Outcome::EndFirstLap(place) => OutcomeTest::Ends { place: watch(place), first_lap: true },
                Outcome::EndTurn(place) => OutcomeTest::Ends { place: watch(place), first_lap: false },
                Outcome::Capture { first_lap } => OutcomeTest::Captures { first_lap: *first_lap },
                Outcome::SowSingleSeed(holes) => OutcomeTest::SowsSingleSeed(self.holes(holes)),
                Outcome::SendBack => OutcomeTest::SendsBack,
            })
            .collect();
        let about_capture = outcomes.iter().any(|outcome| matches!(outcome, OutcomeTest::Captures { .. }));
        MustTable { outcomes, negated: must.negated, if_possible: must.if_possible, about_capture }
    }

    fn prefer(&self, prefer: &Prefer, clause: ClauseId) -> Result<PreferTable, Unsupported> {
        let tiers = prefer
            .tiers
            .iter()
            .map(|tier| Ok((self.test(&tier.condition, clause)?, tier.nearest_opponent)))
            .collect::<Result<Vec<_>, Unsupported>>()?;
        Ok(PreferTable { if_no_capture: prefer.if_no_capture, tiers })
    }

    fn end_cases(&self, end: &End, clause: ClauseId) -> Result<Vec<(Option<WhoTest>, Test)>, Unsupported> {
        let that = first_who(&end.when);
        if that != Some(Who::APlayer) {
            let who = that.filter(|who| *who != Who::Neither).map(|who| self.who(who));
            return Ok(vec![(who, self.end_test(&end.when, clause)?)]);
        }
        Seat::BOTH
            .into_iter()
            .map(|seat| {
                let named = match seat {
                    Seat::South => Who::South,
                    Seat::North => Who::North,
                };
                let condition = with_player(&end.when, Who::APlayer, named);
                Ok((Some(WhoTest::Seat(seat)), self.end_test(&condition, clause)?))
            })
            .collect()
    }

    fn step(&self, step: &Step, clause: ClauseId) -> Result<StepTable, Unsupported> {
        let one = |region: &crate::rules::Region| {
            self.region(region).first().copied().ok_or_else(|| unsupported("a step without a hole", clause))
        };
        Ok(match step {
            Step::BoardBecomes(seeds) => StepTable::Becomes(match self.seat {
                Seat::South => seeds.clone(),
                Seat::North => {
                    let layout = &self.rules.layout;
                    layout.all_holes().map(|hole| seeds[layout.turned(hole).index()]).collect()
                }
            }),
            Step::Lift { seeds, from } => StepTable::Lift { seeds: *seeds, from: self.holes(from) },
            Step::Sow { direction, from } => StepTable::Sow { direction: *direction, first: one(from)? },
            Step::Put { into } => StepTable::Put(one(into)?),
            Step::Capture(seeds) => StepTable::Capture(*seeds),
            Step::Mark { holes, mark } => StepTable::Mark { holes: self.region(holes), mark: *mark },
            Step::EverySecondMovesOn { from, seeds } => {
                StepTable::EverySecond { from: one(from)?, seeds: Some(*seeds) }
            }
            Step::EverySecondIsPutInNext { from } => StepTable::EverySecond { from: one(from)?, seeds: None },
            Step::ThenMoves { same_player } => StepTable::ThenMoves { same_player: *same_player },
        })
    }
}

fn lift(play: &Play) -> Result<LiftTable, Unsupported> {
    match play.lift.value {
        Lift::All => Ok(LiftTable { leave: 0, most: u32::MAX }),
        Lift::AllBut(leave) => Ok(LiftTable { leave, most: u32::MAX }),
        Lift::Seeds(most) => Ok(LiftTable { leave: 0, most }),
        Lift::SeedsOrAll(_) | Lift::Any => {
            Err(unsupported("lifting a chosen number of seeds", play.lift.clause))
        }
    }
}

fn has_choices(table: &PlayTable) -> bool {
    fn chooses(then: &Then) -> bool {
        match then {
            Then::Choose(_) => true,
            Then::Relay { direction, .. } | Then::Resow { direction, .. } => *direction == Way::Either,
            Then::GoOn | Then::TurnEnds | Then::MovesOn | Then::Bonus(_) | Then::RoundEnds => false,
        }
    }
    if !table.puts.is_empty() {
        return true;
    }
    table.other_tables().into_iter().flatten().chain([&table.last_seed]).flat_map(|code| &code.lines).any(
        |line| {
            chooses(&line.then)
                || line.actions.iter().any(|action| match action {
                    ActionCode::Capture { optional, what, .. } => {
                        *optional || what.iter().any(|what| matches!(what, CaptureCode::Chosen(_)))
                    }
                    ActionCode::Mark { chosen, .. } => chosen.is_some(),
                    ActionCode::Repeat(_) | ActionCode::Transfer { .. } => false,
                })
        },
    )
}
