/* What the workers take while they have nothing to do. */
#include "cases.h"
#include <chrono>
#include <thread>

CASE(idle) {
	std::chrono::seconds time(whole(a, "seconds", 2));
	fib(25);
	TIMED(r) std::this_thread::sleep_for(time);
	r->ops = 1;
	answer(r, 0);
}
