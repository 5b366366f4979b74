/* Sorts of three types in three orders. */
#include "cases.h"
#include "data.h"
#include <algorithm>
#include <cstdio>
#include <oneapi/tbb/parallel_sort.h>
#include <string>
#include <vector>

static constexpr uint64_t few = 100; // different numbers

enum { INT64, STRING, STRUCT };
enum { RANDOM, SORTED, FEW };

/* 64 bytes, ordered by the key. */
struct wide {
	int64_t key;
	uint64_t rest[7];

	bool operator<(const wide &other) const { return key < other.key; }
};

static void make(uint64_t word, int64_t &out) { out = int64_t(word); }
static void make(uint64_t word, wide &out) { out = {int64_t(word), {}}; }
static void make(uint64_t word, std::string &out) {
	char digits[20];
	std::snprintf(digits, sizeof digits, "%016llx", (unsigned long long)word);
	out = digits;
}

static uint64_t key(int64_t x) { return uint64_t(x); }
static uint64_t key(const wide &x) { return uint64_t(x.key); }
static uint64_t key(const std::string &x) { return std::stoull(x, nullptr, 16); }

template <typename T> static uint64_t check(const std::vector<T> &list) {
	uint64_t sum = 0;
	for (std::size_t i = 0; i < list.size(); i++)
		sum += key(list[i]) * (2 * i + 1);
	return sum;
}

template <typename T> static void measure(const args *a, report *r, std::size_t order) {
	std::vector<T> input(whole(a, "n", 1000000)), list;
	for (std::size_t i = 0; i < input.size(); i++)
		make(order == FEW ? mix(1, i) % few : mix(1, i), input[i]);
	if (order == SORTED)
		std::sort(input.begin(), input.end());
	r->ops = input.size();
	r->fresh = true;
	while (next(r)) {
		list = input;
		TIMED(r) tbb::parallel_sort(list);
		answer(r, check(list));
	}
}

CASE(sort) {
	static const char *const types[] = {"int64", "string", "struct", nullptr};
	static const char *const orders[] = {"random", "sorted", "few", nullptr};
	std::size_t order = choice(a, "order", orders);
	if (whole(a, "stable", 0))
		no_such_case("stable sort");
	switch (choice(a, "type", types)) {
	case INT64:
		return measure<int64_t>(a, r, order);
	case STRING:
		return measure<std::string>(a, r, order);
	default:
		return measure<wide>(a, r, order);
	}
}
