package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// damage removes a task from the store, as a flipped bit does when the server starts again.
func damage(t *testing.T, c *Client, j *Job, id string) {
	t.Helper()
	e := envelope{Job: j.ID, Born: j.record.Created.UnixNano(), ID: id}
	m, err := c.b.tasks.GetLastMsgForSubject(minute(t), tasksSubject+"*."+e.key())
	if err == nil {
		err = c.b.tasks.DeleteMsg(minute(t), m.Sequence)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Whoever asks of a job hears of a task that the store has lost, and the same Submit stores it again.
func TestLost(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{Lease: minLease})
	spec := JobSpec{Handler: "h", ID: "j"}
	j := p.submit(c, spec, numbers(3))
	damage(t, c, j, "1")
	p.node(Config{Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": echo}})
	equal(t, outcomes(t, j), []string{"0", "1: cluster: task 1 of job j: lost by the store", "2"})
	until(t, "the others have left the queue", func() bool {
		info, err := c.b.tasks.Info(minute(t))
		return err == nil && info.State.Msgs == 0
	})
	explains(t, c, "j", "", StateLost, "Job j has not ended: 2 of 3 tasks have ended. The store has lost 1 task, the first of them 1; a Submit with the job's ID stores them again.")
	explains(t, c, "j", "1", StateLost, "The store has lost it, and it will not run; a Submit with the job's ID stores it again.")
	if _, err := c.Retry(minute(t), "j", "1"); err == nil || !strings.Contains(err.Error(), "lost task 1") {
		t.Errorf("Retry: %v", err)
	}
	p.submit(c, spec, numbers(3))
	equal(t, outcomes(t, j), []string{"0", "1", "2"})
	explains(t, c, "j", "", StateDone, "Job j has ended: 3 of 3 tasks have ended.")
}

// A job of which a task is lost has not ended, and can be cancelled.
func TestLost_cancel(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	j := p.submit(c, JobSpec{Handler: "h"}, numbers(1))
	damage(t, c, j, "0")
	if err := j.Cancel(minute(t)); err != nil {
		t.Fatal(err)
	}
	if jobs, err := c.Jobs(minute(t)); err != nil || len(jobs) != 1 || jobs[0].State() != JobCancelled {
		t.Errorf("%+v, %v: want the job cancelled", jobs, err)
	}
}

// A task that another one spawned comes again with that.
func TestLost_spawned(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{Lease: minLease})
	j := p.submit(c, JobSpec{Handler: "h", ID: "j"}, numbers(2))
	l := pull(t, c, Batch, 2)
	finish(t, c, l[0], outcome{Children: 1}) // its child was lost
	finish(t, c, l[1], outcome{})
	explains(t, c, "j", "0.0", StateLost, "The store has lost it, .*")
	n := p.node(Config{Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": echo}})
	p.submit(c, JobSpec{Handler: "h", ID: "j"}, numbers(2))
	equal(t, outcomes(t, j), []string{"0", ""})
	if i := n.Info(); i.Executed != 1 {
		t.Errorf("%d executions, want that of task 0", i.Executed)
	}
}

// A flipped bit in the file of the waiting tasks: those that are lost are told, and the others end.
func TestLost_file(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	c, err := Open(minute(t), "alone:"+dir, Config{Lease: minLease})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Submit(minute(t), JobSpec{Handler: "h", ID: "j"}, numbers(60)); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", tasksStream, "msgs", "*.blk"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v: want a file of tasks", files, err)
	}
	name := files[len(files)-1]
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 4
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
	n, err := Join(minute(t), "alone:"+dir, Config{Slots: 1, Pool: newPool(t, 1), Handlers: map[string]Handler{"h": echo}})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	j, err := n.Job(minute(t), "j")
	if err != nil {
		t.Fatal(err)
	}
	ended, lost := 0, 0
	for _, err := range j.Results(minute(t)) {
		if err == nil {
			ended++
		} else {
			lost++
		}
	}
	if ended+lost != 60 || lost == 0 {
		t.Errorf("%d tasks have ended and %d are lost, want 60 in all", ended, lost)
	}
}
