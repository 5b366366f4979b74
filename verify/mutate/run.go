package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// head keeps the beginning of what is written to it: a mutant may print for ever.
type head struct{ bytes.Buffer }

// headBytes hold a failure and the stacks of its goroutines; arbitrary.
const headBytes = 1 << 18

func (h *head) Write(p []byte) (int, error) {
	h.Buffer.Write(p[:min(len(p), max(headBytes-h.Len(), 0))])
	return len(p), nil
}

// limited runs a program that may map at most that many kilobytes: a mutant may
// allocate for ever. The race detector maps more than any limit.
const limited = `ulimit -v 16000000; exec "$0" "$@"`

// run runs the binary of a stage within the limit. by says which test failed and
// how; it is empty if none did.
func (l *lab) run(bin string, s stage, limit time.Duration) (by, out string, err error) {
	args := append([]string{bin}, s.args...)
	if !s.command {
		args = append(args, "-test.failfast", "-test.timeout="+limit.String(), "-test.skip="+l.skips(s))
	}
	return l.command(args, s, limit)
}

// skips returns the pattern of what a stage leaves out.
func (l *lab) skips(s stage) string {
	patterns := l.broken[s.name]
	if s.skip != "" {
		patterns = append([]string{s.skip}, patterns...)
	}
	return strings.Join(patterns, "|")
}

// testOf returns the test that is to blame, without its subtests.
func testOf(by string) (test string, ok bool) {
	test, _, _ = strings.Cut(strings.TrimPrefix(by, "timeout in "), "/")
	return test, testName.MatchString(test)
}

var testName = regexp.MustCompile(`^(Test|Example|Fuzz)\w*$`)

func (l *lab) command(args []string, s stage, limit time.Duration) (by, out string, err error) {
	if !s.race {
		args = append([]string{"sh", "-c", limited}, args...)
	}
	ctx, cancel := context.WithTimeout(l.ctx, limit+grace)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = filepath.Join(l.root, filepath.FromSlash(s.dir))
	cmd.Env = append(append(os.Environ(), "SKUA_NIGHT=1"), s.env...) // each test in full
	cmd.WaitDelay = grace
	var printed head
	cmd.Stdout, cmd.Stderr = &printed, &printed
	err = cmd.Run()
	out = printed.String()
	if err == nil {
		return "", out, nil
	}
	if l.ctx.Err() != nil {
		return "", out, l.ctx.Err()
	}
	if exit := new(exec.ExitError); !errors.As(err, &exit) && ctx.Err() == nil {
		return "", out, err
	}
	if ctx.Err() != nil {
		return "hang", out, nil
	}
	return blame(out), out, nil
}

// grace is how much later than the test's own timer we end it.
const grace = 5 * time.Second

var (
	failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	runsStill  = regexp.MustCompile(`(?m)^\s*running tests:\n\s*(\S+)`)
	fatal      = regexp.MustCompile(`(?m)^(panic: .*|fatal error: .*|WARNING: DATA RACE)`)
)

// blame says in a few words what a test binary failed of.
func blame(out string) string {
	if strings.Contains(out, "panic: test timed out") {
		by := "timeout"
		if m := runsStill.FindStringSubmatch(out); m != nil {
			by += " in " + m[1]
		}
		return by
	}
	if all := failedTest.FindAllStringSubmatch(out, -1); all != nil {
		return all[len(all)-1][1]
	}
	if m := fatal.FindStringSubmatch(out); m != nil {
		return brief(m[1])
	}
	return "no test, but an exit"
}
