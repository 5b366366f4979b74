package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// Results go to the callers in the order in which they end, not in that of the calls.
func TestCalls(t *testing.T) {
	p := newPlace(t)
	ctx := minute(t)
	release := make(chan bool)
	n := p.node(Config{Slots: 2, Handlers: map[string]Handler{"h": func(_ context.Context, t *Task) ([]byte, error) {
		switch {
		case string(t.Payload) == "first":
			<-release
		case string(t.Payload) == "bad":
			return nil, Fatal(errors.New("no"))
		case string(t.Payload) == "big":
			return make([]byte, 2*InlinePayload), nil
		}
		return t.Payload, nil
	}}})
	calls, err := p.client(Config{}).Calls(ctx, JobSpec{Handler: "h"})
	if err != nil {
		t.Fatal(err)
	}
	first := make(chan string)
	go func() {
		r, err := calls.Do(ctx, []byte("first"))
		first <- fmt.Sprint(string(r.Data), err)
	}()
	until(t, "the first runs", func() bool { return n.Info().Running == 1 })
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			want := fmt.Sprint(i)
			if r, err := calls.Do(ctx, []byte(want)); string(r.Data) != want || err != nil || r.Node != n.config.Name {
				t.Errorf("got %+v, %v, want %s", r, err, want)
			}
		})
	}
	all.Wait()
	if _, err := calls.Do(ctx, []byte("bad")); !strings.Contains(fmt.Sprint(err), "failed at attempt 1 on node "+n.config.Name+": no") {
		t.Errorf("a task that failed: %v", err)
	}
	if r, err := calls.Do(ctx, []byte("big")); len(r.Data) != 2*InlinePayload || err != nil {
		t.Errorf("%d bytes, %v, want %d", len(r.Data), err, 2*InlinePayload)
	}
	until(t, "what was read is removed", func() bool { n, messages := objects(t, calls.c); return n+messages == 0 })
	close(release)
	if got := <-first; got != "first<nil>" {
		t.Errorf("the first call got %s", got)
	}
	if err := errors.Join(calls.Close(), calls.Close()); err != nil {
		t.Error(err)
	}
	if _, err := calls.Do(ctx, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v, want ErrClosed", err)
	}
	if jobs, err := n.Jobs(ctx); len(jobs) != 0 || err != nil {
		t.Errorf("%d jobs are left, %v", len(jobs), err)
	}
}

// A call that nobody waits for leaves the queue, or its handler is told.
func TestCalls_withdraw(t *testing.T) {
	p := newPlace(t)
	began, ended := make(chan bool, 10), make(chan error, 10)
	n := p.node(Config{Slots: 1, Policy: Policy{Depth: NoPrefetch}, Handlers: map[string]Handler{"h": func(ctx context.Context, t *Task) ([]byte, error) {
		if len(t.Payload) > 0 {
			return bytes.ToUpper(t.Payload), nil
		}
		began <- true
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return nil, context.Cause(ctx)
	}}})
	calls, err := n.Calls(minute(t), JobSpec{Handler: "h"})
	if err != nil {
		t.Fatal(err)
	}
	defer calls.Close()
	ctx, cancel := context.WithCancelCause(minute(t))
	left := make(chan error)
	const waiting = 3
	for range 1 + waiting {
		go func() {
			_, err := calls.Do(ctx, nil)
			left <- err
		}()
	}
	<-began
	until(t, "the others are stored", func() bool {
		info, err := n.b.tasks.Info(minute(t))
		return err == nil && info.State.Msgs == 1+waiting
	})
	why := errors.New("enough")
	cancel(why)
	for range 1 + waiting {
		if err := <-left; err != why {
			t.Errorf("Do returned %v, want %v", err, why)
		}
	}
	if err := <-ended; !errors.Is(err, ErrCancelled) {
		t.Errorf("the handler was told %v, want ErrCancelled", err)
	}
	if r, err := calls.Do(minute(t), []byte("next")); string(r.Data) != "NEXT" || err != nil {
		t.Errorf("the next call: %q, %v", r.Data, err)
	}
	until(t, "nothing is stored, so nothing runs", func() bool {
		info, err := n.b.tasks.Info(minute(t))
		return err == nil && info.State.Msgs == 0
	})
	if i := n.Info(); i.Executed-uint64(len(began)) != 2 {
		t.Errorf("%d executions, %d of them of calls that were withdrawn before they ran, want 2", i.Executed, len(began))
	}
}

// What a caller that died has left is removed by the next, and what one has that lives is not.
func TestCalls_abandoned(t *testing.T) {
	bounded(t, func(b *bounds) { b.caller = time.Nanosecond })
	p := newPlace(t)
	dead, c := p.client(Config{}), p.client(Config{})
	var all []*Calls
	for _, client := range []*Client{dead, c} {
		calls, err := client.Calls(minute(t), JobSpec{Handler: "h"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := calls.Store(minute(t), strings.NewReader("content")); err != nil {
			t.Fatal(err)
		}
		all = append(all, calls)
	}
	explains(t, c, all[0].ID, "", StateSubmitting, "Its submitter adds tasks as it calls, and none waits now.")
	dead.b.nc.Close()
	explains(t, c, all[0].ID, "", StateSubmitting, "Its submitter does not answer; the job can be forgotten.")
	last, err := c.Calls(minute(t), JobSpec{Handler: "h"})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the job of the dead is removed", func() bool {
		_, err := c.Job(minute(t), all[0].ID)
		return errors.Is(err, ErrUnknownJob)
	})
	until(t, "its contents are removed", func() bool { n, _ := objects(t, c); return n == 1 })
	if err := errors.Join(last.Close(), all[1].Close()); err != nil {
		t.Error(err)
	}
	_ = all[0].Close() // its connection is closed
}

// Calls end when the job does, whichever client ends it.
func TestCalls_cancelled(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	calls, err := c.Calls(minute(t), JobSpec{Handler: "h"})
	if err != nil {
		t.Fatal(err)
	}
	left := make(chan error)
	go func() {
		_, err := calls.Do(minute(t), nil)
		left <- err
	}()
	if err := calls.Cancel(minute(t)); err != nil {
		t.Fatal(err)
	}
	if err := <-left; !errors.Is(err, ErrCancelled) {
		t.Errorf("Do returned %v, want ErrCancelled", err)
	}
	if err := errors.Join(c.Forget(minute(t), calls.ID), calls.Close()); err != nil {
		t.Error(err)
	}
	for _, spec := range []JobSpec{{}, {Handler: "h", ID: "x"}, {Handler: "h", Near: true}, {Handler: "h", Window: 2}, {Handler: "h", Attempts: -1}} {
		if _, err := c.Calls(minute(t), spec); err == nil {
			t.Errorf("%+v is not refused", spec)
		}
	}
}
