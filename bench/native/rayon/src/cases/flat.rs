//! Many tasks of one size, spawned one by one.

use crate::args::Args;
use crate::data::{grind, opaque, total};
use crate::measure::Budget;
use crate::report::Report;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let steps = args.whole("steps", 0) as u64;
    let mut words = vec![0u64; args.whole("n", 100_000)];
    let ops = words.len() as u64;
    let run = |words: &mut Vec<u64>| {
        rayon::scope(|scope| {
            for (i, word) in words.iter_mut().enumerate() {
                scope.spawn(move |_| {
                    opaque(grind(i as u64 + 1, steps));
                    *word = i as u64;
                });
            }
        });
    };
    Report::new(ops, budget.repeat(&mut words, run, |words| total(words)))
}
