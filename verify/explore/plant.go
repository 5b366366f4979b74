package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/skua-go/skua/verify/overlay"
)

// works are the steps of each exploration that looks for a fault, in turn until one finds it: most are found
// at once, but a test may have explorations before the one that can see the fault. The race engine has a
// tenth of them. All faults but left-to-a-free-token are found within 4,000,000.
var works = []int{40_000, 400_000, 4_000_000, 40_000_000}

// plants are the jobs that plant the wanted faults.
func (w wish) plants(dir string) ([]func() result, error) {
	wanted := map[string]func() result{}
	small, err := overlay.Named(overlay.Small)
	if err != nil {
		return nil, err
	}
	programs, err := overlay.Programs(".", small, overlay.Faults)
	if err != nil {
		return nil, err
	}
	for i, p := range programs {
		built := sync.OnceValues(func() (program string, err error) {
			program, err = build(filepath.Join(dir, fmt.Sprint("program", i)), p)
			if err == nil && len(p.Patches) == 0 { // which are in all of the program
				err = sound(program, p.Faults[0], w.times)
			}
			return program, err
		})
		for j, f := range p.Faults {
			wanted[f.Name] = func() result { return plant(built, j+1, f, w.times) }
		}
	}
	var jobs []func() result
	for _, f := range overlay.Faults {
		if w.name.MatchString(f.Name) && (w.in == nil || slices.Contains(w.in, f.In())) {
			jobs = append(jobs, wanted[f.Name])
		}
	}
	return jobs, nil
}

// plant runs the tests that must find the fault: in the program that is built, the fault of this number.
func plant(built func() (string, error), number int, f overlay.Fault, times float64) result {
	program, err := built()
	if err != nil {
		return result{err: fmt.Errorf("fault %s: %w", f.Name, err)}
	}
	start := time.Now()
	out, err := look(program, number, f, times)
	word := "MISSED"
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		m := failure.FindStringSubmatch(out)
		if m == nil {
			return result{text: out, err: fmt.Errorf("fault %s: no exploration failed, but its tests did: %w", f.Name, err)}
		}
		word = "found: " + m[1]
	} else if err != nil {
		return result{text: out, err: fmt.Errorf("fault %s: %w", f.Name, err)}
	}
	line := fmt.Sprintf("fault %-30s %5.1fs  %s\n", f.Name, time.Since(start).Seconds(), word)
	return result{text: line, missed: word == "MISSED"}
}

// look returns what the tests print when they find the fault, and how they end.
func look(program string, number int, f overlay.Fault, times float64) (out string, err error) {
	for _, work := range works {
		if out, err = try(program, number, f, work, times); err != nil {
			break
		}
	}
	return out, err
}

// sound is an error if the test of f fails where no fault is chosen: it would find any.
func sound(program string, f overlay.Fault, times float64) error {
	if out, err := try(program, 0, f, works[0], times); err != nil {
		return fmt.Errorf("its test fails without a fault, too: %w\n%s", err, out)
	}
	return nil
}

// try runs the test of f with so much work, where the fault of that number is chosen, or none if it is 0.
func try(program string, number int, f overlay.Fault, work int, times float64) (out string, err error) {
	if f.NeedsRace() {
		work /= 10
	}
	cmd := exec.Command(program, "-test.failfast", "-test.timeout=2h", "-test.run=TestExplore"+f.Test)
	cmd.Dir = f.Package
	cmd.Env = append(os.Environ(), fmt.Sprint(overlay.Chosen, "=", number))
	return output(cmd, scaled(work, times), "")
}

// build returns the tests, as a program, in a build that has the faults.
func build(dir string, p *overlay.Program) (program string, err error) {
	file, err := weave(dir, p.Patches, p.Choices)
	if err != nil {
		return "", err
	}
	program = filepath.Join(dir, "program.test")
	cmd := exec.Command("go", "test", "-c", "-o", program, "-tags", "explore", "-overlay", file, "-vet=off", "-ldflags=-s -w")
	if p.Race {
		cmd.Args = append(cmd.Args, "-race")
	}
	cmd.Args = append(cmd.Args, p.Package)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("does not build: %v\n%s", err, out)
	}
	return program, nil
}

var failure = regexp.MustCompile(`explore: (.*)`)
