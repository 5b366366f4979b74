package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	var l ladder
	flag.StringVar(&l.ledgerFile, "ledger", ".ci/ledger", "the `file` of what passed")
	flag.BoolVar(&l.list, "list", false, "say which steps would run, and run none")
	flag.BoolVar(&l.fresh, "fresh", false, "skip nothing; the night never skips")
	only := flag.String("only", "", "the steps whose name matches this `pattern` alone")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./verify/ladder [flags] landing|night, in the root of a clone")
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

	tree  *checkout
	order []string // of the lines in the ledger
	begun time.Time

	mu     sync.Mutex // what follows
	ledger *ledger
	took   time.Duration // of all processors
	lines  []string      // what became of each step, for the end
}

// atATime is how many steps of the landing run at a time. One alone leaves processors idle while it links,
// waits, or has one package left. What the night runs may want all of them.
const atATime = 2

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
	steps = slices.DeleteFunc(steps, func(s step) bool { return !l.only.MatchString(s.name) })
	many := atATime
	if args[0] == "night" || l.list {
		many = 1
	}
	failures := l.all(steps, many)
	if !l.list {
		l.say("%6.0f %6.0f  in all", time.Since(l.begun).Seconds(), l.took.Seconds())
	}
	fmt.Printf("\n== seconds of each step, and of processors\n%s\n", strings.Join(l.lines, "\n"))
	return errors.Join(failures...)
}

// all runs the steps, so many at a time, and prints what each says when it has ended. After a failure it
// begins no other, unless it is to skip nothing.
func (l *ladder) all(steps []step, many int) (failures []error) {
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	errs := make([]error, len(steps))
	for range many {
		group.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(steps) && (!failed.Load() || l.fresh); i = next.Add(1) - 1 {
				var said bytes.Buffer
				err := l.step(steps[i], &said)
				l.mu.Lock()
				os.Stdout.Write(said.Bytes())
				l.mu.Unlock()
				if err != nil {
					failed.Store(true)
					errs[i] = fmt.Errorf("%s: %w", steps[i].name, err)
				}
			}
		})
	}
	group.Wait()
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// hash is of all that a step depends on, and the number of its files. What the night runs has the hash of
// what the landing runs, of which it is more.
func (l *ladder) hash(tree *checkout, s step) (hash string, files int, err error) {
	inputs, err := tree.inputs(s)
	if err != nil {
		return "", 0, err
	}
	hash, err = tree.hash(inputs, runtime.Version(), runtime.GOOS, runtime.GOARCH,
		cmp.Or(s.landing, s.command), s.code, s.env, s.also, maySkip.String())
	return hash, len(inputs), err
}

// step runs a step, unless it passed with what it depends on, and writes what it says to out.
func (l *ladder) step(s step, out io.Writer) error {
	hash, files := "", 0
	if !s.always() {
		var err error
		l.mu.Lock() // the tree computes what it was not asked yet
		hash, files, err = l.hash(l.tree, s)
		e, ok := l.ledger.entries[s.name]
		l.mu.Unlock()
		if err != nil {
			return err
		}
		if ok && e.hash == hash && !l.fresh {
			l.say("     -      -  %s: passed on %s with the same %d files", s.name, e.date, files)
			return nil
		}
	}
	if l.list {
		l.say("               %s: %s", s.name, s.command)
		return nil
	}
	fmt.Fprintf(out, "\n== %s (%.0f s so far)\n%s\n", s.name, time.Since(l.begun).Seconds(), s.command)
	start := time.Now()
	took, inPart, err := l.do(s, out)
	seconds := fmt.Sprintf("%.0f", time.Since(start).Seconds())
	word, whole := "", false
	switch {
	case err != nil:
		word = ": FAILED"
	case inPart:
		word = ": passed, but for what this machine cannot run"
	case !s.always():
		if whole, err = l.unchanged(s, hash); !whole {
			word = ": passed, and a file has changed meanwhile"
		}
	}
	l.say("%6s %6.0f  %s%s", seconds, took.Seconds(), s.name, word)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took += took
	if err != nil || !whole {
		return err
	}
	return l.ledger.note(s.name, entry{hash, time.Now().Format(time.DateOnly), seconds, processor()}, l.order)
}

func (l *ladder) say(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

// unchanged reports whether what a step depends on is still the same after it ran.
func (l *ladder) unchanged(s step, hash string) (bool, error) {
	now, err := open(l.tree.root)
	if err != nil {
		return false, err
	}
	after, _, err := l.hash(now, s)
	return after == hash, err
}

// do installs what a step needs and runs its command.
func (l *ladder) do(s step, out io.Writer) (took time.Duration, inPart bool, err error) {
	if err := install(s.needed(), out); err != nil {
		return 0, false, err
	}
	if s.busy {
		quiet, err := burn(4)
		defer quiet()
		if err != nil {
			return 0, false, err
		}
	}
	env := environ(s)
	words := strings.Fields(s.command)
	if s.code != "" && strings.HasPrefix(s.command, "go test ") {
		packages, err := l.tree.packages(s.code)
		if err != nil {
			return 0, false, err
		}
		for i, dir := range packages {
			packages[i] = "./" + dir
		}
		return goTest(env, slices.Concat(words[2:], packages), out)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = env
	var said bytes.Buffer
	cmd.Stdout = io.MultiWriter(out, &said)
	cmd.Stderr = cmd.Stdout
	err = cmd.Run()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == cannot {
		return busy(cmd), true, nil
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, tail(said.String()))
	}
	return busy(cmd), false, err
}

// cannot is the exit code of a command that did all that this machine can run of it.
const cannot = 77

// environ is the environment of a step: this one's, without what changes how tests and programs run.
func environ(s step) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return strings.HasPrefix(name, "SKUA_") || slices.Contains([]string{"GOMAXPROCS", "GOGC", "GODEBUG", "GOEXPERIMENT", "GOMEMLIMIT"}, name)
	})
	if s.night {
		env = append(env, "SKUA_NIGHT=1")
	}
	return append(env, strings.Fields(s.env)...)
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
