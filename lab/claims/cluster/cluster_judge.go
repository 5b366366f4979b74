package cluster

import (
	"fmt"
	"math"
	"strings"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A rule bounds how much longer a policy takes than 8 tasks ahead without
// stealing, which is shallow enough to need none.
type rule struct {
	way     string
	atLeast bool // else at most
	bound   float64
	words   string
	applies func(skew string, roundTrip, task float64) bool
}

const shallowWay = "8 ahead"

var rules = []rule{
	{"64 ahead", true, 1.5, "with a row of long tasks at the head, 64 ahead without stealing", shortTripBurst},
	{"64 ahead, steal half", false, 1.15, "with stealing half", shortTripBurst},
	{"strict pull", true, 1.25, "with even tasks and a round trip of half a task or more, strict pull", func(skew string, roundTrip, task float64) bool {
		return skew == "even" && roundTrip >= task/2
	}},
}

func shortTripBurst(skew string, roundTrip, task float64) bool {
	return skew == "burst" && roundTrip < task
}

// An extreme is the ratio of a rule that comes nearest to breaking it.
type extreme struct {
	ratio        float64
	seen         bool
	holds, fails bool // the rule holds everywhere; it fails somewhere, with the whole interval
}

// see takes the ratios of one skew and latency into account.
func (e *extreme) see(r rule, ratios []float64) {
	m := gauge.Median(ratios)
	low, high := gauge.Interval(ratios)
	holds, fails := m <= r.bound, low > r.bound
	worse := m > e.ratio
	if r.atLeast {
		holds, fails, worse = m >= r.bound, high < r.bound, m < e.ratio
	}
	if !e.seen || worse {
		e.ratio = m
	}
	e.holds = holds && (e.holds || !e.seen)
	e.fails = fails || e.fails
	e.seen = true
}

// ratiosOf returns how much longer a way takes than another, run by run.
func ratiosOf(t *lab.Table, way, than string) (ratios []float64) {
	times := map[float64]float64{}
	for _, r := range t.Where("way", than).Rows {
		times[r["sample"].(float64)] = r["time_ms"].(float64)
	}
	for _, r := range t.Where("way", way).Rows {
		if base := times[r["sample"].(float64)]; base > 0 {
			ratios = append(ratios, r["time_ms"].(float64)/base)
		}
	}
	return ratios
}

// extreme looks at the rule in one place.
func (r rule) extreme(t *lab.Table) (e extreme) {
	for _, skew := range t.Names("skew") {
		for _, added := range t.Where("skew", skew).Values("added_us") {
			runs := t.Where("skew", skew).Where("added_us", added)
			ratios := ratiosOf(runs, r.way, shallowWay)
			if r.applies(skew, runs.Median("round_trip_ms"), runs.Median("task_ms")) && len(ratios) > 0 {
				e.see(r, ratios)
			}
		}
	}
	return e
}

func judge(t *lab.Table) lab.Finding {
	confirmed, refuted := true, false
	var sentences []string
	var facts []lab.Fact
	for _, place := range []string{"simulated", "measured"} {
		runs := t.Where("place", place)
		if place == "measured" && len(runs.Rows) == 0 {
			sentences = append(sentences, "These are predictions.")
			continue
		}
		runs = runs.WithFreeProcessors()
		var parts []string
		for _, rule := range rules {
			e := rule.extreme(runs)
			if !e.seen {
				return lab.Undecided("There is no %s run with free processors %s, beside %s.", place, rule.words, shallowWay)
			}
			confirmed, refuted = confirmed && e.holds, refuted || e.fails
			side := "at most"
			if rule.atLeast {
				side = "at least"
			}
			parts = append(parts, fmt.Sprintf("%s takes %s %s times as long", rule.words, side, lab.Num(e.ratio)))
			facts = append(facts, lab.NewFact(fmt.Sprintf("%s: %s, %s", place, rule.words, side), e.ratio, "times "+shallowWay))
		}
		sentences = append(sentences, fmt.Sprintf("%s, against %s: %s.", strings.ToUpper(place[:1])+place[1:], shallowWay, strings.Join(parts, "; ")))
	}
	reason := strings.Join(sentences, " ")
	f := lab.Undecided("%s The intervals do not decide.", reason)
	if confirmed || refuted {
		f = lab.Judged(!refuted, "%s", reason)
	}
	f.Facts = append(append(facts, losses(t)...), errorsOf(t)...)
	return f
}

// losses says what the default policy loses to the ideal time.
func losses(t *lab.Table) (facts []lab.Fact) {
	for _, place := range t.Names("place") {
		for _, skew := range t.Names("skew") {
			for _, added := range t.Where("place", place).Values("added_us") {
				times := t.Where("place", place).Where("skew", skew).Where("added_us", added).Where("way", "adaptive, steal half").Floats("time_to_ideal")
				if len(times) > 0 {
					facts = append(facts, lab.NewFact(fmt.Sprintf("%s, %s, %s ms added: the default loses", place, skew, lab.Num(added/1000)), 100*(gauge.Median(times)-1), "%"))
				}
			}
		}
	}
	return facts
}

// errorsOf says how far off the predictions of measured runs are.
func errorsOf(t *lab.Table) (facts []lab.Fact) {
	for _, way := range t.Names("way") {
		var off []float64
		for _, r := range t.Where("place", "measured").Where("way", way).Rows {
			if p, ok := r["predicted_ms"].(float64); ok && p > 0 {
				off = append(off, 100*(r["time_ms"].(float64)/p-1))
			}
		}
		if len(off) > 0 {
			facts = append(facts, lab.NewFact("measured beyond predicted, "+way, math.Round(gauge.Median(off)), "%"))
		}
	}
	return facts
}

func plot(t *lab.Table) (figures []lab.Figure) {
	for _, place := range t.Names("place") {
		for _, skew := range t.Where("place", place).Names("skew") {
			runs := t.Where("place", place).Where("skew", skew)
			f := lab.Figure{
				Title: "How long a cluster takes, " + place + ", tasks: " + skew,
				Y:     "time, as a multiple of the ideal", Kind: lab.Bars, LogY: true,
				Note: "1 is the ideal. What is held ahead hides the round trip, and is in others' way if nobody may steal it.",
			}
			for _, added := range runs.Values("added_us") {
				f.Series = append(f.Series, lab.MedianBars(runs.Where("added_us", added), lab.Num(added/1000)+" ms added", "way", "time_to_ideal"))
			}
			figures = append(figures, f)
		}
	}
	return figures
}
