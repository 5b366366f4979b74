package cluster

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
)

// numbered are n payloads, of which the i-th is changed.
func numbered(n, changed int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range n {
			text := fmt.Sprint(i)
			if i == changed {
				text = "another"
			}
			if !yield([]byte(text)) {
				return
			}
		}
	}
}

// A job with an ID that is submitted again with other payloads is refused, whatever of it is stored.
func TestSubmit_otherPayloads(t *testing.T) {
	const none = -1
	for _, weighed := range []bool{false, true} {
		for _, size := range []int{3, batchSize + 30} {
			t.Run(fmt.Sprintf("size=%d/weighed=%v", size, weighed), func(t *testing.T) {
				ctx, c := minute(t), testClient(t, startServer(t), Config{})
				spec := JobSpec{Handler: "h", ID: "j"}
				if weighed {
					spec.Weight = func(i int, _ []byte) float64 { return float64(i % 7) }
				}
				for range 2 {
					mustSubmit(t, c, spec, size)
				}
				for what, other := range map[string]iter.Seq[[]byte]{
					"the first": numbered(size, 0), "the last": numbered(size, size-1), "fewer": numbered(size-1, none), "more": numbered(size+1, none), "none": numbered(0, none),
				} {
					if _, err := c.Submit(ctx, spec, other); err == nil || !strings.Contains(err.Error(), "cluster: job j exists, with other payloads") {
						t.Errorf("%s: %v, want an error that says that the payloads differ", what, err)
					}
				}
				if info, err := c.b.tasks.Info(ctx); err != nil || info.State.Msgs != uint64(size) {
					t.Errorf("%d tasks are stored (%v), want %d", info.State.Msgs, err, size)
				}
			})
		}
	}
}

// A submitter ends between two batches. Of another's payloads none is stored, wherever they differ;
// with the same ones the job is completed, and no task is stored twice, even if the server has
// forgotten the first.
func TestSubmit_otherRest(t *testing.T) {
	const size, none = 3 * batchSize, -1
	for _, weighed := range []bool{false, true} {
		t.Run(fmt.Sprintf("weighed=%v", weighed), func(t *testing.T) {
			ctx, c := minute(t), testClient(t, startServer(t), Config{})
			spec := JobSpec{Handler: "h", ID: "j"}
			if weighed {
				spec.Weight = func(i int, _ []byte) float64 { return float64(-i) }
			}
			job, _, err := c.found(ctx, spec)
			if err != nil {
				t.Fatal(err)
			}
			r, err := job.repeat(ctx, false, weighed)
			if err != nil {
				t.Fatal(err)
			}
			// It notes the second batch, and has stored some of it.
			p := c.b.publisher(ctx)
			i := 0
			for e := range envelopes(job.record, spec, false, r.fresh(numbered(size, none))) {
				if i == batchSize || i == 2*batchSize {
					if err := r.note(ctx); err != nil {
						t.Fatal(err)
					}
				}
				if i == 2*batchSize {
					break
				}
				if i < batchSize+10 {
					if err := p.publish(e); err != nil {
						t.Fatal(err)
					}
				}
				i++
			}
			if err := p.flush(); err != nil {
				t.Fatal(err)
			}
			stored := func(want int) {
				t.Helper()
				if info, err := c.b.tasks.Info(ctx); err != nil || info.State.Msgs != uint64(want) {
					t.Fatalf("%d tasks are stored (%v), want %d", info.State.Msgs, err, want)
				}
			}
			for what, other := range map[string]iter.Seq[[]byte]{
				"stored": numbered(size, 5), "of the second batch": numbered(size, batchSize+5), "begun": numbered(size, 2*batchSize-1), "fewer": numbered(batchSize+20, none),
			} {
				if _, err := c.Submit(ctx, spec, other); err == nil || !strings.Contains(err.Error(), "with other payloads") {
					t.Errorf("%s: %v, want an error that says that the payloads differ", what, err)
				}
				stored(batchSize + 10)
			}
			mustSubmit(t, c, spec, size)
			stored(size)
			var got []string
			for _, l := range pull(t, c, Batch, size) {
				if string(l.payload) != l.ID {
					t.Fatalf("task %s has the payload %s", l.ID, l.payload)
				}
				got = append(got, l.ID)
			}
			slices.Sort(got)
			if got = slices.Compact(got); len(got) != size {
				t.Errorf("%d tasks, want %d", len(got), size)
			}
			if err := c.Forget(ctx, "j"); err != nil {
				t.Fatal(err)
			}
			if _, err := c.b.jobs.Get(context.Background(), r.key()); err == nil {
				t.Error("what was submitted is noted still")
			}
		})
	}
}

// Two submitters of the same job: the later one learns that the payloads are not its own.
func TestSubmit_atOnce(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	spec := JobSpec{Handler: "h", ID: "j"}
	other := func(yield func([]byte) bool) {
		mustSubmit(t, c, spec, 3)
		numbered(3, 1)(yield)
	}
	if _, err := c.Submit(ctx, spec, other); err == nil || !strings.Contains(err.Error(), "another process has submitted it meanwhile") {
		t.Errorf("%v, want an error that names the other submitter", err)
	}
}

// A job that a program in another language has stored has no hash: of its payloads the number is compared.
func TestSubmit_noHash(t *testing.T) {
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	spec := JobSpec{Handler: "h", ID: "j"}
	job := mustSubmit(t, c, spec, 3)
	if err := job.update(ctx, func(r *jobRecord) { r.Sum = "" }); err != nil {
		t.Fatal(err)
	}
	mustSubmit(t, c, spec, 3)
	if _, err := c.Submit(ctx, spec, numbered(2, -1)); err == nil || !strings.Contains(err.Error(), "it has 3 payloads, and these are 2") {
		t.Errorf("fewer payloads: %v, want an error that says so", err)
	}
	if info, err := c.b.tasks.Info(ctx); err != nil || info.State.Msgs != 3 {
		t.Errorf("%d tasks are stored (%v), want 3", info.State.Msgs, err)
	}
}
