//! Numbers that look random, checksums, and counts of forks.

const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The i-th output of SplitMix64 from seed: Steele, Lea and Flood, OOPSLA 2014.
pub fn mix(seed: u64, i: usize) -> u64 {
    let mut z = seed.wrapping_add((i as u64 + 1).wrapping_mul(GAMMA));
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The input of loops and sorts.
pub fn input(n: usize) -> Vec<u64> {
    (0..n).map(|i| mix(1, i)).collect()
}

/// Depends on the order of the words.
pub fn check(words: impl IntoIterator<Item = u64>) -> String {
    let weighted = |(i, w): (usize, u64)| w.wrapping_mul(2 * i as u64 + 1);
    words.into_iter().enumerate().map(weighted).fold(0, u64::wrapping_add).to_string()
}

pub fn total(words: &[u64]) -> String {
    words.iter().copied().fold(0, u64::wrapping_add).to_string()
}

/// So many steps, each of which waits for the one before: about 2 ns each. They are
/// Marsaglia's xorshift: of a linear generator LLVM would make fewer steps.
pub fn grind(mut x: u64, steps: u64) -> u64 {
    for _ in 0..steps {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    x
}

/// x, but the compiler does not know it. Debian's is older than std::hint::black_box.
pub fn opaque<T: Copy>(x: T) -> T {
    // SAFETY: x is here, and is copied.
    unsafe { std::ptr::read_volatile(&x) }
}

/// How often fib(n) forks: its recursion ends in fib(n+1) leaves.
pub fn fib_forks(n: u64) -> u64 {
    (0..n + 1).fold((0, 1), |(a, b), _| (b, a + b)).0 - 1
}
