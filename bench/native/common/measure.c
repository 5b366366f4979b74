#include "measure.h"
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	MOST = 50,         /* repetitions */
	BATCH = 100000,    /* ns: what is shorter is timed in batches */
	COLD = 100 * BATCH, /* what is shorter is warmed up twice: it may have started threads */
	PATIENCE = 4,       /* budgets that a warm-up may take and not be the sample itself */
};

void prepare_report(struct report *r, const struct args *a) {
	memset(r, 0, sizeof *r);
	r->budget = whole(a, "ms", 400) * 1000000;
	r->batch = 1;
	r->note = "";
}

static bool is_warm(const struct report *r) {
	return r->count == 2 || (r->count == 1 && (!r->budget || r->ns[0] >= COLD));
}

/* Sets the batch by the time of the last sample, and forgets all. */
static void end_warm_up(struct report *r) {
	double last = r->ns[r->count - 1], took = last > 1 ? last : 1;
	if (!r->fresh && r->budget && took < BATCH)
		r->batch = (unsigned)(BATCH / took);
	r->count = 0;
	r->spent = 0;
	r->warm = true;
}

bool next(struct report *r) {
	if (!r->warm && !is_warm(r))
		return true;
	if (!r->warm && r->budget && r->spent > PATIENCE * r->budget) {
		r->note = "first run";
		return false;
	}
	if (!r->warm)
		end_warm_up(r);
	return r->count == 0 || (r->count < MOST && r->spent < r->budget);
}

void begin_batch(struct report *r) {
	r->left = r->batch;
	r->cpu = now(CLOCK_PROCESS_CPUTIME_ID);
	r->wall = now(CLOCK_MONOTONIC);
}

void end_batch(struct report *r) {
	uint64_t wall = now(CLOCK_MONOTONIC) - r->wall;
	uint64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID) - r->cpu;
	r->spent += wall;
	sample(r, (double)wall / r->batch, (double)cpu / r->batch);
}

void sample(struct report *r, double ns, double cpu_ns) {
	if (r->count == MOST_SAMPLES)
		fail("more than %d samples", MOST_SAMPLES);
	r->ns[r->count] = ns;
	r->cpu_ns[r->count] = cpu_ns;
	r->count++;
}

void answer(struct report *r, uint64_t number) {
	char text[sizeof r->answer];
	snprintf(text, sizeof text, "%" PRIu64, number);
	answer_text(r, text);
}

void answer_text(struct report *r, const char *text) {
	if (*r->answer && strcmp(r->answer, text) != 0)
		fail("a repetition found %s, the first %s", text, r->answer);
	snprintf(r->answer, sizeof r->answer, "%s", text);
}

void count_threads(struct report *r) {
	DIR *dir = opendir("/proc/self/task");
	if (!dir)
		return;
	r->threads = 0;
	for (struct dirent *e; (e = readdir(dir));)
		r->threads += *e->d_name != '.';
	closedir(dir);
}

static void print_list(const char *key, const double *list, unsigned count) {
	printf("\"%s\":[", key);
	for (unsigned i = 0; i < count; i++)
		printf("%s%.1f", i ? "," : "", list[i]);
	printf("],");
}

void print_report(const struct report *r, const char *name, const char *peer, const char *version) {
	printf("{\"case\":\"%s\",\"peer\":\"%s\",\"version\":\"%s\",\"answer\":\"%s\",\"ops\":%" PRIu64 ",\"batch\":%u,",
	       name, peer, version, r->answer, r->ops ? r->ops : 1, r->batch);
	print_list("ns", r->ns, r->count);
	print_list("cpu_ns", r->cpu_ns, r->count);
	printf("\"goroutines\":%u,\"note\":\"%s\"}\n", r->threads, r->note);
}
