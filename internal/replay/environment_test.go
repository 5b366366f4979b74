package replay

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestFromEnvironment: a variable that names no file says so, and the program runs as usual.
func TestFromEnvironment(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none", "steals")
	for _, c := range []struct{ record, replay, want string }{
		{"", "", ""},
		{"a", "b", "SKUA_RECORD and SKUA_REPLAY are both set: want one of them"},
		{none, "", "SKUA_RECORD=" + none + ": open"},
		{"", none, "SKUA_REPLAY=" + none + ": open"},
	} {
		var said bytes.Buffer
		s := environment{Variables{Get: func(name string) string {
			return map[string]string{RecordEnvironment: c.record, ReplayEnvironment: c.replay}[name]
		}, Set: func(_, _ string) error { return nil }}, &said}.schedule()
		if s != nil || !strings.Contains(said.String(), c.want) || c.want == "" && said.Len() > 0 {
			t.Errorf("%q and %q: got %v and %q, want %q", c.record, c.replay, s, said.String(), c.want)
		}
	}
}
