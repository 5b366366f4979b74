//go:build linux && (amd64 || arm64)

package shm

import (
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A task that kills every process that runs it fails in the end; other tasks do not.
func TestPoison(t *testing.T) {
	path := newPath(t)
	m := join(t, path, Config{Attempts: 2})
	var helpers []*child
	for range 3 {
		helpers = append(helpers, start(t, path, order{}))
	}
	// Submitted here, but run only by helpers.
	i, _, _ := m.acquire(0)
	m.fillSlot(i, m.ids["poison"], nil, 0)
	m.offer(m.p.submit(i))
	eventually(t, "the task given up", func() bool {
		m.recover()
		m.p.post()
		return word(m.p.word(i).Load()).state() == done
	})
	_, err := m.fetch(i, m.ids["poison"], word(m.p.word(i).Load()))
	if !errors.Is(err, ErrAttempts) {
		t.Errorf("poison: %v; want ErrAttempts", err)
	}
	checkSquares(t, m, 5000)
	dead := 0
	for _, h := range helpers {
		h.end()
		if !h.ProcessState.Success() {
			dead++
		}
	}
	if dead != 2 {
		t.Errorf("%d helpers died; want 2, the attempts", dead)
	}
}

// What a killed submitter had submitted goes on; its successor gets it.
func TestOrphans(t *testing.T) {
	path := newPath(t)
	join(t, path, Config{Places: 2, Slots: 256}).Close()
	t.Setenv("SHM_TEST_NOTES", path+".notes")
	h := start(t, path, order{Place: 2, Map: 1_000_000, With: "note"})
	h.line()
	h.kill()
	got := map[uint64]int{}
	var mu sync.Mutex
	m := join(t, path, Config{Place: 2, Workers: 1, Orphan: func(handler string, payload, result []byte, err error) {
		mu.Lock()
		defer mu.Unlock()
		if handler != "note" || err != nil || string(payload) != string(result) {
			t.Errorf("an orphan of %q: %x, %x, %v", handler, payload, result, err)
			return
		}
		got[binary.LittleEndian.Uint64(payload)]++
	}})
	accepted := m.Stats().Orphans
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { m.Work(ctx) })
	eventually(t, "no orphans", func() bool { return m.Stats().Orphans == 0 })
	cancel()
	wg.Wait()
	// A Map whose payloads come slowly, as beside other programs, runs a task itself whenever helpFrom wait.
	if len(got) != accepted || accepted < helpFrom/2 {
		t.Errorf("%d orphans came, and %d slots were in use; want all, and at least %d", len(got), accepted, helpFrom/2)
	}
	for k, n := range got {
		if n != 1 {
			t.Errorf("orphan %d came %d times", k, n)
		}
	}
	checkFree(t, m)
}

// Tasks whose hints are in the hands of a process that is stopped, between a cut and its
// end or with a lot popped, are adopted by an idle member.
func TestAdoption(t *testing.T) {
	path := newPath(t)
	submitter, stopped := join(t, path, Config{}), join(t, path, Config{})
	var tasks []int
	for n := range 200 {
		i, _, _ := submitter.acquire(8)
		submitter.fillSlot(i, submitter.ids["square"], number(n), 0)
		submitter.offer(submitter.p.submit(i))
		tasks = append(tasks, i)
	}
	// A steal that ends right after the cut, and a lot that nobody tries.
	d := submitter.p.mapping.deque(submitter.p.me)
	r, have := d.look()
	cut := min(r.length(), have, maxLoot)
	if cut < 2 || !d.cut(r, have, cut) {
		t.Fatalf("no cut of %d", cut)
	}
	popped := submitter.p.popLot(make([]hint, 16))
	worker := join(t, path, Config{Workers: 2})
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { worker.Work(ctx) })
	eventually(t, "all tasks done", func() bool {
		for _, i := range tasks {
			if word(submitter.p.word(i).Load()).state() != done {
				return false
			}
		}
		return true
	})
	cancel()
	wg.Wait()
	if got := worker.Stats().Adopted; got < uint64(cut)+uint64(popped) || popped < 2 {
		t.Errorf("adopted %d; want at least %d that were cut and %d that were popped", got, cut, popped)
	}
	if n := stopped.Stats().Ran; n != 0 {
		t.Errorf("the stopped one ran %d", n)
	}
	for _, i := range tasks {
		submitter.abandon(i)
	}
	checkFree(t, submitter)
}

// With a lease, a process that is stopped keeps nothing for long. That it stops in the
// middle of a task is likely, not certain; TestLease is certain.
func TestStopped(t *testing.T) {
	path := newPath(t)
	m := join(t, path, Config{Lease: 200 * time.Millisecond})
	idle := start(t, path, order{})
	busy := start(t, path, order{})
	stop := func(c *child) { c.Process.Signal(syscall.SIGSTOP) }
	resume := func(c *child) { c.Process.Signal(syscall.SIGCONT) }
	stop(idle)
	n := 0
	for r, err := range m.Map(t.Context(), "pid", numbers(20_000)) {
		if err != nil || len(r) != 8 {
			t.Fatal(r, err)
		}
		if n++; n == 5000 {
			stop(busy) // in the middle of one, which has a lease
		}
	}
	resume(busy)
	resume(idle)
	checkSquares(t, m, 20_000)
	checkFree(t, m)
}

// A task that hangs is run by another after its lease, and the result of the first to
// finish is the one; the late one changes nothing, though the slot is used again.
func TestLease(t *testing.T) {
	path := newPath(t)
	slow, quick := join(t, path, Config{Lease: time.Second}), join(t, path, Config{Workers: 1})
	submitter := join(t, path, Config{})
	i, _, _ := submitter.acquire(8)
	submitter.fillSlot(i, submitter.ids["square"], number(5), 0)
	late, ok := slow.p.claim(submitter.p.submit(i)) // and stops here
	if !ok {
		t.Fatal("no claim")
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { quick.Work(ctx) })
	got, err := submitter.await(ctx, i, submitter.ids["square"])
	if err != nil || binary.LittleEndian.Uint64(got) != 25 {
		t.Fatalf("%v, %v; want 25", got, err)
	}
	if n := quick.Stats().Overdue + submitter.Stats().Overdue; n != 1 {
		t.Errorf("%d tasks were overdue; want 1", n)
	}
	// The slot is used again; the late runner neither runs it nor records.
	j, _, _ := submitter.acquire(8)
	submitter.fillSlot(j, submitter.ids["square"], number(6), 0)
	submitter.offer(submitter.p.submit(j))
	if i != j {
		t.Fatalf("slot %d; want %d again", j, i)
	}
	s := slow.getScratch()
	if _, _, ok := slow.perform(s, late); ok {
		t.Error("the late runner runs")
	}
	slow.finish(s, late, outcomeOK, number(99))
	got, err = submitter.await(ctx, j, submitter.ids["square"])
	if err != nil || binary.LittleEndian.Uint64(got) != 36 {
		t.Errorf("%v, %v; want 36", got, err)
	}
	cancel()
	wg.Wait()
	for _, m := range []*Member{slow, quick, submitter} {
		checkFree(t, m)
	}
}

// TestKills kills helpers at random moments, and the submitter too, and wants each
// number to come out once in the end. An oracle outside of the protocol counts: a file.
func TestKills(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 1))
	defer func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	}()
	length := 3 * time.Second / 2
	if testing.Short() {
		length = time.Second / 2
	}
	path := newPath(t)
	m := join(t, path, Config{Attempts: 60})
	helpers := []*child{start(t, path, order{}), start(t, path, order{})}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	kills := 0
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Duration(rng.IntN(30)) * time.Millisecond):
				i := rng.IntN(len(helpers))
				helpers[i].kill()
				kills++
				helpers[i] = start(t, path, order{})
			}
		}
	})
	rounds := 0
	for end := time.Now().Add(length); time.Now().Before(end); rounds++ {
		checkSquares(t, m, 20_000)
		for r, err := range m.Map(t.Context(), "pid", numbers(200)) {
			if err != nil || len(r) != 8 {
				t.Fatal(r, err)
			}
		}
	}
	close(stop)
	wg.Wait()
	checkFree(t, m)
	t.Logf("%d kills, %d tasks, %+v", kills, rounds*20_200, m.Stats())
}

// TestSubmitterKilled kills a process that submits, again and again at random moments,
// while its successor at the place and the helpers finish what it had begun.
func TestSubmitterKilled(t *testing.T) {
	path := newPath(t)
	notes := path + ".notes"
	t.Setenv("SHM_TEST_NOTES", notes)
	m := join(t, path, Config{Places: 3, Slots: 256, Attempts: 60, Workers: 1})
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { m.Work(ctx) })
	const rounds = 20
	for range rounds {
		h := start(t, path, order{Place: 2, Map: 1_000_000, With: "note"})
		for range rand.IntN(20) {
			h.line()
		}
		h.kill()
	}
	last := join(t, path, Config{Place: 2})
	eventually(t, "no orphans", func() bool { last.recover(); last.reap(); m.p.post(); return last.Stats().Orphans == 0 })
	checkSquares(t, last, 10_000)
	checkFree(t, last)
	cancel()
	wg.Wait()
	b, err := os.ReadFile(notes)
	if err != nil || strings.Count(string(b), "\n") < rounds {
		t.Errorf("%d bytes of notes, %v; want at least one for each of %d rounds", len(b), err, rounds)
	}
}
