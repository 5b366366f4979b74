package line

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRow compares a row with a slice.
func TestRow(t *testing.T) {
	type person struct {
		Spot[person]
		name int
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	var row Row[person]
	var want, away []*person
	for name := range 5 {
		away = append(away, &person{name: name})
	}
	for range 1000 {
		if k := random.IntN(len(want) + len(away)); k < len(want) {
			p := want[k]
			row.Leave(&p.Spot)
			want, away = slices.Delete(want, k, k+1), append(away, p)
		} else {
			p := away[k-len(want)]
			row.Join(&p.Spot, p)
			away = slices.Delete(away, k-len(want), k-len(want)+1)
			want = append(want, p)
		}
		first := row.First()
		if got := slices.Collect(row.Each); !slices.Equal(got, want) || len(want) == 0 && first != nil || len(want) > 0 && first != want[0] {
			t.Fatalf("seed %d: the row has %v, the first %v; want %v", seed, got, first, want)
		}
		for _, p := range want {
			if !p.In() {
				t.Fatalf("seed %d: one in the row is said not to be", seed)
			}
		}
		if slices.ContainsFunc(away, func(p *person) bool { return p.In() }) {
			t.Fatalf("seed %d: one out of the row is said to be in it", seed)
		}
	}
	for p := range row.Each {
		row.Leave(&p.Spot)
	}
	if row.First() != nil {
		t.Error("all have left, and the row is not empty")
	}
}
