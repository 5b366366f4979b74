#include "queens.h"

static uint64_t ends(struct board b) {
	if (b.free == 0)
		return 1;
	uint64_t sum = 0;
	for (; b.free != 0; b = skip(b))
		sum += ends(place(b));
	return sum;
}

uint64_t queens_forks(struct board b) { return ends(b) - 1; }
