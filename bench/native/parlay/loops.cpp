/* Loops of the length that parallel_for chooses by itself for a piece. */
#include "cases.h"
#include "data.h"
#include "skewed.h"
#include <parlay/parallel.h>

/* A loop whose body writes one word: what the loop itself costs. */
CASE(for) {
	uint64_t n = whole(a, "n", 1000000);
	uint64_t *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) parlay::parallel_for(0, n, [=](std::size_t i) { words[i] = i; });
		answer(r, total(words, n));
	}
}

/* A loop over items that cost different amounts of work. */
CASE(for_skewed) {
	uint64_t n = whole(a, "n", 100000);
	uint64_t *steps = skewed_steps(a, n), *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) parlay::parallel_for(0, n, [=](std::size_t i) { words[i] = grind(i + 1, steps[i]); });
		answer(r, total(words, n));
	}
}

static constexpr int loops = 10;

/* A series of short loops, with serial work in between. */
CASE(regions) {
	uint64_t n = whole(a, "n", 256), steps = whole(a, "steps", 80), gap = whole(a, "gap", 0);
	uint64_t *words = new_words(n);
	r->ops = loops;
	while (next(r)) {
		TIMED(r) {
			for (int k = 0; k < loops; k++) {
				/* xorshift never comes to 0 */
				parlay::parallel_for(0, n, [=](std::size_t i) { words[i] = grind(i + 1, steps) == 0 ? n : i; });
				if (grind(2, gap) == 0)
					fail("xorshift has come to 0");
			}
		}
		answer(r, total(words, n));
	}
}
