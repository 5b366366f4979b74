package peer

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
)

// A Peer is a library, or one way to use it.
type Peer struct {
	Name    string // as in tables: "ants", "errgroup limit"
	Module  string // import path of its module; empty for Go's own library
	Bounded bool   // never more goroutines than workers for tasks
	Open    func(workers int) Session
}

// A Session is a peer ready for work. A nil function says that it has no such
// thing: what its users would write themselves counts as had, nothing else.
type Session struct {
	Both   func(a, b func())             // runs both, returns when both have ended; tasks may call it: fork and join
	Tasks  func(n int, task func(i int)) // n tasks given one by one, then waits
	For    func(n int, body func(i int)) // its loop over indices
	Submit func(task func())             // one task from any goroutine; may return before it has run
	Close  func()                        // nil if there is nothing to close
}

// All holds the peers in the order of tables.
var All = slices.Concat(
	[]Peer{goroutines, errGroup, errGroupLimit, concPeer, concPool, antsPeer, antsMulti},
	rivals,
)

// Find returns the peer of that name.
func Find(name string) (Peer, error) {
	for _, p := range All {
		if p.Name == name {
			return p, nil
		}
	}
	return Peer{}, fmt.Errorf("unknown peer %q", name)
}

// Version is the version of a module that this program was built with; Go's own
// for the empty path.
func Version(module string) string {
	if module == "" {
		return runtime.Version()
	}
	info, _ := debug.ReadBuildInfo()
	if info != nil {
		for _, m := range info.Deps {
			if m.Path == module {
				return m.Version
			}
		}
	}
	return "unknown"
}
