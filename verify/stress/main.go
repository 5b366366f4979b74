// Command stress runs random programs on skua and looks whether each does what it
// should, and leaves its pools as it should:
//
//	go run ./verify/stress -seed 1 -n 1000
//	go run ./verify/stress -for 1m -mode cancel
//
// A program is a tree of nodes: forks of all kinds, scopes, loops, calls from inside,
// Blocking, failures and cancellations. The seed and the mode determine it; the
// schedule differs each time. A straight interpreter of the tree (oracle.go) says what
// it may return and how it may fail. While it runs, leaves are counted (gauge.go),
// what begins after a cancellation is noticed (cancel.go), and so is what runs
// when the call that began it is over (node.go). At the end the pool must be at rest,
// with every place free and no goroutine left (rest.go).
//
// Modes:
//
//	pure    nothing fails: every node runs once, and the result is right
//	fail    panics, errors, recovered panics, scopes without a Wait
//	cancel  runs are cancelled, by a node that waits until everybody is told, or
//	        from outside; what Fork, Poll and Next let pass after that is a fault
//	goexit  tasks call runtime.Goexit
//	close   the pool is closed in the middle
//	resize  the pool is resized at random; or by steps, and its tasks are counted
//	poll    a task waits by Poll, Fork or Next for one that it has forked
//	all     one of them, by the seed
//
// About half of the programs have one caller and no Blocking: then no more than
// Workers leaves may ever run at a time. After the other cases one calm call is counted.
//
// A failure is printed with the command that runs the program again. A program that
// gets nowhere ends the command, with the state of the pools and all stacks. That each
// of these looks can fail is shown by faults that are planted into skua:
//
//	go test ./verify/stress -run Control -controls -v
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
	"weak"
)

// campaign is what the command line asks for.
type campaign struct {
	seed     uint64
	programs int
	time     time.Duration
	mode     string
	repeat   int
	hang     time.Duration
	shrink   bool
	verbose  bool
	most     int
	limits   limits
	over     remembered
	base     int // goroutines that there are without a program
}

func (c *campaign) flags(f *flag.FlagSet) {
	f.Uint64Var(&c.seed, "seed", 1, "of the first program; the next has the next")
	f.IntVar(&c.programs, "n", math.MaxInt, "run so many `programs`")
	f.DurationVar(&c.time, "for", 20*time.Second, "start no program after that time")
	f.StringVar(&c.mode, "mode", "all", strings.Join(modes, ", ")+" or all")
	f.IntVar(&c.repeat, "repeat", 1, "run each program so many `times`, until it fails")
	f.DurationVar(&c.hang, "hang", 30*time.Second*slower, "report a program in which nothing ends for that time")
	f.BoolVar(&c.shrink, "shrink", false, "run smaller programs of a seed that fails")
	f.IntVar(&c.most, "failures", 5, "end after so many")
	f.BoolVar(&c.verbose, "v", false, "print each program before it runs")
	f.IntVar(&c.limits.size, "size", 0, "most nodes of a tree; 0 lets the seed choose")
	f.IntVar(&c.limits.workers, "workers", 0, "of the pool; 0 lets the seed choose")
	f.StringVar(&c.limits.without, "without", "", "leave out these `ops`, separated by commas: to see what else there is")
}

func main() {
	var c campaign
	c.flags(flag.CommandLine)
	flag.Parse()
	if flag.NArg() > 0 || c.mode != "all" && !slices.Contains(modes, c.mode) {
		flag.Usage()
		os.Exit(2)
	}
	guard(c.hang)
	if failures := c.run(os.Stderr); failures > 0 {
		os.Exit(1)
	}
}

// run runs the programs and returns how many failed.
func (c *campaign) run(out io.Writer) (failures int) {
	start, said := time.Now(), time.Now()
	c.base = runtime.NumGoroutine() // once: one that just ends may be subtracted twice for a moment
	ran := 0
	for k := 0; k < c.programs && time.Since(start) < c.time && failures < c.most; k++ {
		seed := c.seed + uint64(k)
		if !c.try(out, seed, c.limits) {
			failures++
			if c.shrink {
				c.smaller(out, seed)
			}
		}
		ran++
		if len(c.over) >= rememberedMost {
			failures += c.forgotten(out)
		}
		if time.Since(said) > 10*time.Second {
			said = time.Now()
			fmt.Fprintf(out, "%d programs, %d failed, %v, next seed %d\n", ran, failures, time.Since(start).Round(time.Second), seed+1)
		}
	}
	failures += c.forgotten(out)
	fmt.Fprintf(out, "%d programs from seed %d in mode %s, %d failed, %v\n", ran, c.seed, c.mode, failures, time.Since(start).Round(time.Millisecond))
	return failures
}

// try runs the program of a seed and reports whether it was right each time.
func (c *campaign) try(out io.Writer, seed uint64, l limits) bool {
	for k := range c.repeat {
		p := generate(seed, c.mode, l)
		if c.verbose && k == 0 {
			fmt.Fprint(out, p)
		}
		c.over = append(c.over, weak.Make(p))
		if faults := p.execute(c.base); len(faults) > 0 {
			fmt.Fprintf(out, "\nFAIL: %s\n%sagain: %s\n", strings.Join(faults, "\n      "), p, p.command())
			return false
		}
	}
	return true
}

// forgotten counts it as a failure if programs that are over stay in memory.
func (c *campaign) forgotten(out io.Writer) (failures int) {
	if n := c.over.alive(); n > 0 {
		fmt.Fprintf(out, "\nFAIL: of %d programs, with closed pools, %d stay in memory\nagain: go run ./verify/stress -seed %d -mode %s\n",
			len(c.over), n, c.seed, c.mode)
		failures = 1
	}
	c.over = c.over[:0]
	return failures
}

// smaller looks for a small program of the seed that fails too.
func (c *campaign) smaller(out io.Writer, seed uint64) {
	again := *c
	again.repeat = max(c.repeat, 200)
	for size := 1; size <= 64; size *= 2 {
		l := c.limits
		if l.size = size; !again.try(out, seed, l) {
			return
		}
	}
}
