package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// counting is an experiment of n cases that says which of them it measured.
func counting(measured *[]int, before func(i int) error) Experiment {
	return Experiment{
		ID:     "counting",
		Source: "[HS02] Section 0",
		Claim:  "All is well.",
		Params: []Param{{Name: "cases", Doc: "how many", Quick: []int{4}, Full: []int{6}}},
		Run: func(ctx context.Context, r *Runner) error {
			r.Expect(r.Int("cases"))
			for i := range r.Int("cases") {
				err := r.Case(ctx, Row{"i": i, "kind": "new"}, func() ([]Row, error) {
					*measured = append(*measured, i)
					if before != nil {
						if err := before(i); err != nil {
							return nil, err
						}
					}
					return []Row{{"random": r.Rand(Row{"i": i}).Float64()}, {"even": i%2 == 0, "word": "a, \"b\"\n"}}, nil
				})
				if err != nil {
					return err
				}
			}
			return nil
		},
		Judge: func(t *Table) Finding { return Judged(len(t.Rows) > 0, "There are %d rows.", len(t.Rows)) },
		Plot: func(t *Table) []Figure {
			return []Figure{{Title: "Random", X: "i", Y: "number", Kind: Points, Series: []Series{
				{Name: "one", X: t.Values("i"), Y: t.Floats("random")}}}}
		},
	}
}

func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	var measured []int
	var heard []string
	o := Options{Quick: true, Seed: 7, Dir: dir, Progress: func(p Progress) { heard = append(heard, fmt.Sprint(p)) }}
	e := counting(&measured, nil)
	res, err := Run(t.Context(), e, o)
	if err != nil {
		t.Fatal(err)
	}
	if want := "{counting i=1 kind=new 2 4 false}"; len(heard) != 4 || heard[1] != want {
		t.Errorf("the progress is %q, want %q second of 4", heard, want)
	}
	if res.Finding.Verdict != Confirmed || res.Cases != 4 || res.Samples != 8 || len(res.Figures) != 1 {
		t.Errorf("the result is %+v", res)
	}
	if want := []Setting{{"cases", "how many", []int{4}}}; !reflect.DeepEqual(res.Settings.Params, want) || res.Settings.Seed != 7 {
		t.Errorf("the settings are %+v, want %+v and the seed", res.Settings, want)
	}
	read, err := ReadResults(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(read) != 1 || !reflect.DeepEqual(read[0], res) {
		t.Errorf("written was\n%+v %+v\nread\n%+v %+v", res, res.Table, read, read[0].Table)
	}
	res.Seconds = 0
	again, err := Run(t.Context(), e, Options{Quick: true, Seed: 7})
	again.Seconds, again.Date, again.Machine = 0, res.Date, res.Machine
	if err != nil || !reflect.DeepEqual(again, res) {
		t.Errorf("the same seed gave %+v and %+v, %v", again.Table, res.Table, err)
	}
}

// TestRun_resumes ends a run in each case, by its context or by a failure, and
// wants the rest of the cases, and they alone, from the next run.
func TestRun_resumes(t *testing.T) {
	for stop := range 4 {
		for _, how := range []string{"cancel", "error", "panic", "killed"} {
			dir := t.TempDir()
			var measured []int
			o := Options{Quick: true, Seed: 3, Dir: dir}
			ctx, cancel := context.WithCancel(t.Context())
			_, err := Run(ctx, counting(&measured, func(i int) error {
				switch {
				case i != stop:
				case how == "cancel":
					cancel()
				case how == "panic":
					panic("planted")
				default:
					return errors.New("planted")
				}
				return nil
			}), o)
			cancel()
			if err == nil || how == "cancel" != errors.Is(err, context.Canceled) ||
				how != "cancel" && !strings.Contains(err.Error(), "planted") {
				t.Fatalf("%s in case %d: the error is %v", how, stop, err)
			}
			if _, err := ReadResults(dir, nil); err == nil {
				t.Errorf("%s in case %d: there is a result", how, stop)
			}
			if how == "killed" {
				appendTo(t, filepath.Join(dir, "counting.ndjson"), `{"case":"i=0 kind=new","rows":[{"random":`)
			}
			e := counting(&measured, nil)
			if n, err := Saved(e, o); n != stop || err != nil {
				t.Errorf("%s in case %d: %d are saved, %v", how, stop, n, err)
			}
			measured = nil
			var fromFile int
			o.Progress = func(p Progress) {
				if p.Saved {
					fromFile++
				}
			}
			res, err := Run(t.Context(), e, o)
			if err != nil {
				t.Fatal(err)
			}
			if want := []int{0, 1, 2, 3}[stop:]; !slices.Equal(measured, want) || fromFile != stop {
				t.Errorf("%s in case %d: then measured were %v, want %v", how, stop, measured, want)
			}
			whole := quickRunSeed(t, counting(new([]int), nil), 3)
			if !reflect.DeepEqual(res.Table, whole.Table) {
				t.Errorf("%s in case %d: the table is %v, want %v", how, stop, res.Table, whole.Table)
			}
		}
	}
}

func quickRunSeed(t *testing.T, e Experiment, seed uint64) Result {
	t.Helper()
	res, err := Run(t.Context(), e, Options{Quick: true, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func appendTo(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestRun_other: cases of another run are not mixed in, and not lost unless asked.
func TestRun_other(t *testing.T) {
	dir := t.TempDir()
	var measured []int
	e := counting(&measured, nil)
	o := Options{Quick: true, Seed: 1, Dir: dir}
	if _, err := Run(t.Context(), e, o); err != nil {
		t.Fatal(err)
	}
	for says, other := range map[string]Options{
		"seed 1 there, 2 here":         {Quick: true, Seed: 2, Dir: dir},
		"quick true there, false here": {Seed: 1, Dir: dir},
	} {
		measured = nil
		_, err := Run(t.Context(), e, other)
		_, errSaved := Saved(e, other)
		if !errors.Is(err, ErrOther) || !errors.Is(errSaved, ErrOther) || measured != nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: the errors are %v and %v, measured was %v; want ErrOther", other, err, errSaved, measured)
		}
		if n, err := Saved(e, o); n != 4 || err != nil {
			t.Errorf("then %d cases are saved, %v", n, err)
		}
	}
	fresh := Options{Seed: 1, Dir: dir, Fresh: true}
	if res, err := Run(t.Context(), e, fresh); err != nil || len(measured) != 6 || res.Cases != 6 {
		t.Errorf("a fresh run: measured %v, %v", measured, err)
	}
	if n, err := Saved(e, Options{Seed: 1, Dir: dir}); n != 6 || err != nil {
		t.Errorf("after a fresh run %d cases are saved, %v", n, err)
	}
}

// TestRun_refuses has the mistakes of experiments.
func TestRun_refuses(t *testing.T) {
	with := func(change func(*Experiment)) Experiment {
		e := counting(new([]int), nil)
		change(&e)
		return e
	}
	oneCase := func(key Row, rows ...Row) func(context.Context, *Runner) error {
		return func(ctx context.Context, r *Runner) error {
			err := r.Case(ctx, key, func() ([]Row, error) { return rows, nil })
			if err == nil && rows == nil {
				err = r.Case(ctx, key, func() ([]Row, error) { return rows, nil })
			}
			return err
		}
	}
	nan := func() float64 { z := 0.0; return z / z }()
	for want, e := range map[string]Experiment{
		"same case twice":   with(func(e *Experiment) { e.Run = oneCase(Row{"a": 1}) }),
		"column x is NaN":   with(func(e *Experiment) { e.Run = oneCase(Row{"a": 1}, Row{"x": nan}) }),
		`text that reads "`: with(func(e *Experiment) { e.Run = oneCase(Row{"a": 1}, Row{"x": "1e3"}) }),
		"not struct {}":     with(func(e *Experiment) { e.Run = oneCase(Row{"a": 1}, Row{"x": struct{}{}}) }),
		"no parameter":      with(func(e *Experiment) { e.Params = nil }),
		`the verdict ""`:    with(func(e *Experiment) { e.Judge = func(*Table) Finding { return Finding{} } }),
		"index out of":      with(func(e *Experiment) { e.Judge = func(t *Table) Finding { return Undecided("%v", t.Rows[99]) } }),
		"not as many of x": with(func(e *Experiment) {
			e.Plot = func(*Table) []Figure {
				return []Figure{{Title: "t", X: "x", Y: "y", Kind: Lines, Series: []Series{{Y: []float64{1}}}}}
			}
		}),
	} {
		_, err := Run(t.Context(), e, Options{Quick: true, Dir: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "counting: ") {
			t.Errorf("the error is %v, want %q in it", err, want)
		}
	}
}
