//go:build skua_record

package sched

import (
	"github.com/skua-go/skua/internal/record"
	"github.com/skua-go/skua/internal/watch"
)

// With this tag each program has in it what records.
func init() {
	if f := record.FromEnvironment(); f != nil {
		r := watch.Recorder(f)
		watch.TheRecorder.Store(&r) // ORDER: f is complete before a pool finds it
	}
}
