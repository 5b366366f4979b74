//! A series of short loops, with serial work in between.

use crate::args::Args;
use crate::data::{grind, total};
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

const LOOPS: u64 = 10;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let mut words = vec![0u64; args.whole("n", 256)];
    let (steps, gap) = (args.whole("steps", 80) as u64, args.whole("gap", 0) as u64);
    let run = |words: &mut Vec<u64>| {
        for _ in 0..LOOPS {
            words.par_iter_mut().enumerate().for_each(|(i, w)| {
                assert_ne!(grind(i as u64 + 1, steps), 0);
                *w = i as u64;
            });
            assert_ne!(grind(2, gap), 0);
        }
    };
    Report::new(LOOPS, budget.repeat(&mut words, run, |words| total(words)))
}
