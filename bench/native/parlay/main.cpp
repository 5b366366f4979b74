/* The rows of ParlayLib on its own scheduler: `parlay CASE key=value…`. Keys, units and
 * answers are in ../README.md. */
#include "cases.h"
#include "fib.h"
#include "program.h"
#include <cstdlib>
#include <string>

/* Runs a case with so many threads at work, the calling one among them. The library reads the
 * variable when it is first called. */
template <void (*run)(const args *, report *)> static void with_workers(const args *a, report *r) {
	setenv("PARLAY_NUM_THREADS", std::to_string(whole(a, "workers", 2)).c_str(), 1);
	run(a, r);
}

static const case_ cases[] = {
	{"serial-fib", run_serial_fib},
	{"fib", with_workers<run_fib>},
	{"treesum", with_workers<run_treesum>},
	{"treesum-small", with_workers<run_treesum_small>},
	{"nqueens", with_workers<run_nqueens>},
	{"for", with_workers<run_for>},
	{"for-skewed", with_workers<run_for_skewed>},
	{"regions", with_workers<run_regions>},
	{"sum", with_workers<run_sum>},
	{"scan", with_workers<run_scan>},
	{"filter", with_workers<run_filter>},
	{"find", with_workers<run_find>},
	{"sort", with_workers<run_sort>},
	{"integer-sort", with_workers<run_integer_sort>},
	{nullptr, nullptr},
};

int main(int argc, char **argv) {
	program p = {"parlay", PARLAY_REVISION, cases};
	run_program(&p, argc, argv);
}
