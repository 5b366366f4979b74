//go:build !unix

package testgroups

import (
	"os"
	"os/exec"
)

// The signals of Unix do not exist here.
type signals struct{}

func catch() *signals { return &signals{} }

// run runs a command to its end.
func (*signals) run(cmd *exec.Cmd) error { return cmd.Run() }

func dieAs(*os.ProcessState) {}
