package crew

import (
	"math/rand/v2"
	"testing"

	"github.com/skua-go/skua/internal/self"
)

// TestSpawner wants what is remembered of a goroutine to change with what the goroutine runs.
func TestSpawner(t *testing.T) {
	c, other := new(Crew), new(Crew)
	c.Init(nil, Config{}, 1)
	other.Init(nil, Config{}, 1)
	w, inner, foreign := &Worker{Crew: c}, &Worker{Crew: c}, &Worker{Crew: other}
	// Each twice: found under the lock, then remembered.
	want := func(when string, want, wantOther *Worker) {
		t.Helper()
		if !self.Quick {
			want, wantOther = nil, nil
		}
		for range 2 {
			if got := c.Spawner(); got != want {
				t.Errorf("%s: spawns on %p, want %p", when, got, want)
			}
			if got := other.Spawner(); got != wantOther {
				t.Errorf("%s: spawns in the other pool on %p, want %p", when, got, wantOther)
			}
		}
	}
	want("outside", nil, nil)
	c.Bound.Bind(w)
	want("as a worker", w, nil)
	w.blocked = true
	want("without its token", nil, nil)
	w.blocked = false
	want("with its token again", w, nil)
	c.Bound.Bind(foreign)
	w.Covered = true
	want("inside, in the other pool", nil, foreign)
	c.Bound.Unbind(foreign)
	w.Covered = false
	c.Bound.Bind(inner)
	w.Covered = true
	want("inside, in its own pool", inner, nil)
	c.Bound.Unbind(inner)
	w.Covered = false
	want("as a worker again", w, nil)
	elsewhere := make(chan *Worker)
	go func() { elsewhere <- c.Spawner() }()
	if got := <-elsewhere; got != nil {
		t.Errorf("another goroutine spawns on %p, want none", got)
	}
	c.Bound.Unbind(w)
	want("outside again", nil, nil)
	for i := range c.Bound.seen {
		if found := c.Bound.seen[i].worker.Load(); found == w || found == inner || found == foreign {
			t.Errorf("a worker that nobody runs is remembered")
		}
	}
}

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
