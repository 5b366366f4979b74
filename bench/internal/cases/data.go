package cases

import "strconv"

const seed = 1 // of all input

// mix returns the ith of a sequence of numbers that look random, all different:
// SplitMix64 of Steele, Lea and Flood, as lab/workload has it with seed 0.
func mix(seed uint64, i int) uint64 {
	z := seed + (uint64(i)+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// input returns the first n of them.
func input(n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = mix(seed, i)
	}
	return out
}

// check depends on the words and on their order.
func check(words []uint64) string {
	var sum uint64
	for i, w := range words {
		sum += w * uint64(2*i+1)
	}
	return decimal(sum)
}

// total is the sum of the words modulo 2⁶⁴.
func total(words []uint64) string {
	var sum uint64
	for _, w := range words {
		sum += w
	}
	return decimal(sum)
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

// grind is work of a known length: a chain of steps, each of which waits for the
// one before: about 2 ns each. The steps are Marsaglia's xorshift, which no compiler
// folds, as LLVM does with a linear generator. It is not inlined, so that all
// callers run the same code.
//
//go:noinline
func grind(x uint64, steps int) uint64 {
	for range steps {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// work is a task of that many steps. The condition, which never holds, is there so that
// the result counts.
func work(i, steps int) {
	if grind(uint64(i)+1, steps) == 0 {
		panic("bench: xorshift has come to 0")
	}
}
