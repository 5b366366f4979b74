package batch

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestPrinter_namesItem: an error says whose output could not be kept, while the item runs and when it
// waits for its turn.
func TestPrinter_namesItem(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "full"))
	for _, ended := range []bool{false, true} {
		p := newPrinter(Config{Ordered: true, What: "items"})
		var j job
		p.begin(&j, &Item{First: 1, Inputs: 1, Label: "the second"}, true)
		f, err := j.streams.Out.File()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(make([]byte, memoryBound+1)); err != nil {
			t.Fatal(err)
		}
		if ended {
			err = p.end(&j, &Outcome{})
		} else {
			err = p.drain(&j)
		}
		j.streams.Close()
		if err == nil || !strings.Contains(err.Error(), `what "the second" printed cannot be kept`) {
			t.Errorf("ended %v: the error is %v, want one that names the item", ended, err)
		}
	}
}
