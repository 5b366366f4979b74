/* Sorts of three types in three orders: what the case sort gives a sorter. */
#pragma once
#include "args.h"
#include "data.h"
#include "measure.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

/* 64 bytes, ordered by the key. */
struct wide {
	int64_t key;
	uint64_t rest[7];

	bool operator<(const wide &other) const { return key < other.key; }
};

namespace sorts {

constexpr uint64_t few = 100; // different numbers

enum { INT64, STRING, STRUCT };
enum { RANDOM, SORTED, FEW };

inline void make(uint64_t word, int64_t &out) { out = int64_t(word); }
inline void make(uint64_t word, wide &out) { out = {int64_t(word), {}}; }
inline void make(uint64_t word, std::string &out) {
	char digits[20];
	std::snprintf(digits, sizeof digits, "%016llx", (unsigned long long)word);
	out = digits;
}

inline uint64_t key(int64_t x) { return uint64_t(x); }
inline uint64_t key(const wide &x) { return uint64_t(x.key); }
inline uint64_t key(const std::string &x) { return std::stoull(x, nullptr, 16); }

template <typename T> uint64_t check(const std::vector<T> &list) {
	uint64_t sum = 0;
	for (std::size_t i = 0; i < list.size(); i++)
		sum += key(list[i]) * (2 * i + 1);
	return sum;
}

template <typename T, typename Sorter> void measure_type(const args *a, report *r, std::size_t order, Sorter &sorter) {
	std::vector<T> input(whole(a, "n", 1000000)), list;
	for (std::size_t i = 0; i < input.size(); i++)
		make(order == FEW ? mix(1, i) % few : mix(1, i), input[i]);
	if (order == SORTED)
		std::sort(input.begin(), input.end());
	r->ops = input.size();
	r->fresh = true;
	while (next(r)) {
		list = input;
		TIMED(r) sorter(list);
		answer(r, check(list));
	}
}

/* The case sort by a sorter, which is called with a vector; of a type that it cannot sort it
 * calls no_such_case. */
template <typename Sorter> void measure(const args *a, report *r, Sorter sorter) {
	static const char *const types[] = {"int64", "string", "struct", nullptr};
	static const char *const orders[] = {"random", "sorted", "few", nullptr};
	std::size_t order = choice(a, "order", orders);
	if (whole(a, "stable", 0))
		no_such_case("stable sort");
	switch (choice(a, "type", types)) {
	case INT64:
		return measure_type<int64_t>(a, r, order, sorter);
	case STRING:
		return measure_type<std::string>(a, r, order, sorter);
	default:
		return measure_type<wide>(a, r, order, sorter);
	}
}

} // namespace sorts
