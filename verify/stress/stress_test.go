package main

import (
	"flag"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

var (
	seedFlag = flag.Uint64("seed", uint64(time.Now().UnixNano()), "of TestPrograms")
	timeFlag = flag.Duration("for", 0, "how long TestPrograms runs; 0: 1, 3 or 10 s, by the size of the tests")
)

// TestPrograms runs random programs of every mode.
func TestPrograms(t *testing.T) {
	t.Logf("seed %d", *seedFlag)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	c := campaign{seed: *seedFlag, programs: math.MaxInt, time: *timeFlag, mode: "all", repeat: 1, most: 5}
	if c.time == 0 {
		c.time = expect.Size(time.Second, 3*time.Second, 10*time.Second)
	}
	guard(30 * time.Second * slower)
	var out strings.Builder
	failures := c.run(&out)
	t.Log(out.String())
	if failures > 0 {
		t.Errorf("%d programs failed", failures)
	}
}

// TestGenerate wants the same program from the same seed, and other ones from others.
func TestGenerate(t *testing.T) {
	seen := map[string]bool{}
	for _, mode := range modes {
		for seed := range uint64(50) {
			p := generate(seed, mode, limits{})
			if again := generate(seed, mode, limits{}); p.String() != again.String() {
				t.Fatalf("seed %d, mode %s: once\n%s, then\n%s", seed, mode, p, again)
			}
			seen[strings.SplitN(p.String(), "\n", 2)[1]] = true
		}
	}
	if want := 40 * len(modes); len(seen) < want {
		t.Errorf("%d different programs, want %d at least", len(seen), want)
	}
}
