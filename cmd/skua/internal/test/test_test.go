//go:build unix

package test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/internal/expect"
)

// TestText compares what is printed, and the exit code, with go test: packages that pass, fail,
// panic, exit, are killed, that have no tests, and that cannot be built. In groups the note about
// the package whose tests clash is all that is added.
func TestText(t *testing.T) {
	t.Parallel()
	want, wantMessages, wantCode := tooltest.Output(t, goTest(t, "./..."))
	for _, c := range []struct{ args, note string }{
		{"./...", ""},
		{"--split=./... -count=1 ./...", "skua: test: example.com/suite/clash failed in groups and passed whole, so its " +
			"tests clash, or fail now and then: the group was TestSecond\n"},
	} {
		got, messages, code := tooltest.Output(t, skuaTest(t, t.TempDir(), strings.Fields(c.args)...))
		if normal(got) != normal(want) || code != wantCode {
			t.Errorf("skua test %s: exit code %d, want %d, output\n%s\ngo test prints\n%s", c.args, code, wantCode, got, want)
		}
		if !sameLines(messages, wantMessages+c.note) {
			t.Errorf("skua test %s: messages\n%s\ngo test prints\n%s", c.args, messages, wantMessages)
		}
	}
}

// sameLines compares texts whose lines have no order: builds run at the same time, and go test adds
// the coverage of each package when its test ends.
func sameLines(a, b string) bool {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// TestVerdicts compares the verdicts of all tests, under flags that choose tests or go to them.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	all := []string{
		"-count=1 -run=Sum|Sign|Bad|Short|Print -skip=Zero|Sign/-|Print -short ./calc",
		"./shown -show=value -count=1 -args a -v",
		"-count=1 ./broken ./calc ./empty ./fails",
		"-count=2 -run TestSign/- -cpu=1,2 -parallel=1 ./calc",
		"-v -failfast -p=1 ./fails ./zero",
	}
	for _, args := range all[:expect.Size(2, 3, len(all))] {
		want, _, wantCode := tooltest.Output(t, goTest(t, append([]string{"-json"}, strings.Fields(args)...)...))
		split := "--split=./..."
		if strings.Contains(args, "/-") {
			split = "--split=off" // else the tool refuses -run with a subtest
		}
		got, messages, code := tooltest.Output(t, skuaTest(t, t.TempDir(), append([]string{split, "-json"}, strings.Fields(args)...)...))
		if w, g := verdicts(t, want), verdicts(t, got); !maps.Equal(w, g) || code != wantCode || len(w) == 0 {
			t.Errorf("skua test %s: exit code %d, want %d, verdicts\n%v\nwant\n%v\nmessages %s", args, code, wantCode, g, w, messages)
		}
		if strings.Contains(args, "-show") && !strings.Contains(got, `shown: value [a -v]`) {
			t.Errorf("skua test %s: the test did not get its flag:\n%s", args, got)
		}
	}
}

// TestGroups: a package that runs in groups runs its TestMain in each, and prints its last lines
// once.
func TestGroups(t *testing.T) {
	t.Parallel()
	got, _, code := tooltest.Output(t, skuaTest(t, t.TempDir(), "--split=./mains", "-v", "./mains"))
	if strings.Count(got, "set up\n") != 2 || strings.Count(got, "\nPASS\n") != 1 || strings.Count(got, "--- PASS") != 2 || code != 0 {
		t.Errorf("exit code %d, output\n%s\nwant two groups of one test each, and one PASS", code, got)
	}
	got, _, _ = tooltest.Output(t, skuaTest(t, t.TempDir(), "--split=./mains", "-run=None", "./mains"))
	if !strings.Contains(got, "[no tests to run]") {
		t.Errorf("without tests to run the output is %q", got)
	}
}

// TestCover compares the coverage of packages that run in groups with go test's.
func TestCover(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, flags := range []string{"-cover", "-coverpkg=./calc,./outside,./empty"} {
		args := []string{flags, "-count=1", "./calc", "./empty", "./outside"}
		want, _, _ := tooltest.Output(t, goTest(t, append([]string{"-coverprofile=" + filepath.Join(dir, "want")}, args...)...))
		got, messages, code := tooltest.Output(t, skuaTest(t, t.TempDir(), append([]string{"--split=./...", "-coverprofile=" + filepath.Join(dir, "got")}, args...)...))
		if normal(got) != normal(want) || code != 0 || !strings.Contains(got, "%") {
			t.Errorf("%s: exit code %d, output\n%s\nwant\n%s\nmessages %s", flags, code, got, want, messages)
		}
		wantProfile, _ := os.ReadFile(filepath.Join(dir, "want"))
		gotProfile, _ := os.ReadFile(filepath.Join(dir, "got"))
		if !sameLines(string(gotProfile), string(wantProfile)) {
			t.Errorf("%s: profile\n%s\nwant\n%s", flags, gotProfile, wantProfile)
		}
	}
}

// TestTimeout: a test that hangs ends the package after -timeout, in groups as whole, and the text
// tells the user's timeout.
func TestTimeout(t *testing.T) {
	t.Parallel()
	cmd := skuaTest(t, t.TempDir(), "--split=./...", "-timeout=3s", "./hangs")
	cmd.Env = append(cmd.Env, "HANG="+filepath.Join(t.TempDir(), "pid"))
	got, _, code := tooltest.Output(t, cmd)
	if !strings.HasPrefix(got, "panic: test timed out after 3s\n\trunning tests:\n\t\tTestHang (") || code != 1 ||
		!strings.Contains(got, "\nFAIL\texample.com/suite/hangs\t") {
		t.Errorf("exit code %d, output\n%s", code, got)
	}
}

// TestSplit_broken: a package that does not parse, elsewhere in the module, is no fault of --split.
func TestSplit_broken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n", "bad/c.go": "mode: set\n",
		"ok/ok_test.go": "package ok\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n\nfunc TestB(t *testing.T) {}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string]int{"--split=./... ./ok": 0, "--split=./... ./...": 1} {
		cmd := skuaTest(t, t.TempDir(), strings.Fields(args)...)
		cmd.Dir = dir
		got, messages, code := tooltest.Output(t, cmd)
		if code != want || !strings.Contains(got, "ok  \texample.com/m/ok") || want == 1 && !strings.Contains(got+messages, "bad/c.go:1:1") {
			t.Errorf("skua test %s: exit code %d, output\n%s\nmessages %s", args, code, got, messages)
		}
	}
}

// TestRefused: what has no meaning for groups is refused, and the message names the flag.
func TestRefused(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--split=./... -shuffle=on ./...":   "-shuffle and --split=./...:",
		"--split ./calc -bench=. ./calc":    "-bench and --split=./calc:",
		"--split=./... -run=A/b ./...":      "-run A/b and --split=./...:",
		"--split= ./...":                    "--split has no value",
		"--split=nonsense ./...":            "--split=nonsense is neither seen nor off, and of packages that it could name go list says: ",
		"--split=. -cpuprofile=x . -args y": "-cpuprofile and --split=.:",
	} {
		_, messages, code := tooltest.Output(t, skuaTest(t, t.TempDir(), strings.Fields(args)...))
		if code != 2 || !strings.Contains(messages, want) {
			t.Errorf("skua test %s: exit code %d, messages %q; want 2 and %q", args, code, messages, want)
		}
	}
	_, messages, code := tooltest.Output(t, skuaTest(t, t.TempDir(), "-race=maybe", "./calc"))
	if code != 2 || !strings.Contains(messages, `invalid boolean value "maybe" for -race`) {
		t.Errorf("of a bad flag go test is to tell: exit code %d, messages %q", code, messages)
	}
}
