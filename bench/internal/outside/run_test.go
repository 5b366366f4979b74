//go:build unix

package outside

import "testing"

// A program must have the exit code that is said, 0 if none is.
func TestRun_exit(t *testing.T) {
	for _, c := range []struct {
		script string
		exit   int
		good   bool
	}{
		{"exit 0", 0, true}, {"exit 1", 1, true}, {"exit 0", 1, false}, {"exit 1", 0, false}, {"exit 2", 1, false},
	} {
		_, err := Program{Argv: []string{"sh", "-c", c.script}, Exit: c.exit}.Run(t.Context())
		if (err == nil) != c.good {
			t.Errorf("%q, want exit code %d: %v", c.script, c.exit, err)
		}
	}
}
