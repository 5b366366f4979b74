//! Ten children for each task.

use crate::args::Args;
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

const FAN: u64 = 10;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let leaves = FAN.pow(args.whole("k", 6) as u32);
    let run = |sum: &mut u64| *sum = skynet(0, leaves);
    Report::new(leaves - 1, budget.repeat(&mut 0, run, u64::to_string))
}

/// The sum over the leaves [first, first+leaves).
fn skynet(first: u64, leaves: u64) -> u64 {
    if leaves == 1 {
        return first;
    }
    let below = leaves / FAN;
    (0..FAN).into_par_iter().map(|i| skynet(first + i * below, below)).sum()
}
