#include "args.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text behind key= or null. */
static const char *find(const struct args *a, const char *key) {
	size_t length = strlen(key);
	for (int i = 0; i < a->count; i++)
		if (strncmp(a->words[i], key, length) == 0 && a->words[i][length] == '=')
			return a->words[i] + length + 1;
	return NULL;
}

uint64_t whole(const struct args *a, const char *key, uint64_t fallback) {
	const char *text = find(a, key);
	if (!text)
		return fallback;
	char *end;
	uint64_t n = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end)
		fail("bad value \"%s\" for %s: want a whole number", text, key);
	return n;
}

size_t choice(const struct args *a, const char *key, const char *const *allowed) {
	const char *text = find(a, key);
	if (!text)
		return 0;
	for (size_t i = 0; allowed[i]; i++)
		if (strcmp(text, allowed[i]) == 0)
			return i;
	fail("bad value \"%s\" for %s", text, key);
}

void fail(const char *format, ...) {
	va_list values;
	va_start(values, format);
	vfprintf(stderr, format, values);
	va_end(values);
	fputc('\n', stderr);
	exit(2);
}

void no_such_case(const char *name) {
	fprintf(stderr, "no such case: %s\n", name);
	exit(3);
}
