package each

import (
	"io"
	"strings"
	"testing"
)

// TestTelling: a user whose terminal is read is told so once, and no other reader is changed.
func TestTelling(t *testing.T) {
	var out strings.Builder
	r := &terminalReader{in: strings.NewReader("a\nb\n"), out: &out}
	if out.Len() > 0 {
		t.Errorf("before the first read it says %q", &out)
	}
	text, err := io.ReadAll(r)
	if string(text) != "a\nb\n" || err != nil {
		t.Errorf("reads %q, %v", text, err)
	}
	if strings.Count(out.String(), "from the terminal") != 1 {
		t.Errorf("says %q, want one line", &out)
	}
	pipe := strings.NewReader("")
	if telling(pipe, &out) != io.Reader(pipe) {
		t.Error("wraps what is no terminal")
	}
}
