package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/tracer"
	"github.com/skua-go/skua/internal/watch"
	"github.com/skua-go/skua/trace"
)

// Environment names the file that a program which records writes, if it is set.
const Environment = "SKUA_TRACE"

// seldom is how many times as long as writing the file took passes at least before it is written
// again: so writing takes a tenth of the time at most, half of it for what is large.
const seldom = 20

// often is how often the file is written while calls are inside, at most.
const often = time.Second

// File keeps the recording of one pool in a file: of the first that a call enters, until a call
// enters one with more workers. It is written when the last call from outside has left the pool,
// since the program may end after that, and each second while calls are inside. What it shows ends
// with the last call: a program that then waits for an hour has not been idle for an hour. The dag
// and the worst moments, which are most of it, are written less often than the sums. The time for
// that is the recorder's, if no call comes in meanwhile. Safe for concurrent use.
type File struct {
	path   string
	render render // nil: nothing is recorded
	stderr io.Writer

	pool   atomic.Pointer[watch.Pool] // that is recorded, once there is one
	others atomic.Int64               // pools that calls came into, and that are not in the file
	inside atomic.Bool                // some call is

	mu    sync.Mutex // what follows
	rec   *Recording
	left  int64  // when the last call had left: the recording's time
	due   bool   // a call has left since it was written
	sums  turn   // of writing all but what is large
	all   turn   // of writing all
	large []byte // the JSON of what is large, as written last; nil: all is written each time
	fails bool   // it could not be written, and the program was told
}

// A turn is when something was done last, and how long that took.
type turn struct {
	last time.Time
	cost time.Duration
}

// due reports whether it may be done again.
func (t turn) due() bool { return time.Since(t.last) >= seldom*t.cost }

// took notes that it was begun then and has ended.
func (t *turn) took(begin time.Time) {
	t.last = time.Now()
	t.cost = t.last.Sub(begin)
}

// init lets the program record itself, if the environment asks for that. If nothing can be recorded, it says
// so on stderr, and the File does nothing.
func init() {
	path := os.Getenv(Environment)
	if path == "" {
		return
	}
	f, err := take(replay.Process, path)
	if err != nil {
		fmt.Fprintf(os.Stderr, "skua: %s=%s: %v; nothing is recorded\n", Environment, path, err)
		f = &File{}
	}
	r := watch.Recorder(f)
	watch.TheRecorder.Store(&r) // ORDER: complete before a pool finds it
}

// take returns the File of that name, which is of the folder that the program is in now.
func take(e replay.Variables, path string) (*File, error) {
	if apart.On() {
		return nil, errors.New("a recorded pool hides races from the race detector: want SKUA_RACE=off, or a build without -race")
	}
	render, err := renderFor(path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, err
	}
	other, err := e.Take(Environment, path)
	if other != "" {
		err = fmt.Errorf("that file is for process %s, which has started this one", other)
	}
	if err != nil {
		return nil, err
	}
	return newFile(path, render, os.Stderr), nil
}

func newFile(path string, render render, stderr io.Writer) *File {
	return &File{path: path, render: render, stderr: stderr}
}

// Began is called when a scope is made from outside of the pool.
func (f *File) Began(p *watch.Pool) {
	if f.render == nil {
		return
	}
	switch mine := f.pool.Load(); {
	case mine == p:
	case mine == nil || p.Workers() > mine.Workers():
		if f.pool.CompareAndSwap(mine, p) { // ORDER: one caller begins the pool's recording
			f.missed(mine)
			f.start(p)
		}
	default:
		f.missed(p)
	}
}

// missed counts a pool that is not in the file, or not all of it.
func (f *File) missed(p *watch.Pool) {
	if p != nil && p.Missed.CompareAndSwap(false, true) { // ORDER: one caller counts it
		f.others.Add(1) // ORDER: a number only
	}
}

// Entered is called when a call comes into the pool.
func (f *File) Entered(p *watch.Pool) {
	f.Began(p)
	if f.pool.Load() == p {
		f.inside.Store(true) // ORDER: none: the ticker may see it late
	}
}

func (f *File) start(p *watch.Pool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	ticks := f.rec != nil
	if ticks {
		f.rec.Stop()
		f.due, f.large, f.all = false, nil, turn{} // what is large was the other pool's
	}
	var err error
	if f.rec, err = Start(p, Config{Solo: true, Dag: true}); err != nil {
		fmt.Fprintf(f.stderr, "skua: %s: the program records the pool itself; nothing is written\n", Environment)
	}
	if err != nil || ticks {
		return
	}
	park.Later(often, func() (next time.Duration) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.rec != nil {
			f.write()
		}
		return often
	})
}

// Left is called when the last call has left the pool.
func (f *File) Left(p *watch.Pool) {
	if f.pool.Load() != p {
		return
	}
	f.inside.Store(false) // ORDER: none, as above
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rec == nil {
		return
	}
	f.left, f.due = f.rec.tracer.Now(), true
	f.write()
}

// write writes the file if it has something new to show, unless it was written just now. Under mu.
func (f *File) write() {
	inside, all := f.inside.Load(), f.all.due()
	if !inside && !f.due || !all && (f.large == nil || !f.sums.due()) {
		return
	}
	begin := time.Now()
	until := f.left
	if inside {
		until = f.rec.tracer.Now()
	}
	report := f.rec.until(until, !all)
	defer f.rec.resume()
	report.Live = false // for the reader of the file it is over
	report.OtherPools = int(f.others.Load())
	var err error
	f.rec.wrote(tracer.Cost(func() { err = f.replace(report, all) }))
	if err != nil && !f.fails {
		f.fails = true
		fmt.Fprintf(f.stderr, "skua: %s: %v\n", Environment, err)
	}
	f.due = false
	if all {
		f.all.took(begin)
		return
	}
	f.sums.took(begin)
}

// replace writes the report into the file; if all is false, with what was large in the last one.
func (f *File) replace(r *trace.Report, all bool) (err error) {
	if filepath.Ext(f.path) != ".json" {
		return replace(f.path, func(w io.Writer) error { return f.render(w, r) })
	}
	if all {
		if f.large, err = large(r); err != nil {
			return err
		}
	}
	return replace(f.path, func(w io.Writer) error { return renderWith(w, r, f.large) })
}
