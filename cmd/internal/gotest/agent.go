package gotest

import (
	"errors"
	"os/exec"
	"strings"
	"time"
)

// grouped are the flags by which go test lets Agent run the test binaries. A package that fails
// in groups runs whole after that, so go test's own guard waits twice as long.
func (r *run) grouped(d *desk, set settings) (map[string]string, error) {
	flags := map[string]string{}
	timeout := 10 * time.Minute
	if text, ok := r.line.value("timeout"); ok {
		var err error
		if timeout, err = time.ParseDuration(text); err != nil {
			return nil, err
		}
	}
	d.timeout = timeout.String()
	flags["timeout"] = (2 * timeout).String()
	var words []string
	for _, w := range r.Agent {
		quote := `'`
		if strings.Contains(w, quote) {
			quote = `"`
		}
		words = append(words, quote+w+quote)
	}
	exec, err := r.usersExec(set)
	flags["exec"] = strings.Join(words, " ") + " " + exec
	return flags, err
}

// usersExec is the command by which go test would run test binaries without us.
func (r *run) usersExec(set settings) (string, error) {
	if _, ok := r.line.goflags["exec"]; ok {
		return "", errors.New("-exec in GOFLAGS: want it as an argument")
	}
	if text, ok := r.line.value("exec"); ok {
		return text, nil
	}
	if set.GOOS == set.GOHOSTOS && set.GOARCH == set.GOHOSTARCH {
		return "", nil
	}
	path, err := exec.LookPath("go_" + set.GOOS + "_" + set.GOARCH + "_exec")
	if err != nil {
		return "", nil // the system may run it
	}
	return "'" + path + "'", nil
}
