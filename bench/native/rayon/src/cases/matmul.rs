//! A product of matrices by halves: regular tasks with heavy leaves.

use crate::args::Args;
use crate::data::mix;
use crate::measure::Budget;
use crate::report::Report;

const BLOCK: usize = 64; // of this side or less is not divided
const LIMIT: usize = 100; // of the numbers, which are whole: sums are exact in any order

pub fn run(args: &Args, budget: &Budget) -> Report {
    let n = args.whole("n", 1024);
    let (a, b) = (noise(n, 0), noise(n, n * n));
    let mut c = vec![0.0; n * n];
    let run = |c: &mut Vec<f64>| {
        c.fill(0.0);
        multiply(Block::of(c, n), View::of(&a, n), View::of(&b, n));
    };
    Report::new((n * n * n) as u64, budget.repeat(&mut c, run, |c| checksum(c, n)))
}

fn noise(n: usize, from: usize) -> Vec<f64> {
    let range = 2 * LIMIT as u64 + 1;
    (0..n * n).map(|i| (mix(0, from + i) % range) as f64 - LIMIT as f64).collect()
}

/// The sum of all numbers, each with a factor for its row and one for its column.
fn checksum(c: &[f64], n: usize) -> String {
    let row = |i: usize| mix(0, 2 * i) | 1;
    let col = |j: usize| mix(0, 2 * j + 1) | 1;
    let mut sum = 0u64;
    for i in 0..n {
        for j in 0..n {
            let x = c[i * n + j] as i64 as u64;
            sum = sum.wrapping_add(row(i).wrapping_mul(col(j)).wrapping_mul(x));
        }
    }
    format!("{sum:016x}")
}

/// A block of a matrix that is read.
#[derive(Clone, Copy)]
struct View<'a> {
    rows: usize,
    cols: usize,
    stride: usize,
    data: &'a [f64],
}

impl<'a> View<'a> {
    fn of(data: &'a [f64], n: usize) -> View<'a> {
        View { rows: n, cols: n, stride: n, data }
    }

    fn row(&self, i: usize) -> &'a [f64] {
        &self.data[i * self.stride..][..self.cols]
    }

    fn upper_and_lower(self) -> (Self, Self) {
        let rows = self.rows / 2;
        (
            View { rows, ..self },
            View { rows: self.rows - rows, data: &self.data[rows * self.stride..], ..self },
        )
    }

    fn left_and_right(self) -> (Self, Self) {
        let cols = self.cols / 2;
        (View { cols, ..self }, View { cols: self.cols - cols, data: &self.data[cols..], ..self })
    }
}

/// A block of the result. Blocks that are in use at once have no number in common,
/// but their rows lie between each other's.
struct Block {
    rows: usize,
    cols: usize,
    stride: usize,
    data: *mut f64,
}

// SAFETY: it is as good as a &mut to the numbers of the block.
unsafe impl Send for Block {}

impl Block {
    fn of(data: &mut [f64], n: usize) -> Block {
        Block { rows: n, cols: n, stride: n, data: data.as_mut_ptr() }
    }

    fn part(&self, row: usize, col: usize, rows: usize, cols: usize) -> Block {
        // SAFETY: the part lies within the block.
        let data = unsafe { self.data.add(row * self.stride + col) };
        Block { rows, cols, stride: self.stride, data }
    }

    fn row(&mut self, i: usize) -> &mut [f64] {
        // SAFETY: nobody else has this block.
        unsafe { std::slice::from_raw_parts_mut(self.data.add(i * self.stride), self.cols) }
    }

    fn whole(&self) -> Block {
        self.part(0, 0, self.rows, self.cols)
    }
}

/// Adds a·b to c. It halves the largest side; halves of the sum go to the same c,
/// one after the other.
fn multiply(c: Block, a: View, b: View) {
    let (rows, cols, inner) = (c.rows, c.cols, a.cols);
    if rows.max(cols).max(inner) <= BLOCK {
        add_product(c, a, b);
    } else if rows >= cols.max(inner) {
        let (upper, lower) = a.upper_and_lower();
        let (x, y) = (c.part(0, 0, rows / 2, cols), c.part(rows / 2, 0, rows - rows / 2, cols));
        rayon::join(|| multiply(x, upper, b), || multiply(y, lower, b));
    } else if cols >= inner {
        let (left, right) = b.left_and_right();
        let (x, y) = (c.part(0, 0, rows, cols / 2), c.part(0, cols / 2, rows, cols - cols / 2));
        rayon::join(|| multiply(x, a, left), || multiply(y, a, right));
    } else {
        let (left, right) = a.left_and_right();
        let (upper, lower) = b.upper_and_lower();
        multiply(c.whole(), left, upper);
        multiply(c, right, lower);
    }
}

#[inline(never)]
fn add_product(mut c: Block, a: View, b: View) {
    for i in 0..c.rows {
        let sums = c.row(i);
        for (k, x) in a.row(i).iter().enumerate() {
            for (sum, y) in sums.iter_mut().zip(b.row(k)) {
                *sum += x * y;
            }
        }
    }
}
