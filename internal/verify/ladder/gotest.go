package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

// maySkip is what a test may skip for, even here: what the race detector or -short leaves to another
// step, what the explorer alone can run, and what no installation brings to a machine.
var maySkip = regexp.MustCompile(`race detector|-short|make explore|needs (network namespaces|tmpfs)`)

// testEvent is a line of go test -json.
type testEvent struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// verdict is what a stream of events says.
type verdict struct {
	passed, failed, skipped int      // tests that have no tests in them counted too
	bad                     []string // what failed, and skips that are not allowed: their output
	out                     io.Writer
	wrote                   map[string]*strings.Builder // of a package and a test that runs
}

// judge reads events and prints a line for each package as it ends.
func judge(events io.Reader, out io.Writer) (*verdict, error) {
	v := &verdict{out: out, wrote: map[string]*strings.Builder{}}
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e testEvent
			if json.Unmarshal([]byte(line), &e) != nil {
				e = testEvent{Action: "build-output", Output: line} // the go command's own words
			}
			v.see(e)
		}
		if err == io.EOF {
			return v, nil
		}
		if err != nil {
			return v, err
		}
	}
}

func (v *verdict) see(e testEvent) {
	if e.ImportPath != "" {
		e.Package = e.ImportPath
	}
	key := e.Package + "\x00" + e.Test
	said := v.wrote[key]
	if said == nil {
		said = new(strings.Builder)
		v.wrote[key] = said
	}
	switch e.Action {
	case "output", "build-output":
		said.WriteString(e.Output)
		return
	case "build-fail":
		v.bad = append(v.bad, fmt.Sprintf("--- does not build: %s\n%s", e.Package, said))
	case "fail":
		v.failed++
		v.bad = append(v.bad, fmt.Sprintf("--- failed: %s %s\n%s", e.Package, e.Test, said))
	case "skip":
		if e.Test != "" {
			v.skipped++
			if !maySkip.MatchString(said.String()) {
				v.bad = append(v.bad, fmt.Sprintf("--- skipped, which no test may here: %s %s\n%s", e.Package, e.Test, said))
			}
		}
	case "pass":
		if e.Test != "" {
			v.passed++
		}
	default:
		return
	}
	if e.Test == "" && e.Action != "skip" && e.Action != "build-fail" {
		fmt.Fprintf(v.out, "%-5s %7.1f s  %s\n", e.Action, e.Elapsed, strings.TrimPrefix(e.Package, module+"/"))
	}
	delete(v.wrote, key)
}

// goTest runs go test with these arguments behind it, and returns what that took of all processors. It
// fails if a test fails, if one skips that may not, or if none ran.
func goTest(env, args []string) (time.Duration, error) {
	cmd := exec.Command("go", slices.Concat([]string{"test", "-json"}, args)...)
	cmd.Env = append(os.Environ(), env...)
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() {
		ended <- cmd.Wait()
		in.Close()
	}()
	v, err := judge(out, os.Stdout)
	if err != nil {
		return 0, err
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", v.passed, v.failed, v.skipped)
	err = v.end(<-ended)
	return busy(cmd), err
}

// end is the outcome, if go test ended so.
func (v *verdict) end(err error) error {
	switch {
	case len(v.bad) > 0:
		return fmt.Errorf("go test:\n%s", strings.Join(v.bad, "\n"))
	case err != nil:
		var left strings.Builder
		for _, said := range v.wrote {
			left.WriteString(said.String())
		}
		return fmt.Errorf("go test: %w\n%s", err, left.String())
	case v.passed == 0:
		return errors.New("go test: no test ran")
	}
	return nil
}
