/* A loop over items that cost different amounts of work. */
#include "cases.h"
#include "data.h"
#include "skewed.h"

CASE(for_skewed) {
	uint64_t n = whole(a, "n", 100000);
	int workers = (int)whole(a, "workers", 2);
	uint64_t *steps = skewed_steps(a, n), *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) {
			/* dynamic, since a share of the indices is no share of the work */
#pragma omp parallel for num_threads(workers) schedule(dynamic)
			for (uint64_t i = 0; i < n; i++)
				words[i] = grind(i + 1, steps[i]);
		}
		answer(r, total(words, n));
	}
}
