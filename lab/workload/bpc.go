package workload

import (
	"sync/atomic"

	"github.com/skua-go/skua"
)

const (
	bpcDefault      = 10_000
	bpcMax          = 1_000_000
	bpcConsumers    = 9
	bpcMaxConsumers = 1000
)

var bpcWorkload = Workload{
	Name: "bpc",
	Doc:  "bouncing producer: a task spawns some others and the one that goes on spawning",
	Params: []Param{
		{Name: "depth", Default: "10000", Doc: "`n` producers, one after the other"},
		{Name: "consumers", Default: "9", Doc: "`n` consumers of each producer"},
		grainParam,
	},
	prepare: prepareBPC,
}

func prepareBPC(r *reader) *Instance {
	depth := r.whole("depth", bpcDefault, 1, bpcMax)
	consumers := r.whole("consumers", bpcConsumers, 0, bpcMaxConsumers)
	grain := r.whole("grain", grainDefault, 0, grainMax)
	return &Instance{
		Params: struct {
			Depth     int `json:"depth"`
			Consumers int `json:"consumers"`
			Grain     int `json:"grain"`
		}{depth, consumers, grain},
		Parallel:   func(p skua.Place) any { return Checksum(bpc(p, depth, consumers, grain)) },
		Sequential: func() any { return Checksum(grindAll(depth*consumers, grain)) },
		Check:      checkEqual(Checksum(groundSum(depth*consumers, grain))),
		Tasks:      func(any) int { return depth * (1 + consumers) },
	}
}

// bpc spawns a producer, which spawns the next producer and then its consumers.
// James Dinan, D. Brian Larkins, P. Sadayappan, Sriram Krishnamoorthy and Jarek
// Nieplocha, Scalable Work Stealing, SC 2009 [DLSKN09]: a thief of a producer
// takes the source of the work along.
func bpc(p skua.Place, depth, consumers, grain int) uint64 {
	var sum atomic.Uint64
	s := newScope(p)
	var produce func(w *skua.Worker, level int)
	produce = func(w *skua.Worker, level int) {
		w.Poll()
		if next := level + 1; next < depth {
			w.Go(s, func(w *skua.Worker) error { produce(w, next); return nil })
		}
		for i := level * consumers; i < (level+1)*consumers; i++ {
			w.Go(s, func(*skua.Worker) error { sum.Add(grind(uint64(i), grain)); return nil })
		}
	}
	s.Go(func(w *skua.Worker) error { produce(w, 0); return nil })
	wait(p, s)
	return sum.Load()
}
