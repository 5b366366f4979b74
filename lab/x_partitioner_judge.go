package lab

import (
	"fmt"
	"math"
	"strings"
)

// partitionLoss is what a partition loses in the shape that suits it least: the
// time beyond the ideal, as a share of it.
type partitionLoss struct {
	shape           string
	loss, low, high float64
}

func worstLoss(t *Table, partition string) (worst partitionLoss) {
	worst.loss = math.Inf(-1)
	t = t.Where("partition", partition)
	for _, shape := range t.Names("shape") {
		times := t.Where("shape", shape).Floats("time_to_ideal")
		if low, high := Interval(times); Median(times)-1 > worst.loss {
			worst = partitionLoss{shape, Median(times) - 1, low - 1, high - 1}
		}
	}
	return worst
}

// onRandom returns which standard partition is the best on random work, and the
// stealing one's times as multiples of that one's, sample by sample.
func onRandom(t *Table) (best string, ratios []float64) {
	t = t.Where("shape", "random")
	least := math.Inf(1)
	for _, p := range standardPartitions {
		if m := t.Where("partition", p).Median("time_to_ideal"); m > 0 && m < least {
			best, least = p, m
		}
	}
	for _, sample := range t.Values("sample") {
		s := t.Where("sample", sample)
		of := func(p string) float64 { return s.Where("partition", p).Median("time_to_ideal") }
		if x, y := of("stealing"), of(best); x > 0 && y > 0 {
			ratios = append(ratios, x/y)
		}
	}
	return best, ratios
}

func judgePartitioner(t *Table) Finding {
	const asWell, third = 1.1, 1.0 / 3
	if t.Median("workers") == 1 {
		return Undecided("On one processor no partition loses anything.")
	}
	t = t.available()
	for _, s := range partitionShapes {
		if len(t.Where("shape", s.name).Values("sample")) < fewestFor {
			return Undecided(busyMachine)
		}
	}
	best, ratios := onRandom(t)
	if len(ratios) == 0 {
		return Undecided("Of random work there is no sample with both stealing and a standard partition.")
	}
	low, _ := Interval(ratios)
	ratio, steals := Median(ratios), worstLoss(t, "stealing")
	confirmed, refuted := ratio <= asWell, low > asWell
	facts := []Fact{{"random work: stealing over " + best, ratio, "times"}, {"stealing loses at most", 100 * steals.loss, "%"}}
	var others []string
	for _, p := range standardPartitions {
		w := worstLoss(t, p)
		if w.shape == "" {
			return Undecided("There is no sample of the %s partition.", p)
		}
		confirmed = confirmed && steals.loss <= third*w.loss
		refuted = refuted || steals.low > max(0, third*w.high)
		facts = append(facts, Fact{p + " loses at most", 100 * w.loss, "%"})
		others = append(others, fmt.Sprintf("%s %s %% (%s)", p, num(math.Round(100*w.loss)), w.shape))
	}
	reason := fmt.Sprintf("On random work stealing takes %s times as long as %s, the best of the others. "+
		"In its worst shape, %s, it loses %s %% to the ideal time; in theirs lose %s.",
		num(ratio), best, steals.shape, num(math.Round(100*steals.loss)), strings.Join(others, ", "))
	f := Undecided("%s The intervals do not decide.", reason)
	if confirmed || refuted {
		f = Judged(!refuted, "%s", reason)
	}
	f.Facts = append(facts, Fact{"par.For loses at most", 100 * max(0, worstLoss(t, "par.For").loss), "%"},
		Fact{"steals of a loop, random work", t.Where("shape", "random").Where("partition", "stealing").Median("steals"), ""},
		Fact{"processors", t.Median("workers"), ""})
	return f
}

func plotPartitioner(t *Table) []Figure {
	t = t.available()
	times := Figure{
		Title: "How long a loop takes, by partition and shape of its work",
		Y:     "time, as a multiple of the ideal", Kind: Bars,
		Note: "1 is the ideal; a partition that leaves all the weight to one processor comes to the number of processors.",
	}
	steals := Figure{
		Title: "How many steals level a loop",
		Y:     "steals", Kind: Bars,
		Note: "No bar: none was needed.",
	}
	for _, p := range append(standardPartitions[:3:3], "stealing", "par.For") {
		of := t.Where("partition", p)
		times.Series = append(times.Series, bars(of, p, "shape", "time_to_ideal"))
		if len(of.Floats("steals")) > 0 {
			steals.Series = append(steals.Series, bars(of, p, "shape", "steals"))
		}
	}
	return []Figure{times, steals}
}
