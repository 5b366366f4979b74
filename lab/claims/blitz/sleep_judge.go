package blitz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A sleepBound is one of the four numbers that the claim bounds, and a phrase with a place
// for the measured number.
type sleepBound struct {
	phrase string
	unit   string
	most   float64
	values []float64
}

// sleepBounds returns the four with their samples, or false if one has too few.
func sleepBounds(t *lab.Table) ([]sleepBound, bool) {
	t = t.WithFreeProcessors()
	idle, wake := t.Where("what", "idle"), t.Where("what", "wake")
	skua := idle.Where("kind", "skua").Floats("processors")
	spinning := idle.Where("kind", "spinning").Median("processors")
	pauses := wake.Values("pause_us")
	if len(pauses) == 0 || spinning == 0 {
		return nil, false
	}
	first, last := pauses[0], pauses[len(pauses)-1]
	after := func(pause float64, kind string) []float64 {
		return wake.Where("pause_us", pause).Where("kind", kind).Floats("ns")
	}
	channel := gauge.Median(after(last, "channel"))
	if channel == 0 {
		return nil, false
	}
	bounds := []sleepBound{
		{"idle workers use %s of a processor", "%", 1, scaled(skua, 100)},
		{"which is %s of what spinning ones use", "%", 5, scaled(skua, 100/spinning)},
		{"a task runs within %s after a pause of " + lab.Num(first) + " µs", "µs", 5, scaled(after(first, "skua"), 1e-3)},
		{"and after " + lab.Num(last) + " µs within %s of what a channel takes", "%", 150, scaled(after(last, "skua"), 100/channel)},
	}
	return bounds, !slices.ContainsFunc(bounds, func(b sleepBound) bool { return len(b.values) < lab.FewestSamples })
}

func scaled(v []float64, by float64) (out []float64) {
	for _, x := range v {
		out = append(out, x*by)
	}
	return out
}

func judgeSleep(t *lab.Table) lab.Finding {
	bounds, complete := sleepBounds(t)
	if !complete {
		return lab.Undecided("Not every system tells processor time; if this one does: %s", lab.BusyMachine)
	}
	confirmed, refuted := true, false
	var phrases []string
	var facts []lab.Fact
	for _, b := range bounds {
		low, high := gauge.Interval(b.values)
		confirmed = confirmed && gauge.Median(b.values) <= b.most
		refuted = refuted || low > b.most
		phrase := fmt.Sprintf(b.phrase, lab.Num(gauge.Median(b.values))+" "+b.unit)
		phrases = append(phrases, fmt.Sprintf("%s (%s to %s, at most %s)", phrase, lab.Num(low), lab.Num(high), lab.Num(b.most)))
	}
	reason := "Median, interval and bound: " + strings.Join(phrases, ", ") + "."
	f := lab.Undecided("%s The intervals do not decide.", reason)
	if confirmed || refuted {
		f = lab.Judged(!refuted, "%s", reason)
	}
	t = t.WithFreeProcessors()
	for _, kind := range t.Names("kind") {
		of := t.Where("kind", kind)
		facts = append(facts, lab.NewFact(kind+", idle", 100*of.Median("processors"), "% of a processor"))
		for _, pause := range of.Values("pause_us") {
			facts = append(facts, lab.NewFact(kind+", after "+lab.Num(pause)+" µs", of.Where("pause_us", pause).Median("ns")/1000, "µs"))
		}
		facts = append(facts, lab.NewFact(kind+", giving a task", of.Median("give_ns"), "ns"))
	}
	f.Facts = facts
	return f
}

func plotSleep(t *lab.Table) []lab.Figure {
	t = t.WithFreeProcessors()
	latency := lab.Figure{
		Title: "How long until a task runs",
		X:     "µs since the task before", Y: "µs from giving to running",
		LogX: true, LogY: true, Kind: lab.Lines,
		Note: "Where the line rises the workers have gone to sleep.",
	}
	idle := lab.Figure{
		Title: "What workers use that have nothing to do",
		Y:     "processors", LogY: true, Kind: lab.Bars,
		Note: "One worker for each processor; a step of the axis is a factor of ten.",
	}
	for _, kind := range t.Names("kind") {
		of := t.Where("kind", kind)
		s := lab.Series{Name: kind}
		for _, pause := range of.Values("pause_us") {
			s.AddMedian(pause, scaled(of.Where("pause_us", pause).Floats("ns"), 1e-3))
		}
		latency.Series = append(latency.Series, s)
	}
	if used := t.Where("what", "idle"); len(used.Rows) > 0 {
		idle.Series = append(idle.Series, lab.MedianBars(used, "median with its interval", "kind", "processors"))
	}
	return []lab.Figure{latency, idle}
}
