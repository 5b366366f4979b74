package main

import (
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m, commands...) }

func TestUsageErrors(t *testing.T) {
	for _, args := range [][]string{
		{"frob"}, {"--frob"}, {"run", "--frob"}, {"help", "frob"}, {"help", "run", "frob"}, {"completion", "frob"},
	} {
		code, stdout, stderr := tooltest.Run(t, "", args...)
		if code != exit.Usage || stdout != "" || stderr == "" {
			t.Errorf("skua %q: exit code %d, stdout %q, stderr %q, want %d and a message on stderr alone",
				args, code, stdout, stderr, exit.Usage)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"--version"}, {"help"}, {"help", "run"}, {"help", "lab", "run"},
		{"run", "uts", "--help"}, {"completion"}, {"completion", "bash"}} {
		code, stdout, stderr := tooltest.Run(t, "", args...)
		if code != exit.OK || stdout == "" || stderr != "" {
			t.Errorf("skua %q: exit code %d, stdout %q, stderr %q, want %d and text on stdout alone",
				args, code, stdout, stderr, exit.OK)
		}
	}
}
