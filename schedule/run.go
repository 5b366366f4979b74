package schedule

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/direct"
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/sched"
)

// outcome is how a program went under one schedule.
type outcome[R any] struct {
	name     string
	result   R
	panicked error
	exited   bool
	trouble  *direct.Trouble
	count    direct.Count
	log      []direct.Switch
}

// workers is how many there are under each schedule: more than programs have tasks that have begun and wait
// for their turn, so that a steal does not have to wait for a token. Arbitrary.
const workers = 64

// runOne runs the program under the schedule of that name, and waits for it within the limits.
func runOne[R any](name string, program func(p skua.Place) R, l direct.Limits) *outcome[R] {
	d, err := direct.New(name, l)
	if err != nil {
		panic("schedule: " + err.Error())
	}
	defer d.Stop()
	core := sched.New(crew.Config{Workers: workers, Director: d})
	o := &outcome[R]{name: name}
	ended := make(chan struct{})
	go o.call(d, sched.Facade(core).(*skua.Pool), program, ended)
	select {
	case <-ended:
		o.close(core, d)
	case t := <-d.Troubles():
		o.trouble = &t
	}
	select { // it may have gone on after that
	case t := <-d.Troubles():
		o.trouble = &t
	default:
	}
	o.count, o.log = d.Report()
	return o
}

// close closes the pool, for which it waits until there is trouble: the program may have left a task that
// does not end.
func (o *outcome[R]) close(core *sched.Pool, d *direct.Director) {
	closed := make(chan struct{})
	go func() {
		core.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case t := <-d.Troubles():
		o.trouble = &t
	}
}

// call runs the program, and closes ended however that ends.
func (o *outcome[R]) call(d *direct.Director, pool *skua.Pool, program func(p skua.Place) R, ended chan<- struct{}) {
	o.exited = true
	defer close(ended)
	d.Run(pool, func() {
		defer func() { o.panicked = skua.NewPanicError(recover()) }()
		o.result = program(pool)
		o.exited = false
	})
}

// went reports whether the program has returned.
func (o *outcome[R]) went() bool { return o.trouble == nil && o.panicked == nil && !o.exited }

// hangs says what is wrong with a program that hangs, or would.
func (o *outcome[R]) hangs() string {
	var b strings.Builder
	switch after := o.trouble.After.Round(time.Second / 10); o.trouble.Kind {
	case direct.Deadlock:
		fmt.Fprintf(&b, "deadlock: every goroutine of the program's tasks waits, and nothing has woken one for %v. They wait here:\n", after)
	case direct.Unexposed:
		b.WriteString("unexposed wait: a task waited outside of skua.Blocking for what no running task did, and nothing" +
			" moved until another worker had stolen a task that was only offered. On one worker the program hangs:" +
			" fork and join, or wait in skua.Blocking. It waited here:\n")
	case direct.Endless:
		fmt.Fprintf(&b, "the program hangs: for %v no goroutine of its tasks has come to a call of skua. Does one run in a loop until"+
			" another task does something, or wait for a file or a pipe? They are here:\n", after)
	case direct.Polls:
		fmt.Fprintf(&b, "the program hangs: for %v its tasks have done nothing but poll. Who does what they wait for? They are here:\n", after)
	}
	for _, s := range o.trouble.Stacks {
		b.WriteString("\n" + own(s) + "\n")
	}
	if len(o.trouble.Others) > 0 {
		b.WriteString("\nOther goroutines of the process run, sleep or wait for the system, so one of them may wake a task later. They were given more time:\n")
	}
	for _, s := range o.trouble.Others[:min(shown, len(o.trouble.Others))] {
		b.WriteString("\n" + own(s) + "\n")
	}
	return b.String() + o.switches()
}

// shown is how many of the process's other goroutines are shown. Arbitrary.
const shown = 4

// own returns a goroutine's stack without the functions of skua.
func own(stack string) string {
	var b strings.Builder
	hide := false
	for line := range strings.Lines(stack) {
		if end := strings.LastIndexByte(line, '('); end > 0 && !strings.HasPrefix(line, "\t") {
			hide = event.Own(line[:end])
		}
		if hide = hide || strings.HasPrefix(line, "created by "); !hide {
			b.WriteString(line)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// switches lists the first switches of the schedule.
func (o *outcome[R]) switches() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nSchedule %s: another task went on at %d of %d points", o.name, o.count.Switches, o.count.Points)
	for k, s := range o.log {
		to := "went on with another task"
		if s.Steal {
			to = "let a thief come"
		}
		where := "the scheduler"
		if s.Site.File != "" {
			where = fmt.Sprintf("%s:%d", filepath.Base(s.Site.File), s.Site.Line)
		}
		fmt.Fprintf(&b, "\n  %2d. at a %v, %s: %s", k+1, s.At, where, to)
	}
	if n := o.count.Switches - uint64(len(o.log)); n > 0 {
		fmt.Fprintf(&b, "\n  and %d more", n)
	}
	return b.String() + "\n"
}

// again says how to run the schedule again.
func (o *outcome[R]) again(t T) string {
	return fmt.Sprintf("\nTo run this schedule again: %s=%s go test -run %s, or schedule.Replay(t, %q, program).",
		Environment, o.name, quoted(pattern(t.Name())), o.name)
}

// pattern returns the pattern of go test -run that only the test of that name fits: one for each of its
// elements.
func pattern(name string) string {
	elements := strings.Split(name, "/")
	for k, e := range elements {
		elements[k] = "^" + regexp.QuoteMeta(e) + "$"
	}
	return strings.Join(elements, "/")
}

// quoted returns s as a word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
