/* A loop over items that cost different amounts of work. */
#include "skewed.h"
#include "cases.h"
#include "data.h"
#include <oneapi/tbb/parallel_for.h>

CASE(for_skewed) {
	uint64_t n = whole(a, "n", 100000);
	uint64_t *steps = skewed_steps(a, n), *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) tbb::parallel_for(uint64_t(0), n, [=](uint64_t i) { words[i] = grind(i + 1, steps[i]); });
		answer(r, total(words, n));
	}
}
