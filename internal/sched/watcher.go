package sched

import (
	"os"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
)

// A Watcher learns when a scope is made from outside, whose tasks may run before any call comes in,
// when calls come into a pool, and when none is inside any more.
type Watcher interface {
	Began(c *crew.Crew)
	Entered(c *crew.Crew)
	Left(c *crew.Crew)
}

// Recorder is what records in this program as the environment asks for, or nil. A package that has
// one sets it when the program initializes, perhaps after another package has made a pool.
var Recorder atomic.Pointer[Watcher]

// environment names the file in which the environment wants a recording.
const environment = "SKUA_TRACE"

// watcher returns the Watcher of a new pool: nil, unless the environment wants a recording.
func watcher() Watcher {
	if os.Getenv(environment) == "" {
		return nil
	}
	return passing{}
}

// passing passes on to the Recorder, or says once that there is none.
type passing struct{}

func (passing) Began(c *crew.Crew) {
	if r := recorder(); r != nil {
		r.Began(c)
	}
}

func (passing) Entered(c *crew.Crew) {
	if r := recorder(); r != nil {
		r.Entered(c)
	}
}

func (passing) Left(c *crew.Crew) {
	if r := recorder(); r != nil {
		r.Left(c)
	}
}

func recorder() Watcher {
	if r := Recorder.Load(); r != nil {
		return *r
	}
	unrecorded()
	return nil
}

var unrecorded = sync.OnceFunc(func() {
	os.Stderr.WriteString("skua: " + environment + " is set, but nothing in this program records: " +
		"build it with -tags skua_record, or import _ \"github.com/skua-go/skua/trace/record\"\n")
})
