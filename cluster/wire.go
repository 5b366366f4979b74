package cluster

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// protocol is the version of what is stored and sent. Programs that speak
// different versions refuse each other: see checkVersion. Programs in other languages rely on a part of
// what follows: cluster/docs/cluster-wire.md.
const protocol = 3

// What is stored where. A job's name and a task's ID are parts of subjects, so
// that a job is purged, counted and read by its subject.
const (
	tasksStream   = "SKUA_TASKS"
	resultsStream = "SKUA_RESULTS"
	deadStream    = "SKUA_DEAD"
	jobsBucket    = "SKUA_JOBS"
	nodesBucket   = "SKUA_NODES"
	blobsBucket   = "SKUA_BLOBS"

	tasksSubject   = "skua.t." // + class + "." + job + "." + birth + "." + task
	resultsSubject = "skua.r." // + job + "." + birth + "." + task
	deadSubject    = "skua.d." // + job + "." + birth + "." + task
	stealSubject   = "skua.steal."
	askSubject     = "skua.ask" // every node answers what it knows of a task

	hereSubject     = "skua.here."    // + the node's ID: it answers
	withdrawSubject = "skua.withdraw" // every node drops a task whose result is not wanted

	metaKey   = "meta"
	jobKey    = "j." // + job: a jobRecord
	startsKey = "s." // + job + "." + birth + "." + task: a startsRecord
)

// header is the NATS header that carries an envelope or an outcome as JSON; the
// body is the payload or the result.
const header = "Skua"

// An envelope is a task as it is stored and sent.
type envelope struct {
	Job      string        `json:"job"`
	ID       string        `json:"id"`
	Handler  string        `json:"handler"`
	Priority Priority      `json:"prio,omitempty"`
	Attempts int           `json:"attempts"`          // executions allowed
	Hops     int           `json:"hops,omitempty"`    // hand-overs from node to node so far
	Again    bool          `json:"again,omitempty"`   // submitted before: a result may be there
	Weight   float64       `json:"weight,omitempty"`  // expected cost, in any unit; 0: unknown
	Host     string        `json:"host,omitempty"`    // the host it would rather run on
	Blob     string        `json:"blob,omitempty"`    // the stored object that is the payload
	Call     bool          `json:"call,omitempty"`    // of Calls: its result is read once
	Timeout  time.Duration `json:"timeout,omitempty"` // of an execution; 0: none
	Born     int64         `json:"born,omitempty"`    // when the job was created: one with the same ID may follow it

	payload []byte // the body
	anew    string // not empty: what tells it from the first message of the task, which was lost
}

// key names a task for ever. The birth of its job is a part of it: what a task of a
// forgotten job still stores is not in the way of a job that has got the same ID.
func (e envelope) key() string           { return e.Job + "." + birth(e.Born) + "." + e.ID }
func (e envelope) taskSubject() string   { return tasksSubject + e.class() + "." + e.key() }
func (e envelope) resultSubject() string { return resultsSubject + e.key() }
func (e envelope) deadSubject() string   { return deadSubject + e.key() }

// check says what is wrong with a task that is stored under a subject. A program in another language, or of
// another version, may have stored it.
func (e envelope) check(subject string) error {
	switch {
	case e.Priority != Batch && e.Priority != Interactive:
		return fmt.Errorf("cluster: task %s: prio is %d: want %d or %d", subject, int(e.Priority), int(Batch), int(Interactive))
	case e.taskSubject() != subject:
		return fmt.Errorf("cluster: task %s: its %s header has the job, birth, ID, priority and handler of %s", subject, header, e.taskSubject())
	}
	return nil
}

// An outcome is a result as it is stored.
type outcome struct {
	ID       string        `json:"id"`
	Failed   bool          `json:"failed,omitempty"`
	Error    string        `json:"error,omitempty"`
	Children int           `json:"children,omitempty"` // tasks that it spawned
	Node     string        `json:"node,omitempty"`
	Attempts int           `json:"attempts"`
	Took     time.Duration `json:"took"`
	Blob     string        `json:"blob,omitempty"` // the stored object that is the result

	data []byte // the body
}

// A startsRecord says what is known of a task that did not end at its first
// delivery. Without one, no repeated execution has begun.
type startsRecord struct {
	Starts int       `json:"starts"`           // executions that have begun
	Deaths int       `json:"deaths,omitempty"` // of these, that ended with their node, but for the last one
	Open   bool      `json:"open,omitempty"`   // the last one has not been heard to end
	Alone  bool      `json:"alone,omitempty"`  // the last one has its node for itself
	Error  string    `json:"error,omitempty"`  // of the last that failed
	Node   string    `json:"node,omitempty"`   // where the last began
	Next   time.Time `json:"next"`             // not before: the retry waits
}

// A jobRecord is what is stored of a job.
type jobRecord struct {
	ID        string    `json:"id"`
	Handler   string    `json:"handler"`
	Priority  Priority  `json:"prio"`
	Tasks     int       `json:"tasks"` // roots; -1 while they are submitted
	Cancelled bool      `json:"cancelled,omitempty"`
	Forgotten bool      `json:"forgotten,omitempty"` // Forget has begun
	Created   time.Time `json:"created"`
	Sum       string    `json:"sum,omitempty"`    // of the payloads, if its submitter has named it: see repeat.go
	Caller    string    `json:"caller,omitempty"` // of Calls: its process answers here while the job is wanted

	Keep time.Duration `json:"keep,omitempty"` // how long it stays after its end; 0: until it is forgotten
}

// A nodeRecord is what is stored of a node.
type nodeRecord struct {
	NodeInfo
	ID string // differs from that of any other node, also of one with its name
}

// metaRecord is what a cluster's founder stores of it.
type metaRecord struct {
	Protocol int           `json:"protocol"`
	Lease    time.Duration `json:"lease"`
}

// birth is the part of subjects that tells jobs of the same ID apart.
func birth(born int64) string { return strconv.FormatInt(born, 36) }

// prefix begins the keys of the job's tasks.
func (r jobRecord) prefix() string { return r.ID + "." + birth(r.Created.UnixNano()) + "." }

// message packs a header and a body.
func message(subject string, head any, body []byte) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Header.Set(header, string(toJSON(head)))
	m.Data = body
	return m
}

// unpack reads the header of a message.
func unpack(h nats.Header, head any) error {
	if err := json.Unmarshal([]byte(h.Get(header)), head); err != nil {
		return fmt.Errorf("cluster: a message without a readable %s header: %w", header, err)
	}
	return nil
}

// toJSON encodes one of the types of this file, which cannot fail.
func toJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("cluster: " + err.Error())
	}
	return b
}
