/* The parameters of a case: key=value. What is wrong ends the program. */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct args {
	int count;
	char **words;
};

/* The whole number called key. */
uint64_t whole(const struct args *a, const char *key, uint64_t fallback);

/* The place of the word called key among those allowed, which end with a null;
 * 0 if it is absent. */
size_t choice(const struct args *a, const char *key, const char *const *allowed);

/* Ends the program with a line on stderr. */
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Ends it with the exit code that stands for a case we lack. */
void no_such_case(const char *name) __attribute__((noreturn));
