package run

import (
	"slices"
	"strconv"
	"time"
)

// figure is a number over the runs, with its JSON key, its label in the table
// and how the table prints it.
type figure struct {
	key, label string
	print      func(float64) string
	spread
}

type spread struct{ median, min, max float64 }

// over is the spread of one number of the samples. The median of an even
// count is the lower of the two in the middle.
func over(samples []sample, number func(sample) float64) spread {
	var v []float64
	for _, s := range samples {
		v = append(v, number(s))
	}
	slices.Sort(v)
	return spread{v[(len(v)-1)/2], v[0], v[len(v)-1]}
}

func (s spread) times(x float64) spread { return spread{s.median * x, s.min * x, s.max * x} }

// quotient is the quotient of the median times. Its minimum and maximum are
// those of the quotients within the rounds.
func quotient(a, b []sample) spread {
	ns := func(s sample) float64 { return s.ns }
	rounds := make([]sample, len(a))
	for i := range a {
		rounds[i].ns = a[i].ns / b[i].ns
	}
	q := over(rounds, ns)
	q.median = over(a, ns).median / over(b, ns).median
	return q
}

func asTime(ns float64) string { return time.Duration(ns).Round(time.Microsecond).String() }

func asNumber(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

func asCount(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }
