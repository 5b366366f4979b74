//go:build race && !explore

package apart

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestParse(t *testing.T) {
	for name, want := range map[string]Mode{"": Sample, "sample": Sample, "all": All, "off": Off} {
		if m, err := Parse(name); m != want || err != nil {
			t.Errorf("Parse(%q) = %v, %v, want %v", name, m, err, want)
		}
	}
	_, err := Parse("full")
	if err == nil || !strings.Contains(err.Error(), `SKUA_RACE is "full", but must be all, sample or off`) {
		t.Errorf("Parse of a wrong value: %v", err)
	}
}

// TestChosen: all forks of a small run are branches, and of a large one ever fewer.
func TestChosen(t *testing.T) {
	counts := make([]int, 8) // by how often the number has doubled
	for k := range counts {
		for n := uint64(complete) << k; n < complete<<(k+1); n++ {
			if chosen(n) {
				counts[k]++
			}
		}
	}
	for n := range uint64(complete) {
		if !chosen(n) {
			t.Fatalf("fork %d is no branch", n)
		}
	}
	for k, n := range counts {
		if n < complete/4 || n > complete {
			t.Errorf("of the forks after %d doublings %d are branches, want about %d", k, n, complete/2)
		}
	}
}

// TestSites: each call site has a number of its own.
func TestSites(t *testing.T) {
	a, b := uintptr(0x1234567), uintptr(0x7654321)
	if n, m := count(a), count(b); count(a) != n+1 || count(b) != m+1 {
		t.Error("the counts of two call sites are not their own")
	}
}

// turns returns turns with that much room.
func turns(room int) *Turns {
	t := new(Turns)
	t.Init(func() int { return room }, func() bool { return true })
	return t
}

// order is the order in which branches ran. The lock is for the detector, to which they are parallel.
type order struct {
	sync.Mutex
	ran []int
}

// note makes a branch that notes its number.
func (t *Turns) note(tt *testing.T, o *order, n int) *Branch {
	if !t.Admits() {
		tt.Fatalf("branch %d is not admitted", n)
	}
	b := t.Go(nil, func(*Branch) {
		o.Lock()
		defer o.Unlock()
		o.ran = append(o.ran, n)
	})
	b.Offer(true)
	return b
}

// TestTurns_serial: without room for more, branches run where they are joined.
func TestTurns_serial(tt *testing.T) {
	defer Set(All)()
	t, o := turns(0), new(order)
	a, b, c := t.note(tt, o, 1), t.note(tt, o, 2), t.note(tt, o, 3)
	c.Run()
	if b.Drop() {
		tt.Error("a branch that nobody joined has run")
	}
	a.Run()
	if !slices.Equal(o.ran, []int{3, 1}) {
		tt.Errorf("branches ran in the order %v, want 3, 1", o.ran)
	}
}

// TestTurns_lent: who lends its turn lets the oldest run.
func TestTurns_lent(tt *testing.T) {
	defer Set(All)()
	t, o := turns(0), new(order)
	a, b := t.note(tt, o, 1), t.note(tt, o, 2)
	t.Lend()
	<-a.over
	<-b.over
	t.Reclaim()
	a.Run()
	b.Run()
	if !slices.Equal(o.ran, []int{1, 2}) {
		tt.Errorf("branches ran in the order %v, want 1, 2", o.ran)
	}
	if t.extras != 0 {
		tt.Errorf("%d extra turns are left", t.extras)
	}
}

// TestQuota: beyond the most that may exist, the oldest runs first; and no place is lost.
func TestQuota(tt *testing.T) {
	defer Set(All)()
	t, ran := turns(0), make([]bool, 3*most)
	all := make([]*Branch, len(ran))
	for k := range all {
		for !t.Admits() { // if the branch that makes room takes longer than a standstill
		}
		all[k] = t.Go(nil, func(*Branch) { ran[k] = true })
		all[k].Offer(true)
		if n := alive.Load(); n > most {
			tt.Fatalf("%d branches exist, want %d at most", n, most)
		}
	}
	for k, b := range all {
		if k%2 == 0 || b.state.Load() != waiting {
			b.Run()
		} else {
			b.Drop()
		}
	}
	if n := alive.Load(); n != 0 {
		tt.Errorf("%d places are not given back", n)
	}
	for k := range 2 * most {
		if !ran[k] {
			tt.Fatalf("branch %d has not run to make room", k)
		}
	}
}

// TestOff: nothing is a branch.
func TestOff(tt *testing.T) {
	defer Set(Off)()
	if On() || turns(1).Admits() {
		tt.Error("a fork is a branch although branches are off")
	}
}

// TestQuota_blocked: branches that wait or run for long leave their room to others, up to a number.
func TestQuota_blocked(tt *testing.T) {
	defer Set(All)()
	t, end := turns(most+mostSettled), make(chan bool)
	var all []*Branch
	begin := func() { // one that settles itself
		if !t.Admits() {
			tt.Fatalf("branch %d is not admitted", len(all))
		}
		begun := make(chan bool)
		b := t.Go(nil, func(b *Branch) {
			if len(all)%2 == 0 {
				b.Settle()
			}
			begun <- true
			<-end
		})
		b.Offer(true)
		<-begun
		if len(all)%2 == 1 {
			Hide()
			b.age()
			Show()
		}
		all = append(all, b)
	}
	for range most + mostSettled {
		begin()
	}
	if t.Admits() {
		tt.Errorf("branch %d is admitted", len(all))
	}
	close(end)
	for _, b := range all {
		b.Run()
	}
	t.Forget()
	if a, s := alive.Load(), settled.Load(); a != 0 || s != 0 {
		tt.Errorf("%d places are not given back, and %d of settled branches", a, s)
	}
}

// age makes b one that has run for long.
//
//go:norace
func (b *Branch) age() { b.begun = b.begun.Add(-2 * Standstill) }

// TestEarly: while a branch goes on for whose end its maker has not waited, there is no other such.
func TestEarly(tt *testing.T) {
	defer Set(All)()
	t, end := turns(0), make(chan bool)
	var ran [most + 1]bool
	var all []*Branch
	for k := range len(ran) {
		// To make room for the last, branch 0 runs. It does not end, but so it leaves its room.
		if !t.Admits() {
			tt.Fatalf("branch %d is not admitted", k)
		}
		b := t.Go(nil, func(*Branch) {
			if ran[k] = true; k == 0 {
				<-end
			}
		})
		b.Offer(true)
		all = append(all, b)
	}
	if t.Admits() {
		tt.Error("one more branch is admitted")
	}
	for k, b := range all[1:] {
		if b.Drop() {
			tt.Errorf("branch %d has run beside branch 0", k+1)
		}
	}
	close(end)
	all[0].Run()
	if n := t.overdue.Load(); n != 0 {
		tt.Errorf("%d branches are overdue, want none", n)
	}
}

// TestStackSize: a goroutine can tell how large its stack is.
func TestStackSize(t *testing.T) {
	if n := stackSize(); n < 1<<11 || n > 1<<20 {
		t.Errorf("the stack of a test has %d bytes", n)
	}
	if n := grown(10_000); n < 1<<18 {
		t.Errorf("after deep recursion the stack has %d bytes", n)
	}
}

//go:noinline
func grown(n int) int64 {
	var frame [128]byte
	if frame[n%len(frame)] = byte(n); n == 0 {
		return stackSize()
	}
	return grown(n-1) + int64(frame[0]&0)
}
