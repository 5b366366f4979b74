package account

import (
	"github.com/skua-go/skua/internal/account/dag"
	"github.com/skua-go/skua/internal/event"
)

// newGroup is how much longer the chain that ends at a spawn may be than at the spawn that began its
// group, in nanoseconds. Arbitrary: so much does a task's place in the dag matter.
const newGroup = 20_000

// group are tasks of one scope that were spawned at one site, shortly after each other.
type group struct {
	at    strand // before the first of them
	site  int
	item  *dag.Item
	scope uint64
}

// scope is a scope with tasks that nobody has waited for.
type scope struct {
	number uint64
	most   int      // may run; 0: any number
	wait   int      // tasks that have not begun
	run    int      // that have begun and not ended
	counts int      // what of them is in gauge.ready
	end    spans    // of its tasks
	last   *group   // of tasks that workers have spawned
	others []*group // of tasks of which no worker has told, one for each site
}

func (a *Account) taskEvent(l *line, e *event.Event) {
	switch e.Kind {
	case event.Spawn:
		a.spawn(l, e)
	case event.Gather:
		l.leaf = false
		a.set(l, event.Wait)
	case event.Gathered:
		a.set(l, event.Work)
		if s := a.scopes[e.Ref]; s != nil {
			l.strand.sp.join(&s.end)
			s.wait = 0
			a.count(s)
			delete(a.scopes, e.Ref)
			a.lastScope = nil
		}
		l.strand.out.Gather(&a.dag, e.Ref)
	}
}

// scope returns what is known of the scope of that number.
func (a *Account) scope(number uint64) *scope {
	if s := a.lastScope; s != nil && s.number == number {
		return s
	}
	s := a.scopes[number]
	if s == nil {
		s = &scope{number: number}
		a.scopes[number] = s
	}
	a.lastScope = s
	return s
}

// count counts as ready what may begin of the tasks of s.
func (a *Account) count(s *scope) {
	is := s.wait
	if s.most > 0 {
		is = max(0, min(is, s.most-s.run))
	}
	a.gauge.ready += is - s.counts
	s.counts = is
}

func (a *Account) spawn(l *line, e *event.Event) {
	l.leaf = false
	a.close(l)
	number, site := uint64(e.N), a.siteOr(l, e, spawnSite)
	a.sites[site].count++
	a.sites[site].limited(e.Part)
	s := a.scope(number)
	g := s.last
	if g == nil || g.site != site || g.at.out != l.strand.out || l.strand.sp.plain-g.at.sp.plain > newGroup {
		tasks := l.strand.out.Tasks
		if l == a.outside {
			tasks = l.strand.out.TasksBefore // a call that goes on may wait for them
		}
		g = &group{at: l.strand, site: site, scope: number, item: tasks(&a.dag, site, number)}
		s.last = g
	}
	if a.tasks.Take(e.Ref) == nil {
		s.wait++
	}
	s.most = int(e.Part)
	a.count(s)
	a.tasks.Put(e.Ref, g)
}

// beginTask makes the strand of l that of a spawned task.
func (a *Account) beginTask(l *line, e *event.Event) {
	g, s := a.tasks.Take(e.Ref), a.scope(uint64(e.N))
	if g != nil {
		s = a.scope(g.scope)
		s.wait = max(0, s.wait-1)
	} else {
		g = a.otherGroup(e)
		a.sites[g.site].count++
	}
	s.run++
	a.count(s)
	l.strand = strand{g.site, g.at.sp, g.at.out.Inside(&a.dag)}
	l.strand.sp.burdened += a.handover
	f := &l.frames[len(l.frames)-1]
	f.group, f.seq = g, l.strand.out
}

// otherGroup returns the group of a task of which no worker has told that it was spawned: the program
// has, outside of any call, or before the recording began.
func (a *Account) otherGroup(e *event.Event) *group {
	at := a.outside.strand
	at.site = a.site(e.Site, spawnSite)
	s := a.scope(uint64(e.N))
	for _, g := range s.others {
		if g.site == at.site {
			return g
		}
	}
	g := &group{at: at, site: at.site, scope: s.number, item: at.out.TasksBefore(&a.dag, at.site, s.number)}
	s.others = append(s.others, g)
	return g
}

// endTask ends the spawned task of frame f.
func (a *Account) endTask(l *line, f frame) {
	s := a.scope(uint64(f.n))
	s.run = max(0, s.run-1)
	a.count(s)
	s.end.join(&l.strand.sp)
	if f.group != nil {
		f.group.item.Task(&a.dag, f.group.site, f.seq)
	}
}
