package stealhalf

import (
	"context"
	"fmt"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// NonBlocking stops an owner inside its operations, and counts what its thieves complete.
var NonBlocking = lab.Experiment{
	ID:     "non-blocking",
	Source: "[HS02] Theorem 4.1 and section 1.2",
	Claim: "The steal-half deque is non-blocking: a process that is stopped inside an operation does not keep " +
		"others from completing theirs.",
	How: "An owner that does nothing but push and pop, and thieves, on more threads than there are processors, so " +
		"that the system stops the owner anywhere; in each pause of the owner in which others began steals we count " +
		"those that ended: on the steal-half deque, of one item and of half of the difference, and on a deque with a lock.",
	Confirms: "Pauses in which none of the steals ended are at least ten times as frequent, among all pauses in " +
		"which some began, with the lock as on the steal-half deque, for either sort of steals.",
	Refutes: "For one sort they are not even twice as frequent.",
	Params: []lab.Param{
		{Name: "rounds", Doc: "of all deques in turn", Quick: []int{5}, Full: []int{40}},
		{Name: "time", Doc: "ms for one deque in a round", Quick: []int{1000}, Full: []int{1500}},
		{Name: "pause", Doc: "ms that an owner's pause lasts at least", Quick: []int{2}, Full: []int{2}},
		{Name: "thieves", Doc: "on the deque", Quick: []int{3}, Full: []int{3}},
		{Name: "others", Doc: "threads that only compute, for each processor", Quick: []int{2}, Full: []int{2}},
	},
	Kinds: lab.Kinds{Columns: []string{"deque"}, Judged: []string{"stealhalf", "stealhalf many", "locked"}, Shown: []string{"chaselev"},
		Alike: [][]string{{"stealhalf", "stealhalf many"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "begun", Is: lab.Count, Some: true}, {Column: "ended", Is: lab.Count, Some: true}, {Column: "ms"},
		},
		Crossed: []string{"who"},
	},
	Run:   runNonBlocking,
	Judge: judgeNonBlocking,
	Plot:  plotNonBlocking,
}

func runNonBlocking(ctx context.Context, r *lab.Runner) error {
	long := time.Duration(r.Int("time")) * time.Millisecond
	least := time.Duration(r.Int("pause")) * time.Millisecond
	r.Expect(r.Int("rounds") * len(stallDeques))
	for round := range r.Int("rounds") {
		for _, d := range stallDeques {
			key := lab.Row{"deque": d.name, "lock": !d.free, "round": round}
			err := r.Case(ctx, key, func() ([]lab.Row, error) {
				return runStalls(ctx, d.make, r.Int("thieves"), r.Int("others")*r.Workers, long, least), ctx.Err()
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// standstills counts the owner's pauses in which thieves began a steal, and those of them
// in which no steal ended. longest is the longest of the latter in ms.
func standstills(t *lab.Table) (pauses, still int, longest float64) {
	for _, r := range t.Where("who", "owner").Rows {
		if r["begun"].(float64) == 0 {
			continue // no thief had a processor
		}
		pauses++
		if r["ended"].(float64) == 0 {
			still++
			longest = max(longest, r["ms"].(float64))
		}
	}
	return pauses, still, longest
}

// endedMeanwhile returns how many steals ended in each pause in which a steal began.
func endedMeanwhile(t *lab.Table) (ended []float64) {
	for _, r := range t.Where("who", "owner").Rows {
		if r["begun"].(float64) > 0 {
			ended = append(ended, r["ended"].(float64))
		}
	}
	return ended
}

// Fewer pauses, or fewer standstills of the lock, say nothing.
const fewestPauses, fewestStandstills = 30, 5

// NOT: a look whether processors are free. The experiment wants the system to stop the owner,
// and other programs only make it do so more often; a pause in which they had all processors
// is left out, because no steal began in it.
func judgeNonBlocking(t *lab.Table) lab.Finding {
	locked, lockedStill, longest := standstills(t.Where("deque", "locked"))
	lockedShare := float64(lockedStill) / float64(max(locked, 1))
	reason := fmt.Sprintf("Nothing ended in %d of %d pauses of the owner with the lock, for up to %s ms", lockedStill, locked, lab.Num(longest))
	few, confirmed, refuted := locked < fewestPauses || lockedStill < fewestStandstills, true, false
	for _, d := range []string{"stealhalf", "stealhalf many"} {
		pauses, still, _ := standstills(t.Where("deque", d))
		share := float64(still) / float64(max(pauses, 1))
		few = few || pauses < fewestPauses
		confirmed, refuted = confirmed && share <= lockedShare/10, refuted || share > lockedShare/2
		reason += fmt.Sprintf(", and in %d of %d with %s", still, pauses, d)
	}
	reason += "."
	f := lab.Undecided("%s", reason)
	switch {
	case few:
		return lab.Undecided("%s These are too few to compare.", reason)
	case confirmed || refuted:
		f = lab.Judged(!refuted, "%s", reason)
	}
	for _, d := range t.Names("deque") {
		of := t.Where("deque", d)
		n, stuck, _ := standstills(of)
		f.Facts = append(f.Facts, lab.NewFact(d+": pauses of the owner in which others began steals", float64(n), ""),
			lab.NewFact(d+": in which none ended", float64(stuck), ""),
			lab.NewFact(d+": steals that ended in such a pause, median", gauge.Median(endedMeanwhile(of)), ""))
	}
	return f
}

const mostPauses = 400 // of a deque, in the figure

func plotNonBlocking(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "What thieves complete while the owner is stopped inside an operation", X: "ms that the owner is stopped",
		Y: "1 + steals that ended meanwhile", LogX: true, LogY: true, Kind: lab.Points,
		Note: "Each point is a pause in which some steals began; at 1 none ended. Of many pauses some hundred are drawn."}
	for _, d := range t.Names("deque") {
		s := lab.Series{Name: d}
		rows := t.Where("deque", d).Where("who", "owner").Rows
		every := 1 + len(rows)/mostPauses
		for i, r := range rows {
			if i%every == 0 && r["begun"].(float64) > 0 {
				s.X, s.Y = append(s.X, r["ms"].(float64)), append(s.Y, 1+r["ended"].(float64))
			}
		}
		f.Series = append(f.Series, s)
	}
	return []lab.Figure{f}
}
