/* All ways to place n queens: small irregular tasks. */
#include "cases.h"
#include "queens.h"

/* Of several free squares it takes the first; the others are one task. */
static uint64_t queens(struct board b) {
	if (b.free == 0)
		return solutions(b);
	struct board rest = skip(b);
	if (rest.free == 0)
		return queens(place(b));
	uint64_t first, others;
#pragma omp task shared(others)
	others = queens(rest);
	first = queens(place(b));
#pragma omp taskwait
	return first + others;
}

CASE(nqueens) {
	struct board empty = empty_board((unsigned)whole(a, "n", 13));
	int workers = (int)whole(a, "workers", 2);
	uint64_t found = 0;
	r->ops = queens_forks(empty);
	while (next(r)) {
		TIMED(r) {
#pragma omp parallel num_threads(workers)
#pragma omp single
			found = queens(empty);
		}
		answer(r, found);
	}
}
