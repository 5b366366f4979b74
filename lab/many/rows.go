package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// A row is one of the programs.
type row struct {
	name string
	what string
	args []string // of the room's program; nil: it runs here, and the room says nothing of it

	// run is one run here on a pool of so many workers, or without one, serial.
	run func(pool *skua.Pool) time.Duration

	weak  bool // the work grows with the workers
	delay bool // what it measures is a delay, which more workers do not shorten; it needs two
}

// bytes of the list that scan and memory go through: more than caches hold.
const listBytes = 256 << 20

var rows = []row{
	{name: "tree", what: "a binary tree of forks, 131,072 leaves of 1 µs", args: []string{"tree", "depth=17", "leaf=1000"}},
	{name: "uts", what: "an unbalanced tree, which nobody can divide beforehand", args: []string{"uts"}},
	{name: "loops", what: "one loop, with 65,536 indices of 1 µs for each worker", args: []string{"for", "each=65536"}, weak: true},
	{name: "regions", what: "50 loops, one after the other, with 64 indices of 1 µs for each worker", args: []string{"regions", "each=64"}, weak: true},
	{name: "spawns", what: "40,000 tasks that all workers spawn", args: []string{"worker-all", "n=40000"}},
	{name: "sort", what: "200,000 numbers, with a comparison of 5 ns", args: []string{"sort"}},
	{name: "scan", what: "sums of all prefixes of 32 million numbers", run: scan},
	{name: "coarse", what: "512 leaves of 0.5 ms, which do not look for thieves", args: []string{"tree", "depth=9", "leaf=500000"}},
	{name: "wake", what: "an idle pool gets a task: until it begins", args: []string{"wake"}, delay: true},
	{name: "memory", what: "the sum of 32 million numbers", run: memory},
}

var list = make([]int64, listBytes/8)

func scan(pool *skua.Pool) time.Duration {
	begin := time.Now()
	if pool == nil {
		sum := int64(0)
		for i, v := range list {
			sum += v
			sums[i] = sum
		}
	} else {
		par.PrefixSumInto(sums, list, par.On(pool))
	}
	return time.Since(begin)
}

var sums = make([]int64, listBytes/8)

func memory(pool *skua.Pool) time.Duration {
	begin, sum := time.Now(), int64(0)
	if pool == nil {
		for _, v := range list {
			sum += v
		}
	} else {
		sum = par.Sum(list, par.On(pool))
	}
	took := time.Since(begin)
	if sum != total {
		panic(fmt.Sprintf("many: a sum of %d, want %d", sum, total))
	}
	return took
}

// total is the sum of the list: of 0 to 9, again and again.
var total = func() (sum int64) {
	for i := range list {
		list[i] = int64(i % 10)
		sum += list[i]
	}
	return sum
}()

// line is what the programs room and real print.
type line struct{ Nanoseconds float64 }

// start runs one of the room's programs on so many processors: really, or in the room.
func start(ctx context.Context, dir, command string, args []string, processors int) (time.Duration, error) {
	all := append([]string{args[0], "-p", fmt.Sprint(processors), "-repeat", "1"}, args[1:]...)
	cmd := exec.CommandContext(ctx, filepath.Join(dir, command), all...)
	if command == "room" {
		cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1") // else it starts itself again
	}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w: %s", command, err, bytes.TrimSpace(complaints.Bytes()))
	}
	var l line
	if err := json.Unmarshal(out, &l); err != nil || l.Nanoseconds <= 0 {
		return 0, fmt.Errorf("%s printed %q, want a time: %v", command, out, err)
	}
	return time.Duration(l.Nanoseconds), nil
}
