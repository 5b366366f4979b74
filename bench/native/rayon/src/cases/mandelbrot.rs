//! A loop over lines that cost what nobody knows.

use crate::args::Args;
use crate::data::mix;
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;

// The whole set lies in the square from -2-1.25i to 0.5+1.25i.
const LEFT: f64 = -2.0;
const TOP: f64 = -1.25;
const SIDE: f64 = 2.5;

pub fn run(args: &Args, budget: &Budget) -> Report {
    let view = View {
        width: args.whole("width", 800),
        height: args.whole("height", 800),
        limit: args.whole("limit", 1000),
    };
    let run = |sum: &mut u64| *sum = view.draw();
    let times = budget.repeat(&mut 0, run, |sum| format!("{sum:016x}"));
    Report::new((view.width * view.height) as u64, times)
}

struct View {
    width: usize,
    height: usize,
    limit: usize,
}

impl View {
    fn draw(&self) -> u64 {
        (0..self.height).into_par_iter().map(|y| self.line(y)).reduce(|| 0, u64::wrapping_add)
    }

    /// The checksum of the line's points.
    fn line(&self, y: usize) -> u64 {
        let im = TOP + SIDE * (y as f64 + 0.5) / self.height as f64;
        let point = |x: usize| {
            let re = LEFT + SIDE * (x as f64 + 0.5) / self.width as f64;
            mix(0, y * self.width + x).wrapping_mul(escape(re, im, self.limit))
        };
        (0..self.width).map(point).fold(0, u64::wrapping_add)
    }
}

/// After how many steps of z to z²+c |z| is above 2, or limit.
fn escape(re: f64, im: f64, limit: usize) -> u64 {
    let (mut x, mut y) = (0.0, 0.0);
    for n in 0..limit {
        let (xx, yy) = (x * x, y * y);
        if xx + yy > 4.0 {
            return n as u64;
        }
        (x, y) = (xx - yy + re, 2.0 * x * y + im);
    }
    limit as u64
}
