/* Items that cost different amounts of work. */
#pragma once
#include "args.h"
#include <stddef.h>
#include <stdint.h>

/* How many steps of grind each of n items takes, by the keys shape and grain. */
uint64_t *skewed_steps(const struct args *a, size_t n);
