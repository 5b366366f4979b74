/* The sum over a balanced tree in memory: loads, and little else, for each fork. */
#include "tree.h"
#include "cases.h"
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_group.h>

static uint64_t sum(const tree *t) {
	uint64_t left = 0, right = 0;
	if (t->left && t->right)
		tbb::parallel_invoke([&] { left = sum(t->left); }, [&] { right = sum(t->right); });
	else if (t->left)
		left = sum(t->left);
	else if (t->right)
		right = sum(t->right);
	return t->value + left + right;
}

static void measure(const args *a, report *r, uint64_t default_nodes) {
	uint64_t nodes = whole(a, "nodes", default_nodes), found = 0;
	const tree *root = grow_tree(1, nodes);
	r->ops = nodes;
	while (next(r)) {
		TIMED(r) found = sum(root);
		answer(r, found);
	}
}

CASE(treesum) { measure(a, r, (1 << 24) - 1); }

CASE(treesum_small) {
	tbb::task_group group;
	group.run_and_wait([=] { measure(a, r, 1023); });
}
