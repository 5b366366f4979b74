/* A warm-up, then repetitions until the budget is spent:
 *
 *	while (next(r)) {
 *		prepare();              // not timed
 *		TIMED(r) { run(); }     // once or, if it is short, in a batch
 *		answer(r, outcome());   // must be the same each time
 *	}
 */
#pragma once
#include "args.h"
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum { MOST_SAMPLES = 10000 };

struct report {
	uint64_t ops; /* in one repetition */
	bool fresh;   /* input is restored before each repetition: no batches */
	char answer[32];
	uint64_t budget; /* ns */
	bool warm;       /* the warm-up is over */
	uint64_t spent;  /* ns in timed repetitions */
	const char *note;
	unsigned batch, left;
	unsigned threads;   /* at the end */
	uint64_t wall, cpu; /* when the batch began */
	unsigned count;
	double ns[MOST_SAMPLES], cpu_ns[MOST_SAMPLES];
};

static inline uint64_t now(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void prepare_report(struct report *r, const struct args *a);
bool next(struct report *r);
void begin_batch(struct report *r);
void end_batch(struct report *r);
void answer(struct report *r, uint64_t number);
void answer_text(struct report *r, const char *text);

/* Adds a sample that was not timed here. */
void sample(struct report *r, double ns, double cpu_ns);

/* Counts the threads of the process. */
void count_threads(struct report *r);

/* Prints one line of JSON. */
void print_report(const struct report *r, const char *name, const char *peer, const char *version);

static inline bool in_batch(struct report *r) {
	if (r->left-- > 0)
		return true;
	end_batch(r);
	return false;
}

#define TIMED(r) for (begin_batch(r); in_batch(r);)
