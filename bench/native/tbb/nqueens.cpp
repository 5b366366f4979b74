/* All ways to place n queens: small irregular tasks. */
#include "cases.h"
#include "queens.h"
#include <oneapi/tbb/parallel_invoke.h>

/* Of several free squares it takes the first; the others are one task. */
static uint64_t queens(board b) {
	if (b.free == 0)
		return solutions(b);
	board rest = skip(b);
	if (rest.free == 0)
		return queens(place(b));
	uint64_t first, others;
	tbb::parallel_invoke([&] { first = queens(place(b)); }, [&] { others = queens(rest); });
	return first + others;
}

CASE(nqueens) {
	board empty = empty_board((unsigned)whole(a, "n", 13));
	uint64_t found = 0;
	r->ops = queens_forks(empty);
	while (next(r)) {
		TIMED(r) found = queens(empty);
		answer(r, found);
	}
}
