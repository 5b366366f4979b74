package remote

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/cmd/internal/wire"
)

// A kind says what a frame is about.
type kind byte

// From the submitter: greet, width, item, cancel, giveBack, beat, content and its data, end or
// missing. From the host: greet, want, beat, stdout, stderr, result and its data and end, done,
// fatal. The number of a frame is that of the item it is about; 0 for content and what follows it.
const (
	greet    kind = iota + 1 // hello
	item                     // job
	cancel                   // kill the item
	giveBack                 // quantity: items that have not started
	width                    // quantity: commands to run at a time; sent once, before items
	beat                     // the host sends it back
	want                     // content: the host lacks it, and the item waits for it
	content                  // content: what follows is its data
	data                     // bytes of the content, or of the result
	end                      // the last data has been sent
	missing                  // refusal: the content cannot be had
	stdout                   // bytes
	stderr                   // bytes
	result                   // files.Ref: a file that comes back; its data follows
	done                     // report: the item has ended
	fatal                    // text: the host can run nothing any more
)

const (
	headerSize = 9
	chunk      = 64 << 10 // bytes of data in a frame; as much as a pipe holds

	// Longer frames are not the protocol. To a host goes a command with all of its inputs; what
	// comes from a host is short.
	maxToHost   = 64 << 20
	maxFromHost = 1 << 20
)

// A frame is one message.
type frame struct {
	kind    kind
	id      uint32
	payload []byte
}

// A link sends and receives frames. Send, post, finish and fail are safe for concurrent use;
// receive is for one goroutine.
type link struct {
	r     *bufio.Reader
	w     io.Writer
	limit uint32 // of the frames that it receives, in bytes

	received atomic.Int64 // bytes
	reading  atomic.Bool  // receive waits for the other side

	mu     sync.Mutex
	wake   sync.Cond
	urgent []frame // without bound: see the package's comment
	bulk   []frame // at most bulkFrames
	last   error   // why nothing more is queued
	err    error   // why nothing is written any more
}

// bulkFrames is how many long frames wait for the writer. Two would keep it busy.
const bulkFrames = 4

func newLink(r *bufio.Reader, w io.Writer, limit uint32) *link {
	l := &link{r: r, w: w, limit: limit}
	l.wake.L = &l.mu
	return l
}

// post queues a short frame and does not block.
func (l *link) post(k kind, id uint32, v any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		l.urgent = append(l.urgent, frame{k, id, encode(v)})
		l.wake.Broadcast()
	}
}

// send queues a frame and blocks while the queue is full. Frames that are sent arrive in order;
// posted ones may overtake them. The payload is the link's then. It returns the error of fail.
func (l *link) send(k kind, id uint32, v any) error {
	payload, isBytes := v.([]byte)
	if !isBytes {
		payload = encode(v)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.last == nil && len(l.bulk) >= bulkFrames {
		l.wake.Wait()
	}
	if l.last == nil {
		l.bulk = append(l.bulk, frame{k, id, payload})
		l.wake.Broadcast()
	}
	return l.last
}

func encode(v any) []byte {
	if v == nil {
		return nil
	}
	return wire.Marshal(v)
}

// fail ends the link: what waits to be sent is dropped, and senders get err.
func (l *link) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
	if l.last == nil {
		l.last = err
	}
	l.wake.Broadcast()
}

// finish ends the link as fail does, but what was queued before is still written.
func (l *link) finish(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil {
		l.last = err
	}
	l.wake.Broadcast()
}

// write writes frames until fail is called, or the other side is gone.
func (l *link) write() error {
	w := bufio.NewWriterSize(l.w, chunk+headerSize)
	for {
		f, ok, err := l.next(w.Buffered() == 0)
		switch {
		case err != nil:
			return err
		case !ok:
			err = w.Flush()
		default:
			err = writeFrame(w, f)
		}
		if err != nil {
			l.fail(err)
			return err
		}
	}
}

// next takes the next frame. If there is none it waits if it may, and otherwise says so.
func (l *link) next(wait bool) (f frame, ok bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		switch {
		case l.err != nil:
			return f, false, l.err
		case len(l.urgent) > 0:
			f, l.urgent = l.urgent[0], l.urgent[1:]
			return f, true, nil
		case len(l.bulk) > 0:
			f, l.bulk = l.bulk[0], l.bulk[1:]
			l.wake.Broadcast()
			return f, true, nil
		case !wait:
			return f, false, nil
		case l.last != nil:
			return f, false, l.last
		}
		l.wake.Wait()
	}
}

func writeFrame(w io.Writer, f frame) error {
	var head [headerSize]byte
	head[0] = byte(f.kind)
	binary.BigEndian.PutUint32(head[1:], f.id)
	binary.BigEndian.PutUint32(head[5:], uint32(len(f.payload)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(f.payload)
	return err
}

// receive returns the next frame. Its payload is valid until the next call.
func (l *link) receive(buf *[]byte) (frame, error) {
	var head [headerSize]byte
	if err := l.readFull(head[:]); err != nil {
		return frame{}, err
	}
	f := frame{kind: kind(head[0]), id: binary.BigEndian.Uint32(head[1:])}
	n := binary.BigEndian.Uint32(head[5:])
	if n > l.limit {
		return f, fmt.Errorf("a frame of kind %d with %d bytes: that is not the protocol", f.kind, n)
	}
	if cap(*buf) < int(n) || cap(*buf) > 16*chunk && n <= chunk {
		*buf = make([]byte, max(n, chunk))
	}
	f.payload = (*buf)[:n]
	return f, l.readFull(f.payload)
}

// readFull reads as io.ReadFull does, and lets watchers see that it waits, and what it gets.
func (l *link) readFull(b []byte) error {
	for len(b) > 0 {
		l.reading.Store(true)
		n, err := l.r.Read(b)
		l.reading.Store(false)
		l.received.Add(int64(n))
		if b = b[n:]; err != nil && len(b) > 0 {
			return err
		}
	}
	return nil
}
