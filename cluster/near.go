package cluster

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/skua-go/skua/cluster/internal/server"
	"github.com/skua-go/skua/cluster/shm"
)

// Tasks in memory. With Config.Near the processes of one machine that share a
// directory also share a mapping: see package shm. Their tasks do not touch the server.

// A near is this process's part in a mapping.
type near struct {
	*shm.Member
	release func()
}

// openNear joins the mapping of a directory.
func openNear(place server.Where, c Config) (*near, error) {
	if place.Kind != server.Shared {
		return nil, fmt.Errorf("cluster: Config.Near: the place is not a directory that processes of this machine share")
	}
	path, err := nearPath(place.Dir, c.Handlers)
	if err != nil {
		return nil, err
	}
	release, err := holdNear(path)
	if err != nil {
		return nil, err
	}
	handlers := make(map[string]shm.Handler)
	for name, h := range c.Handlers {
		handlers[name] = nearHandler(name, h)
	}
	m, err := shm.Join(path, handlers, shm.Config{Workers: c.Slots})
	if err != nil {
		release()
		return nil, fmt.Errorf("cluster: Config.Near: %w", err)
	}
	return &near{m, release}, nil
}

// Close leaves the mapping, and removes it after its last member.
func (n *near) Close() error {
	defer n.release()
	return n.Member.Close()
}

// nearPath is where the mapping of a directory is: in memory where the system
// has a place for that. Processes with other handlers have another one: programs of two
// versions do not share tasks.
func nearPath(dir string, handlers map[string]Handler) (string, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", fmt.Errorf("cluster: Config.Near: %w", err)
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %q", dir, names(handlers))
	const memory = "/dev/shm"
	if s, err := os.Stat(memory); err != nil || !s.IsDir() {
		return filepath.Join(dir, fmt.Sprintf("near-%x", h.Sum64()), "tasks"), nil
	}
	return filepath.Join(memory, fmt.Sprintf("skua-%d-%x", os.Getuid(), h.Sum64()), "tasks"), nil
}

// nearHandler is a handler for tasks in memory.
func nearHandler(name string, h Handler) shm.Handler {
	return func(ctx context.Context, out, in []byte) ([]byte, error) {
		t := &Task{Job: nearJob, Handler: name, Payload: slices.Clone(in), Attempt: 1, near: true}
		data, err := h(ctx, t)
		t.end()
		return append(out, data...), err
	}
}

// nearJob is the Job of tasks in memory, which have no ID.
const nearJob = "near"

var errNearSpawn = errors.New("cluster: Task.Spawn: tasks in memory (JobSpec.Near) cannot spawn")

// mapNear is Map through memory.
func (c *Client) mapNear(ctx context.Context, spec JobSpec, payloads iter.Seq[[]byte]) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if err := c.checkNear(spec); err != nil {
			yield(Result{}, err)
			return
		}
		i := 0
		for data, err := range c.near.Map(ctx, spec.Handler, payloads) {
			r := Result{ID: strconv.Itoa(i), Data: data, Attempts: 1}
			if failure, ok := errors.AsType[*shm.TaskError](err); ok {
				err = &TaskError{Job: nearJob, ID: r.ID, Attempt: 1, Message: failure.Message}
			} else if errors.Is(err, shm.ErrAttempts) {
				err = &TaskError{Job: nearJob, ID: r.ID, Message: "the processes that began it died"}
			}
			if !yield(r, err) {
				return
			}
			i++
		}
	}
}

// checkNear says what is wrong with a job in memory.
func (c *Client) checkNear(spec JobSpec) error {
	switch {
	case c.near == nil:
		return errors.New("cluster: JobSpec.Near needs Config.Near")
	case spec.Weight != nil || spec.Remember != "" || spec.Host != nil || spec.Priority != Batch:
		return errors.New("cluster: JobSpec.Near: tasks in memory run in order, so Weight, Remember, Host and Priority are not for them")
	case spec.Timeout != 0:
		return errors.New("cluster: JobSpec.Near: tasks in memory have no Timeout")
	case c.config.Handlers[spec.Handler] == nil:
		return fmt.Errorf("%w %q: the processes that share memory have %s", ErrUnknownHandler, spec.Handler, list(names(c.config.Handlers)))
	}
	return nil
}
