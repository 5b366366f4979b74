package trace

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Bounds are the least and the most speed-up that a greedy scheduler reaches, by Brent's theorem,
// on processors that the program has for itself. It is relative to the recorded work.
type Bounds struct {
	Workers int     `json:"workers"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
}

// Halved is what becomes of the program if one call site takes half the time.
type Halved struct {
	Site int    `json:"site"` // index in Report.Sites
	At   string `json:"at"`
	Bounds
}

// Bounds returns what n workers could give. Both are 0 if no span was recorded.
func (r *Report) Bounds(n int) Bounds { return bounds(n, r.Span.Work, r.Span.Work, r.Span.Span) }

// Halve returns what each call site would give if it took half the time, those first that give
// most. Sites whose span is not known are left out.
func (r *Report) Halve() []Halved {
	out := []Halved{}
	for i, s := range r.Sites {
		if s.Halved <= 0 || s.Work <= 0 || r.Span.Work <= 0 {
			continue
		}
		out = append(out, Halved{i, s.Name, bounds(r.Workers, r.Span.Work, r.Span.Work-s.Work/2, s.Halved)})
	}
	sortHalved(out)
	return out
}

// bounds are those of n workers for some work and span, as a speed-up over the work that was.
// Between the two is every greedy schedule: T_n ≥ max(T₁/n, T∞), T_n ≤ T₁/n + (1−1/n)·T∞.
func bounds(n int, was, work, span float64) Bounds {
	b := Bounds{Workers: n}
	if n < 1 || work <= 0 || span <= 0 {
		return b
	}
	p := float64(n)
	b.Least = was / (work/p + (1-1/p)*span)
	b.Most = was / math.Max(work/p, span)
	return b
}

// String is "3.1× to 3.9×", or one number if both are the same to a tenth.
func (b Bounds) String() string {
	least, most := times(b.Least), times(b.Most)
	if least == most {
		return least
	}
	return least + " to " + most
}

func times(x float64) string { return digits(x) + "×" }

// oneWorker says what a recording of one worker knows: no loss, but how parallel the program is.
func (r *Report) oneWorker() string {
	text := "1 worker, " + duration(r.Account.Work) + " of work"
	if r.Span.Span <= 0 {
		return text + "; its span was not recorded."
	}
	least := ""
	if r.Span.AtLeast {
		least = " at least"
	}
	text += fmt.Sprintf(", of which %s must follow each other: parallelism %s%s. ", duration(r.Span.Span), digits(r.Span.Parallelism), least)
	said := []string{}
	for n := 2; n <= 8; n *= 2 {
		said = append(said, fmt.Sprintf("%d workers could give %s", n, r.Bounds(n)))
	}
	text += strings.Join(said, ", ")
	if slices.ContainsFunc(r.Sites, func(s Site) bool { return s.Kind == LoopSite && s.Work > 0.1*r.Span.Work }) {
		text += ", if the indices of each loop cost the same: no clock was read between them"
	}
	return text + "."
}
