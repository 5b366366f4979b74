use crate::forks::{each, Shared};
use crate::seq::{copy, group, map, pack, radix_sort, sort, GRAIN};
use crate::Run;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// The bytes of numbers; all machines that this runs on are little-endian.
pub fn bytes<T: Copy>(a: Vec<T>) -> Vec<u8> {
    // SAFETY: T is plain data without padding.
    unsafe { std::slice::from_raw_parts(a.as_ptr().cast(), std::mem::size_of_val(&a[..])) }.to_vec()
}

pub fn numbers<T: Copy>(b: &[u8]) -> Vec<T> {
    let size = std::mem::size_of::<T>();
    // SAFETY: T is plain data, for which all bits are values.
    b.chunks_exact(size).map(|c| unsafe { c.as_ptr().cast::<T>().read_unaligned() }).collect()
}

fn clone<T: Copy + Default + Send + Sync>(from: &[T]) -> Vec<T> {
    let mut to = vec![T::default(); from.len()];
    copy(from, &mut to);
    to
}

/// The last number of the input says something about the others.
fn with_last(input: Vec<u8>) -> (Vec<u32>, u32) {
    let mut all: Vec<u32> = numbers(&input);
    let last = all.pop().expect("a number");
    (all, last)
}

pub fn integers(input: Vec<u8>) -> Run {
    let (keys, bits) = with_last(input);
    Box::new(move || {
        let mut a = clone(&keys);
        radix_sort(&mut a, bits, |x| *x as u64);
        Box::new(move || bytes(a))
    })
}

pub fn pairs(input: Vec<u8>) -> Run {
    let (flat, bits) = with_last(input);
    let all: Vec<(u32, u32)> = flat.chunks(2).map(|c| (c[0], c[1])).collect();
    Box::new(move || {
        let mut a = clone(&all);
        radix_sort(&mut a, bits, |x| x.0 as u64);
        Box::new(move || bytes(a.iter().flat_map(|x| [x.0, x.1]).collect()))
    })
}

pub fn reals(input: Vec<u8>) -> Run {
    let all: Vec<f64> = numbers(&input);
    Box::new(move || {
        let mut a = clone(&all);
        sort(&mut a, &|x: &f64, y: &f64| x.partial_cmp(y).expect("no NaN"));
        Box::new(move || bytes(a))
    })
}

pub fn histogram(input: Vec<u8>) -> Run {
    let (keys, buckets) = with_last(input);
    Box::new(move || {
        let mut counts = vec![0u32; buckets as usize];
        count(&keys, &mut counts, 0);
        Box::new(move || bytes(counts))
    })
}

fn count(keys: &[u32], counts: &mut [u32], base: u32) {
    const FEW: usize = 8192;
    const GROUPS: usize = 256;
    if keys.len() <= FEW {
        keys.iter().for_each(|k| counts[(k - base) as usize] += 1);
    } else if counts.len() <= FEW {
        count_blocks(keys, counts, base);
    } else {
        let shift = usize::BITS - ((counts.len() - 1) / GROUPS).leading_zeros();
        let mut grouped = vec![0u32; keys.len()];
        let starts = group(keys, &mut grouped, GROUPS, |k| ((k - base) >> shift) as usize);
        let (width, shared) = (counts.len(), Shared::of(counts));
        each(GROUPS, 1, |g| {
            let low = g << shift;
            if low < width {
                // SAFETY: the counts of the groups are apart.
                let own = unsafe { shared.part(low, width.min(low + (1 << shift))) };
                count(&grouped[starts[g]..starts[g + 1]], own, base + low as u32);
            }
        });
    }
}

fn count_blocks(keys: &[u32], counts: &mut [u32], base: u32) {
    let width = counts.len();
    let size = 8192.max(8 * width);
    let blocks = keys.len().div_ceil(size);
    let mut apart = vec![0u32; blocks * width];
    let shared = Shared::of(&mut apart);
    each(blocks, 1, |b| {
        // SAFETY: the counts of the blocks are apart.
        let own = unsafe { shared.part(b * width, (b + 1) * width) };
        keys[b * size..keys.len().min((b + 1) * size)].iter().for_each(|k| own[(k - base) as usize] += 1);
    });
    let sums = map(width, 1.max(GRAIN / blocks), |k| (0..blocks).map(|b| apart[b * width + k]).sum::<u32>());
    copy(&sums, counts);
}

fn hash64(u: u64) -> u64 {
    let mut v = u.wrapping_mul(3935559000370003845).wrapping_add(2691343689449507681);
    v ^= v >> 21;
    v ^= v << 37;
    v ^= v >> 4;
    v = v.wrapping_mul(4768777513237032717);
    v ^= v << 20;
    v ^= v >> 41;
    v ^ v << 5
}

pub fn duplicates(input: Vec<u8>) -> Run {
    let keys: Vec<u32> = numbers(&input);
    let size = (2 * keys.len()).next_power_of_two().max(2);
    Box::new(move || {
        let table: Vec<AtomicU32> = zeros(size);
        each(keys.len(), GRAIN / 4, |i| {
            let mut at = hash64(keys[i] as u64) as usize & (size - 1);
            loop {
                let there = table[at].load(SeqCst);
                if there == 0 && table[at].compare_exchange(0, i as u32 + 1, SeqCst, SeqCst).is_ok() {
                    return;
                }
                if keys[table[at].load(SeqCst) as usize - 1] == keys[i] {
                    return;
                }
                at = (at + 1) & (size - 1);
            }
        });
        let of = |at: usize| table[at].load(SeqCst) as usize;
        let out = pack(size, |at| of(at) > 0, |at| keys[of(at) - 1]);
        Box::new(move || bytes(out))
    })
}

pub fn zeros(n: usize) -> Vec<AtomicU32> {
    let mut plain = std::mem::ManuallyDrop::new(vec![0u32; n]);
    // SAFETY: an AtomicU32 has the size and the alignment of a u32.
    unsafe { Vec::from_raw_parts(plain.as_mut_ptr().cast(), n, plain.capacity()) }
}
