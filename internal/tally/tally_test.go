package tally

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

// TestTally: what workers take off together is what they have done, whoever comes and goes meanwhile, and
// nothing is left in the groups when the last has gone.
func TestTally(t *testing.T) {
	const workers, each = 8, 2000
	seed := rand.Uint64()
	ran, taken := atomic.Int64{}, atomic.Int64{}
	g := new(Tally)
	g.Init(alone + 1)
	var all sync.WaitGroup
	for k := range workers {
		random := rand.New(rand.NewPCG(seed, uint64(k)))
		all.Go(func() {
			for range each {
				n := random.IntN(4)
				if random.IntN(100) == 0 {
					n = large + random.IntN(4)
				}
				g.Enter(k)
				ran.Add(int64(n))
				taken.Add(int64(g.Leave(k, n)))
			}
		})
	}
	all.Wait()
	if ran.Load() != taken.Load() {
		t.Errorf("seed %d: %d were run and %d taken off", seed, ran.Load(), taken.Load())
	}
	for k := range g.groups {
		if w := g.groups[k].word.Load(); w != 0 {
			t.Errorf("seed %d: the word of a group that all have left is %x", seed, w)
		}
	}
}

// TestTally_holds: nobody takes anything off while a worker of the same group is inside.
func TestTally_holds(t *testing.T) {
	g := &Tally{make([]group, 1)}
	g.Enter(0)
	g.Enter(0)
	if n := g.Leave(0, 5); n != 0 {
		t.Errorf("%d are taken off while a worker is inside, want 0", n)
	}
	if n := g.Leave(0, 3); n != 8 {
		t.Errorf("the last takes %d off, want 8", n)
	}
	g.Enter(0)
	g.Enter(0)
	if n := g.Leave(0, large); n != large {
		t.Errorf("of %d at once %d are taken off, want all", large, n)
	}
	if n := g.Leave(0, 0); n != 0 {
		t.Errorf("the last of two that ran nothing more takes %d off", n)
	}
	g.Enter(0)
	if n := g.Leave(0, 1); n != 1 {
		t.Errorf("the last that ran one index takes %d off, want 1", n)
	}
}

// TestGroups: how many groups there are, and that each worker has one.
func TestGroups(t *testing.T) {
	for workers, want := range map[int]int{1: 0, 8: 0, 9: 4, 16: 4, 17: 4, 33: 8, 64: 8, 256: 16, 1024: 32} {
		var g Tally
		if g.Init(workers); len(g.groups) != want {
			t.Errorf("%d workers have %d groups, want %d", workers, len(g.groups), want)
		}
		for id := -1; id < workers; id++ {
			if (g.of(id) == nil) != (want == 0) {
				t.Errorf("of %d workers %d has a group: %v", workers, id, want == 0)
			}
		}
	}
}
