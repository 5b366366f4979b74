package dag

// shortTask is how much a spawned task must take, in nanoseconds, to be kept by itself. Arbitrary: a
// replay with fewer, longer tasks is as good.
const shortTask = 20_000

// maxItems bounds what is kept of the dag: beyond it the smallest pieces become plain strands.
const maxItems = 16_000

// Dag is the recorded dag as one worker would run it: sequences of strands, forks, tasks, loops
// and calls. What thieves ran hangs where it belongs.
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
	items []*Item
	into  *Item
}

type itemKind uint8

const (
	runItem itemKind = iota
	forkItem
	groupItem // of tasks: short ones, which are only counted, and others inside
	spawnItem // a task of a group
	gatherItem
	loopItem
	callItem
)

// Item is a step of a seq: a strand, or something with sequences inside.
type Item struct {
	kind          itemKind
	open          bool
	site          int
	ns            int64 // of strands; of all inside, once it is closed
	n             int64 // indices, or short tasks
	scope         uint64
	first, second *Seq
	to            *Item // a group whose tasks go to another
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
		return
	case ns <= 0:
		return
	}
	if n := len(s.items); n > 0 && s.items[n-1].kind == runItem && s.items[n-1].site == site {
		s.items[n-1].ns += ns
		return
	}
	it := d.item()
	it.kind, it.site, it.ns = runItem, site, ns
	s.append(d, it)
}

// item returns an item that nobody else knows. The sequences that it may have are empty.
func (d *Dag) item() *Item {
	n := len(d.spare)
	if n == 0 {
		return new(Item)
	}
	it := d.spare[n-1]
	d.spare = d.spare[:n-1]
	return it
}

// free keeps an item that nobody knows any more, with the room of its sequences.
func (d *Dag) free(it *Item) {
	first, second := it.first, it.second
	*it = Item{first: first, second: second}
	if len(d.spare) < 1000 {
		d.spare = append(d.spare, it)
	}
}

// clear frees the strands of a sequence that has nothing else, and reports whether that is so.
func (s *Seq) clear(d *Dag) bool {
	if s.into != nil {
		return false
	}
	for _, it := range s.items {
		if it.kind != runItem {
			return false
		}
	}
	for _, it := range s.items {
		d.free(it)
	}
	clear(s.items)
	s.items = s.items[:0]
	return true
}

func (s *Seq) append(d *Dag, it *Item) *Item {
	if s.into != nil { // Inside a loop all is one sum
		it.first, it.second = s, s
		return it
	}
	s.items = append(s.items, it)
	if d.items++; d.items > d.most {
		d.prune()
	}
	return it
}

// Fork appends a fork, which is open until Close, and returns it.
func (s *Seq) Fork(d *Dag, site int) *Item {
	it := d.item()
	it.kind, it.open, it.site = forkItem, true, site
	if it.first == nil || it.second == nil {
		it.first, it.second = new(Seq), new(Seq)
	}
	return s.append(d, it)
}

// Tasks appends tasks of a scope that are spawned shortly after each other, and returns the item to
// which Task adds them.
func (s *Seq) Tasks(d *Dag, site int, scope uint64) *Item {
	return s.append(d, &Item{kind: groupItem, site: site, scope: scope, first: new(Seq)})
}

// TasksBefore is Tasks for tasks that began during the calls at the end of s, if these are open: they
// may wait for the tasks.
func (s *Seq) TasksBefore(d *Dag, site int, scope uint64) *Item {
	it := s.Tasks(d, site, scope)
	for k := len(s.items) - 1; k > 0 && s.items[k-1].kind == callItem && s.items[k-1].open; k-- {
		s.items[k-1], s.items[k] = it, s.items[k-1]
	}
	return it
}

// Gather appends a wait for a scope.
func (s *Seq) Gather(d *Dag, scope uint64) {
	s.append(d, &Item{kind: gatherItem, scope: scope})
}

// Call appends a call, which is open until Close, and returns it.
func (s *Seq) Call(d *Dag, site int) *Item {
	return s.append(d, &Item{kind: callItem, open: true, site: site, first: new(Seq)})
}

// Loop appends a loop of n indices, which is open until Close, and returns it.
func (s *Seq) Loop(d *Dag, site int, n int64) *Item {
	it := &Item{kind: loopItem, open: true, site: site, n: n}
	s.append(d, it)
	if s.into == nil {
		it.first = &Seq{into: it}
	}
	return it
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

// Task ends a task of the group it, which ran what is in s. If it was short it only counts.
func (it *Item) Task(d *Dag, site int, s *Seq) {
	for it.to != nil {
		it = it.to
	}
	if s.into != nil || it.kind != groupItem {
		return
	}
	ns := s.total()
	if ns < max(d.least, shortTask) {
		it.adopt(d, s)
		if n := s.count(); s.clear(d) {
			d.items -= n
			d.spareSeqs = append(d.spareSeqs, s)
		}
		return
	}
	it.first.append(d, &Item{kind: spawnItem, site: site, ns: ns, first: s})
}

// adopt counts a short task, which ran what is in s. Those that it has spawned and not waited for
// become tasks of the same group: the order of the two does not matter much.
func (it *Item) adopt(d *Dag, s *Seq) {
	it.n++
	it.ns += s.own(func(g *Item) {
		d.cut += g.ns
		it.ns += g.ns
		it.n += g.n
		it.first.items = append(it.first.items, g.first.items...)
		g.to, g.first, g.ns, g.n = it, new(Seq), 0, 0
	})
}

// own returns the nanoseconds of the strands in s but those of tasks, whose groups visit gets.
func (s *Seq) own(visit func(group *Item)) (ns int64) {
	if s == nil || s.into != nil {
		return 0
	}
	for _, it := range s.items {
		switch it.kind {
		case groupItem:
			if it.to == nil {
				visit(it)
			}
		case forkItem, callItem:
			ns += it.first.own(visit) + it.second.own(visit)
		default:
			ns += it.ns
		}
	}
	return ns
}

// Inside returns a sequence for what a task runs that is spawned in s.
func (s *Seq) Inside(d *Dag) *Seq {
	if s.into != nil {
		return s
	}
	n := len(d.spareSeqs)
	if n == 0 {
		return new(Seq)
	}
	t := d.spareSeqs[n-1]
	d.spareSeqs = d.spareSeqs[:n-1]
	return t
}

// total returns the nanoseconds of all strands inside.
func (s *Seq) total() (ns int64) {
	if s == nil || s.into != nil {
		return 0
	}
	for _, it := range s.items {
		ns += it.ns
		if it.open && it.kind != loopItem || it.kind == groupItem {
			ns += it.first.total() + it.second.total()
		}
	}
	return ns
}

// count returns how many items are inside.
func (s *Seq) count() (n int) {
	if s == nil || s.into != nil {
		return 0
	}
	n = len(s.items)
	for _, it := range s.items {
		n += it.first.count() + it.second.count()
	}
	return n
}

// flatten makes it, near the end of s, a plain strand.
func (s *Seq) flatten(d *Dag, it *Item) {
	for k := len(s.items) - 1; k >= 0; k-- {
		if s.items[k] == it {
			d.cut += it.ns
			d.items -= it.first.count() + it.second.count()
			first, second := it.first, it.second
			if it.kind != forkItem || !first.clear(d) || !second.clear(d) {
				first, second = nil, nil
			}
			*it = Item{kind: runItem, site: it.site, ns: it.ns, first: first, second: second}
			if k > 0 && k == len(s.items)-1 && s.items[k-1].kind == runItem && s.items[k-1].site == it.site {
				s.items[k-1].ns += it.ns
				s.items[k] = nil
				s.items = s.items[:k]
				d.items--
				d.free(it)
			}
			return
		}
	}
}
