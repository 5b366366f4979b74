/* The sum over a balanced tree in memory: loads, and little else, for each fork. */
#include "cases.h"
#include "tree.h"

TASK_1(uint64_t, sum, const struct tree *, t)
{
	uint64_t left = 0, right = 0;
	if (t->left && t->right) {
		SPAWN(sum, t->right);
		left = CALL(sum, t->left);
		right = SYNC(sum);
	} else if (t->left) {
		left = CALL(sum, t->left);
	} else if (t->right) {
		right = CALL(sum, t->right);
	}
	return t->value + left + right;
}

/* Called by a task, as all repetitions of treesum-small are. */
VOID_TASK_3(repeat, const struct tree *, root, uint64_t, nodes, struct report *, r)
{
	uint64_t found = 0;
	r->ops = nodes;
	while (next(r)) {
		TIMED(r) found = CALL(sum, root);
		answer(r, found);
	}
}

CASE(treesum) {
	uint64_t nodes = whole(a, "nodes", (1 << 24) - 1), found = 0;
	const struct tree *root = grow_tree(1, nodes);
	r->ops = nodes;
	while (next(r)) {
		TIMED(r) found = RUN(sum, root);
		answer(r, found);
	}
}

CASE(treesum_small) {
	uint64_t nodes = whole(a, "nodes", 1023);
	RUN(repeat, grow_tree(1, nodes), nodes, r);
}
