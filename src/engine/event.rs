//! What happens in a play, step by step, each step with the clause that caused it. The engine
//! and the reference interpreter report the same events in the same order.

use crate::board::{ClauseId, MarkId};
use crate::board::{Hole, Seat};
use serde::{Deserialize, Serialize};

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The clause that caused it.
    pub clause: ClauseId,
    /// What happened.
    pub what: What,
}

/// A kind of step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// Seeds are lifted to begin a move, a script or a race (clause: `move from`, the script's
    /// step, the race).
    Lift {
        /// Where.
        hole: Hole,
        /// How many.
        seeds: u32,
    },
    /// Seeds are dropped at a stop (clause: `sow`).
    Drop {
        /// Where.
        stop: Hole,
        /// How many.
        seeds: u32,
    },
    /// A stop is passed by (clause: `skip`). Closed holes are passed by without an event.
    Skip {
        /// Which.
        hole: Hole,
    },
    /// The last seed falls elsewhere (clause: `divert`); its drop follows.
    Divert {
        /// Where it falls.
        to: Hole,
    },
    /// A seed leaves the board at the end of an open path (clause: `path`).
    LeavesBoard {
        /// Who gets it.
        by: Seat,
        /// How many.
        seeds: u32,
    },
    /// A line of a table fits and decides (clause: the line). Its actions follow.
    Decides,
    /// Seeds are captured from a hole, at least one (clause: the line).
    Capture {
        /// Who gets them.
        by: Seat,
        /// From where.
        hole: Hole,
        /// How many.
        seeds: u32,
    },
    /// A collecting mark takes the seeds just dropped (clause: the line of the mark).
    Collect {
        /// Who gets them.
        by: Seat,
        /// Where.
        hole: Hole,
        /// How many.
        seeds: u32,
    },
    /// A hole is marked (clause: the line or step).
    Mark {
        /// For whom.
        owner: Seat,
        /// Which hole.
        hole: Hole,
        /// With which mark.
        mark: MarkId,
    },
    /// A mark ends (clause: the line of the mark on how long it lasts, or on replacing).
    Unmark {
        /// Which hole.
        hole: Hole,
        /// Which mark.
        mark: MarkId,
    },
    /// Seeds change place without a sowing (clause: the line or step).
    Transfer {
        /// From where.
        from: Hole,
        /// To where.
        to: Hole,
        /// How many.
        seeds: u32,
    },
    /// A new lap is lifted (clause: the line).
    Relay {
        /// Where.
        hole: Hole,
        /// How many.
        seeds: u32,
    },
    /// Captured seeds are sown in a new lap (clause: the line).
    Resow {
        /// The hole of the first seed.
        first: Hole,
        /// How many.
        seeds: u32,
    },
    /// The last seed is lifted and moves on (clause: the line).
    MovesOn {
        /// From where.
        hole: Hole,
    },
    /// A further move of the same turn is due (clause: the line).
    BonusMove,
    /// The lap ends and no other follows (clause: the line; `sow` where no line fits).
    TurnEnds,
    /// The sowing would never end (clause: `endless sowing`).
    Endless,
    /// The captures of the move are a grand slam (clause: `grand slam`); what is given back follows.
    GrandSlam,
    /// Captured seeds go back to where they lay (clause: `grand slam`).
    GivenBack {
        /// Who loses them.
        by: Seat,
        /// Where they lie again.
        hole: Hole,
        /// How many.
        seeds: u32,
    },
    /// A player passes (clause: `stuck player`, or where there is none the first `end when`).
    Pass {
        /// Who.
        by: Seat,
    },
    /// A stuck player refills a hole from his pile (clause: `stuck player`).
    Refill {
        /// Which hole.
        hole: Hole,
        /// How many.
        seeds: u32,
    },
    /// The script of an opening sets a hole (clause: the step).
    Becomes {
        /// Which hole.
        hole: Hole,
        /// How many seeds it holds now.
        seeds: u32,
    },
    /// A player captures seeds from the hand of a script (clause: the step).
    ScriptCapture {
        /// Who.
        by: Seat,
        /// How many.
        seeds: u32,
    },
    /// A player's lap of the race ends first; he starts (clause: the race).
    RaceWon {
        /// Who.
        by: Seat,
    },
    /// The round ends (clause: the `end when`, `repeated position`, `endless sowing` or line).
    RoundEnds,
    /// Seeds left on the board are dealt out (clause: `remaining seeds`, or the mark's line).
    Remaining {
        /// To whom.
        to: Seat,
        /// From where.
        hole: Hole,
        /// How many.
        seeds: u32,
    },
    /// Seeds left on the board count for nobody, or wait for the next round (clause:
    /// `remaining seeds`).
    LeftOver {
        /// Where.
        hole: Hole,
        /// How many.
        seeds: u32,
    },
    /// The result of the round (clause: `win`, or what ended it where that says who wins).
    RoundResult {
        /// Seeds of South and North.
        totals: [u32; 2],
        /// The winner; `None` is a draw.
        winner: Option<Seat>,
    },
    /// A hole is filled for the next round (clause: the line of the match).
    Fill {
        /// Which.
        hole: Hole,
        /// How many seeds.
        seeds: u32,
        /// Whose seeds, and now whose hole.
        by: Seat,
    },
    /// A hole falls to the other player (clause: `gain`, or the rule on the contested hole).
    Gain {
        /// Which.
        hole: Hole,
        /// To whom.
        by: Seat,
    },
    /// A player cedes seeds to complete a contested hole (clause: the rule on it).
    Cede {
        /// Who gives.
        by: Seat,
        /// How many.
        seeds: u32,
    },
    /// A hole is closed for the round (clause: `close`, or the rule on the contested hole).
    Close {
        /// Which.
        hole: Hole,
    },
    /// Seeds are lent, repaid or given between rounds (clause: `remainder`).
    Pay {
        /// Who gives.
        by: Seat,
        /// How many.
        seeds: u32,
    },
    /// A lot falls to a player (clause: what is drawn for).
    Lot {
        /// To whom.
        to: Seat,
    },
    /// A round begins (clause: `starter`).
    RoundBegins {
        /// Its number, from 1.
        round: u32,
        /// Who starts.
        starter: Seat,
    },
    /// The match ends (clause: `until`).
    MatchEnds {
        /// The winner; `None` is a draw.
        winner: Option<Seat>,
    },
}

/// Receives events. `()` receives none and costs nothing.
pub trait Observer {
    /// Does it look at events at all?
    const ACTIVE: bool = true;

    /// Called for every step, in order.
    fn event(&mut self, event: Event);
}

impl Observer for () {
    const ACTIVE: bool = false;

    fn event(&mut self, _: Event) {}
}

impl Observer for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
