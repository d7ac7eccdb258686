//! Monte Carlo tree search: each play-out goes down a tree of positions by the rule of upper
//! confidence bounds (UCT), adds a position to it, and ends the round at random.

use super::players::{Stream, below, value};
use crate::board::Seat;
use crate::engine::{Due, Engine, Move, Position};

/// Most positions in a tree; beyond them it only gains numbers.
const MOST_NODES: usize = 100_000;
/// Plies after which a random end of a round is judged as it stands.
const LONGEST_PLAYOUT: u32 = 400;

/// A position that has been reached.
struct Node {
    mover: Seat,
    /// Does nobody choose here (a race or a lot)?
    chance: bool,
    branches: Vec<Branch>,
}

/// A move from it.
struct Branch {
    played: Move,
    visits: f64,
    /// Play-outs won by who chose it, a draw being half a win.
    won: f64,
    child: Option<usize>,
}

impl Node {
    fn new(engine: &Engine, position: &Position) -> Node {
        let mut moves = Vec::new();
        engine.legal_moves(position, &mut moves);
        Node {
            mover: position.to_move,
            chance: matches!(position.due, Due::Race | Due::Lot(_)),
            branches: moves
                .into_iter()
                .map(|played| Branch { played, visits: 0.0, won: 0.0, child: None })
                .collect(),
        }
    }

    /// The branch to follow; none where the round is over.
    fn select(&self, random: &mut Stream) -> Option<usize> {
        if self.chance {
            return (!self.branches.is_empty()).then(|| below(random, self.branches.len()));
        }
        let visits: f64 = self.branches.iter().map(|branch| branch.visits).sum();
        let bound = |branch: &Branch| {
            if branch.visits == 0.0 {
                f64::INFINITY
            } else {
                branch.won / branch.visits + (2.0 * visits.ln() / branch.visits).sqrt()
            }
        };
        let bounds: Vec<f64> = self.branches.iter().map(bound).collect();
        (0..bounds.len()).max_by(|one, other| bounds[*one].total_cmp(&bounds[*other]))
    }
}

/// The move that was played out most often; none if there is none.
pub(super) fn search(
    engine: &Engine,
    position: &Position,
    playouts: u32,
    random: &mut Stream,
) -> Option<Move> {
    let seat = position.to_move;
    let mut tree = vec![Node::new(engine, position)];
    let mut next = position.clone();
    let (mut path, mut listed) = (Vec::new(), Vec::new());
    for _ in 0..playouts {
        next.copy_from(position);
        path.clear();
        let mut at = 0;
        while let Some(index) = tree[at].select(random) {
            engine.play_legal(&mut next, tree[at].branches[index].played, &mut ());
            path.push((at, index));
            match tree[at].branches[index].child {
                Some(child) => at = child,
                None => {
                    if tree.len() < MOST_NODES {
                        tree[at].branches[index].child = Some(tree.len());
                        tree.push(Node::new(engine, &next));
                    }
                    break;
                }
            }
        }
        for _ in 0..LONGEST_PLAYOUT {
            if next.round_over() {
                break;
            }
            engine.legal_moves(&next, &mut listed);
            let Some(&played) = listed.get(below(random, listed.len())) else { break };
            engine.play_legal(&mut next, played, &mut ());
        }
        let won = match value(engine, &next, seat).signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        for &(node, index) in &path {
            let own = tree[node].mover == seat;
            let branch = &mut tree[node].branches[index];
            branch.visits += 1.0;
            branch.won += if own { won } else { 1.0 - won };
        }
    }
    let most = tree[0].branches.iter().max_by(|one, other| one.visits.total_cmp(&other.visits))?;
    Some(most.played)
}
