package replay

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
)

// player makes a run follow a recording. Safe for concurrent use.
//
//	F1  What was handed over is taken once: by the worker that the recording names, or, after a release,
//	    by a worker of the same pool.
//	F2  Released once, for good.
type player struct {
	name     string
	stderr   io.Writer
	file     *recording
	released atomic.Bool

	mu      sync.Mutex
	wake    sync.Cond // something was handed over, has ended or was released
	notes   map[int]*Notes
	guests  int // workers that the recording has not
	stopped map[*Pool]bool
	open    int    // takes that have not ended, and calls that wait to begin theirs
	moves   uint64 // takes handed over, begun and ended
	watched bool
	adrift  int     // spawned tasks that no take has and that have not begun: for those who wait for their scopes
	turning []*Take // that have begun, and wait for their turn
	late    int     // calls that wait: after the end of the recording, until all before it has ended; or to be gone
	says    bool    // that the recording was followed to its end
	err     error
}

// Replay returns a schedule that follows the file of that name. what names the setting that asks
// for it.
func Replay(what, path string) (*Schedule, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("skua: %s=%s: %w; nothing is replayed", what, path, err)
	}
	defer f.Close()
	r, err := parse(f)
	if err == nil && r.program != program() {
		err = fmt.Errorf("line 2: it was recorded by program %s, and this is %s: only the same program can replay it", r.program, program())
	}
	if err != nil {
		return nil, fmt.Errorf("skua: %s=%s: %w; nothing is replayed", what, path, err)
	}
	return follow(what+"="+path, r), nil
}

func follow(name string, r *recording) *Schedule {
	p := &player{name: name, stderr: os.Stderr, file: r}
	p.wake.L = &p.mu
	p.notes, p.stopped = map[int]*Notes{}, map[*Pool]bool{}
	return &Schedule{sites: r.sites, play: p}
}

// joins reports whether the pool, which has that many workers, follows the recording.
func (p *player) joins(pool *Pool, workers int) bool {
	p.mu.Lock()
	size, known := p.file.workers[pool.number]
	for number, list := range p.file.lists {
		if at := p.file.kinds[number]; at.pool == pool.number {
			p.notes[number] = &Notes{number: number, pool: pool, list: list}
		}
	}
	p.mu.Unlock()
	switch {
	case !known && p.file.whole:
		p.diverge(nil, fmt.Sprintf("the program makes pool %d, and the recorded one made %d", pool.number, len(p.file.workers)))
	case known && size != workers:
		p.diverge(nil, fmt.Sprintf("pool %d has %s, and was recorded with %d: make as many", pool.number, plural(workers, "worker"), size))
	}
	return !p.released.Load()
}

// Caller returns the notes of the worker as which the call at that place comes in; nil if any will do.
// It waits until that worker has left after its call before. A call that waits for a scope need not be
// in the recording: it may have found all tasks ended before it came in. gone: in the recorded run the
// call did not come in; then it waits by Await until it need not do so in this one.
func (p *Pool) Caller(at Place, takes []*Take, waits bool) (notes *Notes, gone bool) {
	y := p.play
	if len(takes) == 0 && y.file.gone[at] {
		if waits { // it may have to come in for tasks that nobody is handed
			y.mu.Lock()
			defer y.mu.Unlock()
			notes = y.guest(p)
		}
		return notes, true
	}
	if len(takes) == 0 && !waits && !y.over(p) {
		y.unknown(at, Call)
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	if len(takes) > 0 {
		t := takes[0]
		n := y.notes[t.Worker]
		y.open++ // somebody waits for it
		defer func() { y.open-- }()
		if n != nil && n.pool == p && y.await(func() bool { return n.peek() == t && !n.busy }) {
			return n, false
		}
	}
	if y.released.Load() {
		return nil, false
	}
	return y.guest(p), false
}

// guest returns the notes of a call that the recording has not. Under mu.
func (p *player) guest(pool *Pool) *Notes {
	p.guests++
	return &Notes{number: -p.guests, pool: pool}
}

// Await waits until the condition holds, which Changed lets it look at again. It reports false if the
// recording is not followed any more.
func (p *Pool) Await(holds func() bool) bool {
	y := p.play
	y.mu.Lock()
	defer y.mu.Unlock()
	y.late++
	defer func() { y.late-- }()
	return y.await(holds)
}

// over reports whether the pool is closed, and nothing is inside.
func (p *player) over(pool *Pool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stopped[pool]
}

// left notes that the guest with these notes has left: it is free for its next call.
func (p *player) left(n *Notes) {
	p.mu.Lock()
	n.busy = false
	p.wake.Broadcast()
	p.mu.Unlock()
}

// Hand gives what the recording says to the worker that takes it.
func (p *Pool) Hand(t *Take, item any) {
	y := p.play
	y.mu.Lock()
	if y.released.Load() {
		y.mu.Unlock()
		p.Return(item)
		return
	}
	n := y.notes[t.Worker]
	if n == nil || n.pool != p {
		y.mu.Unlock()
		y.diverge(t, "that worker is of another pool")
		p.Return(item)
		return
	}
	t.item, t.here = item, true
	y.moves++
	start := y.file.kinds[t.Worker].resident && !n.live
	if start {
		n.live = true
	}
	y.watch()
	y.wake.Broadcast()
	y.mu.Unlock()
	if start {
		p.Start(n)
	}
}

// peek returns the worker's next take, or nil. Under the player's lock.
func (n *Notes) peek() *Take {
	for n.next < len(n.list) && n.list[n.next].void {
		n.next++
	}
	if n.next == len(n.list) {
		return nil
	}
	return n.list[n.next]
}

// Next waits for the resident's next take and returns what was handed over. If there is none, over
// says that the resident is to end; otherwise the recording is followed no more. If it has to wait
// it calls rests first.
func (n *Notes) Next(rests func()) (item any, over bool) {
	y := n.pool.play
	ready := func() bool { t := n.peek(); return t != nil && t.here }
	y.mu.Lock()
	defer y.mu.Unlock()
	if !ready() {
		y.mu.Unlock()
		rests()
		y.mu.Lock()
	}
	y.await(func() bool { return ready() || y.stopped[n.pool] })
	if ready() {
		return n.pop(), false
	}
	return nil, y.stopped[n.pool]
}

// pop takes what was handed over (F1). Under the player's lock.
func (n *Notes) pop() (item any) {
	t := n.list[n.next]
	n.next++
	n.popped = t
	item, t.item, t.here = t.item, nil, false
	return item
}

// NextIf waits for the worker's next take, for a worker that waits in a loop or scope itself, until
// that is over, as over says, which is told whether the worker has no take left. It returns what was
// handed over if it is of that loop or scope, as mine says; otherwise nil.
func (n *Notes) NextIf(mine func(item any) bool, over func(last bool) bool) (item any) {
	y := n.pool.play
	y.mu.Lock()
	defer y.mu.Unlock()
	here := func() *Take {
		if t := n.peek(); t != nil && t.here && mine(t.item) {
			return t
		}
		return nil
	}
	y.await(func() bool { return here() != nil || over(n.peek() == nil) })
	if here() != nil {
		return n.pop()
	}
	return nil
}

// await waits until the condition holds, or the player is released: then it reports false. Under mu.
func (p *player) await(holds func() bool) bool {
	for !p.released.Load() {
		if holds() {
			return true
		}
		p.watch()
		p.wake.Wait()
	}
	return false
}

func (p *player) changed() {
	p.mu.Lock()
	p.wake.Broadcast()
	p.mu.Unlock()
}

// stop ends the residents of the pool, which is over: what it has not taken until now will not come.
func (p *player) stop(pool *Pool) {
	if first := p.firstLeft(pool); first != nil {
		p.diverge(first, "that did not come before the pool was closed")
	}
	p.mu.Lock()
	p.stopped[pool] = true
	p.wake.Broadcast()
	p.mu.Unlock()
}
