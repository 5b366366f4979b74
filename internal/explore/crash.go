package explore

import (
	"fmt"
	"math/rand/v2"
	"unsafe"
)

// Life is what other threads can see of a thread that is killed or stopped. The
// other threads learn of a death by Over alone, so a scenario puts Over where the code
// under test asks the kernel whether a process is alive.
type Life struct {
	over  bool
	last  byte // what the thread did before its death comes before this, for the race detector
	stops bool
	id    int
}

// Over reports whether the thread was killed. It is a step, and never true of a
// thread that ended by itself or was stopped.
//
//go:norace
func (l *Life) Over() bool {
	Access(unsafe.Pointer(l), Load)
	if l.over {
		raceAcquire(&l.last)
	}
	return l.over
}

// Await waits until the thread was killed: for the one thread that stands for what the
// kernel tells of a death.
//
//go:norace
func (l *Life) Await() {
	Access(unsafe.Pointer(l), Park)
	raceAcquire(&l.last)
}

// Dead is Over without a step: for what a scenario notes and judges.
//
//go:norace
func (l *Life) Dead() bool { return l.over }

// GoKilled runs f as a thread that is killed: a run in which it makes all its steps,
// and for each of them runs in which it is never scheduled again before that step.
// The death itself is one more step, which may come any time after the last one
// that the thread made. What it has deferred runs only after the checks. With more
// than one thread that is killed or stopped, all pairs of steps are tried.
func (x *X) GoKilled(f func()) *Life { return x.mortal(f, false, true) }

// GoStopped runs f as a thread that is stopped: there are runs for each of its steps
// in which it waits, alive, before that step until no other thread can move. Then
// the checks of OnStopped run, and then the thread goes on.
func (x *X) GoStopped(f func()) *Life { return x.mortal(f, true, true) }

// OnStopped adds a check of what the other threads have reached without the thread
// that is stopped. Like a check of OnEnd it needs no synchronization, and may call
// the code under test. Thread 0 only.
func (x *X) OnStopped(check func() error) { x.stopped = append(x.stopped, check) }

func (x *X) mortal(f func(), stops, must bool) *Life {
	if len(x.lives) == maxLives {
		panic(fmt.Sprintf("explore: more than %d threads that are killed or stopped", maxLives))
	}
	l := &Life{stops: stops, id: len(x.lives)}
	x.lives = append(x.lives, l)
	x.start(func() {
		live(l)
		f()
	}, must)
	return l
}

// Whole runs f, before or after which the calling thread may be killed or stopped, but
// not in between: what is one system call of a process, and more than one step here.
// Other threads may come between the steps.
//
//go:norace
func Whole(f func()) {
	r := active
	if r == nil || r.cur == nil {
		f()
		return
	}
	if r.cur.whole == 0 {
		r.crash()
	}
	t := r.cur
	t.whole++
	f()
	t.whole--
}

// Current is the number of the running thread, or negative in a check: for what a
// scenario notes within a step.
//
//go:norace
func Current() int {
	if r := active; r != nil && r.cur != nil {
		return r.cur.id
	}
	return -1
}

//go:norace
func live(l *Life) {
	if r := active; r != nil && r.cur != nil {
		r.cur.life = l
	}
}

// crashes says at which of its steps each thread with a life crashes, and what
// came of it.
type crashes struct {
	at    []int // by Life.id: steps made before; none, and there is no crash
	lives int
	hit   [maxLives]bool
	most  [maxLives]int // steps announced in the longest run
	dice  *rand.Rand
}

// maxLives is how many threads of a scenario may be killed or stopped.
const maxLives = 4

// throw chooses where a random run crashes.
func (r *runner) throw() {
	c := &r.crashes
	if r.systematic() || r.Replay != "" {
		return
	}
	if c.dice == nil {
		c.dice = newRand(r.Seed ^ 0xdead)
	}
	c.at = c.at[:0]
	for _, n := range c.most[:c.lives] {
		c.at = append(c.at, c.dice.IntN(n+1)) // n is never
	}
}

// crash comes before each step of a thread: here it is killed or stopped.
//
//go:norace
func (r *runner) crash() {
	t := r.cur
	l := t.life
	if l == nil || t.whole > 0 || t.dying {
		return
	}
	if !r.crashes.due(l, t.made) {
		t.made++
		return
	}
	t.made++
	if l.stops {
		r.access(stop, nil)
	} else {
		raceRelease(&l.last)
		r.access(die, unsafe.Pointer(l))
	}
}

//go:norace
func (c *crashes) due(l *Life, made int) bool {
	c.lives = max(c.lives, l.id+1)
	c.most[l.id] = max(c.most[l.id], made+1)
	if l.id >= len(c.at) || c.at[l.id] != made {
		return false
	}
	c.hit[l.id] = true
	return true
}

// bury makes the last step of a thread that is killed.
//
//go:norace
func (r *runner) bury(t *thread) {
	t.life.over, t.dead, t.pending.obj.permit = true, true, true
	r.result.Crashes++
	r.commit(t)
}

// resumable returns the stopped thread that goes on now that no other one can move,
// unless a check of what they have reached fails.
func (r *runner) resumable() set {
	for _, t := range r.threads {
		if !t.gone() && t.pending.kind == stop {
			r.result.Crashes++
			r.guard(r.x.reached)
			if r.ending != failed {
				return only(t.id)
			}
			break
		}
	}
	return 0
}

func (x *X) reached() error {
	for _, check := range x.stopped {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}
