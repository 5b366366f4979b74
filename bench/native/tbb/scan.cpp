/* All sums of the numbers up to each, into a second array. */
#include "cases.h"
#include "data.h"
#include <functional>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_scan.h>

static uint64_t check(const uint64_t *words, uint64_t n) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < n; i++)
		sum += words[i] * (2 * i + 1);
	return sum;
}

CASE(scan) {
	uint64_t n = whole(a, "n", 10000000);
	uint64_t *words = new_input(n), *sums = new_words(n);
	using range = tbb::blocked_range<uint64_t>;
	auto add = [=](const range &part, uint64_t sum, bool final) {
		for (uint64_t i = part.begin(); i < part.end(); i++) {
			sum += words[i];
			if (final)
				sums[i] = sum;
		}
		return sum;
	};
	r->ops = n;
	while (next(r)) {
		TIMED(r) tbb::parallel_scan(range(0, n), uint64_t(0), add, std::plus<>());
		answer(r, check(sums, n));
	}
}
