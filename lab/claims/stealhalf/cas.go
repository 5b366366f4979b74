package stealhalf

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// CAS counts the compare-and-swaps of an owner from whom thieves steal.
var CAS = lab.Experiment{
	ID:     "cas",
	Source: "[HS02] Theorem 4.3 and section 1.2",
	Claim: "In k pushes, or k pops, during which thieves steal m times, the owner of a StealHalf deque performs " +
		"at most Θ(log k + m) compare-and-swaps; on the deque of Arora, Blumofe and Plaxton it performs Θ(1), " +
		"and with a compare-and-swap in every operation Θ(k).",
	How: "The deques count what their owners try while k pushes or k pops run with m steals evenly between them, " +
		"and once more while a thief steals from another goroutine; a deque under a lock stands for a " +
		"compare-and-swap in every operation.",
	Confirms: "No sequence on StealHalf costs more than 2 (log₂ k + m) + 2, none on ABP more than 2, and each on the " +
		"locked deque between k and 2 k + m.",
	Refutes: "One sequence lies outside.",
	Params: []lab.Param{
		{Name: "k", Doc: "log₂ of the pushes or pops in a row", Quick: []int{4, 8, 12, 16, 20}, Full: []int{4, 6, 8, 10, 12, 14, 16, 18, 20, 22}},
		{Name: "m", Doc: "steals among them, where they are at most k/4", Quick: []int{0, 1, 16, 256, 4096}, Full: []int{0, 1, 4, 16, 64, 256, 1024, 4096, 16384, 65536}},
	},
	Kinds: lab.Kinds{Columns: []string{"deque"}, Judged: []string{"stealhalf", "abp", "locked"}, Shown: []string{"chaselev"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "cas", Is: lab.Count, Some: true}, {Column: "k", Is: lab.Size},
			{Column: "m", Is: lab.Count, AtMost: "k", Some: true},
		},
	},
	Run:   runCAS,
	Judge: judgeCAS,
	Plot:  plotCAS,
}

// A counted is a deque that counts its owner's compare-and-swaps.
type counted interface {
	Push(*int) bool
	Pop() (*int, deque.Outcome)
	Steal() (*int, deque.Outcome)
	Counts() deque.Counts
}

// casDeques make room for that many items.
var casDeques = []struct {
	name string
	make func(room int) counted
}{
	{"stealhalf", func(room int) counted { return deque.NewStealHalf[int](room) }},
	{"abp", func(room int) counted { return deque.NewABP[int](room) }},
	{"chaselev", func(int) counted { return new(deque.ChaseLev[int]) }},
	{"locked", func(int) counted { return new(deque.Locked[int]) }},
}

func runCAS(ctx context.Context, r *lab.Runner) error {
	ks := r.Ints("k")
	r.Expect(len(casDeques) * (len(ks) + 1))
	for _, kind := range casDeques {
		for _, log := range ks {
			k := 1 << log
			err := r.Case(ctx, lab.Row{"deque": kind.name, "k": k, "thief": "between"}, func() (rows []lab.Row, err error) {
				for _, m := range r.Ints("m") {
					if m == 0 || 4*m <= k {
						rows = append(rows, sequence(kind.make(2*k), k, m, true), sequence(kind.make(2*k), k, m, false))
					}
				}
				return append(rows, thrash(kind.make(2*k), k)), ctx.Err()
			})
			if err != nil {
				return err
			}
		}
		k := 1 << slices.Max(ks)
		err := r.Case(ctx, lab.Row{"deque": kind.name, "k": k, "thief": "racing"}, func() ([]lab.Row, error) {
			return []lab.Row{raced(kind.make(2*k), k, true), raced(kind.make(2*k), k, false)}, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sequence returns what k pushes or pops cost the owner with m steals between them.
func sequence(d counted, k, m int, pushes bool) lab.Row {
	x, stolen := new(int), 0
	if !pushes {
		fill(d, x, k+m)
	}
	before := d.Counts().Owner.CAS
	for n := range k {
		if pushes {
			d.Push(x)
		}
		for ; stolen < (n+1)*m/k; stolen++ {
			d.Steal() // the only thief
		}
		if !pushes {
			d.Pop()
		}
	}
	return casRow(d, before, pushes, stolen)
}

func fill(d counted, x *int, n int) {
	for range n {
		d.Push(x)
	}
}

func casRow(d counted, before uint64, pushes bool, m int) lab.Row {
	operation := "pops"
	if pushes {
		operation = "pushes"
	}
	return lab.Row{"operations": operation, "m": m, "cas": d.Counts().Owner.CAS - before}
}

// raced is sequence with a thief on another goroutine. The thief steals at most k/2
// times, for the first time before the owner's first operation.
func raced(d counted, k int, pushes bool) lab.Row {
	x := new(int)
	if pushes {
		fill(d, x, 2)
	} else {
		fill(d, x, k+k/2)
	}
	var over atomic.Bool
	var stolen atomic.Int64
	var thief sync.WaitGroup
	thief.Go(func() {
		for n := int64(0); n < int64(k/2) && !over.Load(); {
			if _, outcome := d.Steal(); outcome == deque.Got {
				n++
				stolen.Store(n)
			}
		}
	})
	for stolen.Load() == 0 {
	}
	before, m0 := d.Counts().Owner.CAS, stolen.Load()
	for range k {
		if pushes {
			d.Push(x)
		} else {
			d.Pop()
		}
	}
	m := stolen.Load() + 2 - m0 // at either end a steal may be under way
	over.Store(true)
	thief.Wait()
	return casRow(d, before, pushes, int(m))
}

// thrash pushes and pops in turn at a length that is a power of two. The theorem says
// nothing of such a sequence.
func thrash(d counted, k int) lab.Row {
	x := new(int)
	fill(d, x, 15)
	before := d.Counts().Owner.CAS
	for range k / 2 {
		d.Push(x)
		d.Pop()
	}
	return lab.Row{"operations": "in turn", "m": 0, "cas": d.Counts().Owner.CAS - before}
}

// casLimits are what a sequence may cost, by deque.
var casLimits = map[string]func(k, m float64) (low, high float64){
	"stealhalf": func(k, m float64) (float64, float64) { return 0, 2*(math.Log2(k)+m) + 2 },
	"abp":       func(k, m float64) (float64, float64) { return 0, 2 },
	"locked":    func(k, m float64) (float64, float64) { return k, 2*k + m },
}

func judgeCAS(t *lab.Table) lab.Finding {
	outside := ""
	for deque, limit := range casLimits {
		sequences := t.Where("deque", deque)
		if len(sequences.Rows) == 0 {
			return lab.Undecided("There is no sequence on %s.", deque)
		}
		for _, r := range sequences.Rows {
			k, m, n := r["k"].(float64), r["m"].(float64), r["cas"].(float64)
			if low, high := limit(k, m); r["operations"] != "in turn" && (n < low || n > high) {
				outside = fmt.Sprintf(" On %s %s %s with %s steals cost %s.", deque, lab.Num(k), r["operations"], lab.Num(m), lab.Num(n))
			}
		}
	}
	half := t.Where("deque", "stealhalf")
	perDoubling, perSteal := casSlopes(half)
	most := func(deque string) float64 {
		n := 0.0
		for _, r := range t.Where("deque", deque).Rows {
			if r["operations"] != "in turn" {
				n = max(n, r["cas"].(float64))
			}
		}
		return n
	}
	longest := half.Where("operations", "in turn").Rows
	f := lab.Judged(outside == "", "StealHalf's owner needs %s more for each doubling of k and %s for each steal; ABP's at most %s ever.%s",
		lab.Num(perDoubling), lab.Num(perSteal), lab.Num(most("abp")), outside)
	f.Facts = []lab.Fact{
		lab.NewFact("StealHalf: compare-and-swaps for a doubling of k", perDoubling, ""),
		lab.NewFact("StealHalf: compare-and-swaps for a steal, at most", perSteal, ""),
		lab.NewFact("ABP: compare-and-swaps in a sequence, at most", most("abp"), ""),
		lab.NewFact("Chase-Lev: compare-and-swaps in a sequence, at most", most("chaselev"), ""),
	}
	if len(longest) > 0 {
		r := longest[len(longest)-1]
		f.Facts = append(f.Facts, lab.NewFact("StealHalf: compare-and-swaps for an operation, pushes and pops in turn about 16 items", r["cas"].(float64)/r["k"].(float64), ""))
	}
	return f
}

// casSlopes fits StealHalf's cost without steals to log₂ k, for pushes or pops, whichever
// cost more, and finds what a steal adds at most.
func casSlopes(half *lab.Table) (perDoubling, perSteal float64) {
	var x, y []float64
	base := map[[2]any]float64{}
	for _, r := range half.Where("m", 0).Rows {
		if r["operations"] != "in turn" {
			x, y = append(x, math.Log2(r["k"].(float64))), append(y, r["cas"].(float64))
			base[[2]any{r["operations"], r["k"]}] = r["cas"].(float64)
		}
	}
	_, perDoubling, _ = gauge.Fit(x, y)
	for _, r := range half.Rows {
		if m := r["m"].(float64); m > 0 {
			perSteal = max(perSteal, (r["cas"].(float64)-base[[2]any{r["operations"], r["k"]}])/m)
		}
	}
	return perDoubling, perSteal
}

func plotCAS(t *lab.Table) []lab.Figure {
	byLength := lab.Figure{Title: "Compare-and-swaps of the owner, nothing stolen", X: "pushes or pops in a row, k", Y: "compare-and-swaps",
		LogX: true, LogY: true, Kind: lab.Lines, Note: "The dearer of pushes and pops; where a deque needs none there is no point."}
	for _, d := range t.Names("deque") {
		byLength.Series = append(byLength.Series, costliest(t.Where("deque", d).Where("m", 0), d, "k"))
	}
	between := t.Where("deque", "stealhalf").Where("thief", "between")
	if ks := between.Values("k"); len(ks) > 0 {
		k := ks[len(ks)-1]
		measured := costliest(between.Where("k", k), "StealHalf", "m")
		bound := lab.Series{Name: "2 (log₂ k + m) + 2", X: measured.X, Dashed: true}
		for _, m := range bound.X {
			_, high := casLimits["stealhalf"](k, m)
			bound.Y = append(bound.Y, high)
		}
		return []lab.Figure{byLength, {Title: "Compare-and-swaps of StealHalf's owner, with steals", X: "steals, m", Y: "compare-and-swaps",
			LogX: true, LogY: true, Kind: lab.Lines, Series: []lab.Series{measured, bound},
			Note: fmt.Sprintf("In %s operations; each steal costs the owner no more than two.", lab.Num(k))}}
	}
	return []lab.Figure{byLength}
}

// costliest draws the cost of pushes or pops, whichever cost more, over a column.
func costliest(t *lab.Table, name, column string) lab.Series {
	s := lab.Series{Name: name}
	for _, x := range t.Values(column) {
		n := 0.0
		for _, r := range t.Where(column, x).Rows {
			if r["operations"] != "in turn" {
				n = max(n, r["cas"].(float64))
			}
		}
		s.X, s.Y = append(s.X, x), append(s.Y, n)
	}
	return s
}
