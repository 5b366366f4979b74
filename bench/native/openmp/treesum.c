/* The sum over a balanced tree in memory: loads, and little else, for each fork. */
#include "cases.h"
#include "tree.h"

static uint64_t sum(const struct tree *t) {
	uint64_t left = 0, right = 0;
	if (t->left && t->right) {
#pragma omp task shared(left)
		left = sum(t->left);
		right = sum(t->right);
#pragma omp taskwait
	} else if (t->left) {
		left = sum(t->left);
	} else if (t->right) {
		right = sum(t->right);
	}
	return t->value + left + right;
}

/* The region of each repetition is another. */
CASE(treesum) {
	uint64_t nodes = whole(a, "nodes", (1 << 24) - 1), found = 0;
	int workers = (int)whole(a, "workers", 2);
	struct tree *root = grow_tree(1, nodes);
	r->ops = nodes;
	while (next(r)) {
		TIMED(r) {
#pragma omp parallel num_threads(workers)
#pragma omp single
			found = sum(root);
		}
		answer(r, found);
	}
}

/* All repetitions are in one region. */
CASE(treesum_small) {
	uint64_t nodes = whole(a, "nodes", 1023), found = 0;
	int workers = (int)whole(a, "workers", 2);
	struct tree *root = grow_tree(1, nodes);
	r->ops = nodes;
#pragma omp parallel num_threads(workers)
#pragma omp single
	while (next(r)) {
		TIMED(r) found = sum(root);
		answer(r, found);
	}
}
