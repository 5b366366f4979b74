package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	stdhash "hash"
	"iter"

	"github.com/nats-io/nats.go/jetstream"
)

// # A Submit that is repeated
//
// A job with an ID of its submitter's may be submitted again, with the same payloads. Before a
// submitter stores a batch of tasks, it notes two prefixes of its payloads: those whose tasks are
// stored for sure, and those whose tasks are stored when the batch is. A later submitter compares
// both hashes. It stores no task of the first prefix again, and holds the rest of the second in
// memory, one batch, until it has compared that one: so no task of other payloads is stored. When
// all are stored, their number and hash are in the job's record.
//
// If the spec weighs the tasks, they are stored out of order: then all payloads are the second prefix.

// submittedKey begins the keys of these notes: + job + "." + birth. The value is a submittedRecord.
const submittedKey = "p."

type submittedRecord struct {
	Stored prefix `json:"stored"`
	Begun  prefix `json:"begun"`
}

// A prefix is the first N payloads of a job.
type prefix struct {
	N   int    `json:"n"`
	Sum string `json:"sum"` // SHA-256 of each length and payload; empty if the submitter did not say, as one in another language
}

// is reports whether two prefixes of the same length have the same payloads, as far as that is known.
func (p prefix) is(q prefix) bool { return p == q || p.N == q.N && q.Sum == "" }

// fillOnce stores the tasks of a job of found. If the spec has an ID, they may be stored already.
func (j *Job) fillOnce(ctx context.Context, spec JobSpec, again bool, payloads iter.Seq[[]byte]) (err error) {
	if j.record.submitting() {
		payloads, err = j.recall(ctx, &spec, payloads)
	}
	var r *repeat
	if err == nil && spec.ID != "" {
		r, err = j.repeat(ctx, again, spec.Weight != nil)
	}
	switch {
	case err != nil:
		return err
	case !j.record.submitting():
		return j.restore(ctx, spec, r, payloads)
	}
	return j.fill(ctx, spec, r, payloads, nil)
}

// A repeat compares the payloads of a Submit with those of the submitter before.
type repeat struct {
	job     *Job
	again   bool // there was one
	weighed bool
	was     submittedRecord // of that one
	begun   prefix          // noted by this one
	stored  prefix          // for sure, when the next batch is begun
	n       int             // payloads so far
	hash    stdhash.Hash    // of them
	passed  int             // those of them that go on to be stored
	err     error           // they are not the same
}

// repeat begins to compare the payloads for a job of found. weighed says that their tasks are
// stored out of order.
func (j *Job) repeat(ctx context.Context, again, weighed bool) (*repeat, error) {
	r := &repeat{job: j, again: again, weighed: weighed, hash: sha256.New()}
	if !j.record.submitting() {
		all := prefix{j.record.Tasks, j.record.Sum}
		r.was = submittedRecord{all, all}
	} else if again {
		entry, err := ask(ctx, func(ctx context.Context) (jetstream.KeyValueEntry, error) {
			return j.c.b.jobs.Get(ctx, r.key())
		})
		if err == nil {
			err = json.Unmarshal(entry.Value(), &r.was)
		}
		if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil, fmt.Errorf("cluster: what is submitted of job %s: %w", j.ID, err)
		}
	}
	r.stored = r.was.Stored
	return r, nil
}

func (r *repeat) key() string {
	return submittedKey + r.job.ID + "." + birth(r.job.record.Created.UnixNano())
}

// now is the prefix of all payloads so far.
func (r *repeat) now() prefix { return prefix{r.n, hex.EncodeToString(r.hash.Sum(nil))} }

// fresh yields the payloads, with their numbers, whose tasks are perhaps not stored. Those that are
// not the same end it, and r.err says so.
func (r *repeat) fresh(payloads iter.Seq[[]byte]) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		var held [][]byte
		for p := range payloads {
			r.n++
			r.hash.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
			r.hash.Write(p)
			if r.n == r.was.Stored.N && !r.now().is(r.was.Stored) || r.n == r.was.Begun.N && !r.now().is(r.was.Begun) {
				r.err = r.differ("the first %d are not the same", r.n)
				return
			}
			if r.n <= r.was.Stored.N && !r.weighed {
				r.passed = r.n
				continue
			}
			if held = append(held, p); r.n < r.was.Begun.N {
				continue
			}
			for _, p := range held {
				r.passed++
				if !yield(r.passed-1, p) {
					return
				}
			}
			clear(held)
			held = held[:0]
		}
		if r.n < r.was.Begun.N {
			r.err = r.differ("it has %s, and these are %d", plural(r.was.Begun.N, "payload"), r.n)
		}
	}
}

func (r *repeat) differ(format string, args ...any) error {
	return fmt.Errorf("cluster: job %s exists, with other payloads: "+format+"; want the same, another ID, or to forget the job first", append([]any{r.job.ID}, args...)...)
}

// whole compares all payloads with those of a job that was submitted whole.
func (r *repeat) whole(payloads iter.Seq[[]byte]) error {
	for range r.fresh(payloads) {
		if r.n > r.was.Begun.N {
			return r.differ("it has %s, and these are more", plural(r.was.Begun.N, "payload"))
		}
	}
	return r.err
}

// note stores how far this submitter is, before it stores more.
func (r *repeat) note(ctx context.Context) error {
	now := r.now()
	if now == r.begun {
		return nil
	}
	err := persist(ctx, func(ctx context.Context) error {
		_, err := r.job.c.b.jobs.Put(ctx, r.key(), toJSON(submittedRecord{r.stored, now}))
		return err
	})
	r.begun = now
	if r.passed == r.n && !r.weighed {
		r.stored = now // or the submitter fails
	}
	return err
}

// end notes in the job's record that all tasks are stored. Another submitter may have been faster.
func (r *repeat) end(record *jobRecord) {
	all := r.now()
	if !record.submitting() && !all.is(prefix{record.Tasks, record.Sum}) {
		r.err = r.differ("another process has submitted it meanwhile")
		return
	}
	record.Tasks, record.Sum = all.N, all.Sum
}

// number numbers payloads from 0.
func number(payloads iter.Seq[[]byte]) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		i := 0
		for p := range payloads {
			if !yield(i, p) {
				return
			}
			i++
		}
	}
}
