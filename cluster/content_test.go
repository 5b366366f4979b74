package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// content returns bytes without a pattern, and their hash.
func content(n int) ([]byte, string) {
	data := make([]byte, n)
	rand.NewChaCha8([32]byte{byte(n)}).Read(data)
	sum := sha256.Sum256(data)
	return data, hex.EncodeToString(sum[:])
}

// objects counts what is stored of contents, payloads and results, and the marks that removed ones
// leave.
func objects(t *testing.T, c *Client) (whole, messages int) {
	t.Helper()
	list, err := c.b.blobNames(minute(t))
	if err != nil {
		t.Fatal(err)
	}
	info, err := c.b.objects.Info(minute(t))
	if err != nil {
		t.Fatal(err)
	}
	return len(list), int(info.State.Msgs)
}

// A content is stored once, even if several store it at the same time, arrives whole, and goes with
// the job.
func TestContents(t *testing.T) {
	p := newPlace(t)
	ctx := minute(t)
	c, other := p.client(Config{MaxPayload: 1 << 20}), p.client(Config{})
	job := p.submit(c, JobSpec{Handler: "h", ID: "job"}, texts("a"))
	same, err := other.Job(ctx, "job")
	if err != nil {
		t.Fatal(err)
	}
	data, sum := content(3 << 20) // above MaxPayload
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			from := io.Reader(bytes.NewReader(data))
			if i%4 == 3 {
				from = io.MultiReader(from) // its hash is known only when it is sent
			}
			if got, err := []*Job{job, same}[i%2].Store(ctx, from); got != sum || err != nil {
				t.Errorf("stored as %s, %v, want %s", got, err, sum)
			}
		})
	}
	all.Wait()
	if n, messages := objects(t, c); n != 1 || messages != 1+3<<20/chunkSize {
		t.Errorf("%d objects of %d messages, want 1 of %d", n, messages, 1+3<<20/chunkSize)
	}
	before, err := c.b.objects.Info(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := same.Store(ctx, bytes.NewReader(data)); err != nil {
		t.Error(err)
	}
	if after, err := c.b.objects.Info(ctx); err != nil || after.State.LastSeq != before.State.LastSeq {
		t.Errorf("a content that is there was sent again: %v", err)
	}
	empty, err := job.Store(ctx, strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{sum: data, empty: nil} {
		var got bytes.Buffer
		if err := same.Load(ctx, name, &got); err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s came as %d bytes, %v, want %d", name, got.Len(), err, len(want))
		}
	}
	if err := errors.Join(job.Drop(ctx, empty), job.Drop(ctx, empty)); err != nil {
		t.Error(err)
	}
	if err := job.Load(ctx, empty, io.Discard); !errors.Is(err, ErrNoContent) {
		t.Errorf("a content that was dropped: %v, want ErrNoContent", err)
	}
	if err := job.Load(ctx, "../"+sum, io.Discard); err == nil || errors.Is(err, ErrNoContent) {
		t.Errorf("a name that is none: %v", err)
	}
	if err := c.Forget(ctx, "job"); err != nil {
		t.Fatal(err)
	}
	if n, messages := objects(t, c); n != 0 || messages != 0 {
		t.Errorf("%d objects of %d messages are left of a forgotten job", n, messages)
	}
	if _, err := job.Store(ctx, bytes.NewReader(data)); !errors.Is(err, ErrUnknownJob) {
		t.Errorf("stored for a forgotten job: %v, want ErrUnknownJob", err)
	}
	if n, messages := objects(t, c); n != 0 || messages != 0 {
		t.Errorf("%d objects of %d messages are left after the refusal", n, messages)
	}
}

// What does not have the hash of its name is refused where it arrives.
func TestContent_wrong(t *testing.T) {
	p := newPlace(t)
	ctx, c := minute(t), p.client(Config{})
	job := p.submit(c, JobSpec{Handler: "h"}, texts("a"))
	data, sum := content(1000)
	if _, err := job.Store(ctx, bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	object, err := c.b.content(ctx, job.record.prefix(), sum)
	if err != nil {
		t.Fatal(err)
	}
	data[500]++
	if _, err := c.b.blobs.PutBytes(ctx, object, data); err != nil {
		t.Fatal(err)
	}
	if err := job.Load(ctx, sum, io.Discard); err == nil || !strings.Contains(err.Error(), "it has the hash") {
		t.Errorf("another content: %v", err)
	}
}

// A changing has other bytes after some seeks.
type changing struct {
	*bytes.Reader
	seeks int
	next  *bytes.Reader
}

func (c *changing) Seek(offset int64, whence int) (int64, error) {
	if c.seeks--; c.seeks == 0 {
		c.Reader = c.next
	}
	return c.Reader.Seek(offset, whence)
}

func TestContent_changed(t *testing.T) {
	p := newPlace(t)
	ctx, c := minute(t), p.client(Config{})
	job := p.submit(c, JobSpec{Handler: "h"}, texts("a"))
	data, _ := content(1000)
	// Where it is, its end, back; and back again after it was hashed.
	r := &changing{Reader: bytes.NewReader(data), seeks: 4, next: bytes.NewReader([]byte("other"))}
	if sum, err := job.Store(ctx, r); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		t.Errorf("a content that changes: %s, %v", sum, err)
	}
	if n, _ := objects(t, c); n != 0 {
		t.Errorf("%d objects are left of it", n)
	}
}

// Files go to a task and come back, and outputs with the same content are objects of their own.
func TestTask_contents(t *testing.T) {
	p := newPlace(t)
	ctx := minute(t)
	p.node(Config{Slots: 2, Handlers: map[string]Handler{"upper": func(ctx context.Context, t *Task) ([]byte, error) {
		var in bytes.Buffer
		if err := t.Load(ctx, string(t.Payload), &in); err != nil {
			return nil, err
		}
		name, err := t.Store(ctx, bytes.NewReader(bytes.ToUpper(in.Bytes())))
		return []byte(name), err
	}}})
	calls, err := p.client(Config{}).Calls(ctx, JobSpec{Handler: "upper", Attempts: 1})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := calls.Store(ctx, strings.NewReader("gopher"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r, err := calls.Do(ctx, []byte(sum))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := calls.Load(ctx, string(r.Data), &out); err != nil || out.String() != "GOPHER" {
			t.Errorf("got %q, %v, want GOPHER", &out, err)
		}
		if err := calls.Drop(ctx, string(r.Data)); err != nil {
			t.Error(err)
		}
	}
	if n, _ := objects(t, calls.c); n != 1 {
		t.Errorf("%d objects, want the input only", n)
	}
	_, none := content(1)
	if _, err := calls.Do(ctx, []byte(none)); err == nil || !strings.Contains(err.Error(), "no such content") {
		t.Errorf("a content that is not there: %v", err)
	}
	if err := calls.Close(); err != nil {
		t.Error(err)
	}
	if n, messages := objects(t, calls.c); n+messages != 0 {
		t.Errorf("%d objects of %d messages are left after Close", n, messages)
	}
}
