package replay

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/skua-go/skua/internal/event"
)

// format is the first line of a file.
const format = "skua schedule 1"

// recorder writes a file. Safe for concurrent use.
//
//	R1  The line of a take is written before the take begins, and that of its end before anybody can see
//	    that it has ended: so the lines of a file have an order in which the run could have been.
//	R2  Each line goes to the system at once, whole: a program that dies leaves all that it did.
//
// NOT: a buffer, and a timer that writes the rest. It made a spawned task a tenth cheaper, and a
// program that died lost its last milliseconds, which were what it was recorded for.
type recorder struct {
	name   string
	stderr io.Writer

	mu    sync.Mutex
	out   io.Writer
	open  int  // takes that have not ended
	still bool // the last line says quiet
	err   error
}

func newRecorder(name string, out io.Writer, stderr io.Writer) *recorder {
	r := &recorder{name: name, out: out, stderr: stderr}
	r.say(format)
	r.say("program " + program())
	return r
}

// write writes a line. Under mu.
func (r *recorder) write(line []byte) {
	r.still = false
	if _, err := r.out.Write(line); err != nil && r.err == nil {
		r.err = fmt.Errorf("skua: %s: %w", r.name, err)
		fmt.Fprintln(r.stderr, r.err)
		r.out = io.Discard
	}
}

// say writes a line.
func (r *recorder) say(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.write([]byte(line + "\n"))
}

func (r *recorder) pool(number, workers int) {
	r.say(fmt.Sprintf("pool %d workers %d", number, workers))
}

func (r *recorder) worker(number, pool int, resident bool) {
	kind := "guest"
	if resident {
		kind = "resident"
	}
	r.say(fmt.Sprintf("worker %d pool %d %s", number, pool, kind))
}

func (r *recorder) site(number int, s event.Site) {
	r.say(fmt.Sprintf("site %d %s:%d %s", number, s.File, s.Line, s.Function))
}

// unsure says that p may be another event in another run.
func (r *recorder) unsure(p Place) { r.say("unsure " + p.String()) }

// gone says that the call at p did not come in.
func (r *recorder) gone(p Place) {
	r.say("gone " + p.String())
	r.quiet()
}

// begins writes that t begins; whole says that it will end too.
func (r *recorder) begins(t *Take, whole bool) {
	line := []byte(t.String() + "\n")
	r.mu.Lock()
	defer r.mu.Unlock()
	r.write(line)
	if whole {
		r.open++
	}
}

// ends writes how t has ended.
func (r *recorder) ends(t *Take) {
	line := []byte(t.endLine() + "\n")
	r.mu.Lock()
	defer r.mu.Unlock()
	r.write(line)
	r.open--
}

// quiet says that nothing runs, if that is so: a file that ends there is whole.
func (r *recorder) quiet() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == 0 && !r.still {
		r.write([]byte("quiet\n"))
		r.still = true
	}
}

// close says that the run has come to its end, if it has, and closes the file. It returns what went wrong.
func (r *recorder) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.still {
		r.write([]byte("closed\n"))
	}
	if f, ok := r.out.(*os.File); ok {
		unlock(f)
		f.Close()
	}
	r.out = io.Discard
	return r.err
}

// Record returns a schedule that is written to the file of that name. what names the setting that
// asks for it.
func Record(what, path string) (*Schedule, error) {
	f, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("skua: %s=%s: %w; nothing is recorded", what, path, err)
	}
	return recordTo(what+"="+path, f), nil
}

func recordTo(name string, out io.Writer) *Schedule {
	return &Schedule{sites: map[event.Site]*site{}, rec: newRecorder(name, out, os.Stderr)}
}

var errTaken = errors.New("another pool or process records into this file")

// open opens the file of that name for a recording, and empties it. It fails if it is another recording's.
func open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	if err = lock(f); err == nil {
		err = empty(f)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// empty empties f, unless it is a pipe or a device.
func empty(f *os.File) error {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	return f.Truncate(0)
}
