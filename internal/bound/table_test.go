package bound

import (
	"math/rand/v2"
	"testing"
)

// TestShard notes and takes back at random, against a plain map.
func TestShard(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	var b shard[int]
	want := map[uintptr][]*Note[int]{} // by name, the innermost last
	n := 0
	for step := range 20_000 {
		name := 0xc0000000 + 0x180*uintptr(random.IntN(200))
		grows := step/2000%2 == 0
		if have := want[name]; random.IntN(3) == 0 != grows || n == 0 {
			w := new(Note[int])
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

// TestTable binds and unbinds workers inside each other, on several goroutines whose sightings collide.
func TestTable(t *testing.T) {
	var table Table[int]
	want := func(when string, want *int) {
		t.Helper()
		for range 2 { // found under the lock, then remembered
			if got := table.Innermost(); got != want {
				t.Errorf("%s: got %v, want %v", when, got, want)
			}
		}
	}
	var notes [3]Note[int]
	workers := [3]int{0, 1, 2}
	want("outside", nil)
	for k := range notes {
		around := table.Bind(&workers[k], &notes[k])
		if k > 0 && around != &workers[k-1] || k == 0 && around != nil {
			t.Errorf("worker %d: around it is %v", k, around)
		}
		want("inside", &workers[k])
		other := make(chan *int)
		go func() { other <- table.Innermost() }()
		if got := <-other; got != nil {
			t.Errorf("another goroutine runs %v, want none", got)
		}
		table.seen = [seen]sighting[int]{} // as if others had been found since
		want("forgotten", &workers[k])
	}
	for k := len(notes) - 1; k >= 0; k-- {
		table.Unbind(&notes[k])
		table.Unbind(&notes[k]) // does nothing
		for i := range table.seen {
			if table.seen[i].last.Load() == &notes[k] {
				t.Errorf("a worker that nobody runs is remembered")
			}
		}
		if k > 0 {
			want("outside of an inner one", &workers[k-1])
		}
	}
	want("outside again", nil)
	if n, small := table.Size(); n != 0 || !small {
		t.Errorf("%d workers are left, small: %v", n, small)
	}
}
