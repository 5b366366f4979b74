/* Fibonacci numbers: nothing but forks. */
#include "fib.h"
#include "cases.h"

TASK_1(uint64_t, fib, uint64_t, n)
{
	if (n < 2)
		return n;
	SPAWN(fib, n - 2);
	uint64_t a = CALL(fib, n - 1), b = SYNC(fib);
	return a + b;
}

CASE(fib) {
	uint64_t n = whole(a, "n", 35), found = 0;
	r->ops = fib_forks(n);
	while (next(r)) {
		TIMED(r) found = RUN(fib, n);
		answer(r, found);
	}
}
