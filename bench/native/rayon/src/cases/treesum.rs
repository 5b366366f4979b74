//! The sum over a balanced tree in memory: loads, and little else, for each fork.

use crate::args::Args;
use crate::measure::Budget;
use crate::report::Report;
use crate::tree::{grow, Node};

/// Called from outside the pool.
pub fn once(args: &Args, budget: &Budget) -> Report {
    measure(args, budget, (1 << 24) - 1)
}

/// Called by a task.
pub fn inside(args: &Args, budget: &Budget) -> Report {
    rayon::scope(|_| measure(args, budget, 1023))
}

fn measure(args: &Args, budget: &Budget, nodes: usize) -> Report {
    let nodes = args.whole("nodes", nodes) as u64;
    let root = grow(1, nodes);
    let run = |found: &mut u64| *found = root.as_deref().map_or(0, sum);
    Report::new(nodes, budget.repeat(&mut 0, run, u64::to_string))
}

fn sum(node: &Node) -> u64 {
    match (&node.left, &node.right) {
        (Some(left), Some(right)) => {
            let (l, r) = rayon::join(|| sum(left), || sum(right));
            node.value + l + r
        }
        (Some(only), None) | (None, Some(only)) => node.value + sum(only),
        (None, None) => node.value,
    }
}
