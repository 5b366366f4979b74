package images

import (
	"os"
	"slices"
	"testing"
)

// TestPlan_aboveLink: link/.. is the directory above what link leads to, for inputs,
// directories of inputs, and the directory of the outputs.
func TestPlan_aboveLink(t *testing.T) {
	chdir(t)
	put(t, "a.jpg", jpegOf(t, 40, 40, 1))
	put(t, "real/a.jpg", jpegOf(t, 60, 60, 2))
	put(t, "real/sub/b.jpg", jpegOf(t, 60, 60, 3))
	if err := os.Symlink("real/sub", "link"); err != nil {
		t.Fatal(err)
	}
	beside := mustPlan(t, Options{}, "{name}-s.{ext}", "link/../a.jpg", "a.jpg", "link/..")
	if got, want := outputs(beside), []string{"real/a-s.jpg", "a-s.jpg", "real/sub/b-s.jpg"}; !slices.Equal(got, want) {
		t.Errorf("beside the inputs: got %q, want %q", got, want)
	}
	below := mustPlan(t, Options{Out: "link/../out"}, "{name}.{ext}", "a.jpg")
	if got, want := outputs(below), []string{"real/out/a.jpg"}; !slices.Equal(got, want) {
		t.Errorf("below --out: got %q, want %q", got, want)
	}
}

func TestDirect(t *testing.T) {
	chdir(t)
	put(t, "real/sub/b.jpg", nil)
	if err := os.Symlink("real/sub", "link"); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"":                   "",
		"link/b.jpg":         "link/b.jpg",
		"link/../x/..y/a..b": "real/x/..y/a..b",
		"link/../sub/..":     "real",
		"real/../link":       "real/../link",
		"../x":               "../x",
		"gone/../x":          "gone/../x",
		"..":                 "..",
	} {
		if got := direct(path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}
