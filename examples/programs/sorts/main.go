// Command sorts sorts numbers by quicksort and by mergesort, both of which fork
// at every division.
package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/skua-go/skua"
)

type none = struct{}

var quick = skua.NewFunc(func(f *skua.Frame[[]int, none], s []int) none {
	if len(s) > 1 {
		m := divide(s)
		f.Both(s[:m], s[m+1:])
	}
	return none{}
})

// halves is a slice to sort and a buffer of the same length.
type halves struct{ s, buf []int }

var merge = skua.NewFunc(func(f *skua.Frame[halves, none], h halves) none {
	if n := len(h.s); n > 1 {
		m := n / 2
		f.Both(halves{h.s[:m], h.buf[:m]}, halves{h.s[m:], h.buf[m:]})
		mergeHalves(h, m)
	}
	return none{}
})

// divide puts the element in the middle where it belongs, smaller ones before it,
// and returns its place.
func divide(s []int) int {
	last := len(s) - 1
	s[len(s)/2], s[last] = s[last], s[len(s)/2]
	m := 0
	for i, v := range s[:last] {
		if v < s[last] {
			s[i], s[m] = s[m], s[i]
			m++
		}
	}
	s[m], s[last] = s[last], s[m]
	return m
}

func mergeHalves(h halves, m int) {
	copy(h.buf, h.s)
	a, b := h.buf[:m], h.buf[m:]
	for i := range h.s {
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			h.s[i], a = a[0], a[1:]
		} else {
			h.s[i], b = b[0], b[1:]
		}
	}
}

func main() {
	a := rand.Perm(1_000_000)
	b := slices.Clone(a)
	quick.Run(a)
	merge.Run(halves{b, make([]int, len(b))})
	fmt.Println(slices.IsSorted(a), slices.Equal(a, b))
}
