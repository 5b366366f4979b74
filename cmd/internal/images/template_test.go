package images

import (
	"strings"
	"testing"
)

func TestTemplate(t *testing.T) {
	n := &Name{Name: "photo", File: "photo.tif", Dir: "2024", Ext: "jpg", Size: "800x600", W: "800", H: "533"}
	for text, want := range map[string]string{
		"{name}.{ext}":        "photo.jpg",
		"{name}-{w}.{ext}":    "photo-800.jpg",
		"{w}x{h}/{name}":      "800x533/photo",
		"{dir}_{name}_{size}": "2024_photo_800x600",
		"{file}.{ext}":        "photo.tif.jpg",
		"plain":               "plain",
	} {
		tpl, err := ParseTemplate(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got, err := tpl.Make(n); got != want || err != nil {
			t.Errorf("%q made %q, error %v, want %q", text, got, err, want)
		}
	}
}

func TestTemplate_refused(t *testing.T) {
	for text, want := range map[string]string{
		"{nme}.jpg":      "{nme}, which is none of {dir} {ext} {file} {h} {name} {size} {w}",
		"{name":          "a { without a }",
		"{}":             "{}, which is none",
		"":               "does not name a file",
		"../{name}":      "does not name a file below",
		"/tmp/{name}":    "does not name a file below",
		"{name}/":        "does not name a file",
		"a/../../{name}": "does not name a file below",
	} {
		_, err := ParseTemplate(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
	tpl, err := ParseTemplate("{dir}/x")
	if err != nil {
		t.Fatal(err)
	}
	if name, err := tpl.Make(&Name{Dir: ".."}); err == nil {
		t.Errorf("a directory called ..: %q", name)
	}
}

func TestStem(t *testing.T) {
	for path, want := range map[string]string{
		"a/b.jpg": "b", "b.tar.gz": "b.tar", ".jpg": ".jpg", "noext": "noext", "a.b/c": "c", "x.": "x",
	} {
		if got := stem(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
