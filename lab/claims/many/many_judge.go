package many

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skua-go/skua/lab"
)

// The rule of Confirms and Refutes.
const (
	near    = 0.8 // of P: a speed-up that is nearly P
	poor    = 0.5 // of P: one that is not
	upTo    = 64  // processors for both
	rising  = 256 // processors up to which the speed-up must rise
	fewest  = 16  // processors: with less nothing is said
	unequal = 1e-9
)

// ample are the programs with far more work than span; scaled are those whose work grows with P.
var ample, scaled = []string{"tree", "weak-tree", "for"}, []string{"weak-tree", "for"}

// speedups are those of a program with the standard costs, by the number of processors.
func speedups(t *lab.Table, name string) map[int]float64 {
	xs, ys := t.Where("program", name).Where("costs", standard).Pairs("processors", "speedup")
	out := map[int]float64{}
	for i := range xs {
		out[int(xs[i])] = ys[i]
	}
	return out
}

// largest is the largest number of processors up to most that one of the programs has run with.
func largest(t *lab.Table, names []string, most int) (n int) {
	for _, name := range names {
		for p := range speedups(t, name) {
			if p <= most {
				n = max(n, p)
			}
		}
	}
	return n
}

// missing says which sample the rule needs and the table does not have, or "".
func missing(t *lab.Table) string {
	limit := largest(t, ample, upTo)
	if limit < fewest {
		return fmt.Sprintf("runs of tree, weak-tree and for on %d processors", fewest)
	}
	for _, name := range ample {
		last := limit
		if slices.Contains(scaled, name) {
			last = largest(t, scaled, rising)
		}
		all := speedups(t, name)
		for p := 1; p <= last; p *= 2 {
			if all[p] <= 0 {
				return fmt.Sprintf("a run of %s on %d processors", name, p)
			}
		}
	}
	for _, c := range others {
		if t.Where("program", "tree").Where("costs", c.name).Median("speedup") <= 0 {
			return "a run of tree with " + c.name
		}
	}
	return ""
}

// falls says where a scaled program becomes slower by its work with twice as many processors, or "".
func falls(t *lab.Table) string {
	for _, name := range scaled {
		all := speedups(t, name)
		for p := 2; p <= largest(t, scaled, rising); p *= 2 {
			if all[p] < all[p/2]*(1-unequal) {
				return fmt.Sprintf("%s falls from %s on %d processors to %s on %d", name, lab.Num(all[p/2]), p/2, lab.Num(all[p]), p)
			}
		}
	}
	return ""
}

// A share is a speed-up by the number of processors.
type share struct {
	of    string
	p     int
	value float64
}

func (s share) String() string { return fmt.Sprintf("%s %s P", s.of, lab.Num(s.value)) }

// least is the smallest share of the ample programs up to limit, and the smallest at limit.
func least(t *lab.Table, limit int) (anywhere, atLimit share) {
	anywhere.value, atLimit.value = 2, 2
	for _, name := range ample {
		all := speedups(t, name)
		for p := 1; p <= limit; p *= 2 {
			s := share{name, p, all[p] / float64(p)}
			if s.value < anywhere.value {
				anywhere = s
			}
			if p == limit && s.value < atLimit.value {
				atLimit = s
			}
		}
	}
	return anywhere, atLimit
}

// under returns the shares of a program with other costs that are less than bound.
func under(t *lab.Table, name string, bound float64) (list []share) {
	for _, c := range others {
		of := t.Where("program", name).Where("costs", c.name)
		for _, p := range of.Values("processors") {
			if s := of.Where("processors", p).Median("speedup") / p; s < bound {
				list = append(list, share{c.name, int(p), s})
			}
		}
	}
	return list
}

// notLinear returns the programs whose speed-up on limit processors is not nearly that many.
func notLinear(t *lab.Table, limit int) (list []share) {
	for _, p := range programs {
		if p.kind != forks && p.kind != spawns {
			continue
		}
		if s, ok := speedups(t, p.name)[limit]; ok && s < near*float64(limit) {
			list = append(list, share{p.name, limit, s / float64(limit)})
		}
	}
	return list
}

func judge(t *lab.Table) lab.Finding {
	if what := missing(t); what != "" {
		return lab.Undecided("There is no sample of %s.", what)
	}
	limit := largest(t, ample, upTo)
	anywhere, atLimit := least(t, limit)
	falling, flips, weak := falls(t), under(t, "tree", poor), under(t, "tree", near)
	reason := fmt.Sprintf("Of the programs with far more work than span %s has the smallest speed-up by P up to %d processors, %s P, on %d of them.",
		anywhere.of, limit, lab.Num(anywhere.value), anywhere.p)
	reason += pick(falling == "", " The speed-ups of weak-tree and for never fall when P doubles.", " But "+falling+".")
	if list := notLinear(t, limit); len(list) > 0 {
		reason += fmt.Sprintf(" Not near-linear on %d: %s.", limit, join(list))
	}
	reason += pick(len(weak) == 0, " With each of the other costs tree stays near-linear.", " With other costs tree has less than 0.8 P: "+join(weak)+".")
	var f lab.Finding
	switch {
	case atLimit.value < poor || falling != "":
		f = lab.Judged(false, "%s", reason)
	case anywhere.value < near:
		f = lab.Undecided("%s That is neither 0.8 P nor below 0.5 P.", reason)
	case len(flips) > 0:
		f = lab.Undecided("%s So it depends on the costs: %s.", reason, join(flips))
	default:
		f = lab.Judged(true, "%s", reason)
	}
	f.Facts = facts(t, limit)
	return f
}

// facts are the speed-ups on limit processors, and the times of what has none.
func facts(t *lab.Table, limit int) (list []lab.Fact) {
	for _, p := range programs {
		of := t.Where("program", p.name).Where("costs", standard).Where("processors", limit)
		if len(of.Rows) == 0 {
			continue
		}
		if p.kind == forks || p.kind == spawns {
			list = append(list, lab.NewFact(fmt.Sprintf("%s, %d processors", p.name, limit), of.Median("speedup"), "times"))
		} else {
			list = append(list, lab.NewFact(fmt.Sprintf("%s, %d processors", p.name, limit), of.Median("microseconds"), "µs"))
		}
	}
	return list
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

func join(list []share) string {
	var words []string
	for _, s := range list {
		words = append(words, s.String())
	}
	return strings.Join(words, ", ")
}
