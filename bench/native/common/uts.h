/* The trees of Unbalanced Tree Search, Olivier et al., LCPC 2006. A tree is
 * never in memory. */
#pragma once
#include "args.h"
#include <stdbool.h>
#include <stdint.h>

/* Says how many children each node of a tree has. */
struct uts {
	bool binomial; /* or geometric */
	uint32_t seed;
	double branch;   /* children of the root; a mean in geometric trees */
	uint32_t depth;  /* geometric: of the leaves */
	double prob;     /* binomial: that a node has children */
	uint32_t fanout; /* binomial: how many it has then */
};

/* The state is its whole identity. */
struct uts_node {
	uint32_t state[5];
	uint32_t height;
};

/* The tree T1 or T3, by the key tree. */
struct uts choose_uts(const struct args *a);

struct uts_node uts_root(const struct uts *t);
struct uts_node uts_child(const struct uts_node *n, uint32_t i);
uint32_t uts_children(const struct uts *t, const struct uts_node *n);
