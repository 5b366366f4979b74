//go:build !unix || solaris || illumos || aix

package remote

import (
	"errors"
	"os"
)

// lockDir fails: no agent runs on this system.
func lockDir(string) (*os.File, error) {
	return nil, errors.New("items of other machines cannot run on this system")
}
