/* Ten children for each task. */
#include "cases.h"

enum { FAN = 10 };

/* The sum over the leaves [first, first+leaves). */
static uint64_t skynet(uint64_t first, uint64_t leaves) {
	if (leaves == 1)
		return first;
	uint64_t below = leaves / FAN, sums[FAN], sum = 0;
	for (uint64_t i = 1; i < FAN; i++) {
#pragma omp task shared(sums)
		sums[i] = skynet(first + i * below, below);
	}
	sums[0] = skynet(first, below);
#pragma omp taskwait
	for (int i = 0; i < FAN; i++)
		sum += sums[i];
	return sum;
}

CASE(skynet) {
	uint64_t leaves = 1, found = 0;
	int workers = (int)whole(a, "workers", 2);
	for (uint64_t k = whole(a, "k", 6); k > 0; k--)
		leaves *= FAN;
	r->ops = leaves - 1;
	while (next(r)) {
		TIMED(r) {
#pragma omp parallel num_threads(workers)
#pragma omp single
			found = skynet(0, leaves);
		}
		answer(r, found);
	}
}
