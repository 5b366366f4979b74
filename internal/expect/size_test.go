package expect

import (
	"testing"
)

// TestSize: the variable picks the size of the night, unless -short goes before it.
func TestSize(t *testing.T) {
	size := func() string { return Size("short", "usual", "night") }
	for value, want := range map[string]string{"": "usual", "0": "usual", "1": "night"} {
		if testing.Short() {
			want = "short"
		}
		t.Setenv("SKUA_NIGHT", value)
		if got := size(); got != want || Night() != (want == "night") {
			t.Errorf("SKUA_NIGHT=%q: size %s, night %t, want size %s", value, got, Night(), want)
		}
	}
}
