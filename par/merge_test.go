package par_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

func TestMergeFunc(t *testing.T) {
	eachSort(t, func(t *testing.T, s []keyed) {
		for _, at := range []int{0, len(s) / 7, len(s) / 2, len(s)} {
			if at != len(s)/7 && len(s) > size(0, 10_000, math.MaxInt) {
				continue
			}
			a, b := slices.Clone(s[:at]), slices.Clone(s[at:])
			slices.SortFunc(a, stable)
			slices.SortFunc(b, stable)
			want := slices.Concat(a, b)
			slices.SortFunc(want, stable)
			for name, o := range someOptions(len(s)) {
				if got := par.MergeFunc(a, b, byKey, o...); !slices.Equal(got, want) {
					t.Fatalf("%s, %d and %d elements: not the stable merge", name, len(a), len(b))
				}
			}
		}
	})
}

func TestMerge(t *testing.T) {
	for _, n := range []int{0, 10, 10_000, 70_000} {
		a, b := make([]float64, n), make([]float64, n/3)
		for i := range a {
			a[i] = math.Trunc(4*rand.NormFloat64()) / float64(rand.IntN(5)) // NaNs and infinities too
		}
		for i := range b {
			b[i] = rand.NormFloat64()
		}
		slices.Sort(a)
		slices.Sort(b)
		want := slices.Concat(a, b)
		slices.Sort(want)
		for name, o := range sortOptions() {
			if i := differ(par.Merge(a, b, o...), want); i >= 0 {
				t.Fatalf("%s, n=%d: element %d is not %v", name, n, i, want[i])
			}
		}
	}
}

func TestSort_nilComparison(t *testing.T) {
	for name, f := range map[string]func(){
		"SortFunc":       func() { par.SortFunc([]int{1}, nil) },
		"SortStableFunc": func() { par.SortStableFunc([]int{1}, nil) },
		"MergeFunc":      func() { par.MergeFunc([]int{1}, nil, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if got, want := fmt.Sprint(recover()), "par: "+name+" needs a function, not nil"; got != want {
					t.Errorf("panics with %q, want %q", got, want)
				}
			}()
			f()
		})
	}
}
