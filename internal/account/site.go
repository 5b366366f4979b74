package account

import (
	"time"

	"github.com/skua-go/skua/internal/account/pieces"
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

// maxSites bounds the call sites that are told apart: the last stands for all others.
const maxSites = 64

// The kinds of call sites.
const (
	outsideSite = trace.OutsideSite
	callSite    = trace.CallSite
	forkSite    = trace.ForkSite
	spawnSite   = trace.SpawnSite
	loopSite    = trace.LoopSite
)

// site is what ran for one call site. Times are nanoseconds.
type site struct {
	event uint32 // its number in events
	kind  trace.SiteKind

	count, calls      int64 // calls at the line of something else, such as the loop that is the call
	units             int64
	work, over        int64
	works, overs      int64 // strands of each
	looks             int64 // strands after which the worker looked at its thread
	unclocked         int64 // of these, those that were on another thread at their begin
	off, offOver      int64
	gave              int64 // of off and offOver, in strands that gave the processor back themselves
	moved, preempted  int64 // of work: how long of it the thread was off is not known
	moves             int64 // strands in moved or gave
	ran               int64 // of work as spans and the dag have it, by guess where there is no clock
	longest           int64
	longestMoved      int64 // of the pieces without a clock, with the time that they were off
	regions, regioned int64 // begun outside of the same site, and how long they took
	short             int64 // of regions: took less than fineRegion
	blame, overBlame  clocks
	all, alone        pieces.Units
	slower            pieces.Slower
	limit             int // how many workers may run it, at least; 0: any number
}

// site returns the index of the site that events call by that number. Numbers count from 1 on.
func (a *Account) site(number uint32, kind trace.SiteKind) int {
	if i := a.known(number); i > 0 {
		a.sites[i].is(kind)
		return i
	}
	if number == 0 {
		return 0
	}
	i := min(len(a.sites), maxSites-1)
	if i == len(a.sites) {
		a.sites = append(a.sites, &site{event: number, kind: kind})
	}
	for int(number) >= len(a.bySite) {
		a.bySite = append(a.bySite, 0)
	}
	a.bySite[number] = i
	return i
}

// siteOr returns the index of the site of an event or, if that has none, of what l runs.
func (a *Account) siteOr(l *line, e *event.Event, kind trace.SiteKind) int {
	if e.Site == 0 {
		return l.strand.site
	}
	return a.site(e.Site, kind)
}

// known returns the index of the site of that number, or 0.
func (a *Account) known(number uint32) int {
	if int(number) < len(a.bySite) {
		return a.bySite[number]
	}
	return 0
}

// is notes what is at the line of s, besides a call.
func (s *site) is(kind trace.SiteKind) {
	if s.kind == callSite && kind != callSite {
		s.kind, s.calls, s.count = kind, s.count, 0
	}
}

// called counts a call at s.
func (s *site) called() {
	if s.kind == callSite {
		s.count++
	} else {
		s.calls++
	}
}

// unit books how long n units of work took together.
func (s *site) unit(dt, n int64, at pieces.Level) {
	s.longest = max(s.longest, dt/n)
	s.all.Add(dt, n)
	if at == pieces.Alone {
		s.alone.Add(dt, n)
	}
}

// lookedAt is from how long on strands are looked at: tracer.Noticed.
const lookedAt = 20_000

// timeSlice is after how long the runtime takes the processor from a goroutine that runs.
const timeSlice = 10e6 // nanoseconds

// move books a strand whose goroutine changed its thread: a short one because it waited for
// something, a long one perhaps because the runtime took its processor.
func (s *site) move(dt int64) {
	if dt < timeSlice {
		s.moved += dt
		s.moves++
	} else {
		s.preempted += dt
	}
}

// limited notes how many workers may run what begins at s.
func (s *site) limited(most event.Part) {
	if n := int(most); n > 0 && (s.limit == 0 || n < s.limit) {
		s.limit = n
	}
}

// region books a stretch of the program that belongs to s, outside of which s was not at work.
func (s *site) region(dt int64) {
	s.regions++
	s.regioned += dt
	if dt < fineRegion {
		s.short++
	}
}

// Unit returns how long a piece of work takes of the site that has most work, or 0.
func (a *Account) Unit() time.Duration {
	most := a.sites[0]
	for _, s := range a.sites[1:] {
		if s.all.Time > most.all.Time {
			most = s
		}
	}
	return time.Duration(most.all.Median())
}
