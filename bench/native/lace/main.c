/* The rows of Lace: `lace CASE key=value…`. Keys, units and answers are in
 * ../README.md. The thread that runs a case is no worker: it waits for the answer. */
#include "cases.h"
#include "fib.h"
#include "program.h"

static const size_t stack = (size_t)256 << 20; /* as that of the thread that calls */

/* Runs a case while so many workers look for tasks. They spin: Lace has no sleep of its own. */
static void with_workers(void (*run)(const struct args *, struct report *), const struct args *a, struct report *r) {
	lace_set_stacksize(stack);
	lace_start((unsigned)whole(a, "workers", 2), 0);
	run(a, r);
}

#define WITH_WORKERS(name) \
	static void start_##name(const struct args *a, struct report *r) { with_workers(run_##name, a, r); }

WITH_WORKERS(fib)
WITH_WORKERS(treesum)
WITH_WORKERS(treesum_small)
WITH_WORKERS(nqueens)
WITH_WORKERS(uts)

static const struct case_ cases[] = {
	{"serial-fib", run_serial_fib},
	{"fib", start_fib},
	{"treesum", start_treesum},
	{"treesum-small", start_treesum_small},
	{"nqueens", start_nqueens},
	{"uts", start_uts},
	{NULL, NULL},
};

int main(int argc, char **argv) {
	struct program p = {"lace", LACE_REVISION, cases};
	run_program(&p, argc, argv);
}
