package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/skua-go/skua/verify/overlay"
)

// woven are the packages that run under the explorer.
var woven = []string{".", "verify/scenario", "internal/crew", "internal/fork", "internal/loop", "internal/loop/tray", "internal/spawn", "internal/sched", "internal/sleep", "internal/park", "internal/line", "deque", "classic", "internal/indices", "internal/roster", "internal/tally", "internal/views/left", "internal/event", "internal/tracer", "span", "cluster/shm"}

// wish is what to run.
type wish struct {
	stages, faults bool
	name           *regexp.Regexp
	in             []string // packages that faults are planted in; all if empty
	times          float64  // of the time that each exploration has
}

func main() {
	stages := flag.Bool("stages", false, "run the stages only")
	faults := flag.Bool("faults", false, "plant the faults only")
	match := flag.String("match", "", "only stages and faults whose name matches this `pattern`")
	in := flag.String("in", "", "only faults in these `packages`, separated by commas, as in deque,internal/sleep")
	times := flag.Float64("times", 1, "give each exploration so many `times` its time")
	mapped := flag.Bool("map", false, "print the map from invariants to the faults that break them and the scenarios that find these, and end")
	flag.Parse()
	if *mapped {
		text, err := drawn(".")
		fmt.Print(text)
		exitWith(err)
	}
	exitWith(run(*stages, *faults, *match, *in, *times))
}

func exitWith(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func run(stages, faults bool, match, in string, times float64) error {
	w := wish{stages: stages || !faults, faults: faults || !stages, times: times}
	var err error
	if w.name, err = regexp.Compile(match); err != nil {
		return fmt.Errorf("-match: %w", err)
	}
	if !(times > 0 && times <= 1000) {
		return fmt.Errorf("-times %v: want more than 0, and 1000 at most", times)
	}
	if in != "" {
		w.in = strings.Split(in, ",")
	}
	dir, err := os.MkdirTemp("", "skua-explore")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return w.check(dir)
}

func (w wish) check(dir string) error {
	var jobs []func() result
	if w.stages {
		jobs = w.runs(dir)
	}
	clean := len(jobs)
	if w.faults {
		planted, err := w.plants(dir)
		if err != nil {
			return err
		}
		jobs = append(jobs, planted...)
	}
	if len(jobs) == 0 {
		return errors.New("no stage and no fault is as asked for; go run ./verify/weave -list names the faults")
	}
	missed := 0
	for r := range inTurn(jobs) {
		fmt.Print(r.text)
		if r.err != nil {
			return r.err
		}
		if r.missed {
			missed++
		}
	}
	if planted := len(jobs) - clean; planted > 0 {
		fmt.Printf("%d faults planted, %d found\n", planted, planted-missed)
	}
	if missed > 0 {
		return fmt.Errorf("%d faults were not found", missed)
	}
	return nil
}

// weave writes an overlay and returns its file.
func weave(dir string, patches []overlay.Patch, choices [][]overlay.Patch) (string, error) {
	small, err := overlay.Named(overlay.Small)
	if err != nil {
		return "", err
	}
	return overlay.Write(dir, overlay.Options{
		Root:     ".",
		Packages: woven,
		Patches:  append(small[:len(small):len(small)], patches...),
		Choices:  choices,
	})
}
