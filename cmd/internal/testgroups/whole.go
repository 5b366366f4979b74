package testgroups

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// whole runs the binary as go test would have run it, and returns its exit code.
func whole(a arguments, signals *signals) int {
	argv := a.argv()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := signals.run(cmd)
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		dieAs(ended.ProcessState)
		return ended.ExitCode()
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}
