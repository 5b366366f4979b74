package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// SchemaVersion is that of the files that Run writes. It grows when a reader of
// the old ones would misread the new ones.
const SchemaVersion = 1

// A Result is all that a run of an experiment leaves. In its directory the
// samples are in ID.csv and the rest in ID.json.
type Result struct {
	SchemaVersion int           `json:"schema_version"`
	ID            string        `json:"id"`
	Source        string        `json:"source"`
	Claim         string        `json:"claim"`
	How           string        `json:"how"`
	Confirms      string        `json:"confirms"`
	Refutes       string        `json:"refutes"`
	Finding       Finding       `json:"finding"`
	Settings      Settings      `json:"settings"`
	Machine       gauge.Machine `json:"machine"`
	Date          time.Time     `json:"date"`    // when it began
	Seconds       float64       `json:"seconds"` // that its cases took
	Cases         int           `json:"cases"`
	Samples       int           `json:"samples"`
	Figures       []Figure      `json:"figures"`
	Table         *Table        `json:"-"`
}

func (e Experiment) result(r *Runner, h journalHeader) Result {
	return Result{
		SchemaVersion: SchemaVersion,
		ID:            e.ID,
		Source:        e.Source,
		Claim:         e.Claim,
		How:           e.How,
		Confirms:      e.Confirms,
		Refutes:       e.Refutes,
		Settings:      h.Settings,
		Machine:       h.Machine,
		Date:          h.Date,
		Seconds:       r.seconds,
		Cases:         len(r.seen),
		Samples:       len(r.table.Rows),
		Table:         r.table,
	}
}

// Judge fills in what the experiment sees in the samples of res. A finding or a figure
// that cannot be shown is an error, and so is a panic of the experiment.
func (res *Result) Judge(e Experiment) error {
	return guarded(e.ID, func() error { return res.judge(e) })
}

func (res *Result) judge(e Experiment) error {
	res.Figures = []Figure{}
	if what := e.unfit(res.Table); what != "" {
		res.Finding = Undecided("%s", what)
		return nil
	}
	res.Finding = e.Judge(res.Table).settled()
	if what := e.lacks(res.Table); what != "" && res.Finding.Verdict == Confirmed {
		res.Finding.Verdict = Inconclusive
		res.Finding.Reason = what + " Of the others: " + res.Finding.Reason
	}
	if err := res.Finding.check(); err != nil {
		return err
	}
	if e.Plot == nil {
		return nil
	}
	for _, f := range e.Plot(res.Table) {
		if err := f.check(); err != nil {
			return err
		}
		res.Figures = append(res.Figures, f.drawable())
	}
	return nil
}

// write writes the samples, and then what says that they are complete.
func (res Result) write(dir string) error {
	var csv strings.Builder
	if err := res.Table.WriteCSV(&csv); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, res.ID+".csv"), []byte(csv.String())); err != nil {
		return err
	}
	text, err := json.MarshalIndent(res, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, res.ID+".json"), append(text, '\n'))
}

// writeFile replaces the file as a whole, or leaves it as it was.
func writeFile(name string, data []byte) error {
	tmp := name + ".tmp"
	if err := os.WriteFile(tmp, data, 0o666); err != nil {
		return err
	}
	return os.Rename(tmp, name)
}

// ReadResult reads the result of an experiment, with its samples.
func ReadResult(dir, id string) (Result, error) {
	name := filepath.Join(dir, id+".json")
	text, err := os.ReadFile(name)
	if err != nil {
		return Result{}, err
	}
	var res Result
	if err := json.Unmarshal(text, &res); err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, err)
	}
	if res.SchemaVersion != SchemaVersion || res.ID != id {
		return Result{}, fmt.Errorf("%s: not a result of version %d of %s", name, SchemaVersion, id)
	}
	csv, err := os.Open(filepath.Join(dir, id+".csv"))
	if err != nil {
		return Result{}, err
	}
	defer csv.Close()
	if res.Table, err = ReadCSV(csv); err != nil {
		return Result{}, fmt.Errorf("%s: %w", csv.Name(), err)
	}
	if n := len(res.Table.Rows); n != res.Samples {
		return Result{}, fmt.Errorf("%s: has %d samples, but %s says %d", csv.Name(), n, name, res.Samples)
	}
	return res, nil
}

// ReadResults reads all results in dir: first those of the experiments in order, as
// they stand there, then the other results by their names. No result at all is an error.
func ReadResults(dir string, order []Experiment) ([]Result, error) {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return nil, err
	}
	var found, ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ".json"); ok {
			found = append(found, id)
		}
	}
	for _, e := range order {
		if slices.Contains(found, e.ID) {
			ids = append(ids, e.ID)
		}
	}
	for _, id := range found {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	var out []Result
	for _, id := range ids {
		res, err := ReadResult(dir, id)
		if err != nil {
			return nil, err
		}
		out = append(out, res)
	}
	if out == nil {
		return nil, errors.New(dir + ": no results")
	}
	return out, nil
}
