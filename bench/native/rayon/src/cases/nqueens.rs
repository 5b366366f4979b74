//! All ways to place n queens: small irregular tasks.

use crate::args::Args;
use crate::measure::Budget;
use crate::report::Report;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let empty = Board::empty(args.whole("n", 13));
    let run = |found: &mut u64| *found = queens(empty);
    Report::new(ends(empty) - 1, budget.repeat(&mut 0, run, u64::to_string))
}

/// Queens stand on its first rows. Bit c of each word is about column c of the next row.
#[derive(Clone, Copy)]
struct Board {
    cols: u32, // 1: a queen stands in the column, or the board ends before it
    left: u32, // 1: attacked along a diagonal
    right: u32,
    free: u32, // 1: to be tried
}

impl Board {
    fn empty(n: usize) -> Board {
        let cols = u32::MAX << n;
        Board { cols, left: 0, right: 0, free: !cols }
    }

    /// With a queen on the first free square.
    fn place(self) -> Board {
        let queen = self.free & self.free.wrapping_neg();
        let cols = self.cols | queen;
        let left = (self.left | queen) << 1;
        let right = (self.right | queen) >> 1;
        Board { cols, left, right, free: !(cols | left | right) }
    }

    /// With the first free square left untried.
    fn skip(self) -> Board {
        Board { free: self.free & (self.free - 1), ..self }
    }

    /// Of a board without a free square: complete, or a dead end.
    fn solutions(self) -> u64 {
        u64::from(self.cols == u32::MAX)
    }
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

/// Solutions and dead ends together: one more than there are forks.
fn ends(mut b: Board) -> u64 {
    if b.free == 0 {
        return 1;
    }
    let mut sum = 0;
    while b.free != 0 {
        sum += ends(b.place());
        b = b.skip();
    }
    sum
}
