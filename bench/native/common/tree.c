#include "tree.h"
#include "args.h"
#include <stdlib.h>

struct tree *grow_tree(uint64_t low, uint64_t high) {
	if (low > high)
		return NULL;
	struct tree *t = (struct tree *)malloc(sizeof *t);
	if (!t)
		fail("no memory for the tree");
	t->value = low + (high - low) / 2;
	t->left = grow_tree(low, t->value - 1);
	t->right = grow_tree(t->value + 1, high);
	return t;
}
