package shm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Member is a process's place in a file of shared tasks. Its methods are safe for
// concurrent use: all goroutines of the process share the place, and the claims of tasks
// keep them apart. A process may also join several times.
//
// NOT: a place for each worker goroutine, with a deque that needs no mutex. There are 64
// places, each with an arena and a lock. And the mutex costs little, as a goroutine takes
// hints of short tasks by 16: of processor time, an empty task takes 181 to 184 ns by two
// goroutines at one place, and 179 to 208 by two places; one of 1 µs 1.71 to 1.76 µs, and
// 1.58 to 1.82 (shmbench -procs 1 -own 1, and -procs 2; three runs of each in turns, on two
// busy processors).
type Member struct {
	p        *place
	file     *os.File
	watcher  *watcher
	handlers []Handler
	names    []string
	ids      map[string]int
	orphan   func(string, []byte, []byte, error)
	workers  int
	nap      time.Duration // idleTime
	scratch  sync.Pool     // of *scratch

	ctx    context.Context // of handlers
	cancel context.CancelFunc
	once   sync.Once // for Close
	left   chan struct{}

	deaths  atomic.Bool // a dead incarnation is to be recovered
	closed  atomic.Bool
	starved atomic.Int64 // bytes of a result that found no room, or 0

	// mu guards what follows, and the owner's end of p.
	mu      sync.Mutex
	calls   int
	spare   []int // free slots of the place's arena
	strays  []stray
	orphans int // not given to orphan yet
	blobs   *blobs
	waiters []*waiter
	sentry  *waiter
	wanting int // waiters, the sentry among them, that want work
	count   memberCounts

	strayed atomic.Int32 // len(strays)
}

type memberCounts struct{ ran, local, gaveBack uint64 }

// stray is a task in our arena that no goroutine waits for: its caller gave up, or it is
// an orphan, of an earlier incarnation.
type stray struct {
	task   int
	orphan bool
}

// Join joins the processes that share tasks through the file at path, as a member, or
// makes the file. The directory that holds it must be ours alone (mode 0700), and is made
// if its own directory is there. A place under /dev/shm is best: on a disk's file system
// the kernel writes the pages out now and then, for nothing.
//
// All members must have handlers of the same names; the functions may differ. Join takes
// over what dead members have left. It fails if the file was made for other handlers or
// another Config, if it is open to other users, if all places are taken, or if memory is
// short. It waits for no other process.
func Join(path string, handlers map[string]Handler, c Config) (*Member, error) {
	names := slices.Sorted(maps.Keys(handlers))
	if err := errors.Join(c.check(), checkNames(names, handlers)); err != nil {
		return nil, fmt.Errorf("cluster: shm: %w", err)
	}
	mapped, f, err := openFile(path, names, c)
	if err != nil {
		return nil, err
	}
	k := newKernel(f)
	p, err := takeAnyPlace(mapped, k, c.Place, uint32(os.Getpid()))
	if err != nil {
		closeFile(mapped, f)
		return nil, err
	}
	m := &Member{p: p, file: f, names: names, ids: map[string]int{}, orphan: c.Orphan, workers: c.Workers,
		nap: idleTime, left: make(chan struct{})}
	for i, name := range names {
		m.handlers = append(m.handlers, handlers[name])
		m.ids[name] = i
	}
	if m.workers == 0 {
		m.workers = runtime.GOMAXPROCS(0)
	}
	m.scratch.New = func() any { return newScratch() }
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.inherit()
	if m.watcher, err = watch(mapped, k, p.me, m.noticeDeath); err != nil {
		k.unlock(p.me, p.inc)
		closeFile(mapped, f)
		return nil, fmt.Errorf("cluster: shm: %w", err)
	}
	return m, nil
}

// check refuses a Config out of bounds.
func (c Config) check() error {
	for _, x := range []struct {
		name       string
		value, max int
	}{
		{"Places", c.Places, 64}, {"Slots", c.Slots, 1 << 16}, {"Blob", c.Blob, 64 << 20},
		{"Attempts", c.Attempts, maxAttempts - 1}, {"Workers", c.Workers, 1 << 16},
		{"Place", c.Place, 64},
	} {
		if x.value < 0 || x.value > x.max {
			return fmt.Errorf("setting Config.%s is %d; want 0 to %d", x.name, x.value, x.max)
		}
	}
	if c.Blob != 0 && c.Blob < pageSize {
		return fmt.Errorf("setting Config.Blob is %d; want 0 or at least %d", c.Blob, pageSize)
	}
	if c.Lease < 0 {
		return fmt.Errorf("Config.Lease is %v; want 0 or more", c.Lease)
	}
	return nil
}

func checkNames(names []string, handlers map[string]Handler) error {
	n := 0
	for _, name := range names {
		if handlers[name] == nil {
			return fmt.Errorf("handler %q is nil", name)
		}
		if name == "" || strings.Contains(name, "\n") {
			return fmt.Errorf("handler name %q is empty or has several lines", name)
		}
		n += len(name) + 1
	}
	if n == 0 || n > maxNames {
		return fmt.Errorf("%d handlers with names of %d bytes; want at least one, and at most %d bytes", len(names), n, maxNames)
	}
	return nil
}

// inherit takes the place's arena as the last incarnation left it.
func (m *Member) inherit() {
	p := m.p
	m.blobs = p.rebuild()
	for i := (p.me+1)*p.slots - 1; i >= p.me*p.slots; i-- {
		if word(p.word(i).Load()).state() == free {
			m.spare = append(m.spare, i)
		} else {
			m.stray(i, true)
			m.orphans++
		}
	}
}

// noticeDeath has the dead recovered, by a goroutine that is awake or is woken by it.
//
// ORDER: the flag before the ring: a sentry looks at it after setting its word.
func (m *Member) noticeDeath() {
	m.deaths.Store(true)
	m.ring()
}

// ring wakes the goroutine of ours that sleeps for all, if one does.
func (m *Member) ring() { m.p.k.wakeStore0(m.p.asleep(m.p.me)) }

// enter begins a call; leave ends it. The mapping stays until all have left.
func (m *Member) enter() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed.Load() {
		return ErrClosed
	}
	m.calls++
	return nil
}

func (m *Member) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls--; m.calls == 0 && m.closed.Load() {
		close(m.left)
	}
}

// Close leaves the place. It ends the context of the handlers that run here, and waits
// for them; calls of Work return, calls of Do and Map fail with ErrClosed. Tasks
// submitted here stay: other members run them, and the next member at the place gets them as
// orphans. A handler must not call it. Later calls do nothing.
func (m *Member) Close() error {
	var err error
	m.once.Do(func() {
		m.mu.Lock()
		// ORDER: under mu, so that no call enters after it; and before the waiters are woken,
		// which look at it, as do those that are about to wait.
		m.closed.Store(true)
		if m.calls == 0 {
			close(m.left)
		}
		m.mu.Unlock()
		m.cancel()
		m.wakeWaiters()
		<-m.left
		m.watcher.close()
		m.p.k.unlock(m.p.me, m.p.inc)
		m.p.post()
		err = closeFile(m.p.mapping, m.file)
	})
	return err
}

// Stats answers what the member did so far.
func (m *Member) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.p.count
	return Stats{
		Place: m.p.me + 1, Ran: m.count.ran, Steals: c.steals, Stolen: c.stolen, Recovered: c.recovered,
		Adopted: c.adopted, Overdue: c.overdue, Local: m.count.local, GaveBack: m.count.gaveBack, Orphans: m.orphans,
	}
}
