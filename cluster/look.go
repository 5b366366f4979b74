package cluster

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// note notes an event.
func (r *reader) note(event any) error {
	switch e := event.(type) {
	case stored:
		r.keep(e)
	case jobRecord:
		if e.cancelled() {
			return fmt.Errorf("%w: %s", ErrCancelled, r.j.ID)
		}
		if !e.submitting() {
			r.at.setRoots(e.Tasks)
		}
	case error:
		return e
	}
	return nil
}

// look asks for the job's record and for the outcome of the next task.
func (r *reader) look(ctx context.Context) error {
	b := r.j.c.b
	record, err := r.j.still(ctx)
	if err == nil {
		err = r.note(record)
	}
	if err != nil || r.at.ended() {
		return err
	}
	e := envelope{Job: r.j.ID, Born: record.Created.UnixNano(), ID: r.at.id()}
	m, err := ask(ctx, func(ctx context.Context) (*jetstream.RawStreamMsg, error) { return b.recorded(ctx, e) })
	if m == nil && err == nil {
		var waits bool
		if waits, err = r.j.c.waits(ctx, e); err == nil && !waits && !record.submitting() {
			err = r.lose(ctx, record)
		}
	}
	if m == nil || err != nil {
		return err
	}
	var s stored
	if !r.brief {
		s.data = m.Data
	}
	if err = unpack(m.Header, &s.outcome); err == nil {
		r.keep(s)
	}
	return err
}
