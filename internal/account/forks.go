package account

import (
	"github.com/skua-go/skua/internal/account/dag"
	"github.com/skua-go/skua/internal/event"
)

// fork is a fork that has not been joined.
type fork struct {
	at    strand // before it
	site  int
	end   spans // of the first branch, or of the second on a thief
	item  *dag.Item
	began int64
	taken bool  // the second branch has begun, or will not
	outer bool  // it is a region of its site
	under *fork // a retaken one of the same name: its second branch forked at the same frame
}

func (a *Account) forkEvent(l *line, e *event.Event) {
	if e.Kind == event.Fork {
		a.fork(l, e)
		return
	}
	f := a.forks[e.Ref]
	if f == nil {
		if e.Kind == event.Await {
			a.set(l, event.Wait)
		} else if e.Kind == event.Joined {
			a.set(l, event.Work)
		}
		return
	}
	switch e.Kind {
	case event.Retake:
		a.leafEnds(l)
		a.set(l, event.Work)
		a.take(f)
		f.end = l.strand.sp
		l.strand = strand{f.site, f.at.sp, f.item.Branch()}
		a.fresh(l)
	case event.Await:
		a.leafEnds(l)
		a.set(l, event.Wait)
	case event.Joined:
		a.joined(l, e.Ref, f)
	case event.Drop:
		a.take(f)
		f.item.Close(&a.dag, f.at.out)
		a.forget(e.Ref, f)
	}
}

// newFork returns a fork that nobody else knows.
func (a *Account) newFork() *fork {
	n := len(a.spare)
	if n == 0 {
		return new(fork)
	}
	f := a.spare[n-1]
	a.spare = a.spare[:n-1]
	return f
}

func (a *Account) forget(ref uint64, f *fork) {
	if f.under != nil {
		a.forks[ref] = f.under
	} else {
		delete(a.forks, ref)
	}
	*f = fork{}
	a.spare = append(a.spare, f)
}

func (a *Account) fork(l *line, e *event.Event) {
	old := a.forks[e.Ref]
	if old != nil && !old.taken { // a panic passed, and nobody said so
		a.take(old)
		old = old.under
	}
	l.leaf = false
	a.set(l, event.Work)
	f := a.newFork()
	f.under = old
	f.at, f.site, f.began = l.strand, a.site(e.Site, forkSite), a.now
	f.outer = f.site != l.strand.site
	a.sites[f.site].count++
	f.item = l.strand.out.Fork(&a.dag, f.site)
	a.forks[e.Ref] = f
	a.gauge.ready++
	l.strand.site, l.strand.out = f.site, f.item.First()
	a.fresh(l)
}

// joined ends the fork f on l, which made it.
func (a *Account) joined(l *line, ref uint64, f *fork) {
	a.leafEnds(l)
	a.set(l, event.Work)
	a.take(f)
	sp := l.strand.sp
	sp.join(&f.end)
	f.item.Close(&a.dag, f.at.out)
	if f.outer {
		a.sites[f.site].region(a.now - f.began)
	}
	l.strand = strand{f.at.site, sp, f.at.out}
	a.forget(ref, f)
}

// take notes that the second branch waits for a worker no longer.
func (a *Account) take(f *fork) {
	if !f.taken {
		f.taken = true
		a.gauge.ready--
	}
}
