/* Many tasks of one size, spawned one by one. */
#include "cases.h"
#include "data.h"

static void spawn_all(uint64_t *words, uint64_t n, uint64_t steps) {
	for (uint64_t i = 0; i < n; i++) {
#pragma omp task
		words[i] = i + (grind(i + 1, steps) == 0); /* it never is, but who knows */
	}
#pragma omp taskwait
}

CASE(flat) {
	uint64_t n = whole(a, "n", 100000), steps = whole(a, "steps", 0);
	int workers = (int)whole(a, "workers", 2);
	uint64_t *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) {
#pragma omp parallel num_threads(workers)
#pragma omp single
			spawn_all(words, n, steps);
		}
		answer(r, total(words, n));
	}
}
