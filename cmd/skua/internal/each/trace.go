package each

import (
	"context"
	"io"
	"sync"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// A traced host prints each command when it starts.
type traced struct {
	batch.Host
	w *syncWriter
}

// withTrace lets hosts print commands to w.
func withTrace(hosts []batch.Host, w io.Writer) (all []batch.Host) {
	shared := &syncWriter{w: w}
	for _, h := range hosts {
		all = append(all, &traced{h, shared})
	}
	return all
}

// Run is Host.Run.
func (t *traced) Run(ctx context.Context, it *batch.Item, slot int, out *batch.Streams) batch.Outcome {
	t.w.Write([]byte(it.Label + "\n"))
	return t.Host.Run(ctx, it, slot, out)
}

// Lost is Loser.Lost.
func (t *traced) Lost() error {
	if l, ok := t.Host.(batch.Loser); ok {
		return l.Lost()
	}
	return nil
}

// A syncWriter lets several goroutines write whole pieces.
type syncWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *syncWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}
