package strand_test

import (
	"math"
	"math/bits"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/strand"
)

// TestPedigree_schedule: a recursion that tosses for its own shape comes to the same for any number of
// workers.
func TestPedigree_schedule(t *testing.T) {
	type node struct {
		strand.Pedigree
		deep int
	}
	grow := skua.NewFunc(func(f *skua.Frame[node, uint64], n node) uint64 {
		toss := n.Rand()
		sum := toss.Uint64()
		if n.deep == 0 || toss.IntN(20) == 0 {
			return sum
		}
		kids := make([]node, 1+toss.IntN(3))
		for k := range kids {
			kids[k] = node{n.Child(uint64(k)), n.deep - 1}
		}
		got := make([]uint64, len(kids))
		f.Each(kids, got)
		for _, g := range got {
			sum = bits.RotateLeft64(sum, 1) ^ g
		}
		return sum
	})
	var want uint64
	onPools(t, func(t *testing.T, p *skua.Pool) {
		got := grow.On(p, node{strand.NewPedigree(7), 14})
		if want == 0 {
			want = got
		}
		if got != want {
			t.Errorf("%d workers come to %x, want %x", p.Workers(), got, want)
		}
	})
}

// TestPedigree_different: places that differ have different numbers.
func TestPedigree_different(t *testing.T) {
	seen := map[uint64]bool{}
	check := func(p strand.Pedigree) {
		for n := range uint64(3) {
			v := p.Uint64(n)
			if seen[v] {
				t.Fatalf("number %x comes twice", v)
			}
			seen[v] = true
		}
	}
	for _, root := range []strand.Pedigree{{}, strand.NewPedigree(1), strand.NewPedigree(1 << 63)} {
		for i := range uint64(30) {
			for j := range uint64(30) {
				check(root.Child(i).Child(j))
			}
			check(root.Child(1000 + i))
		}
		check(root)
	}
}

// TestPedigree_even: numbers of one place, first numbers of siblings, and of a chain of children have as many
// ones as zeros in each bit.
func TestPedigree_even(t *testing.T) {
	const n = 20_000
	root, chain := strand.NewPedigree(3), strand.NewPedigree(4)
	for name, next := range map[string]func(i uint64) uint64{
		"one place": root.Uint64,
		"siblings":  func(i uint64) uint64 { return root.Child(i).Uint64(0) },
		"chain":     func(uint64) uint64 { chain = chain.Child(0); return chain.Uint64(0) },
		"as Rand":   func() func(uint64) uint64 { r := root.Rand(); return func(uint64) uint64 { return r.Uint64() } }(),
	} {
		var ones, same [64]int
		last := uint64(0)
		for i := range uint64(n) {
			v := next(i)
			for b := range 64 {
				ones[b] += int(v >> b & 1)
				same[b] += int((v ^ last) >> b & 1)
			}
			last = v
		}
		for b := range 64 {
			for what, count := range map[string]int{"is set": ones[b], "differs from the last": same[b]} {
				if off := math.Abs(float64(count) - n/2); off > 6*math.Sqrt(n)/2 {
					t.Errorf("%s: bit %d %s in %d of %d, more than six deviations from half", name, b, what, count, n)
				}
			}
		}
	}
}
