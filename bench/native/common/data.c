#include "data.h"
#include "args.h"
#include "measure.h"

uint64_t steps_for(uint64_t ns) {
	const uint64_t steps = 1 << 16;
	uint64_t fastest = UINT64_MAX;
	for (int i = 0; i < 9; i++) {
		volatile uint64_t x = 1;
		uint64_t begin = now(CLOCK_MONOTONIC);
		x = grind(x, steps);
		uint64_t took = now(CLOCK_MONOTONIC) - begin;
		if (took < fastest)
			fastest = took;
	}
	return (ns * steps + fastest / 2) / fastest;
}

uint64_t *new_words(size_t n) {
	uint64_t *words = (uint64_t *)calloc(n + 1, sizeof *words); /* at least one: null is an error */
	if (!words)
		fail("no memory for %zu words", n);
	return words;
}

uint64_t total(const uint64_t *words, size_t n) {
	uint64_t sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += words[i];
	return sum;
}
