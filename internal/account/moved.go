package account

import (
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

// Strands in which the goroutine went to another thread have no clock of their own: it waited for a lock, or
// the runtime took its processor away. Nor has the program outside of any call. All that is known is how much
// processor time the program had, and what the others took of that: no more than that is work.

// onProcessor returns samples whose times of the collector are processor time: the runtime counts
// those also while others have the processor.
func (a *Account) onProcessor(m *Samples) *Samples {
	ran, off := 0.0, 0.0
	for _, s := range a.sites {
		ran += float64(s.work + s.over - s.moved - s.preempted)
		off += float64(s.off + s.offOver - s.gave)
	}
	n := *m
	if ran > 0 {
		n.GC *= ran / (ran + off)
		n.Assist *= ran / (ran + off)
	}
	return &n
}

// estimate returns the share of the moved strands in which they were on no processor, and for how long the
// program outside of calls was on none. What the strands with a clock left of the program's processor time
// the moved ones had, if they got as much of a processor as the machine gave to those that were ready; then
// the program outside; and what is left after that, those that got more. Of strands with a clock that share
// is unnoticed which is more than the program had: pieces off a processor that were too short to be told.
func (a *Account) estimate(m *Samples) (waited, slept, unnoticed float64) {
	moved, known, off := 0.0, 0.0, 0.0
	for _, s := range a.sites {
		moved += seconds(s.moved + s.preempted)
		known += seconds(s.work + s.over - s.moved - s.preempted)
		off += seconds(s.off + s.offOver)
	}
	if m.Own <= 0 {
		return
	}
	outside := seconds(a.outside.modes[event.Work])
	known -= outside
	unnoticed = max(0, 1-m.Own/max(known, 1e-9))
	given := m.Own / (m.Own + max(0, m.RunDelay))
	search := a.searched() * min(given, max(known, 1e-9)/max(known+off, 1e-9)) // what kept workers from processors kept searchers too
	left := m.Own - known - (m.GC - m.Assist) - search - m.Recorder
	out := max(0, min(left-given*moved, outside))
	if moved > 0 {
		waited = 1 - max(0, min((left-out)/moved, 1))
	}
	return waited, outside - out, unnoticed
}

// ownThreads leaves the others no more than they can have taken: what the machine gave to other programs, and
// what this program ran beside the pool. Else threads of the program waited for each other: for the
// recorder's, or for those of workers where work is too fine or has too few workers.
func (a *Account) ownThreads(t *tally, m *Samples, off float64) {
	if m.Others < 0 || m.Own <= 0 {
		return
	}
	const tick = 0.01 // of the clock by which the system counts
	ran, _ := a.ran()
	beside := max(0, m.Own-ran-a.searched()-(m.GC-m.Assist)-m.Recorder)
	theirs := (m.Others + beside + tick*float64(m.Machine.Processors)) / max(off, m.RunDelay, 1e-9)
	over := t.total[trace.Others] * max(0, 1-theirs) // who idles for what is off its processor has lost it too
	t.move(trace.Others, trace.Measuring, min(over, m.Recorder))
	over = max(0, over-m.Recorder)
	gone := over / max(over, t.total[trace.Others], 1e-9)
	for i, x := range t.sites[trace.Others] {
		cause, x := trace.Scheduler, x*gone
		if a.sites[i].fine() {
			cause = trace.Fine
		}
		t.add(trace.Others, i, -x)
		t.add(cause, i, x)
		over -= x
	}
	t.move(trace.Others, trace.Scheduler, over)
}

// slow is how long s was on no processor though no clock of its strands tells.
func (a *Account) slow(s *site) float64 {
	x := a.waited * seconds(s.moved+s.preempted)
	if s == a.sites[0] {
		return x + a.slept
	}
	return x + a.unnoticed*seconds(s.work-s.moved-s.preempted)
}

// worked returns the seconds in which s worked on a processor.
func (a *Account) worked(s *site) float64 { return seconds(s.work) - a.slow(s) }

// longest returns the seconds of processor time that the longest piece of s took.
func (a *Account) longest(s *site) float64 {
	return max(seconds(s.longest), (1-a.waited)*seconds(s.longestMoved))
}

// off returns the seconds in which s should have run and was on no processor.
func (a *Account) off(s *site) float64 { return seconds(s.off+s.offOver) + a.slow(s) }

// taken returns the share of the time of s in which its threads were ready, and others had the
// processor.
func (s *site) taken() float64 {
	if s.work+s.over+s.off+s.offOver == 0 {
		return 0
	}
	return float64(s.off+s.offOver-s.gave) / float64(s.work+s.over+s.off+s.offOver)
}

// A pot is time off the processor of one kind, with what each site has of it.
type pot struct {
	left, all float64
	of        []float64
}

func (a *Account) pot(of func(s *site) float64) *pot {
	p := &pot{of: make([]float64, len(a.sites))}
	for i, s := range a.sites {
		p.of[i] = max(0, of(s))
		p.all += p.of[i]
	}
	p.left = p.all
	return p
}

// less returns what is in p and in none of the others.
func (p *pot) less(others ...*pot) *pot {
	p.all = 0
	for i := range p.of {
		for _, o := range others {
			p.of[i] -= o.of[i]
		}
		p.of[i] = max(0, p.of[i])
		p.all += p.of[i]
	}
	p.left = p.all
	return p
}

// take books up to most seconds of the pot on a cause, and returns how many.
func (p *pot) take(t *tally, c trace.Cause, most float64) float64 {
	x := max(0, min(p.left, most))
	if x == 0 {
		return 0
	}
	p.left -= x
	for i, s := range p.of {
		t.add(c, i, x*s/p.all)
	}
	return x
}

// waits returns the share of the strands that gave their processor back, or moved, which waited
// for something: there are more of them than the runtime makes when it takes the processor from
// goroutines that run for long, and the collector from each place in a cycle.
func (a *Account) waits(m *Samples) float64 {
	moves, busy := 0.0, 0.0
	for _, s := range a.sites {
		moves += float64(s.moves)
		busy += float64(s.work + s.over)
	}
	busy -= float64(a.outside.modes[event.Work])
	return max(0, 1-(busy/timeSlice+m.Cycles*float64(a.gauge.places))/max(moves, 1))
}

// ran returns how many seconds workers ran, and for how many the processor was taken from them.
func (a *Account) ran() (ran, off float64) {
	for _, s := range a.sites {
		ran += a.worked(s) + seconds(s.over)
		off += seconds(s.off + s.offOver - s.gave)
	}
	return max(0, ran), off
}

// searched returns how many seconds workers looked for work.
func (a *Account) searched() (search float64) {
	for _, l := range a.lines {
		search += seconds(l.modes[event.Search])
	}
	return search
}

// offCPU books the time in which workers should have run and were on no processor. What a thread
// did not give back itself was taken from it. What it gave back it waited for; but where the
// runtime may have made it do that, it was for other programs as far as threads waited for a
// processor, and else for the collector if that has much to do: once more its own time on all places at
// most. The program outside of calls had nothing to do.
func (a *Account) offCPU(t *tally, m *Samples) (total float64) {
	waits := a.waits(m)
	taken := a.pot(func(s *site) float64 { return seconds(s.off + s.offOver - s.gave) })
	waited := a.pot(func(s *site) float64 { return waits * (seconds(s.gave) + a.waited*seconds(s.moved)) })
	slept := a.pot(func(s *site) float64 {
		if s == a.sites[0] {
			return a.slept
		}
		return 0
	})
	either := a.pot(func(s *site) float64 { return a.off(s) }).less(taken, waited, slept)
	total = taken.all + waited.all + either.all + slept.all
	spread := func(c trace.Cause, most float64, pots ...*pot) {
		for _, p := range pots {
			most -= p.take(t, c, most)
		}
	}
	spread(trace.Limited, m.Throttled, taken, either, waited)
	spread(trace.Collector, m.GC-m.Assist, either, waited, taken)
	ran, took := a.ran()
	spread(trace.Others, t.total[trace.Collector]*took/max(ran, 1e-9), either) // they kept the collector too
	if m.RunDelay < 0 {
		spread(trace.Waiting, m.Mutex, waited, either, taken)
		spread(trace.Others, total, taken, either, waited)
		spread(trace.Parallelism, total, slept)
		return total
	}
	late := m.RunDelay - taken.left
	late -= either.take(t, trace.Others, late)
	late -= slept.take(t, trace.Others, late)
	if m.collects() {
		spread(trace.Collector, min(either.left-m.Mutex, m.GC*float64(a.gauge.places-2)), either)
	}
	spread(trace.Waiting, total, waited, either)
	spread(trace.Parallelism, total, slept)
	spread(trace.Others, total, taken)
	t.move(trace.Scheduler, trace.Others, late) // threads that were woken, and waited for a processor
	return total
}
