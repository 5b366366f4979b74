//! One file a case.

mod deque;
mod fib;
mod filter;
mod find;
mod flat;
mod for_skewed;
mod for_trivial;
mod idle;
mod mandelbrot;
mod matmul;
mod nqueens;
mod regions;
mod sha1;
mod skynet;
mod sort;
mod sum;
mod treesum;
mod uts;
mod wake;

use crate::args::Args;
use crate::measure::Budget;
use crate::report::Report;

pub struct Case {
    name: &'static str,
    pub peer: &'static str,
    pub run: fn(&Args, &Budget) -> Report,
}

const fn of(peer: &'static str, name: &'static str, run: fn(&Args, &Budget) -> Report) -> Case {
    Case { name, peer, run }
}

const ALL: &[Case] = &[
    of("rayon", "serial-fib", fib::serial),
    of("rayon", "fib", fib::forked),
    of("rayon", "treesum", treesum::once),
    of("rayon", "treesum-small", treesum::inside),
    of("rayon", "nqueens", nqueens::run),
    of("rayon", "uts", uts::run),
    of("rayon", "matmul", matmul::run),
    of("rayon", "mandelbrot", mandelbrot::run),
    of("rayon", "for", for_trivial::run),
    of("rayon", "for-skewed", for_skewed::run),
    of("rayon", "regions", regions::run),
    of("rayon", "sum", sum::run),
    of("rayon", "filter", filter::run),
    of("rayon", "find", find::run),
    of("rayon", "sort", sort::run),
    of("rayon", "skynet", skynet::joined),
    of("rayon", "skynet-iterator", skynet::iterated),
    of("rayon", "flat", flat::run),
    of("rayon", "wake", wake::run),
    of("rayon", "idle", idle::run),
    of("crossbeam-deque", "deque", deque::run),
];

pub fn find(name: &str) -> Option<&'static Case> {
    ALL.iter().find(|case| case.name == name)
}
