//! Ten children for each task.

use crate::args::Args;
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

const FAN: u64 = 10;

pub fn joined(args: &Args, budget: &Budget) -> Report {
    run(skynet, args, budget)
}

pub fn iterated(args: &Args, budget: &Budget) -> Report {
    run(iterate, args, budget)
}

fn run(skynet: fn(u64, u64) -> u64, args: &Args, budget: &Budget) -> Report {
    let leaves = FAN.pow(args.whole("k", 6) as u32);
    let once = |sum: &mut u64| *sum = skynet(0, leaves);
    Report::new(leaves - 1, budget.repeat(&mut 0, once, u64::to_string))
}

/// The sum over the leaves [first, first+leaves).
fn skynet(first: u64, leaves: u64) -> u64 {
    if leaves == 1 {
        return first;
    }
    children(first, leaves / FAN, FAN)
}

/// The sum over so many children, of so many leaves each: nine joins for ten.
fn children(first: u64, leaves: u64, count: u64) -> u64 {
    if count == 1 {
        return skynet(first, leaves);
    }
    let (one, others) = rayon::join(|| skynet(first, leaves), || children(first + leaves, leaves, count - 1));
    one + others
}

/// The same by an iterator, which forks about three times for ten children.
fn iterate(first: u64, leaves: u64) -> u64 {
    if leaves == 1 {
        return first;
    }
    let below = leaves / FAN;
    (0..FAN).into_par_iter().map(|i| iterate(first + i * below, below)).sum()
}
