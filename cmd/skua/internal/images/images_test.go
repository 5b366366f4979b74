//go:build linux

package images

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// imagesTool returns the command `skua images args...`, to be run in dir.
func imagesTool(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	return tooltest.ToolIn(dir, append([]string{"images"}, args...)...)
}

// runImages runs it in dir.
func runImages(t *testing.T, dir string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	return tooltest.Output(t, imagesTool(t, dir, args...))
}

// photo is a picture of w by h pixels with some noise, as a JPEG.
func photo(t *testing.T, w, h int) []byte {
	t.Helper()
	m := image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420)
	for i := range m.Y {
		m.Y[i] = uint8(i*7/w + i%13)
	}
	for i := range m.Cb {
		m.Cb[i], m.Cr[i] = uint8(i/w+100), uint8(120+i%17)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// transparent is a PNG of w by h pixels.
func transparent(t *testing.T, w, h int) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = uint8(i)
	}
	m.Set(0, 0, color.Transparent)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// badTree has some pictures, and all that can be wrong with one.
func badTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	good := photo(t, 300, 200)
	for name, data := range map[string][]byte{
		"in/good.jpg": good, "in/sub/good.png": transparent(t, 90, 120), "in/sub/mislabelled.jpg": transparent(t, 60, 40),
		"in/truncated.jpg": good[:len(good)/2], "in/text.png": []byte("no picture\n"), "in/empty.gif": nil,
		"in/bomb.png": []byte(claiming(t, 60000)), "in/notes.txt": []byte("not looked at"),
	} {
		tooltest.WriteFile(t, filepath.Join(dir, name), string(data))
	}
	for _, err := range []error{os.Symlink("gone", dir+"/in/broken.jpg"), syscall.Mkfifo(dir+"/in/pipe.jpg", 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// claiming is a small PNG that says it has side by side pixels.
func claiming(t *testing.T, side uint32) string {
	t.Helper()
	data := transparent(t, 1, 1)
	binary.BigEndian.PutUint32(data[16:], side)
	binary.BigEndian.PutUint32(data[20:], side)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return string(data)
}

// treeOf maps each regular file below dir to a hash of its content.
func treeOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[rel] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// pictureFiles are the names in such a map that are not hidden.
func pictureFiles(files map[string]string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasPrefix(filepath.Base(name), ".") {
			names = append(names, name)
		}
	}
	return names
}

// TestImages: good pictures among bad ones are made, the bad ones are listed, and the
// inputs stay as they are.
func TestImages(t *testing.T) {
	dir := badTree(t)
	before := treeOf(t, dir+"/in")
	stdout, stderr, code := runImages(t, dir, "--resize", "60x60", "--out", "out", "--recursive", "in")
	if code != exit.Failed || stdout != "" {
		t.Errorf("exit code %d, stdout %q, want %d and nothing", code, stdout, exit.Failed)
	}
	for _, want := range []string{
		"in/broken.jpg: broken symbolic link\n", "in/pipe.jpg: is a named pipe", "in/text.png: this is text",
		"in/empty.gif: the file is empty\n", "in/bomb.png: 60000x60000 are 3600000000 pixels", "in/truncated.jpg: this JPEG",
		"skua: images: 3 ok, 6 failed, ",
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("stderr has no %q:\n%s", want, stderr)
		}
	}
	if n := strings.Count(stderr, " failed"); n != 1 {
		t.Errorf("stderr says %d times how many failed, want once:\n%s", n, stderr)
	}
	if got, want := pictureFiles(treeOf(t, dir+"/out")), []string{"good.jpg", "sub/good.png", "sub/mislabelled.png"}; !slices.Equal(got, want) {
		t.Errorf("outputs are %q, want %q", got, want)
	}
	if after := treeOf(t, dir+"/in"); !maps.Equal(before, after) {
		t.Errorf("inputs were changed: %v, before %v", after, before)
	}
	_, stderr, code = runImages(t, dir, "--resize", "60x60", "--out", "out", "--recursive", "in")
	if code != exit.Failed || !strings.Contains(stderr, "0 ok, 6 failed, 3 up to date, ") {
		t.Errorf("again: exit code %d, stderr\n%s", code, stderr)
	}
	_, stderr, code = runImages(t, dir, "--resize", "60x60", "--quality", "30", "--out", "out", "in/good.jpg")
	if code != exit.OK || !strings.Contains(stderr, "1 ok, 0 failed, ") || strings.Contains(stderr, "up to date") {
		t.Errorf("another quality: exit code %d, stderr\n%s", code, stderr)
	}
}

// TestImages_empty: a list without inputs is no error: a night without new pictures.
func TestImages_empty(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, dir+"/list", "")
	for _, args := range []string{"@list", "--json @list", "--dry-run @list", "--recursive ."} {
		_, stderr, code := runImages(t, dir, append(strings.Fields("--resize 10 --out out"), strings.Fields(args)...)...)
		if code != exit.OK {
			t.Errorf("%s: exit code %d, stderr\n%s", args, code, stderr)
		}
	}
	if err := os.Symlink("nowhere", dir+"/link"); err != nil {
		t.Fatal(err)
	}
	tooltest.WriteFile(t, dir+"/a.jpg", string(photo(t, 30, 20)))
	if _, stderr, code := runImages(t, dir, "--resize", "10", "--out", "link", "a.jpg"); code != exit.NotStarted || !strings.Contains(stderr, "it is a link to nowhere, which is not there") {
		t.Errorf("a link that leads nowhere: exit code %d, stderr\n%s", code, stderr)
	}
}

// TestImages_usage: nothing is started, nothing is made.
func TestImages_usage(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, dir+"/a.jpg", string(photo(t, 30, 20)))
	tooltest.WriteFile(t, dir+"/sub/a.jpg", string(photo(t, 30, 20)))
	tooltest.WriteFile(t, dir+"/list", "")
	before := treeOf(t, dir)
	for args, want := range map[string]string{
		"--resize 10 --out out":                        "no inputs",
		"--resize 10 --out out @gone":                  "no such file",
		"--resize 10 a.jpg":                            "want --out DIR, or --suffix TEXT",
		"--out out a.jpg":                              "nothing to do",
		"--resize 10y --out out a.jpg":                 `skua: images: --resize: size "10y"`,
		"--resize 10,20 --out out a.jpg":               "--size takes several",
		"--resize 10 --size 20 --out out a.jpg":        "exclude each other",
		"--size 10,,20 --out out a.jpg":                "no number",
		"--resize 10 --out out --suffix -s a.jpg":      "--suffix excludes",
		"--resize 10 --suffix {x} a.jpg":               "braces and slashes",
		"--resize 10 --out out --name {x} a.jpg":       "{x}, which is none of",
		"--resize 10 --out out --name ../{name} a.jpg": "below the directory",
		"--resize 10 --out out --quality 101 a.jpg":    "skua: images: quality 101",
		"--resize 10 --out out --format webp a.jpg":    "skua: images: --format: cannot write",
		"--resize 10 --out out --memory lots a.jpg":    "is no amount of memory",
		"--resize 10 --out out --memory 3 a.jpg":       "--memory 3: want at least 96M",
		"--resize 10 --out out -j -1 a.jpg":            "--jobs -1: want",
		"--resize 10 --out out --retries 0 a.jpg":      "--retries 0",
		"--resize 10 --out out --timeout never a.jpg":  "--timeout",
		"--resize 10 --out out --halt often a.jpg":     "--halt",
		"--resize 10 --out out --resume a.jpg":         "need the --joblog",
		"--resize 10 --out . a.jpg":                    "a.jpg would be replaced by its own output",
		"--resize 10 --out sub a.jpg sub/a.jpg":        "would be the output of both",
	} {
		stdout, stderr, code := runImages(t, dir, strings.Fields(args)...)
		if code != exit.Usage || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q; want %d and %q", args, code, stdout, stderr, exit.Usage, want)
		}
	}
	if after := treeOf(t, dir); !maps.Equal(before, after) {
		t.Errorf("there is %v now, before %v", after, before)
	}
}

// TestImages_notStarted: what is asked for is right, but cannot be done.
func TestImages_notStarted(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, dir+"/a.jpg", string(photo(t, 30, 20)))
	for _, args := range []string{"--out a.jpg/out", "--out out --joblog gone/log", "--out out --joblog a.jpg --resume"} {
		_, stderr, code := runImages(t, dir, append(strings.Fields(args), "--resize", "10", "a.jpg")...)
		if code != exit.NotStarted || stderr == "" {
			t.Errorf("%s: exit code %d, stderr %q, want %d", args, code, stderr, exit.NotStarted)
		}
	}
}

// TestImages_dryRun: what is printed is what a run makes, and nothing is made.
func TestImages_dryRun(t *testing.T) {
	dir := badTree(t)
	before := treeOf(t, dir)
	args := []string{"--size", "60,30", "--out", "out", "--recursive", "in"}
	stdout, _, code := runImages(t, dir, append(args, "--dry-run")...)
	if want := "in/good.jpg -> out/good-60.jpg, 60x40\nin/good.jpg -> out/good-30.jpg, 30x20\n" +
		"in/sub/good.png -> out/sub/good-60.png, 60x80\n"; code != exit.OK || !strings.HasPrefix(stdout, want) {
		t.Errorf("exit code %d, stdout\n%s", code, stdout)
	}
	var document struct {
		Inputs []struct{ Status string }
		Totals struct{ Failed int }
	}
	stdout, _, _ = runImages(t, dir, append(args, "--dry-run", "--json")...)
	if err := json.Unmarshal([]byte(stdout), &document); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, in := range document.Inputs {
		if in.Status == "failed" {
			failed++
		}
	}
	if failed == 0 || document.Totals.Failed != failed {
		t.Errorf("%d inputs have failed, and the totals say %d", failed, document.Totals.Failed)
	}
	if after := treeOf(t, dir); !maps.Equal(before, after) {
		t.Errorf("there is %v now, before %v", after, before)
	}
}

// TestImages_list: the paths come from standard input.
func TestImages_list(t *testing.T) {
	dir := badTree(t)
	cmd := imagesTool(t, dir, "-0", "--resize", "50%", "--suffix", "-half", "-")
	cmd.Stdin = strings.NewReader("in/good.jpg\x00in/sub/good.png\x00./in/good.jpg\x00")
	_, stderr, code := tooltest.Output(t, cmd)
	if code != exit.OK || !strings.Contains(stderr, "2 ok, 0 failed") {
		t.Errorf("exit code %d, stderr\n%s", code, stderr)
	}
	for _, name := range []string{"in/good-half.jpg", "in/sub/good-half.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// documentRead is the document of --json.
type documentRead struct {
	Version int     `json:"schema_version"`
	Inputs  []input `json:"inputs"`
	Totals  totals  `json:"totals"`
}

func TestImages_json(t *testing.T) {
	dir := badTree(t)
	args := []string{"--resize", "60", "--out", "out", "--json", "in/good.jpg", "in/text.png", "in/sub/good.png"}
	for i, want := range []string{"ok failed ok", "up to date failed up to date"} {
		stdout, _, _ := runImages(t, dir, args...)
		var doc documentRead
		if err := json.Unmarshal([]byte(stdout), &doc); err != nil {
			t.Fatalf("%v\n%s", err, stdout)
		}
		var got []string
		for _, in := range doc.Inputs {
			got = append(got, in.Status)
		}
		if strings.Join(got, " ") != want || doc.Totals.Failed != 1 || doc.Totals.OK+doc.Totals.UpToDate != 2 {
			t.Errorf("run %d: %q, totals %+v, want %q", i, got, doc.Totals, want)
		}
		if o := doc.Inputs[0].Outputs; len(o) != 1 || o[0].Path != "out/good.jpg" || o[0].Width != 60 || o[0].Bytes == 0 {
			t.Errorf("run %d: outputs %+v", i, o)
		}
	}
}
