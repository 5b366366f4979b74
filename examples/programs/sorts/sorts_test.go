package main

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func numbers() []int {
	r := rand.New(rand.NewPCG(1, 2))
	s := make([]int, 2000)
	for i := range s {
		s[i] = r.IntN(1500)
	}
	return s
}

func TestQuick(t *testing.T) {
	got, want := numbers(), numbers()
	quick.Run(got)
	serialQuick(want)
	if !slices.IsSorted(want) || !slices.Equal(got, want) {
		t.Error("quick sorts otherwise than its twin")
	}
}

func TestMerge(t *testing.T) {
	got, want := numbers(), numbers()
	merge.Run(halves{got, make([]int, len(got))})
	serialMerge(halves{want, make([]int, len(want))})
	if !slices.IsSorted(want) || !slices.Equal(got, want) {
		t.Error("merge sorts otherwise than its twin")
	}
}
