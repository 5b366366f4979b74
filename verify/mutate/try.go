package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"
)

// lab tries mutants of the module in root; files go to dir.
type lab struct {
	ctx    context.Context // its end ends what runs
	root   string
	dir    string
	plan   func(pkg string) []stage
	budget time.Duration // of one mutant: no stage begins later
	log    io.Writer

	clean map[build]string // hashes of the clean tree's binaries
	took  map[string]time.Duration

	broken map[string][]string // patterns of tests that fail on the clean tree, by stage
}

func newLab(ctx context.Context, root, dir string, plan func(string) []stage, budget time.Duration, log io.Writer) *lab {
	return &lab{ctx: ctx, root: root, dir: dir, plan: plan, budget: budget, log: log,
		clean: map[build]string{}, took: map[string]time.Duration{}, broken: map[string][]string{}}
}

// The verdicts.
const (
	killed   = "killed"
	survived = "survived"
	same     = "same"    // every binary is that of the clean tree
	invalid  = "invalid" // does not compile
)

// Result is what became of a mutant.
type Result struct {
	Mutant
	Verdict string  `json:"verdict"`
	Stage   string  `json:"stage,omitempty"` // that killed it, or the last that did not
	By      string  `json:"by,omitempty"`    // the test that failed
	Seconds float64 `json:"seconds"`
}

// measure runs a stage on the clean tree, unless that has been done: it shows how long it
// takes.
func (l *lab) measure(s stage) error {
	if _, known := l.took[s.name]; known {
		return nil
	}
	bin, message, err := l.compile(nil, s.build)
	if err != nil || message != "" {
		return fmt.Errorf("%s: the clean tree does not compile: %v\n%s", s.name, err, message)
	}
	if l.took[s.name], err = l.passes(bin, s); err != nil {
		return err
	}
	l.clean[s.build] = bin.hash
	fmt.Fprintf(l.log, "clean %-24s %6.1f s\n", s.name, l.took[s.name].Seconds())
	return nil
}

// passes runs a stage on the clean tree. A test that fails there says nothing about
// mutants: it is left out from then on, and if it has no name the whole stage is.
func (l *lab) passes(bin binary, s stage) (took time.Duration, err error) {
	for range 10 {
		start := time.Now()
		by, _, err := l.run(bin.file, s, firstLimit)
		if err != nil || by == "" {
			return time.Since(start), err
		}
		fmt.Fprintf(l.log, "clean %s: FAILS and is left out: %s\n", s.name, by)
		test, named := testOf(by)
		if !named {
			break
		}
		l.broken[s.name] = append(l.broken[s.name], "^"+test+"$")
	}
	l.broken[s.name] = []string{everything}
	return 0, nil
}

// everything is the pattern that leaves out a stage.
const everything = "."

// firstLimit is for the clean tree; arbitrary.
const firstLimit = 10 * time.Minute

// limit is how long a stage may take before it counts as a hang: three times as long
// as on the clean tree, and room for a machine that has become busy since.
func (l *lab) limit(s stage) time.Duration {
	return (3*l.took[s.name] + 10*time.Second).Round(time.Second)
}

// try takes a mutant through the stages of its package.
func (l *lab) try(m Mutant) (r Result, err error) {
	r = Result{Mutant: m, Verdict: same}
	var spent time.Duration
	defer func() { r.Seconds = float64(spent.Milliseconds()) / 1000 }()
	var last build
	var bin binary
	for _, s := range l.plan(m.Package()) {
		if r.Verdict == survived && spent > l.budget {
			break
		}
		if err := l.measure(s); err != nil {
			return r, err
		}
		if slices.Contains(l.broken[s.name], everything) {
			continue
		}
		start := time.Now()
		if bin.file == "" || s.build != last {
			var message string
			if bin, message, err = l.compile(&m, s.build); err != nil {
				return r, err
			}
			last = s.build
			if message != "" {
				r.Verdict, r.By = invalid, brief(message)
				return r, nil
			}
		}
		if bin.hash == l.clean[s.build] {
			continue
		}
		by, _, err := l.run(bin.file, s, l.limit(s))
		if err != nil {
			return r, err
		}
		spent += time.Since(start)
		r.Verdict, r.Stage = survived, s.name
		if by != "" {
			r.Verdict, r.By = killed, by
			return r, nil
		}
	}
	return r, nil
}
