package verify

import (
	"bytes"
	"io"
	rtrace "runtime/trace"
	"testing"

	"golang.org/x/exp/trace"

	"github.com/skua-go/skua"
)

// TestRuntimeTrace writes execution traces of calls from outside whose work is stolen: each call
// is a task of the trace, and what a resident runs of it is a region of that task.
func TestRuntimeTrace(t *testing.T) {
	p, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	kinds := map[string]string{"fork": "skua.fork", "loop": "skua.part", "spawned": "skua.tasks"}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			tasks, regions := traced(t, func() { call(t, p, t.Context(), way.run) })
			if len(tasks) != 1 || tasks["skua.Run"] == 0 {
				t.Fatalf("the trace has the tasks %v, want one skua.Run", tasks)
			}
			if of := regions[kinds[way.name]]; of != tasks["skua.Run"] {
				t.Errorf("the regions are of the tasks %v, want a %s of task %d", regions, kinds[way.name], tasks["skua.Run"])
			}
		})
	}
	t.Run("loop at a pool", func(t *testing.T) {
		tasks, regions := traced(t, func() { stolenLoop(p, func() {}) })
		if of := regions["skua.part"]; of == 0 || of != tasks["skua.Call"] {
			t.Errorf("regions %v and tasks %v, want a skua.part of skua.Call", regions, tasks)
		}
	})
}

// traced returns what the execution trace of f says: the number of each kind of task, and the
// task of the last region of each kind.
func traced(t *testing.T, f func()) (tasks, regions map[string]trace.TaskID) {
	t.Helper()
	var buf bytes.Buffer
	if err := rtrace.Start(&buf); err != nil {
		t.Fatal(err)
	}
	f()
	rtrace.Stop()
	r, err := trace.NewReader(&buf)
	if err != nil {
		t.Fatal(err)
	}
	tasks, regions = map[string]trace.TaskID{}, map[string]trace.TaskID{}
	begun, ended := 0, 0
	for {
		e, err := r.ReadEvent()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e.Kind() {
		case trace.EventTaskBegin:
			tasks[e.Task().Type] = e.Task().ID
			begun++
		case trace.EventTaskEnd:
			ended++
		case trace.EventRegionBegin:
			regions[e.Region().Type] = e.Region().Task
		}
	}
	if begun != ended {
		t.Errorf("%d tasks begin and %d end", begun, ended)
	}
	return tasks, regions
}
