package expect

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// Within ends the test binary with the stacks of all Goroutines unless the
// function that it returns is called in time:
//
//	defer Within(t, time.Minute)()
func Within(t testing.TB, d time.Duration) (done func()) {
	name := t.Name()
	timer := time.AfterFunc(d, func() {
		debug.SetTraceback("all")
		panic(fmt.Sprintf("%s has not finished after %v", name, d))
	})
	return func() { timer.Stop() }
}

// Main runs the tests of a package, as a TestMain, and lets that many parallel ones run at a time,
// however few processors there are: for tests that wait.
func Main(m *testing.M, parallel int) {
	flag.Parse()
	if err := flag.Set("test.parallel", fmt.Sprint(parallel)); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// Again returns a command that runs this test alone and in its size in a process of its own, by
// the emulator that runs this one, if .ci/platforms names any.
func Again(t testing.TB) *exec.Cmd {
	command := append(strings.Fields(os.Getenv("SKUA_TEST_EMULATOR")),
		os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1", fmt.Sprintf("-test.short=%t", testing.Short()))
	return exec.Command(command[0], command[1:]...)
}

// Recovered runs f and returns what it panicked with, or nil.
func Recovered(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// Exits runs f on a goroutine of its own and reports whether f ended it by
// runtime.Goexit. A panic of f ends the test binary.
func Exits(f func()) bool {
	returned := make(chan bool, 1)
	go func() {
		normal := false
		defer func() {
			if !normal {
				if v := recover(); v != nil {
					panic(v)
				}
			}
			returned <- normal
		}()
		f()
		normal = true
	}()
	return !<-returned
}

// patience is how long Eventually waits: far longer than anything takes, also on a busy machine.
const patience = time.Minute

// Eventually waits until ok holds. It says what did not happen if it takes too
// long.
func Eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("%s: not after %v", what, patience)
		}
		runtime.Gosched()
	}
}
