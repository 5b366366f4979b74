package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/verify/quiet"
)

// progress counts what gets done: nodes that have ended.
var progress atomic.Int64

// current is the program that runs.
var current atomic.Pointer[program]

// guard ends the process, with all that can be seen, when nothing gets done for so
// long: a wake-up was lost, or work that a worker waits for is not to be found.
func guard(patience time.Duration) {
	const looks = 20
	go func() {
		last, still := int64(-1), 0
		for range time.Tick(patience / looks) {
			now := progress.Load()
			p := current.Load()
			if still++; now != last || p == nil {
				last, still = now, 0
			}
			if still == looks {
				fmt.Fprintf(os.Stderr, "\nHANG: nothing has ended for %v\n", patience)
				p.dump(os.Stderr)
				os.Exit(1)
			}
		}
	}()
}

// dump writes how far the program is, what its pools look like, and the stacks of all
// goroutines.
func (p *program) dump(out io.Writer) {
	fmt.Fprintf(out, "%s\nat: %s\n", p, *p.stage.Load())
	for _, f := range p.faults.get() {
		fmt.Fprintf(out, "before that: %s\n", f)
	}
	fmt.Fprintf(out, "again: %s\n\n", p.command())
	pools := make(chan string, 1)
	go func() {
		pools <- fmt.Sprintf("pool:\n%s\nother pool:\n%s\n", quiet.Describe(core(p.main)), quiet.Describe(core(p.other)))
	}()
	select {
	case s := <-pools:
		fmt.Fprintln(out, s)
	case <-time.After(3 * time.Second):
		fmt.Fprintln(out, "the pools' locks are held by somebody")
	}
	buf := make([]byte, 1<<22)
	out.Write(buf[:runtime.Stack(buf, true)])
}
