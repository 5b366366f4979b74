/* From a task's hand-over to an idle arena until its start. */
#include "cases.h"
#include <chrono>
#include <future>
#include <memory>
#include <oneapi/tbb/task_arena.h>
#include <thread>

/* Returns when a task has begun that was handed over. */
static uint64_t begin_of_task(tbb::task_arena &arena) {
	auto begin = std::make_shared<std::promise<uint64_t>>(); // the task's too: it may end after us
	arena.enqueue([begin] { begin->set_value(now(CLOCK_MONOTONIC)); });
	return begin->get_future().get();
}

CASE(wake) {
	uint64_t wakes = whole(a, "wakes", 200);
	std::chrono::microseconds gap(whole(a, "gap", 2000));
	tbb::task_arena arena((int)whole(a, "workers", 2), 0);
	begin_of_task(arena);
	for (uint64_t i = 0; i < wakes; i++) {
		std::this_thread::sleep_for(gap);
		uint64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID);
		uint64_t begin = now(CLOCK_MONOTONIC);
		uint64_t took = begin_of_task(arena) - begin;
		sample(r, took, now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	}
	r->ops = 1;
	answer(r, wakes);
}
