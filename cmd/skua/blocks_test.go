//go:build unix

package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/tiff"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// done says of the blocks of shell in the documents, by their first line, which files each makes; or
// notDone, why it cannot run here. Lines with a word of absent are left out.
var (
	done = map[string][]string{
		"go install -tags nolab":                    nil,
		"skua worker --join ./work --allow convert": {"web/a-1440.jpg", "web/b-720.jpg", "one.wav.flac"},
		"skua each gzip -9 ::: *.log":               {"a.log.gz", "b.log.gz"},
		"skua each -j8 --jobserver make":            {"lib/made", "app/made", "tools/made"},
		"skua images --resize 1600x1200":            {"small/one.jpg", "web/b-480.jpg", "jpg/scan.jpg"},
	}
	notDone = map[string]string{
		"skua worker --join tls://": "there is no such server",
		"docker build":              "no daemon; cluster/deploy's tests run the steps of the image",
		"go run ./cluster/deploy":   "no kubectl; cluster/deploy's tests read the manifests",
		"kubectl apply":             "no Kubernetes",
		"go install ./cmd/skua":     "no Kubernetes",
		"skua each --on a,b,c":      "no such hosts; the tests of --on run a server of their own",
		"go run ./bench/":           "measures for minutes",
		"skua test ./...":           "in the tests of skua test",
		"skua why go run":           "in the tests of skua why",
		"skua why --json ./render":  "in the tests of skua why",
	}
	absent = []string{"go install", "--on"}
)

// TestBlocks runs what the documents of the tool and of the cluster show.
func TestBlocks(t *testing.T) {
	var names []string
	for _, dir := range []string{"../docs", "../../cluster/docs"} {
		found, _ := filepath.Glob(dir + "/*.md")
		names = append(names, found...)
	}
	if len(names) < 8 {
		t.Skipf("%d documents: the module was fetched alone", len(names))
	}
	ran := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?s)\n```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
			first, _, _ := strings.Cut(m[1], "\n")
			isFirst := func(start string) bool { return strings.HasPrefix(first, start) }
			if slices.ContainsFunc(keys(notDone), isFirst) {
				continue
			}
			i := slices.IndexFunc(keys(done), isFirst)
			if i < 0 {
				t.Errorf("%s: the block %q is neither run nor named with a reason", name, first)
				continue
			}
			ran++
			t.Run(first, func(t *testing.T) { runBlock(t, m[1], done[keys(done)[i]]) })
		}
	}
	if ran != len(done) {
		t.Errorf("%d blocks were run, want %d", ran, len(done))
	}
}

func keys[V any](m map[string]V) (all []string) {
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// runBlock runs a block in a directory that has what it takes, and wants it to make the files.
func runBlock(t *testing.T, block string, files []string) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("bin/skua", "#!/bin/sh\n"+tooltest.AsTool+" exec "+os.Args[0]+" \"$@\"\n", 0o755)
	write("bin/flac", "#!/bin/sh\ncp \"$2\" \"$2.flac\"\n", 0o755) // the machine of a test need not have it
	write("bin/optipng", "#!/bin/sh\ntest -s \"$1\"\n", 0o755)
	m := image.NewGray(image.Rect(0, 0, 2000, 1500))
	for _, name := range []string{"photos/a.jpg", "photos/b.jpg", "one.jpg"} {
		write(name, encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, m, nil) }), 0o644)
	}
	write("drawn.png", encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, m) }), 0o644)
	write("scan.tif", encoded(t, func(b *bytes.Buffer) error { return tiff.Encode(b, m, nil) }), 0o644)
	for _, name := range []string{"a.log", "b.log", "one.wav"} {
		write(name, name+"\n", 0o644)
	}
	write("list", "one.wav\n", 0o644)
	for _, name := range []string{"lib", "app", "tools"} {
		write(name+"/Makefile", "all:\n\t@touch made\n", 0o644)
	}
	var lines []string
	for l := range strings.Lines(block) {
		if !slices.ContainsFunc(absent, func(word string) bool { return strings.Contains(l, word) }) {
			lines = append(lines, l)
		}
	}
	// Nodes that the block has started end before it does.
	cmd := exec.Command("bash", "-ec", "trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n"+strings.Join(lines, ""))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range files {
		if i, err := os.Stat(filepath.Join(dir, name)); err != nil || i.Size() == 0 && filepath.Base(name) != "made" {
			t.Errorf("the block has not made %s: %v", name, err)
		}
	}
}

func encoded(t *testing.T, encode func(*bytes.Buffer) error) string {
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
