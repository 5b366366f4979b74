/* One file a case. */
#pragma once
#include "args.h"
#include "measure.h"
#include <cstdint>

#define CASE(name) void run_##name(const args *a, report *r)

CASE(fib);
CASE(treesum);
CASE(treesum_small);
CASE(nqueens);
CASE(uts);
CASE(matmul);
CASE(for);
CASE(for_skewed);
CASE(regions);
CASE(sum);
CASE(scan);
CASE(sort);
CASE(skynet);
CASE(flat);
CASE(wake);
CASE(idle);

/* The function of the case fib. */
uint64_t fib(uint64_t n);
