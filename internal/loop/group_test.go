package loop

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/crew"
)

// TestGroup: what thieves take off together is what they have run, whoever comes and goes meanwhile, and
// nothing is left in the group when the last has gone.
func TestGroup(t *testing.T) {
	const thieves, each = 8, 2000
	seed := rand.Uint64()
	g, ran, taken := new(group), atomic.Int64{}, atomic.Int64{}
	var all sync.WaitGroup
	for k := range thieves {
		random := rand.New(rand.NewPCG(seed, uint64(k)))
		all.Go(func() {
			for range each {
				n := random.IntN(4)
				if random.IntN(100) == 0 {
					n = large + random.IntN(4)
				}
				g.enter()
				ran.Add(int64(n))
				taken.Add(int64(g.leave(n)))
			}
		})
	}
	all.Wait()
	if ran.Load() != taken.Load() || g.word.Load() != 0 {
		t.Errorf("seed %d: %d were run and %d taken off, the word is %x", seed, ran.Load(), taken.Load(), g.word.Load())
	}
}

// TestGroup_holds: nobody takes anything off while a thief is inside.
func TestGroup_holds(t *testing.T) {
	g := new(group)
	g.enter()
	g.enter()
	if n := g.leave(5); n != 0 {
		t.Errorf("%d are taken off while a thief is inside, want 0", n)
	}
	if n := g.leave(3); n != 8 {
		t.Errorf("the last takes %d off, want 8", n)
	}
	g.enter()
	g.enter()
	if n := g.leave(large); n != large {
		t.Errorf("of %d at once %d are taken off, want all", large, n)
	}
	if n := g.leave(0); n != 0 {
		t.Errorf("the last of two that ran nothing more takes %d off", n)
	}
	g.enter()
	if n := g.leave(1); n != 1 {
		t.Errorf("the last that ran one index takes %d off, want 1", n)
	}
}

// TestGroups: how many groups there are, and that each worker has one.
func TestGroups(t *testing.T) {
	for workers, want := range map[int]int{1: 0, 8: 0, 9: 4, 16: 4, 17: 4, 33: 8, 64: 8, 256: 16, 1024: 32} {
		l := &Loop{groups: make([]group, groups(workers))}
		if len(l.groups) != want {
			t.Errorf("%d workers have %d groups, want %d", workers, len(l.groups), want)
		}
		for id := -1; id < workers; id++ {
			if (l.groupOf(&crew.Worker{ID: id}) == nil) != (want == 0) {
				t.Errorf("of %d workers %d has a group: %v", workers, id, want == 0)
			}
		}
	}
}
