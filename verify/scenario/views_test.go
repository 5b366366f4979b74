//go:build explore

package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/internal/views"
	"github.com/skua-go/skua/verify/quiet"
)

// A journal is a reducer that appends events.
type journal struct {
	views.Reducer
	value []int
}

func newJournal() *journal {
	j := new(journal)
	j.Merge = func(left, right any) {
		l, r := left.(*[]int), right.(*[]int)
		*l = append(*l, *r...)
	}
	j.Deliver = func(view any) { j.value = append(j.value, *view.(*[]int)...) }
	return j
}

// note appends an event to the view of w's strand.
func (j *journal) note(w *crew.Worker, event int) {
	v := w.Strand.View(&j.Reducer)
	if v == nil {
		v = new([]int)
		w.Strand.Add(&j.Reducer, v)
	}
	at := v.(*[]int)
	*at = append(*at, event)
}

// wants compares the value with what the serial program writes.
func (j *journal) wants(want []int) error {
	if !slices.Equal(j.value, want) {
		return fmt.Errorf("the reducer has %v, want %v", j.value, want)
	}
	return nil
}

// log is what a program writes that runs serially, and whether it panics.
func (p program) log(n int) (events []int, panics bool) {
	nd := p[n]
	events = []int{n}
	if nd.panics {
		return events, true
	}
	fork := func(children ...int) (stops bool) {
		for _, child := range children {
			if child == nobody {
				return false
			}
			more, panics := p.log(child)
			events = append(events, more...)
			if panics {
				return true
			}
		}
		return false
	}
	if nd.left != nobody && fork(nd.left, nd.right) && !nd.tries {
		return events, true
	}
	if nd.then != nobody && fork(nd.then, nd.other) {
		return events, true
	}
	return append(events, -n), false
}

// viewed are programs without a misuse.
var viewed = []string{"flat", "left", "right", "bal", "deep", "panx", "pany", "panboth", "panroot", "try", "cross"}

// TestExploreViewsForks: the views of stolen tasks are merged in serial order, once.
func TestExploreViewsForks(t *testing.T) {
	for _, name := range viewed {
		for _, thieves := range [][]int{{1}, {2}, {1, 1}} {
			t.Run(fmt.Sprintf("%s/thieves=%v", name, thieves), func(t *testing.T) {
				budget.Check(t, viewing(programs[name], thieves), budget.Deep)
			})
		}
		t.Run(name+"/pool", func(t *testing.T) {
			budget.Check(t, viewing(programs[name], nil), budget.Wide)
		})
	}
}

// viewing is a scenario: a root runs the program, while scripted thieves steal or, if there are
// none, in a whole pool of two.
func viewing(prog program, thieves []int) func(*explore.X) {
	want, _ := prog.log(0)
	return func(x *explore.X) {
		config := crew.Config{Workers: 1 + max(1, len(thieves))}
		core := sched.New(config)
		if thieves != nil {
			core = sched.NewScripted(config)
		}
		pool := skua.PoolOf(core)
		st, j := newState(append(prog[:len(prog):len(prog)], node{})), newJournal()
		st.note = j.note
		startThieves(x, pool, thieves)
		caught(func() { st.f.On(pool, 0) })
		if thieves == nil {
			core.Close()
		}
		x.OnEnd(func() error { return errors.Join(j.wants(want), quiet.Check(core)) })
	}
}

// TestExploreViewsLoops: the views of a loop's pieces are merged in the order of the indices, once.
func TestExploreViewsLoops(t *testing.T) {
	for name, sc := range map[string]struct {
		n, grain int
		nested   bool // each index runs a loop of two
		threw    bool // the last index panics: then only what the maker had before and after is certain
		kind     uintptr
	}{
		"three":  {n: 3, grain: 1},
		"five":   {n: 5, grain: 1},
		"grain":  {n: 5, grain: 2},
		"nested": {n: 2, grain: 1, nested: true},
		"panics": {n: 5, grain: 1, threw: true},
		"dealt":  {n: 10, grain: 1, kind: 99},
	} {
		for _, thieves := range [][]int{{1}, {2}, {1, 1}} {
			t.Run(fmt.Sprintf("%s/thieves=%v", name, thieves), func(t *testing.T) {
				budget.Check(t, func(x *explore.X) {
					pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 1 + len(thieves)}))
					if sc.kind == 0 {
						startThieves(x, pool, thieves)
					} else {
						startWaiters(x, pool, thieves)
					}
					j := newJournal()
					var want []int
					for i := range sc.n {
						want = append(want, 10*(i+1))
						if sc.nested {
							want = append(want, 10*(i+1)+100, 10*(i+1)+101)
						}
					}
					pool.Guest(func(w *crew.Worker) {
						j.note(w, 1)
						caught(func() {
							(&skua.Loop{To: sc.n, Grain: sc.grain, Kind: sc.kind, Body: func(p *skua.Part) {
								for p.Next() {
									i := 10 * (p.Index() + 1)
									j.note(p.Worker().Sched(), i)
									if sc.nested {
										j.inner(i + 100).Run(p.Worker())
									}
									if sc.threw && p.Index() == sc.n-1 {
										panic(errTest)
									}
								}
							}}).Run(skua.WorkerOn(w))
						})
						j.note(w, 2)
					})
					x.OnEnd(func() error {
						err := j.wants(slices.Concat([]int{1}, want, []int{2}))
						if sc.threw {
							err = j.within(want)
						}
						return errors.Join(err, quiet.Check(pool.Sched()))
					})
				}, budget.Deep)
			})
		}
	}
}

// inner is a loop of two that notes base and the next event.
func (j *journal) inner(base int) *skua.Loop {
	return &skua.Loop{To: 2, Grain: 1, Body: func(p *skua.Part) {
		for p.Next() {
			j.note(p.Worker().Sched(), base+p.Index())
		}
	}}
}

// within wants 1 and 2 at the ends, and between them some of all, in order.
func (j *journal) within(all []int) error {
	if n := len(j.value); n < 2 || j.value[0] != 1 || j.value[n-1] != 2 {
		return fmt.Errorf("the reducer has %v, want 1 first and 2 last", j.value)
	}
	for _, v := range j.value[1 : len(j.value)-1] {
		at := slices.Index(all, v)
		if at < 0 {
			return fmt.Errorf("the reducer has %v, want each of %v once at most, in order", j.value, all)
		}
		all = all[at+1:]
	}
	return nil
}

// TestExploreViewsScopes: the views of spawned tasks are merged in the order of their spawns, once, after
// what the maker has written.
func TestExploreViewsScopes(t *testing.T) {
	views.Ordered.Store(true) // ORDER: before any scope of this test is made
	t.Cleanup(func() { views.Ordered.Store(false) })
	for name, sc := range map[string]struct {
		body func(w *skua.Worker, s *skua.Scope, task func(event int) func(*skua.Worker) error)
		want []int
	}{
		"flat": {func(w *skua.Worker, s *skua.Scope, task func(int) func(*skua.Worker) error) {
			w.Go(s, task(10))
			w.Go(s, task(11))
			w.Go(s, task(12))
		}, []int{1, 2, 10, 11, 12, 3}},
		"own": {func(w *skua.Worker, s *skua.Scope, task func(int) func(*skua.Worker) error) {
			w.Go(s, func(w *skua.Worker) error {
				w.Go(s, task(11))
				return task(10)(w)
			})
			w.Go(s, task(12))
		}, []int{1, 2, 10, 11, 12, 3}},
		"inner": {func(w *skua.Worker, s *skua.Scope, task func(int) func(*skua.Worker) error) {
			w.Go(s, func(w *skua.Worker) error {
				in := skua.NewScope(context.Background(), w)
				w.Go(in, task(11))
				task(10)(w)
				in.Wait()
				return task(12)(w)
			})
		}, []int{1, 2, 10, 11, 12, 3}},
		"forks": {func(w *skua.Worker, s *skua.Scope, task func(int) func(*skua.Worker) error) {
			w.Go(s, func(w *skua.Worker) error {
				skua.Join(w, func(w *skua.Worker) { task(10)(w) }, func(w *skua.Worker) { task(11)(w) })
				return nil
			})
			w.Go(s, task(12))
		}, []int{1, 2, 10, 11, 12, 3}},
		"panics": {func(w *skua.Worker, s *skua.Scope, task func(int) func(*skua.Worker) error) {
			w.Go(s, func(w *skua.Worker) error {
				task(10)(w)
				panic(errTest)
			})
		}, []int{1, 2, 10, 3}},
	} {
		for _, workers := range []int{1, 2} {
			for _, outside := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/workers=%d/outside=%v", name, workers, outside), func(t *testing.T) {
					budget.Check(t, pooled(workers, func(x *explore.X, p *skua.Pool) func() error {
						j := newJournal()
						task := func(event int) func(*skua.Worker) error {
							return func(w *skua.Worker) error {
								j.note(w.Sched(), event)
								return nil
							}
						}
						p.Guest(func(w *crew.Worker) {
							j.note(w, 1)
							place := skua.Place(skua.WorkerOn(w))
							if outside {
								place = p
							}
							s := skua.NewScope(context.Background(), place)
							sc.body(skua.WorkerOn(w), s, task)
							j.note(w, 2)
							caught(func() { s.Wait() })
							j.note(w, 3)
						})
						return func() error { return j.wants(sc.want) }
					}), budget.Wide)
				})
			}
		}
	}
}
