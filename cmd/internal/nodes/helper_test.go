package nodes

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/images"
	"github.com/skua-go/skua/cmd/internal/picture"
)

// chdir makes a new directory the current one.
func chdir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	return dir
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func jpegOf(t *testing.T, w, h, seed int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.RGBA{uint8(x * 3), uint8(y * 5), uint8(seed * 40), 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// works plans outputs of two sizes for the pictures below in, in the directory out.
func works(t *testing.T, out string) []*images.Work {
	t.Helper()
	var spec picture.Spec
	for _, size := range []string{"40", "20"} {
		g, err := picture.ParseGeometry(size)
		if err != nil {
			t.Fatal(err)
		}
		spec.Sizes = append(spec.Sizes, g)
	}
	name, err := images.ParseTemplate("{name}-{w}.{ext}")
	if err != nil {
		t.Fatal(err)
	}
	listing := images.Listing{Args: []string{"in"}, Recursive: true}
	inputs, err := listing.Inputs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	plan, err := images.NewPlan(t.Context(), skua.Default(), inputs, images.Options{Out: out, Name: name, Spec: &spec})
	if err != nil {
		t.Fatal(err)
	}
	return plan.Works
}

// join makes this process a node of the cluster in ./place, with a worker's handlers.
func join(t *testing.T, name string, c Config) *cluster.Node {
	t.Helper()
	if c.Dir == "" {
		c.Dir = t.TempDir()
	}
	w, err := NewWorker(c)
	if err != nil {
		t.Fatal(err)
	}
	handlers := map[string]cluster.Handler{"other": func(context.Context, *cluster.Task) ([]byte, error) { return nil, nil }}
	maps.Copy(handlers, w.Handlers())
	n, err := cluster.Join(t.Context(), "./place", cluster.Config{Name: name, Slots: 2, Handlers: handlers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return n
}

// open opens the cluster as a host.
func open(t *testing.T, prefix string) *Host {
	t.Helper()
	h, err := Open(t.Context(), "./place", cluster.Config{}, prefix, func(text string) { t.Log(text) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// run runs a command on a host and returns what it printed.
func run(t *testing.T, ctx context.Context, h *Host, it *batch.Item) (o batch.Outcome, stdout string) {
	t.Helper()
	var out batch.Streams
	defer out.Close()
	o = h.Run(ctx, it, 0, &out)
	text, err := io.ReadAll(io.NewSectionReader(&out.Out, 0, out.Out.Size()))
	if err != nil {
		t.Fatal(err)
	}
	errors, err := io.ReadAll(io.NewSectionReader(&out.Err, 0, out.Err.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return o, string(text) + string(errors)
}

// argv is an item with a command whose last words are files.
func argv(files int, words ...string) *batch.Item {
	return &batch.Item{Seq: 1, Attempt: 1, Inputs: 1, Payload: &each.Command{Argv: words, Files: words[len(words)-files:]}}
}

func script(text string, files ...string) *batch.Item {
	return &batch.Item{Seq: 1, Attempt: 1, Inputs: 1, Payload: &each.Command{Script: text, Files: files}}
}

func minute(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// told is an outcome in a line.
func told(o batch.Outcome) string {
	return fmt.Sprintf("state %d, exit %d, signal %d, timed out %v, error %v, on %s", o.State, o.Exit, o.Signal, o.TimedOut, o.Err, o.Host)
}
