//! The sum of numbers in memory.

use crate::args::Args;
use crate::data::input;
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let words = input(args.whole("n", 10_000_000));
    let run = |sum: &mut u64| *sum = words.par_iter().copied().reduce(|| 0, u64::wrapping_add);
    Report::new(words.len() as u64, budget.repeat(&mut 0, run, u64::to_string))
}
