// Command picture draws how a recursion ran on two workers: the calls of each worker as a stack over time,
// and what one stole from the other. It runs the recursion, so each picture is of what has happened.
//
//	go run ./examples/picture > docs/stolen.svg
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/strand"
)

// A call of the recursion, as it ran.
type call struct {
	n          int
	worker     int
	depth      int
	begin, end time.Duration
	parent     *call
}

func (c *call) stolen() bool { return c.parent != nil && c.parent.worker != c.worker }

// A lane is one worker's: its number, and how many calls are on its stack.
type lane struct{ worker, depth int }

// A recorder runs fib and keeps its calls.
type recorder struct {
	start time.Time
	lanes *strand.Holder[lane]

	mu    sync.Mutex
	known int // lanes
	calls []*call
}

// An arg says which call makes this one.
type arg struct {
	n      int
	parent *call
}

// record runs fib(n) on two workers; each call takes a millisecond beside those that it makes. A worker that
// waits for what was stolen from it gives its place to a third, and a picture has two stacks: record takes
// the first run in which nobody waited for so long.
func record(n int) (calls []*call, err error) {
	for range 1000 {
		r, err := run(n)
		if err != nil || r.known == 2 {
			return r.calls, err
		}
	}
	return nil, errors.New("a third worker took part in each of 1,000 runs, or no second one did")
}

func run(n int) (*recorder, error) {
	r := &recorder{start: time.Now()}
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		return r, err
	}
	defer pool.Close()
	r.lanes = strand.NewHolder(r.newLane)
	skua.NewFunc(r.fib).On(pool, arg{n, nil})
	return r, nil
}

func (r *recorder) newLane() lane {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known++
	return lane{worker: r.known - 1}
}

func (r *recorder) fib(f *skua.Frame[arg, int], a arg) int {
	l := r.lanes.View()
	c := &call{n: a.n, worker: l.worker, depth: l.depth, begin: time.Since(r.start), parent: a.parent}
	r.mu.Lock()
	r.calls = append(r.calls, c)
	r.mu.Unlock()
	l.depth++
	defer func() {
		l.depth--
		c.end = time.Since(r.start)
	}()
	for begin := time.Now(); time.Since(begin) < time.Millisecond; {
		f.Poll()
	}
	if a.n < 2 {
		return a.n
	}
	x, y := f.Both(arg{a.n - 1, c}, arg{a.n - 2, c})
	return x + y
}

func main() {
	calls, err := record(6)
	if err != nil {
		log.Fatal(err)
	}
	if err := draw(os.Stdout, calls); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}
