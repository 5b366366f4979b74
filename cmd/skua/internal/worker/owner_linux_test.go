package worker

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// BenchmarkOwner measures how much slower the owner of a machine computes beside a
// node whose slots all compute: an ordinary worker, and a guest. The tasks last for
// hours, so the guest cannot end them when the owner returns: nothing but its priority
// protects the owner. Samples are taken
// in turns; %slower compares the medians, and wants a quiet machine. %taken is the
// processor time that the neighbour used meanwhile, of what the owner used: with a loop on each
// processor the owner would have had it, whatever else the machine does.
//
//	go test ./cmd/skua/internal/worker -run '^$' -bench Owner -benchtime 1x
func BenchmarkOwner(b *testing.B) {
	neighbours := []*neighbour{{name: "worker"}, {name: "guest", args: []string{"--idle"}}}
	for _, n := range neighbours {
		n.start(b)
	}
	for _, loops := range []int{1, runtime.NumCPU()} {
		b.Run(fmt.Sprintf("loops=%d", loops), func(b *testing.B) {
			var alone []float64
			beside, taken, used := map[string][]float64{}, map[string]float64{}, map[string]float64{}
			for b.Loop() {
				for range 15 {
					alone = append(alone, compute(loops))
					for _, n := range neighbours {
						n.signal(b, syscall.SIGCONT)
						before, own := n.ticks(), processTicks(os.Getpid(), 1)
						beside[n.name] = append(beside[n.name], compute(loops))
						taken[n.name] += float64(n.ticks() - before)
						used[n.name] += float64(processTicks(os.Getpid(), 1) - own)
						n.signal(b, syscall.SIGSTOP)
					}
				}
			}
			b.ReportMetric(middle(alone), "alone-Msteps")
			for _, n := range neighbours {
				b.ReportMetric(100*(middle(alone)/middle(beside[n.name])-1), n.name+"-%slower")
				b.ReportMetric(100*taken[n.name]/used[n.name], n.name+"-%taken")
			}
		})
	}
}

// A neighbour is a node in a session and a cluster of its own.
type neighbour struct {
	name string
	args []string
	cmd  *exec.Cmd
}

// start starts the node with a task for each processor, and stops it when it runs them.
func (n *neighbour) start(b *testing.B) {
	dir := b.TempDir()
	args := []string{"submit", "--join", dir, "--detach", "--id", "load", "spin"}
	for range runtime.NumCPU() {
		args = append(args, "100h")
	}
	submit := tooltest.Tool(append([]string{"cluster"}, args...)...)
	if out, err := submit.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for end := time.Now().Add(tooltest.Patience); !n.begins(b, dir); {
		if time.Now().After(end) {
			b.Fatalf("the %s does not begin: this machine is too busy for a guest", n.name)
		}
	}
	b.Cleanup(func() { n.signal(b, syscall.SIGKILL); n.cmd.Wait() })
	n.signal(b, syscall.SIGSTOP)
}

// begins starts the node and reports whether it runs a task. A guest may find the
// machine busy before it has one; then it is killed.
func (n *neighbour) begins(b *testing.B, dir string) bool {
	n.cmd = tooltest.Tool(append([]string{"worker", "--join", dir, "--lease", "1h"}, n.args...)...)
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := n.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	for range 20 {
		out, err := tooltest.Tool("cluster", "explain", "--join", dir, "load").Output()
		switch {
		case err == nil && strings.Contains(string(out), "It runs on node"):
			return true
		case err == nil && strings.Contains(string(out), "takes tasks now"):
			n.signal(b, syscall.SIGKILL)
			n.cmd.Wait()
			return false
		}
	}
	n.signal(b, syscall.SIGKILL)
	n.cmd.Wait()
	return false
}

// signal sends a signal to all processes of the session.
func (n *neighbour) signal(b *testing.B, s syscall.Signal) {
	if err := syscall.Kill(-n.cmd.Process.Pid, s); err != nil {
		b.Error(err)
	}
}

// ticks is the processor time that the processes of the session have used.
func (n *neighbour) ticks() (sum int) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		if pid, err := strconv.Atoi(filepath.Base(dir)); err == nil {
			sum += processTicks(pid, n.cmd.Process.Pid)
		}
	}
	return sum
}

// processTicks is the processor time of a process, in ticks of 10 ms, if it is of a
// session; session 1 stands for any.
func processTicks(pid, session int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, ok := strings.Cut(string(text), ") ") // the name of the program may hold anything
	f := strings.Fields(rest)
	if err != nil || !ok || len(f) < 13 || session != 1 && f[3] != strconv.Itoa(session) {
		return 0
	}
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return user + system
}

var computed uint64

// compute lets loops goroutines compute for half a second, and returns how many
// million steps they did together.
func compute(loops int) float64 {
	end := time.Now().Add(500 * time.Millisecond)
	var all sync.WaitGroup
	var mu sync.Mutex
	steps := 0
	for range loops {
		all.Go(func() {
			x, n := uint64(1), 0
			for ; time.Now().Before(end); n += 100_000 {
				for range 100_000 {
					x ^= x << 13
					x ^= x >> 7
					x ^= x << 17
				}
			}
			mu.Lock()
			computed, steps = computed+x, steps+n
			mu.Unlock()
		})
	}
	all.Wait()
	return float64(steps) / 1e6
}

func middle(samples []float64) float64 {
	s := slices.Sorted(slices.Values(samples))
	return s[len(s)/2]
}
