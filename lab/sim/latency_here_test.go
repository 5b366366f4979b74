package sim

import "testing"

// TestLatencyHere measures something that a forecast can use. How much depends on the machine.
func TestLatencyHere(t *testing.T) {
	l := LatencyHere()
	t.Logf("%+v", l)
	if err := l.check(); err != nil {
		t.Error(err)
	}
	forecast(t, dagOf(treeOf(4, 1e-3)), []int{2}, ForecastConfig{Latency: l})
}
