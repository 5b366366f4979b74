package forecast_test

import (
	"fmt"

	"github.com/skua-go/skua/lab/forecast"
	"github.com/skua-go/skua/trace"
)

// A recorded program that reads for 0.2 s and then runs a loop of 4 s: with how many
// processors does it stop to be faster, and what if the reading took half as long?
func ExampleOf() {
	recorded := &trace.Dag{Ops: []trace.Op{
		{Op: "call", Site: 0},
		{Op: "run", N: 0.2, Site: 0},
		{Op: "loop", N: 4, Ref: 100_000, Site: 1},
		{Op: "return", Site: 0},
	}}
	for _, times := range []float64{1, 2} {
		out, err := forecast.Of(recorded, []int{2, 8, 32, 128}, forecast.Config{Site: 0, Times: times})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range out.Forecasts {
			fmt.Printf("%d processors: %.2f s, %.1f times as fast\n", f.Processors, f.Seconds, f.SpeedUp)
		}
		fmt.Printf("from %d on hardly faster; most of that is site %d\n", out.Stops.Processors, out.Stops.Sites[0].Site)
	}
	// Output:
	// 2 processors: 2.20 s, 1.9 times as fast
	// 8 processors: 0.70 s, 6.0 times as fast
	// 32 processors: 0.33 s, 12.9 times as fast
	// 128 processors: 0.24 s, 17.7 times as fast
	// from 128 on hardly faster; most of that is site 0
	// 2 processors: 2.10 s, 2.0 times as fast
	// 8 processors: 0.60 s, 6.8 times as fast
	// 32 processors: 0.23 s, 18.1 times as fast
	// 128 processors: 0.14 s, 29.9 times as fast
	// from 128 on hardly faster; most of that is site 0
}
