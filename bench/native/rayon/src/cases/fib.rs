//! Fibonacci numbers: nothing but forks.

use crate::args::Args;
use crate::data::{fib_forks, opaque};
use crate::measure::Budget;
use crate::report::Report;

pub fn serial(args: &Args, budget: &Budget) -> Report {
    measure(args, budget, fib_serial)
}

pub fn forked(args: &Args, budget: &Budget) -> Report {
    measure(args, budget, fib)
}

fn measure(args: &Args, budget: &Budget, fib: fn(u64) -> u64) -> Report {
    let n = args.whole("n", 35) as u64;
    let run = |f: &mut u64| *f = fib(opaque(n));
    Report::new(fib_forks(n), budget.repeat(&mut 0, run, u64::to_string))
}

pub fn fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = rayon::join(|| fib(n - 1), || fib(n - 2));
    a + b
}

#[inline(never)]
fn fib_serial(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    fib_serial(n - 1) + fib_serial(n - 2)
}
