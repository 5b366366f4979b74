//go:build race

package race

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/strand"
)

// program is the variable that makes this test binary run one program, or all clean ones, in place of tests.
const program = "SKUA_RACE_PROGRAM"

func TestMain(m *testing.M) {
	switch name := os.Getenv(program); {
	case name == "", name == inBubble:
		os.Exit(m.Run())
	case name == "clean":
		for _, form := range sorted(forms) {
			for _, twin := range sorted(twins) {
				os.Stderr.WriteString("program " + form + ", " + twin + "\n")
				run(forms[form], twins[twin]())
			}
		}
	case forms[name] != nil:
		run(forms[name], plainly())
	default:
		races[name]()
	}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// run runs a program on one worker.
func run(f form, act func()) {
	pool := must(skua.New(skua.WithWorkers(1)))
	defer pool.Close()
	f(pool, act)
}

// plainly returns an act that is a race with itself.
func plainly() (act func()) {
	x := 0
	return func() { x++ }
}

// twins make acts that are none.
var twins = map[string]func() (act func()){
	"atomic": func() func() {
		var x atomic.Int64
		return func() { x.Add(1) }
	},
	"mutex": func() func() {
		var mu sync.Mutex
		x := 0
		return func() {
			mu.Lock()
			defer mu.Unlock()
			x++
		}
	},
	"reducer": func() func() {
		r := strand.NewReducer(func() int { return 0 }, func(a, b int) int { return a + b })
		return func() { *r.View()++ }
	},
	"holder": func() func() {
		h := strand.NewHolder(func() *int { return new(int) })
		return func() { **h.View()++ }
	},
	"reading": func() func() {
		x := []int{1}
		return func() { _ = x[0] }
	},
}

// child runs a program in a process of its own, on one processor, and returns what it wrote.
func child(t *testing.T, name string) string {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), program+"="+name, "GOMAXPROCS=1", "SKUA_RACE=", "GORACE=atexit_sleep_ms=0")
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Run(); err != nil {
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 66 { // what the detector ends a program with
			t.Fatalf("%v\n%s", err, out.Bytes())
		}
	}
	return out.String()
}

const report = "WARNING: DATA RACE"

// TestFound: each program with a race is reported in its first run.
func TestFound(t *testing.T) {
	for _, name := range slices.Concat(sorted(forms), sorted(races)) {
		t.Run(name, func(t *testing.T) {
			if out := child(t, name); !strings.Contains(out, report) {
				t.Errorf("no race was reported\n%s", out)
			}
		})
	}
}

// TestClean: no twin is reported.
func TestClean(t *testing.T) {
	out := child(t, "clean")
	before, after, found := strings.Cut(out, report)
	if found {
		lines := strings.Split(strings.TrimSpace(before), "\n")
		t.Errorf("a race was reported after: %s\n%s", lines[max(0, len(lines)-2)], after)
	}
	if n := strings.Count(out, "program "); n != len(forms)*len(twins) {
		t.Errorf("%d programs have run, want %d", n, len(forms)*len(twins))
	}
}
