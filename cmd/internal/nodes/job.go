package nodes

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/files"
)

// A job is the calls of one handler.
type job struct {
	calls *cluster.Calls
	contents
	eager atomic.Bool // a node has needed a content lately: store them before they are asked for
}

func newJob(calls *cluster.Calls) *job {
	j := &job{calls: calls}
	j.contents = contents{store: calls.Store, drop: calls.Drop, by: make(map[string]*content)}
	return j
}

// maxAsks is how often an item may be answered by what is needed. Once is the rule; a node whose
// own directory is too small for what it was sent would ask for ever.
const maxAsks = 5

// do runs a task whose files are refs, which are sent as far as they are needed. It notes in o
// where the task ran and what was sent, and returns the answer with its parts.
func (j *job) do(ctx context.Context, task any, refs []files.Ref, o *batch.Outcome) (*answer, *inbox, error) {
	j.hold(refs)
	defer j.release(context.WithoutCancel(ctx), refs)
	payload := pack(task, nil)
	need := refs
	if !j.eager.Load() {
		need = nil
	}
	for range maxAsks {
		for _, ref := range need {
			sent, err := j.ensure(ctx, ref, func() (io.ReadCloser, error) { return os.Open(filepath.FromSlash(ref.Path)) })
			o.Sent += sent
			if err != nil {
				return nil, nil, err
			}
		}
		r, err := j.calls.Do(ctx, payload)
		o.Host = r.Node
		if err != nil {
			return nil, nil, err
		}
		var a answer
		body, err := unpack(r.Data, &a)
		if err != nil {
			return nil, nil, err
		}
		if len(a.Need) == 0 {
			if len(refs) > 0 && a.InPlace {
				j.eager.Store(false)
			}
			return &a, &inbox{job: j, body: body}, nil
		}
		j.eager.Store(true)
		need = needed(refs, a.Need)
	}
	return nil, nil, errors.New("the nodes ask for the same files again and again: their directories for contents are too small, or other processes empty them")
}

// needed are the refs with some sums.
func needed(refs []files.Ref, sums []string) (out []files.Ref) {
	for _, ref := range refs {
		for _, sum := range sums {
			if ref.Sum == sum {
				out = append(out, ref)
				break
			}
		}
	}
	return out
}
