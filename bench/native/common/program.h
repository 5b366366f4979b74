/* The main function of a rival: finds the case and runs it. */
#pragma once
#include "args.h"
#include "measure.h"

struct case_ {
	const char *name; /* null ends a list */
	void (*run)(const struct args *a, struct report *r);
};

struct program {
	const char *peer;
	const char *version;
	const struct case_ *cases;
};

/* Runs the case that the command line names. */
void run_program(const struct program *p, int argc, char **argv);
