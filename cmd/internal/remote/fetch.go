package remote

import (
	"errors"
	"fmt"
	"sync"

	"github.com/skua-go/skua/cmd/internal/files"
)

// A fetcher gets contents that the host's store lacks. Each is asked for once, however many items
// wait for it. handle is for the goroutine that reads; the rest is safe for concurrent use.
type fetcher struct {
	link *link
	fail func(error) // the host is full

	store   *files.Store
	arrival *files.Arrival // the content whose data comes now; nil if it cannot be stored
	ref     files.Ref      // and what it is
	trouble error          // why it cannot be stored

	mu      sync.Mutex
	pending map[string]*pending // by SHA-256: asked for, and not here
}

// A pending content has been asked for.
type pending struct {
	done chan struct{} // closed when it is there, or err is known
	err  error
}

// ask asks for all contents of an item that are neither there nor asked for.
func (f *fetcher) ask(store *files.Store, t *task) {
	f.mu.Lock()
	f.store = store
	f.mu.Unlock()
	for _, in := range t.job.Plan.Inputs {
		if !store.Has(in) {
			f.want(t, in)
		}
	}
}

func (f *fetcher) want(t *task, ref files.Ref) *pending {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := f.pending[ref.Sum]
	if p == nil {
		p = &pending{done: make(chan struct{})}
		f.pending[ref.Sum] = p
		f.link.post(want, t.id, ref)
	}
	return p
}

// add puts an input into a sandbox as soon as its content is there. The store may lose that again
// before it was copied: then it is asked for once more.
func (f *fetcher) add(store *files.Store, box *files.Sandbox, t *task, ref files.Ref) error {
	for {
		err := box.Add(store, ref)
		if !errors.Is(err, files.ErrMissing) {
			return err
		}
		p := f.want(t, ref)
		select {
		case <-p.done:
		case <-t.ctx.Done():
			return t.ctx.Err()
		}
		if p.err != nil {
			return p.err
		}
	}
}

// handle takes one frame of a content.
func (f *fetcher) handle(fr frame) error {
	switch fr.kind {
	case content:
		ref, err := decode[files.Ref](fr)
		if err != nil {
			return err
		}
		f.mu.Lock()
		store := f.store
		f.mu.Unlock()
		if store == nil || f.arrival != nil {
			return fmt.Errorf("content %q was not expected", ref.Sum)
		}
		f.ref = ref
		f.arrival, f.trouble = store.Create(ref)
	case data:
		if f.arrival != nil && f.trouble == nil {
			_, f.trouble = f.arrival.Write(fr.payload)
		}
	case end:
		f.end(nil)
	case missing:
		r, err := decode[refusal](fr)
		if err != nil {
			return err
		}
		if f.arrival == nil || f.ref.Sum != r.Sum {
			f.ref, f.arrival = files.Ref{Sum: r.Sum}, nil
		}
		f.end(errors.New(r.Error))
	}
	return nil
}

// end ends a content, and wakes the items that wait for it.
func (f *fetcher) end(err error) {
	if err == nil {
		err = f.trouble
	}
	switch {
	case f.arrival != nil && err == nil:
		err = f.arrival.Close()
	case f.arrival != nil:
		f.arrival.Abort()
	}
	f.arrival, f.trouble = nil, nil
	if isFull(err) {
		f.fail(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if p := f.pending[f.ref.Sum]; p != nil {
		delete(f.pending, f.ref.Sum)
		p.err = err
		close(p.done)
	}
}
