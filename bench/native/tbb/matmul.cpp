/* A product of matrices by halves: regular tasks with heavy leaves. */
#include "cases.h"
#include "data.h"
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <oneapi/tbb/parallel_invoke.h>
#include <vector>

static constexpr std::size_t block = 64; // of this side or less is not divided
static constexpr int64_t limit = 100;    // of the numbers, which are whole: sums are exact in any order

/* A block of a matrix. */
template <typename Number> struct matrix {
	std::size_t rows, cols, stride;
	Number *data;

	Number *row(std::size_t i) const { return data + i * stride; }
	matrix upper() const { return {rows / 2, cols, stride, data}; }
	matrix lower() const { return {rows - rows / 2, cols, stride, row(rows / 2)}; }
	matrix left() const { return {rows, cols / 2, stride, data}; }
	matrix right() const { return {rows, cols - cols / 2, stride, data + cols / 2}; }
};

using factor = matrix<const double>;
using result = matrix<double>;

__attribute__((noinline)) static void add_product(result c, factor a, factor b) {
	for (std::size_t i = 0; i < c.rows; i++) {
		double *__restrict sums = c.row(i);
		for (std::size_t k = 0; k < a.cols; k++) {
			double x = a.row(i)[k];
			const double *line = b.row(k);
			for (std::size_t j = 0; j < c.cols; j++)
				sums[j] += x * line[j];
		}
	}
}

/* Adds a·b to c. It halves the largest side; halves of the sum go to the same c,
 * one after the other. */
static void multiply(result c, factor a, factor b) {
	std::size_t rows = c.rows, cols = c.cols, inner = a.cols;
	if (std::max({rows, cols, inner}) <= block) {
		add_product(c, a, b);
	} else if (rows >= std::max(cols, inner)) {
		tbb::parallel_invoke([=] { multiply(c.upper(), a.upper(), b); },
		                     [=] { multiply(c.lower(), a.lower(), b); });
	} else if (cols >= inner) {
		tbb::parallel_invoke([=] { multiply(c.left(), a, b.left()); },
		                     [=] { multiply(c.right(), a, b.right()); });
	} else {
		multiply(c, a.left(), b.upper());
		multiply(c, a.right(), b.lower());
	}
}

static std::vector<double> noise(std::size_t n, uint64_t from) {
	std::vector<double> m(n * n);
	for (std::size_t i = 0; i < m.size(); i++)
		m[i] = double(int64_t(mix(0, from + i) % (2 * limit + 1)) - limit);
	return m;
}

/* The sum of all numbers, each with a factor for its row and one for its column. */
static uint64_t checksum(const std::vector<double> &c, std::size_t n) {
	uint64_t sum = 0;
	for (std::size_t i = 0; i < n; i++)
		for (std::size_t j = 0; j < n; j++)
			sum += (mix(0, 2 * i) | 1) * (mix(0, 2 * j + 1) | 1) * uint64_t(int64_t(c[i * n + j]));
	return sum;
}

CASE(matmul) {
	std::size_t n = whole(a, "n", 1024);
	std::vector<double> x = noise(n, 0), y = noise(n, n * n), z(n * n);
	char text[20];
	r->ops = n * n * n;
	while (next(r)) {
		TIMED(r) {
			std::fill(z.begin(), z.end(), 0.0);
			multiply({n, n, n, z.data()}, {n, n, n, x.data()}, {n, n, n, y.data()});
		}
		std::snprintf(text, sizeof text, "%016" PRIx64, checksum(z, n));
		answer_text(r, text);
	}
}
