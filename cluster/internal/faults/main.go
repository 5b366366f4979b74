//go:build linux

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

var (
	seed  = flag.Uint64("seed", uint64(time.Now().UnixNano()%1e6), "the first run's `seed`; each run has one more")
	runs  = flag.Int("runs", 20, "how many runs")
	tasks = flag.Int("tasks", 3000, "tasks in each run")
	lease = flag.Duration("lease", time.Second, "the cluster's lease")

	work      = flag.Duration("work", time.Millisecond, "what most tasks take; one in sixteen takes 16 times that")
	keep      = flag.Bool("keep", false, "keep the logs of each run, and say where")
	patience  = flag.Duration("patience", 3*time.Minute, "how long a run may take")
	onlyKills = flag.Bool("kills", false, "one run, which kills server and nodes many times")
	planted   = flag.Bool("plant", false, "plant mistakes in the cluster, one at a time: the oracle must notice each")
)

// Flags of the roles.
var (
	as          = flag.String("as", "", "play the role `server, node or submitter`; for the harness")
	where       = flag.String("where", "", "run only on a `server`, on three, shared or network; role: the place of the cluster")
	policy      = flag.String("policy", "shallow", "role: the node's policy")
	routes      = flag.String("routes", "", "role: the `URLs` by which servers find each other, its own first")
	addr        = flag.String("addr", "", "role: where the server listens")
	store       = flag.String("store", "", "role: the server's directory")
	cert        = flag.String("cert", "", "role: the server's certificate")
	key         = flag.String("key", "", "role: its key")
	ca          = flag.String("ca", "", "role: who signed it")
	effectsFile = flag.String("effects", "", "role: the log of executions")
	outFile     = flag.String("out", "", "role: where the submitter writes results")
)

func main() {
	log.SetFlags(log.Lmicroseconds)
	flag.Parse()
	if *as != "" {
		if err := play(*as); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *where != "" && !slices.Contains(places, *where) {
		log.Fatalf("-where is %q: want one of %s, or nothing for any of them", *where, strings.Join(places, ", "))
	}
	var schedules []schedule
	for i := range *runs {
		schedules = append(schedules, draw(*seed+uint64(i), *tasks, *lease, *where))
	}
	if *onlyKills {
		schedules = []schedule{kills(*tasks)}
	}
	if *planted && !plantAll() || !*planted && !runAll(schedules) {
		os.Exit(1)
	}
}

// interrupted ends when the user has enough: then the namespaces must go.
var interrupted, _ = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)

// runAll runs all schedules and reports whether none went wrong.
func runAll(schedules []schedule) bool {
	var total verdict
	bad, skipped := 0, 0
	for _, s := range schedules {
		fmt.Println(s)
		v, took, err := execute(s)
		switch {
		case errors.Is(err, errCannot):
			fmt.Printf("  SKIPPED: %v\n", err)
			skipped++
			continue
		case err != nil:
			fmt.Printf("  FAILED: %v\n", err)
			bad++
			continue
		}
		fmt.Printf("  %d lost, %d with two results, %d wrong; %d executions, %d tasks ran more than once; %d stolen, %d fenced; %.1f s\n",
			v.lost, v.doubled, v.wrong, v.executions, v.repeated, v.stolen, v.fenced, took.Seconds())
		if !v.good() {
			bad++
			for _, p := range v.problems {
				fmt.Println("  FAILED:", p)
			}
		}
		total.lost, total.doubled, total.wrong = total.lost+v.lost, total.doubled+v.doubled, total.wrong+v.wrong
		total.executions, total.repeated = total.executions+v.executions, total.repeated+v.repeated
	}
	fmt.Printf("%d runs of %d tasks: %d failed, %d skipped; %d lost, %d with two results, %d wrong; %d executions, %d tasks ran more than once\n",
		len(schedules), *tasks, bad, skipped, total.lost, total.doubled, total.wrong, total.executions, total.repeated)
	return bad == 0
}
