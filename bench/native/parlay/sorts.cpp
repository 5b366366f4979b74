/* Sorts of three types in three orders; and by their digits, of numbers only. */
#include "sorts.hpp"
#include "cases.h"
#include "program.h"
#include <parlay/primitives.h>
#include <type_traits>

CASE(sort) {
	sorts::measure(a, r, [](auto &list) { parlay::sort_inplace(list); });
}

CASE(integer_sort) {
	sorts::measure(a, r, [](auto &list) {
		if constexpr (std::is_same_v<std::decay_t<decltype(list)>, std::vector<int64_t>>)
			parlay::integer_sort_inplace(list, [](int64_t x) { return uint64_t(x) ^ uint64_t(1) << 63; });
		else
			no_such_case("integer sort of this type");
	});
}
