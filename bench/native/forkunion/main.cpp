/* The rows of Fork Union: `forkunion CASE key=value…`. Keys, units and answers are in
 * ../README.md. Its threads spin and yield; the one that calls is one of them. */
#include "data.h"
#include "program.h"
#include "skewed.h"
#include <fork_union.hpp>
#include <utility>

namespace fu = ashvardanian::fork_union;

static constexpr int loops = 10; // of a repetition of regions

/* A pool, and a loop over [0, n): in slices of one size, or one index at a time for whichever
 * thread is free. */
class pool {
	fu::basic_pool_t threads;

public:
	explicit pool(const args *a) {
		if (!threads.try_spawn(whole(a, "workers", 2)))
			fail("no threads");
	}

	template <bool dynamic, typename Body> void loop(uint64_t n, Body body) {
		if constexpr (dynamic)
			threads.for_n_dynamic(n, std::move(body));
		else
			threads.for_n(n, std::move(body));
	}
};

/* A loop whose body writes one word: what the loop itself costs. */
static void run_for(const args *a, report *r) {
	pool threads(a);
	uint64_t n = whole(a, "n", 1000000);
	uint64_t *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) threads.loop<false>(n, [=](std::size_t i) noexcept { words[i] = i; });
		answer(r, total(words, n));
	}
}

/* A loop over items that cost different amounts of work. */
static void run_for_skewed(const args *a, report *r) {
	pool threads(a);
	uint64_t n = whole(a, "n", 100000);
	uint64_t *steps = skewed_steps(a, n), *words = new_words(n);
	r->ops = n;
	while (next(r)) {
		TIMED(r) threads.loop<true>(n, [=](std::size_t i) noexcept { words[i] = grind(i + 1, steps[i]); });
		answer(r, total(words, n));
	}
}

/* A series of short loops, with serial work in between. */
template <bool dynamic> static void run_regions(const args *a, report *r) {
	pool threads(a);
	uint64_t n = whole(a, "n", 256), steps = whole(a, "steps", 80), gap = whole(a, "gap", 0);
	uint64_t *words = new_words(n);
	r->ops = loops;
	while (next(r)) {
		TIMED(r) {
			for (int k = 0; k < loops; k++) {
				/* xorshift never comes to 0 */
				threads.loop<dynamic>(
					n, [=](std::size_t i) noexcept { words[i] = grind(i + 1, steps) == 0 ? n : i; });
				if (grind(2, gap) == 0)
					fail("xorshift has come to 0");
			}
		}
		answer(r, total(words, n));
	}
}

static const case_ cases[] = {
	{"for", run_for},
	{"for-skewed", run_for_skewed},
	{"regions", run_regions<false>},
	{"regions-dynamic", run_regions<true>},
	{nullptr, nullptr},
};

int main(int argc, char **argv) {
	program p = {"forkunion", FORKUNION_REVISION, cases};
	run_program(&p, argc, argv);
}
