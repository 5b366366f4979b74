//! What an open pool takes while it has nothing to do.

use super::fib::fib;
use crate::args::Args;
use crate::data::opaque;
use crate::measure::{Budget, Samples};
use crate::report::Report;
use std::thread::sleep;
use std::time::Duration;

pub fn run(args: &Args, _: &Budget) -> Report {
    let time = Duration::from_secs(args.whole("seconds", 2) as u64);
    opaque(fib(25));
    let mut samples = Samples::new(1);
    samples.time(|| sleep(time));
    Report { answer: "0".to_string(), ops: 1, samples }
}
