#include "data.h"
#include "args.h"

uint64_t *new_words(size_t n) {
	uint64_t *words = (uint64_t *)calloc(n + 1, sizeof *words); /* at least one: null is an error */
	if (!words)
		fail("no memory for %zu words", n);
	return words;
}

uint64_t *new_input(size_t n) {
	uint64_t *words = new_words(n);
	for (size_t i = 0; i < n; i++)
		words[i] = mix(1, i);
	return words;
}

uint64_t total(const uint64_t *words, size_t n) {
	uint64_t sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += words[i];
	return sum;
}
