package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/skua-go/skua"
)

func TestNode_runs(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Slots: 2, Handlers: map[string]Handler{"echo": echo}, Log: logger(t)})
	j := p.submit(n, JobSpec{Handler: "echo"}, numbers(200))
	got := outcomes(t, j)
	if len(got) != 200 {
		t.Fatalf("got %d results, want 200", len(got))
	}
	for i, s := range got {
		if s != fmt.Sprint(i) {
			t.Fatalf("result %d is %q", i, s)
		}
	}
	if i := n.Info(); i.Executed != 200 || i.Duplicate != 0 || i.Fenced != 0 {
		t.Fatalf("got %+v", i)
	}
}

func TestNode_ends(t *testing.T) {
	p := newPlace(t)
	attempts := make(chan int, 100)
	pool := newPool(t, 3)
	here := make(chan bool, 1)
	p.node(Config{Slots: 2, Pool: pool, MaxPayload: 1 << 20, Log: logger(t), Handlers: map[string]Handler{
		"fails": func(_ context.Context, t *Task) ([]byte, error) {
			attempts <- t.Attempt
			return nil, errors.New("no luck")
		},
		"fatal":  func(context.Context, *Task) ([]byte, error) { return nil, Fatal(errors.New("no way")) },
		"panics": func(context.Context, *Task) ([]byte, error) { panic("oh") },
		"broken": func(context.Context, *Task) ([]byte, error) { return nil, (*brokenError)(nil) },
		"goexit": func(context.Context, *Task) ([]byte, error) { runtime.Goexit(); return nil, nil },
		"large":  func(context.Context, *Task) ([]byte, error) { return make([]byte, 1<<20+1), nil },
		"recover": func(_ context.Context, t *Task) ([]byte, error) {
			if t.Attempt == 1 {
				return nil, errors.New("once")
			}
			return fmt.Append(nil, t.Attempt), nil
		},
		"here": func(context.Context, *Task) ([]byte, error) {
			sizes := make(chan int, 1)
			skua.Join(skua.Here(), func(*skua.Worker) { sizes <- pool.Stats().Workers }, func(*skua.Worker) {})
			here <- <-sizes == 3
			return nil, nil
		},
		"spawns": func(_ context.Context, t *Task) ([]byte, error) {
			for i := range 2 {
				if len(t.Payload) < 3 {
					if _, err := t.Spawn("spawns", append(t.Payload, byte('a'+i))); err != nil {
						return nil, err
					}
				}
			}
			return t.Payload, nil
		},
	}})
	c := p.client(Config{})
	run := func(handler string, attempts int) string {
		t.Helper()
		j := p.submit(c, JobSpec{Handler: handler, Attempts: attempts}, texts(""))
		return strings.Join(outcomes(t, j), " ")
	}
	want := func(got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	want(run("fails", 2), "failed at attempt 2 on node")
	if a, b := <-attempts, <-attempts; a != 1 || b != 2 || len(attempts) != 0 {
		t.Errorf("got attempts %d and %d and %d more, want 1 and 2", a, b, len(attempts))
	}
	want(run("fatal", 3), "failed at attempt 1 on node")
	want(run("panics", 1), "panicked: oh")
	want(run("broken", 1), "panicked: runtime error: invalid memory address")
	want(run("goexit", 1), "Goexit")
	want(run("large", 3), "1048577 bytes")
	want(run("recover", 3), "2")
	run("here", 1)
	if !<-here {
		t.Error("the handler is not in the pool of the node")
	}
	want(run("spawns", 1), " a aa aaa aab ab aba abb b ba baa bab bb bba bbb")
	for letter, err := range c.Dead(testContext(t), "") {
		if err != nil || letter.Handler == "recover" {
			t.Errorf("a dead letter %+v, %v", letter, err)
		}
	}
}

// A brokenError is one that cannot be asked what it is, as a handler returns by mistake.
type brokenError struct{ text string }

func (e *brokenError) Error() string { return e.text }
