/* All ways to place n queens: small irregular tasks. */
#include "queens.h"
#include "cases.h"

/* Of several free squares it takes the first; the others are one task. */
TASK_1(uint64_t, queens, struct board, b)
{
	if (b.free == 0)
		return solutions(b);
	struct board rest = skip(b);
	if (rest.free == 0)
		return CALL(queens, place(b));
	SPAWN(queens, rest);
	uint64_t first = CALL(queens, place(b)), others = SYNC(queens);
	return first + others;
}

CASE(nqueens) {
	struct board empty = empty_board((unsigned)whole(a, "n", 13));
	uint64_t found = 0;
	r->ops = queens_forks(empty);
	while (next(r)) {
		TIMED(r) found = RUN(queens, empty);
		answer(r, found);
	}
}
