package batch

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// content reads all of a spool.
func content(t *testing.T, s *Spool) []byte {
	t.Helper()
	text, err := io.ReadAll(io.NewSectionReader(s, 0, s.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestSpool_write writes less and more than fits into memory, and reads at all places.
func TestSpool_write(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var s Spool
	for _, size := range []int{0, 1, memoryBound - 1, memoryBound, memoryBound + 1, 5 * memoryBound} {
		var want []byte
		for len(want) < size {
			chunk := make([]byte, min(size-len(want), rng.IntN(40000)+1))
			for i := range chunk {
				chunk[i] = byte(rng.Uint32())
			}
			want = append(want, chunk...)
			if n, err := s.Write(chunk); n != len(chunk) || err != nil {
				t.Fatal(n, err)
			}
		}
		if got := content(t, &s); !bytes.Equal(got, want) {
			t.Errorf("of %d bytes %d came back, or others", size, len(got))
		}
		if (s.disk != nil) != (size > memoryBound) {
			t.Errorf("%d bytes: on disk is %v", size, s.disk != nil)
		}
		for range 20 {
			p, off := make([]byte, rng.IntN(size+2)), rng.IntN(size+2)
			n, err := s.ReadAt(p, int64(off))
			if expect := min(len(p), max(0, size-off)); n != expect || !bytes.Equal(p[:n], want[min(off, size):min(off, size)+n]) || (err == nil) != (n == len(p)) {
				t.Errorf("%d bytes at %d of %d: %d, %v", len(p), off, size, n, err)
			}
		}
		if err := s.Close(); err != nil || s.Size() != 0 {
			t.Errorf("after Close: %v, %d bytes", err, s.Size())
		}
	}
}

// TestSpool_child lets a shell write, which opens its output again, after Write.
func TestSpool_child(t *testing.T) {
	var s Streams
	defer s.Close()
	io.WriteString(&s.Out, "before\n")
	cmd := exec.Command("/bin/sh", "-c", "echo one; echo two >>/dev/stdout; echo three; echo problem >&2")
	for _, to := range []struct {
		spool *Spool
		file  *io.Writer
	}{{&s.Out, &cmd.Stdout}, {&s.Err, &cmd.Stderr}} {
		f, err := to.spool.File()
		if err != nil {
			t.Fatal(err)
		}
		*to.file = f
		if again, err := to.spool.File(); again != f || err != nil {
			t.Errorf("the second File is another: %v", err)
		}
	}
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(&s.Out, "after\n")
	if got, want := string(content(t, &s.Out)), "before\none\ntwo\nthree\nafter\n"; got != want {
		t.Errorf("standard output has %q, want %q", got, want)
	}
	if got := string(content(t, &s.Err)); got != "problem\n" {
		t.Errorf("standard error has %q", got)
	}
}

// TestSpool_drain moves to disk what a child writes meanwhile, shown or not.
func TestSpool_drain(t *testing.T) {
	for _, drop := range []bool{false, true} {
		var s Spool
		f, err := s.File()
		if err != nil {
			t.Fatal(err)
		}
		want := make([]byte, 50*memoryBound/3)
		rng := rand.New(rand.NewPCG(2, 2))
		for i := range want {
			want[i] = byte(rng.Uint32())
		}
		var writer sync.WaitGroup
		writer.Go(func() {
			for rest := want; len(rest) > 0; {
				n, _ := f.Write(rest[:min(len(rest), 7777)])
				rest = rest[n:]
			}
		})
		shown := int64(0)
		for s.Size() < int64(len(want)) {
			if drop {
				shown = s.Size() / 2
			}
			if err := s.Drain(shown); err != nil {
				t.Fatal(err)
			}
		}
		writer.Wait()
		if err := s.Drain(shown); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, int64(len(want))-shown)
		if n, err := s.ReadAt(got, shown); n != len(got) || !bytes.Equal(got, want[shown:]) {
			t.Errorf("drop %v: %d of %d bytes came back, or others: %v", drop, n, len(got), err)
		}
		if used := inUse(t, f); s.memory && used > memoryBound+4096 {
			t.Errorf("drop %v: %d bytes are in memory", drop, used)
		}
		if s.memory && s.disk == nil {
			t.Errorf("drop %v: nothing is on disk", drop)
		}
		s.Close()
	}
}

// TestSpool_notReused: a grandchild that writes late writes to nobody's output.
func TestSpool_notReused(t *testing.T) {
	var s Spool
	defer s.Close()
	f, err := s.File()
	if err != nil {
		t.Fatal(err)
	}
	grandchild := exec.Command("/bin/sh", "-c", "read line; echo late")
	grandchild.Stdout = f
	in, err := grandchild.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := grandchild.Start(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := s.File(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(&s, "next item\n")
	io.WriteString(in, "now\n")
	if err := grandchild.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := string(content(t, &s)); got != "next item\n" {
		t.Errorf("the next item has printed %q", got)
	}
}

// TestStore keeps pieces in memory and in the file, and drops them in another order.
func TestStore(t *testing.T) {
	var s store
	defer s.close()
	var pieces []piece
	texts := []string{"", "small", string(bytes.Repeat([]byte("x"), memoryBound)), "small again", string(bytes.Repeat([]byte("yz"), memoryBound))}
	for _, text := range texts {
		p, err := s.keep(part{bytesAt(text), int64(len(text))}, part{bytesAt("!"), 1})
		if err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, p)
	}
	for _, i := range []int{3, 1, 4, 0, 2} {
		got, err := io.ReadAll(io.NewSectionReader(s.reader(pieces[i]), 0, pieces[i].n))
		if err != nil || string(got) != texts[i]+"!" {
			t.Errorf("piece %d has %d bytes, %v", i, len(got), err)
		}
		if err := s.drop(pieces[i]); err != nil {
			t.Error(err)
		}
	}
	large := bytes.Repeat([]byte("x"), memoryBound)
	for range storeBound/memoryBound + 5 {
		if _, err := s.keep(part{bytesAt(large), memoryBound}); err != nil {
			t.Fatal(err)
		}
	}
	if want := int64(5 * memoryBound); s.inMemory > storeBound || s.live != want {
		t.Errorf("%d bytes are in memory, %d in the file; want at most %d, and %d", s.inMemory, s.live, storeBound, want)
	}
}

// TestStore_empty: a store from which all was shown takes no room.
func TestStore_empty(t *testing.T) {
	var s store
	defer s.close()
	p, err := s.keep(part{bytesAt(make([]byte, memoryBound+1)), memoryBound + 1})
	if err != nil {
		t.Fatal(err)
	}
	small, err := s.keep(part{bytesAt("x"), 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []piece{p, small} {
		if err := s.drop(p); err != nil {
			t.Error(err)
		}
	}
	info, err := s.file.Stat()
	if err != nil || info.Size() != 0 || s.inMemory != 0 || s.live != 0 {
		t.Errorf("at the end the file has %d bytes, memory %d: %v", info.Size(), s.inMemory, err)
	}
}

// TestNamedFile: what has no other way to lose its name leaves nothing behind.
func TestNamedFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	f, err := namedFile()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if len(left) > 0 || err != nil {
		t.Errorf("%q is left, %v", left, err)
	}
	os.Remove(f.Name())
}

// TestSpool_namesDirectory: an error of the file for what is printed says where it is, as when that
// directory is full.
func TestSpool_namesDirectory(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	f, err := diskFile()
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := f.WriteAt([]byte("x"), 0); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("the error is %v, want one that names %s", err, dir)
	}
}
