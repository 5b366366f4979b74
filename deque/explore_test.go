//go:build explore

package deque

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// subject is a deque under the explorer.
type subject struct {
	push   func(*int) bool
	pop    func() (*int, Outcome)
	steal  func() (*int, Outcome)
	batch  func() ([]*int, Outcome) // Locked's, in place of steal
	poll   func() int               // Split's
	expose func(n int) int          // Split's
	asked  func() bool              // Split's
	slots  int                      // of a block of BWoS
	full   int                      // Push may refuse this many items; 0 means never
	clean  func() error             // what must hold once the deque was emptied
}

// explored makes the deques, small: the overlay shrinks their first rings.
var explored = map[string]func() subject{
	"abp":      func() subject { return abpSubject(NewABP[int](6)) },
	"abp-full": func() subject { return abpSubject(NewABP[int](2)) },
	"chaselev": func() subject {
		d := new(ChaseLev[int])
		return subject{push: d.Push, pop: d.Pop, steal: d.Steal, clean: func() error { return empty(d.ring.slots) }}
	},
	"locked": func() subject {
		d := new(Locked[int])
		return subject{push: d.Push, pop: d.Pop, steal: d.Steal, clean: func() error { return bare(d.ring) }}
	},
	"locked-batch": func() subject {
		d := new(Locked[int])
		return subject{push: func(x *int) bool { d.PushAll([]*int{x}); return true }, pop: d.Pop, steal: d.Steal,
			batch: func() ([]*int, Outcome) {
				into := make([]*int, 2)
				n, outcome := d.StealHalf(into, 0)
				return into[:n], outcome
			},
			clean: func() error { return bare(d.ring) }}
	},
	"split":      func() subject { return splitSubject(NewSplit[int](false)) },
	"split-half": func() subject { return splitSubject(NewSplit[int](true)) },
	"bwos-one":   func() subject { return bwosSubject(NewBWoS[int](1)) },
	"bwos":       func() subject { return bwosSubject(NewBWoS[int](2)) },
}

func bwosSubject(d *BWoS[int]) subject {
	return subject{push: d.Push, pop: d.Pop, steal: d.Steal, poll: d.Poll, expose: d.Expose, asked: d.Requested, slots: d.size,
		clean: func() (err error) {
			for b := d.block; b != nil; b = b.below {
				err = errors.Join(err, bare(b.slots))
			}
			for b := d.first.Load(); b != nil; b = b.next.Load() {
				err = errors.Join(err, bare(b.slots))
			}
			return err
		}}
}

func splitSubject(d *Split[int]) subject {
	return subject{push: d.Push, pop: d.Pop, steal: d.Steal, poll: d.Poll, expose: d.Expose, asked: d.Requested,
		clean: func() error {
			return errors.Join(bare(d.ring), empty(d.public[:]))
		}}
}

func abpSubject(d *ABP[int]) subject {
	return subject{push: d.Push, pop: d.Pop, steal: d.Steal, full: len(d.slots), clean: func() error { return empty(d.slots) }}
}

func bare(slots []*int) error {
	for k, x := range slots {
		if x != nil {
			return fmt.Errorf("plain slot %d was not cleared", k)
		}
	}
	return nil
}

func empty(slots []atomic.Pointer[int]) error {
	for k := range slots {
		if slots[k].Load() != nil {
			return fmt.Errorf("slot %d was not cleared", k)
		}
	}
	return nil
}

// play is a scenario: the owner does its script, each thief steals so often,
// and in the end the owner pops what is left.
func play(make func() subject, script string, thieves []int) func(*explore.X) {
	return func(x *explore.X) {
		d := make()
		h := newHistory(1 + len(thieves))
		for id, steals := range thieves {
			x.Go(func() {
				for range steals {
					h.thief(x, id+1, d)
				}
			})
		}
		h.owner(x, d, script)
		x.OnEnd(func() error { return h.judge(d) })
	}
}

// thief steals once. The items of a batch are recorded as steals of one interval.
func (h history) thief(x *explore.X, thread int, d subject) {
	if d.batch == nil {
		h.record(x, thread, event{kind: 's'}, func(e *event) { e.got(d.steal()) })
		return
	}
	var items []*int
	h.record(x, thread, event{kind: 's'}, func(e *event) {
		var outcome Outcome
		if items, outcome = d.batch(); len(items) == 0 {
			e.got(nil, outcome)
			return
		}
		e.got(items[0], outcome)
	})
	for _, item := range items[min(1, len(items)):] {
		e := h[thread][len(h[thread])-1]
		e.item = *item
		h[thread] = append(h[thread], e)
	}
}

func newHistory(threads int) history { return make(history, threads) }

func (e *event) got(x *int, outcome Outcome) {
	e.outcome = outcome
	if x != nil {
		e.item = *x
	}
	if (outcome == Got) != (x != nil) {
		e.item = -1 // an item without Got, or the other way round
		e.outcome = Got
	}
}

// owner does the script: P pushes, p pops, o polls, e exposes one item.
func (h history) owner(x *explore.X, d subject, script string) {
	item := 0
	for _, kind := range []byte(script) {
		h.record(x, 0, event{kind: kind}, func(e *event) {
			switch kind {
			case 'P':
				item++
				e.item = item
				if own := item; !d.push(&own) {
					e.outcome = Lost // it was full
				}
			case 'p':
				e.got(d.pop())
			case 'o':
				e.n = d.poll()
			case 'e':
				e.n = d.expose(1)
			}
		})
	}
}

// judge empties the deque and checks the whole history.
func (h history) judge(d subject) error {
	asked := d.asked != nil && d.asked()
	if err := h.refused(d.full); err != nil {
		return err
	}
	drained := len(h[0])
	for step := int64(math.MaxInt32); ; step++ {
		e := event{kind: 'p', call: step, ret: step}
		e.got(d.pop())
		h[0] = append(h[0], e)
		if e.outcome == Empty || len(h[0]) > drained+8 {
			break
		}
	}
	if err := h.conserved(); err != nil {
		return err
	}
	if _, outcome := d.steal(); outcome != Empty {
		return fmt.Errorf("a steal from the emptied deque: %v%v", outcome, h)
	}
	start := contents{split: d.poll != nil, slots: d.slots}
	if err := h.linear(start, func(contents) bool { return true }); err != nil {
		return err
	}
	before := append(history{h[0][:drained]}, h[1:]...)
	if err := before.linear(start, func(c contents) bool { return !c.asked || asked || d.poll == nil }); err != nil {
		return errors.Join(errors.New("a request was lost"), err)
	}
	if d.clean != nil {
		return d.clean()
	}
	return nil
}

// refused complains of a Push that answered that a deque of that many slots is
// full though the owner cannot have used them all.
func (h history) refused(full int) error {
	used := 0
	for _, e := range h[0] {
		switch {
		case e.kind == 'P' && e.outcome == Got:
			used++
		case e.kind == 'P' && (full == 0 || used < full):
			return fmt.Errorf("full after %d items%v", used, h)
		case e.kind == 'p' && e.outcome == Got:
			used--
		case e.kind == 'p':
			used = 0
		}
	}
	return nil
}

var (
	// small explores all interleavings up to the order of independent steps,
	// and with three preemptions all of them.
	small = budget.Plan{{Mode: explore.DPOR}, {Bound: 3}}
	// large is for what has too many.
	large = budget.Plan{{Mode: explore.DPOR}, {Bound: 2}, {Mode: explore.PCT, Depth: 4}}
)

// scripts are all of six pushes and pops in which no pop finds an empty deque
// unless a thief was there, but for two in which it does. Shorter ones are their
// beginnings.
var scripts = append(ballots("", 6, 0), "PppPPp", "pPPppp")

func ballots(prefix string, left, live int) []string {
	if left == 0 {
		return []string{prefix}
	}
	out := ballots(prefix+"P", left-1, live+1)
	if live > 0 {
		out = append(out, ballots(prefix+"p", left-1, live-1)...)
	}
	return out
}

// splitScripts expose with and without being asked.
var splitScripts = []string{
	"PePePp", "PPeepp", "PPeppp", "PPoPop", "PPoopp", "PPooPo", "PoPopp", "PPPooo",
	"PPPeoe", "PePpPe", "PePpPo", "PPepPo", "PPPeee", "PepPep", "PoppPo", "PPPeep", "PPeePe", "PPopPo",
}

func TestExploreDeque(t *testing.T) {
	for name, make := range explored {
		t.Run(name, func(t *testing.T) {
			list := scripts
			if make().poll != nil {
				list = splitScripts
			}
			for _, script := range list {
				for _, thieves := range [][]int{{2}, {1, 1}} {
					t.Run(fmt.Sprintf("%s/thieves=%v", script, thieves), func(t *testing.T) {
						budget.Check(t, play(make, script, thieves), small)
					})
				}
			}
		})
	}
}

// TestExploreAll runs every interleaving, without a bound and in real-time order,
// of four calls of the owner's (for Split six: most of them take no step).
func TestExploreAll(t *testing.T) {
	for name, make := range explored {
		list := ballots("", 4, 0)
		if make().poll != nil {
			list = splitScripts
		}
		for _, script := range list {
			for _, thieves := range [][]int{{1}, {2}} {
				t.Run(fmt.Sprintf("%s/%s/thieves=%v", name, script, thieves), func(t *testing.T) {
					budget.Check(t, play(make, script, thieves), budget.Plan{{Bound: -1}})
				})
			}
		}
	}
}

// TestExploreRequests has one steal more than items that are exposed for a
// request, so that a thief may ask while another's request is being served.
func TestExploreRequests(t *testing.T) {
	for _, name := range []string{"split", "split-half", "bwos", "bwos-one"} {
		for _, script := range []string{"PPoo", "PPPoo", "oPPoPo", "PeppPe"} {
			for _, thieves := range [][]int{{3}, {2, 1}} {
				t.Run(fmt.Sprintf("%s/%s/thieves=%v", name, script, thieves), func(t *testing.T) {
					budget.Check(t, play(explored[name], script, thieves), small)
				})
			}
		}
	}
}

// TestExploreLarge has longer scripts, more steals and a third thief.
func TestExploreLarge(t *testing.T) {
	for name, make := range explored {
		t.Run(name, func(t *testing.T) {
			list := []string{"PPPPpppp", "PPpPPppPpp"}
			if make().poll != nil {
				list = []string{"PPPeePpoPpp", "PPoPPoopPop", "PPPPPooooppp"}
			}
			for _, script := range list {
				for _, thieves := range [][]int{{2, 2}, {1, 1, 1}} {
					t.Run(fmt.Sprintf("%s/thieves=%v", script, thieves), func(t *testing.T) {
						budget.Check(t, play(make, script, thieves), large)
					})
				}
			}
		})
	}
}
