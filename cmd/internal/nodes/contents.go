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
//	C2  idle has those without users that are stored, the oldest first, and spare is their size.
//
// Who stores a content or drops it holds the content's own lock. So a content that is dropped while an item
// comes to need it is stored again after that.
type contents struct {
	store func(context.Context, io.Reader) (string, error)
	drop  func(context.Context, string) error

	mu    sync.Mutex
	by    map[string]*content
	idle  []*content
	spare int64
}

type content struct {
	sum   string
	size  int64
	users int

	mu     sync.Mutex
	stored bool
}

// maxSpare is how many bytes nobody needs may stay in the cluster, for items that use a file again;
// arbitrary.
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
		if i := slices.Index(c.idle, k); i >= 0 {
			c.idle = slices.Delete(c.idle, i, i+1)
			c.spare -= k.size
		}
		k.users++
	}
}

// release ends hold, and drops what has been there for the longest time if it is too much.
func (c *contents) release(ctx context.Context, refs []files.Ref) {
	for _, k := range c.leave(refs) {
		k.mu.Lock()
		c.mu.Lock()
		used := k.users > 0
		c.mu.Unlock()
		if !used && c.drop(ctx, k.sum) == nil { // what stays goes with the job
			k.stored = false
		}
		k.mu.Unlock()
		c.mu.Lock()
		if k.users == 0 && c.by[k.sum] == k {
			delete(c.by, k.sum)
		}
		c.mu.Unlock()
	}
}

// leave gives up the contents of an item and returns those to drop.
func (c *contents) leave(refs []files.Ref) (old []*content) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, ref := range refs {
		k := c.by[ref.Sum]
		if k.users--; k.users == 0 {
			c.idle = append(c.idle, k)
			c.spare += k.size
		}
	}
	for c.spare > maxSpare {
		c.spare -= c.idle[0].size
		old = append(old, c.idle[0])
		c.idle = c.idle[1:]
	}
	return old
}

// ensure stores a content that the caller holds, unless that was done. open opens the file. It returns how many
// bytes it has sent.
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
	k.stored = true
	return ref.Size, nil
}

// An inputError is the item's, not the cluster's.
type inputError struct{ error }

func (e *inputError) Unwrap() error { return e.error }
