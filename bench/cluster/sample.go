package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"time"
)

// A sample is what one process found of one way.
type sample struct {
	Tasks   int       `json:"tasks"`
	Seconds float64   `json:"seconds"`       // from the first submitted to the last result
	CPU     float64   `json:"cpu,omitempty"` // seconds of processors, of all processes of the sample
	Trips   []float64 `json:"trips"`         // seconds from submit to result of a task that is alone
}

// nanoseconds is how long one of the tasks took.
func (s sample) nanoseconds() float64 { return s.Seconds / float64(s.Tasks) * 1e9 }

// cannot is why a way cannot be measured on this machine.
type cannot struct{ error }

// exitCannot is the exit code of a sample that cannot be taken on this machine.
const exitCannot = 3

// parts are the commands for processes that this program starts.
var parts map[string]func(ctx context.Context, args []string, stdout io.Writer) error

func init() { // parts needs ways, whose processes need parts
	parts = map[string]func(context.Context, []string, io.Writer) error{
		"sample": takeSample,
		"node":   workAsNode,
		"member": workAsMember,
		"redis":  serveRedis,
	}
}

// takeSample measures one way in this process and prints a line of JSON.
func takeSample(ctx context.Context, args []string, stdout io.Writer) error {
	f := flag.NewFlagSet("sample", flag.ContinueOnError)
	tasks, trips := f.Int("n", 1000, "tasks"), f.Int("trips", 10, "tasks alone")
	profile := f.String("profile", "", "store a profile of this process in this `file`")
	if err := f.Parse(args); err != nil {
		return usage{err}
	}
	w, err := findWay(f.Arg(0))
	if err != nil {
		return usage{err}
	}
	if *profile != "" {
		out, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer out.Close()
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	s, err := w.measure(ctx, *tasks, *trips)
	if err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(s)
}

// A runner has n empty tasks run, and returns when their results are there: at once,
// not after it has cleaned up.
type runner func(ctx context.Context, n int) (took time.Duration, err error)

// tripsBound is how long a sample goes on submitting tasks one by one.
const tripsBound = 5 * time.Second

// sampled takes a sample of run, after a warm-up.
func sampled(ctx context.Context, tasks, trips int, run runner) (sample, error) {
	if _, err := run(ctx, max(tasks/10, 1)); err != nil {
		return sample{}, err
	}
	before := processorTime()
	took, err := run(ctx, tasks)
	if err != nil {
		return sample{}, err
	}
	s := sample{Tasks: tasks, Seconds: took.Seconds(), CPU: (processorTime() - before).Seconds()}
	for begun := time.Now(); len(s.Trips) < trips && time.Since(begun) < tripsBound; {
		took, err := run(ctx, 1)
		if err != nil {
			return sample{}, err
		}
		s.Trips = append(s.Trips, took.Seconds())
	}
	return s, nil
}

// wrongCount is the error of a run that got got results instead of want.
func wrongCount(got, want int) error {
	return fmt.Errorf("%d results; want %d", got, want)
}

var errWrong = errors.New("wrong result")
