package stealhalf

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/lab"
)

// Eighth asks whether an eighth of the items can be stolen at any time.
var Eighth = lab.Experiment{
	ID:     "eighth",
	Source: "[HS02] Theorem 3.10 and section 2.2.4",
	Claim: "At least one eighth of the items of a deque can be stolen at once, and after any steal at most half of " +
		"them, unless there is but one.",
	How: "Every order of the accesses of an owner that pops and two thieves that steal, in a model with the printed " +
		"rule for what a thief leaves and with a corrected one; and the range of the real deque between the " +
		"operations of an owner whom thieves rob meanwhile.",
	Confirms: "Between two operations of the owner no range is less than an eighth of the items, and none of two or " +
		"more is over half of them: in no state of the model, by either rule, and in no sample of the real deque.",
	Refutes: "One range is.",
	Params: []lab.Param{
		{Name: "items", Doc: "with which the model begins", Quick: []int{8, 16, 24, 32}, Full: []int{4, 8, 12, 16, 20, 24, 28, 32, 36, 40}},
		{Name: "thieves", Doc: "of the real deque", Quick: []int{1, 3}, Full: []int{1, 2, 3, 7}},
		{Name: "time", Doc: "ms for which the real deque is under load", Quick: []int{700}, Full: []int{5000}},
	},
	Kinds: lab.Kinds{Columns: []string{"of", "rule"}, Judged: []string{"model printed", "model corrected", "deque corrected"},
		Alike: [][]string{{"model printed", "model corrected"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "high", Is: lab.Share, Some: true, Maybe: true}, {Column: "low", Is: lab.Share, Maybe: true},
			{Column: "under", Is: lab.Flag, Maybe: true}, {Column: "over", Is: lab.Flag, Maybe: true},
			{Column: "items", Is: lab.Size, Maybe: true},
			{Column: "greatest", Is: lab.Size, Maybe: true, AtMost: "items"},
			{Column: "steals", Is: lab.Count, Maybe: true, Some: true, Where: lab.Row{"of": "deque"}},
			{Column: "samples", Is: lab.Count, Maybe: true, Where: lab.Row{"of": "deque"}},
			{Column: "states", Is: lab.Size, Maybe: true, Where: lab.Row{"of": "model"}},
		},
	},
	Run:   runEighth,
	Judge: judgeEighth,
	Plot:  plotEighth,
}

// runEighth makes a row for each number of items, with the least and the greatest range
// that was seen with that many. Rows of the real deque are for powers of two.
func runEighth(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(stealRules)*len(r.Ints("items")) + len(r.Ints("thieves")))
	for _, rule := range stealRules {
		for _, n := range r.Ints("items") {
			err := r.Case(ctx, lab.Row{"of": "model", "rule": rule.name, "from": n}, func() (rows []lab.Row, err error) {
				s := searchSteals(rule, int8(n))
				for _, items := range slices.Sorted(maps.Keys(s.bound)) {
					b := s.bound[items]
					rows = append(rows, eighthRow(int(items), int(b.least), int(items), int(b.greatest)))
				}
				return append(rows, lab.Row{"states": len(s.seen), "alien": s.alien}), ctx.Err()
			})
			if err != nil {
				return err
			}
		}
	}
	for _, thieves := range r.Ints("thieves") {
		key := lab.Row{"of": "deque", "rule": "corrected", "thieves": thieves}
		err := r.Case(ctx, key, func() ([]lab.Row, error) {
			return underLoad(thieves, r.Rand(key), time.Duration(r.Int("time"))*time.Millisecond), ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eighthRow says how near the range came to its bounds: the least range with its number
// of items, and the greatest range with its number.
func eighthRow(ofLeast, least, ofGreatest, greatest int) lab.Row {
	return lab.Row{
		"items": ofGreatest, "low": float64(least) / float64(ofLeast), "high": float64(greatest) / float64(ofGreatest),
		"greatest": greatest, "under": 8*least < ofLeast, "over": 2*greatest > ofGreatest && greatest > 1,
	}
}

// underLoad pushes and pops at random while thieves take what they can, and looks at the
// range after each operation.
func underLoad(thieves int, random *rand.Rand, long time.Duration) []lab.Row {
	d := deque.NewStealHalf[int](1 << 13)
	var over atomic.Bool
	var steals, items atomic.Int64
	var wg sync.WaitGroup
	for range thieves {
		wg.Go(func() { stealUntil(d, &over, &steals, &items) })
	}
	var seen [16]extremes // by the bits of the number of items
	samples := 0
	x := new(int)
	for begin := time.Now(); time.Since(begin) < long; {
		up, n := random.IntN(2) == 0, random.IntN(200)
		for range n {
			switch {
			case n < 20: // rest: only the thieves change the range
			case up:
				d.Push(x)
			default:
				d.Pop()
			}
			if reach, items := d.Stealable(); items > 0 {
				seen[bits.Len(uint(items))].add(reach, items)
				samples++
			}
		}
	}
	over.Store(true)
	wg.Wait()
	rows := []lab.Row{{"samples": samples, "steals": steals.Load(), "stolen": items.Load()}}
	for _, e := range seen {
		if e.low[1] > 0 {
			rows = append(rows, eighthRow(e.low[1], e.low[0], e.high[1], e.high[0]))
		}
	}
	return rows
}

func stealUntil(victim *deque.StealHalf[int], over *atomic.Bool, steals, items *atomic.Int64) {
	own := deque.NewStealHalf[int](1 << 13)
	for !over.Load() {
		if n, outcome := victim.StealInto(own); outcome == deque.Got && n > 0 {
			steals.Add(1)
			items.Add(int64(n))
		}
		for own.Len() > 0 {
			own.Pop()
		}
	}
}

// extremes are the least and the greatest share of the items that was in range, each as
// a range and a number of items. Greatest is the share of a range of two items or more, if
// there was one, because the bound of a half is not for a single item.
type extremes struct{ low, high [2]int }

func (e *extremes) add(reach, items int) {
	if e.low[1] == 0 || reach*e.low[1] < e.low[0]*items {
		e.low = [2]int{reach, items}
	}
	switch more := reach*e.high[1] - e.high[0]*items; {
	case e.high[1] == 0, e.high[0] <= 1 && reach > 1, (e.high[0] > 1) == (reach > 1) && more > 0:
		e.high = [2]int{reach, items}
	}
}

func judgeEighth(t *lab.Table) lab.Finding {
	sum := func(t *lab.Table, column string) (n float64) {
		for _, v := range t.Floats(column) {
			n += v
		}
		return n
	}
	model, real := t.Where("of", "model"), t.Where("of", "deque")
	printed, corrected := model.Where("rule", "printed"), model.Where("rule", "corrected")
	if len(printed.Floats("high")) == 0 || len(corrected.Floats("high")) == 0 || len(real.Floats("high")) == 0 || sum(real, "steals") == 0 {
		return lab.Undecided("Want the model with both rules, and the real deque with steals.")
	}
	breaches := func(t *lab.Table) float64 { return sum(t, "under") + sum(t, "over") }
	reason := fmt.Sprintf("With the corrected rule %s breaches in %s states of the model, and %s in %s samples of the real deque during %s steals.",
		lab.Num(breaches(corrected)), lab.Num(sum(corrected, "states")), lab.Num(breaches(real)), lab.Num(sum(real, "samples")), lab.Num(sum(real, "steals")))
	if n := breaches(printed); n > 0 {
		reason = worstOf(printed) + " " + reason
	}
	f := lab.Judged(breaches(printed)+breaches(corrected)+breaches(real) == 0, "%s", reason)
	f.Facts = []lab.Fact{
		lab.NewFact("printed rule: numbers of items with a range over half", sum(printed, "over"), ""),
		lab.NewFact("printed rule: numbers of items with a range under an eighth", sum(printed, "under"), ""),
		lab.NewFact("printed rule: states in which the range covers a popped item and others", sum(printed, "alien"), ""),
		lab.NewFact("corrected rule: breaches in the model", breaches(corrected), ""),
		lab.NewFact("real deque: breaches", breaches(real), ""),
		lab.NewFact("real deque: samples", sum(real, "samples"), ""),
		lab.NewFact("real deque: steals", sum(real, "steals"), ""),
	}
	return f
}

// worstOf tells of two breaches: the one that begins with the fewest items, and the one
// with the greatest share in range. Of equal ones it tells of the one with the fewest
// items left, and of the one with the longest range.
func worstOf(printed *lab.Table) string {
	var first, worst lab.Row
	for _, r := range printed.Rows {
		if r["over"] != 1.0 {
			continue
		}
		if first == nil || cmp.Or(compare(r, first, "from"), compare(first, r, "items")) < 0 {
			first = r
		}
		if worst == nil || cmp.Or(compare(worst, r, "high"), compare(worst, r, "greatest")) < 0 {
			worst = r
		}
	}
	if first == nil {
		return "With the printed rule a range is under an eighth."
	}
	return fmt.Sprintf("With the printed rule there is, after a beginning with %s items, a range of %s of %s; after one with %s, even of %s of %s.",
		lab.Num(first["from"].(float64)), lab.Num(first["greatest"].(float64)), lab.Num(first["items"].(float64)),
		lab.Num(worst["from"].(float64)), lab.Num(worst["greatest"].(float64)), lab.Num(worst["items"].(float64)))
}

func compare(a, b lab.Row, column string) int {
	return cmp.Compare(a[column].(float64), b[column].(float64))
}

func plotEighth(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "What one steal can take", X: "items in the deque", Y: "share of them", LogX: true, Kind: lab.Lines,
		Note: "What lies above the upper dashed line is a breach of the half, but for a single item."}
	model, real := t.Where("of", "model"), t.Where("of", "deque")
	f.Series = []lab.Series{
		extremeLine("printed rule, at most", model.Where("rule", "printed"), "high", slices.Max),
		extremeLine("corrected rule, at most", model.Where("rule", "corrected"), "high", slices.Max),
		extremeLine("real deque, at most", real, "high", slices.Max),
		extremeLine("real deque, at least", real, "low", slices.Min),
	}
	if x := t.Values("items"); len(x) > 0 {
		ends := []float64{x[0], x[len(x)-1]}
		f.Series = append(f.Series, lab.Series{Name: "a half", X: ends, Y: []float64{0.5, 0.5}, Dashed: true},
			lab.Series{Name: "an eighth", X: ends, Y: []float64{0.125, 0.125}, Dashed: true})
	}
	return []lab.Figure{f}
}

// extremeLine is a line of the least or greatest values of a column, by items.
func extremeLine(name string, t *lab.Table, column string, extreme func([]float64) float64) lab.Series {
	s := lab.Series{Name: name}
	for _, items := range t.Values("items") {
		s.X, s.Y = append(s.X, items), append(s.Y, extreme(t.Where("items", items).Floats(column)))
	}
	return s
}
