package drive

import (
	"runtime"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/peer"
	"github.com/skua-go/skua/lab/gauge"
)

const (
	mostRepetitions = 50
	shortest        = 100 * time.Microsecond // less is timed in batches: the clock costs 50 ns
	patience        = 4                      // budgets that a warm-up may take and not be the sample itself
	look            = time.Millisecond       // between the first counts of goroutines, later longer,
	lookMost        = 50 * time.Millisecond  // so that a deadlock can be told from work
)

// Measure runs way w of case c in this process: a warm-up, then as many
// repetitions as fit in the budget.
func Measure(c cases.Case, w cases.Way, p cases.Params, workers int, budget time.Duration) (Sample, error) {
	runtime.GOMAXPROCS(workers)
	base := runtime.NumGoroutine()
	run, err := w.Start(p, workers)
	if err != nil {
		return Sample{}, err
	}
	runtime.GC() // or what is left of making the input is collected while the clock runs
	s := Sample{Case: c.ID, Peer: w.Name, Version: peer.Version(w.Module), Ops: float64(run.Ops)}
	if run.Sample != nil {
		s.events(run)
	} else {
		s.repeat(run, budget)
	}
	s.Bytes = residentPeak("self")
	if run.Answer != nil {
		s.Answer = run.Answer()
	}
	if run.Peak != nil {
		s.Goroutines = run.Peak()
	}
	s.Goroutines -= base - 1 // what was there before, but for the caller
	if run.Close != nil {
		run.Close()
	}
	return s, nil
}

// events takes the times that the way itself has measured.
func (s *Sample) events(run *cases.Run) {
	before, _ := gauge.ProcessorTime()
	s.NS = run.Sample()
	after, _ := gauge.ProcessorTime()
	s.CPU = []float64{float64(after - before)}
	s.Goroutines = runtime.NumGoroutine()
}

// repeat times repetitions, in batches if they are short. What took too long
// already to be done again is a sample itself.
func (s *Sample) repeat(run *cases.Run, budget time.Duration) {
	var warm once
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.Goroutines = peak(func() { warm = timed(run, 1) })
	if warm.wall > patience*budget {
		runtime.ReadMemStats(&after)
		s.add(warm, 1)
		s.garbage(&before, &after, 1)
		s.Note = "first run"
		return
	}
	batch := batchOf(run, warm, budget)
	runtime.ReadMemStats(&before)
	for spent := time.Duration(0); len(s.NS) == 0 || spent < budget && len(s.NS) < mostRepetitions; {
		o := timed(run, batch)
		spent += o.wall
		s.add(o, batch)
	}
	runtime.ReadMemStats(&after)
	s.garbage(&before, &after, len(s.NS)*batch)
}

// batchOf is how many repetitions to time in one go. The warm-up may have been far
// slower than those to come, so it tries. What must be prepared is timed one by one.
func batchOf(run *cases.Run, warm once, budget time.Duration) int {
	batch := 1
	if run.Before != nil || warm.wall > budget {
		return batch
	}
	for timed(run, batch).wall < shortest {
		batch *= 2
	}
	return batch
}

// garbage is what that many repetitions left.
func (s *Sample) garbage(before, after *runtime.MemStats, repetitions int) {
	s.Allocs = float64(after.Mallocs-before.Mallocs) / float64(repetitions)
	s.GCs = float64(after.NumGC-before.NumGC) / float64(repetitions)
}

func (s *Sample) add(o once, batch int) {
	s.NS = append(s.NS, float64(o.wall)/float64(batch))
	s.CPU = append(s.CPU, float64(o.cpu)/float64(batch))
}

// once is what a batch of repetitions took.
type once struct{ wall, cpu time.Duration }

func timed(run *cases.Run, batch int) once {
	if run.Before != nil {
		run.Before()
	}
	before, _ := gauge.ProcessorTime()
	begin := time.Now()
	for range batch {
		run.Once()
	}
	wall := time.Since(begin)
	after, _ := gauge.ProcessorTime()
	return once{wall, after - before}
}

// peak runs f and returns the most goroutines seen meanwhile, besides its own.
func peak(f func()) int {
	most, stop, done := 0, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for pause := look; ; pause = min(2*pause, lookMost) {
			most = max(most, runtime.NumGoroutine()-1)
			select {
			case <-time.After(pause):
			case <-stop:
				return
			}
		}
	}()
	f()
	close(stop)
	<-done
	return most
}
