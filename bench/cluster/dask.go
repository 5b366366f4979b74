package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
)

//go:embed dask.py
var daskScript string

// daskWays is Dask's scheduler with two worker processes of one thread each.
func daskWays() []way {
	return []way{{name: "Dask distributed, 2 workers", keeps: "the death of workers", share: 0.1, measure: measureDask}}
}

// pythons are where Debian's Python is, and any other.
var pythons = []string{"/usr/bin/python3", "python3"}

func measureDask(ctx context.Context, tasks, trips int) (sample, error) {
	for _, python := range pythons {
		if exec.CommandContext(ctx, python, "-c", "import distributed").Run() != nil {
			continue
		}
		script := exec.CommandContext(ctx, python, "-c", daskScript, strconv.Itoa(tasks), strconv.Itoa(trips), fmt.Sprint(tripsBound.Seconds()))
		var stderr bytes.Buffer
		script.Stderr = &stderr
		out, err := script.Output()
		if err != nil {
			return sample{}, fmt.Errorf("dask: %w: %s", err, lastWords(stderr.String()))
		}
		var s sample
		return s, json.Unmarshal(out, &s)
	}
	return sample{}, cannot{errors.New("python3-distributed is not installed (-install gets it from Debian)")}
}
