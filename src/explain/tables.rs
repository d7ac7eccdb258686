//! Event tables and frames in sentences.

use super::Sentences;
use super::phrases::{counted, direction, list, number, region, seeds, who};
use crate::rules::play::{Outcome, SkipUnless, Skipped, Sow};
use crate::rules::{
    Action, Captured, Condition, Continuation, Entry, FrameTrigger, HoleRef, Line, Play, RelayFrom, Repeat,
    SowDirection, Stated, Table, Who,
};

impl Sentences<'_> {
    /// The tables of a play, each under a sentence that says when it is read.
    pub(super) fn tables(&mut self, play: &Play) {
        if let Some(each) = &play.each_seed {
            let when = if each.value.but_the_last {
                "After each seed but the last of a lap"
            } else {
                "After each seed"
            };
            self.table(when, &each.value.table, each);
        }
        if let Some(table) = &play.last_seed {
            self.table("After the last seed of a lap", &table.value, table);
        } else {
            self.say("The turn ends after the last seed.", play.sow.clause);
        }
        let rest = [
            ("Before a move is lifted", &play.start_of_move),
            ("At the start of every lap", &play.start_of_lap),
            ("After a seed entered from hand", &play.entered_seed),
            ("At the end of every lap", &play.end_of_lap),
            ("At the end of the turn", &play.end_of_turn),
        ];
        for (when, table) in rest {
            if let Some(table) = table {
                self.table(when, &table.value, table);
            }
        }
    }

    fn table<T>(&mut self, when: &str, table: &Table, stated: &Stated<T>) {
        let marker = self.marker(stated.clause);
        self.lines.push(format!("{when}, the first of these that fits decides{marker}:"));
        self.entries(&table.entries, 1);
    }

    fn entries(&mut self, entries: &[Entry], depth: usize) {
        let indent = "   ".repeat(depth - 1);
        let mut index = 0;
        for entry in entries {
            index += 1;
            match entry {
                Entry::Line(line) => {
                    let text = self.line(line);
                    let marker = self.marker(line.clause);
                    self.lines.push(format!("{indent}{index}. {text}{marker}."));
                }
                Entry::Group { when, clause, entries } => {
                    let when = self.phrases.condition(when, true);
                    let marker = self.marker(*clause);
                    self.lines.push(format!("{indent}{index}. When {when}{marker}:"));
                    self.entries(entries, depth + 1);
                }
            }
        }
    }

    fn line(&self, line: &Line) -> String {
        let actions = line.actions.iter().map(|action| self.action(action));
        let then = line.then.as_ref().map(|then| self.continuation(then));
        let mut parts: Vec<String> = actions.chain(then).collect();
        // The mover is named once.
        for index in (1..parts.len()).rev() {
            let named = parts[index - 1].starts_with("the mover ") && !parts[index - 1].contains(", ");
            if let Some(rest) = parts[index].strip_prefix("the mover ").filter(|_| named) {
                parts[index] = rest.to_string();
            }
        }
        let done = list(&parts, "and");
        match &line.condition {
            Some(condition) => format!("If {}, {done}", self.phrases.condition(condition, true)),
            None => format!("Otherwise {done}"),
        }
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::Capture { who: by, optional, what } => {
                let what: Vec<String> = what.iter().map(|what| self.captured(what)).collect();
                let verb = if *optional { "may capture" } else { "captures" };
                let by = match by {
                    Who::RowOwner => "the player at whose side it lies",
                    Who::Mover
                    | Who::Opponent
                    | Who::HoleOwner
                    | Who::PlayerToMove
                    | Who::APlayer
                    | Who::Neither
                    | Who::South
                    | Who::North => who(*by),
                };
                format!("{by} {verb} {}", list(&what, "and"))
            }
            Action::Repeat(repeat) => match repeat {
                Repeat::Backwards => "the same is tried on the hole before, and so on while it fits",
                Repeat::OnceBackwards => "the same is tried once on the hole before",
                Repeat::Forwards => "the same is tried on the next hole, and so on while it fits",
                Repeat::BothWays => {
                    "the same is tried on the holes before and after, and so on while it fits"
                }
                Repeat::FromThere => "the same is tried as if the last seed lay in the hole just captured",
            }
            .to_string(),
            Action::Mark { holes, chosen, mark } => {
                let mut which: Vec<String> = holes.iter().map(|hole| self.phrases.hole(hole)).collect();
                which.extend(
                    chosen.iter().map(|of| format!("one of the {}, as he chooses", self.phrases.holes(of))),
                );
                format!("the mover marks {} as his {}", list(&which, "and"), self.phrases.mark(*mark))
            }
            Action::Move { seeds: moved, from, to } => {
                let moved = moved.map_or("all seeds".to_string(), seeds);
                format!("{moved} of {} go to {}", self.phrases.hole(from), self.phrases.hole(to))
            }
        }
    }

    fn captured(&self, what: &Captured) -> String {
        match what {
            Captured::All(hole) => format!("the seeds of {}", self.phrases.hole(hole)),
            Captured::Every(holes) => format!("the seeds of all {}", self.phrases.holes(holes)),
            Captured::Chosen(holes) => {
                format!("the seeds of one of the {}, as he chooses", self.phrases.holes(holes))
            }
            Captured::Seeds { seeds: most, from } => {
                format!("{} of {} (or what is there, if fewer)", seeds(*most), self.phrases.hole(from))
            }
            Captured::AllBut { seeds: left, from } => {
                format!("all but {} of {}", seeds(*left), self.phrases.hole(from))
            }
        }
    }

    fn continuation(&self, then: &Continuation) -> String {
        match then {
            Continuation::TurnEnds => "the turn ends".to_string(),
            Continuation::Relay { from, direction } => {
                let from = match from {
                    RelayFrom::This => "the seeds of this hole",
                    RelayFrom::Next => "the seeds of the next hole",
                };
                format!("the mover lifts {from} and sows on{}", way(*direction))
            }
            Continuation::SowCaptured { direction, from } => {
                format!(
                    "sows the captured seeds{}, the first in {}",
                    way(*direction),
                    self.phrases.hole(from)
                )
            }
            Continuation::SeedMovesOn => {
                "this seed moves on to the next hole and is judged there again".to_string()
            }
            Continuation::BonusMove { from: None } => "the mover has another move".to_string(),
            Continuation::BonusMove { from: Some(holes) } => {
                format!("the mover has another move, from {}", self.phrases.holes(holes))
            }
            Continuation::Choose(ways) => {
                let ways: Vec<String> = ways.iter().map(|then| self.continuation(then)).collect();
                format!("the mover chooses: {}", list(&ways, "or"))
            }
            Continuation::RoundEnds => "the round ends at once".to_string(),
        }
    }

    /// Skips and diversions.
    pub(super) fn stops(&mut self, play: &Play) {
        for skip in &play.skip {
            let what = match &skip.value.what {
                Skipped::LiftedHole => "The hole from which a lap was lifted is passed by".to_string(),
                Skipped::Holes(holes) => format!("A sowing passes by {}", self.phrases.holes(holes)),
            };
            let unless = skip.value.unless.map_or(String::new(), |unless| match unless {
                SkipUnless::Makes(mark) => {
                    format!(", unless a seed falling there makes a {}", self.phrases.mark(mark))
                }
                SkipUnless::LastSeed => ", unless with the last seed of a lap".to_string(),
            });
            self.say(format!("{what}{unless}."), skip.clause);
        }
        if let Some(divert) = &play.divert {
            let (to, when) = (region(&divert.value.to), self.phrases.place(&divert.value.when));
            self.say(format!("A last seed that would fall in {when} falls in {to} instead."), divert.clause);
        }
    }

    /// Which moves are allowed or preferred.
    pub(super) fn demands(&mut self, play: &Play) {
        for must in &play.must {
            let outcomes: Vec<String> = must.value.outcomes.iter().map(|of| self.outcome(of)).collect();
            let verb = if must.value.negated { "must not" } else { "must" };
            let possible = if must.value.if_possible { ", if any move does so" } else { "" };
            self.say(format!("A move {verb} {}{possible}.", list(&outcomes, "or")), must.clause);
        }
        for prefer in &play.prefer {
            let when = if prefer.value.if_no_capture { "If no capture is possible, " } else { "" };
            let tiers: Vec<String> = prefer
                .value
                .tiers
                .iter()
                .map(|tier| {
                    let nearest =
                        if tier.nearest_opponent { ", the nearest to the opponent of these" } else { "" };
                    format!("a hole where {}{nearest}", self.starting(&tier.condition))
                })
                .collect();
            let what = format!("{when}the move is made from {}.", list(&tiers, "otherwise from"));
            self.say(capital(&what), prefer.clause);
        }
    }

    /// A condition on a starting hole.
    fn starting(&self, condition: &Condition) -> String {
        match condition {
            Condition::In(place) => format!("the hole lies in {}", self.phrases.place(place)),
            Condition::Holds { hole: HoleRef::This, count } => format!("it holds {}", counted(count, "seed")),
            Condition::All(parts) => {
                list(&parts.iter().map(|part| self.starting(part)).collect::<Vec<_>>(), "and")
            }
            other => self.phrases.condition(other, true),
        }
    }

    fn outcome(&self, outcome: &Outcome) -> String {
        let lap = |first: bool| if first { " in its first lap" } else { "" };
        match outcome {
            Outcome::FeedOpponent => "give seeds to an opponent who has none".to_string(),
            Outcome::Reach { region: at, first_lap } => format!("reach {}{}", region(at), lap(*first_lap)),
            Outcome::EndFirstLap(place) => format!("end its first lap in {}", self.phrases.place(place)),
            Outcome::EndTurn(place) => format!("end the turn in {}", self.phrases.place(place)),
            Outcome::Capture { first_lap } => format!("capture{}", lap(*first_lap)),
            Outcome::SowSingleSeed(holes) => format!("sow a single seed in {}", self.phrases.holes(holes)),
            Outcome::SendBack => "send a lone seed back to the hole it came from".to_string(),
        }
    }

    /// What holds for a time only.
    pub(super) fn frames(&mut self) {
        let rules = self.phrases.rules;
        for frame in &rules.frames {
            let when = match &frame.trigger {
                FrameTrigger::FirstTurnsOfEach(1) => "During the first turn of each player".to_string(),
                FrameTrigger::FirstTurnsOfEach(turns) => {
                    format!("During the first {} turns of each player", number(*turns))
                }
                FrameTrigger::FirstTurnOfRound => "During the first turn of the round".to_string(),
                FrameTrigger::Race => "During the race".to_string(),
                FrameTrigger::AfterFirstTurnsOfEach(1) => "After the first turn of each player".to_string(),
                FrameTrigger::AfterFirstTurnsOfEach(turns) => {
                    format!("After the first {} turns of each player", number(*turns))
                }
                FrameTrigger::While(condition) => {
                    format!("While {}", self.phrases.condition(condition, true))
                }
                FrameTrigger::Once { when, for_each_player } => {
                    let whose = if *for_each_player { ", for each player by himself" } else { "" };
                    let when = self.phrases.condition(when, true);
                    format!("Once {when}{whose}, for the rest of the round")
                }
            };
            let marker = self.marker(frame.clause);
            self.lines.push(format!("{when}, the following holds instead{marker}:"));
            self.frame(&frame.overlay);
        }
    }

    fn frame(&mut self, overlay: &crate::rules::Overlay) {
        let rules = self.phrases.rules;
        let framed = rules.play.with(overlay);
        if overlay.moves.is_some() || overlay.lift.is_some() {
            self.moves(&framed);
        }
        if overlay.must.is_some() || overlay.prefer.is_some() {
            self.demands(&framed);
        }
        if overlay.sow.is_some()
            || overlay.path.is_some()
            || overlay.first_seed.is_some()
            || overlay.drop.is_some()
        {
            self.sowing(&framed);
        }
        if overlay.skip.is_some() || overlay.divert.is_some() {
            self.stops(&framed);
        }
        let tables = Play {
            each_seed: overlay.each_seed.clone(),
            last_seed: overlay.last_seed.clone(),
            entered_seed: overlay.entered_seed.clone(),
            start_of_move: overlay.start_of_move.clone(),
            start_of_lap: overlay.start_of_lap.clone(),
            end_of_lap: overlay.end_of_lap.clone(),
            end_of_turn: overlay.end_of_turn.clone(),
            ..framed
        };
        if tables.tables().next().is_some() {
            if tables.last_seed.is_some() {
                self.tables(&tables);
            } else {
                // The table for the last seed stays as it is outside the frame.
                let before = self.lines.len();
                self.tables(&tables);
                if let Some(at) =
                    self.lines[before..].iter().position(|line| line.starts_with("The turn ends after"))
                {
                    self.lines.remove(before + at);
                }
            }
        }
        if let Some(no_captures) = &overlay.no_captures {
            self.say("Lines that capture or mark are passed over.", no_captures.clause);
        }
    }

    /// Directions.
    pub(super) fn direction(&mut self, sow: &Stated<Sow>) {
        let sentence = match &sow.value {
            Sow::Fixed(way) => format!("Seeds are sown {} along the path.", direction(*way)),
            Sow::Either => "At each move the mover chooses the direction.".to_string(),
            Sow::ByHole(ways) => {
                let ways: Vec<String> = ways
                    .iter()
                    .map(|(way, from)| {
                        let way = way.map_or("in either direction", direction);
                        format!("{way} from {}", region(from))
                    })
                    .collect();
                format!("Seeds are sown {}.", list(&ways, "and"))
            }
            Sow::OtherIfCaptures { direction: way, from } => format!(
                "Seeds are sown {}; from {} also {}, if the first lap then captures.",
                direction(*way),
                region(from),
                direction(way.reversed())
            ),
            Sow::ChosenAtFirstMove { of_each_player: true } => {
                "Each player chooses the direction at his first move and keeps it.".to_string()
            }
            Sow::ChosenAtFirstMove { of_each_player: false } => {
                "The first move of the game chooses the direction for both players.".to_string()
            }
        };
        self.say(sentence, sow.clause);
    }
}

fn way(direction: SowDirection) -> String {
    match direction {
        SowDirection::Same => String::new(),
        SowDirection::Other => " the other way".to_string(),
        SowDirection::Either => " in either direction, as he chooses".to_string(),
        SowDirection::Fixed(way) => format!(" {way}"),
    }
}

/// A sentence with its first letter in upper case.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
