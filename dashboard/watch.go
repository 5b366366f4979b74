package dashboard

import (
	"context"
	"sync"
	"time"
)

const (
	askEvery  = time.Second     // a cluster
	askWithin = 3 * time.Second // until it counts as gone
)

// clusterView is what was heard of a cluster last.
type clusterView struct {
	mu   sync.Mutex
	last *Cluster
	at   time.Time
}

// seen returns what was heard last, or nil.
func (v *clusterView) seen() *Cluster {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.last == nil {
		return nil
	}
	c := *v.last
	c.Age = time.Since(v.at).Seconds()
	return &c
}

// watch asks once a second until ctx is over. It does not hold up frames.
func (v *clusterView) watch(ctx context.Context, ask func(context.Context) (Cluster, error)) {
	every := time.NewTicker(askEvery)
	defer every.Stop()
	for {
		v.look(ctx, ask)
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// look asks once. If there is no answer, what was heard before stays, with the error.
func (v *clusterView) look(ctx context.Context, ask func(context.Context) (Cluster, error)) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	c, err := ask(ctx)
	v.mu.Lock()
	defer v.mu.Unlock()
	if err != nil {
		if v.last == nil {
			v.last, v.at = &Cluster{Waiting: -1}, time.Now()
		}
		before := *v.last
		before.Error = err.Error()
		v.last = &before
		return
	}
	c.sum()
	v.last, v.at = &c, time.Now()
}
