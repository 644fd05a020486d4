//! Information-set tree search: one tree, walked in one world after the other.
//!
//! At the root every move that is still in the [`Race`] is tried in each world. Further down a node stands for what the
//! searching player has seen since the root. Which moves are legal differs from world to world, so a move is judged
//! against the others by how often it *could* have been chosen, not by how often its parent was visited. Nodes lie in one block of memory taken beforehand; a walk allocates nothing.

use std::ops::RangeInclusive;

use space::{Stopped, Stream, Watch};

use crate::race::Race;
use crate::solve::PositionSolver;
use crate::{Moves, Position, Side};

/// When a search has done enough.
#[derive(Clone, Copy)]
pub enum Budget<'a> {
    /// After so many walks, in all trees together: the same seed gives the same answer. The last world is tried with all
    /// moves or not at all, so it may be a few less; and one world is tried in any case.
    Iterations(u64),
    /// When this says that the time is up. It is asked every [`WORLDS_A_TIME`] worlds, and so many are tried in any case.
    Until(&'a (dyn Fn() -> bool + Sync)),
}

/// How many worlds a tree tries between two questions whether the time is up.
pub const WORLDS_A_TIME: u64 = 8;

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How many trees are grown; what they found is added up. With the feature `threads` each grows on a thread of its own,
    /// and one tree on the caller's; without it they grow one after the other.
    pub trees: u32,
    /// How deep the tree may grow; with 1 every move at the root is simply played out (flat Monte Carlo).
    pub depth: u32,
    /// How often a node below the root must have been visited before its moves are tried one by one; until then games
    /// are played out from it.
    pub ripe: u32,
    /// How much a move below the root that was seldom tried is favoured, in parts of the range of values.
    pub exploration: f64,
    /// Whether ends are solved with open cards.
    pub solve: bool,
    /// Whether play below the tree follows the game's heuristic, or is any legal move at random.
    pub heuristic_playouts: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            trees: 1,
            depth: u32::MAX,
            ripe: 60,
            exploration: 0.4,
            solve: true,
            heuristic_playouts: true,
        }
    }
}

/// What the search found out about a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveEstimate {
    /// The move.
    pub number: u8,
    /// How often it was tried.
    pub visits: u64,
    /// Its mean value to the first side.
    pub value: f64,
    /// Half the width of the 95% interval of that mean.
    pub interval: f64,
}

/// What the search found out.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The moves at the root: those that were longest in the race first, of equals the better first.
    pub moves: Vec<MoveEstimate>,
    /// How many walks it took.
    pub iterations: u64,
    /// In how many worlds.
    pub worlds: u64,
    /// Whether it was stopped before it had done enough. What it found by then is here, which may be nothing at all.
    pub stopped: bool,
}

impl SearchResult {
    /// The best of those that were in the race to the end.
    pub fn best(&self) -> Option<&MoveEstimate> {
        self.moves.first()
    }
}

/// The most nodes that a tree may have: 40 MB of them. What comes after is played out from the leaves.
const MOST_NODES: u64 = 1 << 20;

/// Searches for the best move of whoever is to move in `worlds`, which all have the same legal moves at the root.
///
/// `worlds` draws a world; tree `i` of seed `s` has the random stream `(s, i)`, so that with a budget of iterations the
/// same seed and number of trees give the same answer. `range` is what values lie in.
///
/// It looks at the watch before each world, and every thousand positions of a world that it solves. Stopped, it comes back
/// with what it has and says so ([`SearchResult::stopped`]): the last world may have been tried with some of the moves only,
/// and if it was stopped before the first there are no moves.
pub fn search<P: Position>(
    worlds: &(impl Fn(&mut Stream) -> P + Sync),
    range: RangeInclusive<f64>,
    options: &Options,
    budget: Budget<'_>,
    seed: u64,
    watch: &Watch,
) -> SearchResult {
    let trees = options.trees.clamp(1, 1024) as u64;
    let share = |i: u64| match budget {
        Budget::Iterations(n) => Budget::Iterations(n / trees + (i < n % trees) as u64),
        until => until,
    };
    let grow = |i: u64| {
        let rng = space::stream(seed, i);
        Tree::grow(worlds, &range, options, share(i), rng, watch)
    };
    add_up(&each_tree(trees, grow), &range)
}

/// Grows the trees, each on a thread of its own; one tree on the caller's.
#[cfg(feature = "threads")]
fn each_tree(trees: u64, grow: impl Fn(u64) -> Tree + Sync) -> Vec<Tree> {
    if trees == 1 {
        return vec![grow(0)];
    }
    let grow = &grow;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..trees).map(|i| scope.spawn(move || grow(i))).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .map(|tree| tree.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// Grows the trees, one after the other.
#[cfg(not(feature = "threads"))]
fn each_tree(trees: u64, grow: impl Fn(u64) -> Tree) -> Vec<Tree> {
    (0..trees).map(grow).collect()
}

const NONE: u32 = u32::MAX;

/// A node, which is also the move that leads to it.
#[derive(Clone, Copy)]
struct Node {
    number: u8,
    first_child: u32,
    sibling: u32,
    visits: u32,
    /// How often it could have been chosen.
    available: u32,
    /// Of values in parts of the range, for the side that made the move.
    sum: f64,
    squares: f64,
}

impl Node {
    fn new(number: u8, sibling: u32) -> Node {
        Node {
            number,
            first_child: NONE,
            sibling,
            visits: 0,
            available: 1,
            sum: 0.0,
            squares: 0.0,
        }
    }
}

struct Tree {
    nodes: Vec<Node>,
    /// The nodes of the walk, and who moved into each.
    path: Vec<(u32, Side)>,
    root_side: Side,
    iterations: u64,
    worlds: u64,
    stopped: bool,
}

impl Tree {
    fn grow<P: Position>(
        worlds: &impl Fn(&mut Stream) -> P,
        range: &RangeInclusive<f64>,
        options: &Options,
        budget: Budget<'_>,
        mut rng: Stream,
        watch: &Watch,
    ) -> Tree {
        let room = match budget {
            Budget::Iterations(n) => n.saturating_add(1).min(MOST_NODES),
            Budget::Until(_) => MOST_NODES,
        };
        let mut tree = Tree {
            nodes: Vec::with_capacity(room as usize),
            path: Vec::with_capacity(64),
            root_side: Side::First,
            iterations: 0,
            worlds: 0,
            stopped: false,
        };
        tree.nodes.push(Node::new(0, NONE));
        let mut world = seen(worlds(&mut rng), &mut rng);
        let Some(side) = world.to_move() else {
            return tree;
        };
        tree.root_side = side;
        let mut race = Race::new(world.moves());
        let mut solver = PositionSolver::new(watch);
        loop {
            let luck = rng.clone();
            let tried = watch.look().and_then(|()| {
                tree.worlds += 1;
                race.run(|number| {
                    // The same luck for all moves: they differ by what they are worth, and by nothing else.
                    rng.clone_from(&luck);
                    tree.walk(world.clone(), number, range, options, &mut solver, &mut rng)
                })
            });
            if tried.is_err() {
                tree.stopped = true;
                break;
            }
            let next = race.len() as u64;
            let done = match budget {
                Budget::Iterations(n) => tree.iterations + next > n,
                // To ask for the time may cost as much as a walk.
                Budget::Until(is_up) => tree.worlds.is_multiple_of(WORLDS_A_TIME) && is_up(),
            };
            if done || next == 0 {
                break;
            }
            world = seen(worlds(&mut rng), &mut rng);
        }
        tree
    }

    /// Begins with a move of the root, and comes back with what it is worth to the side to move there, in parts of the
    /// range.
    fn walk<P: Position>(
        &mut self,
        mut world: P,
        first: u8,
        range: &RangeInclusive<f64>,
        options: &Options,
        solver: &mut PositionSolver,
        rng: &mut Stream,
    ) -> Result<f64, Stopped> {
        self.iterations += 1;
        self.path.clear();
        let mut at = 0;
        let mut new = false;
        while let Some(side) = world.to_move() {
            let ripe = at == 0 || self.nodes[at as usize].visits >= options.ripe;
            if new || !ripe || self.path.len() as u32 >= options.depth {
                break;
            }
            let moves = match at {
                0 => Moves::one(first),
                _ => world.moves(),
            };
            let Some(child) = self.descend(at, moves, options, rng, &mut new) else {
                break;
            };
            self.path.push((child, side));
            world.make(self.nodes[child as usize].number);
            world = seen(world, rng);
            at = child;
        }
        let value = play_out(world, range, options, solver, rng)?;
        let (low, high) = (*range.start(), *range.end());
        let share = (value - low) / (high - low);
        for &(node, side) in &self.path {
            let share = for_side(share, side);
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += share;
            node.squares += share * share;
        }
        Ok(for_side(share, self.root_side))
    }

    /// The child to go on with: one that was never tried, while there are such, else the one that promises most.
    #[inline]
    fn descend(
        &mut self,
        at: u32,
        moves: Moves,
        options: &Options,
        rng: &mut Stream,
        new: &mut bool,
    ) -> Option<u32> {
        let mut untried = moves;
        let mut best = (NONE, f64::NEG_INFINITY);
        let mut child = self.nodes[at as usize].first_child;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            if moves.has(node.number) {
                untried = untried.without(node.number);
                node.available += 1;
                let visits = node.visits as f64;
                // The logarithm need not be exact, and is quicker in 32 bits.
                let luck = ((node.available as f32).ln() as f64 / visits).sqrt();
                let promise = node.sum / visits + options.exploration * luck;
                if promise > best.1 {
                    best = (child, promise);
                }
            }
            child = node.sibling;
        }
        if untried.is_empty() {
            return Some(best.0);
        }
        if self.nodes.len() == self.nodes.capacity() {
            return (best.0 != NONE).then_some(best.0);
        }
        let index = space::nearly_below(untried.len() as u32, rng) as usize;
        let number = untried.nth(index)?;
        let made = self.nodes.len() as u32;
        let sibling = std::mem::replace(&mut self.nodes[at as usize].first_child, made);
        self.nodes.push(Node::new(number, sibling));
        *new = true;
        Some(made)
    }

    fn children(&self, at: u32) -> impl Iterator<Item = &Node> {
        let mut child = self.nodes[at as usize].first_child;
        std::iter::from_fn(move || {
            let node = self.nodes.get(child as usize)?;
            child = node.sibling;
            Some(node)
        })
    }
}

/// The same world after the moves, if any, that the searching player does not see.
#[inline]
fn seen<P: Position>(mut world: P, rng: &mut Stream) -> P {
    while world.to_move().is_some() && world.is_hidden() {
        let number = world.heuristic_move(rng);
        world.make(number);
    }
    world
}

/// What is worth this much to the first side, in parts of the range, to a side.
fn for_side(share: f64, side: Side) -> f64 {
    match side {
        Side::First => share,
        Side::Second => 1.0 - share,
    }
}

fn play_out<P: Position>(
    mut world: P,
    range: &RangeInclusive<f64>,
    options: &Options,
    solver: &mut PositionSolver,
    rng: &mut Stream,
) -> Result<f64, Stopped> {
    while world.to_move().is_some() {
        if options.solve && world.is_endgame() {
            return solver.value(&world, *range.start(), *range.end());
        }
        let number = if options.heuristic_playouts {
            world.heuristic_move(rng)
        } else {
            let moves = world.moves();
            let index = space::nearly_below(moves.len() as u32, rng) as usize;
            moves.nth(index).unwrap_or_default()
        };
        world.make(number);
    }
    Ok(world.value())
}

fn add_up(trees: &[Tree], range: &RangeInclusive<f64>) -> SearchResult {
    let (low, width) = (*range.start(), range.end() - range.start());
    let mut moves: Vec<MoveEstimate> = Vec::new();
    for number in 0..64 {
        let (mut visits, mut sum, mut squares) = (0u64, 0.0, 0.0);
        for tree in trees {
            for node in tree.children(0).filter(|node| node.number == number) {
                visits += node.visits as u64;
                // Back to the first side's values.
                let n = node.visits as f64;
                let (s, q) = (node.sum, node.squares);
                let (s, q) = match tree.root_side {
                    Side::First => (s, q),
                    Side::Second => (n - s, n - 2.0 * s + q),
                };
                sum += s;
                squares += q;
            }
        }
        if visits == 0 {
            continue;
        }
        let n = visits as f64;
        let mean = sum / n;
        let spread = (squares / n - mean * mean).max(0.0);
        moves.push(MoveEstimate {
            number,
            visits,
            value: low + mean * width,
            interval: 1.96 * width * (spread / (n - 1.0).max(1.0)).sqrt(),
        });
    }
    let worth = |of: &MoveEstimate| match trees.first().map(|tree| tree.root_side) {
        Some(Side::Second) => -of.value,
        _ => of.value,
    };
    moves.sort_by(|a, b| {
        let by_worth = worth(b).total_cmp(&worth(a));
        b.visits.cmp(&a.visits).then(by_worth)
    });
    SearchResult {
        moves,
        iterations: trees.iter().map(|tree| tree.iterations).sum(),
        worlds: trees.iter().map(|tree| tree.worlds).sum(),
        stopped: trees.iter().any(|tree| tree.stopped),
    }
}
