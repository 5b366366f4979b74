package blitz

import (
	"fmt"
	"math"
	"slices"

	"github.com/skua-go/skua/lab"
)

func judgeUtilisation(t *lab.Table) lab.Finding {
	four := t.Where("workers", len(printedLoads))
	work := four.Median("work_ms")
	if len(four.Floats("time_ms")) == 0 || work == 0 {
		return lab.Undecided("There is no run on four workers.")
	}
	least := work / float64(len(printedLoads))
	printed := printedUse["stealing"].ms
	holds, reason := true, ""
	for _, place := range four.Names("place") {
		for _, mode := range useModes {
			runs := four.Where("place", place).Where("mode", mode)
			time, use := runs.Median("time_ms"), runs.Median("utilisation")
			if time == 0 {
				return lab.Undecided("There is no %s run of %s on four workers.", place, mode)
			}
			p := printedUse[mode]
			holds = holds && time <= 1.05*p.ms && math.Abs(use-p.percent) <= 2 && (mode == "stealing" || time >= 0.95*p.ms)
			reason += fmt.Sprintf("%s, %s: %s ms and %s %%, printed are %s ms and %s %%. ", place, mode, lab.Num(time), lab.Num(use), lab.Num(p.ms), lab.Num(p.percent))
		}
	}
	if least > printed {
		reason += fmt.Sprintf("Four workers cannot do %s ms of work in less than %s ms; in %s ms the utilisation would be %s %%.",
			lab.Num(work), lab.Num(least), lab.Num(printed), lab.Num(100*least/printed))
	}
	f := lab.Judged(holds, "%s", reason)
	f.Facts = []lab.Fact{
		lab.NewFact("least time on four workers", least, "ms"),
		lab.NewFact("time at the printed utilisation", least/printedUse["stealing"].percent*100, "ms"),
		lab.NewFact("utilisation in the printed time", 100*least/printed, "%"),
	}
	for _, place := range t.Names("place") {
		for _, workers := range t.Where("place", place).Values("workers") {
			for _, mode := range useModes {
				runs := t.WithFreeProcessors().Where("place", place).Where("workers", workers).Where("mode", mode)
				if len(runs.Floats("time_ms")) == 0 {
					continue
				}
				on := fmt.Sprintf("%s on %s workers, %s", place, lab.Num(workers), mode)
				f.Facts = append(f.Facts, lab.NewFact(on, runs.Median("time_ms"), "ms"), lab.NewFact(on, runs.Median("utilisation"), "%"))
			}
		}
	}
	return f
}

func plotUtilisation(t *lab.Table) (figures []lab.Figure) {
	for _, place := range t.Names("place") {
		crews := t.Where("place", place).Values("workers")
		slices.Reverse(crews) // the source's four first
		for _, workers := range crews {
			runs := t.Where("place", place).Where("workers", workers)
			own, stolen := lab.Series{Name: "own work"}, lab.Series{Name: "stolen work"}
			for _, r := range runs.Rows {
				from, ok := r["from_ms"].(float64)
				if !ok {
					continue
				}
				s := &stolen
				if r["own"] == 1.0 {
					s = &own
				}
				s.Labels = append(s.Labels, fmt.Sprintf("%v, W%v", r["mode"], r["worker"]))
				s.X, s.X2 = append(s.X, from), append(s.X2, r["to_ms"].(float64))
			}
			figures = append(figures, lab.Figure{
				Title:  fmt.Sprintf("%s ms of work on %s workers, %s", lab.Num(runs.Median("work_ms")), lab.Num(workers), place),
				X:      "time, ms as printed",
				Kind:   lab.Timeline,
				Series: []lab.Series{own, stolen},
				Note:   "One run of each: statically who is done early waits; by stealing all end together.",
			})
		}
	}
	return figures
}
