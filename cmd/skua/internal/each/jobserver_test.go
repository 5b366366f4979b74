//go:build linux

package each

import (
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// meet is a command that notes its beginning and its end in the file log. It ends when $N have begun.
const meet = `#!/bin/sh
echo + >>log
while [ "$(grep -c + log)" -lt "$N" ]; do sleep 0.01; done
echo - >>log
`

// building is a directory with a command meet and what make needs. The tool is $(SKUA) there.
func building(t *testing.T, makefile string) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("SKUA", os.Args[0])
	if err := os.WriteFile("meet", []byte(meet), 0o777); err != nil {
		t.Fatal(err)
	}
	tooltest.WriteFile(t, "Makefile", makefile)
}

// needMake returns where make is.
func needMake(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("make")
	if err != nil {
		t.Skipf("needs GNU make (Debian: make): %v", err)
	}
	return path
}

// underMake runs make with the tool in its environment.
func underMake(t *testing.T, args ...string) (stderr string, code int) {
	t.Helper()
	cmd := exec.Command(needMake(t), args...)
	cmd.Env = append(os.Environ(), tooltest.AsTool)
	_, stderr, code = tooltest.Output(t, cmd)
	if strings.Contains(stderr, "INTERNAL") { // make has counted its tokens
		t.Errorf("make %q says %s", args, stderr)
	}
	return stderr, code
}

// together returns how many commands ran and how many at the same time.
func together(t *testing.T) (all, most int) {
	t.Helper()
	text, err := os.ReadFile("log")
	if err != nil {
		t.Fatal(err)
	}
	os.Remove("log")
	now := 0
	for _, c := range string(text) {
		switch c {
		case '+':
			all++
			now++
		case '-':
			now--
		}
		most = max(most, now)
	}
	return all, most
}

// TestEach_underMake runs under make -j4: as many commands as make has jobs, and no more, in one rule and in
// several. make counts its tokens at its end, however the commands or skua each have ended.
func TestEach_underMake(t *testing.T) {
	building(t, `
one: ; +N=4 $(SKUA) each -j8 ./meet ::: 1 2 3 4 5 6 7 8 9
all: a b c
a b c: ; +N=4 $(SKUA) each -j8 ./meet ::: 1 2 3 4 5 6
fails: ; +N=4 $(SKUA) each -j8 --quiet --shell './meet {}; exit 3' ::: 1 2 3 4 5 6
halts: ; +N=4 $(SKUA) each -j8 --quiet --halt now,fail=1 --shell './meet; [ {} != 2 ] || exit 1; sleep 1000' ::: 1 2 3 4 5 6
dies: ; +N=4 $(SKUA) each -j8 --quiet --shell './meet; [ {} != 2 ] || kill $$PPID; sleep 1000' ::: 1 2 3 4 5 6
below: ; +N=4 $(SKUA) each -j8 $(MAKE) -f below.mk T={} ::: 1 2 3
nested: ; +N=4 $(SKUA) each -j8 --arg-sep :: $(SKUA) each -I,, -j8 $(MAKE) -f below.mk T={},, ::: 1 2 :: 3
retries: ; +N=3 $(SKUA) each -j8 --quiet --retries 2 --shell './meet; : {}; kill -9 $$$$' ::: 1 2 3
interrupt: ; +N=4 $(SKUA) each -j8 --quiet --shell './meet; [ {} != 2 ] || kill -INT $$PPID; sleep 1000' ::: 1 2 3 4 5 6
hup: ; +N=4 $(SKUA) each -j8 --quiet --shell './meet; [ {} != 2 ] || kill -HUP $$PPID; sleep 1000' ::: 1 2 3 4 5 6
closed: ; +N=4 $(SKUA) each -j8 --quiet --shell './meet; head -c 100000 /dev/zero; : {}' ::: 1 2 3 4 | head -c 1 >out
timeout: ; +true >>log; $(SKUA) each -j8 --quiet --timeout 100ms sleep ::: 1000 1001 1002 1003 1004
missing: ; +N=1 $(SKUA) each -j8 --quiet --shell './meet; ./missing {}' ::: 1 2 3 4 5
`)
	tooltest.WriteFile(t, "below.mk", "all: a b c\na b c: ; @./meet\n")
	for _, tt := range []struct {
		target    string
		code, all int
	}{{"one", 0, 9}, {"all", 0, 18}, {"fails", 2, 6}, {"halts", 2, 4}, {"dies", 2, 4}, {"below", 0, 9},
		{"nested", 0, 6}, {"retries", 2, 6}, {"interrupt", 2, 4}, {"hup", 2, 4}, {"closed", 0, 4}, {"timeout", 2, 0}, {"missing", 2, 5}} {
		stderr, code := underMake(t, "-j4", tt.target)
		if code != tt.code {
			t.Errorf("%s: exit code %d, want %d; it says %s", tt.target, code, tt.code, stderr)
		}
		if all, most := together(t); all != tt.all || most > 4 {
			t.Errorf("%s: %d commands, %d at a time, want %d, 4 at a time", tt.target, all, most, tt.all)
		}
	}
}

// TestEach_makeWithoutPlus runs in a rule for which make closes the pipe.
func TestEach_makeWithoutPlus(t *testing.T) {
	building(t, `
one: ; N=1 $(SKUA) each ./meet ::: 1 2 3
two: ; N=2 $(SKUA) each -j2 ./meet ::: 1 2 3
`)
	for target, n := range map[string]int{"one": 1, "two": 2} {
		stderr, code := underMake(t, "-j4", target)
		want := []string{"", "one command at a time", "2 at a time"}[n]
		if code != 0 || !strings.Contains(stderr, "jobserver") || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, it says %q, want %q", target, code, stderr, want)
		}
		if all, most := together(t); all != 3 || most > n {
			t.Errorf("%s: %d commands, %d at a time, want 3, %d at a time", target, all, most, n)
		}
	}
}

// TestEach_jobserver serves makes and skuas below.
func TestEach_jobserver(t *testing.T) {
	program := needMake(t)
	building(t, "all: a b c d\na b c d: ; @./meet\n")
	t.Setenv("N", "3")
	t.Setenv("SKUA_TEST_AS_TOOL", "1")
	skua := []string{os.Args[0], "each", "-j9", "./meet", "{}", ":::", "1", "2", "3", "4"}
	for name, args := range map[string][]string{
		"make":      {"--jobserver", program},
		"skua":      append([]string{"--jobserver"}, skua...),
		"skua fifo": append([]string{"--jobserver=fifo"}, skua...),
	} {
		cmd := exec.Command(os.Args[0], append(append([]string{"each", "-j3", "--quiet", "--arg-sep", "::"}, args...), "::", "all", "all", "all")...)
		dir := t.TempDir()
		cmd.Env = append(os.Environ(), "TMPDIR="+dir)
		_, stderr, code := tooltest.Output(t, cmd)
		if code != exit.OK || strings.Contains(stderr, "INTERNAL") || strings.Contains(stderr, "jobserver") {
			t.Errorf("%s: exit code %d, it says %s", name, code, stderr)
		}
		if all, most := together(t); all != 12 || most > 3 {
			t.Errorf("%s: %d commands, %d at a time, want 12, 3 at a time", name, all, most)
		}
		if rest, err := os.ReadDir(dir); err != nil || len(rest) > 0 {
			t.Errorf("%s: leaves %v behind (%v)", name, rest, err)
		}
	}
}

// TestEach_tokens gives skua each a pipe with three different tokens, and counts them after it was ended by
// a signal, while commands are deaf, and after a second one has killed it.
func TestEach_tokens(t *testing.T) {
	for signals, grace := range map[int]string{1: "10ms", 2: "1h"} {
		building(t, "")
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		defer r.Close()
		io.WriteString(w, "abc")
		cmd := tooltest.Tool("each", "-j8", "--grace", grace, "--shell", `: {}; trap "" TERM; ./meet; while [ -e log ]; do sleep 1; done`, ":::", "1", "2", "3", "4", "5")
		cmd.Env = append(cmd.Env, "N=4", "MAKEFLAGS= -j4 --jobserver-auth=3,4")
		cmd.ExtraFiles = []*os.File{r, w}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		tooltest.Until(t, "four commands are deaf", func() bool {
			text, _ := os.ReadFile("log")
			return strings.Count(string(text), "-") == 4
		})
		for _, s := range []os.Signal{syscall.SIGTERM, os.Interrupt}[:signals] { // two of a kind could be seen as one
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
		if err := cmd.Wait(); err == nil {
			t.Errorf("%d signals: it ended well", signals)
		}
		n, err := unix.IoctlGetInt(int(r.Fd()), unix.TIOCINQ)
		if err != nil || n != 3 {
			t.Fatalf("%d signals: the pipe has %d tokens (%v), want 3", signals, n, err)
		}
		tokens := make([]byte, 3)
		if _, err := r.Read(tokens); err != nil {
			t.Fatal(err)
		}
		if slices.Sort(tokens); string(tokens) != "abc" {
			t.Errorf("%d signals: the tokens are %q, want abc", signals, tokens)
		}
		os.Remove("log")
	}
}

// TestEach_jobserverUsage names what is wrong with the flag.
func TestEach_jobserverUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"want pipe or fifo": {"--jobserver=yes"},
		"want :":            {"--jobserver", "--on", "a"},
	} {
		code, _, stderr := tooltest.Run(t, "", append(append([]string{"each"}, args...), "true", ":::", "1")...)
		if code != exit.Usage || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit code %d, it says %q, want %q", args, code, stderr, want)
		}
	}
}
