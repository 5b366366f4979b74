package cases

import (
	"runtime"
	"sync/atomic"

	"github.com/skua-go/skua"
)

var livenessCase = Case{
	ID:       "liveness",
	Question: "Eight tasks each wait for eight tasks of their own, on two workers: does it end, and with how many goroutines?",
	Unit:     "task",
	Kind:     Verdict,
	Rows:     func(bool) []Params { return []Params{params("outer", 8, "inner", 8)} },
	Want:     func(p Params) string { return decimal(uint64(p.Int("outer") * p.Int("inner"))) },
	Ways: func() []Way {
		return together([]Way{
			own("skua scope", func(pool *skua.Pool, p Params) *Run { return livenessRun(p, scopeTasks(pool)) }),
			own("skua par", func(pool *skua.Pool, p Params) *Run { return livenessRun(p, parLoop(pool)) }),
		}, rivals(nestedAny, func(each func(n int, task func(i int)), p Params, _ int) *Run { return livenessRun(p, each) }))
	},
}

func livenessRun(p Params, each func(n int, task func(i int))) *Run {
	outer, inner := p.Int("outer"), p.Int("inner")
	var ran atomic.Uint64
	var peak atomic.Int64
	return &Run{
		Ops:    outer * inner,
		Before: func() { ran.Store(0) },
		Once: func() {
			each(outer, func(int) {
				runtime.Gosched() // so that another outer task may begin first
				each(inner, func(int) {
					now := int64(runtime.NumGoroutine())
					for most := peak.Load(); now > most && !peak.CompareAndSwap(most, now); most = peak.Load() {
					}
					ran.Add(1)
				})
			})
		},
		Answer: func() string { return decimal(ran.Load()) },
		Peak:   func() int { return int(peak.Load()) },
	}
}
