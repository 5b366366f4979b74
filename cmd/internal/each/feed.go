package each

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/inputs"
)

// ahead is how much a feed reads before it is asked for.
type ahead struct{ rows, bytes int }

// A feed reads inputs ahead of the slots that take them, and lets slots wait for them: what
// both sources share.
//
// All fields below mu are guarded by it. One goroutine at most reads: it begins when a slot
// asks and less than half of ahead is held, and ends when all of that is held, or at the last
// input. So nothing is left behind when a batch ends early, except a read of standard input
// that cannot be interrupted.
type feed struct {
	in    inputs.Rows
	ahead ahead
	few   int // with this many inputs held a slot may begin, although more may come

	mu       sync.Mutex
	changed  sync.Cond // held has grown to few, reading has ended, or returned has grown
	held     []input   // read, not given to a slot
	bytes    int       // in held
	read     int       // inputs that were read
	reading  bool
	ended    bool
	err      error
	returned []*batch.Item
}

// An input is what a command needs of one row.
type input struct {
	args []string
	size int
}

func (f *feed) init(in inputs.Rows, ahead ahead, few int) {
	f.in, f.ahead, f.few = in, ahead, few
	f.changed.L = &f.mu
}

// fill sees to it that inputs are read, unless more than half of ahead is held. So while
// reading is false after it, no more inputs come until some are taken, and a slot that
// waited for more would wait for ever. mu is held.
func (f *feed) fill() {
	if f.ended || f.reading || 2*len(f.held) > f.ahead.rows || 2*f.bytes > f.ahead.bytes {
		return
	}
	f.reading = true
	go f.readAhead()
}

// full tells whether no more shall be read. mu is held.
func (f *feed) full() bool {
	return f.ended || len(f.held) >= f.ahead.rows || f.bytes >= f.ahead.bytes
}

// readAhead is the only user of in.
func (f *feed) readAhead() {
	for {
		row, err := f.in.Next()
		f.mu.Lock()
		if err == nil {
			f.add(row)
		} else {
			f.end(err)
		}
		if f.full() {
			f.reading = false
			f.changed.Broadcast()
			f.mu.Unlock()
			return
		}
		if len(f.held) == f.few {
			f.changed.Broadcast()
		}
		f.mu.Unlock()
	}
}

func (f *feed) add(row []string) {
	in := input{args: row, size: 16}
	for _, s := range row {
		in.size += 16 + len(s)
	}
	f.held = append(f.held, in)
	f.bytes += in.size
	f.read++
}

// end ends the inputs. What is held is still given out. mu is held.
func (f *feed) end(err error) {
	f.ended = true
	if f.err == nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
}

// fail ends the inputs at an error; nothing more is given out. mu is held.
func (f *feed) fail(err error) {
	f.end(err)
	f.held, f.bytes = nil, 0
	f.changed.Broadcast()
}

// take removes the first n inputs from held. mu is held.
func (f *feed) take(n int) []input {
	taken := f.held[:n:n]
	if f.held = f.held[n:]; len(f.held) == 0 {
		f.held = nil // let what was read go
	}
	for _, in := range taken {
		f.bytes -= in.size
	}
	return taken
}

// wait lets a slot sleep until something has changed or ctx has ended. mu is held, but not
// while it sleeps.
func (f *feed) wait(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		// If ctx ends before the slot sleeps, this waits for mu until it does.
		f.mu.Lock()
		defer f.mu.Unlock()
		f.changed.Broadcast()
	})
	defer stop()
	f.changed.Wait()
}

// Return takes back an item: see batch.Source.
func (f *feed) Return(it *batch.Item) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.returned = append(f.returned, it)
	f.changed.Broadcast()
}

// back returns an item that was returned, nil if there is none. mu is held.
func (f *feed) back() *batch.Item {
	if len(f.returned) == 0 {
		return nil
	}
	it := f.returned[0]
	f.returned = f.returned[1:]
	return it
}

// Total is the number of inputs that were read, and whether more may come.
func (f *feed) Total() (n int, more bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.read, !f.ended
}

// Err is why the inputs ended early.
func (f *feed) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}
