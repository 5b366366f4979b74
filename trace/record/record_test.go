package record_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace"
	"github.com/skua-go/skua/trace/record"
)

func TestMisuse(t *testing.T) {
	for what, r := range map[string]*record.Recording{"nil": nil, "zero": {}} {
		for name, call := range map[string]func(){"Stop": func() { r.Stop() }, "Report": func() { r.Report() }} {
			if got, ok := expect.Recovered(call).(string); !ok || !strings.HasPrefix(got, "skua/trace/record: ") {
				t.Errorf("%s of a %s Recording: recovered %q", name, what, got)
			}
		}
	}
}

// TestTag: a program without this package records itself if it is built with the tag, and says what is
// missing if not.
func TestTag(t *testing.T) {
	if testing.Short() {
		t.Log("-short: the compiler is not asked")
		return
	}
	dir := t.TempDir()
	for tags, want := range map[string]string{
		"":            "SKUA_TRACE is set, but nothing in this program records: build it with -tags skua_record, or import _ ",
		"skua_record": "",
	} {
		program, file := filepath.Join(dir, "program"+tags), filepath.Join(dir, "trace"+tags+".json")
		if out, err := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s", "-tags", tags, "-o", program, "./testdata/program").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), "SKUA_TRACE="+file)
		out, err := cmd.CombinedOutput()
		if err != nil || strings.Count(string(out), "skua:") != min(1, len(want)) || !strings.Contains(string(out), want) {
			t.Errorf("with -tags %q: %v, %q; want %q", tags, err, out, want)
		}
		data, err := os.ReadFile(file)
		if tags == "" && err == nil || tags != "" && err != nil {
			t.Errorf("with -tags %q: reading the file says %v", tags, err)
		}
		if err == nil {
			if r, err := trace.ReadReport(bytes.NewReader(data)); err != nil || r.Calls == 0 {
				t.Errorf("the report is %+v, %v", r, err)
			}
		}
	}
}
