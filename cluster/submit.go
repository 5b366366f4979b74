package cluster

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A JobSpec says what to do with payloads. Only Handler is needed.
type JobSpec struct {
	// Handler is the name of the handler that runs each task.
	Handler string

	// ID names the job in the cluster. With an ID of one's own a Submit can be repeated: a job that
	// was submitted whole is returned as it is, but for tasks that the store has lost, which are
	// stored again; one whose submitter died is completed. Submit refuses other payloads than those
	// of the first time. Default: a new ID.
	ID string

	// Priority says whether tasks go before those of other jobs.
	Priority Priority

	// Attempts is how many executions of a task may fail before it becomes a dead
	// letter. Those that end with their node are counted apart, and as many of them may be. Default: 3.
	Attempts int

	// Timeout is how long one execution of a task, also of a spawned one, may take. Then the
	// context of the handler ends, with ErrTimeout as its cause, and the attempt has failed, unless
	// the handler returns a result. A handler that does not return costs its node a slot until the
	// process is replaced. Default: none.
	Timeout time.Duration

	// Weight, if not nil, returns the expected cost of task i, in any unit. The
	// most expensive tasks are then queued first, which shortens the end of the
	// job; all payloads are in memory meanwhile.
	Weight func(i int, payload []byte) float64

	// Keep is how long the job stays when it has ended or is cancelled. Default: until Client.Forget.
	Keep time.Duration

	// Remember, if not empty, names a kind of job whose costs the cluster remembers:
	// how long the task of each payload took when the results of such a job were last
	// read to the end by its submitter. It takes the place of Weight.
	Remember string

	// Host, if not nil, returns the host that task i would rather run on, or "".
	// It is a name as in NodeInfo.Host. Tasks of Interactive jobs do not wait for
	// a host. See Policy.Affinity.
	Host func(i int, payload []byte) string

	// Near makes Map run the tasks through memory, on the processes of this machine, without the
	// server: for tasks of microseconds. They are not stored, so the job ends with its submitter; a
	// task whose process dies is run again. It needs Config.Near, and Submit refuses it.
	Near bool

	// Window is how many tasks Map submits ahead of the first result that its
	// caller has not got. Default: 4,096.
	Window int

	caller string // jobRecord.Caller
}

// Arbitrary: what a user who needs others is expected to set.
const (
	defaultAttempts = 3
	maxAttempts     = 1000
	defaultWindow   = 4096
)

func (s JobSpec) complete() (JobSpec, error) {
	err := checkToken("JobSpec.Handler", s.Handler)
	if s.ID != "" {
		err = errors.Join(err, checkToken("JobSpec.ID", s.ID))
	}
	if s.Remember != "" {
		err = errors.Join(err, checkToken("JobSpec.Remember", s.Remember))
		if s.Weight != nil {
			err = errors.Join(err, errors.New("cluster: JobSpec has both Weight and Remember: want one"))
		}
	}
	setDefault(&s.Attempts, defaultAttempts)
	setDefault(&s.Window, defaultWindow)
	if s.Attempts < 1 || s.Attempts > maxAttempts {
		err = errors.Join(err, fmt.Errorf("cluster: JobSpec.Attempts is %d: want 1 to %d", s.Attempts, maxAttempts))
	}
	if s.Keep < 0 {
		err = errors.Join(err, fmt.Errorf("cluster: JobSpec.Keep is %v: want a duration, or 0 for until the job is forgotten", s.Keep))
	}
	if s.Timeout < 0 {
		err = errors.Join(err, fmt.Errorf("cluster: JobSpec.Timeout is %v: want a duration, or 0 for none", s.Timeout))
	}
	if s.Window < 1 {
		err = errors.Join(err, fmt.Errorf("cluster: JobSpec.Window is %d: want at least 1", s.Window))
	}
	if s.Priority != Batch && s.Priority != Interactive {
		err = errors.Join(err, fmt.Errorf("cluster: JobSpec.Priority is %d: want Batch or Interactive", s.Priority))
	}
	return s, err
}

// Submit stores a job: one task for each payload, numbered from 0. When it
// returns without an error, all tasks are stored, and will run even if the submitter
// ends. It blocks until then, also while the queue is full.
//
// If it fails, or the iterator panics, the job is cancelled, unless the spec has an ID: then tasks that
// were stored run, and a repeated Submit adds the rest. It returns
// ErrUnknownHandler if nodes have joined and none has the handler, ErrTooLarge
// for a payload above Config.MaxPayload, ErrFull if the server's storage is full.
func (c *Client) Submit(ctx context.Context, spec JobSpec, payloads iter.Seq[[]byte]) (*Job, error) {
	spec, err := spec.complete()
	if err == nil && payloads == nil {
		err = errNoPayloads
	}
	if err == nil && spec.Near {
		err = errors.New("cluster: JobSpec.Near: tasks in memory are not stored, use Map")
	}
	if err != nil {
		return nil, err
	}
	job, again, err := c.found(ctx, spec)
	if err != nil {
		return nil, err
	}
	stored := false
	defer func() {
		if !stored && spec.ID == "" { // or the iterator panicked
			job.abandon(ctx)
		}
	}()
	if err := job.fillOnce(ctx, spec, again, payloads); err != nil {
		return nil, err
	}
	stored = true
	return job, nil
}

var errNoPayloads = errors.New("cluster: the payloads are nil: want an iterator, an empty one for no tasks")

// found creates the record of a job, or finds it. again reports whether a
// submitter has begun before.
func (c *Client) found(ctx context.Context, spec JobSpec) (job *Job, again bool, err error) {
	if err := c.checkHandler(ctx, spec); err != nil {
		return nil, false, err
	}
	r := jobRecord{ID: spec.ID, Handler: spec.Handler, Priority: spec.Priority, Tasks: -1, Created: time.Now(), Caller: spec.caller, Keep: spec.Keep}
	if r.ID == "" {
		r.ID = newID()
	}
	err = persist(ctx, func(ctx context.Context) error {
		_, err := c.b.jobs.Create(ctx, jobKey+r.ID, toJSON(r))
		return err
	})
	if err == nil {
		return &Job{ID: r.ID, c: c, record: r}, false, nil
	}
	if !errors.Is(err, jetstream.ErrKeyExists) {
		if spec.ID == "" {
			c.unmake(ctx, r.ID)
		}
		return nil, false, err
	}
	job, err = c.Job(ctx, r.ID)
	if err != nil {
		return nil, false, err
	}
	switch {
	case job.record.Created.Equal(r.Created):
		return job, false, nil // it is ours: the first answer was lost
	case job.record.Handler != spec.Handler:
		return nil, false, fmt.Errorf("cluster: job %s exists, with the handler %q, not %q", r.ID, job.record.Handler, spec.Handler)
	case job.record.cancelled():
		return nil, false, fmt.Errorf("%w: %s; a job with its ID can be submitted after Forget", ErrCancelled, r.ID)
	}
	return job, true, nil
}

// unmake removes the record of a job that was perhaps created, even if ctx has ended. The server
// may still be at it: a write comes after that, as a read might not.
func (c *Client) unmake(ctx context.Context, id string) {
	_ = once(context.WithoutCancel(ctx), publishTimeout, func(ctx context.Context) error { return c.b.jobs.Purge(ctx, jobKey+id, jetstream.PurgeTTL(c.b.marker)) })
}

// checkHandler refuses a handler that none of the nodes has. If none has joined yet, one that has
// it may join later; checkHandler makes the queue, so the node sees that it is older than the
// tasks.
func (c *Client) checkHandler(ctx context.Context, spec JobSpec) error {
	nodes, err := c.Nodes(ctx)
	if errors.Is(err, nats.ErrStreamNotFound) { // removed since this client joined: found the cluster again
		err = c.refound(ctx)
	}
	if err != nil {
		return err
	}
	if len(nodes) == 0 {
		return persist(ctx, func(ctx context.Context) error {
			_, err := c.b.openQueue(ctx, handlerClass(spec.Priority, spec.Handler))
			return err
		})
	}
	known := handlersOf(nodes)
	if slices.Contains(known, spec.Handler) {
		return nil
	}
	return fmt.Errorf("%w %q: the nodes that have joined (%d) have %s", ErrUnknownHandler, spec.Handler, len(nodes), list(known))
}

// list writes names for a message.
func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// abandon cancels a job whose Submit failed, even if ctx has ended.
func (j *Job) abandon(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTimeout)
	defer cancel()
	_ = j.cancel(ctx) // the error of Submit matters more
}
