package flags

import "testing"

func TestInstead(t *testing.T) {
	names := []string{"why", "run", "lab", "list", "top", "--json", "--halt"}
	for word, want := range map[string]string{
		"wyh": "; there is why", "rnu": "; there is run", "lsit": "; there is list", "lst": "; there is list",
		"--jsn": "; there is --json", "--haltt": "; there is --halt",
		"elephant": "", "": "", "x": "", "lap": "; there is lab", "tab": "; there is lab", "lop": "; there is top",
		"la": "", // two letters: one more is half of it
	} {
		if got := Instead(word, names); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := Instead("bat", []string{"cat", "hat"}); got != "" {
		t.Errorf("two are as near: %q", got)
	}
}
