//! chili's rows: `chili CASE key=value…` runs one case and prints one line of
//! JSON. Keys, units and answers are in ../README.md.

#[path = "../../rayon/src/args.rs"]
mod args;
#[path = "../../rayon/src/board.rs"]
mod board;
mod cases;
#[path = "../../rayon/src/data.rs"]
#[allow(dead_code)] // loops and sorts use the rest
mod data;
#[path = "../../rayon/src/fail.rs"]
mod fail;
#[path = "../../rayon/src/measure.rs"]
#[allow(dead_code)]
mod measure;
#[path = "../../rayon/src/report.rs"]
mod report;
#[path = "../../rayon/src/tree.rs"]
mod tree;

use args::Args;
use chili::{Config, ThreadPool};
use measure::Budget;
use std::num::NonZero;

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let run = cases::find(&name).unwrap_or_else(|| fail::no_such_case(&name));
    let args = Args::parse(words);
    let threads = NonZero::new(args.whole("workers", 2)); // the calling one is one of them
    ThreadPool::with_config(Config { thread_count: threads, ..Config::default() })
        .set_global()
        .expect("the pool is built once");
    let report = run(&args, &Budget::new(&args));
    println!("{}", report.json(&name, "chili"));
}
