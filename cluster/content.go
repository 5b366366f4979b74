package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// # Contents
//
// Files travel beside tasks: what a submitter stores for its job (Job.Store) a handler gets by name
// (Task.Load), and the other way round (Task.Store, Job.Load). They are objects of any size. Each
// is stored under a name of its own; the one that is a job's content of some hash is named by a
// record of that hash, which is create-only. So of two that store the same content at the same time
// one wins, and the other removes its object.
//
// Objects are named by job. Forget marks the job's record, then lists and removes them. A process
// that has stored one looks at the record after that: it is marked or gone, and the object is
// removed, or it is not, and Forget has yet to list.

// contentKey begins the keys of the records of contents: + job + "." + birth + "." + sum. The
// value is the object's name.
const contentKey = "c."

// Store stores a content for the tasks of the job and returns its name: its SHA-256 in hex. A
// handler gets it from Task.Load. A content that the job has already is not stored again, even if
// several processes store it at a time. If r is an io.Seeker, that is known before the bytes are
// sent. It may be larger than Config.MaxPayload, and is not held in memory.
//
// A content stays until Job.Drop, or until the job is forgotten. Store blocks until the server has
// it, and returns ErrFull if there is no room, ErrUnknownJob if the job is forgotten.
func (j *Job) Store(ctx context.Context, r io.Reader) (sum string, err error) {
	b, prefix := j.c.b, j.record.prefix()
	if s, ok := seeker(r); ok {
		if sum, err = s.sum(); err != nil {
			return "", fmt.Errorf("cluster: store a content: %w", err)
		}
		unlock, err := b.storing.lock(ctx, prefix+sum)
		if err != nil {
			return "", err
		}
		defer unlock()
		if _, err := b.content(ctx, prefix, sum); !errors.Is(err, ErrNoContent) {
			return sum, err
		}
	}
	object := contentBlob + "." + prefix + newID()
	stored, err := b.putContent(ctx, object, r)
	if err != nil {
		return "", err
	}
	if sum != "" && sum != stored {
		b.dropBlob(ctx, object)
		return "", errors.New("cluster: store a content: it changed meanwhile")
	}
	err = persist(ctx, func(ctx context.Context) error {
		_, err := b.jobs.Create(ctx, contentKey+prefix+stored, []byte(object))
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) {
		var first string
		if first, err = b.content(ctx, prefix, stored); first != object { // else the confirmation was lost
			b.dropBlob(ctx, object)
		}
	}
	if err == nil {
		err = j.kept(ctx, object, stored)
	}
	return stored, err
}

// kept returns an error and removes a content that was stored if the job is forgotten.
func (j *Job) kept(ctx context.Context, object, sum string) error {
	r, _, err := j.c.jobRecord(ctx, j.ID)
	if err == nil && !r.Forgotten && r.Created.Equal(j.record.Created) {
		return nil
	}
	if err == nil || errors.Is(err, ErrUnknownJob) {
		err = fmt.Errorf("%w: %s was forgotten", ErrUnknownJob, j.ID)
		j.c.b.dropBlob(ctx, object)
		if sum != "" {
			_ = j.c.b.jobs.Purge(ctx, contentKey+j.record.prefix()+sum, jetstream.PurgeTTL(j.c.b.marker))
		}
	}
	return err
}

// Load writes the content of a name that Store or Task.Store has returned to w. It blocks until all
// is written. If it returns an error, such as ErrNoContent, a part may have been written; without
// one, w has got just the content of that hash.
func (j *Job) Load(ctx context.Context, name string, w io.Writer) error {
	return j.c.b.loadContent(ctx, j.record.prefix(), name, w)
}

// Drop removes a content before the job is forgotten. No task that has not ended may need the
// content, and no process may store it meanwhile. To drop what is not there is no error. Blocks for
// some round trips.
func (j *Job) Drop(ctx context.Context, name string) error {
	b, prefix := j.c.b, j.record.prefix()
	object, err := b.content(ctx, prefix, name)
	if errors.Is(err, ErrNoContent) {
		return nil
	}
	if err == nil && !strings.Contains(name, ".") {
		err = persist(ctx, func(ctx context.Context) error {
			return b.jobs.Purge(ctx, contentKey+prefix+name, jetstream.PurgeTTL(b.marker))
		})
	}
	if err == nil {
		err = persist(ctx, func(ctx context.Context) error { return b.remove(ctx, object) })
	}
	return err
}

// Store stores a content as an output of the task and returns its name, which the handler puts into
// its result; the reader of the result gets it from Job.Load. Each is an object of its own, so the
// reader may Drop it whatever other tasks have stored. It stays until then, or until the job is
// forgotten. Store blocks until the server has it.
func (t *Task) Store(ctx context.Context, r io.Reader) (name string, err error) {
	if t.near {
		return "", errNearContent
	}
	id := newID()
	object := contentBlob + "." + t.job.record.prefix() + id
	sum, err := t.job.c.b.putContent(ctx, object, r)
	if err != nil {
		return "", err
	}
	return sum + "." + id, t.job.kept(ctx, object, "")
}

// Load writes the content of a name, which the submitter has from Job.Store, to w, as Job.Load
// does.
func (t *Task) Load(ctx context.Context, name string, w io.Writer) error {
	if t.near {
		return errNearContent
	}
	return t.job.Load(ctx, name, w)
}

var errNearContent = errors.New("cluster: a task in memory (JobSpec.Near) has no contents")

// content returns the object of a content, or ErrNoContent.
func (b *broker) content(ctx context.Context, prefix, name string) (object string, err error) {
	sum, id, own := strings.Cut(name, ".")
	if raw, err := hex.DecodeString(sum); err != nil || len(raw) != sha256.Size || own && checkToken("", id) != nil {
		return "", fmt.Errorf("cluster: content %q: want a name that Store has returned", name)
	}
	if own {
		return contentBlob + "." + prefix + id, nil
	}
	entry, err := ask(ctx, func(ctx context.Context) (jetstream.KeyValueEntry, error) {
		return b.jobs.Get(ctx, contentKey+prefix+sum)
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return "", fmt.Errorf("%w: %s", ErrNoContent, name)
	}
	if err != nil {
		return "", err
	}
	return string(entry.Value()), nil
}

// A flights lets one at a time do something for a key.
type flights struct {
	mu   sync.Mutex
	busy map[string]chan struct{} // closed when it is not
}

// lock waits until the key is free, takes it, and returns a function that gives it back.
func (f *flights) lock(ctx context.Context, key string) (unlock func(), err error) {
	mine := make(chan struct{})
	for {
		f.mu.Lock()
		wait := f.busy[key]
		if wait == nil {
			if f.busy == nil {
				f.busy = make(map[string]chan struct{})
			}
			f.busy[key] = mine
			f.mu.Unlock()
			return func() { f.mu.Lock(); delete(f.busy, key); f.mu.Unlock(); close(mine) }, nil
		}
		f.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// transferTime is how long one try to send or fetch an object may take: size is in bytes, -1 if
// it is not known. 256 KiB a second is slow even for a link to another town.
func transferTime(size int64) time.Duration {
	if size < 0 {
		return time.Hour
	}
	return maxTransfer + time.Duration(size>>18)*time.Second
}
