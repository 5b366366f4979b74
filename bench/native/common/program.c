#include "program.h"
#include <pthread.h>
#include <string.h>

static const size_t stack = (size_t)256 << 20; /* a tree of UTS is 1572 levels high */

/* A call of a case, to be made by a thread. */
struct call {
	const struct case_ *to;
	struct args args;
	struct report report;
};

static void *make(void *arg) {
	struct call *c = (struct call *)arg;
	c->to->run(&c->args, &c->report);
	count_threads(&c->report);
	return NULL;
}

/* Runs on a thread with a large stack: a main thread has what the shell allows. */
static void make_deeply(struct call *c) {
	pthread_attr_t attr;
	pthread_t thread;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, stack);
	if (pthread_create(&thread, &attr, make, c) != 0)
		fail("no thread with a large stack");
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
}

void run_program(const struct program *p, int argc, char **argv) {
	static struct call c;
	const char *name = argc > 1 ? argv[1] : "";
	for (c.to = p->cases; c.to->name; c.to++) {
		if (strcmp(c.to->name, name) != 0)
			continue;
		c.args.count = argc - 2;
		c.args.words = argv + 2;
		prepare_report(&c.report, &c.args);
		make_deeply(&c);
		print_report(&c.report, name, p->peer, p->version);
		return;
	}
	no_such_case(name);
}
