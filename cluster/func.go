package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
)

// A Func is a handler with types: arguments and results travel as JSON.
type Func[A, R any] struct {
	name string
}

// NewFunc registers f under a name, as Handle does, and panics as Handle does.
// Call it where every process of the cluster passes: usually for a variable of
// the package.
func NewFunc[A, R any](name string, f func(ctx context.Context, a A) (R, error)) *Func[A, R] {
	Handle(name, func(ctx context.Context, t *Task) ([]byte, error) {
		var a A
		if err := json.Unmarshal(t.Payload, &a); err != nil {
			return nil, Fatal(fmt.Errorf("the payload is no %T: %w", a, err))
		}
		r, err := f(ctx, a)
		if err != nil {
			return nil, err
		}
		data, err := json.Marshal(r)
		if err != nil {
			return nil, Fatal(fmt.Errorf("the result has no JSON: %w", err))
		}
		return data, nil
	})
	return &Func[A, R]{name}
}

// Map calls the function once for each argument, on the nodes of the cluster,
// and yields the results in order, as Client.Map does: a call that failed at
// all its attempts yields a *TaskError, and the iteration goes on.
func (f *Func[A, R]) Map(ctx context.Context, m Member, args iter.Seq[A]) iter.Seq2[R, error] {
	return f.MapSpec(ctx, m, JobSpec{}, args)
}

// MapSpec is Map with a priority, attempts, weights; spec.Handler is not used.
func (f *Func[A, R]) MapSpec(ctx context.Context, m Member, spec JobSpec, args iter.Seq[A]) iter.Seq2[R, error] {
	spec.Handler = f.name
	return func(yield func(R, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		payloads := func(yield func([]byte) bool) {
			for a := range args {
				data, err := json.Marshal(a)
				if err != nil {
					cancel(fmt.Errorf("cluster: %s: the argument %v has no JSON: %w", f.name, a, err))
					return
				}
				if !yield(data) {
					return
				}
			}
		}
		for result, err := range m.client().Map(ctx, spec, payloads) {
			var r R
			if err == nil {
				err = json.Unmarshal(result.Data, &r)
			}
			if !yield(r, err) {
				return
			}
		}
	}
}
