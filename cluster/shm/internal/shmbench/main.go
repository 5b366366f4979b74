//go:build linux

// Command shmbench measures tasks shared by processes through package shm: one process
// maps empty tasks, or tasks that spin, and other processes help.
//
//	go run ./cluster/shm/internal/shmbench -procs 3 -n 5000000
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"github.com/skua-go/skua/cluster/shm"
)

var (
	procs   = flag.Int("procs", 3, "processes, this one among them")
	n       = flag.Int("n", 5_000_000, "tasks of a round")
	rounds  = flag.Int("rounds", 5, "rounds; the median is what counts")
	spin    = flag.Duration("spin", 0, "how long a task spins")
	workers = flag.Int("workers", 1, "goroutines of each helper")
	own     = flag.Int("own", 0, "goroutines of this process beside the one that maps")
	slots   = flag.Int("slots", 0, "Config.Slots")
	help    = flag.String("help-at", "", "help at this file (used by the command itself)")
)

var handlers = map[string]shm.Handler{
	"add": func(_ context.Context, out, in []byte) ([]byte, error) {
		x := binary.LittleEndian.Uint64(in)
		if d := time.Duration(binary.LittleEndian.Uint64(in[8:])); d > 0 {
			for t := time.Now(); time.Since(t) < d; {
			}
		}
		return binary.LittleEndian.AppendUint64(out, x*3+1), nil
	},
}

func main() {
	flag.Parse()
	if *help != "" {
		helper()
		return
	}
	dir, err := os.MkdirTemp("/dev/shm", "skua-bench-")
	check(err)
	defer os.RemoveAll(dir)
	path := dir + "/tasks"
	m, err := shm.Join(path, handlers, shm.Config{Slots: *slots, Workers: max(1, *own)})
	check(err)
	var stops []func()
	for range *procs - 1 {
		stops = append(stops, start(path))
	}
	ctx, cancel := context.WithCancel(context.Background())
	if *own > 0 {
		go m.Work(ctx)
	}
	measure(m)
	cancel()
	for _, stop := range stops {
		stop()
	}
	check(m.Close())
	all := int64(*n/10 + *n**rounds)
	fmt.Printf("processor time %d ns a task here, %d in the helpers\n",
		processorTime(syscall.RUSAGE_SELF).Nanoseconds()/all, processorTime(syscall.RUSAGE_CHILDREN).Nanoseconds()/all)
}

// start starts a helper and waits until it has joined.
func start(path string) (stop func()) {
	c := exec.Command("/proc/self/exe", "-help-at", path, "-workers", fmt.Sprint(*workers))
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	check(err)
	out, err := c.StdoutPipe()
	check(err)
	check(c.Start())
	_, err = bufio.NewReader(out).ReadString('\n')
	check(err)
	return func() {
		in.Close()
		c.Wait()
	}
}

func helper() {
	m, err := shm.Join(*help, handlers, shm.Config{Workers: *workers})
	check(err)
	fmt.Println("ready")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		bufio.NewReader(os.Stdin).ReadString('\n')
		cancel()
	}()
	check(m.Work(ctx))
	check(m.Close())
}

// measure prints how long a task takes.
func measure(m *shm.Member) {
	round(m, *n/10)
	var walls []float64
	for range *rounds {
		begin := time.Now()
		round(m, *n)
		walls = append(walls, float64(time.Since(begin).Nanoseconds())/float64(*n))
	}
	slices.Sort(walls)
	mid := walls[len(walls)/2]
	fmt.Printf("procs=%d spin=%v workers=%d own=%d: %.0f ns a task (%.0f to %.0f), %.2f million a second\n",
		*procs, *spin, *workers, *own, mid, walls[0], walls[len(walls)-1], 1e3/mid)
	fmt.Printf("%+v\n", m.Stats())
}

// round maps n tasks and checks their results.
func round(m *shm.Member, n int) {
	i := uint64(0)
	for r, err := range m.Map(context.Background(), "add", payloads(n)) {
		check(err)
		if binary.LittleEndian.Uint64(r) != i*3+1 {
			check(fmt.Errorf("result %d is %d", i, binary.LittleEndian.Uint64(r)))
		}
		i++
	}
	if i != uint64(n) {
		check(fmt.Errorf("%d results; want %d", i, n))
	}
}

func payloads(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		b := make([]byte, 16)
		binary.LittleEndian.PutUint64(b[8:], uint64(*spin))
		for i := range n {
			binary.LittleEndian.PutUint64(b, uint64(i))
			if !yield(b) {
				return
			}
		}
	}
}

func processorTime(who int) time.Duration {
	var u syscall.Rusage
	check(syscall.Getrusage(who, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "shmbench:", err)
		os.Exit(1)
	}
}
