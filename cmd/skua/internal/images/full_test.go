//go:build linux

package images

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// TestImages_diskFull: what does not fit is listed, what does is whole, and no part of an
// output stays.
func TestImages_diskFull(t *testing.T) {
	if out, err := exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "none", t.TempDir()).CombinedOutput(); err != nil {
		t.Skipf("needs tmpfs: %v\n%s", err, out)
	}
	dir := t.TempDir()
	data := string(photo(t, 900, 600))
	names := strings.Fields("a b c d e f g h i j k l")
	for _, name := range names {
		tooltest.WriteFile(t, dir+"/in/"+name+".jpg", data)
	}
	const script = `mkdir out && mount -t tmpfs -o size=400k none out || exit 99
"$@"; code=$?
cp -a out kept; exit $code`
	tool := imagesTool(t, dir, "--resize", "900!", "--quality", "95", "--out", "out", "-r", "in")
	cmd := exec.Command("unshare", append([]string{"-rm", "sh", "-c", script, "sh"}, tool.Args...)...)
	cmd.Dir, cmd.Env = dir, tool.Env
	_, stderr, code := tooltest.Output(t, cmd)
	made := pictureFiles(treeOf(t, dir+"/kept"))
	if code != exit.Failed || len(made) == 0 || len(made) == len(names) {
		t.Errorf("exit code %d, outputs %q; want %d and some of %d", code, made, exit.Failed, len(names))
	}
	if n := strings.Count(stderr, ": cannot write out/"); n != len(names)-len(made) || !strings.Contains(stderr, "no space left on device") {
		t.Errorf("%d outputs, %d that could not be written, of %d; stderr\n%s", len(made), n, len(names), stderr)
	}
	contents := map[string]bool{}
	for name, content := range treeOf(t, dir+"/kept") {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s was left behind", name)
		} else if strings.HasSuffix(name, ".jpg") {
			contents[content] = true
		}
	}
	if len(contents) != 1 {
		t.Errorf("the same picture was written in %d ways", len(contents))
	}
}
