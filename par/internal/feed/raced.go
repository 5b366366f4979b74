package feed

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/par/internal/call"
)

// raced is a Feed under the race detector: each call of the user's function is a task of its own,
// so a branch. The detector knows of three orders: the sequence up to a value comes before its
// call, the call before the body of the range over its result, and all before the end. How they
// find each other is hidden from it.
type raced struct {
	terms
	caught  call.Caught
	scope   *skua.Scope
	calls   chan *racedCall // in the order of the values, or in which they end; nil: no value follows
	free    chan struct{}   // one for each call that may be spawned beside those that run now
	owed    atomic.Int64    // how many given to free are to be dropped: calls that have ended hold one again
	stopped atomic.Bool     // a call had no result
	gone    chan struct{}   // closed by exits when a call has ended its goroutine
	exits   sync.Once
	quit    chan struct{} // closed when no further call is to begin
	mu      sync.Mutex    // while a call is spawned
	closed  atomic.Bool   // none may be any more
	source  apart.Edge    // its end
	index   int           // the reader's, until the caller has got nil from calls
	head    *racedCall    // whose result is next, if it is known; this and the following are the caller's
	taken   int           // calls that were settled
	total   int           // how many there are, or -1
	expired bool          // the call's context has ended while no call was known
}

// racedCall is one call.
type racedCall struct {
	value *batch // alone in it
	edge  apart.Edge
	done  chan struct{}
	ok    bool // there is a result
}

// racedOf returns the call for v.
func racedOf[E, R any](f *Feed[E, R], v E) *racedCall {
	s := &slots[E, R]{feed: f, values: []E{v}, results: make([]R, 1)}
	s.row, s.count, s.good = s, 1, 1
	return &racedCall{value: &s.batch, done: make(chan struct{})}
}

// mostRaced is how many calls there are at a time: as many as pools have branches.
const mostRaced = 1024

// raced runs seq in the caller, or beside it, as Over says.
func (f *Feed[E, R]) raced(seq iter.Seq[E]) {
	r := &raced{terms: f.terms, caught: call.Caught{Wraps: f.set.Wraps()}, quit: make(chan struct{}), gone: make(chan struct{}), total: -1}
	here := f.readsHere()
	r.set.Place = f.set.At()
	r.scope = skua.NewScope(context.Background(), r.set.Place)
	r.scope.SetLimit(r.set.Workers)
	most := lookAhead * max(1, r.set.Crew()-1)
	r.calls, r.free = make(chan *racedCall, mostRaced), make(chan struct{}, most)
	for range most {
		r.free <- struct{}{}
	}
	if here {
		defer r.close()
		for v := range seq {
			if !r.reads() {
				break
			}
			if !r.makeRoom() {
				return
			}
			r.spawn(racedOf(f, v))
		}
		r.end()
	} else {
		s := read(r.told, seq, func(v E) bool { return r.push(racedOf(f, v)) }, r.end)
		defer s.join()
		defer r.close()
	}
	for r.results && r.taken != r.total && (r.await(nil) || r.settle()) {
	}
}

// reads reports whether a further value is wanted.
func (r *raced) reads() bool {
	stopped := false
	hidden(func() { stopped = r.stopped.Load() })
	return !stopped && !r.ended()
}

// push spawns c, and reports whether the sequence is to go on. For a reader that is not the caller.
func (r *raced) push(c *racedCall) (ok bool) {
	if !r.reads() {
		return false
	}
	hidden(func() {
		select {
		case <-r.free:
			ok = true
		case <-r.quit:
		}
	})
	return ok && r.spawn(c)
}

// makeRoom lets a caller that reads itself spawn one more call, and yields results until then. It
// reports false if no more are wanted.
func (r *raced) makeRoom() bool {
	for skua.Poll(r.set.Place); !r.await(r.free); {
		if !r.settle() {
			return false
		}
	}
	return true
}

// spawn spawns c, unless no more may begin, of which it returns false. The reader's.
func (r *raced) spawn(c *racedCall) (ok bool) {
	c.value.first = r.index
	r.index++
	c.edge.Release()
	if r.results && !r.set.AsReady {
		r.send(c)
	}
	hidden(r.mu.Lock)
	defer hidden(r.mu.Unlock)
	if hidden(func() { ok = !r.closed.Load() }); !ok {
		return false
	}
	r.scope.Go(func(*skua.Worker) error {
		exits, returned := true, false
		defer func() { r.finish(c, exits) }()
		func() {
			defer r.caught.Catch()
			r.give() // it runs
			s := r.fails.Stretch(c.value.first)
			defer s.Leave(&returned)
			c.ok = c.value.run(s, nil) == 1
			returned = true
		}()
		exits = false
		return nil
	})
	return true
}

// finish says that c has ended. If its goroutine exits the scope begins no other.
func (r *raced) finish(c *racedCall, exits bool) {
	c.edge.Release()
	hidden(func() {
		if !c.ok {
			r.stopped.Store(true) // ORDER: a value more may be read before it is seen
		}
		if exits {
			r.exits.Do(func() { close(r.gone) })
		}
		if r.results {
			r.owed.Add(1) // ORDER: a number only
			close(c.done)
		}
	})
	if r.results && r.set.AsReady {
		r.send(c)
	}
}

// end says that no value follows. The reader's.
func (r *raced) end() {
	r.over()
	r.source.Release()
	r.send(nil)
}

// send hands c to the caller, unless that wants no more.
func (r *raced) send(c *racedCall) {
	hidden(func() {
		select {
		case r.calls <- c:
		case <-r.quit:
		}
	})
}

// give lets one more call be spawned, unless one that has ended is owed that.
func (r *raced) give() {
	hidden(func() {
		for n := r.owed.Load(); n > 0; n = r.owed.Load() {
			if r.owed.CompareAndSwap(n, n-1) { // ORDER: a number only
				return
			}
		}
		r.free <- struct{}{}
	})
}

// isClosed reports whether c is, hidden.
func isClosed(c chan struct{}) (yes bool) {
	hidden(func() {
		select {
		case <-c:
			yes = true
		default:
		}
	})
	return yes
}

// hidden runs f, whose synchronisation the detector takes for no order.
func hidden(f func()) {
	apart.Hide()
	defer apart.Show()
	f()
}
