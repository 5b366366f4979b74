package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// chunkSize is how many bytes of a content are one message. The server syncs each; larger
// ones need more memory at both ends for little.
const chunkSize = 512 << 10

// A source is a content that can be read again.
type source struct {
	io.ReadSeeker
	start, size int64
}

// seeker reports whether r can be read twice. A pipe is a file too, and cannot.
func seeker(r io.Reader) (s source, ok bool) {
	rs, ok := r.(io.ReadSeeker)
	if !ok {
		return s, false
	}
	start, err := rs.Seek(0, io.SeekCurrent)
	if err != nil {
		return s, false
	}
	end, err := rs.Seek(0, io.SeekEnd)
	if err != nil {
		return s, false
	}
	s = source{rs, start, end - start}
	return s, s.rewind() == nil
}

func (s source) rewind() error {
	_, err := s.Seek(s.start, io.SeekStart)
	return err
}

// sum returns the hash of the content, and goes back to its start.
func (s source) sum() (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, s); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), s.rewind()
}

// putContent stores an object of what r has and returns its hash. If the server is lost meanwhile,
// it begins again, if r can.
func (b *broker) putContent(ctx context.Context, object string, r io.Reader) (sum string, err error) {
	s, again := seeker(r)
	size := int64(-1)
	if again {
		size = s.size
	}
	for begun := time.Now(); ; {
		h := sha256.New()
		err = once(ctx, transferTime(size), func(ctx context.Context) error {
			meta := jetstream.ObjectMeta{Name: object, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(chunkSize, b.nc.MaxPayload()/2))}}
			_, err := b.blobs.Put(ctx, meta, whole{io.TeeReader(r, h)})
			return err
		})
		switch {
		case err == nil:
			return hex.EncodeToString(h.Sum(nil)), nil
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		case !again || !lost(err) || time.Since(begun) > maxOutage || s.rewind() != nil || !pause(ctx, 100*time.Millisecond):
			return "", fmt.Errorf("cluster: store a content: %w", explainServer(err))
		}
	}
}

// whole fills the buffers that it is given: each becomes a message.
type whole struct{ r io.Reader }

func (w whole) Read(p []byte) (int, error) {
	n, err := io.ReadFull(w.r, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

// loadContent writes the content of a name to w.
func (b *broker) loadContent(ctx context.Context, prefix, name string, w io.Writer) error {
	object, err := b.content(ctx, prefix, name)
	if err != nil {
		return err
	}
	for begun := time.Now(); ; {
		written, err := b.fetch(ctx, object, name[:2*sha256.Size], w)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, jetstream.ErrObjectNotFound):
			return fmt.Errorf("%w: %s", ErrNoContent, name)
		case written > 0 || !lost(err) || time.Since(begun) > maxOutage || !pause(ctx, 100*time.Millisecond):
			return fmt.Errorf("cluster: fetch the content %s: %w", name, explainServer(err))
		}
	}
}

// fetch writes an object to w, and returns an error unless its hash is sum.
func (b *broker) fetch(ctx context.Context, object, sum string, w io.Writer) (written int64, err error) {
	asked, cancel := context.WithTimeout(ctx, publishTimeout)
	info, err := b.blobs.GetInfo(asked, object)
	cancel()
	if err != nil {
		return 0, err
	}
	ctx, cancel = context.WithTimeout(ctx, transferTime(int64(info.Size)))
	defer cancel()
	r, err := b.blobs.Get(ctx, object)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	h := sha256.New()
	written, err = io.Copy(io.MultiWriter(w, h), r)
	if got := hex.EncodeToString(h.Sum(nil)); err == nil && got != sum {
		err = fmt.Errorf("it has the hash %s", got)
	}
	return written, err
}
