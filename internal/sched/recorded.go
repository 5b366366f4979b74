//go:build skua_record

package sched

import "github.com/skua-go/skua/internal/record"

// With this tag each program has in it what records.
func init() {
	if f := record.FromEnvironment(); f != nil {
		w := Watcher(f)
		Recorder.Store(&w) // ORDER: f is complete before a pool finds it
	}
}
