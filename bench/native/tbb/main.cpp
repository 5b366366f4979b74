/* The rows of oneTBB: `tbb CASE key=value…`. Keys, units and answers are in
 * ../README.md. */
#include "cases.h"
#include "fib.h"
#include "program.h"
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/version.h>

using tbb::global_control;

static constexpr std::size_t stack = std::size_t(256) << 20; // as that of the thread that calls

/* Runs a case with so many threads at work, the calling one among them unless it
 * is idle. */
template <void (*run)(const args *, report *), int idle = 0> static void with_workers(const args *a, report *r) {
	global_control threads(global_control::max_allowed_parallelism, whole(a, "workers", 2) + idle);
	global_control stacks(global_control::thread_stack_size, stack);
	run(a, r);
}

static const case_ cases[] = {
	{"serial-fib", run_serial_fib},
	{"fib", with_workers<run_fib>},
	{"treesum", with_workers<run_treesum>},
	{"treesum-small", with_workers<run_treesum_small>},
	{"nqueens", with_workers<run_nqueens>},
	{"uts", with_workers<run_uts>},
	{"matmul", with_workers<run_matmul>},
	{"for", with_workers<run_for>},
	{"for-skewed", with_workers<run_for_skewed>},
	{"regions", with_workers<run_regions>},
	{"sum", with_workers<run_sum>},
	{"scan", with_workers<run_scan>},
	{"sort", with_workers<run_sort>},
	{"skynet", with_workers<run_skynet>},
	{"flat", with_workers<run_flat>},
	{"wake", with_workers<run_wake, 1>},
	{"idle", with_workers<run_idle>},
	{nullptr, nullptr},
};

int main(int argc, char **argv) {
	program p = {"tbb", TBB_VERSION_STRING, cases};
	run_program(&p, argc, argv);
}
