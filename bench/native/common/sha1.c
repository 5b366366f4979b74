#include "sha1.h"
#include <string.h>

static inline uint32_t rotate(uint32_t x, int by) { return x << by | x >> (32 - by); }

static inline uint32_t choose(uint32_t b, uint32_t c, uint32_t d) { return d ^ (b & (c ^ d)); }
static inline uint32_t parity(uint32_t b, uint32_t c, uint32_t d) { return b ^ c ^ d; }
static inline uint32_t majority(uint32_t b, uint32_t c, uint32_t d) { return (b & c) | (d & (b | c)); }

/* Twenty rounds with one function. */
#define ROUNDS(from, function, k)                                                     \
	for (int t = from; t < from + 20; t++) {                                      \
		uint32_t x = rotate(a, 5) + function(b, c, d) + e + (uint32_t)k + w[t]; \
		e = d;                                                                \
		d = c;                                                                \
		c = rotate(b, 30);                                                    \
		b = a;                                                                \
		a = x;                                                                \
	}

/* Vectors of words that depend on the words before them take twice as long. */
__attribute__((optimize("no-tree-vectorize"))) static void compress(uint32_t s[5], uint32_t w[80]) {
	for (int t = 16; t < 80; t++)
		w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
	uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
	ROUNDS(0, choose, 0x5A827999)
	ROUNDS(20, parity, 0x6ED9EBA1)
	ROUNDS(40, majority, 0x8F1BBCDC)
	ROUNDS(60, parity, 0xCA62C1D6)
	s[0] += a;
	s[1] += b;
	s[2] += c;
	s[3] += d;
	s[4] += e;
}

void sha1(uint32_t digest[5], const uint8_t *message, size_t length) {
	static const uint32_t start[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
	uint8_t block[64] = {0};
	uint32_t w[80];
	memcpy(block, message, length);
	block[length] = 0x80;
	for (int i = 0; i < 15; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	w[15] = (uint32_t)(8 * length);
	memcpy(digest, start, sizeof start);
	compress(digest, w);
}
