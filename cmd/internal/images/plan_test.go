package images

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/picture"
)

func TestPlan_names(t *testing.T) {
	chdir(t)
	put(t, "in/wide.jpg", jpegOf(t, 60, 30, 1))
	put(t, "in/sub/mislabelled.jpg", pngOf(t, 30, 60))
	for _, c := range []struct {
		sizes []string
		name  string
		want  []string
	}{
		{[]string{"20"}, "{name}.{ext}", []string{"out/sub/mislabelled.png", "out/wide.jpg"}},
		{[]string{"20", "10"}, "{name}-{w}.{ext}", []string{"out/sub/mislabelled-20.png", "out/sub/mislabelled-10.png", "out/wide-20.jpg", "out/wide-10.jpg"}},
		{[]string{"20x20"}, "{name}-{w}x{h}.{ext}", []string{"out/sub/mislabelled-10x20.png", "out/wide-20x10.jpg"}},
		{[]string{"50%", "100>"}, "{size}/{dir}-{name}.{ext}", []string{"out/sub/50pct/sub-mislabelled.png", "out/sub/100/sub-mislabelled.png", "out/50pct/in-wide.jpg", "out/100/in-wide.jpg"}},
		// Both sizes leave a small picture as it is: it is made once.
		{[]string{"100>", "50x50>"}, "{name}-{w}.{ext}", []string{"out/sub/mislabelled-30.png", "out/sub/mislabelled-25.png", "out/wide-60.jpg", "out/wide-50.jpg"}},
		{[]string{"100>", "90>"}, "{name}-{w}.{ext}", []string{"out/sub/mislabelled-30.png", "out/wide-60.jpg"}},
	} {
		p := mustPlan(t, Options{Out: "out", Spec: specOf(t, c.sizes...)}, c.name, "in")
		if got := outputs(p); !slices.Equal(got, c.want) {
			t.Errorf("%v %s: got %q, want %q", c.sizes, c.name, got, c.want)
		}
		for _, w := range p.Works {
			if len(w.Outputs) != len(w.Spec.Sizes) {
				t.Errorf("%v: %d outputs of %d sizes", c.sizes, len(w.Outputs), len(w.Spec.Sizes))
			}
		}
	}
	p := mustPlan(t, Options{}, "{name}-small.{ext}", "in")
	if got, want := outputs(p), []string{"in/sub/mislabelled-small.png", "in/wide-small.jpg"}; !slices.Equal(got, want) {
		t.Errorf("beside the inputs: got %q, want %q", got, want)
	}
}

// TestPlan_failures: what cannot be read, or must not be, is a work with the reason.
func TestPlan_failures(t *testing.T) {
	chdir(t)
	put(t, "text.jpg", []byte("this is no picture"))
	put(t, "empty.png", nil)
	put(t, "large.png", pngOf(t, 200, 100))
	spec := specOf(t, "20")
	spec.MaxPixels = 10_000
	p := mustPlan(t, Options{Out: "out", Spec: spec}, "{name}.{ext}", "text.jpg", "empty.png", "large.png", "gone.gif")
	want := []string{"this is text", "is empty", "200x100 are 20000 pixels", "no such file"}
	for i, w := range p.Works {
		if w.Err == nil || !strings.Contains(w.Err.Error(), want[i]) || strings.Contains(w.Err.Error(), "picture:") || len(w.Outputs) > 0 {
			t.Errorf("%s: error %v, %d outputs; want %q and none", w.Input, w.Err, len(w.Outputs), want[i])
		}
	}
	p = mustPlan(t, Options{Out: "out", Budget: 1000}, "{name}.{ext}", "large.png")
	if err := p.Works[0].Err; err == nil || !strings.Contains(err.Error(), "raise --memory") {
		t.Errorf("a picture larger than the budget: error %v", err)
	}
}

func TestPlan_conflicts(t *testing.T) {
	chdir(t)
	put(t, "a/x.jpg", jpegOf(t, 40, 40, 1))
	put(t, "b/x.jpg", jpegOf(t, 40, 40, 2))
	put(t, "c/x.png", jpegOf(t, 40, 40, 3)) // whose output is x.jpg
	put(t, "hard/in.jpg", jpegOf(t, 44, 40, 4))
	put(t, "soft/in.jpg", jpegOf(t, 44, 40, 5))
	if err := os.MkdirAll("out", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.Link("hard/in.jpg", "out/in.jpg"), os.Symlink("b", "other"), os.Symlink("../soft/in.jpg", "out/soft.jpg"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		out, name string
		args      string
		want      string // "" if it is no conflict
	}{
		{"out", "{name}.{ext}", "a/x.jpg b/x.jpg", "out/x.jpg would be the output of both a/x.jpg and b/x.jpg"},
		{"out", "{dir}/{name}.{ext}", "a/x.jpg b/x.jpg", ""},
		{"out", "{name}.{ext}", "a/x.jpg c/x.png", "out/x.jpg would be the output of both"},
		{"out", "{file}.{ext}", "a/x.jpg c/x.png", ""},
		{"out", "fix.{ext}", "a/x.jpg b/x.jpg", "would be the output of both"},
		{"out", "{name}.{ext}", "b other", "out/x.jpg would be the output of both b/x.jpg and other/x.jpg"},
		{"", "{name}-s.{ext}", "b other", "other/x-s.jpg would be the output of both b/x.jpg and other/x.jpg"},
		{"", "new/{name}-s.{ext}", "b other", "other/new/x-s.jpg would be the output of both b/x.jpg and other/x.jpg"},
		{"a", "{name}.{ext}", "a/x.jpg", "a/x.jpg would be replaced by its own output"},
		{"", "{name}.{ext}", "a/x.jpg", "a/x.jpg would be replaced by its own output"},
		{"other", "{name}.{ext}", "b/x.jpg", "b/x.jpg would be replaced by its own output"},
		{"b", "{name}.{ext}", "other/x.jpg", "other/x.jpg would be replaced by its own output"},
		{"b", "{name}.{ext}", "a/x.jpg b/x.jpg", "b/x.jpg, the output of a/x.jpg, is the input b/x.jpg"},
		{"out", "{name}.{ext}", "hard/in.jpg", "hard/in.jpg would be replaced by its own output"},
		{"out", "soft.{ext}", "soft/in.jpg", "soft/in.jpg would be replaced by its own output"},
		{"out", "soft.{ext}", "a/x.jpg soft/in.jpg", "out/soft.jpg, the output of a/x.jpg, is the input soft/in.jpg"},
		{"new/dir", "{name}.{ext}", "a/x.jpg", ""},
	} {
		p, err := newPlan(t, Options{Out: c.out}, c.name, strings.Fields(c.args)...)
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || c.want == "" {
			t.Errorf("--out %q --name %s of %s: error %v, outputs %q; want %q", c.out, c.name, c.args, err, outputs(p), c.want)
		}
	}
	if _, err := newPlan(t, Options{Out: "out", Spec: specOf(t, "20!", "20x10!")}, "{name}-{w}.{ext}", "a/x.jpg"); err == nil ||
		!strings.Contains(err.Error(), "of a/x.jpg in two sizes") {
		t.Errorf("two sizes of one name: error %v", err)
	}
}

// TestPlan_manyConflicts: only the first are told.
func TestPlan_manyConflicts(t *testing.T) {
	chdir(t)
	for i := range 30 {
		put(t, "in/"+strings.Repeat("x", i+1)+".jpg", jpegOf(t, 9, 9, i))
	}
	_, err := newPlan(t, Options{Out: "out"}, "one.jpg", "in")
	if err == nil || strings.Count(err.Error(), "\n") != maxConflicts || !strings.Contains(err.Error(), "and 19 more") {
		t.Errorf("error %v, want %d lines and the number of the rest", err, maxConflicts)
	}
}

// TestPlan_leftOut: what an earlier run made beside the inputs is no input.
func TestPlan_leftOut(t *testing.T) {
	chdir(t)
	put(t, "in/a.jpg", jpegOf(t, 40, 40, 1))
	put(t, "in/b.jpg", jpegOf(t, 40, 40, 2))
	p := mustPlan(t, Options{}, "{name}-s.{ext}", "in")
	save(t, p)
	p = mustPlan(t, Options{}, "{name}-s.{ext}", "in")
	if got, want := outputs(p), []string{"in/a-s.jpg", "in/b-s.jpg"}; !slices.Equal(got, want) || p.LeftOut != 2 || p.Current != 2 {
		t.Errorf("the second run makes %q, leaves out %d, has %d up to date; want %q, 2, 2", got, p.LeftOut, p.Current, want)
	}
	// What was changed since is somebody's file.
	put(t, "in/a-s.jpg", jpegOf(t, 41, 40, 3))
	_, err := newPlan(t, Options{}, "{name}-s.{ext}", "in")
	if want := "in/a-s.jpg, the output of in/a.jpg, is the input in/a-s.jpg"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// save pretends to have made the outputs of a plan.
func save(t *testing.T, p *Plan) {
	t.Helper()
	for _, w := range p.Works {
		if w.current || w.Err != nil {
			continue
		}
		var made []picture.Output
		for _, o := range w.Outputs {
			made = append(made, picture.Output{Data: []byte("made " + o.Path)})
		}
		if _, err := w.Save(made); err != nil {
			t.Fatal(err)
		}
	}
}
