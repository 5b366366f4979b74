/* Unbalanced Tree Search: the nodes of a tree that nobody can cut in advance. */
#include "uts.h"
#include "cases.h"

TASK_DECL_2(uint64_t, search, const struct uts *, const struct uts_node *)

/* The nodes below the children [low, high) of parent. It takes the first, and the
 * others are one task. */
TASK_4(uint64_t, search_all, const struct uts *, t, const struct uts_node *, parent, uint32_t, low, uint32_t, high)
{
	struct uts_node child = uts_child(parent, low);
	if (low + 1 == high)
		return CALL(search, t, &child);
	SPAWN(search_all, t, parent, low + 1, high);
	uint64_t first = CALL(search, t, &child), others = SYNC(search_all);
	return first + others;
}

/* The nodes below n, and n. */
TASK_IMPL_2(uint64_t, search, const struct uts *, t, const struct uts_node *, n)
{
	uint32_t k = uts_children(t, n);
	return k ? 1 + CALL(search_all, t, n, 0, k) : 1;
}

CASE(uts) {
	struct uts tree = choose_uts(a);
	struct uts_node root = uts_root(&tree);
	uint64_t found = 0;
	while (next(r)) {
		TIMED(r) found = RUN(search, &tree, &root);
		answer(r, found);
	}
	r->ops = found;
}
