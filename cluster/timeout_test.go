package cluster

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

// setGrace is how long a handler may go on after its timeout, until the end of the test.
func setGrace(t *testing.T, d time.Duration) {
	bounded(t, func(b *bounds) { b.grace = d })
}

// The longest timeout that there is does not end at once.
func TestTimeout_longest(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Slots: 1, Handlers: map[string]Handler{"h": func(ctx context.Context, task *Task) ([]byte, error) {
		pause(ctx, 50*time.Millisecond) // longer than a timer that has run out needs
		return task.Payload, ctx.Err()
	}}})
	equal(t, outcomes(t, p.submit(n, JobSpec{Handler: "h", Attempts: 1, Timeout: math.MaxInt64}, texts("x"))), []string{"x"})
}

// What a task waits for its pool is not of its timeout.
func TestTimeout_poolFull(t *testing.T) {
	p := newPlace(t)
	pool, err := skua.New(skua.WithWorkers(1), skua.WithGuests(1))
	if err != nil {
		t.Fatal(err)
	}
	n := p.node(Config{Slots: 1, Pool: pool, Handlers: map[string]Handler{"h": func(ctx context.Context, task *Task) ([]byte, error) {
		return task.Payload, nil
	}}})
	t.Cleanup(func() { pool.Close() })
	full, free := make(chan struct{}), make(chan struct{})
	go pool.Run(minute(t), func(*skua.Worker) error { close(full); <-free; return nil })
	<-full
	j := p.submit(n, JobSpec{Handler: "h", Attempts: 1, Timeout: time.Millisecond}, texts("x"))
	until(t, "the task waits for the pool", func() bool { return n.Info().Running == 1 })
	pause(minute(t), 10*time.Millisecond) // longer than the timeout
	close(free)
	equal(t, outcomes(t, j), []string{"x"})
}

// The context of a handler ends at the timeout with a cause that names it, and the attempt has
// failed. A result counts even if it is late, and spawned tasks have the timeout too.
func TestTimeout(t *testing.T) {
	setGrace(t, time.Hour)
	p := newPlace(t)
	causes := make(chan error, 10)
	n := p.node(Config{Slots: 1, Handlers: map[string]Handler{
		"waits": func(ctx context.Context, t *Task) ([]byte, error) {
			if t.Attempt == 3 {
				return []byte("at last"), nil
			}
			<-ctx.Done()
			causes <- context.Cause(ctx)
			return nil, errors.New("gave up")
		},
		"late": func(ctx context.Context, t *Task) ([]byte, error) { <-ctx.Done(); return []byte("late"), nil },
		"spawns": func(_ context.Context, t *Task) ([]byte, error) {
			_, err := t.Spawn("bound", nil)
			return []byte("-"), err
		},
		"bound": func(ctx context.Context, t *Task) ([]byte, error) {
			_, ok := ctx.Deadline()
			return fmt.Append(nil, ok), nil
		},
	}})
	run := func(handler string, attempts int, timeout time.Duration) string {
		return strings.Join(outcomes(t, p.submit(n, JobSpec{Handler: handler, Attempts: attempts, Timeout: timeout}, texts("x"))), " ")
	}
	if got := run("waits", 1, time.Millisecond); !strings.Contains(got, "longer than its timeout: 1ms (JobSpec.Timeout): gave up") {
		t.Errorf("the last attempt: %q, want a failure that names the timeout and the handler's error", got)
	}
	if err := <-causes; !errors.Is(err, ErrTimeout) || !strings.Contains(err.Error(), "1ms") {
		t.Errorf("the cause is %v, want ErrTimeout and how long", err)
	}
	for handler, want := range map[string]string{"waits": "at last", "late": "late"} {
		if got := run(handler, 3, time.Millisecond); got != want {
			t.Errorf("%s: %q, want %q", handler, got, want)
		}
	}
	for timeout, want := range map[time.Duration]string{time.Hour: "- true", 0: "- false"} {
		if got := run("spawns", 1, timeout); got != want {
			t.Errorf("timeout %v: %q, want %q", timeout, got, want)
		}
	}
	if _, err := n.Submit(minute(t), JobSpec{Handler: "late", Timeout: -1}, texts("x")); err == nil || !strings.Contains(err.Error(), "JobSpec.Timeout is -1ns") {
		t.Errorf("a negative timeout: %v", err)
	}
	if i := n.Info(); i.Stuck != 0 {
		t.Errorf("%d slots are lost, and all handlers have returned", i.Stuck)
	}
}

// A handler that ignores its timeout costs its node the slot, and no more: its task fails, other
// tasks run on the slots that are left, the explanation says what is missing, the node can drain;
// and when the handler returns after all, the slot is back.
func TestTimeout_ignored(t *testing.T) {
	setGrace(t, time.Millisecond)
	p := newPlace(t)
	deaf, g := make(chan struct{}), newGate()
	n := p.node(Config{Name: "n", Slots: 2, Pool: newPool(t, 4), Policy: Policy{Depth: NoPrefetch}, Log: logger(t), Handlers: map[string]Handler{
		"deaf": func(context.Context, *Task) ([]byte, error) { <-deaf; return []byte("heard by nobody"), nil },
		"gate": g.handle,
	}})
	failed := p.submit(n, JobSpec{Handler: "deaf", Attempts: 1, Timeout: time.Millisecond}, texts("x"))
	if got := strings.Join(outcomes(t, failed), " "); !strings.Contains(got, "longer than its timeout: 1ms (JobSpec.Timeout), and its handler does not return: node n has a slot less") {
		t.Errorf("%q, want a failure that says that the handler does not return", got)
	}
	if i := n.Info(); i.Stuck != 1 || i.Running != 0 {
		t.Errorf("%d slots are lost and %d tasks run, want 1 and 0", i.Stuck, i.Running)
	}
	job := p.submit(n, JobSpec{ID: "j", Handler: "gate"}, numbers(3))
	<-g.begun
	explains(t, n.Client, "j", "2", StateQueued, ".*the 1 slot of the 1 node that has its handler is busy; 1 slot more is lost to handlers that go on after their timeout, until the process is replaced.*")
	if len(g.begun) != 0 {
		t.Error("two tasks run on one slot")
	}
	close(deaf)
	<-g.begun // on the slot that is back
	close(g.open)
	equal(t, outcomes(t, job), []string{"0", "1", "2"})
	if i := n.Info(); i.Stuck != 0 {
		t.Errorf("%d slots are lost, and the handler has returned", i.Stuck)
	}
}

// A node all of whose slots are lost takes no tasks, and leaves them to others. Close does not wait
// for what it cannot end.
func TestTimeout_noSlotLeft(t *testing.T) {
	setGrace(t, time.Millisecond)
	p := newPlace(t)
	deaf := make(chan struct{})
	defer close(deaf)
	n, err := newNode(minute(t), p.client(Config{Slots: 1, Pool: newPool(t, 2), Handlers: map[string]Handler{
		"deaf": func(context.Context, *Task) ([]byte, error) { <-deaf; return nil, nil }, "echo": echo,
	}}))
	if err != nil {
		t.Fatal(err)
	}
	for n.Info().Stuck == 0 { // on a busy machine the time may be over before the handler is called
		outcomes(t, p.submit(n, JobSpec{Handler: "deaf", Attempts: 1, Timeout: time.Millisecond}, texts("x")))
	}
	job := p.submit(n, JobSpec{Handler: "echo"}, numbers(5))
	other := p.node(Config{Slots: 1, Handlers: map[string]Handler{"echo": echo}})
	if got := outcomes(t, job); len(got) != 5 || other.Info().Executed != 5 {
		t.Errorf("%d results, %d of them of the other node, want 5", len(got), other.Info().Executed)
	}
	if err := n.Drain(minute(t)); err != nil {
		t.Error(err)
	}
	if err := n.Close(); err == nil || !strings.Contains(err.Error(), "1 handler does not return although the timeout has passed") {
		t.Errorf("Close: %v, want an error that says what it leaves behind", err)
	}
}
