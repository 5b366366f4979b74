package cluster

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// A task that fails at each retry, at once, stays one dead letter, and one Retry is
// one retry.
func TestRetry_failsAgain(t *testing.T) {
	p := newPlace(t)
	executed := make(chan int, 1000)
	n := p.node(Config{Log: logger(t), Handlers: map[string]Handler{"fatal": func(context.Context, *Task) ([]byte, error) {
		executed <- 1
		return nil, Fatal(errors.New("no way"))
	}}})
	j := p.submit(n, JobSpec{Handler: "fatal"}, numbers(1))
	ctx := minute(t)
	for round := range 20 {
		var failure *TaskError
		if err := j.Wait(ctx); !errors.As(err, &failure) {
			t.Fatalf("round %d: Wait: %v, want the failure", round, err)
		}
		letters := 0
		for l, err := range n.Dead(ctx, j.ID) {
			if letters++; err != nil || l.ID != "0" {
				t.Fatalf("round %d: %+v, %v", round, l, err)
			}
		}
		if letters != 1 {
			t.Fatalf("round %d: %d dead letters, want 1", round, letters)
		}
		if got, err := n.Retry(ctx, j.ID); got != 1 || err != nil {
			t.Fatalf("round %d: Retry: %d, %v, want 1", round, got, err)
		}
	}
	if err := j.Wait(ctx); err == nil || len(executed) != 21 {
		t.Errorf("%v after %d executions, want a failure after 21", err, len(executed))
	}
}

// Two that retry the same letters at once lose no task.
func TestRetry_twice(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Handlers: map[string]Handler{"fatal": func(context.Context, *Task) ([]byte, error) {
		return nil, Fatal(errors.New("no way"))
	}}})
	j, other, ctx := p.submit(n, JobSpec{Handler: "fatal"}, numbers(3)), p.client(Config{}), minute(t)
	for round := range 50 {
		var failure *TaskError
		if err := j.Wait(ctx); !errors.As(err, &failure) {
			t.Fatalf("round %d: Wait: %v, want a failure", round, err)
		}
		done := make(chan error)
		go func() {
			_, err := other.Retry(ctx, j.ID)
			done <- err
		}()
		if _, err := n.Retry(ctx, j.ID); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

// What a handler says may be long, and any bytes: the task ends nevertheless.
func TestDead_longError(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Handlers: map[string]Handler{"long": func(_ context.Context, t *Task) ([]byte, error) {
		return nil, errors.New("it says: " + strings.Repeat(string(t.Payload), 2<<20))
	}}})
	j := p.submit(n, JobSpec{Handler: "long", Attempts: 2}, texts("x", "\x00", "\xff"))
	ended := 0
	for _, err := range j.Results(minute(t)) {
		failure, ok := errors.AsType[*TaskError](err)
		if !ok {
			t.Fatal(err)
		}
		if ended++; failure.Attempt != 2 || !strings.HasPrefix(failure.Message, "it says: ") || !strings.HasSuffix(failure.Message, "(2097161 bytes)") {
			t.Errorf("attempt %d, %.20q of %d bytes", failure.Attempt, failure.Message, len(failure.Message))
		}
	}
	if ended != 3 {
		t.Errorf("%d tasks ended, want 3", ended)
	}
}

// A chain of tasks that is too long ends with a failure; the node goes on.
func TestSpawn_deep(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Handlers: map[string]Handler{"echo": echo, "next": func(_ context.Context, t *Task) ([]byte, error) {
		_, err := t.Spawn("next", nil)
		return nil, Fatal(err)
	}}})
	// The test does not run the first 499 tasks of the chain.
	deep := envelope{Job: "deep", ID: strings.TrimSuffix(strings.Repeat("0.", maxID/2), "."), Handler: "next", Attempts: 1}
	if _, err := n.b.js.PublishMsg(minute(t), message(deep.taskSubject(), deep, nil)); err != nil {
		t.Fatal(err)
	}
	until(t, "the task fails", func() bool {
		o, err := n.b.stored(minute(t), deep)
		return err == nil && o.Failed && strings.Contains(o.Error, "at most 1000")
	})
	equal(t, outcomes(t, p.submit(n, JobSpec{Handler: "echo"}, texts("a"))), []string{"a"})
}
