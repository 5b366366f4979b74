//! One of the numbers 0, 1, 2, …

use crate::args::Args;
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let n = args.whole("n", 10_000_000);
    let words: Vec<u64> = (0..n as u64).collect();
    let wanted = match args.choice("where", &["first", "mid", "last", "none"]) {
        "first" => 0,
        "mid" => n as u64 / 2,
        "last" => n as u64 - 1,
        _ => n as u64,
    };
    let run = |found: &mut Option<usize>| *found = words.par_iter().position_first(|w| *w == wanted);
    let answer = |found: &Option<usize>| found.map_or(-1, |i| i as i64).to_string();
    Report::new(n as u64, budget.repeat(&mut None, run, answer))
}
