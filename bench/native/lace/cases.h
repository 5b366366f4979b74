/* One file a case. */
#pragma once
#include "args.h"
#include "measure.h"
#include <lace.h>

#define CASE(name) void run_##name(const struct args *a, struct report *r)

CASE(fib);
CASE(treesum);
CASE(treesum_small);
CASE(nqueens);
CASE(uts);
