package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// asTool in the environment makes the test binary the tool itself, so that
// tests can run it as a process.
const asTool = "SKUA_TEST_AS_TOOL"

func TestMain(m *testing.M) {
	if os.Getenv(asTool) != "" {
		if os.Getenv(plantedLab) != "" {
			experiments = plantedExperiments
		}
		main()
	}
	os.Exit(m.Run())
}

// tool prepares a process of the tool.
func tool(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	return toolCommand(args...)
}

func toolCommand(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asTool+"=1")
	return cmd
}

// runTool runs the tool as a process.
func runTool(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, msg bytes.Buffer
	cmd := tool(t, args...)
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), msg.String()
}

func TestUsageErrors(t *testing.T) {
	for _, args := range [][]string{
		{"frob"}, {"--frob"}, {"run", "--frob"}, {"help", "frob"}, {"help", "run", "frob"}, {"completion", "frob"},
	} {
		code, stdout, stderr := runTool(t, args...)
		if code != exit.Usage || stdout != "" || stderr == "" {
			t.Errorf("skua %q: exit code %d, stdout %q, stderr %q, want %d and a message on stderr alone",
				args, code, stdout, stderr, exit.Usage)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"--version"}, {"help"}, {"help", "run"}, {"help", "lab", "run"},
		{"run", "uts", "--help"}, {"completion"}, {"completion", "bash"}} {
		code, stdout, stderr := runTool(t, args...)
		if code != exit.OK || stdout == "" || stderr != "" {
			t.Errorf("skua %q: exit code %d, stdout %q, stderr %q, want %d and text on stdout alone",
				args, code, stdout, stderr, exit.OK)
		}
	}
}
