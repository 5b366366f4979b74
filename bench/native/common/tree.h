/* A balanced tree in memory. */
#pragma once
#include <stdint.h>

struct tree {
	struct tree *left, *right;
	uint64_t value;
};

/* A tree of the values from low to high, allocated from the root downwards, left
 * first; null if there are none. */
struct tree *grow_tree(uint64_t low, uint64_t high);
