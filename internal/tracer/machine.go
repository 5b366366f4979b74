package tracer

import (
	"runtime"
	"runtime/metrics"
)

// unknown is a counter that this system does not have.
const unknown = -1

// Sample is what the machine had done to the program up to some moment: seconds, or unknown.
type Sample struct {
	GC        float64 // processor time of the collector, without what was idle else
	Assist    float64 // of that, on the goroutines' own time
	Mutex     float64 // goroutines waited for mutexes
	Own       float64 // processor time of the program
	Busy      float64 // processor time of all programs
	Steal     float64 // processors were another machine's, if this one is virtual
	RunDelay  float64 // the program's threads were ready and waited for a processor
	Throttled float64 // the container had used up its time
	Cycles    float64 // of the collector: how many
	Allocs    float64 // allocations of the heap: how many
}

// Machine is what does not change.
type Machine struct {
	CPU   string  // its name, if known
	Limit float64 // of the container, in processors; 0: none
}

// Look returns the sample of this moment. Threads that have ended count no more in RunDelay.
func Look() Sample {
	s := Sample{Own: unknown, Busy: unknown, Steal: unknown, RunDelay: unknown, Throttled: unknown}
	s.lookAtSystem()
	s.lookAtRuntime()
	s.Cycles, s.Allocs = count(gcCycles), count(allocs)+count(tinyAllocs)
	return s
}

// count reads a counter of the runtime.
func count(name string) float64 {
	list := []metrics.Sample{{Name: name}}
	if metrics.Read(list); list[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return float64(list[0].Value.Uint64())
}

// Since returns what has happened from before to s. What has fallen, or is unknown in one of
// them, is unknown.
func (s Sample) Since(before Sample) Sample {
	d := func(now, then float64) float64 {
		if then < 0 || now < then {
			return unknown
		}
		return now - then
	}
	return Sample{
		GC: d(s.GC, before.GC), Assist: d(s.Assist, before.Assist), Mutex: d(s.Mutex, before.Mutex),
		Own: d(s.Own, before.Own), Busy: d(s.Busy, before.Busy), Steal: d(s.Steal, before.Steal),
		RunDelay: d(s.RunDelay, before.RunDelay), Throttled: d(s.Throttled, before.Throttled), Cycles: d(s.Cycles, before.Cycles),
		Allocs: d(s.Allocs, before.Allocs),
	}
}

// Settled returns the sample of a moment before Settle was called, with what the collector's
// counters say after it, less what that took.
func (s Sample) Settled(cost Sample) Sample {
	s.lookAtRuntime()
	s.GC, s.Assist = s.GC-cost.GC, s.Assist-cost.Assist
	return s
}

// Others returns the processor time of other programs, those of other guests of the host too; or unknown.
func (s Sample) Others() float64 {
	if s.Busy < 0 || s.Own < 0 {
		return unknown
	}
	return max(0, s.Busy-s.Own) + max(0, s.Steal)
}

// The runtime's counters.
const (
	gcTotal    = "/cpu/classes/gc/total:cpu-seconds"
	gcIdle     = "/cpu/classes/gc/mark/idle:cpu-seconds"
	gcAssist   = "/cpu/classes/gc/mark/assist:cpu-seconds"
	gcCycles   = "/gc/cycles/total:gc-cycles"
	mutexes    = "/sync/mutex/wait/total:seconds"
	heap       = "/memory/classes/heap/objects:bytes"
	allocs     = "/gc/heap/allocs:objects"
	tinyAllocs = "/gc/heap/tiny/allocs:objects"
)

func (s *Sample) lookAtRuntime() {
	list := []metrics.Sample{{Name: gcTotal}, {Name: gcIdle}, {Name: gcAssist}, {Name: mutexes}}
	metrics.Read(list)
	s.GC = seconds(list[0]) - seconds(list[1])
	s.Assist, s.Mutex = seconds(list[2]), seconds(list[3])
}

func seconds(s metrics.Sample) float64 {
	if s.Value.Kind() != metrics.KindFloat64 {
		return unknown
	}
	return s.Value.Float64()
}

// cheapHeap is up to which size of the heap a collection is made for the sake of exact counters:
// one takes some ten milliseconds then. Arbitrary.
const cheapHeap = 64 << 20

// Settle brings the collector's counters, which the runtime moves at the end of a collection, up
// to date by making one, unless the heap is large. It returns what that one took.
func Settle() (cost Sample) {
	size := []metrics.Sample{{Name: heap}}
	metrics.Read(size)
	if size[0].Value.Kind() != metrics.KindUint64 || size[0].Value.Uint64() > cheapHeap {
		return Sample{}
	}
	runtime.GC() // ends what was under way
	var before, after Sample
	before.lookAtRuntime()
	runtime.GC()
	after.lookAtRuntime()
	cost = after.Since(before)
	return Sample{GC: 2 * max(0, cost.GC), Assist: 2 * max(0, cost.Assist)}
}
