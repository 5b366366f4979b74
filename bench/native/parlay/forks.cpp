/* Two calls at a time, by par_do. */
#include "cases.h"
#include "fib.h"
#include "queens.h"
#include "tree.h"
#include <parlay/parallel.h>

static uint64_t fib(uint64_t n) {
	if (n < 2)
		return n;
	uint64_t a, b;
	parlay::par_do([&] { a = fib(n - 1); }, [&] { b = fib(n - 2); });
	return a + b;
}

CASE(fib) {
	uint64_t n = whole(a, "n", 35), found = 0;
	r->ops = fib_forks(n);
	while (next(r)) {
		TIMED(r) found = fib(n);
		answer(r, found);
	}
}

static uint64_t sum(const tree *t) {
	uint64_t left = 0, right = 0;
	if (t->left && t->right)
		parlay::par_do([&] { left = sum(t->left); }, [&] { right = sum(t->right); });
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

/* The thread that calls is a worker: so all repetitions are called by one. */
CASE(treesum_small) { measure(a, r, 1023); }

/* Of several free squares it takes the first; the others are one task. */
static uint64_t queens(board b) {
	if (b.free == 0)
		return solutions(b);
	board rest = skip(b);
	if (rest.free == 0)
		return queens(place(b));
	uint64_t first, others;
	parlay::par_do([&] { first = queens(place(b)); }, [&] { others = queens(rest); });
	return first + others;
}

CASE(nqueens) {
	board empty = empty_board((unsigned)whole(a, "n", 13));
	uint64_t found = 0;
	r->ops = queens_forks(empty);
	while (next(r)) {
		TIMED(r) found = queens(empty);
		answer(r, found);
	}
}
