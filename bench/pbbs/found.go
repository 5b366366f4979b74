package main

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// twin is the name of the way that is serial.
const twin = "twin"

// A found is what a run found.
type found struct {
	Machine   gauge.Machine `json:"machine"`
	Date      time.Time     `json:"date"`
	Command   string        `json:"command"`
	Workers   int           `json:"workers"`
	Rounds    int           `json:"rounds"`
	LoadAfter string        `json:"load_after,omitempty"`
	Rayon     string        `json:"rayon,omitempty"`    // its version
	NoRayon   string        `json:"no_rayon,omitempty"` // why it was not run
	Rows      []*row        `json:"rows"`
}

// A row is a problem.
type row struct {
	Benchmark string     `json:"benchmark"`
	Input     string     `json:"input"`
	Size      int        `json:"size"`
	Elided    bool       `json:"elided,omitempty"` // the twin is the algorithm by plain calls
	Free      []float64  `json:"free"`             // the share of the processors before each round
	Ways      []*samples `json:"ways"`             // the twin first
}

// A samples is what one way took, in the order of the rounds.
type samples struct {
	Name      string    `json:"name"`
	Seconds   []float64 `json:"seconds"`
	CPU       []float64 `json:"cpu,omitempty"` // seconds of all processors, where the system tells
	Allocated []uint64  `json:"allocated"`     // bytes
	GCs       []uint32  `json:"gcs"`
	PeakHeap  uint64    `json:"peak_heap"` // bytes beyond the input, in a turn of its own
}

func newFound(args []string, o options) *found {
	return &found{
		Machine: gauge.ThisMachine(), Date: time.Now().UTC().Truncate(time.Second),
		Command: strings.TrimSpace("go run ./" + command + " " + strings.Join(args, " ")),
		Workers: o.workers, Rounds: o.rounds,
	}
}

func (f *found) save(name string) error {
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

// load reads what save stored.
func load(name string) (*found, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f := new(found)
	return f, json.Unmarshal(text, f)
}

// of returns the samples of a way, or nil.
func (r *row) of(name string) *samples {
	for _, s := range r.Ways {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// ratios are the times of one way to those of another in the same rounds.
func (r *row) ratios(a, b string) []float64 {
	x, y := r.of(a), r.of(b)
	if x == nil || y == nil {
		return nil
	}
	return quotients(x.Seconds, y.Seconds)
}

// quotients are those of as many numbers as both have.
func quotients(x, y []float64) []float64 {
	out := make([]float64, min(len(x), len(y)))
	for k := range out {
		out[k] = x[k] / y[k]
	}
	return out
}

// names are the schedulers that were measured, in the order of their first rows.
func (f *found) names() (names []string) {
	for _, r := range f.Rows {
		for _, s := range r.Ways[1:] {
			if !slices.Contains(names, s.Name) {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// goes are those of the names that run in this process.
func (f *found) goes() []string {
	return slices.DeleteFunc(f.names(), func(n string) bool { return n == rayonName })
}

// free is the median share of the processors that the process had.
func (f *found) free() float64 {
	var all []float64
	for _, r := range f.Rows {
		all = append(all, r.Free...)
	}
	return gauge.Median(all)
}

// quiet is the share of the processors that a run needs for its times to count, as in the laboratory.
const quiet = 0.75

// loaded reports whether other programs ran: the process had too little of the processors, or as many
// other threads as there are processors were ready to run before.
func (f *found) loaded() bool {
	first, _, _ := strings.Cut(f.Machine.Load, " ")
	load, err := strconv.ParseFloat(first, 64)
	return f.free() < quiet || err == nil && load >= float64(f.Machine.Cores)
}

func median[N uint64 | uint32](v []N) float64 {
	f := make([]float64, len(v))
	for k, x := range v {
		f[k] = float64(x)
	}
	return gauge.Median(f)
}

// geometric is the geometric mean.
func geometric(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(v)))
}
