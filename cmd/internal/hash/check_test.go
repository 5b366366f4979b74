//go:build unix

package hash

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
)

// checkAll runs Check on the lines of r.
func checkAll(ctx context.Context, t *testing.T, workers int, r io.Reader, emit func(Result) error) (malformed int, err error) {
	t.Helper()
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var lines atomic.Int64 // after ctx or emit ended the check, sums may still be read
	sums := NewSums(r, "SUMS", false, '\n', func(int) { lines.Add(1) })
	err = NewJob(pool, emit).Check(ctx, sums)
	return int(lines.Load()), err
}

// lines is a reader of the lines that it calls for, one by each Read, until one is
// empty.
type lines func() string

func (next lines) Read(p []byte) (int, error) {
	line := next()
	if line == "" {
		return 0, io.EOF
	}
	return copy(p, line), nil
}

// TestCheck_streams waits for the verdict on a line before it writes the next one.
func TestCheck_streams(t *testing.T) {
	dir := t.TempDir()
	for _, workers := range []int{1, 3} {
		verdicts := make(chan Result)
		n := 0
		_, err := checkAll(t.Context(), t, workers, lines(func() string {
			path := filepath.Join(dir, fmt.Sprint(n))
			if n > 0 {
				if r := <-verdicts; r.Err != nil || r.Sum != *r.Want {
					t.Errorf("line %d: %+v", n, r)
				}
			}
			if n++; n == 20 {
				return ""
			}
			put(t, path, path)
			return string(AppendLine(nil, path, sha256.Sum256([]byte(path)), '\n'))
		}), func(r Result) error { verdicts <- r; return nil })
		if err != nil || n != 20 {
			t.Errorf("%d workers: %d lines, error %v", workers, n, err)
		}
	}
}

// TestCheck_order has the verdicts in the order of the lines, and never many more
// lines than verdicts.
func TestCheck_order(t *testing.T) {
	const n = 20 * maxAhead
	dir := t.TempDir()
	put(t, dir+"/big", strings.Repeat("x", 1<<20)) // now and then a slow one
	var emitted atomic.Int64
	next := 0
	name := func(i int) string {
		if i%97 == 0 {
			return dir + "/big"
		}
		return fmt.Sprintf("%s/%d", dir, i)
	}
	_, err := checkAll(t.Context(), t, 3, lines(func() string {
		// One line is in the hands of the reader, one on its way, one waits for room.
		if ahead := next - int(emitted.Load()); ahead > maxAhead+3 {
			t.Errorf("%d lines were read ahead of the verdicts", ahead)
		}
		if next++; next > n {
			return ""
		}
		return Sum{}.String() + "  " + name(next-1) + "\n"
	}), func(r Result) error {
		if i := int(emitted.Add(1)) - 1; r.Path != name(i) {
			return fmt.Errorf("result %d is of %s", i, r.Path)
		}
		return nil
	})
	if err != nil || emitted.Load() != n {
		t.Errorf("%d verdicts, error %v; want %d", emitted.Load(), err, n)
	}
}

// TestCheck_junk reads 20 MB of lines that make no sense, and one line without end.
func TestCheck_junk(t *testing.T) {
	page := strings.Repeat("y\n", 2048)
	left := 5000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	malformed, err := checkAll(t.Context(), t, 1, lines(func() string {
		if left--; left < 0 {
			return ""
		}
		return page
	}), func(r Result) error { return fmt.Errorf("%+v", r) })
	runtime.ReadMemStats(&after)
	if want := 5000 * 2048; err != nil || malformed != want {
		t.Errorf("%d malformed lines, error %v; want %d", malformed, err, want)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 2<<20 {
		t.Errorf("%d bytes were allocated for 20 MB, want next to nothing", bytes)
	}
	begun := false
	_, err = checkAll(t.Context(), t, 1, lines(func() string {
		if !begun {
			begun = true
			return "# a comment\n"
		}
		return page[:1]
	}), func(r Result) error { return fmt.Errorf("%+v", r) })
	if err == nil || err.Error() != "SUMS: line 2 is longer than 65536 bytes" {
		t.Errorf("a line without end: %v", err)
	}
}

// TestCheck_ends ends checks of an input that says nothing for ever: by ctx, and by
// an error of emit.
func TestCheck_ends(t *testing.T) {
	reason := errors.New("reason")
	for _, byContext := range []bool{true, false} {
		in, out := io.Pipe()
		defer out.Close()
		go io.WriteString(out, Sum{}.String()+"  "+t.TempDir()+"\n")
		ctx, cancel := context.WithCancelCause(t.Context())
		_, err := checkAll(ctx, t, 1, in, func(r Result) error {
			if byContext {
				cancel(reason)
				return nil
			}
			return reason
		})
		cancel(nil)
		if err != reason {
			t.Errorf("by its context %t: error %v, want the reason", byContext, err)
		}
	}
}
