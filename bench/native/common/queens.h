/* Boards for the n-queens problem. */
#pragma once
#include <stdint.h>

/* Queens stand on its first rows. Bit c of each word is about column c of the
 * next row. */
struct board {
	uint32_t cols;        /* 1: a queen stands in the column, or the board ends before it */
	uint32_t left, right; /* 1: attacked along a diagonal */
	uint32_t free;        /* 1: to be tried */
};

static inline struct board empty_board(unsigned n) {
	uint32_t cols = UINT32_MAX << n;
	struct board b = {cols, 0, 0, ~cols};
	return b;
}

/* b with a queen on the first free square. */
static inline struct board place(struct board b) {
	uint32_t queen = b.free & -b.free;
	b.cols |= queen;
	b.left = (b.left | queen) << 1;
	b.right = (b.right | queen) >> 1;
	b.free = ~(b.cols | b.left | b.right);
	return b;
}

/* b with the first free square left untried. */
static inline struct board skip(struct board b) {
	b.free &= b.free - 1;
	return b;
}

/* Of a board without a free square: complete, or a dead end. */
static inline uint64_t solutions(struct board b) { return b.cols == UINT32_MAX; }

/* One less than solutions and dead ends together. */
uint64_t queens_forks(struct board b);
