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

// TestVariables_Take: a file is the process's that took it first, and another file is not.
func TestVariables_Take(t *testing.T) {
	set := map[string]string{}
	e := Variables{func(name string) string { return set[name] }, func(name, value string) error {
		set[name] = value
		return nil
	}}
	for range 2 {
		if other, err := e.Take("V", "a b"); other != "" || err != nil {
			t.Errorf("the file is taken by %q, %v", other, err)
		}
	}
	set["V_OWNER"] = "1 a b"
	if other, _ := e.Take("V", "a b"); other != "1" || set["V_OWNER"] != "1 a b" {
		t.Errorf("a file of process 1 is taken by %q, and %q", other, set["V_OWNER"])
	}
	if other, _ := e.Take("V", "c"); other != "" || set["V_OWNER"] == "1 a b" {
		t.Errorf("another file is taken by %q, and %q", other, set["V_OWNER"])
	}
}
