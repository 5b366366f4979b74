package lab

import (
	"fmt"
	"slices"
	"strings"
)

// A sleepBound is one of the four things that the claim comes to, as a phrase with
// a place for what was measured.
type sleepBound struct {
	phrase string
	unit   string
	most   float64
	values []float64
}

// sleepBounds returns what was measured of each, or false if one is missing.
func sleepBounds(t *Table) ([]sleepBound, bool) {
	t = t.available()
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
	channel := Median(after(last, "channel"))
	if channel == 0 {
		return nil, false
	}
	bounds := []sleepBound{
		{"idle workers use %s of a processor", "%", 1, scaled(skua, 100)},
		{"which is %s of what spinning ones use", "%", 5, scaled(skua, 100/spinning)},
		{"a task runs within %s after a pause of " + num(first) + " µs", "µs", 5, scaled(after(first, "skua"), 1e-3)},
		{"and after " + num(last) + " µs within %s of what a channel takes", "%", 150, scaled(after(last, "skua"), 100/channel)},
	}
	return bounds, !slices.ContainsFunc(bounds, func(b sleepBound) bool { return len(b.values) < fewestFor })
}

func scaled(v []float64, by float64) (out []float64) {
	for _, x := range v {
		out = append(out, x*by)
	}
	return out
}

func judgeSleep(t *Table) Finding {
	bounds, complete := sleepBounds(t)
	if !complete {
		return Undecided("Not every system tells processor time; if this one does: %s", busyMachine)
	}
	confirmed, refuted := true, false
	var phrases []string
	var facts []Fact
	for _, b := range bounds {
		low, high := Interval(b.values)
		confirmed = confirmed && Median(b.values) <= b.most
		refuted = refuted || low > b.most
		phrase := fmt.Sprintf(b.phrase, num(Median(b.values))+" "+b.unit)
		phrases = append(phrases, fmt.Sprintf("%s (%s to %s, at most %s)", phrase, num(low), num(high), num(b.most)))
	}
	reason := "Median, interval and bound: " + strings.Join(phrases, ", ") + "."
	f := Undecided("%s The intervals do not decide.", reason)
	if confirmed || refuted {
		f = Judged(!refuted, "%s", reason)
	}
	t = t.available()
	for _, kind := range t.Names("kind") {
		of := t.Where("kind", kind)
		facts = append(facts, Fact{kind + ", idle", 100 * of.Median("processors"), "% of a processor"})
		for _, pause := range of.Values("pause_us") {
			facts = append(facts, Fact{kind + ", after " + num(pause) + " µs", of.Where("pause_us", pause).Median("ns") / 1000, "µs"})
		}
		facts = append(facts, Fact{kind + ", giving a task", of.Median("give_ns"), "ns"})
	}
	f.Facts = facts
	return f
}

func plotSleep(t *Table) []Figure {
	t = t.available()
	latency := Figure{
		Title: "How long until a task runs",
		X:     "µs since the task before", Y: "µs from giving to running",
		LogX: true, LogY: true, Kind: Lines,
		Note: "Where the line rises the workers have gone to sleep.",
	}
	idle := Figure{
		Title: "What workers use that have nothing to do",
		Y:     "processors", LogY: true, Kind: Bars,
		Note: "One worker for each processor; a step of the axis is a factor of ten.",
	}
	for _, kind := range t.Names("kind") {
		of := t.Where("kind", kind)
		s := Series{Name: kind}
		for _, pause := range of.Values("pause_us") {
			s.add(pause, scaled(of.Where("pause_us", pause).Floats("ns"), 1e-3))
		}
		latency.Series = append(latency.Series, s)
	}
	if used := t.Where("what", "idle"); len(used.Rows) > 0 {
		idle.Series = append(idle.Series, bars(used, "median with its interval", "kind", "processors"))
	}
	return []Figure{latency, idle}
}
