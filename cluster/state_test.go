package cluster

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

func TestJobState(t *testing.T) {
	for _, c := range []struct {
		record jobRecord
		left   bool
		want   JobState
	}{
		{jobRecord{Tasks: -1}, true, JobSubmitting},
		{jobRecord{Tasks: -1}, false, JobSubmitting}, // all that are stored have ended; more will come
		{jobRecord{Tasks: 3}, true, JobOpen},
		{jobRecord{Tasks: 3}, false, JobEnded},
		{jobRecord{}, false, JobEnded}, // no tasks at all
		{jobRecord{Tasks: 3, Cancelled: true}, true, JobCancelled},
		{jobRecord{Tasks: 3, Cancelled: true}, false, JobCancelled},
		{jobRecord{Tasks: -1, Cancelled: true}, true, JobCancelled},
		{jobRecord{Tasks: 3, Forgotten: true}, true, JobOpen}, // until its record is gone
	} {
		if got := c.record.state(c.left); got != c.want {
			t.Errorf("%+v, left %v: %s, want %s", c.record, c.left, got, c.want)
		}
		if c.record.cancelled() != (c.want == JobCancelled) || c.record.submitting() != (c.want == JobSubmitting) {
			t.Errorf("%+v: cancelled %v, submitting %v, want %s", c.record, c.record.cancelled(), c.record.submitting(), c.want)
		}
	}
	for _, c := range []struct {
		info JobInfo
		want JobState
	}{
		{JobInfo{Progress: Progress{Tasks: -1}}, JobSubmitting},
		{JobInfo{Progress: Progress{Tasks: 3, Done: 2}}, JobOpen},
		{JobInfo{Progress: Progress{Tasks: 3, Done: 3}}, JobEnded},
		{JobInfo{Progress: Progress{Tasks: 3, Done: 7}}, JobEnded},
		{JobInfo{Progress: Progress{Tasks: 3, Done: 3}, Cancelled: true}, JobCancelled},
	} {
		if got := c.info.State(); got != c.want || got.String() != string(c.want) {
			t.Errorf("%+v: %s, want %s", c.info, got, c.want)
		}
	}
}

// Each fact that is learnt later is there in each case, and must not count before its turn.
func TestTaskState(t *testing.T) {
	now := time.Now()
	node := func(state string, handlers ...string) NodeInfo { return NodeInfo{State: state, Handlers: handlers} }
	queue := func(delivered uint64) *jetstream.ConsumerInfo {
		return &jetstream.ConsumerInfo{Delivered: jetstream.SequenceInfo{Stream: delivered}}
	}
	all := func(change func(*taskFacts)) *taskFacts {
		f := &taskFacts{envelope: envelope{ID: "1", Handler: "h"}, job: jobRecord{Tasks: 3}, stored: true, full: true,
			starts: startsRecord{Next: now}, nodes: []NodeInfo{node("rests", "h"), node(working, "h")}, queue: queue(8), position: 9}
		change(f)
		return f
	}
	seen := map[State]bool{"": true}
	for _, c := range []struct {
		want  State
		facts *taskFacts
	}{
		{StateDone, all(func(f *taskFacts) { f.end, f.job.Cancelled, f.held = &outcome{}, true, &holding{} })},
		{StateDead, all(func(f *taskFacts) { f.end = &outcome{Failed: true} })},
		{StateCancelled, all(func(f *taskFacts) { f.job.Cancelled, f.held = true, &holding{State: "running"} })},
		{StateCancelled, all(func(f *taskFacts) { f.job.Cancelled, f.stored = true, false })},
		{StateUnknown, all(func(f *taskFacts) { f.stored = false })},
		{StateUnknown, all(func(f *taskFacts) { f.stored, f.ID, f.job.Tasks = false, "1.0", -1 })},
		{StateFull, all(func(f *taskFacts) { f.stored, f.job.Tasks = false, -1 })},
		{StateSubmitting, all(func(f *taskFacts) { f.stored, f.job.Tasks, f.full = false, -1, false })},
		{StateHeld, all(func(f *taskFacts) { f.held, f.starts.Next = &holding{State: "queued"}, now.Add(1) })},
		{StateRunning, all(func(f *taskFacts) { f.held = &holding{State: "running"} })},
		{StateRunning, all(func(f *taskFacts) { f.held = &holding{State: "ending"} })},
		{StateRetry, all(func(f *taskFacts) { f.starts.Next, f.nodes = now.Add(1), []NodeInfo{} })},
		{"", all(func(f *taskFacts) { f.nodes, f.queue = nil, nil })},
		{StateNobody, all(func(f *taskFacts) { f.nodes = []NodeInfo{} })},
		{StateNoHandler, all(func(f *taskFacts) { f.nodes = []NodeInfo{node(working, "g"), node(working)} })},
		{StateResting, all(func(f *taskFacts) {
			f.nodes = []NodeInfo{node(working, "g"), node(draining, "h"), node("rests", "g", "h")}
		})},
		{"", all(func(f *taskFacts) { f.queue = nil })},
		{StateLeased, all(func(f *taskFacts) { f.queue = queue(9) })},
		{StateQueued, all(func(*taskFacts) {})},
		{StateQueued, all(func(f *taskFacts) { f.queue = queue(0) })},
	} {
		seen[c.want] = true
		if got := c.facts.state(now); got != c.want {
			t.Errorf("%q, want %q, of %+v", got, c.want, c.facts)
		}
		if x := c.facts.explain(c.want); c.want != "" && (x.State != c.want || x.Sentence == "") {
			t.Errorf("%s is explained as %+v", c.want, x)
		}
	}
	if len(seen) != 15 {
		t.Errorf("the cases have %d of 14 states", len(seen)-1)
	}
}

// What is in JSON documents and read by other programs stays as it is.
func TestState_words(t *testing.T) {
	got, err := json.Marshal([]any{JobSubmitting, JobOpen, JobEnded, JobCancelled, StateUnknown, StateSubmitting, StateFull, StateCancelled,
		StateDone, StateDead, StateRunning, StateHeld, StateRetry, StateNobody, StateNoHandler, StateResting, StateLeased, StateQueued})
	const want = `["submitting","open","ended","cancelled","unknown","submitting","full","cancelled",` +
		`"done","dead","running","held","retry","nobody","nohandler","resting","leased","queued"]`
	if string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
