package sorts

import (
	"testing"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
)

// TestChecks wants each check to accept the twin's answer, and to reject it with one element
// changed, with one lost, and with two swapped where the order counts.
func TestChecks(t *testing.T) {
	for _, p := range Problems() {
		t.Run(p.Name(), func(t *testing.T) {
			const n = 1000
			i := p.Make(n)
			if err := i.Check(i.Twin()); err != nil {
				t.Fatalf("the twin's answer: %v", err)
			}
			for name, spoil := range spoils(p.Benchmark) {
				if err := i.Check(spoil(i.Twin())); err == nil {
					t.Errorf("the check accepts an answer with %s", name)
				}
			}
			if i.Check(n) == nil {
				t.Error("the check accepts an answer of another type")
			}
		})
	}
}

func spoils(benchmark string) map[string]func(any) any {
	all := map[string]func(any) any{
		"one element lost": func(a any) any {
			switch a := a.(type) {
			case []uint32:
				return a[1:]
			case []keyed:
				return a[1:]
			case []float64:
				return a[1:]
			case []weighed:
				return a[1:]
			case []string:
				return a[1:]
			}
			return a
		},
		"one element changed": func(a any) any {
			switch a := a.(type) {
			case []uint32:
				a[3]++
			case []keyed:
				a[3].Data++
			case []float64:
				a[3] += 0.5
			case []weighed:
				a[3].data++
			case []string:
				a[3] += "x"
			}
			return a
		},
	}
	if benchmark != "removeDuplicates" {
		all["two elements swapped"] = func(a any) any {
			switch a := a.(type) {
			case []uint32:
				k := 1
				for a[k] == a[0] {
					k++
				}
				a[0], a[k] = a[k], a[0]
			case []keyed:
				a[0], a[1] = a[1], a[0] // also if the keys are equal
			case []float64:
				k := 1
				for a[k] == a[0] {
					k++
				}
				a[0], a[k] = a[k], a[0]
			case []weighed:
				a[0], a[1] = a[1], a[0]
			case []string:
				a[0], a[len(a)-1] = a[len(a)-1], a[0]
			}
			return a
		}
	}
	return all
}

// TestCount_skewed has most keys in one group, which is counted in blocks.
func TestCount_skewed(t *testing.T) {
	in := make([]uint32, 200_000)
	for i := range in {
		if i%10 == 0 {
			in[i] = uint32(i)
		} else {
			in[i] = 123_456
		}
	}
	i := counted(in, len(in))
	var got any
	forkjoin.Serial(func(c forkjoin.Ctx) { got = i.Parallel(c) })
	if err := i.Check(got); err != nil {
		t.Error(err)
	}
}
