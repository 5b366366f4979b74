/* Numbers that look random, checksums, and work of a known length. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The i-th output of SplitMix64 from seed: Steele, Lea and Flood, OOPSLA 2014. */
static inline uint64_t mix(uint64_t seed, uint64_t i) {
	uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15;
	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
	z = (z ^ z >> 27) * 0x94D049BB133111EB;
	return z ^ z >> 31;
}

/* So many steps, each of which waits for the one before: about 2 ns each. They are
 * Marsaglia's xorshift: of a linear generator LLVM would make fewer steps. */
static inline uint64_t grind(uint64_t x, uint64_t steps) {
	while (steps-- > 0) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
	return x;
}

/* n words of memory, all of them zero. */
uint64_t *new_words(size_t n);

/* The first n outputs of SplitMix64 from seed 1. */
uint64_t *new_input(size_t n);

/* The sum of the words. */
uint64_t total(const uint64_t *words, size_t n);
