package cases

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab/workload"
)

// workloadWays are the serial twin and skua's version of a program of the
// laboratory, which has the case's parameters; ops is the number of units.
func workloadWays(name string, ops func(p Params) int) []Way {
	return []Way{
		plain("serial", func(p Params) *Run {
			return workloadRun(name, p, ops(p), func(in *workload.Instance) any { return in.Sequential() })
		}),
		own("skua", func(pool *skua.Pool, p Params) *Run {
			return workloadRun(name, p, ops(p), func(in *workload.Instance) any { return in.Parallel(pool) })
		}),
	}
}

func workloadRun(name string, p Params, ops int, run func(in *workload.Instance) any) *Run {
	in := instance(name, p)
	var answer any
	return &Run{
		Ops:    ops,
		Once:   func() { answer = run(in) },
		Answer: func() string { return answerText(answer) },
	}
}

func instance(name string, p Params) *workload.Instance {
	w, err := workload.Find(name)
	must(err)
	args := workload.Args{}
	for _, x := range p {
		args[x.Key] = x.Value
	}
	in, err := w.New(args)
	must(err)
	return in
}

// workloadWant is the answer of the serial twin.
func workloadWant(name string) func(p Params) string {
	return func(p Params) string { return answerText(instance(name, p).Sequential()) }
}

// answerText is the part of a workload's answer that native programs give too.
func answerText(answer any) string {
	switch a := answer.(type) {
	case workload.Size:
		return fmt.Sprint(a.Nodes)
	case workload.Escapes:
		return a.Sum.String()
	default:
		return fmt.Sprint(a)
	}
}
