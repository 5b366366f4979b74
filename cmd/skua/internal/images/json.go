package images

import (
	"os"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/images"
)

// input is what the document of --json says of an input. The JSON names are stable.
type input struct {
	output.Name
	Status  string       `json:"status"` // ok, failed, up to date, or not done
	Error   string       `json:"error,omitempty"`
	Host    string       `json:"host,omitempty"`
	Seconds float64      `json:"seconds,omitempty"`
	Outputs []outputFile `json:"outputs,omitempty"`
}

type outputFile struct {
	output.Name
	Width  int   `json:"width"`
	Height int   `json:"height"`
	Bytes  int64 `json:"bytes,omitempty"` // of what is there now
}

type totals struct {
	OK       int     `json:"ok"`
	Failed   int     `json:"failed"`
	UpToDate int     `json:"up_to_date"`
	LeftOut  int     `json:"left_out"`
	Skipped  int     `json:"in_joblog"`
	Seconds  float64 `json:"seconds"`
}

// document prints all inputs in their order, each on a line of its own, and the totals. s
// is nil if nothing was to be done.
func (r *report) document(s *batch.Summary, interrupted bool) error {
	out := output.NewLines(r.out)
	before := `{"schema_version":1,"inputs":[` + "\n"
	for _, w := range r.plan.Works {
		line, err := output.AppendJSON([]byte(before), r.describe(w, s == nil))
		if err != nil {
			return err
		}
		out.Add(line)
		before = ",\n"
	}
	if s == nil {
		s = &batch.Summary{Failed: r.refused()}
	}
	line, err := output.AppendJSON([]byte("\n],\"totals\":"), totals{
		OK: s.OK, Failed: s.Failed, UpToDate: r.plan.Current, LeftOut: r.plan.LeftOut,
		Skipped: s.Skipped, Seconds: time.Since(r.begin).Seconds(),
	})
	if err != nil {
		return err
	}
	if interrupted {
		line = append(line, `,"interrupted":true`...)
	}
	out.Add(append(line, "}\n"...))
	return out.Flush()
}

// refused is the number of inputs that are known to fail before anything starts.
func (r *report) refused() (n int) {
	for _, w := range r.plan.Works {
		if w.Err != nil {
			n++
		}
	}
	return n
}

func (r *report) describe(w *images.Work, dry bool) input {
	in := input{Name: output.NewName(w.Input), Status: "not done"}
	result, done := r.results[w]
	err := result.failed
	if dry {
		err = w.Err
	}
	switch {
	case err != nil:
		in.Status, in.Error = "failed", err.Error()
	case w.UpToDate():
		in.Status = "up to date"
	case done:
		in.Status = "ok"
	}
	in.Host, in.Seconds = result.host, result.took.Seconds()
	for _, o := range w.Outputs {
		out := outputFile{Name: output.NewName(o.Path), Width: o.Width, Height: o.Height}
		if info, err := os.Lstat(o.Path); err == nil && in.Status != "failed" {
			out.Bytes = info.Size()
		}
		in.Outputs = append(in.Outputs, out)
	}
	return in
}
