package account

import (
	"cmp"
	"math"
	"slices"

	"github.com/skua-go/skua/internal/account/pieces"
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

const (
	fineRegion = 50e3 // nanoseconds: a loop, call or tree that takes less is too fine to share
	fineTask   = 3e3  // nanoseconds: a spawned task that takes less
	fewWindows = 2    // in which work ran alone: one may have been a moment unlike the others
	mostSlower = 4    // times as long as alone: more is no memory's doing
	collects   = 0.05 // share of the program's processor time that is the collector's: then what is slow is slow by it
)

// tally is the loss of each cause, and of it what each site has. Seconds.
type tally struct {
	total map[trace.Cause]float64
	sites map[trace.Cause]map[int]float64
}

func (t *tally) add(c trace.Cause, site int, seconds float64) {
	if seconds == 0 {
		return
	}
	t.total[c] += seconds
	if site >= 0 {
		if t.sites[c] == nil {
			t.sites[c] = map[int]float64{}
		}
		t.sites[c][site] += seconds
	}
}

// move takes up to a share of a cause and books it on another.
func (t *tally) move(from, to trace.Cause, seconds float64) {
	t.total[to] += t.drop(from, seconds)
}

// drop takes up to so many seconds off a cause, and returns how many.
func (t *tally) drop(c trace.Cause, most float64) float64 {
	x := max(0, min(most, t.total[c]))
	if x == 0 {
		return 0
	}
	keep := 1 - x/t.total[c]
	for site, s := range t.sites[c] {
		t.sites[c][site] = s * keep
	}
	t.total[c] -= x
	return x
}

// account splits the capacity into work and losses. Callers from outside overdraw the places:
// then either others waited for a processor so long, or there is more to divide.
func (a *Account) account(m *Samples) (acc trace.Account, t tally) {
	t = tally{map[trace.Cause]float64{}, map[trace.Cause]map[int]float64{}}
	m = a.onProcessor(m)
	a.waited, a.slept, a.unnoticed = a.estimate(m)
	work := a.idle(&t)
	off := a.offCPU(&t, m)
	work -= a.measuring(&t, m, work)
	assist := min(m.Assist, work)
	t.add(trace.Collector, -1, assist)
	work -= assist
	a.inflated(&t, m, &acc, work)

	total := seconds(a.now)
	acc.Capacity = a.capacity(&t, m)
	a.ownThreads(&t, m, off)
	acc.Work = acc.Capacity
	for _, s := range t.total {
		acc.Work -= s
	}
	acc.Rest = acc.Capacity - acc.Work
	for _, s := range t.total {
		acc.Rest -= s
	}
	acc.SpeedUp = acc.Work / max(total, 1e-9)
	acc.OffCPU, acc.GC, acc.Assist, acc.RunDelay = off, m.GC, m.Assist, m.RunDelay
	acc.Throttled, acc.OtherCPU, acc.Mutex, acc.Own, acc.Recorder = m.Throttled, m.Others, m.Mutex, m.Own, m.Recorder
	acc.Identity = a.identity()
	return acc, t
}

// capacity is the time of all places, and what callers, spares and the program outside ran beyond them. As
// far as others had the processors meanwhile, or the program slept, they did not run; nor beyond the
// processors that there are.
func (a *Account) capacity(t *tally, m *Samples) float64 {
	places, beyond := a.gauge.capacity/1e9, a.gauge.overdrawn/1e9
	beyond -= t.drop(trace.Others, beyond)
	beyond -= t.drop(trace.Parallelism, min(beyond, a.slept))
	most := max(0, float64(m.Machine.Processors)*seconds(a.now)-places)
	for _, c := range []trace.Cause{trace.Waiting, trace.Collector} {
		beyond -= t.drop(c, min(beyond, beyond-most))
	}
	return places + beyond
}

// idle books what the gauge knows, and returns the seconds in which workers worked. Places that
// idled while what they waited for had lost its processor are the fault of whoever took it.
func (a *Account) idle(t *tally) (work float64) {
	for i, s := range a.sites {
		work += a.worked(s)
		t.add(trace.Fine, i, seconds(s.over))
		b, taken := s.blame, s.taken()
		t.add(trace.Others, i, taken*(b.sum()+s.overBlame.sum())/1e9)
		ran := (1 - taken) / 1e9
		t.add(trace.Fine, i, ran*(b.near+s.overBlame.sum()))
		if s.fine() {
			t.add(trace.Fine, i, ran*(b.none+b.had))
			continue
		}
		t.add(trace.Parallelism, i, ran*b.none)
		t.add(trace.Scheduler, i, ran*b.had)
	}
	a.spawnedOutside(t)
	n := a.gauge.nobody
	t.add(trace.Parallelism, -1, n.none/1e9)
	t.add(trace.Fine, -1, n.near/1e9)
	t.add(trace.Scheduler, -1, n.had/1e9)
	t.add(trace.Measuring, -1, a.gauge.held/1e9)
	return work
}

// spawnedOutside books at the line of tasks that are too small what they cost elsewhere: where the
// program spawns them outside of any call, and in the call that waits for them and does nothing else.
func (a *Account) spawnedOutside(t *tally) {
	small := slices.IndexFunc(a.sites, func(s *site) bool { return s.kind == spawnSite && s.fine() })
	if small < 0 {
		return
	}
	for i, s := range a.sites {
		if x := t.sites[trace.Fine][i]; i == 0 || s.kind == callSite && seconds(s.work) < x/10 {
			t.add(trace.Fine, i, -x)
			t.add(trace.Fine, small, x)
		}
	}
}

// fine reports whether the work of s comes in pieces that are too short to share.
func (s *site) fine() bool {
	switch s.kind {
	case spawnSite:
		return s.all.Count >= pieces.Fewest && s.all.Median() < fineTask
	case loopSite, callSite, forkSite:
		n := float64(s.regions)
		return s.regions >= pieces.Fewest && (float64(s.regioned)/n < fineRegion ||
			float64(s.short) > 0.75*n && float64(s.work+s.over)/n < fineRegion) // others had the processor in some
	}
	return false
}

// measuring books the recorder's own time, and returns what of that is in the work. Each strand
// ends with an event; what those of the scheduler's strands cost was booked as too fine.
func (a *Account) measuring(t *tally, m *Samples, work float64) (inside float64) {
	over, overs, works, looks := 0.0, 0.0, 0.0, 0.0
	for _, s := range a.sites {
		over += seconds(s.over)
		overs += float64(s.overs)
		works += float64(s.works)
		looks += float64(s.looks)
	}
	all := float64(a.events)*m.PerEvent + looks*m.PerLook
	outside := min(all*overs/max(1, overs+works), over/2)
	inside = min(all-outside, work/2)
	t.add(trace.Measuring, -1, inside+t.drop(trace.Fine, outside))
	return inside
}

// inflated books how much longer the work took than it would have alone, as the pieces of each site say,
// unless a tenth of the strands have no clock: then the machine was too busy to tell. In a program that
// allocates much, those that ran alone did so between two collections, and the others helped the collector
// or waited for it: so long as it took at most.
func (a *Account) inflated(t *tally, m *Samples, acc *trace.Account, work float64) {
	looks, unclocked := int64(0), int64(0)
	for _, s := range a.sites {
		looks, unclocked = looks+s.looks, unclocked+s.unclocked
	}
	if unclocked*10 > looks {
		return
	}
	cause := trace.Memory
	if m.collects() {
		cause = trace.Collector
	}
	extra, known, had := 0.0, 0.0, t.total[trace.Collector]
	for i, s := range a.sites {
		f, ok := s.inflation()
		if !ok || f > 1.1 && m.Windows < fewWindows {
			continue
		}
		share := a.worked(s)
		known += share
		share *= 1 - s.alone.Time/s.all.Time
		x := share * (1 - 1/f)
		extra += x
		t.add(cause, i, x)
	}
	if c := t.total[trace.Collector] - had; cause == trace.Collector && c > m.GC {
		extra -= t.drop(trace.Collector, c-m.GC)
	}
	if known > work/2 {
		acc.Inflation = known / (known - extra)
	}
}

// inflation returns how many times as long a unit of s took with all workers as alone. Of pieces
// that are too fine those that lost their processor are most of the time, so they do not tell.
func (s *site) inflation() (times float64, ok bool) {
	if s.fine() || s.kind == forkSite && !s.all.Even() || s.alone.Count < pieces.Fewest {
		return 0, false
	}
	times, ok = s.slower.Times()
	return max(1, times), ok && times <= mostSlower
}

// identity returns by how much the lines' own sums differ from the capacity.
func (a *Account) identity() float64 {
	ran := a.outside.modes[event.Work]
	for _, l := range a.lines {
		ran += l.modes[event.Work] + l.modes[event.Over]
	}
	return math.Abs(float64(ran)-a.gauge.ran) / max(1, a.gauge.capacity)
}

// losses returns the causes, the largest first, with the sites that have most of each.
func (t *tally) losses(index []int) (out []trace.Loss) {
	for _, c := range trace.Causes {
		l := trace.Loss{Cause: c, Seconds: t.total[c]}
		by := map[int]float64{}
		for i, s := range t.sites[c] {
			by[index[i]] += s
		}
		for i, s := range by {
			if s > 0 {
				l.Sites = append(l.Sites, trace.SiteShare{Site: i, Seconds: s})
			}
		}
		slices.SortFunc(l.Sites, func(x, y trace.SiteShare) int {
			return cmp.Or(cmp.Compare(y.Seconds, x.Seconds), cmp.Compare(x.Site, y.Site))
		})
		l.Sites = l.Sites[:min(3, len(l.Sites))]
		out = append(out, l)
	}
	slices.SortStableFunc(out, func(x, y trace.Loss) int { return cmp.Compare(y.Seconds, x.Seconds) })
	return out
}
