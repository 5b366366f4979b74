package watch

import (
	"os"
	"sync"
	"sync/atomic"
)

// A Recorder learns when a scope is made from outside, whose tasks may run before any call comes in,
// when calls come into a pool, and when none is inside any more.
type Recorder interface {
	Began(p *Pool)
	Entered(p *Pool)
	Left(p *Pool)
}

// TheRecorder is what records in this program as the environment asks for, or nil. A package that has
// one sets it when the program initializes, perhaps after another package has made a pool.
var TheRecorder atomic.Pointer[Recorder]

// recording names the file in which the environment wants a recording.
const recording = "SKUA_TRACE"

// recorder returns TheRecorder, if the environment wanted a recording when the pool was made; else nil. It
// says once if there is none in the program.
func (p *Pool) recorder() Recorder {
	if !p.wanted {
		return nil
	}
	if r := TheRecorder.Load(); r != nil {
		return *r
	}
	unrecorded()
	return nil
}

var unrecorded = sync.OnceFunc(func() {
	os.Stderr.WriteString("skua: " + recording + " is set, but nothing in this program records: " +
		"build it with -tags skua_record, or import _ \"github.com/skua-go/skua/trace/record\"\n")
})

// Began tells that a scope is made from outside.
func (p *Pool) Began() {
	if r := p.recorder(); r != nil {
		r.Began(p)
	}
}

// Entered tells that a call has come in, and the pool has the workers that it is to have for it.
func (p *Pool) Entered() {
	if r := p.recorder(); r != nil {
		r.Entered(p)
	}
}

// Left tells that no call is inside any more.
func (p *Pool) Left() {
	if r := p.recorder(); r != nil {
		r.Left(p)
	}
	p.Steals.Left()
}
