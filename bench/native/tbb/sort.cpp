/* Sorts of three types in three orders. */
#include "sorts.hpp"
#include "cases.h"
#include <oneapi/tbb/parallel_sort.h>

CASE(sort) {
	sorts::measure(a, r, [](auto &list) { tbb::parallel_sort(list); });
}
