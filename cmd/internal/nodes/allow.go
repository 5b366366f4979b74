package nodes

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/skua-go/skua/cmd/internal/each"
)

// allowed are the programs that a worker starts: from how a command names one to the file.
type allowed map[string]string

// allow finds the programs, once: what PATH means later changes nothing. A name stands for what
// PATH has, a path for itself.
func allow(names []string) (allowed, error) {
	out := make(allowed)
	for _, name := range names {
		if name == "" || strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
			return nil, fmt.Errorf("%q is neither the name of a program nor an absolute path", name)
		}
		file, err := exec.LookPath(name)
		if err == nil {
			file, err = filepath.Abs(file)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
		}
		out[name] = file
	}
	return out, nil
}

// shell is the name of the program that reads scripts.
const shell = "sh"

// program is how a command names its program.
func program(c *each.Command) string {
	if c.Script != "" {
		return shell
	}
	if len(c.Argv) == 0 {
		return ""
	}
	return c.Argv[0]
}

// resolve returns the command as it is started, or why it may not be. Of the environment it may
// only have what the engine of skua each sets: a variable as LD_PRELOAD could make any program of
// one.
func (a allowed) resolve(c each.Command) (*each.Command, error) {
	file, ok := a[program(&c)]
	if !ok {
		return nil, fmt.Errorf("%q is not on this worker's list (skua worker --allow)", program(&c))
	}
	for _, v := range c.Env {
		if !strings.HasPrefix(v, "PARALLEL_") {
			name, _, _ := strings.Cut(v, "=")
			return nil, fmt.Errorf("the environment variable %q cannot be sent to a node", name)
		}
	}
	c.File = file
	return &c, nil
}

// handlerOf is the name of the handler for commands with a program. Each has one of its own, so
// that only nodes that allow the program get the task. Two programs may share one: a node looks at
// its list in any case.
func handlerOf(program string) string {
	name := program[max(0, len(program)-maxName):]
	return Commands + strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
			return r
		}
		return '_'
	}, name)
}

// maxName is how much of a long path is a part of a handler's name.
const maxName = 100
