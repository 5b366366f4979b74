package account

import (
	"github.com/skua-go/skua/internal/account/dag"
	"github.com/skua-go/skua/internal/account/pieces"
	"github.com/skua-go/skua/internal/event"
)

// line is what is known of one worker.
type line struct {
	id    int
	name  string
	guest bool

	mode     event.Mode
	since    int64      // when the strand began
	shown    int64      // up to when modes and columns have it
	before   event.Mode // the Pause
	reads    int64      // 1 in a Pause in which it works for the recorder
	off      int64      // of the strand: not on a processor
	late     int64      // how much later than told the strand began
	gave     bool       // its thread gave the processor back to wait for something
	moved    bool       // the strand changed its thread: nobody knows how long it was off
	blame    clocks     // when the strand began
	leaf     bool       // nothing was forked since the piece of work began
	alone    uint64     // gauge.version when it began
	strand   strand
	beside   pieces.Beside
	made     *fork     // the last fork that is not joined
	frames   []frame   // what runs below: segments, calls and loops, innermost last
	covered  *line     // whose goroutine makes the guest's call: of a task, or the program outside
	callItem *dag.Item // the guest's call in the dag
	sought   int64     // when the search began

	modes  [event.Modes]int64
	steals int64
	from   []int64 // by victim
	cols   []modes // of columns
	tops   []top
}

// strand is what depends on what ran before it.
type strand struct {
	site int
	sp   spans
	out  *dag.Seq // of the dag
}

// frame is what a line goes back to when a segment, a call or a loop ends.
type frame struct {
	part  event.Part
	loop  bool
	ref   uint64
	n     int64
	began int64
	below strand
	chunk chunk

	nested bool      // a call that goes on as the worker of the task around
	item   *dag.Item // of a nested call
	group  *group    // of a spawned task
	seq    *dag.Seq  // what it runs
	made   *fork     // the line's last fork when it began
}

// set ends the strand of l and begins one in that mode.
func (a *Account) set(l *line, mode event.Mode) {
	a.close(l)
	a.gauge.change(l.mode, mode)
	l.mode = mode
}

// show notes the mode of l up to now. Its strand goes on.
func (a *Account) show(l *line) {
	if dt := a.now - l.shown; dt > 0 {
		l.modes[l.mode] += dt
		a.columns.book(l, l.shown, a.now)
		l.shown = a.now
	}
}

// close books the strand of l up to now, and begins the next in the same mode. What Off told of the strand
// must have come before.
func (a *Account) close(l *line) {
	a.show(l)
	dt := a.now - l.since
	off := min(l.off, dt)
	gave, moved := l.gave, l.moved
	l.off, l.gave, l.moved = 0, false, false
	switch l.mode {
	case event.Work, event.Over:
		s := a.sites[l.strand.site]
		ran, to := a.book(l, dt, off, moved), offMode
		if gave {
			to = gaveMode
			s.gave += off
			s.moves++
		} else if !moved && l != a.outside {
			a.clockOn, a.clockOff = a.clockOn+dt-off, a.clockOff+off
		}
		a.columns.move(l, a.now, dt-ran, to)
		if moved && l.mode == event.Work {
			s.move(dt - off)
		}
	}
	l.since, l.blame = a.now, a.gauge.blame
}

// open books the strands of lines that have not ended as such without a clock, which nobody has looked at
// yet; or takes them off again, if sign is -1.
func (a *Account) open(sign int64) {
	for _, l := range a.lines {
		s, dt := a.sites[l.strand.site], sign*(a.now-l.since)
		blamed := a.gauge.blame.minus(l.blame).times(sign)
		switch l.mode {
		case event.Work:
			s.work += dt
			s.preempted += dt
			s.ran += sign * a.guess(a.now-l.since)
			s.blame.plus(blamed)
		case event.Over:
			s.over += dt
			s.overBlame.plus(blamed)
		}
	}
}

// guess is how long a strand without a clock was on a processor: such a share of it as of those with one.
func (a *Account) guess(dt int64) int64 {
	if a.clockOff == 0 {
		return dt
	}
	return int64(float64(dt) * float64(a.clockOn) / float64(a.clockOn+a.clockOff))
}

// upToNow is what runs on l with what it has run of it.
func (a *Account) upToNow(l *line) strand {
	s := l.strand
	if runs(l.mode) > 0 {
		s.sp.add(s.site, a.guess(a.now-l.since))
	}
	return s
}

// isOff notes that the present strand was not on a processor.
func (l *line) isOff(e *event.Event) {
	l.off += max(0, e.N-l.late) // the strand before has that already
	l.late = 0
	l.moved = l.moved || e.N < 0
	l.gave = l.gave || e.Ref != 0
}

// book charges the site of l with a strand in which it ran, and returns how long it was on a processor.
func (a *Account) book(l *line, dt, off int64, moved bool) (ran int64) {
	s := a.sites[l.strand.site]
	blamed := a.gauge.blame.minus(l.blame)
	on := dt - off
	if ran = on; moved {
		ran = a.guess(on)
		s.unclocked++
	}
	if dt >= lookedAt {
		s.looks++
	}
	if l.mode == event.Over {
		s.over += on
		s.overs++
		s.offOver += off
		s.overBlame.plus(blamed)
	} else {
		s.work += on
		s.works++
		s.off += off
		s.blame.plus(blamed)
		a.size.Add(dt, 1)
		s.ran += ran
		l.strand.out.Run(&a.dag, l.strand.site, ran)
	}
	l.strand.sp.add(l.strand.site, ran)
	return ran
}

// unit books the piece of work that ends now, of n units, if it ran without a change. One that lost its
// processor says nothing of memory.
func (a *Account) unit(l *line, began int64, n int64, off int64) {
	dt := a.now - began - off
	if dt <= 0 || n <= 0 {
		return
	}
	index, at := l.strand.site, a.gauge.level(l.alone)
	s := a.sites[index]
	if l.moved {
		s.longestMoved = max(s.longestMoved, dt/n)
		return
	}
	if off > 0 {
		at = pieces.Mixed
	}
	s.unit(dt, n, at)
	l.beside.Add(&s.slower, index, dt, n, at)
}

// fresh notes that a piece of work begins.
func (a *Account) fresh(l *line) { l.leaf, l.alone = true, a.gauge.version }

// leafEnds ends a piece of work if it was a leaf. Before set.
func (a *Account) leafEnds(l *line) {
	if l.leaf && l.mode == event.Work {
		a.sites[l.strand.site].units++
		a.unit(l, l.since, 1, min(l.off, a.now-l.since))
	}
	l.leaf = false
}

func (l *line) push(f frame) {
	f.below, f.made = l.strand, l.made
	l.frames = append(l.frames, f)
}

// pop returns the innermost frame, if there is one, and goes back to what is below it.
func (l *line) pop() (f frame, ok bool) {
	n := len(l.frames)
	if n == 0 {
		return f, false
	}
	f = l.frames[n-1]
	l.frames = l.frames[:n-1]
	return f, true
}
