package workload

import (
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
)

// published knapsacks and their best values: Donald L. Kreher and Douglas R.
// Stinson, Combinatorial Algorithms: Generation, Enumeration, and Search, CRC
// Press 1999, and other problems of the collection of John Burkardt.
var publishedKnapsacks = []struct {
	name            string
	capacity, best  int
	weights, values []int
}{
	{"P01", 165, 309,
		[]int{23, 31, 29, 44, 53, 38, 63, 85, 89, 82},
		[]int{92, 57, 49, 68, 60, 43, 67, 84, 87, 72}},
	{"P07", 750, 1458,
		[]int{70, 73, 77, 80, 82, 87, 90, 94, 98, 106, 110, 113, 115, 118, 120},
		[]int{135, 139, 149, 150, 156, 163, 173, 184, 192, 201, 210, 214, 221, 229, 240}},
	{"P08", 6404180, 13549094,
		[]int{382745, 799601, 909247, 729069, 467902, 44328, 34610, 698150, 823460, 903959, 853665, 551830,
			610856, 670702, 488960, 951111, 323046, 446298, 931161, 31385, 496951, 264724, 224916, 169684},
		[]int{825594, 1677009, 1676628, 1523970, 943972, 97426, 69666, 1296457, 1679693, 1902996, 1844992, 1049289,
			1252836, 1319836, 953277, 2067538, 675367, 853655, 1826027, 65731, 901489, 577243, 466257, 369261}},
}

func TestPublishedKnapsacks(t *testing.T) {
	pool := kit.NewPool(t, 2)
	for _, c := range publishedKnapsacks {
		items := make([]item, len(c.weights))
		for i := range items {
			items[i] = item{c.values[i], c.weights[i]}
		}
		k := newKnapsack(c.capacity, items)
		seq, par := &searchSeq{knapsack: k}, &search{knapsack: k}
		seq.branch(0, 0, k.capacity)
		branchFunc.On(pool, filling{search: par, room: k.capacity})
		for by, got := range map[string]int{"twin": seq.best, "parallel version": int(par.best.Load()), "table": k.table()} {
			if got != c.best {
				t.Errorf("%s: the best value is %d by the %s, want %d", c.name, got, by, c.best)
			}
		}
	}
}

// TestKnapsackTables wants the best value of every choice of few items, tried
// one by one, from both versions and the table by which they are checked.
func TestKnapsackTables(t *testing.T) {
	for n := 1; n <= 14; n++ {
		for seed := range uint64(5) {
			k := hardKnapsack(n, seed)
			want := k.tryAll()
			s := &searchSeq{knapsack: k}
			s.branch(0, 0, k.capacity)
			p := &search{knapsack: k}
			branchFunc.On(skua.Default(), filling{search: p, room: k.capacity})
			if got := [...]int{s.best, int(p.best.Load()), k.table()}; got != [...]int{want, want, want} {
				t.Errorf("n=%d, seed %d: twin, parallel version and table have %v, want %d", n, seed, got, want)
			}
		}
	}
}

func (k *knapsack) tryAll() (best int) {
	for set := range 1 << len(k.items) {
		value, weight := 0, 0
		for i, it := range k.items {
			if set>>i&1 == 1 {
				value, weight = value+it.value, weight+it.weight
			}
		}
		if weight <= k.capacity {
			best = max(best, value)
		}
	}
	return best
}
