package lcws

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A request is one run of a task that has private forks while a thief, busy so far,
// becomes idle and asks for one. Times are ns since zero.
type request struct {
	zero     time.Time
	code     string        // what the owner runs then: see leaf
	long     time.Duration // for how long it does
	plugged  atomic.Bool
	plugEnd  int64
	leaf     [2]int64 // its begin and end
	children [exposeForks]struct{ begin, end int64 }
}

const (
	exposeForks = 16
	exposePlug  = 4 * time.Millisecond // that the thief is busy: more than a time slice, enough to fork meanwhile
	exposeTask  = 5 * time.Microsecond

	plug   = -1 // argument of the task that keeps the thief busy
	root   = -2
	fibArg = -3 // of a leaf of forks, for Fibonacci's 0; below it, for 1, 2 …
)

func (q *request) now() int64 { return int64(time.Since(q.zero)) }

func (q *request) busy(long time.Duration) {
	for end := q.now() + int64(long); q.now() < end; {
		gauge.Burn(256)
	}
}

// ask runs one request. The pool has two workers; the caller is one.
func ask(pool *skua.Pool, code string, long time.Duration) *request {
	q := &request{zero: time.Now(), code: code, long: long}
	skua.NewFunc(q.run).On(pool, root)
	return q
}

// run is the body of all tasks. It is called for a child by thieves only.
func (q *request) run(f *skua.Frame[int, int], arg int) int {
	switch {
	case arg >= 0:
		c := &q.children[arg]
		c.begin = q.now()
		q.busy(exposeTask)
		c.end = q.now()
	case arg == plug:
		q.plugged.Store(true)
		q.busy(exposePlug)
		q.plugEnd = q.now()
	case arg == root:
		q.own(f)
	default:
		q.fib(f, fibArg-arg)
	}
	return 0
}

// own forks the plug, waits until the thief has it, forks the children, and runs the
// leaf. Leaves that were not stolen are dropped.
func (q *request) own(f *skua.Frame[int, int]) {
	first := f
	f = f.Fork(plug)
	for !q.plugged.Load() {
		f.Poll()
	}
	var forks [exposeForks]*skua.Frame[int, int]
	for i := range forks {
		forks[i] = f
		f = f.Fork(i)
	}
	q.leaf[0] = q.now()
	q.compute(f)
	q.leaf[1] = q.now()
	for i := range forks {
		_, _ = forks[len(forks)-1-i].Join()
	}
	_, _ = first.Join()
}

// compute is the leaf: "silent" computes and nothing else, "polls" polls every few
// microseconds, and "forks" is made of forks.
func (q *request) compute(f *skua.Frame[int, int]) {
	for end := q.now() + int64(q.long); q.now() < end; {
		switch q.code {
		case "silent":
			gauge.Burn(1 << 12)
		case "polls":
			gauge.Burn(1 << 12)
			f.Poll()
		case "forks":
			q.fib(f, 8)
		}
	}
}

func (q *request) fib(f *skua.Frame[int, int], n int) {
	if n < 2 {
		return
	}
	q.fib(f.Fork(fibArg-(n-2)), n-1)
	if _, done := f.Join(); !done {
		q.fib(f, n-2)
	}
}

// row says how long the thief waited: for its first task, of the time that the leaf
// went on; then, at the median, for each of the next. A thief that got none has
// waited until the end of the leaf at least.
func (q *request) row() (r lab.Row, ok bool) {
	left := q.leaf[1] - q.plugEnd
	if q.plugEnd < q.leaf[0] || left < int64(q.long)/2 {
		return nil, false // the thief asked too early, or too late
	}
	waited, served := left, q.children[0].begin > 0
	if served {
		waited = q.children[0].begin - q.plugEnd
	}
	var next []float64
	stolen := 0
	for i, c := range q.children {
		if c.begin > 0 && c.begin < q.leaf[1] {
			stolen++
		}
		if i > 0 && c.begin > 0 && q.children[i-1].end < q.leaf[1] {
			next = append(next, float64(c.begin-q.children[i-1].end)/1e3)
		}
	}
	r = lab.Row{"waited": float64(waited) / 1e3, "share": float64(waited) / float64(left), "stolen": stolen}
	if len(next) > 0 {
		r["next"] = gauge.Median(next)
	}
	return r, true
}
