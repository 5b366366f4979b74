/* The sum of numbers in memory. */
#include "cases.h"
#include "data.h"
#include <functional>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

CASE(sum) {
	uint64_t n = whole(a, "n", 10000000), found = 0;
	uint64_t *words = new_input(n);
	using range = tbb::blocked_range<uint64_t>;
	auto add = [=](const range &part, uint64_t sum) {
		for (uint64_t i = part.begin(); i < part.end(); i++)
			sum += words[i];
		return sum;
	};
	r->ops = n;
	while (next(r)) {
		TIMED(r) found = tbb::parallel_reduce(range(0, n), uint64_t(0), add, std::plus<>());
		answer(r, found);
	}
}
