package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Job is a number of tasks and what they spawned. Safe for concurrent use.
type Job struct {
	ID string

	c      *Client
	record jobRecord // when this Job was made
	costs  *costs    // to remember; nil: not asked for, or another process submitted
}

// A JobInfo is what Jobs tells of a job.
type JobInfo struct {
	ID        string
	Handler   string
	Priority  Priority
	Created   time.Time
	Cancelled bool
	Progress
}

// Progress counts tasks.
type Progress struct {
	Tasks  int // that were submitted; -1 while the submitter is at it
	Done   int // that have ended, spawned ones and failed ones included
	Failed int // that became dead letters
}

// Job returns the job of an ID, which any process may have submitted, or
// ErrUnknownJob. Blocks for a round trip.
func (c *Client) Job(ctx context.Context, id string) (*Job, error) {
	if err := checkToken("job ID", id); err != nil {
		return nil, err
	}
	r, _, err := c.jobRecord(ctx, id)
	if err != nil {
		return nil, err
	}
	return &Job{ID: id, c: c, record: r}, nil
}

func (c *Client) jobRecord(ctx context.Context, id string) (r jobRecord, revision uint64, err error) {
	entry, err := ask(ctx, func(ctx context.Context) (jetstream.KeyValueEntry, error) { return c.b.jobs.Get(ctx, jobKey+id) })
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return r, 0, fmt.Errorf("%w: %s", ErrUnknownJob, id)
	}
	if err != nil {
		return r, 0, err
	}
	if err := json.Unmarshal(entry.Value(), &r); err != nil {
		return jobRecord{}, 0, fmt.Errorf("cluster: job %s: %w; Forget removes it: %w", id, errUnreadable, err)
	}
	return r, entry.Revision(), nil
}

var errUnreadable = errors.New("its record is unreadable")

// still returns the record of a job that is still there, or ErrUnknownJob.
func (j *Job) still(ctx context.Context) (jobRecord, error) {
	_, err := ask(ctx, func(ctx context.Context) (jetstream.Stream, error) { return j.c.b.js.Stream(ctx, "KV_"+jobsBucket) })
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return jobRecord{}, fmt.Errorf("%w: the server has lost %s and all other jobs", ErrUnknownJob, j.ID)
	}
	if err != nil {
		return jobRecord{}, err
	}
	r, _, err := j.c.jobRecord(ctx, j.ID)
	if err == nil && !r.Created.Equal(j.record.Created) {
		err = fmt.Errorf("%w: %s was forgotten, and its ID is another job's", ErrUnknownJob, j.ID)
	}
	return r, err
}

// update changes the stored record. change may be called more than once.
func (j *Job) update(ctx context.Context, change func(*jobRecord)) error {
	for {
		r, revision, err := j.c.jobRecord(ctx, j.ID)
		if err != nil {
			return err
		}
		change(&r)
		err = persist(ctx, func(ctx context.Context) error {
			_, err := j.c.b.jobs.Update(ctx, jobKey+j.ID, toJSON(r), revision)
			return err
		})
		if !occupied(err) {
			return err
		}
	}
}

// Jobs lists the jobs that the cluster knows, the oldest first. One whose record cannot be read has the
// Handler "(unreadable)". Blocks for about a round trip for each hundred of jobs.
func (c *Client) Jobs(ctx context.Context) ([]JobInfo, error) {
	records, err := c.jobRecords(ctx)
	if err != nil {
		return nil, err
	}
	progress, err := c.progress(ctx, records...)
	if err != nil {
		return nil, err
	}
	var out []JobInfo
	for i, r := range records {
		out = append(out, JobInfo{ID: r.ID, Handler: r.Handler, Priority: r.Priority, Created: r.Created, Cancelled: r.Cancelled, Progress: progress[i]})
	}
	return out, nil
}

// jobRecords reads all records of jobs, the oldest first.
func (c *Client) jobRecords(ctx context.Context) (out []jobRecord, err error) {
	return all(ctx, c.b.jobs, jobKey+">", nil, func(r *jobRecord, e jetstream.KeyValueEntry) {
		r.ID, r.Handler, r.Created = e.Key()[len(jobKey):], "(unreadable)", e.Created()
	})
}

// Progress counts how far the job is. Blocks for some round trips; the cost does
// not grow with the job.
func (j *Job) Progress(ctx context.Context) (Progress, error) {
	r, _, err := j.c.jobRecord(ctx, j.ID)
	if err != nil {
		return Progress{}, err
	}
	return j.c.count(ctx, r)
}

// count is progress for one job.
func (c *Client) count(ctx context.Context, r jobRecord) (Progress, error) {
	p, err := c.progress(ctx, r)
	if err != nil {
		return Progress{}, err
	}
	return p[0], nil
}

// progress counts how far each of the jobs is.
func (c *Client) progress(ctx context.Context, jobs ...jobRecord) ([]Progress, error) {
	out, results, dead := make([]Progress, len(jobs)), make([]string, len(jobs)), make([]string, len(jobs))
	for i, r := range jobs {
		results[i], dead[i] = resultsSubject+r.prefix()+">", deadSubject+r.prefix()+">"
	}
	done, err := counts(ctx, c.b.nc, c.b.results, results)
	if err != nil {
		return nil, err
	}
	failed, err := counts(ctx, c.b.nc, c.b.dead, dead)
	if err != nil {
		return nil, err
	}
	for i, r := range jobs {
		out[i] = Progress{r.Tasks, done[i], failed[i]}
	}
	return out, nil
}

// Cancel ends the job: tasks that wait are removed, and the contexts of those
// that run end. Results that were recorded stay. It blocks for some round trips;
// nodes may take a moment more. A job that has ended is not changed.
func (j *Job) Cancel(ctx context.Context) error {
	r, _, err := j.c.jobRecord(ctx, j.ID)
	if err != nil {
		return err
	}
	_, _, left, err := j.c.left(ctx, r)
	if err != nil || r.state(left) == JobEnded {
		return err
	}
	return j.cancel(ctx)
}

// cancel is Cancel for a job that need not be looked at. On a full store the tasks make room for what
// follows; those that a submitter or a node adds meanwhile go at the end.
func (j *Job) cancel(ctx context.Context) error {
	if _, err := j.still(ctx); err != nil { // the tasks may be another job's
		return err
	}
	if err := purge(ctx, j.c.b.tasks, tasksSubject+"*."+j.record.prefix()+">"); err != nil {
		return err
	}
	if err := j.update(ctx, func(r *jobRecord) { r.Cancelled = true }); err != nil {
		return err
	}
	return purge(ctx, j.c.b.tasks, tasksSubject+"*."+j.ID+".>")
}

// Forget removes all that the cluster stores of a job that has ended or was
// cancelled: results, dead letters, large payloads, contents. What still runs of a cancelled
// job is told to end, and its node removes what it stores nevertheless. Another job can get
// the ID at once. Blocks for some round trips, and for a list of all stored objects.
func (c *Client) Forget(ctx context.Context, id string) error {
	j, err := c.Job(ctx, id)
	if errors.Is(err, errUnreadable) {
		j, err = &Job{ID: id, c: c}, nil
	}
	if err != nil {
		return err
	}
	return j.forget(ctx)
}

func (j *Job) forget(ctx context.Context) error {
	b := j.c.b
	err := j.update(ctx, func(r *jobRecord) { r.Forgotten = true })
	if errors.Is(err, ErrUnknownJob) || errors.Is(err, ErrFull) || errors.Is(err, errUnreadable) {
		err = nil // another Forget was faster; or this one makes the room; or there is nothing to mark
	}
	err = errors.Join(err, purge(ctx, b.tasks, tasksSubject+"*."+j.ID+".>"), j.purgeEnds(ctx, j.ID+"."), b.dropBlobs(ctx, j.ID))
	records, e := ask(ctx, func(ctx context.Context) (jetstream.Stream, error) { return b.js.Stream(ctx, "KV_"+jobsBucket) })
	for _, keys := range []string{startsKey, contentKey, submittedKey} {
		if e == nil {
			e = purge(ctx, records, "$KV."+jobsBucket+"."+keys+j.ID+".>")
		}
	}
	err = errors.Join(err, e, persist(ctx, func(ctx context.Context) error { return b.jobs.Purge(ctx, jobKey+j.ID, jetstream.PurgeTTL(b.marker)) }))
	// From here on nodes see that the job is forgotten, and remove what they record (swept). The ID
	// may be another job's already.
	return errors.Join(err, j.purgeEnds(ctx, j.record.prefix()))
}

// purgeEnds removes how tasks ended whose keys begin with prefix.
func (j *Job) purgeEnds(ctx context.Context, prefix string) error {
	return errors.Join(purge(ctx, j.c.b.dead, deadSubject+prefix+">"), purge(ctx, j.c.b.results, resultsSubject+prefix+">"))
}

// purge removes what a stream has under a subject.
func purge(ctx context.Context, s jetstream.Stream, subject string) error {
	return persist(ctx, func(ctx context.Context) error { return s.Purge(ctx, jetstream.WithPurgeSubject(subject)) })
}
