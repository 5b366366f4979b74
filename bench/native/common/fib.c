#include "fib.h"

__attribute__((noinline)) static uint64_t fib(uint64_t n) {
	if (n < 2)
		return n;
	return fib(n - 1) + fib(n - 2);
}

void run_serial_fib(const struct args *a, struct report *r) {
	volatile uint64_t n = whole(a, "n", 35);
	uint64_t found = 0;
	r->ops = fib_forks(n);
	while (next(r)) {
		TIMED(r) found = fib(n);
		answer(r, found);
	}
}
