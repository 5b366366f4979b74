//! crossbeam's deque by itself: its owner alone, or with a thief.

use crate::args::Args;
use crate::data::opaque;
use crate::measure::Budget;
use crate::report::Report;
use crossbeam_deque::{Steal, Stealer, Worker};

pub fn run(args: &Args, budget: &Budget) -> Report {
    let n = args.whole("n", 1_000_000) as u64;
    let run: fn(u64) -> u64 = match args.choice("how", &["alone", "steal"]) {
        "alone" => alone,
        _ => stolen,
    };
    Report::new(n, budget.repeat(&mut 0, |sum| *sum = run(n), u64::to_string))
}

/// The owner pushes one and pops it.
fn alone(n: u64) -> u64 {
    let own = Worker::new_lifo();
    let mut sum = 0;
    for i in 0..n {
        own.push(opaque(i));
        sum += own.pop().expect("pushed just now");
    }
    sum
}

/// The owner pushes all, and a thief steals them at the same time.
fn stolen(n: u64) -> u64 {
    let own = Worker::new_lifo();
    let theirs = own.stealer();
    std::thread::scope(|scope| {
        let thief = scope.spawn(move || steal(&theirs, n));
        (0..n).for_each(|i| own.push(i));
        thief.join().expect("no panic")
    })
}

fn steal(from: &Stealer<u64>, n: u64) -> u64 {
    let (mut sum, mut got) = (0, 0);
    while got < n {
        match from.steal() {
            Steal::Success(i) => (sum, got) = (sum + i, got + 1),
            Steal::Empty | Steal::Retry => std::hint::spin_loop(),
        }
    }
    sum
}
