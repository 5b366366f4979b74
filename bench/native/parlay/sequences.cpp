/* Cases that make one number of a sequence of numbers, or another sequence. */
#include "cases.h"
#include "data.h"
#include <parlay/primitives.h>
#include <parlay/sequence.h>

using words = parlay::sequence<uint64_t>;

static words input(const args *a) {
	return parlay::tabulate(whole(a, "n", 10000000), [](std::size_t i) { return mix(1, i); });
}

static uint64_t check(const words &list) {
	uint64_t sum = 0;
	for (std::size_t i = 0; i < list.size(); i++)
		sum += list[i] * (2 * i + 1);
	return sum;
}

CASE(sum) {
	words list = input(a);
	uint64_t found = 0;
	r->ops = list.size();
	while (next(r)) {
		TIMED(r) found = parlay::reduce(list);
		answer(r, found);
	}
}

/* A case that makes a list of a list. */
template <typename Make> static void measure(const args *a, report *r, Make make) {
	words list = input(a), made;
	r->ops = list.size();
	while (next(r)) {
		TIMED(r) made = make(list);
		answer(r, check(made));
	}
}

CASE(scan) {
	measure(a, r, [](const words &list) { return parlay::scan_inclusive(list); });
}

CASE(filter) {
	measure(a, r, [](const words &list) { return parlay::filter(list, [](uint64_t w) { return w % 2 == 0; }); });
}

CASE(find) {
	static const char *const places[] = {"first", "mid", "last", "none", nullptr};
	uint64_t n = whole(a, "n", 10000000);
	const uint64_t wanted = (const uint64_t[]){0, n / 2, n - 1, n}[choice(a, "where", places)];
	words list = parlay::tabulate(n, [](std::size_t i) { return uint64_t(i); });
	uint64_t found = 0;
	r->ops = n;
	while (next(r)) {
		TIMED(r) found = uint64_t(parlay::find_if(list, [=](uint64_t w) { return w == wanted; }) - list.begin());
		if (found == n)
			answer_text(r, "-1");
		else
			answer(r, found);
	}
}
