/* Fibonacci numbers: the serial twin, and what both have in common. */
#pragma once
#include "measure.h"

/* The recursion for n ends in fib_by_additions(n+1) leaves. */
static inline uint64_t fib_by_additions(uint64_t n) {
	uint64_t a = 0, b = 1;
	for (; n > 0; n--) {
		uint64_t sum = a + b;
		a = b;
		b = sum;
	}
	return a;
}

static inline uint64_t fib_forks(uint64_t n) { return fib_by_additions(n + 1) - 1; }

/* The case serial-fib. */
void run_serial_fib(const struct args *a, struct report *r);
