package each

import (
	"os"
	"strings"
	"testing"
)

// TestUnknownFlag: a flag that is not known leads to the one that is wanted.
func TestUnknownFlag(t *testing.T) {
	for flag, want := range map[string]string{
		"--pipe":       "unknown flag: --pipe: of GNU parallel's flags this one is not supported; there is split",
		"--tmux":       "unknown flag: --tmux: of GNU parallel's flags this one is not supported",
		"-S":           "unknown shorthand flag: 'S' in -S: of GNU parallel's flags this one is not supported; there is --on",
		"--keeporder":  "unknown flag: --keeporder; there is --keep-order",
		"--job-log":    "unknown flag: --job-log; there is --joblog",
		"--retry":      "unknown flag: --retry",
		"--frobnicate": "unknown flag: --frobnicate",
		"--timeout":    "flag needs an argument: --timeout",
	} {
		cmd := Command()
		if err := unknownFlag(cmd, cmd.ParseFlags([]string{flag})); err == nil || err.Error() != want && !strings.HasPrefix(err.Error(), want+" ") {
			t.Errorf("%s: %v, want %s", flag, err, want)
		}
	}
	cmd := Command()
	for name := range elsewhere {
		if cmd.Flags().Lookup(name) != nil {
			t.Errorf("--%s is one of our flags", name)
		}
	}
}

// TestUnknownFlag_documented: what is said to be missing is in the manual.
func TestUnknownFlag_documented(t *testing.T) {
	manual, err := os.ReadFile("../../../docs/each.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(manual), "### What is not there")
	for name := range elsewhere {
		flag := "--" + name
		if len(name) == 1 {
			flag = "-" + name
		}
		if !strings.Contains(table, "`"+flag+"`") {
			t.Errorf("cmd/docs/each.md does not say that there is no %s", flag)
		}
	}
}
