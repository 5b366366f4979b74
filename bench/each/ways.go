package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/skua-go/skua/bench/internal/outside"
)

//go:embed loop/spawn.c
var spawnC string

// The tables.
const (
	empty  = "empty jobs"
	packed = "many arguments for each command"
	loud   = "jobs that print 1 MB"
)

// The loops that do nothing but start and wait.
const (
	cLoop  = "posix_spawn in a loop"
	goLoop = "syscall.ForkExec in a loop, in Go"
)

// ways are those of all tables. Each has two jobs at a time.
func (o options) ways(ctx context.Context, dir string) ([]outside.Way, error) {
	few := max(1, o.jobs/10)
	ways := []outside.Way{
		o.way(empty, "skua each", o.jobs, o.skua, "each", "-j2", "--", "true"),
		o.way(empty, "GNU parallel", few, "parallel", "-j2", "true"),
		o.way(empty, "xargs -P2 -n1", o.jobs, "xargs", "-P2", "-n1", "true"),
		o.way(empty, "rush", o.jobs, "rush", "-j2", "true {}"),
	}
	if outside.Missing("cc") == "" {
		loop, err := compile(ctx, dir)
		if err != nil {
			return nil, err
		}
		way := o.way(empty, cLoop, o.jobs, loop, strconv.Itoa(o.jobs))
		ways = append(ways, way)
	}
	bare, err := outside.Build(ctx, dir, "bench/each/forkexec")
	if err != nil {
		return nil, err
	}
	ways = append(ways, o.way(empty, goLoop, o.jobs, bare, strconv.Itoa(o.jobs)))
	echoed := int64(len(numbers(o.inputs)))
	ways = append(ways,
		printing(echoed, o.way(packed, "skua each -X", o.inputs, o.skua, "each", "-j2", "-X", "--", "echo")),
		printing(echoed, o.way(packed, "GNU parallel -X", o.inputs, "parallel", "-j2", "-X", "echo")),
		printing(echoed, o.way(packed, "xargs -P2", o.inputs, "xargs", "-P2", "echo")))
	return append(ways, o.loudWays()...), nil
}

// loudWays run the same job, through the shell that GNU parallel always takes.
func (o options) loudWays() (ways []outside.Way) {
	const size, job = 1_000_000, "head -c1000000 /dev/zero; : {}"
	add := func(name string, argv ...string) {
		ways = append(ways, printing(int64(o.copies)*size, o.way(loud, name, o.copies, argv...)))
	}
	add("skua each", o.skua, "each", "-j2", "--shell", "--", job)
	add("skua each -k", o.skua, "each", "-j2", "-k", "--shell", "--", job)
	add("GNU parallel", "parallel", "-j2", job)
	add("GNU parallel -k", "parallel", "-j2", "-k", job)
	add("xargs -P2, which mixes what jobs print", "xargs", "-P2", "-I{}", "sh", "-c", job)
	return ways
}

// way is a program that reads as many numbers as there are jobs.
func (o options) way(table, name string, jobs int, argv ...string) outside.Way {
	w := outside.Way{Table: table, Name: name, Jobs: jobs, Needs: argv[:1]}
	w.Take = func(ctx context.Context) (outside.Use, error) {
		return outside.Program{Stdin: strings.NewReader(numbers(jobs)), Argv: argv}.Run(ctx)
	}
	return w
}

// printing also wants that number of bytes printed: nothing was lost, nothing came twice.
func printing(want int64, w outside.Way) outside.Way {
	take := w.Take
	w.Take = func(ctx context.Context) (outside.Use, error) {
		use, err := take(ctx)
		if err == nil && use.Output != want {
			err = fmt.Errorf("%d bytes on standard output; want %d", use.Output, want)
		}
		return use, err
	}
	return w
}

// numbers are the first n, each on a line.
func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, i+1)
	}
	return b.String()
}

// compile builds the loop of posix_spawn.
func compile(ctx context.Context, dir string) (string, error) {
	source, program := filepath.Join(dir, "spawn.c"), filepath.Join(dir, "spawn")
	if err := os.WriteFile(source, []byte(spawnC), 0o666); err != nil {
		return "", err
	}
	if out, err := exec.CommandContext(ctx, "cc", "-O2", "-o", program, source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("cc spawn.c: %w\n%s", err, out)
	}
	return program, nil
}
