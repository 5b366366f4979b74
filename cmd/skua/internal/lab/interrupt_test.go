package lab

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// TestLabRun_interrupt interrupts an experiment that ends at once and one that
// never looks, and then goes on with it.
func TestLabRun_interrupt(t *testing.T) {
	for _, c := range []struct {
		id, verdict string
	}{{"waits", "inconclusive"}, {"deaf", "confirmed"}} {
		dir, goOn := t.TempDir(), filepath.Join(t.TempDir(), "go")
		t.Setenv(plantedLab, goOn)
		var stdout, stderr bytes.Buffer
		cmd := tooltest.Tool("lab", "run", c.id, "yes", "--json", "--out", dir)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		awaitCase(t, filepath.Join(dir, c.id+".ndjson"))
		sent := time.Now()
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		if code, took := tooltest.Code(cmd.ProcessState), time.Since(sent); code != exit.Interrupted || took > tooltest.Patience {
			t.Errorf("%s: exit code %d after %v, want %d at once", c.id, code, took, exit.Interrupted)
		}
		if !strings.Contains(stderr.String(), dir+"; the same command goes on") || !strings.Contains(stderr.String(), "skua: interrupted") {
			t.Errorf("%s: stderr is %q", c.id, &stderr)
		}
		if doc := parseLab(t, stdout.String()); !doc.Interrupted || len(doc.Results) != 1 || doc.Results[0].ID != "yes" {
			t.Errorf("%s: the document is %s", c.id, &stdout)
		}
		if err := os.WriteFile(goOn, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		code, out, msg := tooltest.Run(t, "", "lab", "run", c.id, "yes", "--out", dir)
		if code != exit.OK || !strings.Contains(out, c.verdict) || !strings.Contains(msg, c.id+": cases saved before: 1;") {
			t.Errorf("%s: then exit code %d, stdout %q, stderr %q", c.id, code, out, msg)
		}
	}
}

// awaitCase waits until the first case is saved.
func awaitCase(t *testing.T, journal string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		text, _ := os.ReadFile(journal) // which may not be there yet
		if bytes.Count(text, []byte("\n")) == 2 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no case was saved: %s", text)
		}
	}
}
