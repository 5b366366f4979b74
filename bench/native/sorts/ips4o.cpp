/* The samplesort IPS4o, Axtmann et al., In-Place Parallel Super Scalar Samplesort, ESA 2017. Its
 * threads stay, as those of the other rivals do. */
#include "program.h"
#include "sorts.hpp"
#include <functional>
#include <ips4o.hpp>

static void run(const args *a, report *r) {
	ips4o::StdThreadPool threads(int(whole(a, "workers", 2)));
	sorts::measure(a, r, [&](auto &list) {
		ips4o::parallel::sort(list.begin(), list.end(), std::less<>(), threads);
	});
}

static const case_ cases[] = {{"sort", run}, {nullptr, nullptr}};

/* The library does not say its version. */
int main(int argc, char **argv) {
	program p = {"ips4o", IPS4O_VERSION, cases};
	run_program(&p, argc, argv);
}
