package strand_test

import (
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/strand"
)

type scratch struct {
	inUse atomic.Bool
	buf   []int
}

// TestHolder: nobody else has a strand's scratch space, and there are as many as strands at a time.
func TestHolder(t *testing.T) {
	onPools(t, func(t *testing.T, p *skua.Pool) {
		var made atomic.Int64
		h := strand.NewHolder(func() *scratch { made.Add(1); return new(scratch) })
		for range 20 {
			(&skua.Loop{To: 1000, Grain: 1, Body: func(part *skua.Part) {
				for part.Next() {
					s := *h.View()
					if !s.inUse.CompareAndSwap(false, true) {
						t.Error("two strands have the same scratch space")
					}
					s.buf = append(s.buf[:0], part.Index())
					spin(part.Index())
					if s.buf[0] != part.Index() {
						t.Error("scratch space was written by another strand")
					}
					s.inUse.Store(false)
				}
			}}).Run(p)
		}
		if apart.On() {
			return // each branch makes its own
		}
		// The maker has two, if it steals: that of the strand in which the loop began stays its own.
		if n := int64(p.Workers()) + 2; made.Load() > n {
			t.Errorf("%d were made, want %d at most", made.Load(), n)
		}
		if p.Workers() == 1 && made.Load() != 1 {
			t.Errorf("%d were made for one worker, want 1", made.Load())
		}
	})
}

// TestHolder_reuse: what a strand has had is there for the next one.
func TestHolder_reuse(t *testing.T) {
	t.Cleanup(apart.Set(apart.Off)) // the allocations of plain calls
	p := two(t)
	made := 0
	h := strand.NewHolder(func() int { made++; return 0 })
	for range 10 {
		stolen(p, func() { *h.View()++ }, func() {})
	}
	if made != 1 {
		t.Errorf("%d were made by runs that came one after the other, want 1", made)
	}
	if n := testing.AllocsPerRun(100, func() { skua.Join(p, func(*skua.Worker) { *h.View()++ }, func(*skua.Worker) {}) }); n > 2 {
		t.Errorf("a run that finds its scratch space allocates %v times, want the run's one for a view at most", n)
	}
	outside := h.View()
	if outside == h.View() {
		t.Error("in no task View returns the same scratch space twice")
	}
}
