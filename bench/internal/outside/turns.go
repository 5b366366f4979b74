package outside

import (
	"context"
	"fmt"
	"io"

	"github.com/skua-go/skua/lab/gauge"
)

// A Way is one way to do the same work.
type Way struct {
	Name  string
	Table string   // the work: ways of the same table do the same
	Needs []string // programs
	Jobs  int      // pieces of work of a sample
	// Take takes a sample.
	Take func(ctx context.Context) (Use, error)
}

// A Row is a way with its samples, or what it misses.
type Row struct {
	Table   string `json:"table"`
	Name    string `json:"name"`
	Jobs    int    `json:"jobs"`
	Missing string `json:"missing,omitempty"` // a program that is not installed
	Samples []Use  `json:"samples,omitempty"`
}

// Turns takes a sample of each way, and again, so that what disturbs the machine disturbs
// all ways alike. A way whose programs are not installed is left out. After the first error
// nothing more is measured.
func Turns(ctx context.Context, ways []Way, rounds int, progress io.Writer) ([]*Row, error) {
	rows := make([]*Row, len(ways))
	for i, w := range ways {
		rows[i] = &Row{Table: w.Table, Name: w.Name, Jobs: w.Jobs, Missing: Missing(w.Needs...)}
		if rows[i].Missing != "" {
			fmt.Fprintf(progress, "%s: left out: %s is not installed\n", w.Name, rows[i].Missing)
		}
	}
	for round := range rounds {
		for i, w := range ways {
			if rows[i].Missing != "" {
				continue
			}
			use, err := w.Take(ctx)
			if ctx.Err() != nil {
				return rows, context.Cause(ctx)
			}
			if err != nil {
				return rows, fmt.Errorf("%s, %s: %w", w.Table, w.Name, err)
			}
			rows[i].Samples = append(rows[i].Samples, use)
			fmt.Fprintf(progress, "round %d of %d: %s, %s: %.2f s\n", round+1, rounds, w.Table, w.Name, use.Seconds)
		}
	}
	return rows, nil
}

// Median is the median over the samples of what f takes of each; 0 if there are none.
func (r *Row) Median(f func(Use) float64) float64 {
	if len(r.Samples) == 0 {
		return 0
	}
	var values []float64
	for _, s := range r.Samples {
		values = append(values, f(s))
	}
	return gauge.Median(values)
}

// PerSecond is how many pieces of work a second were done.
func (r *Row) PerSecond() float64 {
	return r.Median(func(u Use) float64 { return float64(r.Jobs) / u.Seconds })
}

// CPU is the processor time of all processes for one piece of work, in seconds.
func (r *Row) CPU() float64 { return r.Median(func(u Use) float64 { return u.CPU / float64(r.Jobs) }) }

// Self is the processor time of the program alone for one piece of work, in seconds.
func (r *Row) Self() float64 {
	return r.Median(func(u Use) float64 { return u.Self / float64(r.Jobs) })
}

// MaxRSS is the most memory of a process, in bytes.
func (r *Row) MaxRSS() int64 {
	return int64(r.Median(func(u Use) float64 { return float64(u.MaxRSS) }))
}
