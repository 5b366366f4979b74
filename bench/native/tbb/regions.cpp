/* A series of short loops, with serial work in between. */
#include "cases.h"
#include "data.h"
#include <oneapi/tbb/parallel_for.h>

static constexpr int loops = 10;

CASE(regions) {
	uint64_t n = whole(a, "n", 256), steps = whole(a, "steps", 80), gap = whole(a, "gap", 0);
	uint64_t *words = new_words(n);
	r->ops = loops;
	while (next(r)) {
		TIMED(r) {
			for (int k = 0; k < loops; k++) {
				/* xorshift never comes to 0 */
				tbb::parallel_for(uint64_t(0), n, [=](uint64_t i) { words[i] = grind(i + 1, steps) == 0 ? n : i; });
				if (grind(2, gap) == 0)
					fail("xorshift has come to 0");
			}
		}
		answer(r, total(words, n));
	}
}
