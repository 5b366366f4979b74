package gotest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/skua-go/skua/cmd/internal/testgroups"
)

// reader returns what reads the output of go test.
func (r *run) reader(sorted bool, plans map[string]testgroups.Plan) func(io.Reader) error {
	l := &learner{
		history: r.history, count: 1, full: r.line.full(), shuffled: r.line.on("shuffle"),
		divided: map[string]bool{}, tests: map[string]map[string]float64{}, cached: map[string]bool{},
	}
	if text, ok := r.line.value("count"); ok {
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			l.count = float64(n)
		}
	}
	for _, p := range r.listed {
		_, l.divided[p.path] = plans[p.dir]
	}
	if r.line.on("json") {
		return func(out io.Reader) error {
			return r.lines(out, func(line []byte) error {
				l.json(line)
				_, err := r.Stdout.Write(line)
				return err
			})
		}
	}
	packages := r.listed
	if !sorted {
		packages = nil
	}
	o := newOrder(r.Stdout, packages)
	return func(out io.Reader) error {
		err := r.lines(out, func(line []byte) error {
			last := l.text(line)
			if !sorted {
				o.print(line)
			} else {
				o.line(line, last)
			}
			return o.err
		})
		return errors.Join(err, o.end())
	}
}

// lines calls f for each line, of which the last may have no end.
func (r *run) lines(out io.Reader, f func(line []byte) error) error {
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			r.mu.Lock()
			err = errors.Join(err, f(line))
			r.mu.Unlock()
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// report takes the report of a package that ran in groups.
func (r *run) report(dir string, report testgroups.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.listed {
		if p.dir != dir {
			continue
		}
		h := r.history.of(p.path)
		switch {
		case report.Clash:
			h.Shuffled = 0
			r.Note(fmt.Sprintf("%s failed in groups and passed whole, so its tests clash, or fail now and then: the group was %s",
				p.path, strings.Join(report.Failed, " ")))
		case len(report.Failed) == 0 && r.line.full():
			h.Seconds = report.Seconds
			if !r.line.on("v") && !r.line.on("json") { // else the output tells the seconds of tests
				h.Tests = report.Tests
			}
		}
	}
}
