//go:build unix

// Command forkexec runs true N times, two at a time, and does nothing else: what a dispatcher that is
// written in Go costs at least. It is bench/each's.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
)

func main() {
	jobs, err := strconv.ParseInt(os.Args[len(os.Args)-1], 10, 64)
	if err != nil {
		fail(err)
	}
	var next atomic.Int64
	var slots sync.WaitGroup
	for range 2 {
		slots.Go(func() {
			for i := next.Add(1); i <= jobs; i = next.Add(1) {
				if err := job(i); err != nil {
					fail(err)
				}
				runtime.Gosched() // or the monitor of the scheduler costs another 100 µs a job
			}
		})
	}
	slots.Wait()
}

func job(number int64) error {
	pid, err := syscall.ForkExec("/bin/true", []string{"true", strconv.FormatInt(number, 10)}, &syscall.ProcAttr{
		Env: os.Environ(), Files: []uintptr{0, 1, 2},
	})
	if err != nil {
		return err
	}
	var status syscall.WaitStatus
	for err = syscall.EINTR; err == syscall.EINTR; {
		_, err = syscall.Wait4(pid, &status, 0, nil)
	}
	if err == nil && status != 0 {
		err = fmt.Errorf("true ended by %#x", status)
	}
	return err
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "forkexec:", err)
	os.Exit(1)
}
