/* Unbalanced Tree Search: the nodes of a tree that nobody can cut in advance. */
#include "uts.h"
#include "cases.h"
#include <oneapi/tbb/parallel_invoke.h>

static uint64_t search(const uts &t, const uts_node &n);

/* The nodes below the children [low, high) of parent. It takes the first, and the
 * others are one task. */
static uint64_t search_all(const uts &t, const uts_node &parent, uint32_t low, uint32_t high) {
	uts_node child = uts_child(&parent, low);
	if (low + 1 == high)
		return search(t, child);
	uint64_t first, others;
	tbb::parallel_invoke([&] { first = search(t, child); },
	                     [&] { others = search_all(t, parent, low + 1, high); });
	return first + others;
}

/* The nodes below n, and n. */
static uint64_t search(const uts &t, const uts_node &n) {
	uint32_t k = uts_children(&t, &n);
	return k ? 1 + search_all(t, n, 0, k) : 1;
}

CASE(uts) {
	uts tree = choose_uts(a);
	uts_node root = uts_root(&tree);
	uint64_t found = 0;
	while (next(r)) {
		TIMED(r) found = search(tree, root);
		answer(r, found);
	}
	r->ops = found;
}
