package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Results that are recorded in any order are read in the order of the payloads,
// with what failed among them.
func TestResults_order(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	job, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(100))
	if err != nil {
		t.Fatal(err)
	}
	leases := pull(t, c, Batch, 100)
	slices.Reverse(leases)
	for _, l := range leases {
		o := outcome{data: append(l.payload, l.payload...), Node: "n"}
		if l.ID == "7" {
			o = outcome{Failed: true, Error: "seven is bad", Node: "n", Attempts: 3}
		}
		finish(t, c, l, o)
	}
	i := 0
	for r, err := range job.Results(ctx) {
		switch failure, failed := errors.AsType[*TaskError](err); {
		case i == 7 && (!failed || failure.Message != "seven is bad" || failure.Attempt != 3):
			t.Errorf("task 7: %v, want its failure", err)
		case i != 7 && (err != nil || string(r.Data) != strings.Repeat(fmt.Sprint(i), 2)):
			t.Errorf("task %d: %q, %v", i, r.Data, err)
		case r.ID != fmt.Sprint(i):
			t.Errorf("task %s came where %d should", r.ID, i)
		}
		i++
	}
	if i != 100 {
		t.Errorf("%d results, want 100", i)
	}
	var failure *TaskError
	if err := job.Wait(ctx); !errors.As(err, &failure) || failure.ID != "7" {
		t.Errorf("Wait: %v, want the failure of task 7", err)
	}
	if p, err := job.Progress(ctx); err != nil || p != (Progress{Tasks: 100, Done: 100, Failed: 1}) {
		t.Errorf("Progress: %+v, %v", p, err)
	}
}

// Results that do not fit into the memory of a reader are fetched when it is their turn; small ones
// count, too.
func TestResults_fetched(t *testing.T) {
	const most = 10*keptSize + 1000
	bounded(t, func(b *bounds) { b.kept = most })
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	job := mustSubmit(t, c, JobSpec{Handler: "h"}, 100)
	leases := pull(t, c, Batch, 100)
	r := &reader{j: job, at: newCursor(-1), early: make(map[string]stored)}
	next, stop := iter.Pull2(job.Results(ctx))
	defer stop()
	for _, l := range slices.Backward(leases) { // the first one last: all others come before their turn
		o := outcome{ID: l.ID, data: []byte(l.ID)}
		finish(t, c, l, o)
		r.keep(stored{o})
	}
	if len(r.early) > 12 || r.kept > most+keptSize+1 { // with the one that is next
		t.Errorf("%d results are kept, as %d bytes, want at most %d", len(r.early), r.kept, most)
	}
	for i := range 100 {
		got, err, ok := next()
		if !ok || err != nil || string(got.Data) != fmt.Sprint(i) || got.ID != fmt.Sprint(i) {
			t.Fatalf("result %d: %+v, %v", i, got, err)
		}
	}
	if got, err, ok := next(); ok {
		t.Errorf("%+v, %v after the last", got, err)
	}
}

// Whoever records second changes nothing, however late.
func TestRecord_firstWins(t *testing.T) {
	ctx, s := minute(t), startServer(t)
	a, b := testClient(t, s, Config{}), testClient(t, s, Config{})
	e := envelope{Job: "j", ID: "0"}
	if m, err := a.b.recorded(ctx, e); m != nil || err != nil {
		t.Fatalf("recorded before the first: %v, %v", m, err)
	}
	if first, err := a.b.record(ctx, e, outcome{ID: "0", data: []byte("a")}); !first || err != nil {
		t.Fatalf("the first: %v, %v", first, err)
	}
	if first, err := b.b.record(ctx, e, outcome{ID: "0", data: []byte("b")}); first || err != nil {
		t.Fatalf("the second: %v, %v, want false", first, err)
	}
	if err := b.b.bury(ctx, e, outcome{ID: "0", Error: "late"}); err != nil {
		t.Fatal(err)
	}
	m, err := a.b.results.GetLastMsgForSubject(ctx, e.resultSubject())
	if err != nil || string(m.Data) != "a" {
		t.Errorf("stored %q, %v, want the first's a", m.Data, err)
	}
}

// A failure that comes after a success leaves no dead letter, and a retry of one
// that is left for another reason removes no success.
func TestBury_afterSuccess(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	job, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(1))
	if err != nil {
		t.Fatal(err)
	}
	e := pull(t, c, Batch, 1)[0].envelope
	if _, err := c.b.record(ctx, e, outcome{ID: "0", data: []byte("good")}); err != nil {
		t.Fatal(err)
	}
	if err := c.b.bury(ctx, e, outcome{ID: "0", Error: "late"}); err != nil {
		t.Fatal(err)
	}
	for d := range c.Dead(ctx, job.ID) {
		t.Errorf("task %s is a dead letter, and ended well", d.ID)
	}
	if _, err := c.b.js.PublishMsg(ctx, message(e.deadSubject(), deadRecord{Envelope: e}, nil)); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Retry(ctx, job.ID); n != 0 || err != nil {
		t.Errorf("Retry of a letter whose task ended well: %d, %v, want 0", n, err)
	}
	for r, err := range job.Results(ctx) {
		if err != nil || string(r.Data) != "good" {
			t.Errorf("%q, %v, want the success", r.Data, err)
		}
	}
}

// Results that are recorded at the same time are stored as one batch, unless one
// of them has been recorded before: then the others are stored nevertheless.
func TestRecord_together(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	c.b.recorder.busy = true // nobody stores yet
	const n = 50
	var all sync.WaitGroup
	var firsts atomic.Int32
	task := func(i int) envelope { return envelope{Job: "j", ID: strconv.Itoa(i)} }
	for i := range 2 * n {
		all.Go(func() {
			first, err := c.b.record(ctx, task(i%n), outcome{ID: task(i % n).ID, data: []byte{byte(i)}})
			if err != nil {
				t.Error(err)
			}
			if first {
				firsts.Add(1)
			}
		})
	}
	for waiting := 0; waiting < 2*n; runtime.Gosched() {
		c.b.recorder.mu.Lock()
		waiting = len(c.b.recorder.waiting)
		c.b.recorder.mu.Unlock()
	}
	c.b.recorder.run()
	all.Wait()
	if got := firsts.Load(); got != n {
		t.Errorf("%d records were the first, want %d", got, n)
	}
	if got, err := counts(ctx, c.b.nc, c.b.results, []string{resultsSubject + "j.>"}); err != nil || got[0] != n {
		t.Errorf("%d results are stored (%v), want %d", got, err, n)
	}
}

// A lease given back too late would take the task from its new holder: the
// server does not refuse that, so the node must.
func TestGiveBack_late(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{Lease: time.Second})
	if _, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(1)); err != nil {
		t.Fatal(err)
	}
	l := pull(t, c, Batch, 1)[0]
	l.deadline = time.Now()
	if err := c.b.answer(l, isGivenBack, 0); !errors.Is(err, ErrFenced) {
		t.Errorf("given back past the deadline: %v, want ErrFenced", err)
	}
	again := pull(t, c, Batch, 1)[0] // by the end of the lease
	if again.deliveries != 2 {
		t.Errorf("delivered %d times, want 2", again.deliveries)
	}
	again.deadline = time.Now().Add(time.Hour) // this process may be slow
	if err := c.b.answer(again, isGivenBack, 0); err != nil {
		t.Error(err)
	}
	if third := pull(t, c, Batch, 1)[0]; third.deliveries != 3 {
		t.Errorf("delivered %d times, want 3", third.deliveries)
	}
}

// Starts are counted from the first repetition on; what was only held is not.
func TestBegin(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	l := &lease{envelope: envelope{Job: "j", ID: "0", Attempts: 2}, deliveries: 1}
	var known startsRecord
	want := func(attempt int, last string) {
		t.Helper()
		if got, err := c.b.begin(ctx, l, "n", known); got.attempt != attempt || got.over != last || err != nil {
			t.Fatalf("begin: %+v, %v, want %d, %q", got, err, attempt, last)
		}
	}
	want(1, "")
	if err := c.b.noteStarts(ctx, l, func(r *startsRecord) { r.failed(1, "n", "no luck", time.Now()) }); err != nil {
		t.Fatal(err)
	}
	l.deliveries = 2
	want(2, "")
	if err := c.b.noteStarts(ctx, l, (*startsRecord).unbegin); err != nil { // its node was closed
		t.Fatal(err)
	}
	want(2, "")
	if err := c.b.noteStarts(ctx, l, func(r *startsRecord) { r.failed(2, "n", "no luck", time.Now()) }); err != nil {
		t.Fatal(err)
	}
	want(2, "no luck") // nothing was begun
	l.ID = "1"
	for n := range 4 { // held by a node that died: as if delivered for the first time
		want(1+n, "") // it died in company each time
	}
	known.Open = true
	want(5, "")
	want(5, errDeath)
}

// A job with an ID is submitted once, and completed if its submitter died.
func TestSubmit_repeated(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	spec := JobSpec{Handler: "h", ID: "mine"}
	broken := func(yield func([]byte) bool) {
		yield([]byte("0"))
		yield(make([]byte, c.config.MaxPayload+1))
	}
	if _, err := c.Submit(ctx, spec, broken); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "task 1") {
		t.Fatalf("Submit of too large a payload: %v", err)
	}
	for range 2 {
		if _, err := c.Submit(ctx, spec, payloads(3)); err != nil {
			t.Fatal(err)
		}
	}
	ids := make(map[string]bool)
	for _, l := range pull(t, c, Batch, 3) {
		ids[l.ID] = true
	}
	if info, err := c.b.tasks.Info(ctx); err != nil || info.State.Msgs != 3 || len(ids) != 3 {
		t.Errorf("the queue has %d messages of tasks %v (%v), want 3", info.State.Msgs, ids, err)
	}
	if _, err := c.Submit(ctx, JobSpec{Handler: "other", ID: "mine"}, payloads(1)); err == nil || !strings.Contains(err.Error(), `"h", not "other"`) {
		t.Errorf("another job under the same ID: %v", err)
	}
}

// A job that has the ID of a forgotten one is another job.
func TestSubmit_forgotten(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	for range 2 {
		for _, n := range []int{minBatch - 1, 2 * minBatch} {
			job, err := c.Submit(ctx, JobSpec{Handler: "h", ID: "mine"}, payloads(n))
			if err != nil {
				t.Fatal(err)
			}
			if info, err := c.b.tasks.Info(ctx); err != nil || info.State.Msgs != uint64(n) {
				t.Fatalf("%d tasks are stored of %d: %v", info.State.Msgs, n, err)
			}
			if err := c.Forget(ctx, job.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Submit waits while others wait for many answers of the server, and ends when the client is
// closed.
func TestSubmit_unanswered(t *testing.T) {
	ctx, s := minute(t), startServer(t)
	c, other := testClient(t, s, Config{}), connect(t, s)
	answer := make(chan bool)
	if _, err := other.Subscribe("slow", func(m *nats.Msg) {
		<-answer
		_ = m.Respond([]byte(`{"stream": "slow", "seq": 1}`))
	}); err != nil {
		t.Fatal(err)
	}
	if err := other.Flush(); err != nil {
		t.Fatal(err)
	}
	var last jetstream.PubAckFuture
	for range maxPending {
		var err error
		if last, err = c.b.js.PublishAsync("slow", nil); err != nil {
			t.Fatal(err)
		}
	}
	time.AfterFunc(500*time.Millisecond, func() { close(answer) })
	if _, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(1)); err != nil {
		t.Error(err)
	}
	<-last.Ok()
	silent := connect(t, s)
	if _, err := silent.Subscribe("silent", func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	if err := silent.Flush(); err != nil {
		t.Fatal(err)
	}
	never, err := c.b.js.PublishAsync("silent", nil)
	if err != nil {
		t.Fatal(err)
	}
	p := c.b.publisher(ctx)
	p.sent = []sending{{answer: never, begun: time.Now()}}
	c.b.nc.Close()
	if err := p.settle(); !errors.Is(err, ErrClosed) {
		t.Errorf("%v, want ErrClosed", err)
	}
}

// A Submit that is broken off, whenever, leaves no job that seems to be submitted still.
func TestSubmit_brokenOff(t *testing.T) {
	c := testClient(t, startServer(t), Config{})
	for i := range 100 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*20*time.Microsecond)
		if job, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(20)); (job == nil) == (err == nil) {
			t.Errorf("%v, %v, want either a job or an error", job, err)
		}
		cancel()
	}
	jobs, err := c.Jobs(minute(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		if j.Tasks < 0 && !j.Cancelled {
			t.Errorf("job %s is left", j.ID)
		}
	}
}

// The heaviest task is queued first; the results stay in order.
func TestSubmit_weight(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	weigh := func(i int, _ []byte) float64 { return float64(i * i % 5) } // 0 1 4 4 1
	job, err := c.Submit(ctx, JobSpec{Handler: "h", Weight: weigh}, payloads(5))
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, l := range pull(t, c, Batch, 5) {
		order = append(order, l.ID)
		finish(t, c, l, outcome{data: l.payload})
	}
	if want := []string{"2", "3", "1", "4", "0"}; !slices.Equal(order, want) {
		t.Errorf("queued %v, want %v", order, want)
	}
	var got []string
	for r, err := range job.Results(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(r.Data))
	}
	if want := []string{"0", "1", "2", "3", "4"}; !slices.Equal(got, want) {
		t.Errorf("results %v, want %v", got, want)
	}
}

// A weight that is no number is an error, not a panic.
func TestSubmit_weightless(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	for _, w := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		spec := JobSpec{Handler: "h", Weight: func(int, []byte) float64 { return w }}
		if _, err := c.Submit(ctx, spec, payloads(2)); err == nil || !strings.Contains(err.Error(), "finite") {
			t.Errorf("weight %v: %v", w, err)
		}
	}
}

// What tasks took is remembered: the next time the longest goes first.
func TestSubmit_remember(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	var order []string
	for range 2 {
		job, err := c.Submit(ctx, JobSpec{Handler: "h", Remember: "kind"}, payloads(4))
		if err != nil {
			t.Fatal(err)
		}
		order = nil
		for _, l := range pull(t, c, Batch, 4) {
			order = append(order, l.ID)
			finish(t, c, l, outcome{Took: time.Duration(l.payload[0]) * time.Second})
		}
		if err := job.Wait(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"3", "2", "1", "0"}; !slices.Equal(order, want) {
		t.Errorf("the second time %v were queued, want %v", order, want)
	}
	if _, err := c.Submit(ctx, JobSpec{Handler: "h", Remember: "a b"}, payloads(1)); err == nil {
		t.Error("a name with a space was taken")
	}
}

// What goes wrong in a server of this process reaches Config.Log.
func TestConfig_log(t *testing.T) {
	var log lines
	if o := (Config{Log: &log}).options(); o.Log != &log {
		t.Errorf("the server's log goes to %v", o.Log)
	}
}

// A job can be cancelled although the server's storage is full of its tasks.
func TestCancel_full(t *testing.T) {
	p := &place{t: t, dir: t.TempDir(), limit: 1 << 20}
	p.start()
	t.Cleanup(p.end)
	c := p.client(Config{})
	payload := make([]byte, 10<<10)
	if _, err := c.Submit(minute(t), JobSpec{Handler: "h", ID: "j"}, slices.Values(slices.Repeat([][]byte{payload}, 200))); !errors.Is(err, ErrFull) {
		t.Fatalf("Submit of too much: %v, want ErrFull", err)
	}
	j, err := c.Job(minute(t), "j")
	if err == nil {
		err = j.Cancel(minute(t))
	}
	if err != nil {
		t.Fatal(err)
	}
	if r, err := j.still(minute(t)); err != nil || !r.cancelled() {
		t.Errorf("%+v, %v: want it cancelled", r, err)
	}
}

// A queue at its limit makes Submit wait, not fail.
func TestSubmit_full(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{MaxStore: 8 << 10})
	payload := make([]byte, 1<<10)
	done := make(chan error)
	go func() {
		_, err := c.Submit(ctx, JobSpec{Handler: "h"}, slices.Values(slices.Repeat([][]byte{payload}, 40)))
		done <- err
	}()
	for range 40 {
		finish(t, c, pull(t, c, Batch, 1)[0], outcome{})
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Payloads and results above InlinePayload are stored beside the queue.
func TestBlobs(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	big := bytes.Repeat([]byte("0123456789abcdef"), InlinePayload/8)
	job, err := c.Submit(ctx, JobSpec{Handler: "h"}, slices.Values([][]byte{big}))
	if err != nil {
		t.Fatal(err)
	}
	l := pull(t, c, Batch, 1)[0]
	if l.Blob == "" || len(l.payload) > 0 {
		t.Fatalf("%d bytes travelled with the task", len(l.payload))
	}
	payload, err := c.b.getBlob(ctx, l.Blob)
	if err != nil || !bytes.Equal(payload, big) {
		t.Fatalf("the payload came as %d bytes: %v", len(payload), err)
	}
	finish(t, c, l, outcome{data: payload})
	for r, err := range job.Results(ctx) {
		if err != nil || !bytes.Equal(r.Data, big) {
			t.Errorf("the result came as %d bytes: %v", len(r.Data), err)
		}
	}
	if err := c.Forget(ctx, job.ID); err != nil {
		t.Fatal(err)
	}
	if objects, err := c.b.blobNames(ctx); len(objects) > 0 || err != nil {
		t.Errorf("%d objects are left of a forgotten job: %v", len(objects), err)
	}
	if _, err := c.Job(ctx, job.ID); !errors.Is(err, ErrUnknownJob) {
		t.Errorf("a forgotten job: %v, want ErrUnknownJob", err)
	}
}

// A reader leaves nothing on the server, whether it ends or is broken off.
func TestResults_leaves(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	job, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(2))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range pull(t, c, Batch, 2) {
		finish(t, c, l, outcome{})
	}
	for range job.Results(ctx) {
		break
	}
	if err := job.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	if info, err := c.b.results.Info(ctx); err != nil || info.State.Consumers != 0 {
		t.Errorf("%d consumers are left: %v", info.State.Consumers, err)
	}
}

// A panic of the payloads' iterator comes out of Map, where it can be recovered, and
// leaves no job behind.
func TestMap_panic(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	got := func() (got any) {
		defer func() { got = recover() }()
		for range c.Map(ctx, JobSpec{Handler: "h"}, func(yield func([]byte) bool) { yield(nil); panic("bad input") }) {
		}
		return nil
	}()
	if got != "bad input" {
		t.Errorf("Map panicked with %v, want bad input", got)
	}
	for _, err := range c.Map(ctx, JobSpec{Handler: "h"}, func(func([]byte) bool) { runtime.Goexit() }) {
		if _, ok := errors.AsType[*iteratorError](err); !ok {
			t.Errorf("Map of an iterator that ends its goroutine: %v", err)
		}
	}
	for _, err := range c.Map(ctx, JobSpec{Handler: "h"}, nil) {
		if err == nil {
			t.Error("Map took nil payloads")
		}
	}
	if _, err := c.Submit(ctx, JobSpec{Handler: "h"}, nil); err == nil {
		t.Error("Submit took nil payloads")
	}
	if jobs, err := c.Jobs(ctx); err != nil || len(jobs) > 0 {
		t.Errorf("jobs are left: %+v, %v", jobs, err)
	}
}

// A panic of the payloads' iterator comes out of Submit, and cancels the job, which nobody can complete.
func TestSubmit_panic(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	got := func() (got any) {
		defer func() { got = recover() }()
		_, err := c.Submit(ctx, JobSpec{Handler: "h"}, func(yield func([]byte) bool) { yield(nil); panic("bad input") })
		return err
	}()
	if jobs, err := c.Jobs(ctx); got != "bad input" || err != nil || len(jobs) != 1 || !jobs[0].Cancelled {
		t.Errorf("Submit panicked with %v, and leaves %+v, %v; want bad input and a job that is cancelled", got, jobs, err)
	}
}

// After Close everything says so.
func TestClient_closed(t *testing.T) {
	ctx := minute(t)
	c, err := Open(ctx, "", Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(1)); !errors.Is(err, ErrClosed) {
		t.Errorf("Submit: %v, want ErrClosed", err)
	}
	if _, err := c.Jobs(ctx); !errors.Is(err, ErrClosed) {
		t.Errorf("Jobs: %v, want ErrClosed", err)
	}
	if _, err := c.Explain(ctx, "j", ""); !errors.Is(err, ErrClosed) {
		t.Errorf("Explain: %v, want ErrClosed", err)
	}
}

// What a Config may not be is refused, with what it may be.
func TestConfig_limits(t *testing.T) {
	for want, c := range map[string]Config{
		"MaxPayload is 600000000: want 1 to 268435456 bytes": {MaxPayload: 600_000_000},
		"MaxPayload is -1: want 1 to":                        {MaxPayload: -1},
		"Replicas is 2: want 1, 3 or 5":                      {Replicas: 2},
	} {
		if _, err := c.complete(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
	}
}

// Nodes of one process have names of their own.
func TestConfig_name(t *testing.T) {
	if a, b := defaultName(), defaultName(); a == b {
		t.Errorf("two nodes are called %s", a)
	}
}

// Whoever reads results is told when the client is closed, however that happens.
func TestResults_closed(t *testing.T) {
	for name, end := range map[string]func(c *Client){
		"close": func(c *Client) { c.Close() },
		"lost":  func(c *Client) { c.b.nc.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			ctx := minute(t)
			c, err := Open(ctx, "", Config{})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			job, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(2))
			if err != nil {
				t.Fatal(err)
			}
			finish(t, c, pull(t, c, Batch, 1)[0], outcome{})
			n := 0
			for _, err := range job.Results(ctx) {
				if n++; n == 1 && err == nil {
					end(c)
				} else if n == 2 && !errors.Is(err, ErrClosed) {
					t.Errorf("%v, want ErrClosed", err)
				}
			}
			if n != 2 {
				t.Errorf("%d results, want one and an error", n)
			}
		})
	}
}

// What waits of a cancelled job goes; its readers are told.
func TestCancel_waiting(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	job, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(10))
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan error)
	go func() { read <- job.Wait(ctx) }()
	if err := job.Cancel(ctx); err != nil {
		t.Fatal(err)
	}
	if err := <-read; !errors.Is(err, ErrCancelled) {
		t.Errorf("Wait: %v, want ErrCancelled", err)
	}
	if info, err := c.b.tasks.Info(ctx); err != nil || info.State.Msgs > 0 {
		t.Errorf("%d tasks are left: %v", info.State.Msgs, err)
	}
	if jobs, err := c.Jobs(ctx); err != nil || len(jobs) != 1 || !jobs[0].Cancelled {
		t.Errorf("Jobs: %+v, %v", jobs, err)
	}
}

// Cancel does not change a job that has ended, even if its tasks have not left the queue; one
// whose spawned task waits has not ended.
func TestCancel_ended(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	for _, spawns := range []bool{false, true} {
		job, err := c.Submit(ctx, JobSpec{Handler: "h"}, payloads(2))
		if err != nil {
			t.Fatal(err)
		}
		leases := pull(t, c, Batch, 2)
		if spawns {
			p, e := c.b.publisher(ctx), leases[0].envelope
			e.ID += ".0"
			if err := errors.Join(p.publish(e), p.flush()); err != nil {
				t.Fatal(err)
			}
		}
		for _, l := range leases {
			if _, err := c.b.record(ctx, l.envelope, outcome{ID: l.ID, Children: 0, data: l.payload}); err != nil {
				t.Fatal(err)
			}
		}
		if err := job.Cancel(ctx); err != nil {
			t.Fatal(err)
		}
		if err := job.Wait(ctx); errors.Is(err, ErrCancelled) != spawns {
			t.Errorf("a task was spawned: %v; Wait: %v", spawns, err)
		}
	}
}

// A dead letter is a task again after Retry, and its job ends well.
func TestRetry(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	job, err := c.Submit(ctx, JobSpec{Handler: "h", Attempts: 1}, payloads(3))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range pull(t, c, Batch, 3) {
		finish(t, c, l, outcome{Failed: l.ID != "1", Error: "bad " + l.ID})
	}
	var dead []string
	for d, err := range c.Dead(ctx, "") {
		if err != nil {
			t.Fatal(err)
		}
		dead = append(dead, d.ID+": "+d.Error+" "+string(d.Payload))
	}
	slices.Sort(dead)
	if want := []string{"0: bad 0 0", "2: bad 2 2"}; !slices.Equal(dead, want) {
		t.Errorf("dead letters %q, want %q", dead, want)
	}
	if n, err := c.Retry(ctx, job.ID, "1"); n != 0 || err == nil {
		t.Errorf("Retry of a task that ended well: %d, %v", n, err)
	}
	if n, err := c.Retry(ctx, job.ID); n != 2 || err != nil {
		t.Fatalf("Retry: %d, %v", n, err)
	}
	for _, l := range pull(t, c, Batch, 2) {
		finish(t, c, l, outcome{data: l.payload})
	}
	if err := job.Wait(ctx); err != nil {
		t.Errorf("after the retry: %v", err)
	}
	for d := range c.Dead(ctx, job.ID) {
		t.Errorf("task %s is a dead letter still", d.ID)
	}
}

// A cluster of another version is refused.
func TestProtocol(t *testing.T) {
	ctx, s := minute(t), startServer(t)
	c := testClient(t, s, Config{})
	if _, err := c.b.jobs.Put(ctx, metaKey, []byte(`{"protocol": 99}`)); err != nil {
		t.Fatal(err)
	}
	_, err := openBroker(ctx, connect(t, s), c.config, true)
	if !errors.Is(err, ErrProtocol) || !strings.Contains(err.Error(), "version 99") {
		t.Errorf("%v, want ErrProtocol that names both versions", err)
	}
}
