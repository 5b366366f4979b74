package blocks

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Blocks times the owner of each deque, alone and beside a thief, and programs on a pool.
var Blocks = lab.Experiment{
	ID:     "blocks",
	Source: "[WTF23] Abstract",
	Claim: "In microbenchmarks a deque in blocks, on which thieves and owner rarely meet, is 8 to 11 times as fast as the state " +
		"of the art.",
	How: "An owner pushes items and pops them, on every deque in turns: alone, and beside a thief that steals all the time. What " +
		"counts is the time for an item that the owner pushed, on Chase-Lev's deque over that on BWoS. Owners of deques with private " +
		"parts poll after each push. Beside it three programs on the pool of package classic with each deque.",
	Confirms: "Alone and beside a thief, the median on Chase-Lev's deque is at least 8 times that on BWoS.",
	Refutes: "Alone or beside a thief, the upper end of the interval on Chase-Lev's deque is less than 8 times the lower end of " +
		"that on BWoS.",
	Params: []lab.Param{
		{Name: "rounds", Doc: "of all deques in turn", Quick: []int{31}, Full: []int{201}},
		{Name: "burst", Doc: "items that are pushed and then popped", Quick: []int{256}, Full: []int{256}},
		{Name: "bursts", Doc: "in a round", Quick: []int{64}, Full: []int{64}},
		{Name: "tasks", Doc: "of a program, each of about 1 µs", Quick: []int{1000}, Full: []int{1000}},
	},
	Kinds: lab.Kinds{Columns: []string{"how", "deque"}, Judged: judgedKinds, Timed: judgedKinds, Shown: shownKinds(),
		Alike: [][]string{{"alone chaselev", "thief chaselev"}, {"alone bwos", "thief bwos"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "ns"}},
		Key:     []string{"how", "deque", "round"},
	},
	Run:   runBlocks,
	Judge: judgeBlocks,
	Plot:  plotBlocks,
}

var judgedKinds = []string{"alone chaselev", "alone bwos", "thief chaselev", "thief bwos"}

// printedGain is the least of the factors that are printed.
const printedGain = 8

func shownKinds() (out []string) {
	for _, m := range members {
		for _, how := range hows {
			if kind := how + " " + m.name; how == "alone" || how == "thief" {
				if m.name != "chaselev" && m.name != "bwos" {
					out = append(out, kind)
				}
			} else {
				out = append(out, kind)
			}
		}
	}
	return out
}

func runBlocks(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(hows) * r.Int("rounds"))
	for round := range r.Int("rounds") {
		for _, how := range hows {
			key := lab.Row{"how": how, "round": round}
			err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
				for _, i := range r.Rand(key).Perm(len(members)) {
					had := gauge.FreeShareSoon(2, gauge.ShortLook, mostLooks)
					ns, err := members[i].time(how, r)
					if err != nil {
						return nil, err
					}
					rows = append(rows, lab.Row{"deque": members[i].name, "had": had, "ns": ns})
				}
				return rows, nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func judgeBlocks(t *lab.Table) lab.Finding {
	free := t.WithFreeProcessors()
	confirmed, refuted, text := true, false, ""
	var facts []lab.Fact
	for _, how := range []string{"alone", "thief"} {
		of := free.Where("how", how)
		theirs, ours := of.Where("deque", "chaselev").Floats("ns"), of.Where("deque", "bwos").Floats("ns")
		if min(len(theirs), len(ours)) < lab.FewestSamples {
			return lab.Undecided("Of %s: %s", how, lab.BusyMachine)
		}
		gain := gauge.Median(theirs) / gauge.Median(ours)
		low, high := gauge.Interval(theirs)
		least, most := gauge.Interval(ours)
		low, high = low/most, high/least
		confirmed = confirmed && gain >= printedGain
		refuted = refuted || high < printedGain
		text += fmt.Sprintf(" %s: %s times as fast (%s to %s).", how, lab.Num(gain), lab.Num(low), lab.Num(high))
	}
	f := lab.Undecided("Printed are 8 to 11 times.%s", text)
	if confirmed || refuted {
		f = lab.Judged(!refuted, "Printed are 8 to 11 times.%s", text)
	}
	for _, how := range hows {
		for _, m := range members {
			ns := free.Where("how", how).Where("deque", m.name).Floats("ns")
			if len(ns) > 0 {
				facts = append(facts, lab.NewFact(how+" "+m.name, gauge.Median(ns), "ns"))
			}
		}
	}
	f.Facts = facts
	return f
}

// plotBlocks draws the owner's cost on each deque.
func plotBlocks(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "What an item costs the owner", Y: "ns for an item that was pushed", LogY: true, Kind: lab.Bars,
		Note: "Medians. A step of the axis is a factor of ten."}
	for _, how := range []string{"alone", "thief"} {
		f.Series = append(f.Series, lab.MedianBars(t.WithFreeProcessors().Where("how", how), how, "deque", "ns"))
	}
	return []lab.Figure{f}
}
