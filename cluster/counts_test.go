package cluster

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"
)

// A list of jobs makes no more in the server for many jobs than for one, and its numbers are right: of jobs
// without results, with some, with dead letters, and of one whose results are large.
func TestJobs_many(t *testing.T) {
	ctx, s := minute(t), startServer(t)
	c := testClient(t, s, Config{})
	const jobs = 2*countBatch + 3
	want := make(map[string]Progress)
	for i := range jobs {
		p := Progress{Tasks: 3, Done: i % 4, Failed: i % 2}
		p.Failed = min(p.Failed, p.Done)
		job := mustSubmit(t, c, JobSpec{ID: fmt.Sprint("j", i), Handler: "h"}, p.Tasks)
		for k := range p.Done {
			e := envelope{Job: job.ID, Born: job.record.Created.UnixNano(), ID: fmt.Sprint(k)}
			o := outcome{ID: e.ID, Error: "no", data: make([]byte, i%7*10_000)}
			var err error
			if k < p.Failed {
				err = c.b.bury(ctx, e, o)
			} else {
				_, err = c.b.record(ctx, e, o)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		want[job.ID] = p
	}
	var made atomic.Int32
	nc := connect(t, s)
	if _, err := nc.Subscribe("$JS.API.CONSUMER.CREATE.>", func(*nats.Msg) { made.Add(1) }); err != nil {
		t.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	infos, err := c.Jobs(ctx)
	if err != nil || len(infos) != jobs {
		t.Fatalf("%d jobs, %v, want %d", len(infos), err, jobs)
	}
	for _, i := range infos {
		if i.Progress != want[i.ID] {
			t.Errorf("job %s: %+v, want %+v", i.ID, i.Progress, want[i.ID])
		}
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	if n := made.Load(); n > 1 {
		t.Errorf("the list made %d consumers, want that of the records alone", n)
	}
}

// BenchmarkJobs lists 10,000 jobs that have ended.
//
//	go test ./cluster -run '^$' -bench Jobs -benchtime 5x
func BenchmarkJobs(b *testing.B) {
	p := newPlace(b)
	c := p.client(Config{})
	for i := range 10_000 {
		r := jobRecord{ID: fmt.Sprint("j", i), Handler: "h", Tasks: 1}
		if _, err := c.b.jobs.Create(testContext(b), jobKey+r.ID, toJSON(r)); err != nil {
			b.Fatal(err)
		}
		if _, err := c.b.record(testContext(b), envelope{Job: r.ID, Born: r.Created.UnixNano(), ID: "0"}, outcome{ID: "0", data: []byte("x")}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if l, err := c.Jobs(testContext(b)); err != nil || len(l) != 10_000 {
			b.Fatalf("%d jobs, %v", len(l), err)
		}
	}
}
