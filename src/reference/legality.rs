//! Which moves are legal: every move that can be made is made on trial, and then the clauses on
//! outcomes take out theirs, one clause after the other.

use super::Reference;
use super::scene::{CanMove, Scene};
use super::sowing::{Ending, Sowing, value};
use crate::board::{ClauseId, Direction, Hole, Seat};
use crate::engine::{Choices, Due, Move, Position};
use crate::rules::play::{Lift, Moves, Must, Outcome, Play, Prefer, Sow, Tier};
use crate::rules::{Endless, FrameTrigger, GrandSlam, Repeated};

/// A move made on trial.
#[derive(Debug, Clone)]
pub(super) struct Trial<'r> {
    pub played: Move,
    pub from: Hole,
    pub direction: Direction,
    pub sowing: Sowing<'r>,
    pub ending: Ending,
    pub grand_slam: bool,
}

/// Moves that are left after a clause, the last of which took out some.
type Stage = (ClauseId, Vec<Move>);

impl<'r> Reference<'r> {
    /// The clauses in force for the move that is due, and the `once` frames that have begun.
    pub(super) fn play_in_force(&self, position: &Position) -> (Play, [u64; 2]) {
        let mover = position.to_move;
        let scene = Scene::between_moves(self.rules, &self.rules.play, position, mover);
        let turns = position.turns[mover.index()];
        let mut play = self.rules.play.clone();
        let mut begun = position.frames_begun;
        for (number, frame) in self.rules.frames.iter().enumerate() {
            let in_force = match &frame.trigger {
                FrameTrigger::FirstTurnsOfEach(number) => turns < *number,
                FrameTrigger::FirstTurnOfRound => position.turns == [0, 0],
                FrameTrigger::AfterFirstTurnsOfEach(number) => turns >= *number,
                FrameTrigger::While(condition) => scene.holds(condition),
                FrameTrigger::Race => false,
                FrameTrigger::Once { when, for_each_player } => {
                    if begun[mover.index()] >> number & 1 == 1 || scene.holds(when) {
                        for seat in Seat::BOTH {
                            if seat == mover || !for_each_player {
                                begun[seat.index()] |= 1 << number;
                            }
                        }
                    }
                    begun[mover.index()] >> number & 1 == 1
                }
            };
            if in_force {
                play = play.with(&frame.overlay);
            }
        }
        (play, begun)
    }

    /// The holes that the player who is due may lift, whatever comes of it.
    pub(super) fn starts(&self, play: &Play, position: &Position) -> Vec<Hole> {
        let scene = Scene::between_moves(self.rules, play, position, position.to_move);
        let own = |hole: &Hole| position.owned[scene.mover.index()].contains(*hole);
        let mut starts = match &play.moves.value {
            Moves::From(holes) => {
                let mut starts = scene.matching(holes);
                starts.retain(|hole| own(hole) || holes.whose.is_some());
                starts.retain(|hole| lifted(play.lift.value, scene.seeds(*hole)) > 0);
                starts
            }
            Moves::Put(_) => position.owned[scene.mover.index()].without(position.closed).iter().collect(),
            Moves::Enter { .. } => Vec::new(),
        };
        starts.retain(|&hole| {
            scene.seeds(hole) > 0
                && scene.mark_forbids(hole).is_none()
                && position.bonus.is_none_or(|bonus| bonus.contains(hole))
        });
        starts
    }

    /// In which directions a move from a hole may go, and the one in which it may go only if its
    /// first lap captures.
    fn directions(
        &self,
        play: &Play,
        position: &Position,
        hole: Hole,
    ) -> (Vec<Direction>, Option<Direction>) {
        let scene = Scene::between_moves(self.rules, play, position, position.to_move);
        if matches!(play.moves.value, Moves::Put(_)) {
            // A move that is no sowing has no direction: it is listed once.
            return (vec![Direction::Counterclockwise], None);
        }
        match &play.sow.value {
            Sow::Fixed(direction) => (vec![*direction], None),
            Sow::Either => (Direction::BOTH.to_vec(), None),
            Sow::ByHole(rules) => {
                let rule = rules.iter().find(|(_, region)| scene.region(region).contains(&hole));
                let directions = match rule {
                    Some((Some(direction), _)) => vec![*direction],
                    Some((None, _)) => Direction::BOTH.to_vec(),
                    None => Vec::new(),
                };
                (directions, None)
            }
            Sow::OtherIfCaptures { direction, from } => {
                let other = scene.region(from).contains(&hole);
                (vec![*direction], other.then_some(direction.reversed()))
            }
            Sow::ChosenAtFirstMove { .. } => match position.bound[position.to_move.index()] {
                Some(direction) => (vec![direction], None),
                None => (Direction::BOTH.to_vec(), None),
            },
        }
    }

    /// Lifts and sows to the end of the last lap, with the rule on grand slams applied.
    pub(super) fn make_move(
        &self,
        position: &Position,
        from: Hole,
        direction: Direction,
        choices: Choices,
    ) -> Trial<'r> {
        let sowing = self.begin_move(position, direction, choices);
        self.sow_from(position, sowing, from, direction, choices)
    }

    /// A move that is about to begin, with the frames that are in force.
    pub(super) fn begin_move(
        &self,
        position: &Position,
        direction: Direction,
        choices: Choices,
    ) -> Sowing<'r> {
        let mover = position.to_move;
        let (play, begun) = self.play_in_force(position);
        let mut sowing = Sowing::new(self.rules, play, position.clone(), mover, choices);
        sowing.position.frames_begun = begun;
        sowing.position.bonus = None;
        if let Sow::ChosenAtFirstMove { of_each_player } = sowing.play.sow.value {
            for seat in Seat::BOTH {
                if seat == mover || !of_each_player {
                    sowing.position.bound[seat.index()].get_or_insert(direction);
                }
            }
        }
        sowing
    }

    /// Makes a move that is about to begin.
    pub(super) fn sow_from(
        &self,
        position: &Position,
        mut sowing: Sowing<'r>,
        from: Hole,
        direction: Direction,
        choices: Choices,
    ) -> Trial<'r> {
        let mover = position.to_move;
        let played = Move::Sow { from, direction, choices };
        if let Moves::Put(puts) = sowing.play.moves.value.clone() {
            sowing.put(&puts, from);
            sowing.position.moves_without_capture += 1;
            sowing.position.last_mover = Some(mover);
            sowing.position.lone_seed = None;
            let ending = Ending::TurnEnds;
            return Trial { played, from, direction, sowing, ending, grand_slam: false };
        }
        sowing.scan(value(&sowing.play.start_of_move), Some(from));
        let seeds = lifted(sowing.play.lift.value, sowing.position.seeds[from.index()]);
        sowing.lift(from, seeds, direction, sowing.play.moves.clause);
        // Nothing in a move looks at earlier positions: they are put aside, not copied at each lap.
        let history = std::mem::take(&mut sowing.position.history);
        let ending = sowing.run();
        sowing.position.history = history;
        let grand_slam = self.judge_grand_slam(position, &mut sowing, ending);
        let quiet = if sowing.capture_made() { 0 } else { position.moves_without_capture + 1 };
        sowing.position.moves_without_capture = quiet;
        sowing.position.last_mover = Some(mover);
        sowing.position.lone_seed = match &sowing.first_end {
            Some(end) if sowing.lap.number == 1 && sowing.first_seeds == 1 => Some((from, end.hole)),
            Some(_) | None => None,
        };
        Trial { played, from, direction, sowing, ending, grand_slam }
    }

    /// Every move from a hole in a direction, with every value of every choice that comes up, up
    /// to so many trials in all.
    fn with_every_choice(
        &self,
        position: &Position,
        from: Hole,
        direction: Direction,
        choices: Choices,
        most: usize,
        trials: &mut Vec<Trial<'r>>,
    ) {
        if trials.len() >= most {
            return;
        }
        let trial = self.make_move(position, from, direction, choices);
        match trial.sowing.answers.open {
            None => trials.push(trial),
            Some(alternatives) => {
                for alternative in 0..alternatives {
                    let choices = choices.with(alternative);
                    self.with_every_choice(position, from, direction, choices, most, trials);
                }
            }
        }
    }

    /// Every move that can be made, legal or not.
    fn trials(&self, position: &Position) -> Vec<Trial<'r>> {
        let (play, _) = self.play_in_force(position);
        let mut trials = Vec::new();
        for hole in self.starts(&play, position) {
            let (directions, if_captures) = self.directions(&play, position, hole);
            for direction in directions {
                let most = trials.len() + Choices::MOST_LISTED;
                self.with_every_choice(position, hole, direction, Choices::NONE, most, &mut trials);
            }
            if let Some(direction) = if_captures {
                let mut others = Vec::new();
                let most = Choices::MOST_LISTED;
                self.with_every_choice(position, hole, direction, Choices::NONE, most, &mut others);
                others.retain(|trial| trial.captures(true));
                trials.extend(others);
            }
        }
        trials.sort_by_key(|trial| trial.played);
        trials
    }

    /// What every clause leaves, one clause after the other.
    fn stages(&self, position: &Position, forbid_repetition: bool) -> Vec<Stage> {
        let (play, _) = self.play_in_force(position);
        let mut left = self.trials(position);
        let moves = |trials: &[Trial]| trials.iter().map(|trial| trial.played).collect::<Vec<Move>>();
        let mut stages = vec![(play.moves.clause, moves(&left))];
        for must in play.must.iter().filter(|must| !must.value.if_possible) {
            left.retain(|trial| trial.satisfies(&must.value, position));
            stages.push((must.clause, moves(&left)));
        }
        if self.rules.grand_slam.value == GrandSlam::Forbidden {
            left.retain(|trial| !trial.grand_slam);
            stages.push((self.rules.grand_slam.clause, moves(&left)));
        }
        if self.rules.endless.value == Endless::Forbidden {
            left.retain(|trial| !trial.sowing.endless);
            stages.push((self.rules.endless.clause, moves(&left)));
        }
        if self.rules.repeated.value == Repeated::Forbidden && forbid_repetition {
            left.retain(|trial| !self.repeats(trial));
            stages.push((self.rules.repeated.clause, moves(&left)));
        }
        let mut capture_waived = false;
        for must in play.must.iter().filter(|must| must.value.if_possible) {
            let satisfying = |trial: &Trial| trial.satisfies(&must.value, position);
            if left.iter().any(satisfying) {
                left.retain(satisfying);
            } else {
                capture_waived |= asks_for_capture(&must.value);
            }
            stages.push((must.clause, moves(&left)));
        }
        for prefer in &play.prefer {
            if !prefer.value.if_no_capture || capture_waived {
                left = self.preferred(&play, position, &prefer.value, left);
            }
            stages.push((prefer.clause, moves(&left)));
        }
        stages
    }

    /// The moves that meet the first tier that any meets; all if none meets one.
    fn preferred(
        &self,
        play: &Play,
        position: &Position,
        prefer: &Prefer,
        trials: Vec<Trial<'r>>,
    ) -> Vec<Trial<'r>> {
        let mut left = trials;
        let met = |tier: &&Tier| left.iter().any(|trial| self.meets(play, position, tier, trial));
        let Some(tier) = prefer.tiers.iter().find(met) else {
            return left;
        };
        left.retain(|trial| self.meets(play, position, tier, trial));
        if tier.nearest_opponent {
            let distance = |trial: &Trial| self.distance_to_opponent(play, position, trial);
            let nearest = left.iter().map(distance).min();
            left.retain(|trial| Some(distance(trial)) == nearest);
        }
        left
    }

    /// Is the condition true of the starting hole, before the move?
    fn meets(&self, play: &Play, position: &Position, tier: &Tier, trial: &Trial) -> bool {
        let mut scene =
            Scene::between_moves(self.rules, play, position, position.to_move).with_this(Some(trial.from));
        scene.lap.direction = trial.direction;
        scene.lap.seeds = lifted(play.lift.value, scene.seeds(trial.from));
        scene.holds(&tier.condition)
    }

    /// Stops from the starting hole, the way it is sown, to the first hole of the opponent.
    fn distance_to_opponent(&self, play: &Play, position: &Position, trial: &Trial) -> usize {
        let scene = Scene::between_moves(self.rules, play, position, position.to_move);
        let opponents = position.owned[scene.mover.opponent().index()];
        let mut at = trial.from;
        for distance in 1..=scene.path.len() {
            let Some(next) = scene.next_open(at, trial.direction) else {
                return usize::MAX;
            };
            if opponents.contains(next) {
                return distance;
            }
            at = next;
        }
        usize::MAX
    }

    /// The legal moves of the player who is due.
    pub(super) fn legal_sowings(&self, position: &Position, forbid_repetition: bool) -> Vec<Move> {
        let stages = self.stages(position, forbid_repetition);
        let mut moves = stages.last().map_or_else(Vec::new, |(_, left)| left.clone());
        moves.sort_unstable();
        moves
    }

    /// Is there a legal move? It need not be played out where no clause can forbid it: those that
    /// hold `if possible` and preferences always leave a move.
    pub(super) fn any_legal(&self, position: &Position, forbid_repetition: bool) -> bool {
        let (play, _) = self.play_in_force(position);
        let outcomes_matter = play.must.iter().any(|must| !must.value.if_possible)
            || self.rules.grand_slam.value == GrandSlam::Forbidden
            || self.rules.endless.value == Endless::Forbidden
            || self.rules.repeated.value == Repeated::Forbidden;
        if outcomes_matter {
            return !self.legal_sowings(position, forbid_repetition).is_empty();
        }
        self.starts(&play, position)
            .into_iter()
            .any(|hole| !self.directions(&play, position, hole).0.is_empty())
    }

    /// The clause that forbids every move from a hole.
    pub(super) fn forbidding_clause(&self, position: &Position, hole: Hole) -> Option<ClauseId> {
        if position.due != Due::Move {
            return None;
        }
        let (play, _) = self.play_in_force(position);
        let scene = Scene::between_moves(self.rules, &play, position, position.to_move);
        let can_be_lifted = scene.seeds(hole) > 0 && !position.closed.contains(hole);
        if let (true, Some(clause)) = (can_be_lifted, scene.mark_forbids(hole)) {
            return Some(clause);
        }
        self.stages(position, true)
            .into_iter()
            .find(|(_, left)| left.iter().all(|played| played.from() != Some(hole)))
            .map(|(clause, _)| clause)
    }
}

/// Seeds that are lifted from a hole to begin a move.
fn lifted(lift: Lift, held: u32) -> u32 {
    match lift {
        Lift::All | Lift::SeedsOrAll(_) | Lift::Any => held,
        Lift::AllBut(stay) => held.saturating_sub(stay),
        Lift::Seeds(seeds) => held.min(seeds),
    }
}

fn asks_for_capture(must: &Must) -> bool {
    let asks = |outcome: &Outcome| matches!(outcome, Outcome::Capture { .. });
    !must.negated && must.outcomes.iter().any(asks)
}

impl Trial<'_> {
    /// Has the move such an outcome, or for `must not` none of them?
    fn satisfies(&self, must: &Must, before: &Position) -> bool {
        let any = must.outcomes.iter().any(|outcome| self.comes_about(outcome, before));
        any != must.negated
    }

    fn captures(&self, first_lap: bool) -> bool {
        let captures = &self.sowing.captures;
        let left = self.sowing.left_the_board && (!first_lap || self.sowing.lap.number == 1);
        left || captures.iter().any(|taken| !first_lap || taken.lap == 1)
    }

    fn comes_about(&self, outcome: &Outcome, before: &Position) -> bool {
        let sowing = &self.sowing;
        let mover = sowing.mover;
        match outcome {
            Outcome::FeedOpponent => {
                let at = |position| Scene::between_moves(sowing.rules, &sowing.play, position, mover);
                let opponent = mover.opponent();
                !at(before).has_no_seeds(opponent, None) || !at(&sowing.position).has_no_seeds(opponent, None)
            }
            Outcome::Reach { region, first_lap } => {
                let region = sowing.scene().region(region);
                let drops = &sowing.drops;
                drops.iter().any(|(lap, hole)| (!first_lap || *lap == 1) && region.contains(hole))
            }
            Outcome::EndFirstLap(place) => sowing.first_end.as_ref().is_some_and(|end| {
                let (scene, hole) = sowing.scene_of(end);
                scene.lies_in(hole, place)
            }),
            Outcome::EndTurn(place) => sowing.latest_end.as_ref().is_some_and(|end| {
                let (scene, hole) = sowing.scene_of(end);
                scene.lies_in(hole, place)
            }),
            Outcome::Capture { first_lap } => self.captures(*first_lap),
            Outcome::SowSingleSeed(holes) => sowing.first_end.as_ref().is_some_and(|end| {
                let scene = Scene::between_moves(sowing.rules, &sowing.play, before, mover);
                sowing.first_seeds == 1 && scene.matches(holes, end.hole)
            }),
            Outcome::SendBack => before.lone_seed.is_some_and(|(lifted, fell)| {
                fell == self.from
                    && sowing.first_seeds == 1
                    && sowing.drops.first().is_some_and(|(_, hole)| *hole == lifted)
            }),
        }
    }
}

impl<'r> Sowing<'r> {
    /// What a clause could see as the last seed of a lap had just fallen.
    fn scene_of<'a>(&'a self, end: &'a super::sowing::LapEnd) -> (Scene<'a>, Hole) {
        let mut scene =
            Scene::between_moves(self.rules, &self.play, &end.position, self.mover).with_this(Some(end.hole));
        scene.before = super::scene::Before::Held(end.before);
        scene.can_move = CanMove::Starts;
        (scene, end.hole)
    }
}
