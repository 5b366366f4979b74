/* One file a kind of cases. */
#pragma once
#include "args.h"
#include "measure.h"
#include <cstdint>

#define CASE(name) void run_##name(const args *a, report *r)

/* forks.cpp */
CASE(fib);
CASE(treesum);
CASE(treesum_small);
CASE(nqueens);
/* loops.cpp */
CASE(for);
CASE(for_skewed);
CASE(regions);
/* sequences.cpp */
CASE(sum);
CASE(scan);
CASE(filter);
CASE(find);
/* sorts.cpp */
CASE(sort);
CASE(integer_sort);
