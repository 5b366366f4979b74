package cluster

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Handler runs one task and returns its result. It is called in a task of the
// node's skua pool, so it may fork, loop and use par, and skua.Here() is that pool.
//
// A handler runs at least once for each task: again if it returned an error, if
// its node died, or if its node was away longer than the lease. Effects outside
// of the result should therefore be idempotent; Task.Key is the same each time.
// The context ends when the job is cancelled, after JobSpec.Timeout, when the node may no longer be the
// only one that runs the task, and when the node is closed without waiting.
//
// An error or a panic is retried, until the job's Attempts are used up; then the
// task becomes a dead letter. An error wrapped by Fatal is not retried.
type Handler func(ctx context.Context, t *Task) ([]byte, error)

// registry holds the handlers of Handle: those of every node of this process
// that is not given its own.
var registry struct {
	sync.Mutex
	handlers map[string]Handler
}

// Handle registers the handler of a name for the nodes of this process that join
// later. Every process of a cluster that runs tasks registers its own; no code is
// sent. It panics if the name is taken or not made of letters, digits, '-' and
// '_', or if h is nil. Safe for concurrent use.
func Handle(name string, h Handler) {
	if err := checkToken("handler name", name); err != nil {
		panic(err.Error())
	}
	if h == nil {
		panic("cluster: Handle(" + name + "): the handler is nil")
	}
	registry.Lock()
	defer registry.Unlock()
	if registry.handlers[name] != nil {
		panic("cluster: Handle(" + name + "): the name is taken")
	}
	if registry.handlers == nil {
		registry.handlers = make(map[string]Handler)
	}
	registry.handlers[name] = h
}

// registered returns a copy of the handlers of Handle.
func registered() map[string]Handler {
	registry.Lock()
	defer registry.Unlock()
	return maps.Clone(registry.handlers)
}

// names returns the sorted names of handlers.
func names(handlers map[string]Handler) []string {
	return slices.Sorted(maps.Keys(handlers))
}

// maxToken is the longest name, in bytes: names are parts of NATS subjects.
const maxToken = 128

// checkToken returns an error unless s may be a part of a NATS subject.
func checkToken(what, s string) error {
	bad := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	}
	if s == "" || len(s) > maxToken || strings.ContainsFunc(s, bad) {
		return fmt.Errorf("cluster: %s %q: want 1 to %d letters, digits, '-' or '_'", what, s, maxToken)
	}
	return nil
}
