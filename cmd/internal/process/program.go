package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"github.com/skua-go/skua/cmd/internal/each"
)

// A startable is a command with all that its start needs.
type startable struct {
	path     string // of the program
	argv     []string
	env      []string
	dir      string
	out, err *os.File
}

const shell = "/bin/sh"

// resolve finds the program of a command, and its environment.
func resolve(c *each.Command, dir string) (s startable, err error) {
	s = startable{argv: c.Argv, env: environ(c.Env, dir), dir: dir}
	if c.Script != "" {
		s.path, s.argv = shell, []string{shell, "-c", c.Script}
	}
	switch {
	case len(s.argv) == 0:
		return s, errors.New("the command is empty")
	case c.File != "":
		s.path = c.File
	case c.Script == "":
		s.path, err = program(c.Argv[0])
	}
	return s, err
}

// programs maps names of programs to files. What was not found is looked for again: a
// command may install the program of the next one.
var programs sync.Map

// program returns the file that a program's name means. A name with a slash is a file by
// itself, in the directory of the command.
func program(name string) (string, error) {
	if filepath.Base(name) != name {
		return name, nil
	}
	if path, ok := programs.Load(name); ok {
		return path.(string), nil
	}
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrDot) {
		path, err = filepath.Abs(path) // a "." in PATH is meant
	}
	if err != nil {
		return "", notFound(name)
	}
	programs.Store(name, path)
	return path, nil
}

// Check returns an error if no command with this program's name can start, so that it can be
// said once for all. A name with a slash is relative to dir.
func Check(name, dir string) error {
	path, err := program(name)
	if err != nil {
		return err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	_, err = exec.LookPath(asFile(path))
	switch {
	case err == nil, errors.Is(err, exec.ErrDot):
		return nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, exec.ErrNotFound):
		return &refused{127, fmt.Errorf("%s: no such program", name)}
	}
	return &refused{126, fmt.Errorf("%s: %w", name, cause(err))}
}

// asFile is a path that is not looked for in PATH.
func asFile(path string) string {
	if filepath.Base(path) == path {
		return "." + string(filepath.Separator) + path
	}
	return path
}

// notFound tells a program that is nowhere in PATH from one that may not be executed.
func notFound(name string) error {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return &refused{126, fmt.Errorf("%s: %w", filepath.Join(dir, name), fs.ErrPermission)}
		}
	}
	return &refused{127, fmt.Errorf("%s: no such program in PATH", name)}
}

// inDir is where a start looks for the program.
func inDir(s startable) string {
	if filepath.IsAbs(s.path) {
		return s.path
	}
	return filepath.Join(s.dir, s.path)
}
