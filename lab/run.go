package lab

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// Options say how to run an experiment.
type Options struct {
	Quick bool   // with the quick values of the parameters, else the full ones
	Seed  uint64 // of all that is random
	Dir   string // where cases and results are kept; "" keeps none
	Fresh bool   // forget the cases that Dir has

	// Progress, if not nil, hears of every case before it is taken.
	Progress func(Progress)
}

// Progress says how far a run is.
type Progress struct {
	ID    string
	Case  string
	N     int  // the case is the Nth
	Of    int  // 0: not known
	Saved bool // it is not measured, but read from Options.Dir
}

// Settings are the values that decide what a run does.
type Settings struct {
	Quick  bool      `json:"quick"`
	Seed   uint64    `json:"seed"`
	Params []Setting `json:"params"`
}

// A Setting is a parameter and the values that it takes in a run.
type Setting struct {
	Name   string `json:"name"`
	Doc    string `json:"doc"`
	Values []int  `json:"values"`
}

func (e Experiment) settings(o Options) Settings {
	s := Settings{Quick: o.Quick, Seed: o.Seed}
	for _, p := range e.Params {
		values := p.Full
		if o.Quick {
			values = p.Quick
		}
		s.Params = append(s.Params, Setting{p.Name, p.Doc, values})
	}
	return s
}

func (e Experiment) header(o Options) journalHeader {
	return journalHeader{SchemaVersion, e.ID, e.settings(o), gauge.ThisMachine(), time.Now().UTC().Truncate(time.Second)}
}

// Saved returns how many cases of the run Dir has. It fails where Run would
// fail, with ErrOther if the directory holds another run.
func Saved(e Experiment, o Options) (cases int, err error) {
	j, err := readJournal(o.Dir, e.header(o), o.Fresh)
	if err != nil {
		return 0, err
	}
	return len(j.saved), nil
}

// Run runs e, or the rest of it if Dir has cases of an interrupted run, judges
// the samples, and writes the result to Dir. When ctx ends it returns the cause;
// the cases that were taken are saved. A panic of the experiment is an error.
func Run(ctx context.Context, e Experiment, o Options) (res Result, err error) {
	j, err := readJournal(o.Dir, e.header(o), o.Fresh)
	if err != nil {
		return Result{}, err
	}
	if err := j.open(); err != nil {
		return Result{}, err
	}
	defer func() { err = cmp.Or(err, j.close()) }()
	r := newRunner(e, o, j)
	if err := guarded(e.ID, func() error { return e.Run(ctx, r) }); err != nil {
		return Result{}, err
	}
	res = e.result(r, j.header)
	if err := res.Judge(e); err != nil {
		return Result{}, err
	}
	if o.Dir != "" {
		err = res.write(o.Dir)
	}
	return res, err
}

func newRunner(e Experiment, o Options, j *journal) *Runner {
	r := &Runner{
		Seed:    o.Seed,
		Quick:   o.Quick,
		Workers: min(runtime.GOMAXPROCS(0), runtime.NumCPU()),
		params:  map[string][]int{},
		table:   &Table{},
		saved:   j.saved,
		seen:    map[string]bool{},
		keep:    j.keep,
	}
	for _, s := range j.header.Settings.Params {
		r.params[s.Name] = s.Values
	}
	r.report = func(name string, saved bool) {
		if o.Progress != nil {
			o.Progress(Progress{e.ID, name, len(r.seen), r.expected, saved})
		}
	}
	return r
}

// guarded calls f and makes an error of a panic, so that the other experiments of
// a long run go on.
func guarded(id string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: panic: %v\n%s", id, p, debug.Stack())
		}
	}()
	if err := f(); err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	return nil
}
