package report

import (
	"math"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// sampleFigures has each kind of figure with all that it can have.
func sampleFigures() []lab.Figure {
	var cas, bound, scheme lab.Series
	for e := 4; e <= 20; e++ {
		k := math.Ldexp(1, e)
		for _, s := range []*lab.Series{&cas, &bound, &scheme} {
			s.X = append(s.X, k)
		}
		cas.Y = append(cas.Y, float64(e)*1.1+2)
		cas.Low, cas.High = append(cas.Low, float64(e)*0.9+1), append(cas.High, float64(e)*1.3+4)
		bound.Y = append(bound.Y, float64(e)*2+2)
		scheme.Y = append(scheme.Y, k)
	}
	cas.Name, bound.Name, scheme.Name = "steal-half deque", "2 log₂ k + 2", "one CAS for each operation"
	bound.Dashed = true
	var cloud, other lab.Series
	for i := range 40 {
		cloud.X, cloud.Y = append(cloud.X, float64(i)*250), append(cloud.Y, 3+math.Sin(float64(i)/5))
		cloud.Low, cloud.High = append(cloud.Low, cloud.Y[i]-0.2), append(cloud.High, cloud.Y[i]+0.3)
		other.X, other.Y = append(other.X, float64(i)*250), append(other.Y, 2+float64(i%7)/10)
	}
	cloud.Name, other.Name = "random victim", "fixed victim"
	var work, steal lab.Series
	work.Name, steal.Name = "runs a task", "looks for work"
	for w, ends := range []float64{100, 100, 200, 350} {
		label := []string{"worker 0", "worker 1", "worker 2", "worker 3"}[w]
		for at := 0.0; at < ends; at += 50 {
			work.Labels = append(work.Labels, label)
			work.X, work.X2 = append(work.X, at), append(work.X2, at+50)
		}
		steal.Labels, steal.X, steal.X2 = append(steal.Labels, label), append(steal.X, ends), append(steal.X2, 352)
	}
	return []lab.Figure{
		{Title: "CAS in a row of k pushes", X: "k, operations in a row", Y: "CAS", LogX: true, LogY: true, Kind: lab.Lines,
			Series: []lab.Series{cas, scheme, bound}, Note: "The lines that are straight here grow with k, the flat ones with its logarithm."},
		{Title: "Steals that fail", X: "time, ms", Y: "failed steals for each that succeeds", Kind: lab.Points,
			Series: []lab.Series{cloud, other}},
		{Title: "What the operations cost", Y: "ns for one operation", LogY: true, Kind: lab.Bars, Series: []lab.Series{
			{Name: "measured: median with its interval", Labels: []string{"fork", "join", "steal", "wake", "wake to run"},
				Y: []float64{1.21, 0.63, 31, 2510, 31000}, Low: []float64{1.2, 0.6, 29, 1900, 9000}, High: []float64{1.3, 0.8, 40, 4100, 52000}},
			{Name: "printed: at most", Labels: []string{"fork", "join", "steal", "wake"}, Y: []float64{1, 10, 50, 10}, Dashed: true}}},
		{Title: "Time on all workloads with long names of series that must be broken into rows", Y: "ms", Kind: lab.Bars, Series: []lab.Series{
			{Name: "static partitions of equal size", Labels: []string{"all the same", "random", "all heavy work in one partition", "increasing", "decreasing", "alternating"}, Y: []float64{101, 130, 402, 199, 201, 110}},
			{Name: "dynamic chunks of 64 elements", Labels: []string{"all the same", "random", "all heavy work in one partition", "increasing", "decreasing", "alternating"}, Y: []float64{107, 108, 115, 111, 109, 108}},
			{Name: "ranges of which halves are stolen", Labels: []string{"all the same", "random", "all heavy work in one partition", "increasing", "decreasing", "alternating"}, Y: []float64{101, 103, 106, 104, 104, 103}},
			{Name: "the least possible", Dashed: true, Labels: []string{"all the same", "random", "all heavy work in one partition", "increasing", "decreasing", "alternating"}, Y: []float64{100, 100, 100, 100, 100, 100}}}},
		{Title: "Static partitions", X: "time, ms", Kind: lab.Timeline, Series: []lab.Series{work, steal}, Note: "Three workers wait for the fourth."},
		{Title: "One line < & two", X: "P", Y: "load over average", LogX: true, Kind: lab.Lines,
			Series: []lab.Series{{Name: "u = 1", X: []float64{16, 256, 4096, 65536, 1 << 20}, Y: []float64{2.31, 2.42, 2.39, 2.44, 2.41}}}},
	}
}

// sampleResults has one result for each verdict.
func sampleResults() []lab.Result {
	machine := gauge.Machine{CPU: "Some CPU @ 2.00GHz", Cores: 2, GOMAXPROCS: 2, OS: "linux 6.1", Arch: "amd64",
		Go: "go1.26", Commit: "0123456789abcdef0123456789abcdef01234567+dirty", Load: "0.10 0.20 0.30"}
	settings := lab.Settings{Quick: true, Seed: 7, Params: []lab.Setting{{Name: "k", Doc: "operations in a row", Values: []int{16, 1 << 20}}}}
	f := sampleFigures()
	result := func(id string, v lab.Verdict, claim string, figures ...lab.Figure) lab.Result {
		return lab.Result{
			SchemaVersion: 1, ID: id, Source: "[HS02] Theorem 4.3", Claim: claim,
			How:      "Each operation alone, on the real deque, with its compare-and-swaps counted.",
			Confirms: "The count is at most 2 log k + 2 for every k.", Refutes: "It is more for one k.",
			Finding: lab.Finding{Verdict: v, Reason: "At k = 1,048,576 the owner made 24 compare-and-swaps; 42 are allowed.",
				Facts: []lab.Fact{{Name: "slope", Value: 1.1, Unit: "CAS per doubling"}, {Name: "most", Value: 1234567.5}, {Name: "share", Value: 53, Unit: "%"}}},
			Settings: settings, Machine: machine, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
			Seconds: 71.3, Cases: 17, Samples: 12345, Figures: figures,
		}
	}
	return []lab.Result{
		result("cas", lab.Confirmed, "k operations of one kind in a row, with m steals among them, cost Θ(log k + m) compare-and-swaps.", f[0], f[1]),
		result("overheads", lab.Refuted, "A fork costs about 1 ns, a join 1 to 10 ns, a steal 5 to 50 ns & a wake-up <10 ns.", f[2], f[3]),
		result("utilisation", lab.Inconclusive, "Stealing makes the static 350 ms 116 ms.", f[4], f[5]),
	}
}
