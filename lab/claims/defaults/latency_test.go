package defaults

import (
	"testing"

	"github.com/skua-go/skua/lab/forecast"
	"github.com/skua-go/skua/trace"
)

// TestLatencyHere measures something that a forecast can use. How much depends on the machine.
func TestLatencyHere(t *testing.T) {
	recorded := &trace.Dag{Ops: []trace.Op{{Op: "loop", N: 10, Ref: 100_000}}}
	latency := latencyHere()
	out, err := forecast.Of(recorded, []int{2}, forecast.Config{Latency: latency})
	if err != nil || !(out.Forecasts[0].SpeedUp > 1.9 && out.Forecasts[0].SpeedUp <= 2) {
		t.Errorf("with %+v: %+v, %v; want twice as fast", latency, out, err)
	}
}
