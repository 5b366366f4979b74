//! A loop over items that cost different amounts of work.

use crate::args::Args;
use crate::data::{grind, mix, total};
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let n = args.whole("n", 100_000);
    let grain = args.whole("grain", 100) as u64;
    let shape = args.choice("shape", &["triangular", "power", "one", "front"]);
    let steps: Vec<u64> = (0..n).map(|i| steps(shape, i as u64, n as u64, grain)).collect();
    let mut words = vec![0u64; n];
    let run = |words: &mut Vec<u64>| {
        words.par_iter_mut().enumerate().for_each(|(i, w)| *w = grind(i as u64 + 1, steps[i]));
    };
    Report::new(n as u64, budget.repeat(&mut words, run, |words| total(words)))
}

/// The work of item i.
fn steps(shape: &str, i: u64, n: u64, grain: u64) -> u64 {
    match shape {
        "triangular" => 2 * grain * i / n,
        "power" => grain * power(mix(1, i as usize).trailing_zeros()) / 2424,
        "one" => grain * if i == n / 2 { 1000 } else { 1 },
        _ => grain * if i < n / 10 { 10 } else { 1 },
    }
}

/// 1000·2^(2k/3): where k or more has a share of 2^-k, this has a tail of exponent 1.5.
fn power(k: u32) -> u64 {
    [1000, 1587, 2520][k as usize % 3] << (k / 3 * 2)
}
