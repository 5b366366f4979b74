//! The sum over a balanced tree in memory: loads, and little else, for each fork.

use crate::args::Args;
use crate::measure::Budget;
use crate::report::Report;

struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    value: u64,
}

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

/// A tree of the values from low to high, allocated from the root downwards, left first.
fn grow(low: u64, high: u64) -> Option<Box<Node>> {
    if low > high {
        return None;
    }
    let value = low + (high - low) / 2;
    let mut node = Box::new(Node { left: None, right: None, value });
    node.left = grow(low, value - 1);
    node.right = grow(value + 1, high);
    Some(node)
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
