package cluster

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/skua-go/skua/cluster/internal/server"
)

// A recorder stores messages on the condition that their subjects are empty.
// Those that come while a batch is stored make up the next batch, which the server syncs to disk
// at once; a lone one goes at once.
type recorder struct {
	b *broker

	mu      sync.Mutex
	waiting []*recording
	busy    bool // a goroutine stores what waits
}

type recording struct {
	m    *nats.Msg
	done chan error
}

// store blocks until the server has stored m or refused it, or ctx ends, when it may
// be stored or not.
func (r *recorder) store(ctx context.Context, m *nats.Msg) error {
	m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, "0")
	w := &recording{m, make(chan error, 1)}
	r.mu.Lock()
	r.waiting = append(r.waiting, w)
	if !r.busy {
		r.busy = true
		go r.run()
	}
	r.mu.Unlock()
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// run stores what waits until nothing does.
func (r *recorder) run() {
	for {
		r.mu.Lock()
		batch := r.waiting[:min(len(r.waiting), batchSize)]
		r.waiting = r.waiting[len(batch):]
		r.busy = len(batch) > 0
		r.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		r.storeAll(batch)
	}
}

// storeAll stores a batch. If the server refuses it, or its answer is lost, each
// message is sent alone: if it was stored, its subject is not empty any more.
func (r *recorder) storeAll(batch []*recording) {
	ctx, cancel := context.WithTimeout(context.Background(), publishTimeout)
	defer cancel()
	if len(batch) >= minBatch && r.together(ctx, batch) {
		for _, w := range batch {
			w.done <- nil
		}
		return
	}
	var all sync.WaitGroup
	for _, w := range batch {
		all.Go(func() {
			_, err := r.b.js.PublishMsg(ctx, w.m)
			w.done <- err
		})
	}
	all.Wait()
}

func (r *recorder) together(ctx context.Context, batch []*recording) bool {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout/2)
	defer cancel()
	messages := make([]*nats.Msg, len(batch)) // which PublishBatch does not change
	size := 0
	for i, w := range batch {
		messages[i], size = w.m, size+len(w.m.Data)
	}
	return size <= maxPendingBytes && server.PublishBatch(ctx, r.b.nc, messages) == nil
}

// publishTimeout is how long an answer of the server is waited for.
const publishTimeout = 5 * time.Second
