/* Many tasks of one size, spawned one by one. */
#include "cases.h"
#include "data.h"
#include <oneapi/tbb/task_group.h>

CASE(flat) {
	uint64_t n = whole(a, "n", 100000), steps = whole(a, "steps", 0);
	uint64_t *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) {
			tbb::task_group group;
			for (uint64_t i = 0; i < n; i++)
				group.run([=] {
					volatile uint64_t ground = grind(i + 1, steps);
					(void)ground;
					words[i] = i;
				});
			group.wait();
		}
		answer(r, total(words, n));
	}
}
