package gotest

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"strings"
)

// A settings is what go env says.
type settings struct{ GOFLAGS, GOOS, GOARCH, GOHOSTOS, GOHOSTARCH, GOMOD, GOWORK string }

// goTool runs a command of go and returns what it prints. It fails if there are messages too.
func goTool(ctx context.Context, l *Line, args ...string) ([]byte, bool) {
	if dir, ok := l.value("C"); ok {
		args = append([]string{args[0], "-C", dir}, args[1:]...)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	return out, err == nil && messages.Len() == 0
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
	args := []string{"list", "-find", "-f", "{{.ImportPath}}\t{{.Dir}}"}
	for name, k := range kinds {
		if value, ok := l.value(name); ok && k.list {
			args = append(args, "-"+name+"="+value)
		}
	}
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
