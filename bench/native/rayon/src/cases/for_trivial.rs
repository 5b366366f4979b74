//! A loop whose body writes one word: what the loop itself costs.

use crate::args::Args;
use crate::data::total;
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let mut words = vec![0u64; args.whole("n", 1_000_000)];
    let ops = words.len() as u64;
    let run = |words: &mut Vec<u64>| words.par_iter_mut().enumerate().for_each(|(i, w)| *w = i as u64);
    Report::new(ops, budget.repeat(&mut words, run, |words| total(words)))
}
