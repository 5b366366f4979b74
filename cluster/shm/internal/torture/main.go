//go:build linux && (amd64 || arm64)

// Command torture kills and stops processes that share tasks through package shm, and
// counts from outside what became of the tasks.
//
//	go run -tags crashpoints ./cluster/shm/internal/torture -long 5m
//
// A round is one file, one process that submits and two that work. Each is killed at a
// named point of the protocol or at any time, or stopped for a while, and started again
// at its place. The driver is no member: submitter and handlers write what they see into
// a mapping of the driver's own. Without the tag the named points do nothing.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"time"
)

func main() {
	if child() {
		return
	}
	long := flag.Duration("long", time.Minute, "how long")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of the first round; the next has one more")
	tasks := flag.Int("tasks", 20_000, "tasks of a round")
	points := flag.String("points", "cluster/shm", "the directory whose sources name the points")
	flag.Parse()
	names, err := pointNames(*points)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if !torture(*long, *seed, *tasks, names) {
		os.Exit(1)
	}
}

// torture makes random rounds, and reports whether all were good.
func torture(long time.Duration, seed uint64, tasks int, names []string) bool {
	var sum verdict
	rounds, good, printed := 0, true, time.Now()
	for start := time.Now(); time.Since(start) < long; rounds++ {
		r := round{rng: rand.New(rand.NewPCG(seed+uint64(rounds), 1)), tasks: tasks, names: names, random: true}
		r.lease = []time.Duration{0, 0, 0, 30 * time.Millisecond}[r.rng.IntN(4)]
		r.spin = []time.Duration{0, 4 * time.Microsecond, 10 * time.Microsecond}[r.rng.IntN(3)]
		v := r.run()
		sum.add(v)
		if err := v.err(); err != nil {
			fmt.Printf("seed %d: %v\n%v\n", seed+uint64(rounds), err, v)
			good = false
		}
		if time.Since(printed) > 30*time.Second {
			fmt.Printf("%d rounds: %v\n", rounds+1, &sum)
			printed = time.Now()
		}
	}
	fmt.Printf("seeds %d to %d, %d rounds: %v\nkilled at: %v\n", seed, seed+uint64(rounds-1), rounds, &sum, sum.points)
	return good
}
