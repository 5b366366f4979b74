//go:build linux

package hash

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/internal/expect"
)

// hashTool returns the command `skua hash args...`, to be run in dir.
func hashTool(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	return tooltest.ToolIn(dir, append([]string{"hash"}, args...)...)
}

// sha256sum runs a shell script that uses the original, or skips the test where
// it is missing or another one.
func sha256sum(t *testing.T, dir, script string, args ...string) (stdout string, code int) {
	t.Helper()
	version, err := exec.Command("sha256sum", "--version").Output()
	if err != nil || !bytes.Contains(version, []byte("GNU coreutils")) {
		t.Skip("no sha256sum of the GNU coreutils")
	}
	cmd := exec.Command("sh", append([]string{"-c", script, "sh"}, args...)...)
	cmd.Dir = dir
	stdout, _, code = tooltest.Output(t, cmd)
	return stdout, code
}

const findAndSum = `find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0r sha256sum`

// oddTree makes a directory with all that has ever confused such a tool.
func oddTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	deep := strings.Repeat("deep/", 300)
	files := []string{
		"tree/a/x", "tree/a/y/z", "tree/a-b", "tree/a-b.d/x", "tree/a.c", "tree/a0", "tree/A", "tree/b/a",
		"tree/new\nline", "tree/car\rriage", "tree/back\\slash", "tree/\\n", "tree/-dash", "tree/two  blanks ",
		"tree/\xff\xfe", "tree/é", "tree/\x01", "tree/*", "tree/ ", "tree/\nd/x", "tree/\xffd/x", "tree/.hidden",
		"tree-2/x", "tree.3/x", "tree0", "tree/" + deep + "file",
	}
	for i, name := range files {
		tooltest.WriteFile(t, filepath.Join(dir, name), strings.Repeat(name, i))
	}
	tooltest.WriteFile(t, filepath.Join(dir, "tree/empty"), "")
	tooltest.WriteFile(t, filepath.Join(dir, "tree/large"), strings.Repeat("0123456789", 100_000))
	for i := range 300 {
		tooltest.WriteFile(t, filepath.Join(dir, "tree/many", fmt.Sprint(i)), fmt.Sprint(i))
	}
	err := errors.Join(
		os.MkdirAll(filepath.Join(dir, "tree/hollow/er"), 0o700),
		os.Symlink("a", filepath.Join(dir, "tree/link")),
		os.Symlink("a0", filepath.Join(dir, "tree/filelink")),
		os.Symlink("nowhere", filepath.Join(dir, "tree/broken")),
		os.Symlink("..", filepath.Join(dir, "tree/a/up")),
		syscall.Mkfifo(filepath.Join(dir, "tree/pipe"), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestHash_asSha256sum compares with the original, byte by byte.
func TestHash_asSha256sum(t *testing.T) {
	dir := oddTree(t)
	for _, args := range [][]string{
		{"tree"}, {"tree/"}, {"tree//"}, {"./tree/../tree"}, {"."}, {dir}, {"tree/a-b"},
		{"tree0", "tree.3", "tree", "tree-2"}, // the order of arguments is not that of the output
		{"tree", "tree"}, {"tree", "tree/"}, {"tree/a", "tree", "tree/a0"}, {"tree0", "tree0"},
		{"tree/link"}, {"tree/link/"}, {"tree/filelink"}, {"tree/broken"}, {"tree/pipe"}, {"/dev/null"},
		{"tree/hollow"}, {"tree/hollow", "tree/a-b"},
	} {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			want, _ := sha256sum(t, dir, findAndSum, args...)
			for _, workers := range expect.Size([]string{"2"}, []string{"1", "5"}, []string{"1", "2", "5"}) {
				got, msg, code := tooltest.Output(t, hashTool(t, dir, append(args, "--workers", workers)...))
				if got != want || code != exit.OK {
					t.Fatalf("%s workers: exit code %d, output\n%.2000q\nwant\n%.2000q\nmessages %s", workers, code, got, want, msg)
				}
			}
		})
	}
	t.Run("dash", func(t *testing.T) {
		got, _, code := tooltest.Output(t, hashTool(t, filepath.Join(dir, "tree"), "--", "-dash"))
		if !strings.HasSuffix(got, "  -dash\n") || code != exit.OK {
			t.Errorf("exit code %d, output %q; want the sum of -dash", code, got)
		}
	})
}

// TestHash_goroot is the acceptance test of the command: a tree of over 10,000
// files.
func TestHash_goroot(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: reads 100 MB")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip(err)
	}
	src := filepath.Join(strings.TrimSpace(string(root)), "src")
	want, _ := sha256sum(t, ".", findAndSum, src)
	for _, workers := range expect.Size(nil, []string{"16"}, []string{"0", "1", "16"}) {
		got, msg, code := tooltest.Output(t, hashTool(t, ".", "--workers", workers, src))
		if got != want || code != exit.OK {
			t.Errorf("%s workers: exit code %d, %d bytes of output differ from %d; messages %s", workers, code, len(got), len(want), msg)
		}
		t.Log(msg)
	}
}

// TestHash_codes checks the exit code, and that nothing is done if one of the
// arguments is wrong.
func TestHash_codes(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, filepath.Join(dir, "a"), "x")
	tests := []struct {
		args []string
		code int
		want string // in stderr
	}{
		{nil, exit.Usage, "want a DIR"},
		{[]string{"a", "gone"}, exit.Usage, "gone: no such file or directory"},
		{[]string{""}, exit.Usage, "no such file"},
		{[]string{"--nonsense", "a"}, exit.Usage, "unknown flag"},
		{[]string{"--workers", "-1", "a"}, exit.Usage, "bad value -1 for workers"},
		{[]string{"--workers", "1000000", "a"}, exit.Usage, "bad value 1000000 for workers"},
		{[]string{"--strict", "a"}, exit.Usage, "--strict is for --check"},
		{[]string{"\x1b[31mgone", "lost\nskua: hash: fine"}, exit.Usage, `skua: hash: lstat \x1b[31mgone: no such file or directory
skua: hash: lstat lost\nskua: hash: fine: no such file or directory
`},
		{[]string{"--\x1b[31m\n"}, exit.Usage, `unknown flag: --\x1b[31m\n`},
		{[]string{"--check", "\x1b[31m\n"}, exit.Usage, `skua: hash: open \x1b[31m\n: no such file`},
		{[]string{"--check", "gone"}, exit.Usage, "gone: no such file or directory"},
		{[]string{"--check", "a", "a"}, exit.Usage, "one FILE"},
		{[]string{"--check", "a"}, exit.Failed, "no properly formatted checksum lines"},
		{[]string{"--check", "."}, exit.Failed, "is a directory"},
	}
	for _, test := range tests {
		stdout, stderr, code := tooltest.Output(t, hashTool(t, dir, test.args...))
		if code != test.code || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q; want code %d, nothing, and %q in stderr",
				test.args, code, stdout, stderr, test.code, test.want)
		}
	}
}

// TestHash_failures gives it what root cannot read either. The rest is done.
func TestHash_failures(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, filepath.Join(dir, "a"), "x")
	t.Run("file", func(t *testing.T) {
		stdout, stderr, code := tooltest.Output(t, hashTool(t, dir, "/proc/self/mem", "a"))
		if !strings.HasSuffix(stdout, "  a\n") || strings.Count(stdout, "\n") != 1 ||
			!strings.Contains(stderr, "skua: hash: /proc/self/mem: input/output error") || code != exit.Failed {
			t.Errorf("exit code %d, stdout %q, stderr %q; want 1, the sum of a, and the name of the other", code, stdout, stderr)
		}
	})
	t.Run("output", func(t *testing.T) {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		defer full.Close()
		var stderr strings.Builder
		cmd := hashTool(t, oddTree(t), "tree") // much more than one write
		cmd.Stdout, cmd.Stderr = full, &stderr
		err = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exit.Failed || strings.Count(stderr.String(), "no space left") != 1 {
			t.Errorf("%v, stderr %q; want exit code 1 and the reason once", err, stderr.String())
		}
	})
}

// TestHash_tooDeep has a file whose path is too long for any program to open it.
func TestHash_tooDeep(t *testing.T) {
	dir := t.TempDir()
	at, err := os.OpenRoot(dir)
	name := strings.Repeat("d", 250)
	for range 20 {
		if err != nil {
			t.Fatal(err)
		}
		if err = at.Mkdir(name, 0o700); err == nil {
			at, err = at.OpenRoot(name)
		}
	}
	if err = errors.Join(err, at.WriteFile("a", []byte("x"), 0o600)); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := tooltest.Output(t, hashTool(t, dir, "."))
	want := fmt.Sprintf("%x  ./%sa\n", sha256.Sum256([]byte("x")), strings.Repeat(name+"/", 20))
	if stdout != want || code != exit.OK {
		t.Errorf("exit code %d, stdout %.200q, stderr %.200q; want 0 and %.200q", code, stdout, stderr, want)
	}
}

// TestHash_descriptors allows it hardly more open files than its runtime needs.
func TestHash_descriptors(t *testing.T) {
	dir := oddTree(t)
	want, _, _ := tooltest.Output(t, hashTool(t, dir, "tree"))
	cmd := hashTool(t, dir, "tree", "--workers", "2")
	cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", `ulimit -n 16; exec "$@"`, "sh"}, cmd.Args...)
	if got, msg, code := tooltest.Output(t, cmd); got != want || code != exit.OK {
		t.Errorf("exit code %d, messages %s, output\n%.2000q\nwant\n%.2000q", code, msg, got, want)
	}
}
