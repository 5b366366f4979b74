package main

import (
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// BenchmarkOwner measures how much slower the owner of a machine computes beside a
// node whose slots all compute: an ordinary worker, a guest, and a guest that does not
// lead its session. The tasks last for hours, so the guest cannot end them: this is
// the slow-down by a guest that has not a single task to give back. Samples are taken
// in turns, the medians reported. For Linux; the machine should be quiet:
//
//	go test ./cmd/skua -run '^$' -bench Owner -benchtime 1x
func BenchmarkOwner(b *testing.B) {
	shell := func(c *exec.Cmd) { // the leader of the session is a shell
		c.Args = append([]string{"sh", "-c", `"$@" & wait`, "sh", c.Path}, c.Args[1:]...)
		c.Path = "/bin/sh"
	}
	neighbours := []*neighbour{
		{name: "worker", args: nil, change: func(*exec.Cmd) {}},
		{name: "guest", args: []string{"--idle"}, change: func(*exec.Cmd) {}},
		{name: "guest-in-session", args: []string{"--idle"}, change: shell},
	}
	for _, n := range neighbours {
		n.start(b)
	}
	for _, loops := range []int{1, runtime.NumCPU()} {
		b.Run(fmt.Sprintf("loops=%d", loops), func(b *testing.B) {
			steps := calibrate()
			var alone []float64
			beside := map[string][]float64{}
			for b.Loop() {
				for range 15 {
					alone = append(alone, compute(loops, steps))
					for _, n := range neighbours {
						n.signal(b, syscall.SIGCONT)
						beside[n.name] = append(beside[n.name], compute(loops, steps))
						n.signal(b, syscall.SIGSTOP)
					}
				}
			}
			b.ReportMetric(middle(alone), "alone-ms")
			for _, n := range neighbours {
				b.ReportMetric(100*(middle(beside[n.name])/middle(alone)-1), n.name+"-%slower")
			}
		})
	}
}

// A neighbour is a node in a session and a cluster of its own.
type neighbour struct {
	name   string
	args   []string
	change func(*exec.Cmd)
	cmd    *exec.Cmd
}

// start starts the node with a task for each processor, and stops it when it runs them.
func (n *neighbour) start(b *testing.B) {
	dir := b.TempDir()
	args := []string{"submit", "--join", dir, "--detach", "--id", "load", "spin"}
	for range runtime.NumCPU() {
		args = append(args, "100h")
	}
	submit := toolCommand(append([]string{"cluster"}, args...)...)
	if out, err := submit.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	n.cmd = toolCommand(append([]string{"worker", "--join", dir, "--lease", "1h"}, n.args...)...)
	n.change(n.cmd)
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := n.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { n.signal(b, syscall.SIGKILL); n.cmd.Wait() })
	for end := time.Now().Add(patience); ; {
		out, err := toolCommand("cluster", "explain", "--join", dir, "load").Output()
		if err == nil && strings.Contains(string(out), "It runs on node") {
			break
		}
		if time.Now().After(end) {
			b.Fatalf("the %s does not begin: %s", n.name, out)
		}
	}
	n.signal(b, syscall.SIGSTOP)
}

// signal sends a signal to all processes of the session.
func (n *neighbour) signal(b *testing.B, s syscall.Signal) {
	if err := syscall.Kill(-n.cmd.Process.Pid, s); err != nil {
		b.Error(err)
	}
}

// calibrate returns a number of steps that take about 300 ms alone.
func calibrate() int {
	const try = 20_000_000
	return int(try * 300 / max(compute(1, try), 1))
}

var computed uint64

// compute lets loops goroutines do some steps each, and returns the milliseconds.
func compute(loops, steps int) float64 {
	begun := time.Now()
	var all sync.WaitGroup
	var mu sync.Mutex
	for range loops {
		all.Go(func() {
			x := uint64(1)
			for range steps {
				x ^= x << 13
				x ^= x >> 7
				x ^= x << 17
			}
			mu.Lock()
			computed += x
			mu.Unlock()
		})
	}
	all.Wait()
	return float64(time.Since(begun)) / 1e6
}

func middle(ms []float64) float64 {
	s := slices.Sorted(slices.Values(ms))
	return s[len(s)/2]
}
