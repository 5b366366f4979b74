package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"github.com/skua-go/skua/lab/workload"
)

const schemaVersion = 2 // of the object that run --json prints

// report is a measurement, ready to be printed.
type report struct {
	facts   []fact
	figures []figure
	title   string // of the table
}

// fact is what holds for all runs, under its JSON key.
type fact struct {
	key   string
	value any
}

func newReport(name string, in *workload.Instance, o options, m *measurement) report {
	ns := func(s sample) float64 { return s.ns }
	perTask := 1 / float64(max(m.tasks, 1)) // without forks the whole run is one task
	return report{
		facts: []fact{
			{"schema_version", schemaVersion},
			{"workload", name},
			{"params", in.Params},
			{"workers", o.workers},
			{"runs", o.runs},
			{"answer", m.answer},
			{"ok", m.wrong == nil},
			{"tasks", m.tasks},
			{"go", runtime.Version()},
			{"platform", runtime.GOOS + "/" + runtime.GOARCH},
			{"gomaxprocs", runtime.GOMAXPROCS(0)},
		},
		figures: []figure{
			{"seq_ns", "sequential twin", asTime, over(m.seq, ns)},
			{"one_ns", workersLabel(1), asTime, over(m.one, ns)},
			{"par_ns", workersLabel(o.workers), asTime, over(m.par, ns)},
			{"ns_per_task", "ns per task", asNumber, over(m.par, ns).times(perTask)},
			{"overhead_ratio", "1 worker / twin", asNumber, quotient(m.one, m.seq)},
			{"speedup", "speed-up over twin", asNumber, quotient(m.seq, m.par)},
			{"steals", "steals", asCount, over(m.par, func(s sample) float64 { return s.steals })},
			{"parks", "parks", asCount, over(m.par, func(s sample) float64 { return s.parks })},
			{"allocs_per_task", "allocations per task", asNumber,
				over(m.par, func(s sample) float64 { return s.allocs }).times(perTask)},
		},
		title: title(name, in, m),
	}
}

func workersLabel(n int) string {
	if n == 1 {
		return "1 worker"
	}
	return fmt.Sprintf("%d workers", n)
}

func title(name string, in *workload.Instance, m *measurement) string {
	params, _ := json.Marshal(in.Params) // plain data
	answer, _ := json.Marshal(m.answer)
	verdict := "correct"
	if m.wrong != nil {
		verdict = "WRONG"
	}
	return fmt.Sprintf("%s %s = %s (%s), %d tasks", name, params, answer, verdict, m.tasks)
}

// json prints one object. The median of a figure has the plain key, for a
// reader that wants one number.
func (r report) json(w io.Writer) error {
	all := r.facts
	for _, f := range r.figures {
		all = append(all, fact{f.key, f.median}, fact{f.key + "_min", f.min}, fact{f.key + "_max", f.max})
	}
	var b bytes.Buffer
	for i, f := range all {
		value, err := json.Marshal(f.value)
		if err != nil {
			return fmt.Errorf("run: %s: %w", f.key, err)
		}
		start := ",\n"
		if i == 0 {
			start = "{\n"
		}
		fmt.Fprintf(&b, "%s  %q: %s", start, f.key, value)
	}
	b.WriteString("\n}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// table prints what people want to read.
func (r report) table(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, r.title)
	t := tabwriter.NewWriter(&b, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\tmedian\tmin\tmax\t")
	for i, f := range r.figures {
		if i > 0 && f.label == r.figures[i-1].label {
			continue // one worker is all workers
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t\n", f.label, f.print(f.median), f.print(f.min), f.print(f.max))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
