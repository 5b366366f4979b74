/* The sort of Highway, Blacher et al., Vectorized and performance-portable Quicksort, 2022:
 * one thread and the widest vectors of the processor. It sorts numbers only. */
#include "program.h"
#include "sorts.hpp"
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h>
#include <type_traits>

#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)
#define VERSION "Highway " TEXT_OF(HWY_MAJOR) "." TEXT_OF(HWY_MINOR) "." TEXT_OF(HWY_PATCH)

static void run(const args *a, report *r) {
	hwy::Sorter sorter;
	sorts::measure(a, r, [&](auto &list) {
		if constexpr (std::is_same_v<decltype(list.data()), int64_t *>)
			sorter(list.data(), list.size(), hwy::SortAscending());
		else
			no_such_case("sort of anything but numbers");
	});
}

static const case_ cases[] = {{"sort", run}, {nullptr, nullptr}};

int main(int argc, char **argv) {
	program p = {"vqsort", VERSION, cases};
	run_program(&p, argc, argv);
}
