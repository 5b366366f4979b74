//! All ways to place n queens: small irregular tasks.

use crate::args::Args;
use crate::board::{ends, Board};
use crate::measure::Budget;
use crate::report::Report;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let empty = Board::empty(args.whole("n", 13));
    let run = |found: &mut u64| *found = queens(empty);
    Report::new(ends(empty) - 1, budget.repeat(&mut 0, run, u64::to_string))
}

/// Of several free squares it takes the first; the others are one task.
fn queens(b: Board) -> u64 {
    if b.free == 0 {
        return b.solutions();
    }
    let rest = b.skip();
    if rest.free == 0 {
        return queens(b.place());
    }
    let (first, others) = rayon::join(|| queens(b.place()), || queens(rest));
    first + others
}
