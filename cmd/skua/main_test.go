package main

import (
	"strings"
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
		{"run", "uts", "--help"}, {"completion"}, {"completion", "bash"}, {"version"}, {"exit-codes"}, {"help", "exit-codes"}} {
		code, stdout, stderr := tooltest.Run(t, "", args...)
		if code != exit.OK || stdout == "" || stderr != "" {
			t.Errorf("skua %q: exit code %d, stdout %q, stderr %q, want %d and text on stdout alone",
				args, code, stdout, stderr, exit.OK)
		}
	}
}

// TestMeant names what a mistyped word may stand for.
func TestMeant(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"wyh", `unknown command "wyh" for "skua"; there is why`},
		{"hsah --json", `unknown command "hsah" for "skua"; there is hash`},
		{"lab lsit", `unknown command "lsit" for "skua lab"; there is list`},
		{"cluster stauts", `unknown command "stauts" for "skua cluster"; there is status`},
		{"help lab lsit", `unknown command "lsit" for "skua lab"; there is list`},
		{"run fbi", "batch; there is fib"},
		{"lab run overhaeds", "; there is overheads"},
		{"hash --jsn", "unknown flag: --jsn; there is --json"},
		{"hash -json", "unknown shorthand flag: 'j' in -json; there is --json"},
		{"each --jbos", "unknown flag: --jbos; there is --jobs"},
		{"elephant", `unknown command "elephant" for "skua"`},
		{"top", "top: name the one URL that --dashboard of a command has printed"},
		{"lab run", "lab run: name experiments, or all"},
	} {
		code, _, stderr := tooltest.Run(t, "", strings.Fields(c.args)...)
		first, rest, _ := strings.Cut(stderr, "\n")
		if code != exit.Usage || !strings.HasSuffix(first, c.says) || !strings.HasPrefix(rest, "See 'skua") {
			t.Errorf("skua %s: exit code %d, stderr %q, want %q", c.args, code, stderr, c.says)
		}
	}
	// What is missing is missing, however the command is used.
	for _, args := range []string{"hash gone", "why ./gone"} {
		if code, _, stderr := tooltest.Run(t, "", strings.Fields(args)...); code == exit.OK || !strings.Contains(stderr, "gone: no such ") || strings.Contains(stderr, "See '") {
			t.Errorf("skua %s: exit code %d, stderr %q", args, code, stderr)
		}
	}
}

// TestComplete completes names of commands, workloads and experiments.
func TestComplete(t *testing.T) {
	for args, want := range map[string]string{
		"w": "why\t", "lab ": "list\t", "run fi": "fib\t", "lab run ": "overheads\t", "lab run overheads ": "all\n", "why --fail": "--fail-if\t",
	} {
		words := append([]string{"__complete"}, strings.Split(args, " ")...)
		if stdout := tooltest.Must(t, "", words...); !strings.Contains("\n"+stdout, "\n"+want) {
			t.Errorf("%q completes to %q, want %q", args, stdout, want)
		}
	}
}
