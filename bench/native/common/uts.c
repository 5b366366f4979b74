#include "uts.h"
#include "sha1.h"
#include <math.h>

enum { MOST_CHILDREN = 100 };

struct uts choose_uts(const struct args *a) {
	static const char *const names[] = {"T1", "T3", NULL};
	static const struct uts trees[] = {
		{false, 19, 4, 10, 0, 0},
		{true, 42, 2000, 0, 0.124875, 8},
	};
	return trees[choice(a, "tree", names)];
}

static void put(uint8_t *bytes, uint32_t word) {
	for (int i = 0; i < 4; i++)
		bytes[i] = (uint8_t)(word >> (24 - 8 * i));
}

/* Hashes the seed behind sixteen zeros. */
struct uts_node uts_root(const struct uts *t) {
	uint8_t message[20] = {0};
	struct uts_node root;
	put(message + 16, t->seed);
	sha1(root.state, message, sizeof message);
	root.height = 0;
	return root;
}

/* Hashes the node's state and then i. */
struct uts_node uts_child(const struct uts_node *n, uint32_t i) {
	uint8_t message[24];
	struct uts_node child;
	for (int k = 0; k < 5; k++)
		put(message + 4 * k, n->state[k]);
	put(message + 20, i);
	sha1(child.state, message, sizeof message);
	child.height = n->height + 1;
	return child;
}

/* The random number that belongs to the node, in [0, 1). */
static double uniform(const struct uts_node *n) { return (n->state[4] & 0x7FFFFFFF) / 2147483648.0; }

uint32_t uts_children(const struct uts *t, const struct uts_node *n) {
	if (t->binomial && n->height == 0)
		return (uint32_t)t->branch;
	if (t->binomial)
		return uniform(n) < t->prob ? t->fanout : 0;
	if (n->height >= t->depth)
		return 0;
	double p = 1 / (1 + t->branch);
	double k = floor(log(1 - uniform(n)) / log(1 - p));
	return k < MOST_CHILDREN ? (uint32_t)k : MOST_CHILDREN;
}
