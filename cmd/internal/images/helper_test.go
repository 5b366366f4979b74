package images

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/picture"
)

// put writes a file and the directories that it needs.
func put(t *testing.T, path string, data []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// drawing is a picture that no two seeds have in common.
func drawing(w, h, seed int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.RGBA{uint8(x * 3), uint8(y * 5), uint8(seed * 40), 255})
		}
	}
	return m
}

func jpegOf(t *testing.T, w, h, seed int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, drawing(w, h, seed), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, drawing(w, h, 1)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// chdir makes a new directory the current one.
func chdir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	return dir
}

// inputsOf are the inputs that arguments name.
func inputsOf(t *testing.T, l Listing) []Input {
	t.Helper()
	inputs, err := l.Inputs(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// newPlan plans for the arguments, with an output directory and a template, and one size
// unless the options have others.
func newPlan(t *testing.T, o Options, name string, args ...string) (*Plan, error) {
	t.Helper()
	var err error
	if o.Name, err = ParseTemplate(name); err != nil {
		t.Fatal(err)
	}
	if o.Spec == nil {
		o.Spec = specOf(t, "20")
	}
	inputs := inputsOf(t, Listing{Args: args, Recursive: true, Except: o.Out})
	return NewPlan(context.Background(), skua.Default(), inputs, o)
}

func specOf(t *testing.T, sizes ...string) *picture.Spec {
	t.Helper()
	spec := &picture.Spec{}
	for _, text := range sizes {
		g, err := picture.ParseGeometry(text)
		if err != nil {
			t.Fatal(err)
		}
		spec.Sizes = append(spec.Sizes, g)
	}
	return spec
}

// mustPlan is newPlan for a plan that is not refused.
func mustPlan(t *testing.T, o Options, name string, args ...string) *Plan {
	t.Helper()
	p, err := newPlan(t, o, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// outputs are the paths of all outputs of a plan.
func outputs(p *Plan) []string {
	var paths []string
	for _, w := range p.Works {
		for _, o := range w.Outputs {
			paths = append(paths, o.Path)
		}
	}
	return paths
}

// entries are the names in a directory, also the hidden ones.
func entries(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
