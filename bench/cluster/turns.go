package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// A found is what a run found.
type found struct {
	Machine   gauge.Machine `json:"machine"`
	Date      time.Time     `json:"date"`
	Command   string        `json:"command"`
	Turns     int           `json:"turns"`
	LoadAfter string        `json:"load_after,omitempty"`
	Rows      []*row        `json:"rows"`
	Published []published   `json:"published"`
}

// A row is one way with its samples, or why it has none.
type row struct {
	Name    string   `json:"name"`
	Keeps   string   `json:"keeps"`
	Samples []sample `json:"samples,omitempty"`
	Cannot  string   `json:"cannot,omitempty"`
	way     way
}

// measure takes a sample of each way in turn, and again, so that what disturbs the
// machine disturbs all ways alike.
func measure(ctx context.Context, o options, progress io.Writer) (*found, error) {
	f := &found{
		Machine: gauge.ThisMachine(), Date: time.Now().UTC().Truncate(time.Second),
		Command: "go run ./bench/cluster " + strings.Join(os.Args[1:], " "),
		Turns:   o.turns, Published: []published{hyperQueue},
	}
	for _, w := range ways {
		if o.only.MatchString(w.name) {
			f.Rows = append(f.Rows, &row{Name: w.name, Keeps: w.keeps, way: w})
		}
	}
	if len(f.Rows) == 0 {
		return nil, usage{fmt.Errorf("-only %q: it is in no way's name", o.only)}
	}
	for turn := range o.turns {
		for _, r := range f.Rows {
			if r.Cannot != "" {
				continue
			}
			s, err := r.take(ctx, o)
			if c, ok := errors.AsType[cannot](err); ok {
				r.Cannot = c.Error()
				fmt.Fprintf(progress, "%s: left out: %s\n", r.Name, r.Cannot)
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.Name, err)
			}
			r.Samples = append(r.Samples, s)
			fmt.Fprintf(progress, "turn %d of %d: %s: %.2f µs a task\n", turn+1, o.turns, r.Name, s.nanoseconds()/1000)
		}
	}
	f.LoadAfter = gauge.ThisMachine().Load
	return f, nil
}

// take runs the process of one sample.
func (r *row) take(ctx context.Context, o options) (s sample, err error) {
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	late, cancel := context.WithTimeout(ctx, o.deadline)
	defer cancel()
	p := exec.CommandContext(late, self, "sample", "-n", strconv.Itoa(r.way.tasks(o.tasks)), "-trips", strconv.Itoa(o.trips), r.Name)
	p.Cancel = func() error { return p.Process.Signal(syscall.SIGTERM) } // it ends its own helpers
	p.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	p.Stdout, p.Stderr = &stdout, &stderr
	err = p.Run()
	switch exit, ok := errors.AsType[*exec.ExitError](err); {
	case ctx.Err() != nil:
		return s, context.Cause(ctx)
	case late.Err() != nil:
		return s, fmt.Errorf("not done after %v", o.deadline)
	case ok && exit.ExitCode() == exitCannot:
		return s, cannot{errors.New(lastWords(stderr.String()))}
	case err != nil:
		return s, fmt.Errorf("%w: %s", err, lastWords(stderr.String()))
	}
	return s, json.Unmarshal(stdout.Bytes(), &s)
}

func (f *found) save(name string) error {
	text, err := json.MarshalIndent(f, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}
