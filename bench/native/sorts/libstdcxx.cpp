/* The parallel mode of gcc's library, Singler and Konsik, The GNU libstdc++ parallel mode, 2008: a
 * multiway mergesort on OpenMP. */
#include "program.h"
#include "sorts.hpp"
#include <omp.h>
#include <parallel/algorithm>

static void run(const args *a, report *r) {
	omp_set_num_threads(int(whole(a, "workers", 2)));
	sorts::measure(a, r, [](auto &list) { __gnu_parallel::sort(list.begin(), list.end()); });
}

static const case_ cases[] = {{"sort", run}, {nullptr, nullptr}};

int main(int argc, char **argv) {
	program p = {"libstdcxx", "gcc " __VERSION__, cases};
	run_program(&p, argc, argv);
}
