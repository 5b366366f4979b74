package nodes

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/images"
	"github.com/skua-go/skua/cmd/internal/picture"
)

// picture has the outputs of one input made by some node, and saves them here.
func (h *Host) picture(ctx context.Context, it *batch.Item, w *images.Work, o *batch.Outcome) error {
	ref, err := inputRef(w)
	if err != nil {
		return &inputError{err}
	}
	j, err := h.job(ctx, Pictures)
	if err != nil {
		return err
	}
	a, in, err := j.do(ctx, pictureTask{*w.Spec, ref, it.Timeout}, []files.Ref{ref}, o)
	if err != nil {
		return err
	}
	defer in.close(context.WithoutCancel(ctx))
	(*ending)(o).ended(a)
	if a.Error != "" || a.TimedOut {
		return nil
	}
	made := make([]picture.Output, len(a.Pictures))
	for i, p := range a.Pictures {
		var data bytes.Buffer
		if err := in.write(ctx, p.Data, &data); err != nil {
			return err
		}
		made[i] = picture.Output{Width: p.Width, Height: p.Height, Format: p.Format, Note: p.Note, Data: data.Bytes()}
	}
	o.Received = in.bytes
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, err = w.Save(made); err != nil {
		return &inputError{err}
	}
	return nil
}

// inputRef names the content of an input.
func inputRef(w *images.Work) (ref files.Ref, err error) {
	data, err := w.Read()
	if err != nil {
		return ref, err
	}
	info, err := os.Stat(w.Input)
	if err != nil {
		return ref, err
	}
	path, err := filepath.Abs(w.Input)
	if err != nil {
		return ref, err
	}
	sum := sha256.Sum256(data)
	return files.Ref{Path: filepath.ToSlash(path), Sum: hex.EncodeToString(sum[:]), Size: int64(len(data)), Mode: info.Mode().Perm(), Time: info.ModTime().UnixNano()}, nil
}

// picture is the handler: it makes the outputs of one input.
func (w *Worker) picture(ctx context.Context, t *cluster.Task) ([]byte, error) {
	var task pictureTask
	if _, err := unpack(t.Payload, &task); err != nil {
		return nil, cluster.Fatal(err)
	}
	var made []picture.Output
	var a answer
	data, inPlace, err := w.read(ctx, t, task.Input)
	if errors.Is(err, cluster.ErrNoContent) {
		return pack(answer{Need: []string{task.Input.Sum}}, nil), nil
	}
	if err != nil {
		return nil, err
	}
	free, err := w.admit(ctx, &task.Spec, data)
	if large, ok := errors.AsType[*tooLargeError](err); ok {
		return pack(answer{Exit: 1, Error: large.text}, nil), nil
	}
	if err != nil {
		return nil, err
	}
	defer free()
	limited, cancel := withTimeout(ctx, task.Timeout)
	defer cancel()
	begun := time.Now()
	made, err = makePictures(limited, &task.Spec, data)
	a.InPlace, a.Took = inPlace, time.Since(begun)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil && limited.Err() != nil:
		a.Exit, a.TimedOut = 1, true
		return pack(a, nil), nil
	case err != nil:
		a.Exit, a.Error = 1, strings.TrimPrefix(err.Error(), "picture: ")
		return pack(a, nil), nil
	}
	o := outbox{task: t}
	for _, p := range made {
		data, err := o.add(ctx, int64(len(p.Data)), bytes.NewReader(p.Data))
		if err != nil {
			return nil, err
		}
		a.Pictures = append(a.Pictures, madePicture{p.Width, p.Height, p.Format, p.Note, data})
	}
	return pack(a, o.body), nil
}

// withTimeout limits how long an item may run; 0 is for ever.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, d, batch.ErrTimeout)
}

// makePictures is Make, but that a panic is the picture's failure at the first attempt.
func makePictures(ctx context.Context, s *picture.Spec, data []byte) (made []picture.Output, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the decoder failed: %v", p)
		}
	}()
	return s.Make(ctx, data)
}

// admit waits until there is memory for a picture; free gives that back. A file that is no picture
// needs none.
func (w *Worker) admit(ctx context.Context, s *picture.Spec, data []byte) (free func(), err error) {
	header, err := picture.ReadHeader(bytes.NewReader(data))
	if err != nil {
		return func() {}, nil
	}
	m := w.memory()
	need := max(1, header.Memory(s)+int64(len(data)))
	if need > m.limit {
		return nil, &tooLargeError{fmt.Sprintf("%dx%d need about %s of memory, and the node has %s for pictures (skua worker --memory)",
			header.Width, header.Height, images.Bytes(need), images.Bytes(m.limit))}
	}
	var taken int64
	skua.Blocking(skua.Here(), func() { taken, err = m.Acquire(ctx, need) })
	return func() { m.Release(taken) }, err
}

// A tooLargeError is why a node does not even try.
type tooLargeError struct{ text string }

func (e *tooLargeError) Error() string { return e.text }
