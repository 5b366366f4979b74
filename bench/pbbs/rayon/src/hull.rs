use crate::seq::{lists, map, pack, GRAIN};
use crate::sorts::{bytes, numbers};
use crate::Run;

type Point = (f64, f64);

fn area(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

pub fn quickhull(input: Vec<u8>) -> Run {
    let flat: Vec<f64> = numbers(&input);
    let points: Vec<Point> = flat.chunks(2).map(|c| (c[0], c[1])).collect();
    Box::new(move || {
        let out = Hull(&points).all();
        Box::new(move || bytes(out))
    })
}

struct Hull<'a>(&'a [Point]);

const BLOCK: usize = 2048;

impl Hull<'_> {
    fn all(&self) -> Vec<u32> {
        let n = self.0.len();
        let better =
            |left: bool, i: usize, j: usize| (self.0[j] < self.0[i]) == left && self.0[i] != self.0[j];
        let ends = lists(n.div_ceil(BLOCK), |b| {
            let mut best = (b * BLOCK, b * BLOCK);
            for i in b * BLOCK..n.min((b + 1) * BLOCK) {
                best = (
                    if better(true, best.0, i) { i } else { best.0 },
                    if better(false, best.1, i) { i } else { best.1 },
                );
            }
            best
        });
        let (left, right) = ends
            .into_iter()
            .reduce(|a, b| {
                (
                    if better(true, a.0, b.0) { b.0 } else { a.0 },
                    if better(false, a.1, b.1) { b.1 } else { a.1 },
                )
            })
            .expect("a point");
        let (left, right) = (left as u32, right as u32);
        let every = map(n, GRAIN, |i| i as u32);
        let (upper, lower) = rayon::join(
            || self.side(&self.above(&every, left, right), left, right),
            || self.side(&self.above(&every, right, left), right, left),
        );
        let mut out = vec![left];
        out.extend(upper);
        if left != right {
            out.push(right);
            out.extend(lower);
        }
        out
    }

    fn height(&self, i: u32, a: u32, b: u32) -> f64 {
        area(self.0[a as usize], self.0[b as usize], self.0[i as usize])
    }

    fn above(&self, some: &[u32], a: u32, b: u32) -> Vec<u32> {
        pack(some.len(), |k| self.height(some[k], a, b) > 0.0, |k| some[k])
    }

    fn farther(&self, i: u32, j: u32, a: u32, b: u32) -> u32 {
        if self.height(j, a, b) > self.height(i, a, b) {
            j
        } else {
            i
        }
    }

    fn side(&self, some: &[u32], a: u32, b: u32) -> Vec<u32> {
        if some.len() <= 256 {
            return self.serial(some, a, b);
        }
        let far = lists(some.len().div_ceil(BLOCK), |k| {
            let block = &some[k * BLOCK..some.len().min((k + 1) * BLOCK)];
            block.iter().copied().reduce(|i, j| self.farther(i, j, a, b)).expect("a point")
        })
        .into_iter()
        .reduce(|i, j| self.farther(i, j, a, b))
        .expect("a point");
        let (mut first, second) = rayon::join(
            || self.side(&self.above(some, a, far), a, far),
            || self.side(&self.above(some, far, b), far, b),
        );
        first.push(far);
        first.extend(second);
        first
    }

    fn serial(&self, some: &[u32], a: u32, b: u32) -> Vec<u32> {
        let Some(far) = some.iter().copied().reduce(|i, j| self.farther(i, j, a, b)) else {
            return Vec::new();
        };
        let over =
            |from, to| some.iter().copied().filter(|&i| self.height(i, from, to) > 0.0).collect::<Vec<u32>>();
        let mut out = self.serial(&over(a, far), a, far);
        out.push(far);
        out.extend(self.serial(&over(far, b), far, b));
        out
    }
}
