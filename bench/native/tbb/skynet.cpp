/* Ten children for each task. */
#include "cases.h"
#include <numeric>
#include <oneapi/tbb/task_group.h>

static constexpr uint64_t fan = 10;

/* The sum over the leaves [first, first+leaves). */
static uint64_t skynet(uint64_t first, uint64_t leaves) {
	if (leaves == 1)
		return first;
	uint64_t below = leaves / fan, sums[fan];
	tbb::task_group group;
	for (uint64_t i = 1; i < fan; i++)
		group.run([&sums, first, below, i] { sums[i] = skynet(first + i * below, below); });
	group.run_and_wait([&sums, first, below] { sums[0] = skynet(first, below); });
	return std::accumulate(sums, sums + fan, uint64_t(0));
}

CASE(skynet) {
	uint64_t leaves = 1, found = 0;
	for (uint64_t k = whole(a, "k", 6); k > 0; k--)
		leaves *= fan;
	r->ops = leaves - 1;
	while (next(r)) {
		TIMED(r) found = skynet(0, leaves);
		answer(r, found);
	}
}
