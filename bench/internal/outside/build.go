package outside

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build builds a command of the repository, by its import path below the module's, into
// dir, and returns where it is. It blocks for as long as the compiler takes.
func Build(ctx context.Context, dir, command string) (string, error) {
	program := filepath.Join(dir, filepath.Base(command))
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "github.com/skua-go/skua/"+command)
	var stderr bytes.Buffer
	build.Stderr = &stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", command, err, stderr.Bytes())
	}
	return program, nil
}

// Scratch makes a directory of its own below where, or, if that is empty, below the
// system's directory for temporary files. remove removes it with all that is in it.
func Scratch(where string) (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp(where, "skua-bench-")
	return dir, func() { os.RemoveAll(dir) }, err
}

// Missing returns the name of the first program that is not installed, or "".
func Missing(programs ...string) string {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			return p
		}
	}
	return ""
}
