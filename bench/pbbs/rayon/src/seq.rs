//! The operations on sequences of the Go package seq.

use crate::forks::{each, parts, Shared};
use std::cmp::Ordering;

pub const GRAIN: usize = 1024;
const BLOCK: usize = 2048;

fn blocks(n: usize) -> usize {
    n.div_ceil(BLOCK)
}

pub fn map<T: Copy + Default + Send, F: Fn(usize) -> T + Sync>(n: usize, grain: usize, f: F) -> Vec<T> {
    let mut out = vec![T::default(); n];
    let shared = Shared::of(&mut out);
    // SAFETY: each index is one task's.
    each(n, grain, |i| unsafe { shared.set(i, f(i)) });
    out
}

/// The same for values that are no plain data.
pub fn lists<T: Send, F: Fn(usize) -> T + Sync>(n: usize, f: F) -> Vec<T> {
    fn go<T: Send, F: Fn(usize) -> T + Sync>(from: usize, to: usize, f: &F) -> Vec<T> {
        if to - from <= 1 {
            return (from..to).map(f).collect();
        }
        let middle = from + (to - from) / 2;
        let (mut low, high) = rayon::join(|| go(from, middle, f), || go(middle, to, f));
        low.extend(high);
        low
    }
    go(0, n, &f)
}

fn serial_scan(a: &mut [usize]) -> usize {
    let mut sum = 0;
    for x in a {
        sum += std::mem::replace(x, sum);
    }
    sum
}

pub fn scan(a: &mut [usize]) -> usize {
    let n = a.len();
    let shared = Shared::of(a);
    let range = |b: usize| (b * BLOCK, n.min((b + 1) * BLOCK));
    // SAFETY: the blocks are apart.
    let mut sums =
        map(blocks(n), 1, |b| unsafe { shared.part(range(b).0, range(b).1).iter().sum::<usize>() });
    let total = serial_scan(&mut sums);
    each(blocks(n), 1, |b| {
        let mut sum = sums[b];
        for x in unsafe { shared.part(range(b).0, range(b).1) } {
            sum += std::mem::replace(x, sum);
        }
    });
    total
}

pub fn pack<T: Copy + Default + Send>(
    n: usize,
    keep: impl Fn(usize) -> bool + Sync,
    value: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let range = |b: usize| b * BLOCK..n.min((b + 1) * BLOCK);
    let mut starts = map(blocks(n), 1, |b| range(b).filter(|&i| keep(i)).count());
    let mut out = vec![T::default(); serial_scan(&mut starts)];
    let shared = Shared::of(&mut out);
    each(blocks(n), 1, |b| {
        let mut at = starts[b];
        for i in range(b).filter(|&i| keep(i)) {
            // SAFETY: the starts are the sums of what the blocks keep.
            unsafe { shared.set(at, value(i)) };
            at += 1;
        }
    });
    out
}

/// Writes the elements by their keys to out, stably, and returns where each key begins.
pub fn group<T: Copy + Send + Sync>(
    input: &[T],
    out: &mut [T],
    buckets: usize,
    key: impl Fn(&T) -> usize + Sync,
) -> Vec<usize> {
    let n = input.len();
    let size = BLOCK.max(8 * buckets);
    let count = n.div_ceil(size);
    let of = |b: usize| &input[b * size..n.min((b + 1) * size)];
    let mut next = vec![0u32; count * buckets];
    let counts = Shared::of(&mut next);
    each(count, 1, |b| {
        // SAFETY: the counts of the blocks are apart.
        let own = unsafe { counts.part(b * buckets, (b + 1) * buckets) };
        of(b).iter().for_each(|x| own[key(x)] += 1);
    });
    let mut starts = map(buckets + 1, 1.max(GRAIN / 1.max(count)), |k| {
        let mut sum = 0;
        if k < buckets {
            for b in 0..count {
                // SAFETY: the counts of the keys are apart.
                let cell = unsafe { &mut counts.part(b * buckets + k, b * buckets + k + 1)[0] };
                sum += std::mem::replace(cell, sum);
            }
        }
        sum as usize
    });
    scan(&mut starts);
    let shared = Shared::of(out);
    each(count, 1, |b| {
        let own = unsafe { counts.part(b * buckets, (b + 1) * buckets) };
        own.iter_mut().zip(&starts).for_each(|(c, s)| *c += *s as u32);
        for x in of(b) {
            let c = &mut own[key(x)];
            // SAFETY: each element has a place of its own.
            unsafe { shared.set(*c as usize, *x) };
            *c += 1;
        }
    });
    starts
}

pub fn radix_sort<T: Copy + Send + Sync + Default>(
    a: &mut Vec<T>,
    bits: u32,
    key: impl Fn(&T) -> u64 + Sync,
) {
    let mut other = vec![T::default(); a.len()];
    let mut swapped = false;
    for shift in (0..bits).step_by(8) {
        let width = 8.min(bits - shift);
        group(a, &mut other, 1 << width, |x| (key(x) >> shift & ((1 << width) - 1)) as usize);
        std::mem::swap(a, &mut other);
        swapped = !swapped;
    }
    if swapped {
        copy(a, &mut other);
        std::mem::swap(a, &mut other);
    }
}

pub fn copy<T: Copy + Send + Sync>(from: &[T], to: &mut [T]) {
    let shared = Shared::of(to);
    // SAFETY: the parts are apart.
    parts(0, from.len(), 4 * GRAIN, &|low, high| unsafe {
        shared.part(low, high).copy_from_slice(&from[low..high])
    });
}

const ALONE: usize = 512;

pub fn sort<T: Copy + Send + Sync + Default>(a: &mut [T], compare: &(impl Fn(&T, &T) -> Ordering + Sync)) {
    let mut other = vec![T::default(); a.len()];
    merge_sort(a, &mut other, false, compare);
}

fn merge_sort<T: Copy + Send + Sync>(
    a: &mut [T],
    other: &mut [T],
    there: bool,
    compare: &(impl Fn(&T, &T) -> Ordering + Sync),
) {
    if a.len() <= ALONE {
        a.sort_unstable_by(compare);
        if there {
            other.copy_from_slice(a);
        }
        return;
    }
    let middle = a.len() / 2;
    {
        let (a, b) = a.split_at_mut(middle);
        let (c, d) = other.split_at_mut(middle);
        rayon::join(|| merge_sort(a, c, !there, compare), || merge_sort(b, d, !there, compare));
    }
    if there {
        merge(&a[..middle], &a[middle..], other, compare);
    } else {
        merge(&other[..middle], &other[middle..], a, compare);
    }
}

fn merge<T: Copy + Send + Sync>(
    x: &[T],
    y: &[T],
    out: &mut [T],
    compare: &(impl Fn(&T, &T) -> Ordering + Sync),
) {
    if x.len() + y.len() <= 8 * ALONE {
        let (mut i, mut j) = (0, 0);
        for o in out {
            if j == y.len() || i < x.len() && compare(&x[i], &y[j]).is_le() {
                *o = x[i];
                i += 1;
            } else {
                *o = y[j];
                j += 1;
            }
        }
        return;
    }
    let (x, y) = if x.len() < y.len() { (y, x) } else { (x, y) };
    let i = x.len() / 2;
    let j = y.partition_point(|e| compare(e, &x[i]).is_lt());
    let (low, high) = out.split_at_mut(i + j);
    rayon::join(|| merge(&x[..i], &y[..j], low, compare), || merge(&x[i..], &y[j..], high, compare));
}
