package drive

import (
	"encoding/json"
	"os"
	"slices"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/lab/gauge"
)

// Results are what a run found.
type Results struct {
	Machine gauge.Machine `json:"machine"`
	Date    time.Time     `json:"date"`
	Took    string        `json:"took"`
	Command string        `json:"command"`
	Workers int           `json:"workers"`
	Rounds  int           `json:"rounds"` // of every row; 0: as many as it had time for
	Full    bool          `json:"full"`
	Layouts int           `json:"layouts,omitempty"` // orders of their functions that the Go ways were linked in; 0: as they are
	Cases   []CaseResult  `json:"cases"`

	before time.Duration // that a run took which this one resumes
}

// A CaseResult has one row for each choice of parameters.
type CaseResult struct {
	ID       string     `json:"id"`
	Question string     `json:"question"`
	Unit     string     `json:"unit"`
	Kind     cases.Kind `json:"kind"`
	Energy   bool       `json:"energy,omitempty"`
	From     Origin     `json:"from,omitzero"` // zero in older files: the run of the file
	Rows     []Row      `json:"rows"`
}

// A Row has one cell for each way.
type Row struct {
	Params  string `json:"params"`
	Rounds  int    `json:"rounds"`
	Crowded int    `json:"crowded,omitempty"` // rounds that began with fewer processors than workers
	Cells   []Cell `json:"cells"`
}

// A Cell is what one way took for one unit, or why there is nothing to show.
type Cell struct {
	Way        string    `json:"way"`
	Version    string    `json:"version,omitempty"`
	Params     string    `json:"params,omitempty"` // if not the row's
	Verdict    string    `json:"verdict,omitempty"`
	Reason     string    `json:"reason,omitempty"`
	Note       string    `json:"note,omitempty"`
	NS         Figure    `json:"ns"`     // for a unit
	Rounds     []float64 `json:"rounds"` // NS of each
	P99        Figure    `json:"p99"`    // of single events
	CPU        Figure    `json:"cpu_ns"`
	Allocs     float64   `json:"allocs"` // for a unit
	GCs        float64   `json:"gcs"`    // for a unit
	Goroutines int       `json:"goroutines"`
	Bytes      int64     `json:"peak_bytes"`
	Waits      Figure    `json:"waits"` // a second, of all threads of a child
	Native     bool      `json:"native,omitempty"`
}

// cellOf sums the rounds of a way up. A round that was late does not count if
// other rows were not: then the machine was busy.
func cellOf(w cases.Way, endings []ending) Cell {
	cell := Cell{Way: w.Name, Native: w.Native != ""}
	if good := slices.DeleteFunc(slices.Clone(endings), ending.late); len(good) > 0 {
		endings = good
	}
	for _, e := range endings {
		if e.Verdict != "" {
			cell.Verdict, cell.Reason = e.Verdict, e.Reason
			return cell
		}
		cell.Version, cell.Note = e.Version, e.Note
		cell.Goroutines = max(cell.Goroutines, e.Goroutines)
		cell.Bytes = max(cell.Bytes, e.Peak)
	}
	for _, e := range endings {
		cell.Rounds = append(cell.Rounds, gauge.Median(e.NS)/e.Ops)
	}
	cell.NS = figure(cell.Rounds)
	cell.P99 = over(endings, func(e ending) float64 { return gauge.Quantile(e.NS, 0.99) / e.Ops })
	cell.CPU = over(endings, func(e ending) float64 { return gauge.Median(e.CPU) / e.Ops })
	cell.Waits = over(endings, func(e ending) float64 { return e.Waits })
	cell.GCs = over(endings, func(e ending) float64 { return e.GCs / e.Ops }).Median
	cell.Allocs = over(endings, func(e ending) float64 { return e.Allocs / e.Ops }).Median
	return cell
}

// Save writes r as JSON.
func (r *Results) Save(path string) error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// Load reads what Save wrote.
func Load(path string) (*Results, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &Results{}
	return r, json.Unmarshal(data, r)
}

// Resume takes over the cases that a run of the same program with the same settings on the same
// machine has stored at path, and its date. If there is no such run it does nothing.
func (r *Results) Resume(path string) {
	old, err := Load(path)
	if err != nil || old.Machine.Commit != r.Machine.Commit || old.Rounds != r.Rounds || old.Layouts != r.Layouts ||
		old.Origin().differs(r.Origin()) != "" || old.Comparable() != nil {
		return
	}
	r.Cases, r.Date, r.Command = old.Cases, old.Date, old.Command
	r.before, _ = time.ParseDuration(old.Took)
}

// Has reports whether the case was run.
func (r *Results) Has(id string) bool {
	return slices.ContainsFunc(r.Cases, func(c CaseResult) bool { return c.ID == id })
}

// Add adds a case that was run, after so much time, in the order of all cases.
func (r *Results) Add(c CaseResult, took time.Duration) {
	c.From = r.Origin()
	r.Cases = inOrder(append(r.Cases, c))
	r.Took = (r.before + took).Round(time.Second).String()
}

// inOrder sorts cases as the list of all cases does.
func inOrder(found []CaseResult) []CaseResult {
	all := cases.All()
	place := func(c CaseResult) int {
		return slices.IndexFunc(all, func(k cases.Case) bool { return k.ID == c.ID })
	}
	slices.SortStableFunc(found, func(a, b CaseResult) int { return place(a) - place(b) })
	return found
}
