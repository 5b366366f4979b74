//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// A plant is a mistake that the oracle must notice: a rule of the cluster is
// left out of a copy of its source.
type plant struct {
	name, file, old, new string
	want                 string // what the oracle must say
}

var plants = []plant{
	{"acknowledge, then record", "finish.go", "first := true\n", "first := true\n\t_ = n.b.answer(x.lease, isDone, 0)\n", "FAILED: task "},
	{"record also where a result is", "together.go", `m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, "0")`, "_ = jetstream.MsgIDHeader", "results were read and"},
}

// plantAll builds the harness with each mistake and runs it. It reports whether all were noticed.
func plantAll() bool {
	ok := true
	for _, p := range plants {
		out, err := p.run()
		switch {
		case err != nil:
			fmt.Printf("planted %q: %v\n", p.name, err)
			ok = false
		case !strings.Contains(out, p.want):
			fmt.Printf("planted %q: NOT NOTICED:\n%s\n", p.name, out)
			ok = false
		default:
			_, line, _ := strings.Cut(out, p.want)
			line, _, _ = strings.Cut(line, "\n")
			fmt.Printf("planted %q: noticed: %s%s\n", p.name, strings.TrimPrefix(p.want, "FAILED: "), line)
		}
	}
	return ok
}

// run builds and runs the harness with one mistake, and returns what it prints.
func (p plant) run() (string, error) {
	dir, err := os.MkdirTemp("", "skua-plant-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/skua-go/skua/cluster").Output()
	if err != nil {
		return "", err
	}
	source := filepath.Join(strings.TrimSpace(string(module)), p.file)
	b, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	if strings.Count(string(b), p.old) != 1 {
		return "", fmt.Errorf("%s does not have %q once: plant it where the code has moved", p.file, p.old)
	}
	changed := filepath.Join(dir, p.file)
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {source: changed}})
	if err != nil {
		return "", err
	}
	for name, text := range map[string]string{changed: strings.Replace(string(b), p.old, p.new, 1), filepath.Join(dir, "overlay.json"): string(overlay)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	binary := filepath.Join(dir, "faults")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary, "github.com/skua-go/skua/cluster/internal/faults")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	out, _ := exec.Command(binary, "-kills", "-patience", "30s", "-tasks", strconv.Itoa(*tasks)).CombinedOutput()
	return string(out), nil // the caller looks for what it says
}
