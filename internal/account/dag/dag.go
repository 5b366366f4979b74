package dag

import (
	"cmp"
	"slices"
)

// shortTask is how much a spawned task must take, in nanoseconds, to be kept by itself. Arbitrary: a
// replay with fewer, longer tasks is as good.
const shortTask = 20_000

// maxItems bounds what is kept of the dag: beyond it the smallest pieces become plain strands.
const maxItems = 16_000

// Dag is the recorded dag as one worker would run it: sequences of strands, forks, tasks, loops
// and calls. What thieves ran hangs where it belongs.
//
//	D1  An item is in one Seq at most, and never inside itself, whatever stale items and sequences
//	    those who call use: only new items are appended, and what a new item may still have
//	    inside is dropped first.
type Dag struct {
	root  *Seq
	lost  *Seq // what belongs nowhere
	items int
	most  int   // how many there may be before the next time that they are made fewer
	least int64 // items that take less become strands when they end
	cut   int64 // nanoseconds of work in parallel pieces that became strands

	spare     []*Item
	spareSeqs []*Seq
}

// Seq is what runs in series. Inside a loop, and where nothing is kept, it is only a sum.
type Seq struct {
	steps []step
	into  *Item
}

// step is a strand, or an item.
type step struct {
	ns   int64 // of the strand
	site int
	it   *Item
}

type itemKind uint8

const (
	forkItem  itemKind = iota
	groupItem          // of tasks: short ones, which are only counted, and others inside
	spawnItem          // a task of a group
	gatherItem
	loopItem
	callItem
)

// Item is a step of a Seq with sequences inside.
type Item struct {
	kind          itemKind
	open          bool
	site          int
	ns            int64 // of all inside, once it is closed
	n             int64 // indices, or short tasks
	scope         uint64
	first, second *Seq
	seqs          [2]Seq // what first and second are, but for those of tasks and groups
	to            *Item  // a group whose tasks go to another
	tasked        bool   // a loop in which tasks were spawned, which may end after it
	long          []long // pieces of a loop, the longest first
}

// Init makes a zero Dag an empty one.
func (d *Dag) Init() {
	d.root, d.most = new(Seq), maxItems
	d.lost = &Seq{into: new(Item)}
}

// Coarsen makes items that take less than that many nanoseconds strands when they end.
func (d *Dag) Coarsen(least int64) { d.least = least }

// Root returns the sequence of what the program runs outside of any call.
func (d *Dag) Root() *Seq { return d.root }

// First returns the sequence of what is inside an item: of a fork, its first branch.
func (it *Item) First() *Seq { return it.first }

// Nowhere returns a sequence for what belongs nowhere.
func (d *Dag) Nowhere() *Seq { return d.lost }

// Run appends a strand.
func (s *Seq) Run(d *Dag, site int, ns int64) {
	switch {
	case s.into != nil:
		s.into.ns += ns
	case ns > 0:
		s.run(d, site, ns)
	}
}

func (s *Seq) run(d *Dag, site int, ns int64) {
	if n := len(s.steps); n > 0 && s.steps[n-1].takes(d, site, ns) {
		return
	}
	s.steps = append(s.steps, step{ns: ns, site: site})
	d.count()
}

// takes makes a strand that follows st a part of it, if it is too short to keep, or reports false. The
// site of both is that of the longer one.
func (st *step) takes(d *Dag, site int, ns int64) bool {
	if st.it != nil || st.site != site && ns >= d.least {
		return false
	}
	if ns > st.ns {
		st.site = site
	}
	st.ns += ns
	return true
}

func (d *Dag) count() {
	if d.items++; d.items > d.most {
		d.prune()
	}
}

// Bounds of the memory that is kept for what comes. Arbitrary.
const (
	mostSpare = 1000 // items, and as many sequences of tasks
	mostRoom  = 64   // steps of a sequence
)

// item returns a new item for s.
func (d *Dag) item(s *Seq, kind itemKind, site int) *Item {
	n := len(d.spare)
	if n == 0 || s == &d.spare[n-1].seqs[0] || s == &d.spare[n-1].seqs[1] {
		return &Item{kind: kind, site: site}
	}
	it := d.spare[n-1]
	d.spare = d.spare[:n-1]
	if it.tasked { // since it was freed
		return &Item{kind: kind, site: site}
	}
	*it = Item{kind: kind, site: site, seqs: [2]Seq{it.seqs[0].empty(), it.seqs[1].empty()}}
	return it
}

// empty returns an empty Seq that has the room of s.
func (s *Seq) empty() Seq {
	if cap(s.steps) > mostRoom {
		return Seq{}
	}
	clear(s.steps)
	return Seq{steps: s.steps[:0]}
}

// free keeps an item that nobody knows any more, with the strands and nothing else inside.
func (d *Dag) free(it *Item) {
	if len(d.spare) < mostSpare && !it.tasked && it.first.strands() && it.second.strands() {
		d.spare = append(d.spare, it)
	}
}

// strands reports whether s has nothing but strands.
func (s *Seq) strands() bool {
	if s != nil && s.into == nil {
		for _, st := range s.steps {
			if st.it != nil {
				return false
			}
		}
	}
	return true
}

func (s *Seq) append(d *Dag, it *Item) *Item {
	if s.into != nil { // Inside a loop all is one sum
		s.into.tasked = s.into.tasked || it.kind == groupItem
		it.first, it.second = s, s
		return it
	}
	s.steps = append(s.steps, step{it: it})
	d.count()
	return it
}

// Fork appends a fork, which is open until Close, and returns it.
func (s *Seq) Fork(d *Dag, site int) *Item {
	it := d.item(s, forkItem, site)
	it.open, it.first, it.second = true, &it.seqs[0], &it.seqs[1]
	return s.append(d, it)
}

// Tasks appends tasks of a scope that are spawned shortly after each other, and returns the item to
// which Task adds them.
func (s *Seq) Tasks(d *Dag, site int, scope uint64) *Item {
	it := d.item(s, groupItem, site)
	it.scope, it.first = scope, new(Seq) // nobody else has it: it holds tasks only
	return s.append(d, it)
}

// TasksBefore is Tasks for tasks that began during the calls at the end of s, if these are open: they
// may wait for the tasks.
func (s *Seq) TasksBefore(d *Dag, site int, scope uint64) *Item {
	it := s.Tasks(d, site, scope)
	for k := len(s.steps) - 1; k > 0 && s.steps[k-1].openCall(); k-- {
		s.steps[k-1], s.steps[k] = s.steps[k], s.steps[k-1]
	}
	return it
}

func (st *step) openCall() bool { return st.it != nil && st.it.kind == callItem && st.it.open }

// Gather appends a wait for a scope.
func (s *Seq) Gather(d *Dag, scope uint64) {
	it := d.item(s, gatherItem, 0)
	it.scope = scope
	s.append(d, it)
}

// Call appends a call, which is open until Close, and returns it.
func (s *Seq) Call(d *Dag, site int) *Item {
	it := d.item(s, callItem, site)
	it.open, it.first = true, &it.seqs[0]
	return s.append(d, it)
}

// Loop appends a loop of n indices, which is open until Close, and returns it.
func (s *Seq) Loop(d *Dag, site int, n int64) *Item {
	it := d.item(s, loopItem, site)
	it.open, it.n, it.first = true, n, &it.seqs[0]
	it.first.into = it
	return s.append(d, it)
}

// long is a piece of a loop, of n indices.
type long struct{ ns, n int64 }

// Pieces of a loop that are kept by themselves. Arbitrary.
const (
	mostLong  = 8
	longPiece = 50_000 // nanoseconds, at least
	longTimes = 4      // as long as others, at least
)

// Piece notes how long n indices of a loop took, which ran one after the other.
func (it *Item) Piece(ns, n int64) {
	if ns < longPiece || it.kind != loopItem {
		return
	}
	at, _ := slices.BinarySearchFunc(it.long, ns, func(p long, ns int64) int { return cmp.Compare(ns, p.ns) })
	if at < mostLong {
		it.long = slices.Insert(it.long, at, long{ns, n})
		it.long = it.long[:min(mostLong, len(it.long))]
	}
}

// Branch returns the sequence of a fork's second branch.
func (it *Item) Branch() *Seq { return it.second }

// Close ends a fork, a loop or a call in the sequence in which it began, and makes it a plain
// strand there if it is too short to keep.
func (it *Item) Close(d *Dag, in *Seq) {
	it.open = false
	if it.kind != loopItem {
		it.ns = it.first.total() + it.second.total()
	}
	if in == nil || in.into != nil {
		return
	}
	if it.ns < d.least && it.plain() {
		in.flatten(d, it)
	}
}
