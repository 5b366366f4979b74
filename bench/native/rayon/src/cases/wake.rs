//! From a task's hand-over to an idle pool until its start.

use crate::args::Args;
use crate::measure::{Budget, Samples};
use crate::report::Report;
use std::sync::mpsc;
use std::thread::sleep;
use std::time::{Duration, Instant};

pub fn run(args: &Args, _: &Budget) -> Report {
    let wakes = args.whole("wakes", 200);
    let gap = Duration::from_micros(args.whole("gap", 2000) as u64);
    let mut samples = Samples::new(1);
    for _ in 0..=wakes {
        sleep(gap);
        let mut late = 0.0;
        samples.time(|| {
            let (done, started) = mpsc::channel();
            let begin = Instant::now();
            rayon::spawn(move || done.send(begin.elapsed()).expect("somebody waits"));
            late = started.recv().expect("the task has run").as_nanos() as f64;
        });
        *samples.ns.last_mut().expect("one more sample") = late;
    }
    samples.ns.remove(0); // the warm-up
    samples.cpu_ns.remove(0);
    Report { answer: wakes.to_string(), ops: 1, samples }
}
