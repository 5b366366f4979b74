package trace

import (
	"cmp"
	"math"
	"slices"
)

// largestFirst returns the losses by size.
func (r *Report) largestFirst() []Loss {
	all := slices.Clone(r.Account.Losses)
	slices.SortStableFunc(all, func(a, b Loss) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return all
}

// round rounds the numbers of v to hundredths that add up.
func (v *Verdict) round(r *Report) {
	beyond := int(math.Round(100 * (r.Account.Capacity/r.Seconds - float64(v.Workers))))
	v.Beyond = float64(beyond) / 100
	v.Rest = float64(v.Workers) + v.Beyond - v.SpeedUp
	for _, n := range v.Causes {
		v.Rest -= n.Lost
	}
	numbers := []*float64{&v.SpeedUp, &v.Rest}
	for i := range v.Causes {
		numbers = append(numbers, &v.Causes[i].Lost)
	}
	apportion(100*v.Workers+beyond, numbers)
}

// apportion rounds numbers to hundredths whose sum is total hundredths, if their own sum is
// about that: each is rounded down, and those that lose most by it get the hundredths that
// are missing. So none changes by a hundredth or more.
func apportion(total int, numbers []*float64) {
	type part struct {
		to   *float64
		down int
		lost float64
	}
	parts := make([]part, len(numbers))
	for i, x := range numbers {
		down := math.Floor(100 * *x)
		parts[i] = part{x, int(down), 100**x - down}
		total -= int(down)
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.lost, a.lost) })
	for _, p := range parts {
		if total > 0 {
			p.down++
			total--
		}
		*p.to = float64(p.down) / 100
	}
}

// sortHalved sorts by what the least is that a change gives, then by the most.
func sortHalved(all []Halved) {
	slices.SortStableFunc(all, func(a, b Halved) int {
		return cmp.Or(cmp.Compare(b.Least, a.Least), cmp.Compare(b.Most, a.Most))
	})
}
