/* A series of short loops, with serial work in between. */
#include "cases.h"
#include "data.h"

enum { LOOPS = 10 };

CASE(regions) {
	uint64_t n = whole(a, "n", 256), steps = whole(a, "steps", 80), gap = whole(a, "gap", 0);
	int workers = (int)whole(a, "workers", 2);
	uint64_t *words = new_words(n);
	r->ops = LOOPS;
	while (next(r)) {
		TIMED(r) {
			for (int k = 0; k < LOOPS; k++) {
#pragma omp parallel for num_threads(workers)
				for (uint64_t i = 0; i < n; i++)
					words[i] = grind(i + 1, steps) == 0 ? n : i; /* xorshift never comes to 0 */
				if (grind(2, gap) == 0)
					fail("xorshift has come to 0");
			}
		}
		answer(r, total(words, n));
	}
}
