/* The rows of OpenMP's tasks and loops: `openmp CASE key=value…`. Keys, units and
 * answers are in ../README.md.
 *
 * A repetition is one parallel region, in which one thread makes the first task,
 * as a program that needs an answer would write it. */
#include "cases.h"
#include "fib.h"
#include "program.h"
#include <omp.h>
#include <stdio.h>

static const struct case_ cases[] = {
	{"serial-fib", run_serial_fib},
	{"fib", run_fib},
	{"treesum", run_treesum},
	{"treesum-small", run_treesum_small},
	{"nqueens", run_nqueens},
	{"uts", run_uts},
	{"skynet", run_skynet},
	{"flat", run_flat},
	{"for", run_for},
	{"for-skewed", run_for_skewed},
	{"regions", run_regions},
	{NULL, NULL},
};

int main(int argc, char **argv) {
	struct program p = {"openmp", "gcc " __VERSION__, cases};
	run_program(&p, argc, argv);
}
