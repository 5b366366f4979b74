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
	places := int(math.Round(100 * r.places()))
	if len(r.Resized) > 0 {
		v.Mean = float64(places) / 100
	}
	beyond := int(math.Round(100*r.Account.Capacity/r.Seconds)) - places
	v.Beyond = float64(beyond) / 100
	v.Rest = v.given() - v.SpeedUp
	for _, n := range v.Causes {
		v.Rest -= n.Lost
	}
	numbers := []*float64{&v.SpeedUp, &v.Rest}
	for i := range v.Causes {
		numbers = append(numbers, &v.Causes[i].Lost)
	}
	apportion(places+beyond, numbers)
}

// places is how many workers might run on average.
func (r *Report) places() float64 {
	if len(r.Resized) == 0 {
		return float64(r.Workers)
	}
	sum, until := 0.0, r.Seconds
	for _, s := range slices.Backward(r.Resized) {
		sum += float64(s.Workers) * (until - s.At)
		until = s.At
	}
	return sum / r.Seconds
}

// given is how many processors there were for the program.
func (v *Verdict) given() float64 {
	if v.Mean > 0 {
		return v.Mean + v.Beyond
	}
	return float64(v.Workers) + v.Beyond
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
