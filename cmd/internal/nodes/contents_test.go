package nodes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skua-go/skua/cmd/internal/files"
)

// A shelf is where contents are stored in a test.
type shelf struct {
	mu     sync.Mutex
	has    map[string]bool
	stored int
}

func newShelf() (*shelf, *contents) {
	s := &shelf{has: make(map[string]bool)}
	return s, &contents{by: make(map[string]*content), store: s.store, drop: s.drop}
}

func (s *shelf) store(_ context.Context, r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	sum := hex.EncodeToString(h.Sum(nil))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.has[sum] = true
	s.stored++
	return sum, nil
}

func (s *shelf) drop(_ context.Context, sum string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.has, sum)
	return nil
}

// refTo is a ref whose content is its path, and which says that it has that many bytes.
func refTo(path string, size int64) files.Ref {
	sum := sha256.Sum256([]byte(path))
	return files.Ref{Path: path, Sum: hex.EncodeToString(sum[:]), Size: size}
}

func ensured(t *testing.T, c *contents, ref files.Ref) int64 {
	t.Helper()
	sent, err := c.ensure(t.Context(), ref, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(ref.Path)), nil })
	if err != nil {
		t.Error(err)
	}
	return sent
}

// What is used stays; of what is not, the oldest goes first.
func TestContents_drop(t *testing.T) {
	s, c := newShelf()
	a, b, d := refTo("a", maxSpare/2), refTo("b", maxSpare/2), refTo("d", maxSpare/2)
	for _, ref := range []files.Ref{a, b, d} {
		c.hold([]files.Ref{ref})
		if sent := ensured(t, c, ref) + ensured(t, c, ref); sent != ref.Size {
			t.Errorf("%d bytes were sent, want %d", sent, ref.Size)
		}
		if !s.has[a.Sum] {
			t.Fatal("the first content is gone while there is room")
		}
		if ref != a {
			c.release(t.Context(), []files.Ref{ref})
		}
	}
	c.release(t.Context(), []files.Ref{a})
	for ref, want := range map[files.Ref]bool{a: true, b: false, d: true} {
		if s.has[ref.Sum] != want {
			t.Errorf("%s is stored: %v, want %v", ref.Path, !want, want)
		}
	}
	c.hold([]files.Ref{b, d})
	if sent := ensured(t, c, b) + ensured(t, c, d); sent != b.Size || len(c.by) != 3 {
		t.Errorf("%d bytes were sent of %d contents, want those of the one that was dropped", sent, len(c.by))
	}
}

// An item comes to need a content between the decision to drop it and the drop.
func TestContents_late(t *testing.T) {
	s, c := newShelf()
	a, b := []files.Ref{refTo("a", maxSpare)}, []files.Ref{refTo("b", maxSpare)}
	for _, refs := range [][]files.Ref{a, b} {
		c.hold(refs)
		ensured(t, c, refs[0])
	}
	c.release(t.Context(), a)
	k := c.by[a[0].Sum]
	k.mu.Lock()
	released := make(chan bool)
	go func() {
		c.release(t.Context(), b)
		close(released)
	}()
	for decided := false; !decided; runtime.Gosched() {
		c.mu.Lock()
		decided = !slices.Contains(c.idle, k)
		c.mu.Unlock()
	}
	c.hold(a)
	k.mu.Unlock()
	<-released
	if !s.has[a[0].Sum] {
		t.Error("a content was dropped that is held")
	}
}

// Items that come and go never find a content gone that they hold.
func TestContents_concurrent(t *testing.T) {
	s, c := newShelf()
	refs := []files.Ref{refTo("a", maxSpare), refTo("b", maxSpare), refTo("c", maxSpare)}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 300 {
				mine := slices.Clone(refs[(i+j)%2 : (i+j)%2+2])
				c.hold(mine)
				for _, ref := range mine {
					ensured(t, c, ref)
				}
				for range 10 {
					runtime.Gosched() // time for a drop that is wrong
				}
				s.mu.Lock()
				for _, ref := range mine {
					if !s.has[ref.Sum] {
						t.Errorf("%s is gone while it is held", ref.Path)
					}
				}
				s.mu.Unlock()
				c.release(t.Context(), mine)
			}
		})
	}
	all.Wait()
	if c.spare > maxSpare || len(s.has) > 1 {
		t.Errorf("%d bytes of %d contents are left, want at most %d", c.spare, len(s.has), maxSpare)
	}
}

// A file that is another by the time that it is sent is the item's failure.
func TestContents_changed(t *testing.T) {
	s, c := newShelf()
	ref := refTo("a", 1)
	c.hold([]files.Ref{ref})
	for _, open := range []func() (io.ReadCloser, error){
		func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("other")), nil },
		func() (io.ReadCloser, error) { return nil, errors.New("gone") },
	} {
		if _, err := c.ensure(t.Context(), ref, open); err == nil || !isInput(err) {
			t.Errorf("%v, want an error of the input", err)
		}
	}
	if len(s.has) != 0 {
		t.Error("what was not wanted is stored")
	}
}

func isInput(err error) bool { _, ok := errors.AsType[*inputError](err); return ok }
