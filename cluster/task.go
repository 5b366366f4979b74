package cluster

import (
	"fmt"
	"sync"
	"time"
)

// A Task is what a Handler is called with.
type Task struct {
	Job     string // the job's ID
	ID      string // the task's place in the job: "12", or "12.0" for the first task that task 12 spawned
	Handler string
	Payload []byte // the handler may keep it, but not change it
	Attempt int    // 1 at the first execution, as far as the cluster knows

	job        *Job // nil in memory
	near       bool // in memory
	spawnLimit int  // bytes of a payload
	mu         sync.Mutex
	spawned    []envelope
	ended      bool
	env        envelope
}

// Key names the task in the whole cluster. It is the same at each attempt, so a
// handler can use it to make its effects idempotent.
func (t *Task) Key() string { return t.Job + "/" + t.ID }

// Spawn adds a task to the job of t and returns its ID. The task is offered to
// all nodes when the handler of t returns without an error, and just before the
// result of t is recorded; if the handler fails, what it spawned is dropped. The
// job ends when all its tasks have ended. An attempt that repeats t should spawn
// the same tasks in the same order: the n-th has the ID t.ID + "." + n.
//
// Spawn does not block. It returns an error if the handler's name is none, the
// payload is too large or the ID is longer than 1,000 bytes, as in a chain of 500 tasks of which
// each spawned the next. It panics after the handler has returned. Safe for
// concurrent use.
func (t *Task) Spawn(handler string, payload []byte) (id string, err error) {
	if t.near {
		return "", errNearSpawn
	}
	if err := checkToken("handler name", handler); err != nil {
		return "", err
	}
	if err := checkPayload(len(payload), t.spawnLimit); err != nil {
		return "", err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		panic("cluster: Task.Spawn after the handler has returned")
	}
	e := t.env
	e.ID = fmt.Sprintf("%s.%d", t.ID, len(t.spawned))
	if len(e.ID) > maxID {
		return "", fmt.Errorf("cluster: Task.Spawn: the ID %.20s… would have %d bytes: at most %d are allowed, as in a chain of %d tasks that spawn each other", e.ID, len(e.ID), maxID, maxID/2)
	}
	e.Handler, e.Blob, e.Hops, e.Weight, e.payload = handler, "", 0, 0, payload
	t.spawned = append(t.spawned, e)
	return e.ID, nil
}

// maxID is the longest ID of a task, in bytes: it is a part of subjects, and the server
// ends a connection that sends a line above 4 KiB.
const maxID = 1000

// end closes the task to Spawn and returns what was spawned.
func (t *Task) end() []envelope {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	return t.spawned
}

// Priority says which tasks go first, where several wait.
type Priority int

// The priorities: tasks of Interactive jobs go before those of Batch jobs, but for each eighth task that
// a node starts, if one of Batch waits. A running task is not interrupted.
const (
	Batch Priority = iota
	Interactive
)

// priorities lists all, the most urgent first.
var priorities = []Priority{Interactive, Batch}

func (p Priority) String() string {
	switch p {
	case Batch:
		return "batch"
	case Interactive:
		return "interactive"
	}
	return fmt.Sprintf("Priority(%d)", int(p))
}

// A Result is how a task ended.
type Result struct {
	ID       string // the task's, as Task.ID
	Data     []byte // what the handler returned; nil if the task failed
	Attempts int    // executions that were begun, as far as the cluster knows
	Node     string // the node that recorded the result
	Took     time.Duration
}
