package gotest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
)

// A settings is what go env says.
type settings struct{ GOFLAGS, GOOS, GOARCH, GOHOSTOS, GOHOSTARCH, GOMOD, GOWORK string }

// goTool runs a command of go and returns what it prints. It fails if there are messages too.
func goTool(ctx context.Context, l *Line, args ...string) ([]byte, bool) {
	out, messages, err := runGo(ctx, l, args...)
	return out, err == nil && messages == ""
}

// runGo runs a command of go and returns what it prints, and its messages.
func runGo(ctx context.Context, l *Line, args ...string) (printed []byte, said string, err error) {
	if dir, ok := l.value("C"); ok {
		args = append([]string{args[0], "-C", dir}, args[1:]...)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	return out, messages.String(), err
}

// readSettings asks go for its settings. Without go they are empty, and go test will not start.
func readSettings(ctx context.Context, l *Line) (s settings) {
	out, _ := goTool(ctx, l, "env", "-json", "GOFLAGS", "GOOS", "GOARCH", "GOHOSTOS", "GOHOSTARCH", "GOMOD", "GOWORK")
	_ = json.Unmarshal(out, &s)
	return s
}

// A pkg is a package to test.
type pkg struct{ path, dir string }

// list finds the packages that patterns name, in go test's order. It returns none if go has
// anything to say about them: then go test is to say it.
func list(ctx context.Context, l *Line, patterns []string) (all []pkg) {
	args := append([]string{"list", "-find", "-f", "{{.ImportPath}}\t{{.Dir}}"}, l.listFlags()...)
	for _, p := range patterns {
		if strings.HasSuffix(p, ".go") {
			return nil
		}
	}
	out, ok := goTool(ctx, l, append(append(args, "--"), patterns...)...)
	if !ok {
		return nil
	}
	for line := range strings.Lines(string(out)) {
		path, dir, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, pkg{path, dir})
	}
	return all
}

// listFlags are the flags of the line that go list has too.
func (l *Line) listFlags() (args []string) {
	for name, k := range kinds {
		if value, ok := l.value(name); ok && k.list {
			args = append(args, "-"+name+"="+value)
		}
	}
	return args
}

// sound returns the paths of the packages that patterns name and that go can read. Another that the
// patterns also name fails as itself, if go test is to test it. If there is none, the error is what go says.
func sound(ctx context.Context, l *Line, patterns []string) (paths map[string]bool, err error) {
	const format = `{{.ImportPath}}{{with .Error}}{{"\t"}}{{printf "%q" .Err}}{{end}}`
	args := append([]string{"list", "-e", "-find", "-f", format}, l.listFlags()...)
	out, said, failed := runGo(ctx, l, append(append(args, "--"), patterns...)...)
	paths = map[string]bool{}
	for line := range strings.Lines(string(out)) {
		path, broken, isBroken := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if isBroken {
			said += broken
			continue
		}
		paths[path] = true
	}
	if len(paths) == 0 {
		if said = strings.TrimSpace(said); said == "" && failed != nil {
			return nil, failed
		}
		return nil, errors.New(said)
	}
	return paths, nil
}
