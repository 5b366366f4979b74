/* Fibonacci numbers: nothing but forks. */
#include "fib.h"
#include "cases.h"

static uint64_t fib(uint64_t n) {
	if (n < 2)
		return n;
	uint64_t a, b;
#pragma omp task shared(a)
	a = fib(n - 1);
	b = fib(n - 2);
#pragma omp taskwait
	return a + b;
}

CASE(fib) {
	uint64_t n = whole(a, "n", 35), found = 0;
	int workers = (int)whole(a, "workers", 2);
	r->ops = fib_forks(n);
	while (next(r)) {
		TIMED(r) {
#pragma omp parallel num_threads(workers)
#pragma omp single
			found = fib(n);
		}
		answer(r, found);
	}
}
