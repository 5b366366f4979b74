/* A loop whose body writes one word: what the loop itself costs. */
#include "cases.h"
#include "data.h"

CASE(for) {
	uint64_t n = whole(a, "n", 1000000);
	int workers = (int)whole(a, "workers", 2);
	uint64_t *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) {
#pragma omp parallel for num_threads(workers)
			for (uint64_t i = 0; i < n; i++)
				words[i] = i;
		}
		answer(r, total(words, n));
	}
}
