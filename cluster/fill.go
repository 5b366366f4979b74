package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
)

// fill stores the tasks of a job and then their number. It is each, if not nil, that
// goes through the tasks, and r, if not nil, that leaves out those that are stored.
func (j *Job) fill(ctx context.Context, spec JobSpec, r *repeat, payloads iter.Seq[[]byte], each eachTask) error {
	p, n, again, numbered := j.c.b.publisher(ctx), 0, false, number(payloads)
	if r != nil {
		p.note, again, numbered = r.note, r.again, r.fresh(payloads)
	}
	store := func(e envelope) error {
		if err := checkPayload(len(e.payload), j.c.config.MaxPayload); err != nil {
			return fmt.Errorf("cluster: task %s of job %s: %w", e.ID, j.ID, err)
		}
		if math.IsNaN(e.Weight) || math.IsInf(e.Weight, 0) {
			return fmt.Errorf("cluster: task %s of job %s: JobSpec.Weight is %v: want a finite number", e.ID, j.ID, e.Weight)
		}
		n++
		return p.publish(e)
	}
	if each == nil {
		each = eachNow
	}
	if err := each(envelopes(j.record, spec, again, numbered), store, p.flush); err != nil {
		return err
	}
	if r == nil {
		if err := p.flush(); err != nil {
			return err
		}
		return j.update(ctx, func(record *jobRecord) { record.Tasks = n })
	}
	if r.err != nil {
		return r.err
	}
	if err := p.flush(); err != nil {
		return err
	}
	return errors.Join(j.update(ctx, r.end), r.err)
}

// An eachTask calls store for each task until that fails. Tasks may be collected until
// flush is called.
type eachTask func(tasks iter.Seq[envelope], store func(envelope) error, flush func() error) error

func eachNow(tasks iter.Seq[envelope], store func(envelope) error, _ func() error) error {
	for e := range tasks {
		if err := store(e); err != nil {
			return err
		}
	}
	return nil
}

// newEnvelope makes task i of a job.
func newEnvelope(job jobRecord, spec JobSpec, i int, payload []byte) envelope {
	e := envelope{Job: job.ID, Born: job.Created.UnixNano(), ID: strconv.Itoa(i), Handler: spec.Handler, Priority: spec.Priority, Attempts: spec.Attempts, Timeout: spec.Timeout, Call: spec.caller != "", payload: payload}
	if spec.Weight != nil {
		e.Weight = spec.Weight(i, payload)
	}
	if spec.Host != nil {
		e.Host = spec.Host(i, payload)
	}
	return e
}

// envelopes makes the tasks of a job, the heaviest first if the spec weighs them.
func envelopes(job jobRecord, spec JobSpec, again bool, payloads iter.Seq2[int, []byte]) iter.Seq[envelope] {
	inOrder := func(yield func(envelope) bool) {
		for i, payload := range payloads {
			e := newEnvelope(job, spec, i, payload)
			e.Again = again
			if !yield(e) {
				return
			}
		}
	}
	if spec.Weight == nil {
		return inOrder
	}
	return func(yield func(envelope) bool) {
		heaviest := func(a, b envelope) int { return cmp.Compare(b.Weight, a.Weight) }
		for _, e := range slices.SortedStableFunc(inOrder, heaviest) {
			if !yield(e) {
				return
			}
		}
	}
}
