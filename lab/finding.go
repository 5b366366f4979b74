package lab

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Verdict says what became of a claim.
type Verdict string

const (
	Confirmed    Verdict = "confirmed"
	Refuted      Verdict = "refuted"
	Inconclusive Verdict = "inconclusive"
)

// A Finding is what Judge saw.
type Finding struct {
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason"` // in words, with the numbers that decided
	Facts   []Fact  `json:"facts,omitempty"`
}

// A Fact is one number of a finding.
type Fact struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// Judged returns the finding of a claim: confirmed if it holds, else refuted.
func Judged(holds bool, reason string, args ...any) Finding {
	f := Finding{Verdict: Refuted, Reason: fmt.Sprintf(reason, args...)}
	if holds {
		f.Verdict = Confirmed
	}
	return f
}

// Undecided returns the finding that the data do not decide.
func Undecided(reason string, args ...any) Finding {
	return Finding{Verdict: Inconclusive, Reason: fmt.Sprintf(reason, args...)}
}

func (f Finding) check() error {
	if !slices.Contains([]Verdict{Confirmed, Refuted, Inconclusive}, f.Verdict) || f.Reason == "" {
		return fmt.Errorf("a finding with the verdict %q and the reason %q", f.Verdict, f.Reason)
	}
	return nil
}

// settled is f without the facts that are no numbers, as a quotient by 0 is: such samples decide nothing.
func (f Finding) settled() Finding {
	for _, fact := range f.Facts {
		if !finite(fact.Value) {
			f.Verdict = Inconclusive
			f.Reason = fmt.Sprintf("%s But %q is %v.", f.Reason, fact.Name, fact.Value)
		}
	}
	f.Facts = slices.DeleteFunc(f.Facts, func(fact Fact) bool { return !finite(fact.Value) })
	return f
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Num writes x for the sentences of findings: three digits, whole numbers as they
// are, no exponent unless it is very large or small.
func Num(x float64) string {
	size := math.Abs(x)
	switch {
	case size >= 1e15 || size < 1e-6 && x != 0:
		return strconv.FormatFloat(x, 'g', 3, 64)
	case x == math.Trunc(x) || size >= 100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	digits := 2 - int(math.Floor(math.Log10(size)))
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// NewFact returns the fact that name is value; unit may be empty.
func NewFact(name string, value float64, unit string) Fact { return Fact{name, value, unit} }
