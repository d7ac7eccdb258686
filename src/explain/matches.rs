//! Marks, the end of a round and the match in sentences.

use super::Sentences;
use super::phrases::{count, number, region, seeds};
use super::tables::capital;
use crate::rules::matches::{
    Close, Contested, Equal, FillFrom, LayOut, LayOutKind, LayOutRest, NextStarter, Refill, Remainder,
    RemainderFate,
};
use crate::rules::{
    Endless, GrandSlam, Mark, MarkLasts, MarkSeeds, MarkSowing, Remaining, Repeated, Stuck, Until, Verdict,
    Win,
};

impl Sentences<'_> {
    pub(super) fn stuck(&mut self) {
        let Some(stuck) = &self.phrases.rules.stuck else { return };
        let what = match stuck.value {
            Stuck::Passes => "A player who cannot move passes.".to_string(),
            Stuck::Refills(count) => {
                format!(
                    "A player who cannot move refills {} in each of his holes from what he has captured.",
                    seeds(count)
                )
            }
        };
        self.say(what, stuck.clause);
    }

    pub(super) fn endless(&mut self) {
        let endless = &self.phrases.rules.endless;
        let what = match endless.value {
            Endless::EndsTurn => "A sowing that would never end ends the turn.",
            Endless::Loses => "A player whose sowing would never end loses the round.",
            Endless::Draw => "A sowing that would never end makes the round a draw.",
            Endless::Forbidden => "A move whose sowing would never end is forbidden.",
        };
        self.say(what, endless.clause);
    }

    pub(super) fn grand_slam(&mut self) {
        let slam = &self.phrases.rules.grand_slam;
        let what = match slam.value {
            GrandSlam::CapturesAll => "A capture may leave the opponent without a seed.",
            GrandSlam::CapturesNothing => {
                "A move whose captures would leave the opponent without a seed captures nothing."
            }
            GrandSlam::Forbidden => {
                "A move whose captures would leave the opponent without a seed is forbidden."
            }
            GrandSlam::SparesFirst => {
                "If the captures would leave the opponent without a seed, the hole captured first is spared."
            }
            GrandSlam::SparesLast => {
                "If the captures would leave the opponent without a seed, the hole captured last is spared."
            }
            GrandSlam::OpponentCapturesRest => {
                "If the captures leave the opponent without a seed, he gets all that is left on the board."
            }
        };
        self.say(what, slam.clause);
    }

    pub(super) fn marks(&mut self) {
        let rules = self.phrases.rules;
        for mark in &rules.marks {
            self.mark(mark);
        }
    }

    fn mark(&mut self, mark: &Mark) {
        let name = &mark.name;
        self.say(format!("A hole can become the {name} of a player."), mark.clause);
        let sowing = match mark.sowing.value {
            MarkSowing::Anyone => format!("Whoever may sow from the hole may sow from a {name}."),
            MarkSowing::Nobody => format!("Nobody sows from a {name}."),
            MarkSowing::OnlyOwner => format!("Only its owner sows from a {name}."),
            MarkSowing::NotOwner => format!("Its owner does not sow from a {name}."),
        };
        self.say(sowing, mark.sowing.clause);
        if let Some(collects) = &mark.collects {
            self.say(format!("Every seed dropped in a {name} goes to its owner at once."), collects.clause);
        }
        let at_end = match mark.at_end.value {
            MarkSeeds::Owner => format!("At the end of the round the seeds of a {name} are its owner's."),
            MarkSeeds::RowOwner => {
                format!(
                    "At the end of the round the seeds of a {name} go to the player at whose side it lies."
                )
            }
        };
        self.say(at_end, mark.at_end.clause);
        if let Some(limit) = &mark.limit_each {
            self.say(format!("A player has {name} at most {} time(s).", number(limit.value)), limit.clause);
        }
        if let Some(limit) = &mark.limit_all {
            self.say(
                format!("There are at most {} of them on the board.", number(limit.value)),
                limit.clause,
            );
        }
        if let Some(replaces) = &mark.replaces {
            self.say(format!("Beyond that a new {name} replaces the oldest."), replaces.clause);
        }
        if let Some(letter) = &mark.not_same_letter {
            self.say(format!("A {name} is never on the same letter as the opponent's."), letter.clause);
        }
        if let Some(starts) = &mark.starts_on {
            self.say(
                format!("From the start each player has one on {}.", region(&starts.value)),
                starts.clause,
            );
        }
        let lasts = match mark.lasts.value {
            MarkLasts::Round => "until the round ends",
            MarkLasts::LiftedOrCaptured => "until it is lifted or captured",
            MarkLasts::OpponentDrops => "until the opponent drops a seed in it",
        };
        self.say(format!("It lasts {lasts}."), mark.lasts.clause);
    }

    pub(super) fn end(&mut self) {
        let rules = self.phrases.rules;
        for end in &rules.ends {
            let verdict = match end.value.that_player {
                None => "",
                Some(Verdict::Wins) => ", and that player wins it",
                Some(Verdict::Loses) => ", and that player loses it",
            };
            let when = self.phrases.condition(&end.value.when, true);
            self.say(format!("The round ends when {when}{verdict}."), end.clause);
        }
        let to = match rules.remaining.value {
            Remaining::RowOwner => "go to the player at whose side they lie",
            Remaining::HoleOwner => "go to the owner of their hole",
            Remaining::OpponentOfStuck => "go to the opponent of the player who could not move",
            Remaining::LastMover => "go to the player who moved last",
            Remaining::PlayerWithSeeds => "go to the player who has seeds in his holes",
            Remaining::Starter => "go to the player who began the round",
            Remaining::Half => "are shared, half to each; an odd seed goes to nobody",
            Remaining::NextRound => "stay for the next round",
            Remaining::Nobody => "do not count",
        };
        self.say(format!("Seeds then left in unmarked holes {to}."), rules.remaining.clause);
        let repeated = match rules.repeated.value {
            Repeated::EndsRound => {
                "The round also ends when a position comes back without a capture between."
            }
            Repeated::Draw => "A position that comes back without a capture between makes the round a draw.",
            Repeated::Forbidden => {
                "A move that brings back an earlier position without a capture between is forbidden."
            }
        };
        self.say(repeated, rules.repeated.clause);
        if let Some(win) = &rules.win {
            let who = match win.value {
                Win::MostSeeds => "Who has the most seeds wins; equal seeds are a draw.",
                Win::MostMarkedHoles => "Who has the most marked holes wins; equal numbers are a draw.",
            };
            self.say(who, win.clause);
        }
    }

    pub(super) fn rounds(&mut self) {
        let Some(rounds) = &self.phrases.rules.rounds else { return };
        self.say("Rounds are played until the match is decided.", rounds.clause);
        if let Some(refill) = &rounds.refill {
            let what = match refill.value {
                Refill::Each { seeds: count, from } => format!(
                    "For the next round each player puts {} in each of his holes out of his own seeds, beginning with the {}.",
                    seeds(count),
                    end(from)
                ),
                Refill::AsAtTheStart => "For the next round the board is set up as at the start.".to_string(),
            };
            self.say(what, refill.clause);
        }
        if let Some(gain) = &rounds.gain {
            self.say(
                format!("For every {} beyond a full row he gains one of the holes that the opponent could not fill.", seeds(gain.value)),
                gain.clause,
            );
        }
        if let Some(contested) = &rounds.contested {
            let who = match contested.value {
                Contested::LargerRemainder => {
                    "A hole that neither can fill alone goes to the player with more seeds left over; the other cedes his to complete it."
                }
                Contested::Nobody => "A hole that neither can fill alone is closed; each keeps his seeds.",
            };
            self.say(who, contested.clause);
        }
        if let Some(equal) = &rounds.equal {
            let who = match equal.value {
                Equal::ByLot => "If equally many are left over, a lot decides.",
                Equal::PoorerPlayer => "If equally many are left over, the player with fewer seeds gets it.",
                Equal::Nobody => "If equally many are left over, nobody gets it: it is closed.",
            };
            self.say(who, equal.clause);
        }
        if let Some(close) = &rounds.close {
            let which = match close.value {
                Close { chosen_by_owner: true } => "; their owner chooses which",
                Close { chosen_by_owner: false } => "",
            };
            self.say(format!("Holes that cannot be filled are closed for the round{which}."), close.clause);
        }
        for poorer in &rounds.poorer {
            self.say(lay_out(&poorer.value), poorer.clause);
        }
        if let Some(copies) = &rounds.richer_copies {
            self.say("The richer player lays out the same and keeps the rest.", copies.clause);
        }
        for remainder in &rounds.remainders {
            self.say(fate(remainder.value), remainder.clause);
        }
        self.starter_and_end(rounds);
    }

    fn starter_and_end(&mut self, rounds: &crate::rules::Match) {
        let starter = match rounds.starter.value {
            NextStarter::Alternates => "The players start the rounds in turn.",
            NextStarter::Loser => {
                "The loser of a round starts the next; after a draw the other player starts."
            }
            NextStarter::Winner => {
                "The winner of a round starts the next; after a draw the other player starts."
            }
            NextStarter::ByLot => "A lot decides who starts a round.",
            NextStarter::South => "South starts every round.",
            NextStarter::PoorerPlayer => "The player with fewer seeds starts the next round.",
        };
        self.say(starter, rounds.starter.clause);
        for until in &rounds.until {
            let when = match until.value {
                Until::RoundsPlayed(rounds) => {
                    let noun = if rounds == 1 { "round has" } else { "rounds have" };
                    format!("{} {noun} been played: he wins who has more seeds then", number(rounds))
                }
                Until::OwnsEveryHole => "a player owns every hole: he wins".to_string(),
                Until::OwnsNoHole => "a player owns no hole: he loses".to_string(),
                Until::HasEverySeed => "a player has every seed: he wins".to_string(),
                Until::CannotFillOne => "a player cannot fill even one hole: he loses".to_string(),
                Until::CannotFillAll => "a player cannot fill all his holes: he loses".to_string(),
                Until::FillsFewerThan(holes) => {
                    format!("a player fills fewer than {} holes: he loses", number(holes))
                }
                Until::HasAtMost(most) => format!("a player has at most {}: he loses", seeds(most)),
                Until::WinsRounds { rounds, in_a_row } => {
                    let row = if in_a_row { " in a row" } else { "" };
                    let noun = if rounds == 1 { "round" } else { "rounds" };
                    format!("a player has won {} {noun}{row}: he wins", number(rounds))
                }
            };
            self.say(format!("The match ends when {when}."), until.clause);
        }
    }
}

fn end(from: FillFrom) -> &'static str {
    match from {
        FillFrom::Leftmost => "leftmost",
        FillFrom::Rightmost => "rightmost",
    }
}

fn lay_out(lay_out: &LayOut) -> String {
    let when = lay_out
        .when_holding
        .as_ref()
        .map_or("For the next round ".to_string(), |held| format!("When he holds {} seeds, ", count(held)));
    let rest = |rest: LayOutRest| match rest {
        LayOutRest::Kept => "; he keeps what does not fill a hole",
        LayOutRest::InLastHole => "; the rest goes in the last hole",
        LayOutRest::OneToAHole => "; the rest goes one to a hole",
    };
    let how = match lay_out.how {
        LayOutKind::Each { seeds: count, from, rest: left } => {
            format!("lays out {} in each of his holes from the {}{}", seeds(count), end(from), rest(left))
        }
        LayOutKind::AsAtTheStart { from, rest: left } => {
            format!("lays out his seeds as at the start, from the {}{}", end(from), rest(left))
        }
        LayOutKind::Evenly => "lays out all his seeds as evenly as he can".to_string(),
        LayOutKind::OneEach => "lays out one seed in each of his holes".to_string(),
    };
    capital(&format!("{when}the poorer player {how}."))
}

fn fate(remainder: Remainder) -> String {
    let fate = match remainder.fate {
        RemainderFate::LentToPoorer => "is lent to the poorer player, who repays it as soon as he has it",
        RemainderFate::GivenToOpponent => "is given to the opponent",
    };
    format!("A remainder of {} {fate}.", seeds(remainder.seeds))
}
