package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func refOf(content string) Ref {
	sum := sha256.Sum256([]byte(content))
	return Ref{Sum: hex.EncodeToString(sum[:]), Size: int64(len(content)), Mode: 0o644}
}

func openStore(t *testing.T, dir string, limit int64) *Store {
	t.Helper()
	s, err := OpenStore(dir, limit)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func put(t *testing.T, s *Store, content string) Ref {
	t.Helper()
	ref := refOf(content)
	if err := s.Put(ref, strings.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	return ref
}

func TestStore_keepsWhatItWasTold(t *testing.T) {
	s := openStore(t, t.TempDir(), 0)
	ref := refOf("hello")
	if _, err := s.Open(ref); !errors.Is(err, ErrMissing) {
		t.Fatalf("an empty store: %v, want ErrMissing", err)
	}
	put(t, s, "hello")
	put(t, s, "hello") // again
	f, err := s.Open(ref)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, _ := io.ReadAll(f); string(b) != "hello" {
		t.Errorf("content %q", b)
	}
}

func TestStore_refusesAnotherContent(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, 0)
	for _, content := range []string{"hellO", "hell", "hello!", ""} {
		if err := s.Put(refOf("hello"), strings.NewReader(content)); !errors.Is(err, ErrMismatch) {
			t.Errorf("%q for hello: %v, want ErrMismatch", content, err)
		}
	}
	if s.Has(refOf("hello")) {
		t.Error("the store has what never arrived")
	}
	for _, sum := range []string{"", "..", "../../../../etc/passwd", strings.Repeat("A", 64), strings.Repeat("/", 64)} {
		if err := s.Put(Ref{Sum: sum}, strings.NewReader("")); err == nil {
			t.Errorf("sum %q was taken", sum)
		}
		if _, err := s.Open(Ref{Sum: sum}); err == nil {
			t.Errorf("sum %q was opened", sum)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestStore_truncatedContentIsAbsent(t *testing.T) {
	s := openStore(t, t.TempDir(), 0)
	ref := put(t, s, "hello")
	if err := os.Remove(s.path(ref.Sum)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.path(ref.Sum), nil, 0o600); err != nil { // as after a power failure
		t.Fatal(err)
	}
	if s.Has(ref) {
		t.Fatal("an empty file counts as the content")
	}
	put(t, s, "hello")
	if !s.Has(ref) {
		t.Error("the store did not mend it")
	}
}

func TestStore_forgetsTheLeastRecentlyUsed(t *testing.T) {
	s := openStore(t, t.TempDir(), 10_000)
	var refs []Ref
	for i := range 8 {
		ref := put(t, s, strings.Repeat(string(rune('a'+i)), 1000))
		old := time.Now().Add(time.Duration(i-100) * time.Minute)
		if err := os.Chtimes(s.path(ref.Sum), old, old); err != nil {
			t.Fatal(err)
		}
		refs = append(refs, ref)
	}
	if !s.Has(refs[0]) { // used just now: the second is the oldest
		t.Fatal("gone too soon")
	}
	for i := range 4 {
		put(t, s, strings.Repeat(string(rune('p'+i)), 1000))
	}
	_, total, err := s.scan()
	if err != nil || total > 11_000 {
		t.Errorf("%d bytes, %v; the limit is 10000 and a tenth", total, err)
	}
	if !s.Has(refs[0]) || s.Has(refs[1]) || !s.Has(refs[7]) {
		t.Errorf("first %v (was used), second %v (the oldest), last %v", s.Has(refs[0]), s.Has(refs[1]), s.Has(refs[7]))
	}
	big := put(t, s, strings.Repeat("z", 20_000)) // larger than all: stays until the next one
	if !s.Has(big) {
		t.Error("what has just arrived went away")
	}
}

func TestStore_manyProcesses(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for p := range 4 { // a Store each, as processes would have
		s := openStore(t, dir, 20_000)
		all.Go(func() {
			for i := range 50 {
				content := strings.Repeat(fmt.Sprint(i%25, " "), 300)
				ref := refOf(content)
				if err := s.Put(ref, strings.NewReader(content)); err != nil {
					t.Errorf("process %d: %v", p, err)
					return
				}
				f, err := s.Open(ref)
				if errors.Is(err, ErrMissing) {
					continue // another process needed the room
				}
				if err != nil {
					t.Errorf("process %d: %v", p, err)
					return
				}
				if b, _ := io.ReadAll(f); string(b) != content {
					t.Errorf("process %d: another content under %s", p, ref.Sum)
				}
				f.Close()
			}
		})
	}
	all.Wait()
}

func TestArrival_fullDisk(t *testing.T) {
	s := openStore(t, t.TempDir(), 0)
	r := io.MultiReader(strings.NewReader("he"), failing{fs.ErrClosed})
	if err := s.Put(refOf("hello"), r); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("%v, want the reader's error", err)
	}
	if left, _ := filepath.Glob(filepath.Join(s.dir, "new", "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

var _ io.Writer = (*Arrival)(nil)
