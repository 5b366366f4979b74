package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

// maySkip is what a test may skip for, even here: what the race detector or -short leaves to another
// step, and what the explorer alone can run. For what notHere matches, which no installation brings to a
// machine, it may too, but then the step did not pass as a whole.
var (
	maySkip = regexp.MustCompile(`race detector|-short|make explore`)
	notHere = regexp.MustCompile(`needs (network namespaces|tmpfs|a chroot)`)
)

// testEvent is a line of go test -json.
type testEvent struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// verdict is what a stream of events says.
type verdict struct {
	passed, failed, skipped int
	inPart                  bool     // a test skipped that this machine cannot run
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
			reason := lastWords(said.String())
			v.inPart = v.inPart || notHere.MatchString(reason)
			if !maySkip.MatchString(reason) && !notHere.MatchString(reason) {
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

// lastWords returns the last line that a test wrote, of what is its own.
func lastWords(said string) string {
	last := ""
	for line := range strings.Lines(said) {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "=== ") && !strings.HasPrefix(text, "--- ") {
			last = text
		}
	}
	return last
}

// goTest runs go test with these arguments behind it, writes to out, and returns what that took of all
// processors. It fails if a test fails, if one skips that may not, or if none ran.
func goTest(env, args []string, out io.Writer) (took time.Duration, inPart bool, err error) {
	cmd := exec.Command("go", slices.Concat([]string{"test", "-json"}, args)...)
	cmd.Env = env
	events, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	if err := cmd.Start(); err != nil {
		return 0, false, err
	}
	ended := make(chan error, 1)
	go func() {
		ended <- cmd.Wait()
		in.Close()
	}()
	v, err := judge(events, out)
	if err != nil {
		return 0, false, err
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", v.passed, v.failed, v.skipped)
	err = v.end(<-ended)
	return busy(cmd), v.inPart, err
}

// end is the outcome, if go test ended so.
func (v *verdict) end(err error) error {
	for key, said := range v.wrote { // what never ended, and the go command's own words
		if name := strings.TrimPrefix(strings.ReplaceAll(key, "\x00", " "), " "); strings.HasPrefix(said.String(), "=== RUN") || err != nil && said.Len() > 0 {
			v.bad = append(v.bad, fmt.Sprintf("--- has not ended: %s\n%s", name, said))
		}
	}
	switch {
	case len(v.bad) > 0:
		return fmt.Errorf("go test: %v\n%s", err, strings.Join(v.bad, "\n"))
	case err != nil:
		return fmt.Errorf("go test: %w", err)
	case v.passed == 0:
		return errors.New("go test: no test ran")
	}
	return nil
}
