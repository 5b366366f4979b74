#include "skewed.h"
#include "data.h"

enum { TRIANGULAR, POWER, ONE, FRONT };

/* 1000·2^(2k/3): where k or more has a share of 2^-k, this has a tail of exponent 1.5. */
static uint64_t power(unsigned k) {
	static const uint64_t thirds[] = {1000, 1587, 2520};
	return thirds[k % 3] << (k / 3 * 2);
}

static uint64_t steps(size_t shape, uint64_t i, uint64_t n, uint64_t grain) {
	switch (shape) {
	case TRIANGULAR:
		return 2 * grain * i / n;
	case POWER:
		return grain * power((unsigned)__builtin_ctzll(mix(1, i))) / 2424;
	case ONE:
		return grain * (i == n / 2 ? 1000 : 1);
	default:
		return grain * (i < n / 10 ? 10 : 1);
	}
}

uint64_t *skewed_steps(const struct args *a, size_t n) {
	static const char *const shapes[] = {"triangular", "power", "one", "front", NULL};
	size_t shape = choice(a, "shape", shapes);
	uint64_t grain = whole(a, "grain", 100);
	uint64_t *list = new_words(n);
	for (size_t i = 0; i < n; i++)
		list[i] = steps(shape, i, n, grain);
	return list;
}
