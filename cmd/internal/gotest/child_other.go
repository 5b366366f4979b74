//go:build !unix

package gotest

import (
	"context"
	"os"
	"os/exec"
)

func lead(*exec.Cmd) {}

// govern kills the process when ctx ends. There are no process groups: the tests go on.
func govern(ctx context.Context, leader *os.Process) (stop func()) {
	end := context.AfterFunc(ctx, func() { leader.Kill() })
	return func() { end() }
}
