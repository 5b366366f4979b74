/* Fibonacci numbers: nothing but forks. */
#include "fib.h"
#include "cases.h"
#include <oneapi/tbb/parallel_invoke.h>

uint64_t fib(uint64_t n) {
	if (n < 2)
		return n;
	uint64_t a, b;
	tbb::parallel_invoke([&] { a = fib(n - 1); }, [&] { b = fib(n - 2); });
	return a + b;
}

CASE(fib) {
	uint64_t n = whole(a, "n", 35), found = 0;
	r->ops = fib_forks(n);
	while (next(r)) {
		TIMED(r) found = fib(n);
		answer(r, found);
	}
}
