//! What is wrong or doubtful about rules that can be read: clauses that are missing, lines that
//! can never apply.

use super::library::Game;
use super::play::Outcome;
use super::{Basis, Condition, Continuation, End, Endless, Entry, Remaining, Rules, Stated, Who, Win};
use crate::diagnostic::{Diagnostic, Severity};

/// All faults of rules as a whole.
pub(super) fn check(rules: &Rules, game: &Game) -> Vec<Diagnostic> {
    let mut checker = Checker { rules, game, found: Vec::new() };
    checker.ends();
    checker.endless();
    checker.total();
    checker.found.extend(super::lints::lints(rules, game));
    checker.found
}

struct Checker<'r> {
    rules: &'r Rules,
    game: &'r Game,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn warn(&mut self, code: &'static str, message: &str, help: &str) {
        let mut fault = self.game.fault(code, message);
        fault.severity = Severity::Warning;
        self.found.push(fault.help(help));
    }

    fn ends(&mut self) {
        let rules = self.rules;
        let ends_when_stuck = rules.ends.iter().any(|end| cannot_move(&end.value.when));
        if rules.ends.is_empty() {
            self.found.push(
                self.game
                    .fault("no-end", "the game has no `end when`: a round never ends")
                    .help("say for example `end when the player to move cannot move`"),
            );
        } else if rules.stuck.is_none() && !ends_when_stuck {
            let feeds = rules
                .ends
                .iter()
                .any(|end| matches!(end.value.when, Condition::NoSeeds { who: Who::APlayer, .. }));
            let free = rules.play.must.is_empty()
                && rules.marks.is_empty()
                && !frames_restrict(rules)
                && all_own(rules);
            if !(feeds && free) {
                self.found.push(
                    self.game
                        .fault("stuck", "the file does not say what happens when a player cannot move")
                        .help("say `stuck player passes`, or `end when the player to move cannot move`"),
                );
            }
        }
        let decided = |end: &Stated<End>| end.value.that_player.is_some();
        if rules.win.is_none() && !rules.ends.iter().all(decided) {
            self.found.push(
                self.game
                    .fault("no-win", "the file does not say who wins")
                    .help("say `win most seeds`, or let every `end when` say that its player wins or loses"),
            );
        }
        let seeds_decide = rules.win.as_ref().is_some_and(|win| win.value == Win::MostSeeds);
        let silent = self.basis_of(rules.remaining.clause) == Some(&Basis::Language);
        let none_left = rules
            .ends
            .iter()
            .all(|end| matches!(end.value.when, Condition::OnlyMarkedHoldSeeds | Condition::SeedsLeft(_)));
        if seeds_decide && silent && !none_left {
            self.found.push(
                self.game
                    .fault("no-remaining", "the file does not say who gets the seeds left at the end")
                    .help(
                        "say for example `remaining seeds to the row owner`, or `remaining seeds to nobody`",
                    ),
            );
        }
        let someone = rules
            .ends
            .iter()
            .any(|end| !mentions_player_to_move(&end.value.when) && end.value.that_player.is_none());
        if rules.remaining.value == Remaining::OpponentOfStuck && someone {
            self.warn(
                "nobody-stuck",
                "a round may end although nobody is stuck: then each row owner gets his seeds",
                "if that is meant, all is well; otherwise name another receiver in `remaining seeds`",
            );
        }
    }

    fn basis_of(&self, clause: crate::board::ClauseId) -> Option<&Basis> {
        self.rules.clauses.get(clause.index()).map(|clause| &clause.basis)
    }

    /// Relays may go on for ever: the file should say what then.
    fn endless(&mut self) {
        let relays = self.rules.play.last_seed.as_ref().is_some_and(|table| goes_on(&table.value.entries));
        if relays
            && self.rules.endless.value == Endless::EndsTurn
            && self.basis_of(self.rules.endless.clause) == Some(&Basis::Language)
        {
            self.warn(
                "endless",
                "a relay may go on for ever, and the file does not say what happens then",
                "say for example `endless sowing ends the turn    assumed because \"no source speaks of it\"`",
            );
        }
    }

    fn total(&mut self) {
        let total: u64 = self.rules.seeds.value.iter().map(|count| u64::from(*count)).sum();
        if total > u64::from(u32::MAX / 4) {
            self.found.push(self.game.fault("range", format!("{total} seeds are more than a game can have")));
        }
        let starving = self
            .rules
            .play
            .must
            .iter()
            .filter(|must| must.value.outcomes.contains(&Outcome::FeedOpponent) && must.value.negated);
        for must in starving {
            let Some(clause) = self.rules.clauses.get(must.clause.index()) else { continue };
            let message = "`must not give seeds` forbids every move that feeds";
            let fault = self.game.fault_at(clause, "must", message);
            self.found.push(Diagnostic { severity: Severity::Warning, ..fault }.help("remove `not`"));
        }
    }
}

/// Does a frame say which holes may start?
fn frames_restrict(rules: &Rules) -> bool {
    rules.frames.iter().any(|frame| {
        let overlay = &frame.overlay;
        overlay.moves.is_some() || overlay.must.is_some() || overlay.prefer.is_some() || overlay.sow.is_some()
    })
}

/// May any own occupied hole be moved from?
fn all_own(rules: &Rules) -> bool {
    match &rules.play.moves.value {
        super::play::Moves::From(holes) => {
            holes.holding.is_none() && holes.not_holding.is_none() && holes.of.is_none()
        }
        super::play::Moves::Put(_) | super::play::Moves::Enter { .. } => false,
    }
}

fn cannot_move(condition: &Condition) -> bool {
    match condition {
        Condition::Not(part) => matches!(**part, Condition::CanMove(Who::PlayerToMove | Who::APlayer)),
        Condition::CanMove(Who::Neither) => false,
        Condition::Any(parts) => parts.iter().any(cannot_move),
        _ => false,
    }
}

fn mentions_player_to_move(condition: &Condition) -> bool {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(mentions_player_to_move),
        Condition::Not(part) => mentions_player_to_move(part),
        Condition::CanMove(who) | Condition::NoSeeds { who, .. } => *who == Who::PlayerToMove,
        _ => false,
    }
}

fn goes_on(entries: &[Entry]) -> bool {
    fn continues(then: &Continuation) -> bool {
        match then {
            Continuation::Relay { .. } | Continuation::SowCaptured { .. } | Continuation::SeedMovesOn => true,
            Continuation::Choose(ways) => ways.iter().any(continues),
            Continuation::TurnEnds | Continuation::BonusMove { .. } | Continuation::RoundEnds => false,
        }
    }
    entries.iter().any(|entry| match entry {
        Entry::Line(line) => line.then.as_ref().is_some_and(continues),
        Entry::Group { entries, .. } => goes_on(entries),
    })
}
