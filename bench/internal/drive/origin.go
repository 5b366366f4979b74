package drive

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// An Origin is where the numbers of a case come from.
type Origin struct {
	Machine gauge.Machine `json:"machine"`
	Date    time.Time     `json:"date"`
	Command string        `json:"command"`
	Workers int           `json:"workers"`
	Full    bool          `json:"full"`
}

// Origin is that of the run itself. A case that was merged into it may have another.
func (r *Results) Origin() Origin { return Origin{r.Machine, r.Date, r.Command, r.Workers, r.Full} }

// From is the origin of a case of r.
func (r *Results) From(c CaseResult) Origin {
	if c.From == (Origin{}) {
		return r.Origin()
	}
	return c.From
}

// differs says what keeps numbers from a and b from standing in one table, or nothing: another
// machine, another number of workers, other sizes. Commit, Go's version and date may differ: the
// page says so.
func (a Origin) differs(b Origin) string {
	for _, d := range []struct {
		what string
		a, b any
	}{
		{"processor", a.Machine.CPU, b.Machine.CPU},
		{"number of cores", a.Machine.Cores, b.Machine.Cores},
		{"system", system(a.Machine), system(b.Machine)},
		{"number of workers", a.Workers, b.Workers},
		{"size (full)", a.Full, b.Full},
	} {
		if d.a != d.b {
			return fmt.Sprintf("%s %v, not %v", d.what, d.a, d.b)
		}
	}
	return ""
}

// system is the name of the system without its version, and the architecture.
func system(m gauge.Machine) string {
	name, _, _ := strings.Cut(m.OS, " ")
	return name + "/" + m.Arch
}

// Same reports whether a and b are one run.
func (a Origin) Same(b Origin) bool {
	return a.differs(b) == "" && a.Date.Equal(b.Date) && a.Command == b.Command && a.Machine.Commit == b.Machine.Commit
}

// Comparable returns an error if a case of r is from another machine than r.
func (r *Results) Comparable() error {
	for _, c := range r.Cases {
		if what := r.From(c).differs(r.Origin()); what != "" {
			return fmt.Errorf("case %s is of another %s: its numbers cannot stand beside those of the run", c.ID, what)
		}
	}
	return nil
}

// Merge takes over the cases of another run, in place of r's own of the same name. Each keeps its
// origin. Numbers from another machine are refused.
func (r *Results) Merge(other *Results) error {
	all := *r
	all.Cases = slices.DeleteFunc(slices.Clone(r.Cases), func(c CaseResult) bool { return other.Has(c.ID) })
	for _, c := range other.Cases {
		c.From = other.From(c)
		all.Cases = append(all.Cases, c)
	}
	all.Cases = inOrder(all.Cases)
	if err := all.Comparable(); err != nil {
		return err
	}
	*r = all
	return nil
}
