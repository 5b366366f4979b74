package account

import (
	"github.com/skua-go/skua/internal/account/dag"
	"github.com/skua-go/skua/internal/event"
)

// fork is a fork that has not been joined.
type fork struct {
	ref   uint64
	line  *line  // which made it
	prev  *fork  // the one that line has made before and not joined
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
	a.dropAbove(l, f)
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
		a.joined(l, f)
	case event.Drop:
		a.dropped(l, f)
	}
}

// dropAbove drops the forks that l has made after f and not joined: a panic passed in the second
// branch, of which no worker tells.
func (a *Account) dropAbove(l *line, f *fork) {
	if f.line == l && l.made != f && f.among(l.made) {
		a.dropTo(l, f)
	}
}

// dropTo drops the forks of l that are not joined, down to f or, if that is nil, all.
func (a *Account) dropTo(l *line, f *fork) {
	if l.made != f {
		a.close(l) // before what it runs in is gone
	}
	for l.made != nil && l.made != f {
		a.drop(l.made)
	}
}

// among reports whether f is the fork last or one that its line has made before.
func (f *fork) among(last *fork) bool {
	for last != nil && last != f {
		last = last.prev
	}
	return last != nil
}

// drop forgets a fork that nobody will join.
func (a *Account) drop(f *fork) {
	a.take(f)
	f.item.Close(&a.dag, f.at.out)
	a.forget(f)
}

// dropped drops f, and what l runs from here on comes after it.
func (a *Account) dropped(l *line, f *fork) {
	if f.line == l {
		a.close(l)
		l.leaf = false
		sp := l.strand.sp
		sp.join(&f.end)
		l.strand = strand{f.at.site, sp, f.at.out}
	}
	a.drop(f)
}

// take returns one of the spare, or a new one.
func take[T any](spare *[]*T) *T {
	n := len(*spare)
	if n == 0 {
		return new(T)
	}
	x := (*spare)[n-1]
	*spare = (*spare)[:n-1]
	return x
}

func (a *Account) forget(f *fork) {
	if top := a.forks[f.ref]; top != f {
		for top != nil && top.under != f {
			top = top.under
		}
		if top != nil {
			top.under = f.under
		}
	} else if f.under != nil {
		a.forks[f.ref] = f.under
	} else {
		delete(a.forks, f.ref)
	}
	at := &f.line.made
	for *at != nil && *at != f {
		at = &(*at).prev
	}
	if *at == f {
		*at = f.prev
	}
	*f = fork{}
	a.spare = append(a.spare, f)
}

func (a *Account) fork(l *line, e *event.Event) {
	old := a.forks[e.Ref]
	if old != nil && !old.taken { // a panic passed, and nobody said so
		a.dropAbove(l, old)
		a.dropped(l, old)
		old = a.forks[e.Ref]
	}
	l.leaf = false
	a.set(l, event.Work)
	f := take(&a.spare)
	f.ref, f.line, f.under = e.Ref, l, old
	f.prev, l.made = l.made, f
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
func (a *Account) joined(l *line, f *fork) {
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
	a.forget(f)
}

// take notes that the second branch waits for a worker no longer.
func (a *Account) take(f *fork) {
	if !f.taken {
		f.taken = true
		a.gauge.ready--
	}
}
