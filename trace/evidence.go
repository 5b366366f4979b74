package trace

import (
	"fmt"
	"strings"
)

// words says what a loss is, where it was, and how that is known.
func (r *Report) words(n Named, l Loss) string {
	switch l.Cause {
	case Parallelism:
		return r.parallelismWords(n, l)
	case Waiting:
		return "tasks that waited" + r.inside(n) + r.waitingEvidence(l)
	case Fine:
		return "work cut too fine" + r.at(n) + r.fineEvidence(n, l)
	case Memory:
		return "slower memory or clock" + r.at(n) + r.memoryEvidence(n)
	case Collector:
		return "the garbage collector" + r.while(n) + r.collectorEvidence()
	case Others:
		return "other programs" + r.othersEvidence()
	case Limited:
		return containersLimit + r.limitEvidence(l)
	case Scheduler:
		return r.schedulerWords(n, l)
	case Measuring:
		return "measuring"
	}
	return string(l.Cause)
}

// parallelismWords are those for time in which there was nothing else to run.
func (r *Report) parallelismWords(n Named, l Loss) string {
	text := "too little to do at once" + r.while(n)
	evidence := []string{"workers had nothing to run for " + duration(l.Seconds)}
	if n.Site >= 0 && n.Share < 0.995 {
		evidence[0] += fmt.Sprintf(", %.0f %% of it there", 100*n.Share)
	}
	s := r.site(n)
	if s != nil && s.Limit > 0 && s.Limit < r.Workers && limitNames[s.Kind] != "" {
		evidence = append(evidence, fmt.Sprintf("%s lets %s run it", limitNames[s.Kind], plural(int64(s.Limit), "worker")))
	} else if s != nil && s.Kind != OutsideSite && s.Longest > l.Seconds/float64(2*r.Workers) && s.Longest > 4*s.Unit {
		evidence = append(evidence, "its longest piece took "+duration(s.Longest))
	}
	return text + " (" + strings.Join(evidence, "; ") + ")"
}

// limitNames are what sets how many workers may run a site.
var limitNames = map[SiteKind]string{LoopSite: "MaxWorkers", SpawnSite: "a limit"}

func (r *Report) waitingEvidence(l Loss) string {
	if r.Account.Mutex > 0.1*l.Seconds {
		return fmt.Sprintf(" (%s; goroutines waited %s for mutexes)", duration(l.Seconds), duration(r.Account.Mutex))
	}
	return fmt.Sprintf(" (%s)", duration(l.Seconds))
}

// Below these, a hand-over of work to another worker takes as long as the work.
const (
	loopWorth = 50e-6
	taskWorth = 10e-6
)

func (r *Report) fineEvidence(n Named, l Loss) string {
	s := r.site(n)
	if s == nil || s.Count == 0 {
		return fmt.Sprintf(" (%s)", duration(l.Seconds))
	}
	each, worth := s.each()
	if each >= worth {
		return fmt.Sprintf(" (%s; %s of %s each)", duration(l.Seconds), s.counted(), duration(each))
	}
	return fmt.Sprintf(" (%s of %s each; worth it from %s on)", s.counted(), duration(each), duration(worth))
}

// each is how long one fork, loop, task or call took, and from when on one is worth it.
func (s *Site) each() (seconds, worth float64) {
	seconds = s.Work / float64(s.Count)
	switch {
	case s.Kind == LoopSite || s.Kind == CallSite:
		return seconds, loopWorth
	case s.Unit > 0:
		return s.Unit, taskWorth
	}
	return seconds, taskWorth
}

// counted is "20,000 loops".
func (s *Site) counted() string {
	noun := "fork"
	switch s.Kind {
	case LoopSite:
		noun = "loop"
	case SpawnSite:
		noun = "task"
	case CallSite:
		noun = "call"
	}
	return plural(s.Count, noun)
}

// fewUnits is how many pieces of work a comparison of times needs at least.
const fewUnits = 8

func (r *Report) memoryEvidence(n Named) string {
	s, times := r.site(n), r.Account.Inflation
	if s != nil && s.Alone > 0 && s.AloneN >= fewUnits && s.CrowdedN >= fewUnits && s.Crowded > s.Alone {
		times = s.Crowded / s.Alone
	}
	if times <= 1 {
		return ""
	}
	return fmt.Sprintf(" (the same work took %.2f times as long as alone)", times)
}

func (r *Report) collectorEvidence() string {
	text := duration(r.Account.GC) + " of processor time"
	if r.Account.Assist > 0.1*r.Account.GC {
		text += ", " + duration(r.Account.Assist) + " of it the workers' own"
	}
	if f := r.Account.Inflation; f > 1.05 && r.Account.loss(Memory) == 0 {
		text += fmt.Sprintf("; beside it the same work took %.2f times as long", f)
	}
	return " (" + text + ")"
}

func (r *Report) othersEvidence() string {
	if r.Account.RunDelay < 0 {
		return " (workers were off the processor for " + duration(r.Account.OffCPU) + ")"
	}
	text := "threads waited " + duration(r.Account.RunDelay) + " for a processor"
	if b := r.beside(); b > 0.1*r.Account.Capacity {
		text += "; goroutines of this program beside the pool ran for " + duration(b)
	}
	return " (" + text + ")"
}

// beside is how much processor time the program had that no worker, nor the collector, nor the recorder, can
// have used.
func (r *Report) beside() float64 {
	sum := r.Account.Own - r.Span.Work - r.Account.GC - r.Account.Recorder
	for _, s := range r.Sites {
		sum -= s.Over
	}
	for _, l := range r.Lines {
		sum -= l.Seconds.Search
	}
	return sum
}

// containersLimit is the cause Limited.
const containersLimit = "the container's limit"

func (r *Report) limitEvidence(l Loss) string {
	if r.Machine.Limit > 0 {
		return fmt.Sprintf(" of %s (it stopped the program for %s)", plainly(r.Machine.Limit, "processor"), duration(r.Account.Throttled))
	}
	return " (" + duration(l.Seconds) + ")"
}

// Pieces of work of at least this length, inside which nothing polls, can hide work.
const hides = 1e-3

// schedulerWords are those for work that no worker had. If its owner ran something long
// meanwhile, then nobody but the owner could have offered it.
func (r *Report) schedulerWords(n Named, l Loss) string {
	s := r.site(n)
	if s != nil && s.Kind != OutsideSite && s.Longest >= hides {
		return fmt.Sprintf("work that thieves could not see%s (pieces of up to %s that do not poll: call Poll in them)", r.while(n), duration(s.Longest))
	}
	return "work that waited for a worker" + r.while(n) + " (" + duration(l.Seconds) + ")"
}
