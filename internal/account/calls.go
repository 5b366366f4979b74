package account

import "github.com/skua-go/skua/internal/event"

// enter begins a call on the guest l, from outside or inside a task of another line.
func (a *Account) enter(l *line, e *event.Event) {
	if int(e.N) == l.id {
		a.nest(l, e)
		return
	}
	l.covered = a.outside
	if around := int(e.N); around >= 0 && around < len(a.lines) && a.lines[around] != l {
		l.covered = a.lines[around]
		a.cover(l.covered)
	} else {
		a.calls++
		if a.inside++; a.inside == 1 {
			a.set(a.outside, event.Away)
		}
	}
	a.set(l, event.Work)
	l.frames = l.frames[:0]
	l.strand = l.covered.strand
	l.strand.site = a.siteOr(l, e, callSite)
	a.sites[l.strand.site].called()
	c := l.strand.out.Call(&a.dag, l.strand.site)
	l.push(frame{part: event.Call, began: a.now})
	l.strand.out = c.First()
	l.callItem = c
}

// nest begins a call inside a task that goes on as the task's worker.
func (a *Account) nest(l *line, e *event.Event) {
	l.leaf = false
	a.set(l, event.Work)
	l.push(frame{part: event.Call, nested: true, began: a.now})
	l.strand.site = a.siteOr(l, e, callSite)
	a.sites[l.strand.site].called()
	it := l.strand.out.Call(&a.dag, l.strand.site)
	l.frames[len(l.frames)-1].item = it
	l.strand.out = it.First()
}

// unnest ends it, if a nested call is the innermost that l is in.
func (a *Account) unnest(l *line) bool {
	at := len(l.frames) - 1
	for at >= 0 && l.frames[at].loop { // left behind by a panic
		at--
	}
	if at < 0 || !l.frames[at].nested {
		return false
	}
	a.set(l, event.Work)
	f := l.frames[at]
	if l.strand.site != f.below.site {
		a.sites[l.strand.site].region(a.now - f.began)
	}
	sp := f.below.sp
	sp.join(&l.strand.sp)
	a.dropTo(l, f.made)
	f.item.Close(&a.dag, f.below.out)
	l.frames, l.strand = l.frames[:at], f.below
	l.strand.sp = sp
	return true
}

// cover notes that a guest's call runs on the goroutine of l.
func (a *Account) cover(l *line) {
	l.leaf = false
	l.before = l.mode
	a.set(l, event.Away)
}

// leave ends the call on the guest l.
func (a *Account) leave(l *line) {
	if a.unnest(l) {
		return
	}
	a.set(l, event.Away)
	around := l.covered
	if around == nil {
		return // the recording began inside
	}
	if len(l.frames) > 0 && l.strand.site != around.strand.site {
		a.sites[l.strand.site].region(a.now - l.frames[0].began)
	}
	l.frames = l.frames[:0]
	a.dropTo(l, nil)
	l.covered = nil
	if around == a.outside {
		if a.inside--; a.inside == 0 {
			a.set(a.outside, event.Work)
			a.gauge.frozen = false
		}
	} else if around.mode == event.Away {
		a.set(around, around.before)
	}
	around.strand.sp.join(&l.strand.sp)
	if l.callItem != nil {
		l.callItem.Close(&a.dag, around.strand.out)
		l.callItem = nil
	}
}

// begin begins a segment on l.
func (a *Account) begin(l *line, e *event.Event) {
	if l.mode == event.Over && len(l.frames) == 0 {
		l.strand.site = a.siteOf(e) // what came before it was for it
	}
	a.set(l, event.Work)
	l.push(frame{part: e.Part, ref: e.Ref, n: e.N, began: a.now})
	switch e.Part {
	case event.Stolen:
		a.beginStolen(l, e)
	case event.Task:
		a.beginTask(l, e)
	case event.Share:
		if p := a.loops[e.Ref]; p != nil {
			p.parts++
			a.reserve(p, 0)
			l.strand = strand{p.site, p.at.sp, p.item.First()}
			l.strand.sp.burdened += a.handover
		} else {
			l.strand.out = a.dag.Nowhere()
		}
	}
	a.fresh(l)
}

// siteOf returns the site of what a segment runs, or that of the program outside if it is not known.
func (a *Account) siteOf(e *event.Event) int {
	switch e.Part {
	case event.Stolen:
		if f := a.forks[e.Ref]; f != nil {
			return f.site
		}
	case event.Task:
		if t := a.tasks.Get(e.Ref); t != nil {
			return t.site
		}
		return a.site(e.Site, spawnSite)
	case event.Share:
		if p := a.loops[e.Ref]; p != nil {
			return p.site
		}
	}
	return 0
}

func (a *Account) beginStolen(l *line, e *event.Event) {
	if f := a.forks[e.Ref]; f != nil && e.Ref != 0 {
		a.take(f)
		l.strand = strand{f.site, f.at.sp, f.item.Branch()}
	} else if v := int(e.N); v >= 0 && v < len(a.lines) && a.lines[v] != l {
		l.strand = a.upToNow(a.lines[v])
		l.strand.out = a.dag.Nowhere()
		a.unseen = true
	}
	l.strand.sp.burdened += a.handover
}

// end ends the innermost segment of l.
func (a *Account) end(l *line, e *event.Event) {
	if e.Part == event.Share {
		p := a.loops[e.Ref]
		if a.chunkEnds(l, p, e.N); p != nil {
			p.parts--
			a.reserve(p, 0)
		}
	} else {
		a.leafEnds(l)
	}
	a.set(l, event.Over)
	var f frame
	for ok := true; ok; {
		if f, ok = l.pop(); !ok || !f.loop && f.part == e.Part {
			break
		}
	}
	a.dropTo(l, f.made)
	switch e.Part {
	case event.Stolen:
		if k := a.forks[f.ref]; k != nil && f.ref != 0 {
			k.end = l.strand.sp
		}
	case event.Task:
		a.endTask(l, f)
	}
	last := l.strand.site
	l.strand = f.below
	if len(l.frames) == 0 {
		l.strand.site = last // what comes after it is for it
	}
	if l.strand.out == nil {
		l.strand.out = a.dag.Nowhere()
	}
}
