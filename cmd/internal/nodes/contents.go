package nodes

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/skua-go/skua/cmd/internal/files"
)

// contents are those that a job has in the cluster. Each is stored at most once while some item
// needs it, and stays for a while after that. Safe for concurrent use.
//
// Invariants, under mu:
//
//	C1  users counts the items that hold a content; none is dropped while that is above 0.
//	C2  idle has stored ones without users, the oldest first, and spare is their size.
//	C3  by has a content for each sum that is stored, or is about to be, or to be dropped.
//
// A caller that stores a content or drops it holds the content's own lock from before it looks
// whether that is right until it has noted that it was done. So what is dropped while an item comes
// to need it is stored again after that. And because of C3 nobody knows another content of the same
// sum meanwhile.
type contents struct {
	store func(context.Context, io.Reader) (string, error)
	drop  func(context.Context, string) error

	mu    sync.Mutex
	by    map[string]*content
	idle  []*content
	spare int64
}

type content struct {
	sum  string
	size int64

	mu     sync.Mutex // before contents.mu
	users  int        // contents.mu guards it
	stored bool       // written under both locks
}

// maxSpare is how many bytes that are not needed may stay in the cluster, for items that use a file
// again; arbitrary.
const maxSpare = 256 << 20

// hold keeps contents from being dropped until release.
func (c *contents) hold(refs []files.Ref) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, ref := range refs {
		k := c.by[ref.Sum]
		if k == nil {
			k = &content{sum: ref.Sum, size: ref.Size}
			c.by[ref.Sum] = k
		}
		c.busy(k)
		k.users++
	}
}

// busy takes a content out of idle, if it is there.
func (c *contents) busy(k *content) {
	if i := slices.Index(c.idle, k); i >= 0 {
		c.idle = slices.Delete(c.idle, i, i+1)
		c.spare -= k.size
	}
}

// release ends hold, and drops what has been there for the longest time if it is too much.
func (c *contents) release(ctx context.Context, refs []files.Ref) {
	for _, k := range c.leave(refs) {
		k.mu.Lock()
		if c.unused(k) && c.drop(ctx, k.sum) == nil { // what stays goes with the job
			c.dropped(k)
		}
		k.mu.Unlock()
	}
}

// leave gives up the contents of an item and returns those to drop.
func (c *contents) leave(refs []files.Ref) (old []*content) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, ref := range refs {
		k := c.by[ref.Sum]
		k.users--
		switch {
		case k.users > 0:
		case k.stored:
			c.idle = append(c.idle, k)
			c.spare += k.size
		default:
			delete(c.by, k.sum)
		}
	}
	for c.spare > maxSpare {
		old = append(old, c.idle[0])
		c.busy(c.idle[0])
	}
	return old
}

// unused reports whether a content can be dropped. k.mu is held.
func (c *contents) unused(k *content) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return k.users == 0 && k.stored && c.by[k.sum] == k
}

// dropped notes that a content is not stored any more. An item may have come to need it. k.mu is
// held.
func (c *contents) dropped(k *content) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k.stored = false
	if k.users == 0 {
		c.busy(k)
		delete(c.by, k.sum)
	}
}

// ensure stores a content that the caller holds, unless that was done. open opens the file. It
// returns how many bytes it has sent.
func (c *contents) ensure(ctx context.Context, ref files.Ref, open func() (io.ReadCloser, error)) (sent int64, err error) {
	c.mu.Lock()
	k := c.by[ref.Sum]
	c.mu.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stored {
		return 0, nil
	}
	f, err := open()
	if err != nil {
		return 0, &inputError{err}
	}
	defer f.Close()
	sum, err := c.store(ctx, f)
	if err != nil {
		return 0, err
	}
	if sum != ref.Sum {
		_ = c.drop(ctx, sum)
		return 0, &inputError{fmt.Errorf("%s has changed", ref.Path)}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	k.stored = true
	return ref.Size, nil
}

// An inputError is the item's, not the cluster's.
type inputError struct{ error }

func (e *inputError) Unwrap() error { return e.error }
