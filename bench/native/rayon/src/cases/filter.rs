//! Half of the numbers, in order, into new memory.

use crate::args::Args;
use crate::data::{check, input};
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let words = input(args.whole("n", 10_000_000));
    let run = |kept: &mut Vec<u64>| *kept = words.par_iter().copied().filter(|w| w % 2 == 0).collect();
    let times = budget.repeat(&mut Vec::new(), run, |kept| check(kept.iter().copied()));
    Report::new(words.len() as u64, times)
}
