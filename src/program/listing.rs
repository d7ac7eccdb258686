//! A readable listing of a program, for people who want to see what the engine runs.

use super::{PlayTable, Program, TableCode};
use crate::board::{Hole, HoleSet};
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "holes {}  stores {}", self.holes, if self.stores { "yes" } else { "no" })?;
        writeln!(f, "seeds {:?}", self.seeds)?;
        writeln!(f, "owned South {}  North {}", Set(self.owners[0]), Set(self.owners[1]))?;
        for (in_force, tables) in self.plays.iter().enumerate() {
            for (mover, table) in ["South", "North"].iter().zip(tables) {
                write!(f, "\nplay {mover}")?;
                if in_force > 0 {
                    write!(f, " frames {in_force:b}")?;
                }
                writeln!(f)?;
                play(f, table)?;
            }
        }
        writeln!(f)?;
        for end in &self.ends {
            writeln!(f, "end [{}] {:?}", end.clause.0, end.cases[0])?;
        }
        writeln!(f, "remaining [{}] {:?}", self.remaining.clause.0, self.remaining.value)?;
        writeln!(f, "grand slam [{}] {:?}", self.grand_slam.clause.0, self.grand_slam.value)?;
        writeln!(f, "endless [{}] {:?}", self.endless.clause.0, self.endless.value)?;
        writeln!(f, "repeated [{}] {:?}", self.repeated.clause.0, self.repeated.value)?;
        if let Some(rounds) = &self.rounds {
            writeln!(f, "match [{}]", rounds.clause.0)?;
            for until in &rounds.until {
                writeln!(f, "  until [{}] {:?}", until.clause.0, until.value)?;
            }
        }
        Ok(())
    }
}

fn play(f: &mut fmt::Formatter<'_>, table: &PlayTable) -> fmt::Result {
    let path: Vec<String> = table.path.iter().map(|Hole(hole)| hole.to_string()).collect();
    writeln!(f, "  path {}", path.join(" "))?;
    writeln!(f, "  laps {}", if table.plain_laps { "whole" } else { "seed by seed" })?;
    writeln!(
        f,
        "  counterclockwise from {}  clockwise from {}",
        Set(table.directions[0]),
        Set(table.directions[1])
    )?;
    for must in &table.must {
        writeln!(f, "  must [{}] {:?}", must.clause.0, must.value)?;
    }
    for prefer in &table.prefer {
        writeln!(f, "  prefer [{}] {:?}", prefer.clause.0, prefer.value)?;
    }
    let tables = [
        ("each seed", &table.each_seed),
        ("start of move", &table.start_of_move),
        ("start of lap", &table.start_of_lap),
        ("end of lap", &table.end_of_lap),
        ("end of turn", &table.end_of_turn),
    ];
    for (name, code) in tables {
        if let Some(code) = code {
            lines(f, name, code)?;
        }
    }
    lines(f, "last seed", &table.last_seed)
}

fn lines(f: &mut fmt::Formatter<'_>, name: &str, code: &TableCode) -> fmt::Result {
    writeln!(f, "  {name}, counts {:#x}", code.counts)?;
    for line in &code.lines {
        writeln!(f, "    [{}] {:?} => {:?} {:?}", line.clause.0, line.test, line.actions, line.then)?;
    }
    Ok(())
}

/// A set of holes as numbers.
struct Set(HoleSet);

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holes: Vec<String> = self.0.iter().map(|Hole(hole)| hole.to_string()).collect();
        write!(f, "{{{}}}", holes.join(" "))
    }
}
