package call

import (
	"sync"

	"github.com/skua-go/skua"
)

// Caught keeps the panic with which a task ended, for the caller of a function of par to go on
// with: the first one counts. Safe for concurrent use.
type Caught struct {
	Wraps bool // Settings.Wraps(), before the place was resolved
	mu    sync.Mutex
	value any
}

// Catch keeps the panic of the user's function that ends the calling task. The panic that
// unwinds a cancelled run goes on, and so does Goexit. Deferred.
//
// NOT: let the panic pass on into the scope, whose Wait makes a PanicError of it. If the
// caller is to get the panic's own value, that must be taken out again, and a PanicError
// that was the value cannot be told from one that holds it.
func (c *Caught) Catch() {
	v := recover()
	if v == nil {
		return
	}
	err, ok := skua.NewPanicError(v).(*skua.PanicError)
	if !ok {
		panic(v)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.value == nil {
		c.value = v
		if c.Wraps {
			c.value = err
		}
	}
}

// Any reports whether Catch has kept a panic.
func (c *Caught) Any() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.value != nil
}

// Raise panics in the caller with what Catch has kept, as a loop at the call's place would. No
// task runs any more.
func (c *Caught) Raise() {
	if c.value != nil {
		panic(c.value)
	}
}
