//! rayon's rows: `rayon CASE key=value…` runs one case and prints one line of
//! JSON. Keys, units and answers are in ../README.md.

mod args;
mod board;
mod cases;
mod data;
mod fail;
mod measure;
mod report;
mod tree;

use args::Args;
use measure::Budget;

/// Pools run deep recursions here: a tree of UTS is 1572 levels high.
const STACK: usize = 256 << 20;

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let case = cases::find(&name).unwrap_or_else(|| fail::no_such_case(&name));
    let args = Args::parse(words);
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.whole("workers", 2))
        .stack_size(STACK)
        .build_global()
        .expect("the pool is built once");
    let budget = Budget::new(&args);
    let report = (case.run)(&args, &budget);
    println!("{}", report.json(&name, case.peer));
}
