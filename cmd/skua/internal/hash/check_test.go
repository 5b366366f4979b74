//go:build linux

package hash

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// TestHash_check takes the sums of a tree, spoils some of it, and compares the
// verdicts with those of the original.
func TestHash_check(t *testing.T) {
	dir := oddTree(t)
	sums, _, _ := tooltest.Output(t, hashTool(t, dir, "tree"))
	compare := func(name, text string, want int) {
		t.Helper()
		tooltest.WriteFile(t, filepath.Join(dir, "SUMS"), text)
		verdicts, code := sha256sum(t, dir, "sha256sum --check SUMS")
		for _, args := range [][]string{{"--check", "SUMS"}, {"--check", "-"}, {"--check=SUMS", "--workers=7"}} {
			cmd := hashTool(t, dir, args...)
			cmd.Stdin = strings.NewReader(text)
			got, msg, c := tooltest.Output(t, cmd)
			if got != verdicts || c != code || c != want {
				t.Errorf("%s, %q: exit code %d, output\n%.2000q\nsha256sum has code %d, output\n%.2000q\nmessages %s",
					name, args, c, got, code, verdicts, msg)
			}
		}
	}
	compare("round trip", sums, exit.OK)
	compare("malformed line", "rubbish\n"+sums, exit.OK)
	compare("comments", "# a comment\n\n"+sums, exit.OK)
	compare("empty", "", exit.Failed)
	compare("rubbish", "rubbish\n", exit.Failed)
	compare("a link, a directory", strings.ReplaceAll(sums, "tree/a0\n", "tree/filelink\n")+sums[:64]+"  tree/a\n", exit.Failed)

	tooltest.WriteFile(t, filepath.Join(dir, "tree/large"), "small")
	compare("changed", sums, exit.Failed)
	for _, name := range []string{"tree/new\nline", "tree/car\rriage", "tree/\xff\xfe", "tree/many/7"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	tooltest.WriteFile(t, filepath.Join(dir, "tree/\nd/x"), "changed")
	compare("removed", sums+"rubbish", exit.Failed)
}

// TestHash_checkFlags compares flags of sha256sum with the original's.
func TestHash_checkFlags(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		tooltest.WriteFile(t, filepath.Join(dir, name), name)
	}
	sums, _, _ := tooltest.Output(t, hashTool(t, dir, "a", "b", "c"))
	tooltest.WriteFile(t, filepath.Join(dir, "b"), "changed")
	if err := os.Remove(filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(sums, "\n")
	for name, text := range map[string]string{"all": sums, "good and gone": lines[0] + lines[2], "good": lines[0], "gone": lines[2]} {
		tooltest.WriteFile(t, filepath.Join(dir, "SUMS"), text)
		for _, flags := range []string{"--ignore-missing", "--quiet", "--status", "--quiet --ignore-missing", "--status --ignore-missing"} {
			want, wantCode := sha256sum(t, dir, "sha256sum "+flags+" -c SUMS")
			got, said, code := tooltest.Output(t, hashTool(t, dir, append(strings.Fields(flags), "-c", "SUMS")...))
			if got != want || code != wantCode {
				t.Errorf("%s, %s: exit code %d, output %q; sha256sum has %d and %q", name, flags, code, got, wantCode, want)
			}
			if strings.Contains(flags, "--status") && said != "" {
				t.Errorf("%s, %s: it says %q", name, flags, said)
			}
		}
	}
	for args, want := range map[string]string{
		"": "want a DIR", "--check SUMS x": "one FILE", "--quiet a": "--quiet is for --check", "-c SUMS --json --status": "--json does not go",
	} {
		if _, said, code := tooltest.Output(t, hashTool(t, dir, strings.Fields(args)...)); code != exit.Usage || !strings.Contains(said, want) {
			t.Errorf("%q: exit code %d, says %q, want %q", args, code, said, want)
		}
	}
}

// TestHash_zero compares --zero with the original's, and checks what both print.
func TestHash_zero(t *testing.T) {
	dir := oddTree(t)
	want, _ := sha256sum(t, dir, "find tree -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum --zero")
	got, _, code := tooltest.Output(t, hashTool(t, dir, "-z", "tree"))
	if got != want || code != exit.OK {
		t.Errorf("exit code %d, output %.2000q; sha256sum has %.2000q", code, got, want)
	}
	tooltest.WriteFile(t, filepath.Join(dir, "SUMS"), want)
	verdicts, said, code := tooltest.Output(t, hashTool(t, dir, "-z", "-c", "SUMS"))
	if n := strings.Count(want, "\x00"); code != exit.OK || strings.Count(verdicts, ": OK\n") != n || strings.Contains(said, "line") {
		t.Errorf("exit code %d, says %q, want %d OK, has %.2000q", code, said, n, verdicts)
	}
	for _, text := range []string{want, want[:strings.Index(want, "\x00")+1]} {
		tooltest.WriteFile(t, filepath.Join(dir, "SUMS"), text)
		verdicts, said, code := tooltest.Output(t, hashTool(t, dir, "-c", "SUMS"))
		if code != exit.Failed || verdicts != "" || !strings.Contains(said, "line 1 ends by NUL, as from sha256sum --zero: want --zero") {
			t.Errorf("without --zero: exit code %d, output %q, says %q", code, verdicts, said)
		}
	}
}

func TestHash_checkReports(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, filepath.Join(dir, "a"), "x")
	sums, _, _ := tooltest.Output(t, hashTool(t, dir, "a"))
	cmd := hashTool(t, dir, "--check", "-", "--strict")
	cmd.Stdin = strings.NewReader(sums + "rubbish\n")
	stdout, stderr, code := tooltest.Output(t, cmd)
	if stdout != "a: OK\n" || !strings.Contains(stderr, "standard input: line 2: not a checksum line") || code != exit.Failed {
		t.Errorf("exit code %d, stdout %q, stderr %q; want 1, a is OK, line 2 is named", code, stdout, stderr)
	}

	tooltest.WriteFile(t, filepath.Join(dir, "SUMS"), sums[:64]+"  -\n")
	cmd = hashTool(t, dir, "--check", "SUMS")
	cmd.Stdin = strings.NewReader("x")
	if stdout, _, code := tooltest.Output(t, cmd); stdout != "-: OK\n" || code != exit.OK {
		t.Errorf("exit code %d, stdout %q; want 0, the standard input is OK", code, stdout)
	}
}

// jsonReport is what a reader of --json may rely on.
type jsonReport struct {
	SchemaVersion int `json:"schema_version"`
	Files         []struct {
		Path   string `json:"path"`
		Base64 []byte `json:"path_base64"`
		SHA256 string `json:"sha256"`
		Bytes  int64  `json:"bytes"`
		Status string `json:"status"`
	} `json:"files"`
	Errors []struct {
		Path  string `json:"path"`
		Error string `json:"error"`
	} `json:"errors"`
	Totals struct {
		Files, Bytes, Errors, Mismatched, Malformed, Workers int
	} `json:"totals"`
	Interrupted bool `json:"interrupted"`
}

func hashJSON(t *testing.T, stdout string) (r jsonReport) {
	t.Helper()
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || r.SchemaVersion != 1 || r.Errors == nil || r.Files == nil {
		t.Fatalf("%v: not a document of version 1 with files and errors: %.2000s", err, stdout)
	}
	return r
}

func TestHash_json(t *testing.T) {
	dir := oddTree(t)
	lines, _, _ := tooltest.Output(t, hashTool(t, dir, "tree"))
	stdout, _, code := tooltest.Output(t, hashTool(t, dir, "tree", "/proc/self/mem", "--json"))
	r := hashJSON(t, stdout)
	if n := strings.Count(lines, "\n"); len(r.Files) != n || r.Totals.Files != n || code != exit.Failed {
		t.Errorf("exit code %d, %d files, totals %+v; want 1 and %d files", code, len(r.Files), r.Totals, n)
	}
	if len(r.Errors) != 1 || r.Errors[0].Path != "/proc/self/mem" || r.Errors[0].Error != "input/output error" {
		t.Errorf("errors are %+v, want one of /proc/self/mem", r.Errors)
	}
	bytes, exact := 0, 0
	for _, f := range r.Files {
		bytes += int(f.Bytes)
		if string(f.Base64) == "tree/\xff\xfe" && strings.Contains(lines, f.SHA256+"  tree/\xff\xfe\n") {
			exact++
		}
	}
	if bytes != r.Totals.Bytes || exact != 1 {
		t.Errorf("files have %d bytes, totals %+v, %d files named in base64; want the same and 1", bytes, r.Totals, exact)
	}

	tooltest.WriteFile(t, filepath.Join(dir, "SUMS"), lines)
	tooltest.WriteFile(t, filepath.Join(dir, "tree/large"), "small")
	stdout, _, code = tooltest.Output(t, hashTool(t, dir, "--check", "SUMS", "--json"))
	if r := hashJSON(t, stdout); code != exit.Failed || r.Totals.Mismatched != 1 || r.Files[0].Status != "OK" {
		t.Errorf("exit code %d, totals %+v; want 1 and one mismatch", code, r.Totals)
	}
	hollow, _, _ := tooltest.Output(t, hashTool(t, dir, "tree/hollow", "--json"))
	if r := hashJSON(t, hollow); len(r.Files) != 0 {
		t.Errorf("a tree without files has %d", len(r.Files))
	}
}

// TestHash_checkStreams waits for the verdict on a line before it writes the next
// one, and sends a signal while the tool waits for more.
func TestHash_checkStreams(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, filepath.Join(dir, "a"), "x")
	sums, _, _ := tooltest.Output(t, hashTool(t, dir, "a"))
	in, lines, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	cmd := hashTool(t, dir, "--check", "-")
	cmd.Stdin = in
	out := interrupted(t, syscall.SIGTERM, cmd, func(verdicts *bufio.Reader) {
		in.Close()
		for range 3 {
			if _, err := lines.WriteString(sums); err != nil {
				t.Fatal(err)
			}
			if verdict, err := verdicts.ReadString('\n'); verdict != "a: OK\n" || err != nil {
				t.Errorf("the verdict is %q, %v", verdict, err)
			}
		}
	})
	if out != "" {
		t.Errorf("then the output is %q", out)
	}
}

// TestHash_checkStdin names the standard input in several lines. The first reads it,
// and leaves nothing to the others.
func TestHash_checkStdin(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFile(t, filepath.Join(dir, "a"), "x")
	tooltest.WriteFile(t, filepath.Join(dir, "empty"), "")
	sums, _, _ := tooltest.Output(t, hashTool(t, dir, "a", "empty"))
	x, empty := sums[:64]+"  -\n", strings.Split(sums, "\n")[1][:64]+"  -\n"
	for _, text := range []string{x + x, x + empty, empty + x, x + empty + x + sums + empty} {
		tooltest.WriteFile(t, filepath.Join(dir, "SUMS"), text)
		want, wantCode := sha256sum(t, dir, "cat a | sha256sum --check SUMS")
		for _, workers := range []string{"1", "4"} {
			cmd := hashTool(t, dir, "--check", "SUMS", "--workers", workers)
			cmd.Stdin = strings.NewReader("x")
			if got, msg, code := tooltest.Output(t, cmd); got != want || code != wantCode {
				t.Errorf("%q: exit code %d, output %q, messages %s; want %d and %q", text, code, got, msg, wantCode, want)
			}
		}
	}
}

// TestHash_checkJunk names the first lines that make no sense and counts all, and
// gives up a line that is too long.
func TestHash_checkJunk(t *testing.T) {
	cmd := hashTool(t, t.TempDir(), "--check", "-")
	cmd.Stdin = strings.NewReader(strings.Repeat("y\n", 1000))
	stdout, stderr, code := tooltest.Output(t, cmd)
	if stdout != "" || code != exit.Failed || strings.Count(stderr, "\n") > 20 ||
		!strings.Contains(stderr, "line 10: not a checksum line") || !strings.Contains(stderr, "not checksum lines: 1000\n") {
		t.Errorf("exit code %d, stdout %q, stderr %s", code, stdout, stderr)
	}
	cmd = hashTool(t, t.TempDir(), "--check", "/dev/zero")
	stdout, stderr, code = tooltest.Output(t, cmd)
	if stdout != "" || code != exit.Failed || !strings.Contains(stderr, "skua: hash: /dev/zero: line 1 is longer than 65536 bytes\n") {
		t.Errorf("/dev/zero: exit code %d, stdout %q, stderr %s", code, stdout, stderr)
	}
}
