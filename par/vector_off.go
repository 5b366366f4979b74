//go:build !(goexperiment.simd && amd64)

package par

import "cmp"

// sumOf returns a function that sums a slice.
func sumOf[E Number]() func(s []E) E { return sum[E] }

// leastOf returns a function that returns the least element of a slice, which is not empty.
func leastOf[E cmp.Ordered]() func(s []E) E {
	if isFloat[E]() {
		return leastFloat[E]
	}
	return least4[E]
}

// greatestOf is leastOf for the greatest element.
func greatestOf[E cmp.Ordered]() func(s []E) E {
	if isFloat[E]() {
		return greatestFloat[E]
	}
	return greatest4[E]
}

// finder returns a function that returns the first index of v in a slice, or -1.
func finder[E comparable]() func(s []E, v E) int { return indexOf[E] }
