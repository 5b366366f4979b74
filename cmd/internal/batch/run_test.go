package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestRun_interrupted: what runs is killed and not logged, and resuming runs the rest.
func TestRun_interrupted(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		log, name := newJoblog(t)
		ctx, interrupt := context.WithCancelCause(t.Context())
		cause := errors.New("interrupted by the test")
		q := newQueue(10)
		q.more = true // an input that never ends
		var out safe
		second := make(chan bool) // closed when item 2 has begun
		run := func(ctx context.Context, it *Item, s *Streams) Outcome {
			fmt.Fprintln(&s.Out, it.Label)
			switch it.Seq {
			case 2:
				close(second)
			case 5:
				<-second
				interrupt(cause)
			}
			if it.Seq != 2 && it.Seq != 5 {
				return Outcome{}
			}
			<-ctx.Done()
			return Outcome{State: Interrupted}
		}
		c := Config{Source: q, Hosts: []Host{&local{slots: 2, run: run}}, Ordered: ordered, Stdout: &out, Joblog: log}
		sum, err := Run(ctx, c)
		if err != cause || sum.Killed != 2 || sum.OK != 3 {
			t.Errorf("ordered %v: %+v, %v; want 3 and the cause", ordered, sum, err)
		}
		log.Close()
		want := map[bool]string{false: "item 1\nitem 3\nitem 4\n", true: "item 1\n"}[ordered]
		if got := out.String(); got != want && got != strings.Replace(want, "item 1", "item 1\nitem 2", 1) {
			t.Errorf("ordered %v: printed %q, want %q", ordered, got, want)
		}
		done := logged(t, name)
		if len(done) != strings.Count(want, "\n") {
			t.Errorf("ordered %v: %v is logged, want what was shown", ordered, done)
		}
		c.Source = newQueue(10)
		c.Hosts = []Host{&local{slots: 2}}
		if c.Joblog, err = OpenJoblog(name, Resume); err != nil {
			t.Fatal(err)
		}
		if sum, err = Run(t.Context(), c); err != nil || sum.Skipped != len(done) || sum.OK+sum.Skipped != 10 {
			t.Errorf("ordered %v: resumed %+v, %v", ordered, sum, err)
		}
		c.Joblog.Close()
		once(t, name, 10)
	}
}

// TestRun_blocked: an interrupt ends a batch whose standard output takes no more.
func TestRun_blocked(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancelCause(t.Context())
	cause := errors.New("interrupted by the test")
	much := strings.Repeat("x", 1<<20)
	run := func(_ context.Context, it *Item, s *Streams) Outcome {
		io.WriteString(&s.Out, much)
		if it.Seq == 3 {
			interrupt(cause)
		}
		return Outcome{}
	}
	_, err = Run(ctx, Config{Source: newQueue(3), Hosts: []Host{&local{slots: 3, run: run}}, Stdout: w})
	if err != cause {
		t.Errorf("Run returned %v", err)
	}
	r.Close() // ends the writer that was left behind
	w.Close()
}

// A gated is a host that holds items until it is told, and that may be lost.
type gated struct {
	local
	name  string
	ahead int

	mu      sync.Mutex
	changed sync.Cond
	waiting int // items that have not started
	runs    int
	back    int // of them are to go back
	open    bool
	lost    error
	gave    atomic.Int32
}

func newGated(name string, slots, ahead int) *gated {
	g := &gated{local: local{slots: slots}, name: name, ahead: ahead}
	g.changed.L = &g.mu
	return g
}

func (g *gated) Name() string { return g.name }
func (g *gated) Ahead() int   { return g.ahead }

func (g *gated) Slots() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.slots
}

func (g *gated) Lost() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.lost
}

// count is how many items run.
func (g *gated) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.runs
}

// set changes the host under its mutex.
func (g *gated) set(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f()
	g.changed.Broadcast()
}

// await returns when a condition holds.
func (g *gated) await(f func() bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !f() {
		g.changed.Wait()
	}
}

func (g *gated) GiveBack(n int) { g.set(func() { g.back = min(n, g.waiting) }) }

func (g *gated) Run(ctx context.Context, it *Item, slot int, out *Streams) Outcome {
	o := Outcome{State: g.begin()}
	if o.State != Ended {
		return o
	}
	g.await(func() bool { return g.open || g.lost != nil })
	g.set(func() {
		g.runs--
		if g.lost != nil {
			o.State = HostLost
		}
	})
	return o
}

// begin waits until the host has a slot for an item that waits there, and takes it, or does not want
// the item any more.
func (g *gated) begin() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	defer g.changed.Broadcast()
	g.waiting++
	g.changed.Broadcast()
	for g.back == 0 && g.lost == nil && g.runs >= g.slots {
		g.changed.Wait()
	}
	g.waiting--
	switch {
	case g.lost != nil:
		return HostLost
	case g.back > 0:
		g.back--
		g.gave.Add(1)
		return GivenBack
	}
	g.runs++
	return Ended
}

// TestRun_stealsBack: a host with free slots gets what waits on another. That one opens
// only when all but the item that it runs have ended elsewhere.
func TestRun_stealsBack(t *testing.T) {
	slow := newGated("slow", 1, 20)
	var ended atomic.Int32
	fast := &local{slots: 2}
	const items = 30
	fast.run = func(context.Context, *Item, *Streams) Outcome {
		slow.await(func() bool { return slow.waiting+slow.runs+int(ended.Load())+int(slow.gave.Load()) >= 2 }) // it has some
		if ended.Add(1) == items-1 {
			slow.set(func() { slow.open = true })
		}
		return Outcome{}
	}
	log, name := newJoblog(t)
	sum, err := Run(t.Context(), Config{Source: newQueue(items), Hosts: []Host{slow, fast}, Joblog: log})
	if err != nil || sum.OK != items || sum.Hosts["slow"] != 1 || sum.Stolen != int(slow.gave.Load()) {
		t.Errorf("%+v, %v; %d were given back", sum, err, slow.gave.Load())
	}
	once(t, name, items)
}

// TestDispatcher_next: what one slot finds while another returns an item, or while its
// host is lost, is not the end.
func TestDispatcher_next(t *testing.T) {
	var d *dispatcher
	returns := func() *Item { // another slot returns an item
		d.mu.Lock()
		defer d.mu.Unlock()
		d.busy++
		d.leave(true)
		return nil
	}
	loses := func() *Item {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.lose(d.hosts[0], errors.New("lost"))
		return nil
	}
	for name, c := range map[string]struct {
		next  func() *Item
		over  bool
		looks uint64
	}{
		"nothing":             {func() *Item { return nil }, true, 1},
		"another returns":     {returns, false, 2},
		"lost":                {loses, false, 1},
		"an item, but lost":   {func() *Item { loses(); return new(Item) }, false, 2},
		"a return, then lost": {func() *Item { returns(); return loses() }, false, 2},
	} {
		d = newDispatcher(t.Context(), Config{Hosts: []Host{&local{slots: 2}}})
		d.Source = finds(c.next)
		d.mu.Lock()
		it, _ := d.next(&slot{host: d.hosts[0]})
		if it != nil || d.over() != c.over || d.looks != c.looks || d.busy != 0 || d.hosts[0].held != 0 {
			t.Errorf("%s: item %v, over %v, %d looks, want %v and %d", name, it, d.over(), d.looks, c.over, c.looks)
		}
		d.mu.Unlock()
	}
}

// A finds is a source that calls a function for Next.
type finds func() *Item

func (f finds) Next(context.Context, int) (*Item, bool) {
	it := f()
	return it, it != nil
}
func (f finds) Return(*Item)       {}
func (f finds) Total() (int, bool) { return 0, false }

// TestRun_notAhead: while a slot is free no other host takes an item ahead.
func TestRun_notAhead(t *testing.T) {
	for range 10 {
		a, b := newGated("a", 1, 3), newGated("b", 1, 3)
		q := newQueue(0)
		q.more = true
		source := &waiting{Source: q, all: make(chan struct{})}
		source.left.Store(2)
		runs := func() int { return a.count() + b.count() }
		go func() {
			<-source.all
			q.push("one")
			for runs() < 1 {
				runtime.Gosched()
			}
			q.push("two")
			for runs() < 2 {
				runtime.Gosched()
			}
			for _, g := range []*gated{a, b} {
				g.set(func() { g.open = true })
			}
			q.end()
		}()
		sum, err := Run(t.Context(), Config{Source: source, Hosts: []Host{a, b}})
		if err != nil || sum.Hosts["a"] != 1 || sum.Stolen != 0 {
			t.Fatalf("%+v, %v; want one item on each, and none stolen", sum, err)
		}
	}
}

// TestRun_stopped: when a batch has been halted what fails then is not tried again.
func TestRun_stopped(t *testing.T) {
	begun, halted := make(chan struct{}), make(chan struct{})
	run := func(ctx context.Context, it *Item, _ *Streams) Outcome {
		if it.Seq == 2 {
			close(begun)
			<-halted
		}
		<-begun
		return Outcome{Exit: 1}
	}
	q := newQueue(2)
	log, name := newJoblog(t)
	d := newDispatcher(t.Context(), Config{
		Source: q, Hosts: []Host{&local{slots: 2, run: run}}, Halt: Halt{Why: OnFail, Count: 1}, Attempts: 2, Joblog: log,
	})
	go func() {
		<-d.taking.Done()
		close(halted)
	}()
	d.lookAtHosts()
	d.ended()
	if got := logged(t, name); d.sum.Failed != 2 || d.sum.Retried != 1 || len(got) != 2 || got[2] != 1 {
		t.Errorf("%+v, logged %v", d.sum, got)
	}
}

// TestRun_slots: the slots of a host go and come, and get the numbers of those that went.
func TestRun_slots(t *testing.T) {
	host := newGated("changing", 2, 0)
	q := newQueue(2)
	q.more = true
	go func() {
		for range 3 {
			host.await(func() bool { return host.runs == 2 })
			host.set(func() { host.slots, host.open = 0, true })
			host.await(func() bool { return host.runs == 0 })
			host.set(func() { host.slots, host.open = 2, false })
			q.push("another")
			q.push("and one more")
		}
		host.set(func() { host.open = true })
		q.end()
	}()
	most := &numbers{Source: q}
	sum, err := Run(t.Context(), Config{Source: most, Hosts: []Host{host}})
	if err != nil || sum.OK != 8 || most.most.Load() > 3 {
		t.Errorf("%+v, %v; the greatest number is %d", sum, err, most.most.Load())
	}
}

// numbers is a source that notes the greatest number of a slot.
type numbers struct {
	Source
	most atomic.Int32
}

func (n *numbers) Next(ctx context.Context, slot int) (*Item, bool) {
	n.most.Store(max(n.most.Load(), int32(slot)))
	return n.Source.Next(ctx, slot)
}

// TestRun_late: a batch waits for hosts that have no slots yet, and uses those that come.
func TestRun_late(t *testing.T) {
	host := newGated("late", 0, 0)
	host.open = true
	first := newGated("first", 1, 0)
	first.open = true
	q := newQueue(0)
	q.more = true
	q.push("a")
	go func() {
		first.await(func() bool { return first.runs == 0 })
		host.set(func() { host.slots = 3 })
		first.set(func() { first.slots = 0 })
		for range 20 {
			q.push("b")
		}
		q.end()
	}()
	sum, err := Run(t.Context(), Config{Source: q, Hosts: []Host{host, first}})
	if err != nil || sum.OK != 21 || sum.Hosts["late"] < 10 {
		t.Errorf("%+v, %v", sum, err)
	}
}

// TestRun_allLost: when no host is left the batch ends with an error, and can be resumed.
func TestRun_allLost(t *testing.T) {
	a, b := newGated("a", 2, 1), newGated("b", 1, 0)
	log, name := newJoblog(t)
	go func() {
		for _, g := range []*gated{a, b} {
			g.await(func() bool { return g.runs > 0 })
			g.set(func() { g.lost = errors.New("its cable was pulled") })
		}
	}()
	var messages safe
	sum, err := Run(t.Context(), Config{Source: newQueue(9), Hosts: []Host{a, b}, Joblog: log, Messages: &messages})
	want := "no host is left to run items on: host a is lost: its cable was pulled; host b is lost: its cable was pulled"
	if sum.Lost[0] > sum.Lost[1] {
		want = "no host is left to run items on: host b is lost: its cable was pulled; host a is lost: its cable was pulled"
	}
	if err == nil || err.Error() != want || sum.OK+sum.Failed != 0 || len(sum.Lost) != 2 {
		t.Errorf("%+v, %v; want %s", sum, err, want)
	}
	if got := messages.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "skua: host a is lost: its cable was pulled\n") {
		t.Errorf("said %q", got)
	}
	if got := logged(t, name); len(got) != 0 {
		t.Errorf("%v is in the joblog", got)
	}
}

// TestRun_lostWhileWaiting: slots that wait for inputs when their host is lost take none,
// so that the item which comes then was not lost.
func TestRun_lostWhileWaiting(t *testing.T) {
	a := newGated("a", 5, 0)
	q := newQueue(0)
	q.more = true
	b := &local{slots: 1, run: func(context.Context, *Item, *Streams) Outcome {
		q.end()
		return Outcome{}
	}}
	source := &waiting{Source: q, all: make(chan struct{})}
	source.left.Store(6)
	go func() {
		<-source.all
		a.set(func() { a.lost = errors.New("its cable was pulled") })
		q.push("late")
	}()
	sum, err := Run(t.Context(), Config{Source: source, Hosts: []Host{a, b}})
	if err != nil || sum.OK != 1 || sum.Rerun > 1 {
		t.Errorf("%+v, %v", sum, err)
	}
}

// waiting is a source that tells when a number of slots ask it.
type waiting struct {
	Source
	left atomic.Int32
	all  chan struct{}
}

func (w *waiting) Next(ctx context.Context, slot int) (*Item, bool) {
	if w.left.Add(-1) == 0 {
		close(w.all)
	}
	return w.Source.Next(ctx, slot)
}

// TestRun_killsHosts: an item whose host is lost each time fails, and the others end.
func TestRun_killsHosts(t *testing.T) {
	run := func(_ context.Context, it *Item, _ *Streams) Outcome {
		if it.Seq == 3 {
			return Outcome{State: HostLost}
		}
		return Outcome{}
	}
	log, name := newJoblog(t)
	sum, err := Run(t.Context(), Config{Source: newQueue(9), Hosts: []Host{&local{slots: 2, run: run}}, Joblog: log, Attempts: 9})
	if err != nil || sum.OK != 8 || sum.Failed != 1 || sum.Rerun != lossesOfItem-1 || sum.Failures[0].Reason != "3 times its host was lost while it ran" {
		t.Errorf("%+v, %v", sum, err)
	}
	once(t, name, 9)
	// A host on which nothing ends is no reason to fail all items.
	dead := func(context.Context, *Item, *Streams) Outcome { return Outcome{State: HostLost} }
	sum, err = Run(t.Context(), Config{Source: newQueue(1000), Hosts: []Host{&local{slots: 2, run: dead}}})
	if err == nil || !strings.Contains(err.Error(), "nothing ends on it any more") || sum.Failed > 10 {
		t.Errorf("%d failed, %v", sum.Failed, err)
	}
}

// TestRun_timeout ends what takes too long: longer than a time, or than a percentage of
// the median, which is known only after some have ended.
func TestRun_timeout(t *testing.T) {
	for text, failed := range map[string]int{"0.01": 5, "100%": 1} {
		limit, err := ParseTimeout(text)
		if err != nil {
			t.Fatal(err)
		}
		log, name := newJoblog(t)
		run := func(ctx context.Context, it *Item, _ *Streams) Outcome {
			if failed == 1 && it.Seq > 1 {
				time.Sleep(time.Millisecond)
				return Outcome{}
			}
			<-ctx.Done()
			if err := context.Cause(ctx); err != ErrTimeout {
				t.Errorf("the cause is %v", err)
			}
			return Outcome{State: Interrupted, Signal: 15}
		}
		sum, err := Run(t.Context(), Config{Source: newQueue(5), Hosts: []Host{&local{slots: 2, run: run}}, Timeout: limit, Joblog: log})
		if err != nil || sum.Failed != failed || sum.OK != 5-failed || !strings.HasPrefix(sum.Failures[0].Reason, "timed out after ") {
			t.Errorf("%s: %+v, %v", text, sum, err)
		}
		entries, err := ReadJoblog(name)
		for _, e := range entries {
			if e.Exit == -1 && e.Signal == 15 {
				failed--
			}
		}
		if err != nil || failed != 0 {
			t.Errorf("%s: %v, %v", text, entries, err)
		}
	}
}

// TestRun_delay: starts are apart, whatever slot they are on.
func TestRun_delay(t *testing.T) {
	const delay = 5 * time.Millisecond
	var mu sync.Mutex
	var starts []time.Time
	run := func(context.Context, *Item, *Streams) Outcome {
		mu.Lock()
		defer mu.Unlock()
		starts = append(starts, time.Now())
		return Outcome{}
	}
	began := time.Now()
	if _, err := Run(t.Context(), Config{Source: newQueue(5), Hosts: []Host{&local{slots: 3, run: run}}, Delay: delay}); err != nil {
		t.Fatal(err)
	}
	for i, at := range starts {
		if at.Sub(began) < time.Duration(i)*delay {
			t.Errorf("start %d was after %v", i+1, at.Sub(began))
		}
	}
}

// TestRun_memory runs items whose needs are known, on more slots than the budget allows.
func TestRun_memory(t *testing.T) {
	q := newQueue(200)
	for i, it := range q.items {
		it.Memory = int64(i*37%90 + 1)
	}
	q.items[100].Memory = 1000
	var mu sync.Mutex
	var used, runs int64
	change := func(by, n int64) {
		mu.Lock()
		defer mu.Unlock()
		if used, runs = used+by, runs+n; used > 100 && runs > 1 {
			t.Errorf("%d items use %d bytes", runs, used)
		}
	}
	run := func(_ context.Context, it *Item, _ *Streams) Outcome {
		change(it.Memory, 1)
		defer change(-it.Memory, -1)
		return Outcome{}
	}
	sum, err := Run(t.Context(), Config{Source: q, Hosts: []Host{&local{slots: 8, run: run}}, Budget: NewBudget(100)})
	if err != nil || sum.OK != 200 {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestMedian(t *testing.T) {
	var m median
	for i, want := range []time.Duration{0, 0, 5, 5, 5, 6} {
		m.add([]time.Duration{9, 1, 5, 3, 6, 7}[i])
		if got := m.value(); got != want {
			t.Errorf("of %v the median is %v, want %v", m.times, got, want)
		}
	}
}

// TestRun_empty has nothing to do.
func TestRun_empty(t *testing.T) {
	if sum, err := Run(t.Context(), Config{Source: newQueue(0), Hosts: []Host{&local{slots: 2}}}); err != nil || !sum.Good {
		t.Errorf("%+v, %v", sum, err)
	}
}

// TestDispatcher_order: when an item finds itself killed, nothing more is begun. Or it would be taken for
// one that its host has lost.
func TestDispatcher_order(t *testing.T) {
	for range 100 {
		ctx, interrupt := context.WithCancel(t.Context())
		d := newDispatcher(ctx, Config{Hosts: []Host{&local{}}})
		interrupt()
		<-d.ctx.Done()
		if d.taking.Err() == nil || d.hosts[0].taking.Err() == nil {
			t.Fatal("an item may be killed while others still begin")
		}
		d.forget()
	}
}
