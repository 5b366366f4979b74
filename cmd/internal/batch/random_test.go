package batch

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

// A wild is a host that holds items ahead, gives back, fails, loses items, changes its
// slots and dies, as a random number generator says.
type wild struct {
	name  string
	rng   *rand.Rand
	mu    sync.Mutex
	cond  sync.Cond
	slots int
	ahead int
	runs  int
	queue []*atomic.Bool // those that have not started; true if they are to go back
	inUse map[int]bool
	dead  error
	ends  int // until it dies; 0 for never
	ok    *tallyOfRuns
}

// tallyOfRuns counts how often each item succeeded.
type tallyOfRuns struct {
	mu sync.Mutex
	ok map[int]int
}

func newWild(name string, rng *rand.Rand, ok *tallyOfRuns) *wild {
	w := &wild{name: name, rng: rng, slots: rng.IntN(4), ahead: rng.IntN(4), inUse: map[int]bool{}, ok: ok}
	w.cond.L = &w.mu
	if rng.IntN(2) == 0 {
		w.ends = 1 + rng.IntN(60)
	}
	return w
}

func (w *wild) Name() string { return w.name }

func (w *wild) Slots() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.slots
}

func (w *wild) Ahead() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ahead
}

func (w *wild) Lost() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dead
}

func (w *wild) Close() error { return nil }

func (w *wild) GiveBack(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := len(w.queue) - 1; i >= 0 && n > 0; i, n = i-1, n-1 {
		w.queue[i].Store(true)
	}
	w.cond.Broadcast()
}

// change gives the host other slots.
func (w *wild) change() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.slots, w.ahead = w.rng.IntN(5), w.rng.IntN(4)
	w.cond.Broadcast()
}

func (w *wild) Run(ctx context.Context, it *Item, slot int, out *Streams) Outcome {
	defer context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.cond.Broadcast()
	})()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.inUse[slot] {
		panic(fmt.Sprintf("slot %d of %s is used twice", slot, w.name))
	}
	w.inUse[slot] = true
	defer delete(w.inUse, slot)
	if o, started := w.wait(ctx); !started {
		return o
	}
	w.runs++
	nap, fate := time.Duration(w.rng.IntN(200))*time.Microsecond, w.rng.IntN(100)
	w.mu.Unlock()
	time.Sleep(nap)
	fmt.Fprintf(&out.Out, "%s attempt", it.Label)
	io.WriteString(&out.Out, " printed\n")
	w.mu.Lock()
	w.runs--
	w.cond.Broadcast()
	return w.fate(it, fate)
}

// wait lets an item start when a slot is free.
func (w *wild) wait(ctx context.Context) (Outcome, bool) {
	back := new(atomic.Bool)
	w.queue = append(w.queue, back)
	defer func() {
		for i, other := range w.queue {
			if other == back {
				w.queue = append(w.queue[:i], w.queue[i+1:]...)
				return
			}
		}
	}()
	for {
		switch {
		case w.dead != nil:
			return Outcome{State: HostLost}, false
		case ctx.Err() != nil:
			return Outcome{State: Interrupted}, false
		case back.Load():
			return Outcome{State: GivenBack}, false
		case w.runs < w.slots:
			return Outcome{}, true
		case w.slots == 0:
			return Outcome{State: GivenBack}, false
		}
		w.cond.Wait()
	}
}

// fate is how an execution ends.
func (w *wild) fate(it *Item, fate int) Outcome {
	if w.ends--; w.ends == 0 {
		w.dead = fmt.Errorf("it died")
	}
	switch {
	case w.dead != nil || fate < 4:
		return Outcome{State: HostLost}
	case fate < 20:
		return Outcome{State: Ended, Exit: fate}
	}
	w.ok.mu.Lock()
	defer w.ok.mu.Unlock()
	w.ok.ok[it.Seq]++
	return Outcome{State: Ended}
}

// TestRun_random runs batches on hosts that do all that hosts may do. Each item must end
// exactly once, and what is printed be that of the executions that counted.
func TestRun_random(t *testing.T) {
	for seed := range expect.Size(15, 30, 120) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			runRandom(t, uint64(seed))
		})
	}
}

func runRandom(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	n := rng.IntN(200)
	ok := &tallyOfRuns{ok: map[int]int{}}
	q := newQueue(n)
	log, name := newJoblog(t)
	var out safe
	c := Config{Source: q, Joblog: log, Attempts: rng.IntN(4), Stdout: &out, Ordered: rng.IntN(2) == 0, Lines: rng.IntN(3) == 0}
	for i := range 1 + rng.IntN(4) {
		c.Hosts = append(c.Hosts, newWild(fmt.Sprint("host", i), rand.New(rand.NewPCG(seed, uint64(i+2))), ok))
	}
	steady := newWild("steady", rand.New(rand.NewPCG(seed, 99)), ok) // so that the batch comes to its end
	steady.slots, steady.ends = 1, 0
	c.Hosts = append(c.Hosts, steady)
	late := rng.IntN(50)
	q.more = late > 0
	stop := make(chan struct{})
	var helpers sync.WaitGroup
	helpers.Go(func() {
		for i := range late {
			q.push(fmt.Sprint("late ", i))
			time.Sleep(50 * time.Microsecond)
		}
		q.end()
	})
	helpers.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				c.Hosts[0].(*wild).change()
			}
		}
	})
	sum, err := Run(t.Context(), c)
	close(stop)
	helpers.Wait()
	if err != nil {
		t.Fatal(err)
	}
	checkRandom(t, c, sum, name, n+late, out.String(), ok)
}

// checkRandom compares what a batch says of itself with what came of it.
func checkRandom(t *testing.T, c Config, sum Summary, name string, n int, out string, ok *tallyOfRuns) {
	once(t, name, n)
	if sum.OK+sum.Failed != n || sum.Inputs != n || sum.Killed != 0 {
		t.Errorf("the summary has %+v, want %d items", sum, n)
	}
	succeeded := 0
	for seq, times := range ok.ok {
		if succeeded++; times != 1 {
			t.Errorf("item %d succeeded %d times", seq, times)
		}
	}
	if succeeded != sum.OK {
		t.Errorf("%d items succeeded, the summary has %d", succeeded, sum.OK)
	}
	if c.Lines { // what was lost later may have been shown
		return
	}
	entries, err := ReadJoblog(name)
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, f := range sum.Failures {
		if strings.Contains(f.Reason, "host was lost") {
			lost++
		}
	}
	if got := strings.Count(out, " printed\n"); got < n-lost || got > n {
		t.Errorf("%d items printed, want %d or %d less", got, n, lost)
	}
	if c.Ordered {
		inOrder(t, entries, out)
	}
}

// inOrder fails the test unless the items were shown in order.
func inOrder(t *testing.T, entries []Entry, out string) {
	seq := map[string]int{}
	for _, e := range entries {
		seq[e.Command] = e.Seq
	}
	last := 0
	for line := range strings.Lines(out) {
		label, _, _ := strings.Cut(line, " attempt")
		if seq[label] <= last {
			t.Errorf("item %d was shown after item %d", seq[label], last)
		}
		last = seq[label]
	}
}
