package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	var l ladder
	flag.StringVar(&l.ledgerFile, "ledger", ".ci/ledger", "the `file` of what passed")
	flag.BoolVar(&l.list, "list", false, "say which steps would run, and run none")
	flag.BoolVar(&l.fresh, "fresh", false, "skip nothing; the night never skips")
	only := flag.String("only", "", "the steps whose name matches this `pattern` alone")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./internal/verify/ladder [flags] landing|night, in the root of a clone")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.Arg(0) == burning {
		spin()
	}
	pattern, err := regexp.Compile(*only)
	if l.only = pattern; err == nil {
		err = l.climb(flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ladder:", err)
		os.Exit(1)
	}
}

// ladder is one run of a rung.
type ladder struct {
	ledgerFile  string
	list, fresh bool
	only        *regexp.Regexp

	tree   *checkout
	ledger *ledger
	order  []string // of the lines in the ledger
	begun  time.Time
	took   time.Duration // of all processors
	lines  []string      // what became of each step, for the end
}

func (l *ladder) climb(args []string) error {
	rungs := map[string]func(*checkout) ([]step, error){"landing": landing, "night": night}
	if len(args) != 1 || rungs[args[0]] == nil {
		return fmt.Errorf("rung %q: want landing or night", args)
	}
	l.fresh = l.fresh || args[0] == "night"
	var err error
	if l.tree, err = open("."); err != nil {
		return err
	}
	if l.ledger, err = readLedger(l.ledgerFile); err != nil {
		return err
	}
	steps, err := rungs[args[0]](l.tree)
	if err != nil {
		return err
	}
	all, err := night(l.tree)
	if err != nil {
		return err
	}
	for _, s := range all {
		l.order = append(l.order, s.name)
	}
	l.begun = time.Now()
	var failures []error
	for _, s := range steps {
		if !l.only.MatchString(s.name) {
			continue
		}
		if err := l.step(s); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", s.name, err))
			if !l.fresh {
				break
			}
		}
	}
	if !l.list {
		l.lines = append(l.lines, fmt.Sprintf("%6.0f %6.0f  in all", time.Since(l.begun).Seconds(), l.took.Seconds()))
	}
	fmt.Printf("\n== seconds of each step, and of processors\n%s\n", strings.Join(l.lines, "\n"))
	return errors.Join(failures...)
}

// step runs a step, unless it passed with what it depends on.
func (l *ladder) step(s step) error {
	hash := ""
	if !s.always() {
		files, err := l.tree.inputs(s)
		if err != nil {
			return err
		}
		if hash, err = l.tree.hash(files, runtime.Version(), runtime.GOARCH, s.command, s.env, s.also); err != nil {
			return err
		}
		if e, ok := l.ledger.entries[s.name]; ok && e.hash == hash && !l.fresh {
			l.lines = append(l.lines, fmt.Sprintf("     -      -  %s: passed on %s with the same %d files", s.name, e.date, len(files)))
			return nil
		}
	}
	if l.list {
		l.lines = append(l.lines, fmt.Sprintf("               %s: %s", s.name, s.command))
		return nil
	}
	fmt.Printf("\n== %s (%.0f s so far)\n%s\n", s.name, time.Since(l.begun).Seconds(), s.command)
	start, took := time.Now(), time.Duration(0)
	err := install(s.needed())
	if err == nil && s.busy {
		var quiet func()
		quiet, err = burn(4)
		defer quiet()
	}
	if err == nil {
		took, err = l.run(s)
	}
	l.took += took
	seconds := fmt.Sprintf("%.0f", time.Since(start).Seconds())
	word := ""
	if err != nil {
		word = ": FAILED"
	}
	l.lines = append(l.lines, fmt.Sprintf("%6s %6.0f  %s%s", seconds, took.Seconds(), s.name, word))
	if err != nil || s.always() {
		return err
	}
	l.ledger.entries[s.name] = entry{hash, time.Now().Format(time.DateOnly), seconds, processor()}
	return l.ledger.write(l.order)
}

// run runs the command of a step, and returns what that took of all processors.
func (l *ladder) run(s step) (time.Duration, error) {
	env := strings.Fields(s.env)
	words := strings.Fields(s.command)
	if s.code != "" && strings.HasPrefix(s.command, "go test ") {
		packages, err := l.tree.packages(s.code)
		if err != nil {
			return 0, err
		}
		for i, dir := range packages {
			packages[i] = "./" + filepath.ToSlash(dir)
		}
		return goTest(env, slices.Concat(words[2:], packages))
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var said bytes.Buffer
	cmd.Stdout = io.MultiWriter(os.Stdout, &said)
	cmd.Stderr = cmd.Stdout
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, tail(said.String()))
	}
	return busy(cmd), err
}

// busy is what a command, and those that it waited for, took of all processors: on a busy machine it
// says more than the clock.
func busy(cmd *exec.Cmd) time.Duration {
	if cmd.ProcessState == nil {
		return 0
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// tail returns the last lines that a command wrote, without those of packages that passed: only the
// end of what CI says may be kept.
func tail(said string) string {
	lines := slices.DeleteFunc(strings.Split(said, "\n"), func(line string) bool {
		return strings.HasPrefix(line, "ok ") || strings.HasPrefix(line, "?")
	})
	return strings.Join(lines[max(0, len(lines)-200):], "\n")
}
