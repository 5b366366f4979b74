//! Algorithms of bench/pbbs on rayon::join: the same ones as in Go, for problems whose input the
//! Go program sends. It says on standard input
//!
//!     NAME WORKERS BYTES         and then the input
//!     turn                       answered by the nanoseconds that one run took
//!     answer                     answered by BYTES, and then the answer of the last turn
//!
//! in lines, and ends the program by closing it. Numbers are little-endian.

mod forks;
mod graphs;
mod hull;
mod seq;
mod sorts;
mod texts;

use std::io::{self, BufRead, Read, Write};
use std::time::Instant;

/// A problem with its input. What a run returns makes bytes of the answer, when the time has been taken.
type Run = Box<dyn Fn() -> Answer + Sync + Send>;
type Answer = Box<dyn FnOnce() -> Vec<u8> + Send>;

fn problem(name: &str, input: Vec<u8>) -> Run {
    match name {
        "integerSort" => sorts::integers(input),
        "integerSortPairs" => sorts::pairs(input),
        "comparisonSort" => sorts::reals(input),
        "histogram" => sorts::histogram(input),
        "removeDuplicates" => sorts::duplicates(input),
        "wordCounts" => texts::counts(input),
        "invertedIndex" => texts::index(input),
        "convexHull" => hull::quickhull(input),
        "breadthFirstSearch" => graphs::search(input),
        _ => panic!("there is no problem {name:?}"),
    }
}

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = String::new();
    input.read_line(&mut line)?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut data = vec![0; words[2].parse().expect("a number of bytes")];
    input.read_exact(&mut data)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(words[1].parse().expect("a number of workers"))
        .build()
        .expect("a pool");
    let run = problem(words[0], data);
    let mut answer: Option<Answer> = None;
    for line in input.lines() {
        match line?.as_str() {
            "turn" => {
                drop(answer.take());
                let begun = Instant::now();
                answer = Some(pool.install(&run));
                writeln!(output, "{}", begun.elapsed().as_nanos())?;
            }
            "answer" => {
                let bytes = answer.take().expect("a turn before")();
                writeln!(output, "{}", bytes.len())?;
                output.write_all(&bytes)?;
            }
            other => panic!("{other:?}: want turn or answer"),
        }
        output.flush()?;
    }
    Ok(())
}
