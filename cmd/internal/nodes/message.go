package nodes

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/picture"
	"github.com/skua-go/skua/cmd/internal/wire"
)

// A pictureTask is the payload of a task that makes pictures of one.
type pictureTask struct {
	Spec    picture.Spec  `json:"spec"`
	Input   files.Ref     `json:"input"`
	Timeout time.Duration `json:"timeout,omitempty"`
}

// A commandTask is the payload of a task that runs a command.
type commandTask struct {
	Command each.Command  `json:"command"`
	Plan    *files.Plan   `json:"plan"`
	Timeout time.Duration `json:"timeout,omitempty"`
}

// An answer is the result of both. If Need is not empty nothing was done.
type answer struct {
	Need     []string      `json:"need,omitempty"`    // contents that neither the node nor the job has
	InPlace  bool          `json:"inPlace,omitempty"` // an input was read where it is
	Error    string        `json:"error,omitempty"`
	Exit     int           `json:"exit,omitempty"`
	Signal   int           `json:"signal,omitempty"`
	TimedOut bool          `json:"timedOut,omitempty"`
	MaxRSS   int64         `json:"maxRSS,omitempty"`
	Took     time.Duration `json:"took"`
	Note     string        `json:"note,omitempty"`

	Pictures []madePicture `json:"pictures,omitempty"`
	Out      part          `json:"out"`
	Err      part          `json:"err"`
	Files    []madeFile    `json:"files,omitempty"`
}

// A madePicture is a picture.Output on its way.
type madePicture struct {
	Width, Height int
	Format        picture.Format
	Note          string `json:",omitempty"`
	Data          part
}

// A madeFile is a file that a command left.
type madeFile struct {
	Ref  files.Ref
	Data part
}

// A part is some bytes that the answer carries: the next of the body, or a content.
type part struct {
	Size int64  `json:"size"`
	Name string `json:"name,omitempty"`
}

// pack writes a message: the length of the head, the head as package wire has it, and the body.
func pack(head any, body []byte) []byte {
	text := wire.Marshal(head)
	message := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(text)+len(body)), uint32(len(text)))
	return append(append(message, text...), body...)
}

// unpack reads what pack has written.
func unpack(message []byte, head any) (body []byte, err error) {
	if len(message) < 4 || uint64(binary.BigEndian.Uint32(message)) > uint64(len(message)-4) {
		return nil, fmt.Errorf("a message of %d bytes without a head", len(message))
	}
	text, body := message[4:4+binary.BigEndian.Uint32(message)], message[4+binary.BigEndian.Uint32(message):]
	if err := wire.Unmarshal(text, head); err != nil {
		return nil, fmt.Errorf("a message whose head cannot be read: %w", err)
	}
	return body, nil
}

// An outbox collects the parts of an answer at the node.
type outbox struct {
	task *cluster.Task
	body []byte
}

// maxBody is how many bytes of parts travel in the answer itself: what makes it just small enough
// to be stored beside the tasks. Other parts are contents.
const maxBody = cluster.InlinePayload - 32<<10

func (o *outbox) add(ctx context.Context, size int64, r io.Reader) (p part, err error) {
	p.Size = size
	if int64(len(o.body))+size > maxBody {
		p.Name, err = o.task.Store(ctx, r)
		return p, err
	}
	before := len(o.body)
	body := bytes.NewBuffer(o.body)
	_, err = io.Copy(body, r)
	if o.body = body.Bytes(); err == nil && int64(len(o.body)-before) != size {
		err = errors.New("a file that the item made is still changing")
	}
	return p, err
}

// spool adds what an item has printed.
func (o *outbox) spool(ctx context.Context, s *batch.Spool) (part, error) {
	size := s.Size()
	return o.add(ctx, size, io.NewSectionReader(s, 0, size))
}

// An inbox reads the parts of an answer at the submitter, in the order in which they were added.
type inbox struct {
	job   *job
	body  []byte
	names []string // contents to be dropped
	bytes int64
}

func (i *inbox) write(ctx context.Context, p part, w io.Writer) error {
	i.bytes += p.Size
	if p.Name != "" {
		i.names = append(i.names, p.Name)
		return i.job.calls.Load(ctx, p.Name, w)
	}
	if p.Size < 0 || p.Size > int64(len(i.body)) {
		return errors.New("an answer is shorter than it says")
	}
	_, err := w.Write(i.body[:p.Size])
	i.body = i.body[p.Size:]
	return err
}

// close drops what was stored for this answer. What stays goes with the job.
func (i *inbox) close(ctx context.Context) {
	for _, name := range i.names {
		_ = i.job.calls.Drop(ctx, name)
	}
}
