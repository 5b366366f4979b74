package crew

import (
	"math/rand/v2"
	"testing"
)

// TestBound notes and takes back at random, against a plain map.
func TestBound(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	var b shard
	want := map[uintptr][]*Worker{} // by name, the innermost last
	n := 0
	for step := range 20_000 {
		name := 0xc0000000 + 0x180*uintptr(random.IntN(200))
		grows := step/2000%2 == 0
		if have := want[name]; random.IntN(3) == 0 != grows || n == 0 {
			w := new(Worker)
			b.add(w, name)
			want[name] = append(have, w)
			n++
		} else if len(have) > 0 {
			b.remove(have[len(have)-1])
			want[name] = have[:len(have)-1]
			n--
		}
		have := want[name]
		w := b.first(name)
		for k := len(have) - 1; k >= 0; k-- {
			if w != have[k] {
				t.Fatalf("step %d: worker %d of %d is another (seed %d)", step, k, len(have), seed)
			}
			w = w.next.named(name)
		}
		if w != nil || int(b.n.Load()) != n || len(b.lists) < n || len(b.lists) > max(fewLists, 8*n) {
			t.Fatalf("step %d: %d workers in %d lists, want %d (seed %d)", step, b.n.Load(), len(b.lists), n, seed)
		}
	}
}
