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
	end    spans  // of its tasks
	last   *group // of tasks
	inbox  int    // tasks that have no number of their own, and have not begun
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

func (a *Account) spawn(l *line, e *event.Event) {
	l.leaf = false
	a.close(l)
	number, site := uint64(e.N), l.strand.site
	if e.Site != 0 {
		site = a.site(e.Site, spawnSite)
	}
	a.sites[site].count++
	s := a.scope(number)
	g := s.last
	if g == nil || g.site != site || g.at.out != l.strand.out || l.strand.sp.plain-g.at.sp.plain > newGroup {
		g = &group{at: l.strand, site: site, scope: number, item: l.strand.out.Tasks(&a.dag, site, number)}
		s.last = g
	}
	a.gauge.ready++
	if e.Ref == 0 {
		s.inbox++
	} else {
		if a.tasks.take(e.Ref) != nil {
			a.gauge.ready--
		}
		a.tasks.put(e.Ref, g)
	}
}

// beginTask makes the strand of l that of a spawned task: one of the last group if it has no number.
func (a *Account) beginTask(l *line, e *event.Event) {
	g := a.tasks.take(e.Ref)
	if g != nil {
		a.gauge.ready--
	} else {
		s := a.scope(uint64(e.N))
		if g = s.last; g == nil {
			g = a.outsideGroup(e)
			s.last = g
		}
		switch {
		case s.inbox > 0:
			s.inbox--
			a.gauge.ready--
		case e.Site != 0: // the program has spawned it, outside of any call
			a.sites[g.site].count++
		}
	}
	l.strand = strand{g.site, g.at.sp, g.at.out.Inside(&a.dag)}
	l.strand.sp.burden(a.handover)
	l.frames[len(l.frames)-1].group = g
}

// outsideGroup returns a group for tasks of which no worker has told that they were spawned.
func (a *Account) outsideGroup(e *event.Event) *group {
	at := a.outside.strand
	if e.Site != 0 {
		at.site = a.site(e.Site, spawnSite)
	}
	number := uint64(e.N)
	return &group{at: at, site: at.site, scope: number, item: at.out.TasksBefore(&a.dag, at.site, number)}
}

// endTask ends the spawned task of frame f.
func (a *Account) endTask(l *line, f frame) {
	s := a.scope(uint64(f.n))
	s.end.join(&l.strand.sp)
	if f.group != nil {
		f.group.item.Task(&a.dag, f.group.site, l.strand.out)
	}
}
