package schedule

import (
	"fmt"
	"os"
	"reflect"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/direct"
)

// T is what Explore and Replay need of a test: a *testing.T, *testing.B or *testing.F.
type T interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
	FailNow()
}

// Environment is the variable that makes Explore run one schedule only, beside the serial one: that
// of the name that it holds, as a failure prints it.
const Environment = "SKUA_SCHEDULE"

// Explore runs program under many schedules, one after the other, and fails the test if results differ,
// if the program panics, hangs, or waits for a task that nobody has to run. The failure names the schedule,
// which Replay runs again.
//
// The program is a function that makes all that it writes, runs parallel code at p or at skua.Here(),
// and returns a result that does not depend on addresses or times. It is called on a goroutine of its
// own, once for each schedule, and twice for the serial one. It must not keep p. Its result is compared
// with that of the serial schedule as by reflect.DeepEqual, but that floats with the same bits are
// equal, so NaN and NaN; or as the option Equal says.
//
// Explore blocks until all schedules are run, or one has failed. A program that hangs is told 5 s after
// it has stopped to move, or 30 s if a goroutine of the process runs, sleeps or waits for the system,
// and so may wake it. Its goroutines are left behind. It costs some 0.1 ms for each schedule, and up to
// 20 µs for each fork, task and chunk in it (BenchmarkExplore). It panics if t or program is nil, or an
// option is out of range.
func Explore[R any](t T, program func(p skua.Place) R, options ...Option) {
	if t == nil {
		panic("schedule: Explore needs a test, not nil")
	}
	need("Explore", program != nil)
	t.Helper()
	x := exploration[R]{t: t, program: program, config: newConfig(options)}
	x.same = sameOf[R](x.config)
	names := x.names()
	serial := x.run(direct.Serial)
	if again := x.run(direct.Serial); !x.same(serial.result, again.result) {
		t.Fatalf("schedule: the program is not determinate by itself: two runs of the serial schedule, in which"+
			" nothing is stolen, have different results. Is there a time, an address, the order of a map, a number"+
			" of package math/rand, or a variable that outlives a run in it?\n%s", x.differ(serial, again))
	}
	for _, name := range names {
		if o := x.run(name); !x.same(serial.result, o.result) {
			if !x.named {
				o = x.simplest(serial, o)
			}
			t.Fatalf("schedule: the result depends on the schedule.\n%s%s%s", x.differ(serial, o), o.switches(), o.again(t))
		}
	}
}

// Replay runs program once, under the schedule of that name, and returns its result. It fails the test as
// Explore does if the program panics or hangs. It panics if the name is not one of a schedule, and if t or
// program is nil.
func Replay[R any](t T, name string, program func(p skua.Place) R) R {
	if t == nil {
		panic("schedule: Replay needs a test, not nil")
	}
	need("Replay", program != nil)
	t.Helper()
	mustName("Replay", name)
	x := exploration[R]{t: t, program: program, config: newConfig(nil)}
	return x.run(name).result
}

// exploration is one call of Explore or Replay.
type exploration[R any] struct {
	t       T
	program func(p skua.Place) R
	config  config
	same    func(a, b R) bool
	named   bool // the environment names the schedule
}

// simplest returns an outcome that differs from the serial one, as o does: under a schedule with one
// switch, if one of the first such schedules shows it.
func (x *exploration[R]) simplest(serial, o *outcome[R]) *outcome[R] {
	for k := range min(serial.count.Points, uint64(x.config.count)) {
		once := runOne(fmt.Sprint(direct.Once, k), x.program, x.config.limits)
		if !once.went() || once.count.Switches == 0 {
			break // it would take long; or there are no more points
		}
		if !x.same(serial.result, once.result) {
			return once
		}
	}
	return o
}

// names returns the names of all schedules but the serial one.
func (x *exploration[R]) names() (names []string) {
	if name := os.Getenv(Environment); name != "" {
		mustName(Environment+" says: Explore", name)
		x.named = true
		return []string{name}
	}
	names = append(names, direct.Right, direct.Left)
	for k := uint64(0); len(names) < x.config.count-2; k++ {
		kind := direct.Random
		if k%3 == 2 {
			kind = direct.Few
		}
		names = append(names, fmt.Sprint(kind, x.config.seed+k))
	}
	return names[:max(0, min(len(names), x.config.count-2))]
}

// run runs the program under one schedule. It does not return if that ends the test.
func (x *exploration[R]) run(name string) *outcome[R] {
	x.t.Helper()
	o := runOne(name, x.program, x.config.limits)
	switch {
	case o.trouble != nil:
		x.t.Fatalf("schedule: %s%s", o.hangs(), o.again(x.t))
	case o.panicked != nil:
		x.t.Fatalf("schedule: the program panics: %+v\n%s%s", o.panicked, o.switches(), o.again(x.t))
	case o.exited:
		x.t.Logf("schedule: the program has ended its goroutine.%s", o.again(x.t))
		x.t.FailNow()
	}
	return o
}

func sameOf[R any](c config) func(a, b R) bool {
	if c.same == nil {
		return func(a, b R) bool {
			return reflect.DeepEqual(a, b) || firstDifference(reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()) == nil
		}
	}
	same, ok := c.same.(func(a, b R) bool)
	if !ok {
		panic(fmt.Sprintf("schedule: Equal got a %T, and the program returns a %v", c.same, reflect.TypeFor[R]()))
	}
	return same
}

func need(name string, program bool) {
	if !program {
		panic("schedule: " + name + " needs a program, not nil")
	}
}

func mustName(by, name string) {
	if err := direct.Check(name); err != nil {
		panic(fmt.Sprintf("schedule: %s: %v", by, err))
	}
}
