package verify

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/skua-go/skua/deque"
)

var histories = flag.Int("histories", 2000, "how many of each kind to record")

// seeded returns a random source and prints its seed.
func seeded(t *testing.T) *rand.Rand {
	t.Logf("seed %d", *seed)
	return rand.New(rand.NewPCG(*seed, 3))
}

// recorded is how many histories to record: a quarter of them with -short.
func recorded() int {
	if testing.Short() {
		return *histories / 4
	}
	return *histories
}

// TestLinearizable records histories of an owner and one to three thieves and
// wants each explained by a deque that does one thing at a time.
func TestLinearizable(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			r := seeded(t)
			var tally tally
			for n := range recorded() {
				p := k.random(r)
				h := record([]ends{k.make(k.capacity)}, p)
				tally.add(h)
				if err := k.check(h); err != nil {
					t.Fatalf("history %d: %v\n%v", n, err, h)
				}
			}
			t.Log(tally)
		})
	}
}

// TestPool lets two or three owners steal from each other, in batches too.
func TestPool(t *testing.T) {
	for _, k := range kinds {
		if !k.batches {
			continue
		}
		for _, clients := range []int{2, 3} {
			t.Run(fmt.Sprintf("deque=%s/owners=%d", k.name, clients), func(t *testing.T) { k.checkPools(t, clients) })
		}
	}
}

func (k kind) checkPools(t *testing.T, clients int) {
	r := seeded(t)
	var tally tally
	for n := range recorded() {
		var deques []ends
		for range clients {
			deques = append(deques, k.make(k.capacity))
		}
		h := record(deques, randomPool(r, clients))
		tally.add(h)
		if err := checkPool(h); err != nil {
			t.Fatalf("history %d: %v\n%v", n, err, h)
		}
		if err := k.check(h); err != nil {
			t.Fatalf("history %d: %v\n%v", n, err, h)
		}
	}
	t.Log(tally)
}

// tally counts what histories contain, to show that they are worth checking.
type tally struct {
	histories, calls, overlapping, empty, lost, moved int
}

func (y *tally) add(h history) {
	y.histories++
	y.calls += len(h)
	beside := false
	for i, o := range h {
		for _, p := range h[:i] {
			beside = beside || o.client != p.client && o.call <= p.ret && p.call <= o.ret
		}
		switch {
		case o.outcome == deque.Empty:
			y.empty++
		case o.outcome == deque.Lost:
			y.lost++
		case o.what == batch:
			y.moved += o.n
		}
	}
	if beside {
		y.overlapping++
	}
}

func (y tally) String() string {
	return fmt.Sprintf("%d histories, %d with calls side by side; %d calls, %d empty, %d lost, %d moved by batches",
		y.histories, y.overlapping, y.calls, y.empty, y.lost, y.moved)
}

// enough histories for a control to meet its fault, which takes a hundred at most.
const enough = 2000

// TestControlDeques wants the right toy accepted and each fault found. On one
// processor the toy's yields decide which client is next, and not the machine's load.
func TestControlDeques(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	k := kind{name: "toy", capacity: 64, exact: true}
	for fault, want := range map[string]error{
		"":                      nil,
		"empty instead of lost": errOrder,
		"pop without CAS":       errOrder,
		"lost for nothing":      errLost,
	} {
		t.Run(fault, func(t *testing.T) {
			r := seeded(t)
			for n := range enough {
				h := record([]ends{&broken{fault: fault}}, k.random(r))
				if err := k.check(h); err != nil {
					if !errors.Is(err, want) {
						t.Fatalf("%v, want %v\n%v", err, want, h)
					}
					t.Logf("rejected history %d: %v\n%v", n, err, h)
					return
				}
			}
			if want != nil {
				t.Errorf("%d histories accepted, want one that is %v", enough, want)
			}
		})
	}
}

// TestControlPool wants pools that lose or copy an item rejected. Their batches
// are not one step, so the right one is judged as a pool only.
func TestControlPool(t *testing.T) {
	for fault, want := range map[string]error{"": nil, "forgets": errPool, "copies": errPool} {
		t.Run(fault, func(t *testing.T) {
			r := seeded(t)
			for range enough {
				h := record([]ends{&brokenBatch{fault: fault}, &brokenBatch{fault: fault}}, randomPool(r, 2))
				if err := checkPool(h); err != nil {
					if want == nil {
						t.Fatalf("%v\n%v", err, h)
					}
					return
				}
			}
			if want != nil {
				t.Error("every history was accepted")
			}
		})
	}
}

// TestControlHistories judges histories written by hand.
func TestControlHistories(t *testing.T) {
	at := func(client int, call, ret int64, o op) op {
		o.client, o.call, o.ret = client, call, ret
		return o
	}
	pushed := func(v int) op { return op{what: push, value: v} }
	popped := func(v int) op { return op{what: pop, value: v} }
	stole := func(v int) op { return op{what: steal, value: v} }
	empty := op{what: steal, outcome: deque.Empty}
	lost := op{what: steal, outcome: deque.Lost}
	polled := func(n int) op { return op{what: poll, n: n} }
	split := kind{name: "split", split: true}
	for name, c := range map[string]struct {
		kind kind
		h    history
		want error
	}{
		"thief takes the oldest": {h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, pushed(2)), at(1, 5, 6, stole(1))}},
		"thief takes the youngest": {h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, pushed(2)), at(1, 5, 6, stole(2))},
			want: errOrder},
		"owner takes the oldest": {h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, pushed(2)), at(0, 5, 6, popped(1))},
			want: errOrder},
		"taken twice":                {h: history{at(0, 1, 2, pushed(1)), at(0, 3, 6, popped(1)), at(1, 4, 5, stole(1))}, want: errOrder},
		"taken before it was pushed": {h: history{at(1, 1, 2, stole(1)), at(0, 3, 4, pushed(1))}, want: errOrder},
		"empty beside the push":      {h: history{at(0, 1, 4, pushed(1)), at(1, 2, 3, empty)}},
		"empty after the push":       {h: history{at(0, 1, 2, pushed(1)), at(1, 3, 4, empty)}, want: errOrder},
		"lost to a thief": {h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, pushed(2)),
			at(1, 5, 8, stole(1)), at(2, 6, 7, lost)}},
		"lost to an earlier thief": {h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, pushed(2)),
			at(1, 5, 6, stole(1)), at(2, 7, 8, lost)}, want: errLost},
		"lost to a pop of another item": {h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, pushed(2)),
			at(0, 5, 8, popped(2)), at(2, 6, 7, lost)}, want: errLost},
		// The pop has already happened when the first call finds nothing, so
		// nothing is removed during the second, which is lost to that pop. The
		// deque was empty in it, until the push.
		"lost beside a pop": {h: history{at(0, 1, 2, pushed(1)), at(0, 3, 8, popped(1)), at(1, 4, 5, empty),
			at(1, 6, 12, lost), at(0, 9, 10, pushed(2))}},
		"private items are not seen": {kind: split, h: history{at(0, 1, 2, pushed(1)), at(1, 3, 4, empty),
			at(0, 5, 6, op{what: expose, want: 1, n: 1}), at(1, 7, 8, stole(1))}},
		"public items are": {kind: split, h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, op{what: expose, want: 1, n: 1}),
			at(1, 5, 6, empty)}, want: errOrder},
		"a poll serves a request": {kind: split, h: history{at(0, 1, 2, pushed(1)), at(1, 3, 4, empty),
			at(0, 5, 6, polled(1)), at(1, 7, 8, stole(1))}},
		"a poll without request": {kind: split, h: history{at(0, 1, 2, pushed(1)), at(0, 5, 6, polled(1)),
			at(0, 9, 10, popped(1))}, want: errOrder},
		"a request ignored": {kind: split, h: history{at(0, 1, 2, pushed(1)), at(1, 3, 4, empty),
			at(0, 5, 6, polled(0))}, want: errOrder},
		"a request on its way": {kind: split, h: history{at(0, 1, 2, pushed(1)), at(1, 3, 7, empty),
			at(0, 4, 5, polled(0)), at(0, 8, 9, polled(1))}},
		"a request beside a poll": {kind: split, h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, pushed(2)),
			at(1, 5, 6, empty), at(0, 7, 14, polled(1)), at(1, 8, 9, stole(1)), at(1, 10, 11, empty),
			at(0, 15, 16, polled(1)), at(1, 17, 18, stole(2))}},
		"a request lost in a poll": {kind: split, h: history{at(0, 1, 2, pushed(1)), at(0, 3, 4, pushed(2)),
			at(1, 5, 6, empty), at(0, 7, 14, polled(1)), at(1, 8, 9, stole(1)), at(1, 10, 11, empty),
			at(0, 15, 16, polled(0))}, want: errOrder},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.kind.check(c.h); err != c.want {
				t.Errorf("%v, want %v\n%v", err, c.want, c.h)
			}
		})
	}
}
