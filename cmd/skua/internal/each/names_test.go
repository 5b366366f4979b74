//go:build unix

package each

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// oddNames are names of files: one of every byte that a name can have, one of those that are ASCII, which are
// quoted otherwise within "…", and two that are the same if their last bytes are read as UTF-8.
func oddNames() []string {
	var all []byte
	for c := 1; c < 256; c++ {
		if c != '/' {
			all = append(all, byte(c))
		}
	}
	return []string{string(all), string(all[:0x7e]), "b\xfe", "b\xff"}
}

// names wants that skua each, which run starts in dir, gives each name to a command as it is, brings back a
// file of that name, and notes it in the joblog so that it is not run again.
func names(t *testing.T, dir string, run func(args ...string) (code int, stdout, stderr string), flags ...string) {
	t.Helper()
	var want, files strings.Builder
	for _, name := range oddNames() {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
		want.WriteString("<" + name + ">" + name)
		files.WriteString(name + "\x00")
	}
	if err := os.WriteFile(filepath.Join(dir, "list"), []byte(files.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	flags = append(append([]string{"-k", "-0", "-a", "list"}, flags...), "--joblog")
	for log, command := range map[string][]string{
		"words":  {"sh", "-c", `printf '<%s>' "$1"; cat -- "$1"; mkdir "to $2" && cp -- "$1" "to $2/$1"`, "sh", "{}", "w{#}"},
		"script": {"--shell", `printf '<%s>' "{}"; cat -- {}; mkdir 'to s{#}' && cp -- '{}' "to s{#}/{}"`},
	} {
		code, stdout, stderr := run(append(append(flags[:len(flags):len(flags)], log), command...)...)
		if code != exit.OK || stdout != want.String() {
			t.Errorf("%s: exit code %d, printed %q, want %q; it says %s", log, code, stdout, want.String(), stderr)
		}
		entries, err := batch.ReadJoblog(filepath.Join(dir, log))
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range oddNames() {
			made, _ := os.ReadFile(filepath.Join(dir, "to "+log[:1]+strconv.Itoa(i+1), name))
			if string(made) != name {
				t.Errorf("%s: made %q of %q", log, made, name)
			}
			logged := false
			for _, e := range entries {
				command := strings.ReplaceAll(e.Command, "\x00", "\n")
				logged = logged || e.Seq == i+1 && e.OK() && strings.Contains(strings.ReplaceAll(command, `'"'"'`, "'"), name)
			}
			if !logged {
				t.Errorf("%s: the joblog has no %q that succeeded: %v", log, name, entries)
			}
		}
		code, stdout, stderr = run(append(append(flags[:len(flags):len(flags)], log, "--resume"), command...)...)
		if code != exit.OK || stdout != "" {
			t.Errorf("%s: resumed: exit code %d, printed %q, says %s", log, code, stdout, stderr)
		}
	}
}

// TestEach_names wants that names are bytes here.
func TestEach_names(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	names(t, dir, func(args ...string) (int, string, string) {
		return tooltest.Run(t, "", append([]string{"each"}, args...)...)
	})
	_, stdout, _ := tooltest.Run(t, "", "each", "--json", "--quiet", "false", ":::", "b\xff")
	var d document
	if err := json.Unmarshal([]byte(stdout), &d); err != nil || len(d.Failures) != 1 || string(d.Failures[0].Base64) != "false b\xff" {
		t.Errorf("--json of a failure: %s (%v)", stdout, err)
	}
}

// TestEachOn_names wants that names are bytes on other machines.
func TestEachOn_names(t *testing.T) {
	f := newFar(t, "a")
	names(t, f.work, f.run, "--on", "a")
}

// TestEach_clusterNames wants that names are bytes on a cluster.
func TestEach_clusterNames(t *testing.T) {
	inNewDir(t, 0)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	tooltest.Found(t, "./place", "1s")
	tooltest.StartHost(t, "./place")
	tooltest.StartWorker(t, "./place", "--name", "node", "--slots", "1", "--allow", "sh")
	names(t, dir, func(args ...string) (int, string, string) {
		return tooltest.Run(t, "", append([]string{"each"}, args...)...)
	}, "--cluster", "./place")
}
