package dashboard

import (
	"context"
	"sync"
	"time"

	"github.com/skua-go/skua/trace"
)

const (
	period      = 250 * time.Millisecond // between frames
	longest     = time.Second            // … if making one takes long
	mostClients = 64                     // arbitrary; a browser has one for each page
)

// A client looks at frames.
type client struct {
	more chan struct{} // has room for one: there is a frame that the client has not seen
}

// feed makes frames while there are clients. A frame is made once for all of them.
//
//	F1  run and watch are under way just while clients is not empty, and end by stop.
//	F2  Each client's more is full, or its goroutine has seen the newest frame or is about to.
type feed struct {
	source      Source
	config      *Config
	done        <-chan struct{} // the dashboard was closed
	writeWithin time.Duration
	period      time.Duration
	cluster     clusterView

	making sync.Mutex // held while a frame is made
	before *trace.Report

	mu      sync.Mutex
	clients map[*client]struct{}
	stop    context.CancelFunc
	all     sync.WaitGroup // run and watch
	empty   chan struct{}  // if not nil, closed when the last client has left
	number  int64          // of the newest frame
	frame   []byte
	made    time.Time
}

func newFeed(source Source, config *Config, done <-chan struct{}) *feed {
	return &feed{
		source: source, config: config, done: done, writeWithin: writeWithin, period: period,
		clients: map[*client]struct{}{},
	}
}

// join adds a client, unless there are too many.
func (f *feed) join() (*client, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.clients) >= mostClients {
		return nil, false
	}
	c := &client{make(chan struct{}, 1)}
	f.clients[c] = struct{}{}
	if len(f.clients) == 1 {
		var ctx context.Context
		ctx, f.stop = context.WithCancel(context.Background())
		f.all.Go(func() { f.run(ctx) })
		if f.config.Cluster != nil {
			f.all.Go(func() { f.cluster.watch(ctx, f.config.Cluster) })
		}
	} else if f.frame != nil {
		c.more <- struct{}{}
	}
	return c, true
}

// leave takes a client out. When the last one leaves, nothing is left that runs.
func (f *feed) leave(c *client) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.clients, c)
	if len(f.clients) > 0 {
		return
	}
	f.stop()
	if f.empty != nil {
		close(f.empty)
		f.empty = nil
	}
}

// deserted is closed when no client is left. Called once, after the dashboard was closed.
func (f *feed) deserted() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	empty := make(chan struct{})
	if len(f.clients) == 0 {
		close(empty)
	} else {
		f.empty = empty
	}
	return empty
}

// run makes frames, and takes at most a fiftieth of a processor for them if that is possible
// without letting anybody wait for longest.
func (f *feed) run(ctx context.Context) {
	for {
		begin := time.Now()
		f.make()
		next := time.NewTimer(min(max(f.period, 50*time.Since(begin)), longest))
		select {
		case <-ctx.Done():
			next.Stop()
			return
		case <-f.done:
			next.Stop()
			return
		case <-next.C:
		}
	}
}

// make makes a frame and tells all clients.
func (f *feed) make() {
	f.making.Lock()
	defer f.making.Unlock()
	var r *trace.Report
	if f.source != nil {
		r = f.source.Report()
	}
	fr := newFrame(r, f.before, f.config)
	fr.Cluster = f.cluster.seen()
	f.mu.Lock()
	fr.Number = f.number + 1
	f.mu.Unlock()
	data := fit(fr, r)
	f.before = r

	f.mu.Lock()
	defer f.mu.Unlock()
	f.number, f.frame, f.made = fr.Number, data, time.Now()
	for c := range f.clients {
		select {
		case c.more <- struct{}{}:
		default: // it has not seen the frame before, and will see this one instead
		}
	}
}

// newest returns the newest frame and its number.
func (f *feed) newest() (int64, []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.number, f.frame
}

// last makes a frame of what the end is, for clients that are told of it. One is enough for all.
func (f *feed) last() []byte {
	f.mu.Lock()
	old := time.Since(f.made) > f.period/2
	f.mu.Unlock()
	if old {
		f.make()
	}
	_, data := f.newest()
	return data
}

// fresh returns a frame that is not older than frames of a stream are.
func (f *feed) fresh(ctx context.Context) []byte {
	f.mu.Lock()
	old := time.Since(f.made) > f.period
	alone := len(f.clients) == 0
	f.mu.Unlock()
	if old {
		if alone && f.config.Cluster != nil {
			f.cluster.look(ctx, f.config.Cluster)
		}
		f.make()
	}
	_, data := f.newest()
	return data
}

// first is fresh, but waits for no cluster: it may return null.
func (f *feed) first(ctx context.Context) []byte {
	if f.config.Cluster == nil {
		return f.fresh(ctx)
	}
	if _, data := f.newest(); data != nil {
		return data
	}
	return []byte("null")
}

// report returns the source's report.
func (f *feed) report() *trace.Report {
	f.making.Lock()
	defer f.making.Unlock()
	if f.source == nil {
		return nil
	}
	return f.source.Report()
}
