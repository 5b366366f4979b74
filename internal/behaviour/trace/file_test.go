package trace

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace"
	"github.com/skua-go/skua/trace/record"
)

// again runs this test in a process of its own with SKUA_TRACE, and returns what that prints.
func again(t *testing.T, file string) string {
	t.Helper()
	cmd := expect.Again(t)
	cmd.Env = append(os.Environ(), "SKUA_TRACE="+file, "SKUA_RACE=off", "SKUA_TEST_AGAIN=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func isAgain() bool { return os.Getenv("SKUA_TEST_AGAIN") != "" }

// TestFile: a program under SKUA_TRACE leaves a report of the largest pool that it uses, with that
// pool's last call.
func TestFile(t *testing.T) {
	if isAgain() {
		kit.NewPool(t, 1) // not used
		pool := kit.NewPool(t, 2)
		tree.On(pool, 6)
		tree.On(kit.NewPool(t, 3), 6) // larger
		tree.On(pool, 3)
		return
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "trace.json")
	again(t, file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r trace.Report
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if r.Workers != 3 || r.Calls != 1 || r.Live || r.Dag == nil || !strings.Contains(r.Program, "TestFile") {
		t.Errorf("the file says: %d workers, %d calls, live %v, program %q", r.Workers, r.Calls, r.Live, r.Program)
	}
	wantSums(t, &r)
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// TestFile_refused: a program runs on, and says once what it cannot do.
func TestFile_refused(t *testing.T) {
	if isAgain() {
		pool := kit.NewPool(t, 2)
		for range 3 {
			if n := tree.On(pool, 3); n != 8 {
				t.Error("got", n)
			}
		}
		return
	}
	for file, want := range map[string]string{
		"trace.doc": "want the name of a .json or .html file",
		filepath.Join(t.TempDir(), "none", "trace.json"): "no such file or directory",
	} {
		out := again(t, file)
		if strings.Count(out, want) != 1 || !strings.Contains(out, "SKUA_TRACE") {
			t.Errorf("SKUA_TRACE=%s: got %q, want %q once", file, out, want)
		}
	}
}

// TestFile_recorded: the program's own recording of a pool goes before.
func TestFile_recorded(t *testing.T) {
	if isAgain() {
		pool := kit.NewPool(t, 2)
		rec, err := record.Start(pool, record.Config{})
		if err != nil {
			t.Fatal(err)
		}
		tree.On(pool, 3)
		if r := rec.Stop(); r.Calls != 1 {
			t.Errorf("%d calls", r.Calls)
		}
		return
	}
	file := filepath.Join(t.TempDir(), "trace.json")
	if out := again(t, file); strings.Count(out, "the program records the pool itself") != 1 {
		t.Errorf("it says %q", out)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("there is a file although the program recorded itself")
	}
}
