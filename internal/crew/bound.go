package crew

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/self"
)

// bound finds the workers that a goroutine runs, one inside the other, of whatever
// pools: so a call goes by the worker that runs here, whatever handle it was given
// (docs/decisions/0012-handles-are-hints.md), and a goroutine has one token of a pool
// however many of the pool's workers it runs (0006). It is a table of lists by the
// goroutine's name, in which the innermost worker comes before those around it, in
// shards, each with a lock of its own.
//
// In race builds none of this is an order that the race detector sees (internal/apart): the goroutines
// that meet in a shard have nothing to do with each other. So it looks into none of the functions that
// follow lists.
//
// Only a goroutine itself notes and takes back its own name, and it asks for no
// other: so what it finds is what it has noted. A name must be taken back before its
// goroutine ends, since the next goroutine may get it.
//
//	G1  A worker is in the list of its name from Bind to Unbind, once.
//	G2  In a list the innermost worker of a goroutine comes before those around it.
//	G3  Only the goroutine of a name adds to, takes from or follows the list of its own
//	    workers; the links are written under the shard's lock.
type bound struct {
	shards [shards]shard
	seen   [seen]sighting
}

// A shard is a part of the table, with its own lock.
type shard struct {
	mu    park.Mutex
	lists []*Worker    // linked by next; a power of two of them
	n     atomic.Int64 // workers; written under mu
	_     pad.Narrow
}

// fewLists is the size of the smallest shard: arbitrary.
const fewLists = 4

// shard returns the shard for a name: the address of a goroutine's descriptor, which
// is some hundred bytes long.
func (b *bound) shard(name uintptr) *shard { return &b.shards[(name>>9^name>>15)%shards] }

// list returns the list for a name.
//
//go:norace
func (s *shard) list(name uintptr) **Worker {
	return &s.lists[(name>>7^name>>16)&uintptr(len(s.lists)-1)]
}

// named returns the first worker of that name in the list that begins with w, or nil.
//
//go:norace
func (w *Worker) named(name uintptr) *Worker {
	for w != nil && w.name != name {
		w = w.next
	}
	return w
}

// empty reports whether no goroutine of the shard's names runs a worker: what most calls from
// outside find, before they take the lock. Without the lock; a goroutine sees what it has noted.
func (s *shard) empty() bool { return s.n.Load() == 0 }

// first returns the innermost worker of that name, or nil. Under mu, as the rest.
//
//go:norace
func (s *shard) first(name uintptr) *Worker {
	if s.empty() {
		return nil
	}
	return (*s.list(name)).named(name)
}

// add notes that the goroutine of that name runs w.
//
//go:norace
func (s *shard) add(w *Worker, name uintptr) {
	if int(s.n.Load()) >= len(s.lists) {
		s.resize(max(fewLists, 2*len(s.lists)))
	}
	first := s.list(name)
	w.Self.Store(name) // ORDER: only the goroutine of that name acts on it
	w.name, w.next = name, *first
	*first = w
	s.n.Add(1) // ORDER: none: who looks without the lock wants to know of its own goroutine only
}

// remove takes back what add noted.
//
//go:norace
func (s *shard) remove(w *Worker) {
	if invariant.Enabled && s.first(w.name) != w {
		invariant.Fail("skua/crew: a goroutine leaves a worker that is not its innermost one (K4)")
	}
	at := s.list(w.name)
	for *at != w {
		at = &(*at).next
	}
	*at = w.next
	w.Self.Store(0) // ORDER: only the goroutine that leaves would act on its name
	w.name, w.next = 0, nil
	n := int(s.n.Add(-1)) // ORDER: as above
	if len(s.lists) > fewLists && 8*n < len(s.lists) {
		s.resize(max(fewLists, len(s.lists)/4))
	}
}

// resize gives the shard another size; the order in which workers of one name come
// stays.
//
//go:norace
func (s *shard) resize(n int) {
	old := s.lists
	s.lists = make([]*Worker, n)
	for _, w := range old {
		for w != nil {
			end := s.list(w.name)
			for *end != nil {
				end = &(*end).next
			}
			*end, w, w.next = w, w.next, nil
		}
	}
}

// me is the name of the calling goroutine.
func me() uintptr { return self.Goroutine() }

// innermost returns the worker that the calling goroutine runs now, of whatever pool,
// or nil.
func (b *bound) innermost() *Worker {
	apart.Hide()
	w := b.lookUp()
	apart.Show()
	return w
}

func (b *bound) lookUp() *Worker {
	name := me()
	s := b.shard(name)
	if s.empty() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.first(name)
}

// Bind notes that the calling goroutine runs w. It returns the worker as which it ran
// until now, and the one as which it has a token of w's pool already; they may be nil.
func (b *bound) Bind(w *Worker) (around, outer *Worker) {
	apart.Hide()
	around, outer = b.bind(w)
	apart.Show()
	return around, outer
}

func (b *bound) bind(w *Worker) (around, outer *Worker) {
	name := me()
	s := b.shard(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	around = s.first(name)
	outer = around.of(w.Crew)
	s.add(w, name)
	b.sighting(name).forget(name)
	return around, outer
}

// Unbind takes back what Bind noted, if it is noted still.
func (b *bound) Unbind(w *Worker) {
	apart.Hide()
	b.unbind(w)
	apart.Show()
}

func (b *bound) unbind(w *Worker) {
	name := w.Self.Load()
	if name == 0 {
		return
	}
	s := b.shard(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(w)
	b.sighting(name).lose(w)
}

// of returns the first worker of crew c that has its token, in the list of those of
// w's name that begins with w.
//
//go:norace
func (w *Worker) of(c *Crew) *Worker {
	if w == nil {
		return nil
	}
	name := w.name
	for w != nil && (w.Crew != c || w.blocked) {
		w = w.next.named(name)
	}
	return w
}

// Here returns the innermost worker of the pool that the calling goroutine runs and
// has a token for, or nil.
func (c *Crew) Here() *Worker {
	apart.Hide()
	w := c.Bound.here(c)
	apart.Show()
	return w
}

func (b *bound) here(c *Crew) *Worker {
	name := me()
	s := b.shard(name)
	if s.empty() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.first(name).of(c)
}

// Within reports whether the calling goroutine is in a task of the pool, also where a
// function waits in Blocking.
func (c *Crew) Within() bool {
	apart.Hide()
	yes := c.Bound.within(c)
	apart.Show()
	return yes
}

//go:norace
func (b *bound) within(c *Crew) bool {
	name := me()
	s := b.shard(name)
	if s.empty() {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.first(name)
	for w != nil && w.Crew != c {
		w = w.next.named(name)
	}
	return w != nil
}

// Innermost returns the worker of the pool that the calling goroutine runs, if that is
// the one that it runs now, and has its token.
func (c *Crew) Innermost() *Worker {
	if w := c.Here(); w != nil && !w.Covered {
		return w
	}
	return nil
}

// Strand returns the worker whose strand the calling goroutine is in: the innermost that it runs, of
// whatever pool, also while a function waits in Blocking; or nil in no task. It takes no lock as a rule.
func Strand() *Worker { return everywhere.strand() }

// Strand is the function of that name, by the table of the crew's pool.
func (c *Crew) Strand() *Worker { return c.Bound.strand() }

func (b *bound) strand() *Worker {
	apart.Hide()
	w := b.sight()
	apart.Show()
	return w
}

func (b *bound) sight() *Worker {
	name := me()
	s := b.sighting(name)
	if w := s.worker.Load(); w != nil && w.Self.Load() == name && !w.Covered {
		return w
	}
	w := b.innermost()
	if w != nil {
		s.worker.Store(w) // ORDER: none: who reads it asks the worker
	}
	return w
}

// Innermost returns the worker that the calling goroutine runs, of whatever pool and
// also while a function waits in Blocking, or nil.
func Innermost() *Worker { return everywhere.innermost() }

// Elsewhere returns the worker that the calling goroutine runs now, unless its token is
// given away.
func Elsewhere() *Worker {
	if w := Innermost(); w != nil && !w.blocked {
		return w
	}
	return nil
}

// Away reports whether a call in w's task goes on as another worker: as a guest inside the
// task, or since w's token is given away while a function waits. Owner only.
func (w *Worker) Away() bool { return w.blocked || w.Covered }

// Mine reports whether the calling goroutine runs w.
func (w *Worker) Mine() bool { return w.Self.Load() == self.Goroutine() }

// Open reports whether the calling goroutine runs w and a call may begin on it right
// away: w has its token, is the innermost, and the frames that are in use below are known.
func (w *Worker) Open() bool { return w.Mine() && !w.Away() && !w.Typed }

// sighting is what was found last for a goroutine of some names, so that a spawn, which asks each time, takes
// no lock. It says nothing wrong: only the goroutine of a name itself notes or takes back which worker it
// runs, so a worker that says to run on the asking goroutine does; and Bind forgets that there was none.
type sighting struct {
	worker atomic.Pointer[Worker]
	nobody atomic.Uintptr // the name of a goroutine that ran no worker
}

func (b *bound) sighting(name uintptr) *sighting { return &b.seen[(name>>7^name>>15)%seen] }

// forget is called before the goroutine of that name does anything as a worker.
func (s *sighting) forget(name uintptr) {
	if s.nobody.Load() == name {
		s.nobody.Store(0) // ORDER: none: of that name only this goroutine asks
	}
}

// lose drops w, which runs here no more: a dropped pool must not live on.
func (s *sighting) lose(w *Worker) {
	if s.worker.Load() == w {
		s.worker.Store(nil) // ORDER: none: of a later sighting no more is lost than one look under the lock
	}
}

// Spawner returns the worker of the pool on whose queue the calling goroutine spawns: the innermost that it
// runs, if it has that one's token; or nil. It takes no lock as a rule.
//
// Where a goroutine's name takes a microsecond (internal/self), all spawn as from outside.
func (c *Crew) Spawner() *Worker {
	apart.Hide()
	w := c.Bound.spawner(c)
	apart.Show()
	return w
}

func (b *bound) spawner(c *Crew) *Worker {
	if !self.Quick {
		return nil
	}
	name := me()
	s := b.sighting(name)
	if w := s.worker.Load(); w != nil && w.Self.Load() == name && w.Crew == c && !w.Away() {
		return w
	}
	if s.nobody.Load() == name {
		return nil
	}
	w := c.Innermost()
	switch {
	case w != nil:
		s.worker.Store(w) // ORDER: none: who reads it asks the worker
	case b.innermost() == nil: // of whatever pool: what is remembered answers for all of them
		s.nobody.Store(name) // ORDER: as above: of that name only this goroutine asks
	}
	return w
}
