//! The cases. A scope is what chili's users hand down their recursion.

use crate::args::Args;
use crate::board::{ends, Board};
use crate::data::{fib_forks, opaque};
use crate::measure::Budget;
use crate::report::Report;
use crate::tree::{grow, Node};
use chili::Scope;

type Run = fn(&Args, &Budget) -> Report;

pub fn find(name: &str) -> Option<Run> {
    match name {
        "fib" => Some(run_fib),
        "treesum" => Some(run_treesum),
        "treesum-small" => Some(run_treesum_small),
        "nqueens" => Some(run_nqueens),
        _ => None,
    }
}

fn run_fib(args: &Args, budget: &Budget) -> Report {
    let n = args.whole("n", 35) as u64;
    let run = |found: &mut u64| *found = fib(opaque(n), &mut Scope::global());
    Report::new(fib_forks(n), budget.repeat(&mut 0, run, u64::to_string))
}

fn fib(n: u64, scope: &mut Scope<'_>) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = scope.join(|s| fib(n - 1, s), |s| fib(n - 2, s));
    a + b
}

/// Each repetition has a scope of its own, as a call from outside.
fn run_treesum(args: &Args, budget: &Budget) -> Report {
    let nodes = args.whole("nodes", (1 << 24) - 1) as u64;
    let root = grow(1, nodes);
    let run = |found: &mut u64| *found = root.as_deref().map_or(0, |root| sum(root, &mut Scope::global()));
    Report::new(nodes, budget.repeat(&mut 0, run, u64::to_string))
}

/// All repetitions have one scope, as calls of a task.
fn run_treesum_small(args: &Args, budget: &Budget) -> Report {
    let nodes = args.whole("nodes", 1023) as u64;
    let root = grow(1, nodes);
    let mut scope = Scope::global();
    let run = |found: &mut u64| *found = root.as_deref().map_or(0, |root| sum(root, &mut scope));
    Report::new(nodes, budget.repeat(&mut 0, run, u64::to_string))
}

fn sum(node: &Node, scope: &mut Scope<'_>) -> u64 {
    match (&node.left, &node.right) {
        (Some(left), Some(right)) => {
            let (l, r) = scope.join(|s| sum(left, s), |s| sum(right, s));
            node.value + l + r
        }
        (Some(only), None) | (None, Some(only)) => node.value + sum(only, scope),
        (None, None) => node.value,
    }
}

fn run_nqueens(args: &Args, budget: &Budget) -> Report {
    let empty = Board::empty(args.whole("n", 13));
    let run = |found: &mut u64| *found = queens(empty, &mut Scope::global());
    Report::new(ends(empty) - 1, budget.repeat(&mut 0, run, u64::to_string))
}

/// Of several free squares it takes the first; the others are one task.
fn queens(b: Board, scope: &mut Scope<'_>) -> u64 {
    if b.free == 0 {
        return b.solutions();
    }
    let rest = b.skip();
    if rest.free == 0 {
        return queens(b.place(), scope);
    }
    let (first, others) = scope.join(|s| queens(b.place(), s), |s| queens(rest, s));
    first + others
}
