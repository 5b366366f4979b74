/* A loop whose body writes one word: what the loop itself costs. */
#include "cases.h"
#include "data.h"
#include <oneapi/tbb/parallel_for.h>

CASE(for) {
	uint64_t n = whole(a, "n", 1000000);
	uint64_t *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) tbb::parallel_for(uint64_t(0), n, [=](uint64_t i) { words[i] = i; });
		answer(r, total(words, n));
	}
}
