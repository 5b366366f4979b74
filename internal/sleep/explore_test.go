//go:build explore

package sleep

import (
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// office is the least scheduler that needs a Sleep: work is a number, and one
// the poster of a piece may wait for it, handing its token over.
type office struct {
	s       *Sleep
	tokens  int
	full    uint64        // the beds of the residents that may be there
	beds    atomic.Uint64 // that are taken, a bit each
	work    atomic.Int32
	awaited atomic.Int32 // pieces whose poster is parked, or will be
	poster  *park.Parker
	did     atomic.Int32
	group   []*park.Parker // the last pieces wait there until one more than these has begun
	singles int            // pieces before them
	begun   atomic.Int32
}

func newOffice(tokens, limit int) *office {
	o := &office{tokens: tokens, full: 1<<limit - 1, poster: park.New()}
	o.s = New(tokens, o.start, func() bool { return o.beds.Load() != o.full }, func() bool { return o.work.Load() > 0 })
	return o
}

func (o *office) start() bool {
	for {
		taken := o.beds.Load()
		if taken == o.full {
			return false
		}
		id := bits.TrailingZeros64(^taken)
		if o.beds.CompareAndSwap(taken, taken|1<<id) {
			o.s.Register(id, park.New())
			park.Go(func() { o.resident(id) })
			return true
		}
	}
}

// end is the last act of a resident that has slept for long.
func (o *office) end(id int) {
	o.s.Leave(id)
	if o.beds.And(^(1 << id)) == o.full {
		o.s.RetryStart()
	}
}

// take takes a piece from n.
func take(n *atomic.Int32) bool {
	for {
		k := n.Load()
		if k == 0 {
			return false
		}
		if n.CompareAndSwap(k, k-1) {
			return true
		}
	}
}

func (o *office) resident(id int) {
	for {
		if take(&o.work) {
			o.s.EndSearch()
			o.meet()
			o.did.Add(1)
			if take(&o.awaited) {
				o.poster.Unpark() // the token goes with it
				if !o.s.Rest(id) {
					o.end(id)
					return
				}
				continue
			}
			o.s.StartSearch()
			continue
		}
		announced := o.s.AnnounceSleep()
		if o.work.Load() == 0 && !o.s.FallAsleep(id, announced) {
			o.end(id)
			return
		}
	}
}

// meet waits in a piece of a group until the last has begun.
func (o *office) meet() {
	if o.group == nil {
		return
	}
	k := int(o.begun.Add(1)) - o.singles
	if k <= 0 {
		return
	}
	if k <= len(o.group) {
		o.group[k-1].Park()
		return
	}
	for _, p := range o.group {
		p.Unpark()
	}
}

// post is a guest that posts n pieces.
func (o *office) post(n int) {
	o.s.TakeToken()
	for range n {
		o.work.Add(1)
		o.s.Post()
	}
	o.s.ReturnToken()
}

// await is a guest that posts a piece and waits until a resident has done it.
func (o *office) await() {
	o.s.TakeToken()
	o.awaited.Add(1)
	o.work.Add(1)
	o.s.Post()
	o.s.ReturnToken()
	o.poster.Park()
	o.s.ReturnToken()
}

// awaitSearching is await for a guest that searches meanwhile, if it may.
func (o *office) awaitSearching() {
	o.s.TakeToken()
	o.awaited.Add(1)
	o.work.Add(1)
	o.s.Post()
	switch {
	case !o.s.SearchAlone():
		o.s.ReturnToken()
	case o.s.Free() == 0 && o.s.WorkPublic():
		o.s.HandOver()
	default:
		o.s.EndSearch()
		o.s.ReturnToken()
	}
	o.poster.Park()
	o.s.ReturnToken()
}

// quiet says what is wrong when nobody moves any more.
func (o *office) quiet(pieces int32) error {
	if w := o.work.Load(); w != 0 {
		return fmt.Errorf("%d pieces of work left and nobody awake", w)
	}
	if d := o.did.Load(); d != pieces {
		return fmt.Errorf("%d pieces done, want %d", d, pieces)
	}
	w := o.s.load()
	if w.searching() != 0 || w.free() != o.tokens {
		return fmt.Errorf("%d searching and %d of %d tokens free in the end", w.searching(), w.free(), o.tokens)
	}
	return nil
}

func TestExploreSleep(t *testing.T) { explored(t, false) }

// TestExploreEnded: a resident that nobody wakes has slept for long at once, and ends.
func TestExploreEnded(t *testing.T) { explored(t, true) }

func explored(t *testing.T, late bool) {
	for _, c := range []struct {
		name              string
		tokens, residents int
		guests            []int // pieces that each posts; 0: posts one and waits; -1: and searches meanwhile
	}{
		{"one poster", 2, 1, []int{2}},
		{"two residents", 3, 2, []int{2}},
		{"two posters", 3, 1, []int{1, 1}},
		{"hand-over", 2, 1, []int{0, 1}},
		{"hand-over, two residents", 2, 2, []int{0, 1}},
		{"stand-in", 2, 2, []int{-1, 1}},
		{"overdrawn", 1, 1, []int{1, 1}},
		{"overdrawn hand-over", 1, 2, []int{0, 1}},
		{"overdrawn stand-in", 1, 2, []int{-1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			scenario := func(x *explore.X) {
				if late {
					x.Late()
				}
				o := newOffice(c.tokens, c.residents)
				pieces := int32(0)
				for _, n := range c.guests {
					pieces += int32(max(n, 1))
					switch n {
					case -1:
						x.Go(o.awaitSearching)
					case 0:
						x.Go(o.await)
					default:
						x.Go(func() { o.post(n) })
					}
				}
				check := func() error { return o.quiet(pieces) }
				x.Quiescent(check)
				x.OnEnd(check)
			}
			budget.Check(t, scenario, budget.Deep)
		})
	}
}

// TestExplorePair posts two pieces while one worker searches. It takes the first, which lasts until
// the second has begun: so it must have left the second to another worker.
func TestExplorePair(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		o := newOffice(3, 2)
		o.group = []*park.Parker{park.New()}
		x.Go(func() { o.post(2) })
		check := func() error { return o.quiet(2) }
		x.Quiescent(check)
		x.OnEnd(check)
	}, budget.Deep)
}

// TestExploreTrio posts a piece and three more, each of which lasts until all three have begun. Two
// searchers may take two of these at once, when no token is free for the third: the one that leaves last
// must see to it that the poster's token is passed on.
func TestExploreTrio(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		o := newOffice(3, 3)
		o.group = []*park.Parker{park.New(), park.New()}
		o.singles = 1
		x.Go(func() { o.post(4) })
		check := func() error { return o.quiet(4) }
		x.Quiescent(check)
		x.OnEnd(check)
	}, budget.Deep)
}

// TestExploreResize lets tokens come and go while work is posted.
func TestExploreResize(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		o := newOffice(1, 2)
		x.Go(func() { o.post(2) })
		x.Go(func() {
			o.s.addTokens(1)
			o.s.addTokens(-1)
		})
		check := func() error { return errors.Join(o.quiet(2)) }
		x.Quiescent(check)
		x.OnEnd(check)
	}, budget.Deep)
}

// TestExploreGrow: a token comes for work that starved. The worker that does the work hands
// it over, and its poster leaves while another posts.
func TestExploreGrow(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		o := newOffice(1, 1)
		o.tokens = 2 // in the end
		o.s.TakeToken()
		o.work.Add(1)
		o.s.Post()
		o.s.addTokens(1)
		x.Go(o.await)
		x.Go(func() { o.s.ReturnToken() })
		check := func() error { return o.quiet(2) }
		x.Quiescent(check)
		x.OnEnd(check)
	}, budget.Deep)
}
