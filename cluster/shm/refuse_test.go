//go:build linux && (amd64 || arm64)

package shm

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// refused wants Join to fail with an error that says all of the words.
func refused(t *testing.T, path string, handlers map[string]Handler, c Config, words ...string) {
	t.Helper()
	m, err := Join(path, handlers, c)
	if err == nil {
		m.Close()
		t.Errorf("joined; want an error that says %q", words)
		return
	}
	if !strings.HasPrefix(err.Error(), "cluster: shm: ") {
		t.Errorf("%q does not say whose error it is", err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
}

func TestJoin_refusesFiles(t *testing.T) {
	path := newPath(t)
	join(t, path, Config{Slots: 64, Places: 2, Blob: 8192}).Close()
	change := func(f func(b []byte)) (undo func()) {
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b := append([]byte(nil), old...)
		f(b)
		os.WriteFile(path, b, 0o600)
		return func() { os.WriteFile(path, old, 0o600) }
	}
	for _, x := range []struct {
		name  string
		do    func() (undo func())
		words string
	}{
		{"open to others", func() func() {
			os.Chmod(path, 0o644)
			return func() { os.Chmod(path, 0o600) }
		}, "0644"},
		{"hard link", func() func() {
			os.Link(path, path+"2")
			return func() { os.Remove(path + "2") }
		}, "hard link"},
		{"open directory", func() func() {
			os.Chmod(filepath.Dir(path), 0o755)
			return func() { os.Chmod(filepath.Dir(path), 0o700) }
		}, "0755"},
		{"another kind of file", func() func() { return change(func(b []byte) { b[0]++ }) }, "not a file of shared tasks"},
		{"another version", func() func() { return change(func(b []byte) { b[hVersion] = 9 }) }, "version 9"},
		{"damaged", func() func() { return change(func(b []byte) { b[hPlaces+1] = 9 }) }, "damaged"},
		{"cut short", func() func() {
			undo := change(func([]byte) {})
			os.Truncate(path, 5000)
			return undo
		}, "5000 bytes long"},
		{"empty", func() func() {
			undo := change(func([]byte) {})
			os.Truncate(path, 0)
			return undo
		}, "not a file of shared tasks"},
	} {
		undo := x.do()
		t.Run(x.name, func(t *testing.T) { refused(t, path, testHandlers, Config{}, x.words) })
		undo()
	}
	os.Symlink(path, path+"-link")
	refused(t, path+"-link", testHandlers, Config{}, "symbolic links")
	refused(t, filepath.Dir(path)+"/no/such/tasks", testHandlers, Config{}, "no such")
	os.Symlink(filepath.Dir(path), filepath.Dir(path)+"/sub")
	refused(t, filepath.Dir(path)+"/sub/tasks", testHandlers, Config{}, "not a directory")
	join(t, path, Config{}) // nothing of it did harm
}

func TestJoin_refusesOthers(t *testing.T) {
	path := newPath(t)
	c := Config{Slots: 100, Places: 2, Blob: 8192}
	a := join(t, path, c)
	other := map[string]Handler{"resize": testHandlers["echo"]}
	refused(t, path, other, Config{}, "resize", "square")
	refused(t, path, testHandlers, Config{Slots: 256}, "Slots = 128", "256")
	refused(t, path, testHandlers, Config{Lease: time.Second}, "Lease = 0")
	refused(t, path, testHandlers, Config{Places: 65}, "Places is 65", "64")
	refused(t, path, testHandlers, Config{Blob: 100}, "Blob is 100")
	refused(t, path, testHandlers, Config{Place: 1}, "place 1 of 2 is taken")
	refused(t, path, testHandlers, Config{Place: 3}, "no place 3", "has 2")
	refused(t, path, nil, Config{}, "handlers")
	refused(t, path, map[string]Handler{"a\nb": testHandlers["echo"]}, Config{}, "several lines")
	refused(t, path, map[string]Handler{"a": nil}, Config{}, `"a" is nil`)
	b := join(t, path, c)
	refused(t, path, testHandlers, Config{}, "all 2 places are taken")
	b.Close()
	c2 := join(t, path, c)
	if got := c2.Stats().Place; got != 2 {
		t.Errorf("joined at place %d; want 2, which is free again", got)
	}
	_ = a
}

// A place has 2^20-1 incarnations.
func TestJoin_wornOut(t *testing.T) {
	path := newPath(t)
	join(t, path, Config{Places: 1, Slots: 64, Blob: 8192}).Close()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	set := func(r registry) {
		f.WriteAt(binary.LittleEndian.AppendUint64(nil, uint64(r)), pageSize+pReg)
	}
	set(makeRegistry(incMask-1, incMask-1))
	join(t, path, Config{}).Close() // the last
	refused(t, path, testHandlers, Config{}, "worn out", "new file")
	refused(t, path, testHandlers, Config{Place: 1}, "worn out")
}

// A full file system is told at Join, not by a SIGBUS later.
func TestJoin_noSpace(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=1m,mode=0700"); err != nil {
		t.Skip("needs tmpfs: ", err)
	}
	defer unix.Unmount(dir, 0)
	refused(t, dir+"/tasks", testHandlers, Config{}, "MiB for 8 places", "no space")
	if es, _ := os.ReadDir(dir); len(es) != 0 {
		t.Errorf("left behind: %v", es)
	}
	m := join(t, dir+"/tasks", Config{Places: 2, Slots: 256, Blob: 1 << 16})
	checkSquares(t, m, 1000)
	m.Close()
}

// Many make the file at once: one does, the others join it.
func TestJoin_together(t *testing.T) {
	path := newPath(t)
	const n = 8
	got := make(chan *Member, n)
	for range n {
		go func() {
			m, err := Join(path, testHandlers, Config{Slots: 64, Blob: 8192})
			if err != nil {
				t.Error(err)
			}
			got <- m
		}()
	}
	seen := map[int]bool{}
	for range n {
		m := <-got
		if m == nil {
			continue
		}
		if p := m.Stats().Place; seen[p] {
			t.Errorf("place %d was given twice", p)
		} else {
			seen[p] = true
		}
		defer m.Close()
	}
	if len(seen) != n {
		t.Errorf("%d places were given; want %d", len(seen), n)
	}
}

func TestDo_refuses(t *testing.T) {
	m := join(t, newPath(t), Config{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Do(ctx, "square", number(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("a ctx that is over: %v", err)
	}
	for _, err := range m.Map(t.Context(), "nobody", numbers(3)) {
		if err == nil || !strings.Contains(err.Error(), `"nobody"`) || !strings.Contains(err.Error(), `"square"`) {
			t.Errorf("an unknown handler: %v; want it and the known ones named", err)
		}
	}
}
