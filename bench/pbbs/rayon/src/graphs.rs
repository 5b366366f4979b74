use crate::forks::{each, parts, Shared};
use crate::seq::{map, pack, scan, GRAIN};
use crate::sorts::{bytes, numbers, zeros};
use crate::Run;
use std::sync::atomic::Ordering::SeqCst;

const NONE: u32 = u32::MAX;

/// The input: the number of vertices, where the neighbours of each begin, an end, and the neighbours.
pub fn search(input: Vec<u8>) -> Run {
    let all: Vec<u32> = numbers(&input);
    let n = all[0] as usize;
    let (offsets, neighbours) = (all[1..n + 2].to_vec(), all[n + 2..].to_vec());
    Box::new(move || {
        let of = |v: u32| &neighbours[offsets[v as usize] as usize..offsets[v as usize + 1] as usize];
        let parents = zeros(n);
        each(n, GRAIN, |v| parents[v].store(NONE, SeqCst));
        parents[0].store(0, SeqCst);
        let mut level = vec![0u32];
        while !level.is_empty() {
            let mut at = map(level.len(), GRAIN, |k| of(level[k]).len());
            let mut next = vec![0u32; scan(&mut at)];
            let shared = Shared::of(&mut next);
            parts(0, level.len(), 64, &|from, to| {
                for k in from..to {
                    let list = of(level[k]);
                    each(list.len(), GRAIN, |j| {
                        let cell = &parents[list[j] as usize];
                        let new = cell.load(SeqCst) == NONE
                            && cell.compare_exchange(NONE, level[k], SeqCst, SeqCst).is_ok();
                        // SAFETY: each edge has a place of its own.
                        unsafe { shared.set(at[k] + j, if new { list[j] } else { NONE }) };
                    });
                }
            });
            level = pack(next.len(), |k| next[k] != NONE, |k| next[k]);
        }
        let out = map(n, GRAIN, |v| parents[v].load(SeqCst));
        Box::new(move || bytes(out))
    })
}
