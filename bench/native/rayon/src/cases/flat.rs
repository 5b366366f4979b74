//! Many tasks of one size, spawned one by one.

use crate::args::Args;
use crate::data::{grind, total};
use crate::measure::{Budget, Report};
use std::hint::black_box;
use std::time::Instant;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let steps = steps_for(args.whole("grain", 0) as f64);
    let mut words = vec![0u64; args.whole("n", 100_000)];
    let ops = words.len() as u64;
    let run = |words: &mut Vec<u64>| {
        rayon::scope(|scope| {
            for (i, word) in words.iter_mut().enumerate() {
                scope.spawn(move |_| {
                    black_box(grind(i as u64, steps));
                    *word = i as u64;
                });
            }
        });
    };
    Report::new(ops, budget.repeat(&mut words, run, |words| total(words)))
}

/// How many steps of grind last so many nanoseconds: by the fastest of some tries.
fn steps_for(ns: f64) -> u64 {
    const STEPS: u64 = 1 << 16;
    let time = |_| {
        let begin = Instant::now();
        black_box(grind(black_box(1), STEPS));
        begin.elapsed().as_nanos()
    };
    let fastest = (0..9).map(time).min().unwrap_or(1).max(1);
    (ns * STEPS as f64 / fastest as f64).round() as u64
}
