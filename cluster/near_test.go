//go:build linux && (amd64 || arm64)

package cluster

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Two nodes of one machine share the tasks of a job in memory.
func TestNear(t *testing.T) {
	ctx, dir := minute(t), filepath.Join(t.TempDir(), "meet")
	config := Config{Near: true, Handlers: map[string]Handler{"square": func(_ context.Context, t *Task) ([]byte, error) {
		n, err := strconv.Atoi(string(t.Payload))
		if n == 13 {
			err = errors.New("unlucky")
		}
		if _, spawned := t.Spawn("square", nil); spawned == nil {
			err = errors.New("a task in memory spawned")
		}
		return strconv.AppendInt(nil, int64(n*n), 10), err
	}}}
	var nodes []*Node
	for range 2 {
		n, err := Join(ctx, dir, config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { n.Close() })
		nodes = append(nodes, n)
	}
	path, err := nearPath(dir, config.Handlers)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for r, err := range nodes[0].Map(ctx, JobSpec{Handler: "square", Near: true}, payloads(10_000)) {
		failure, failed := errors.AsType[*TaskError](err)
		switch {
		case i == 13 && (!failed || !strings.Contains(failure.Message, "unlucky")):
			t.Fatalf("task 13: %v, want its failure", err)
		case i != 13 && (err != nil || string(r.Data) != strconv.Itoa(i*i)):
			t.Fatalf("task %d: %q, %v", i, r.Data, err)
		}
		i++
	}
	if i != 10_000 {
		t.Errorf("%d results, want 10000", i)
	}
	if jobs, err := nodes[0].Jobs(ctx); len(jobs) > 0 || err != nil {
		t.Errorf("the server knows jobs %v of tasks in memory: %v", jobs, err)
	}
	for _, spec := range []JobSpec{
		{Handler: "cube", Near: true},
		{Handler: "square", Near: true, Priority: Interactive},
		{Handler: "square", Near: true, Remember: "x"},
	} {
		for _, err := range nodes[0].Map(ctx, spec, payloads(1)) {
			if err == nil {
				t.Errorf("%+v was taken", spec)
			}
		}
	}
	if _, err := nodes[0].Submit(ctx, JobSpec{Handler: "square", Near: true}, payloads(1)); err == nil {
		t.Error("Submit took a job in memory")
	}
	for i, n := range nodes {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("the mapping is gone before its last member: %v", err)
		}
		if err := n.Close(); err != nil {
			t.Errorf("node %d: %v", i, err)
		}
	}
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("the mapping is there after its last member: %v", err)
	}
	if _, err := Join(ctx, "", config); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("Near in a place that nobody shares: %v", err)
	}
}
