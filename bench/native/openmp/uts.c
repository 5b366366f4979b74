/* Unbalanced Tree Search: the nodes of a tree that nobody can cut in advance. */
#include "uts.h"
#include "cases.h"

static uint64_t search(const struct uts *t, const struct uts_node *n);

/* The nodes below the children [low, high) of parent. It takes the first, and the
 * others are one task. */
static uint64_t search_all(const struct uts *t, const struct uts_node *parent, uint32_t low, uint32_t high) {
	struct uts_node child = uts_child(parent, low);
	if (low + 1 == high)
		return search(t, &child);
	uint64_t first, others;
#pragma omp task shared(others)
	others = search_all(t, parent, low + 1, high);
	first = search(t, &child);
#pragma omp taskwait
	return first + others;
}

/* The nodes below n, and n. */
static uint64_t search(const struct uts *t, const struct uts_node *n) {
	uint32_t k = uts_children(t, n);
	return k ? 1 + search_all(t, n, 0, k) : 1;
}

CASE(uts) {
	struct uts tree = choose_uts(a);
	struct uts_node root = uts_root(&tree);
	int workers = (int)whole(a, "workers", 2);
	uint64_t found = 0;
	while (next(r)) {
		TIMED(r) {
#pragma omp parallel num_threads(workers)
#pragma omp single
			found = search(&tree, &root);
		}
		answer(r, found);
	}
	r->ops = found;
}
