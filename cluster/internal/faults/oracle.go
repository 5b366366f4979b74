//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// An effects is the log of executions, seen by all processes.
type effects struct{ path string }

// effectLine is the length of each line, so that the size of the log is its number of lines.
const effectLine = 40

// effect is one execution: "task attempt process.number", padded.
func effect(task string, attempt int, id string) []byte {
	line := fmt.Sprintf("%s %d %s", task, attempt, id)
	return fmt.Appendf(nil, "%-*s\n", effectLine-1, line)
}

// begun returns how many executions have begun.
func (e effects) begun() int {
	info, err := os.Stat(e.path)
	if err != nil {
		return 0
	}
	return int(info.Size() / effectLine)
}

// read returns the executions: by their number the task, and by task how many.
func (e effects) read() (of map[string]string, times map[string]int, err error) {
	b, err := os.ReadFile(e.path)
	if err != nil {
		return nil, nil, err
	}
	of, times = make(map[string]string), make(map[string]int)
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) != 3 || len(line) != effectLine {
			return nil, nil, fmt.Errorf("the log of executions has the line %q", line)
		}
		if of[f[2]] != "" {
			return nil, nil, fmt.Errorf("the log of executions has %s twice", f[2])
		}
		of[f[2]] = f[0]
		times[f[0]]++
	}
	return of, times, nil
}

// A verdict is what the oracle says of a run.
type verdict struct {
	lost, doubled, wrong int
	executions, repeated int // repeated: tasks that ran more than once
	stolen, fenced       int // by the nodes that lived at the end
	problems             []string
}

func (v *verdict) problem(format string, args ...any) {
	if len(v.problems) < 10 {
		v.problems = append(v.problems, fmt.Sprintf(format, args...))
	}
}

func (v verdict) good() bool { return v.lost+v.doubled+v.wrong == 0 && len(v.problems) == 0 }

// judge compares the log with what both readers got. stored is how many results the
// server has.
func judge(tasks int, e effects, first, second string, stored int) (v verdict) {
	of, times, err := e.read()
	if err != nil {
		v.problem("%v", err)
	}
	v.executions = len(of)
	for _, n := range times {
		if n > 1 {
			v.repeated++
		}
	}
	a, b := v.results(first), v.results(second)
	for i := range tasks {
		task := fmt.Sprint(i)
		switch {
		case a[task] == "" || b[task] == "":
			v.lost++
			v.problem("task %s: the readers got %q and %q", task, a[task], b[task])
		case a[task] != b[task]:
			v.doubled++
			v.problem("task %s has two results, %q and %q", task, a[task], b[task])
		case of[a[task]] != task:
			v.wrong++
			v.problem("task %s: its result names the execution %q, which was of task %q", task, a[task], of[a[task]])
		}
	}
	if len(a) != tasks || stored != tasks {
		v.problem("%d results were read and %d are stored, of %d tasks", len(a), stored, tasks)
	}
	return v
}

// agree compares what a reader got before it was killed with what another got.
func (v *verdict) agree(part, whole string) {
	all := v.results(whole)
	for task, id := range v.results(part) {
		if all[task] != id {
			v.doubled++
			v.problem("task %s: a reader that was killed got %q, another got %q", task, id, all[task])
		}
	}
}

// results reads a reader's file: lines "task execution". A reader that did not end may
// have written half of its last line.
func (v *verdict) results(path string) map[string]string {
	out := make(map[string]string)
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		v.problem("%v", err)
	}
	for line := range strings.Lines(string(b)) {
		task, id, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case !strings.HasSuffix(line, "\n"):
		case out[task] != "":
			v.doubled++
			v.problem("a reader got task %s twice", task)
		default:
			out[task] = id
		}
	}
	return out
}
