package trace_test

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/trace"
)

// chain is a report of a program whose line 133 leaves the second worker without work.
func chain() *trace.Report {
	return &trace.Report{
		Version: trace.Version, Workers: 2, Seconds: 0.5, Calls: 1,
		Account: trace.Account{
			Capacity: 1, Work: 0.69, SpeedUp: 1.38, Inflation: 1,
			Losses: []trace.Loss{
				{Cause: trace.Parallelism, Seconds: 0.28, Sites: []trace.SiteShare{{Site: 0, Seconds: 0.28}}},
				{Cause: trace.Fine, Seconds: 0.03},
			},
		},
		Span:  trace.Span{Work: 0.69, Span: 0.3},
		Sites: []trace.Site{{Name: "loop.go:13", Kind: trace.ForkSite, Work: 0.28, Halved: 0.16}},
	}
}

func ExampleReport_Verdict() {
	v := chain().Verdict()
	fmt.Println(strings.NewReplacer(". ", ".\n", "; ", ";\n").Replace(v.String()))
	fmt.Println(v.Causes[0].Cause, v.Causes[0].At, v.Causes[0].Lost)
	// Output:
	// 1.38× of 2.
	// Lost: 0.56 to too little to do at once while loop.go:13 ran (workers had nothing to run for 280 ms);
	// 0.06 to work cut too fine (30 ms).
	// parallelism loop.go:13 0.56
}

func ExampleVerdict_String() {
	fmt.Println(trace.Verdict{Sentence: "2.00× of 2."}.String())
	// Output: 2.00× of 2.
}

func ExampleReport_Bounds() {
	for _, n := range []int{2, 16} {
		fmt.Println(n, "workers:", chain().Bounds(n))
	}
	// Output:
	// 2 workers: 1.4× to 2×
	// 16 workers: 2.1× to 2.3×
}

func ExampleBounds_String() {
	fmt.Println(trace.Bounds{Workers: 2, Least: 1.91, Most: 1.93})
	// Output: 1.9×
}

func ExampleReport_Halve() {
	for _, h := range chain().Halve() {
		fmt.Println(h.At, "twice as fast:", h.Bounds)
	}
	// Output: loop.go:13 twice as fast: 1.9× to 2.5×
}
