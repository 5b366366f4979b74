package tooltest

import (
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/skua/internal/root"
)

// AsTool in the environment makes a test binary the tool.
const AsTool = "SKUA_TEST_AS_TOOL=1"

// T is what this package needs of a test. Package testing itself is for test files alone.
type T interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Main is the TestMain of a package whose tests run these commands as processes.
func Main(m interface{ Run() int }, commands ...func() *cobra.Command) {
	if os.Getenv("SKUA_TEST_AS_TOOL") != "" {
		root.Main(commands...)
	}
	os.Unsetenv("MAKEFLAGS") // tests take part in no jobserver of a make that runs them
	os.Exit(m.Run())
}

// Tool prepares a process of the tool.
func Tool(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), AsTool)
	return cmd
}

// ToolIn prepares a process of the tool in a directory.
func ToolIn(dir string, args ...string) *exec.Cmd {
	cmd := Tool(args...)
	cmd.Dir = dir
	// The race detector would let each process linger for a second.
	cmd.Env = append(cmd.Env, "GORACE="+os.Getenv("GORACE")+" atexit_sleep_ms=0")
	return cmd
}
