package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/bench/internal/outside"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

const rayonName = "rayon"

// A rayonProgram is the program of folder rayon, built.
type rayonProgram struct{ path, version string }

// buildRayon builds the program with cargo and Debian's crates. missing says why there is none.
func buildRayon(ctx context.Context) (p *rayonProgram, missing string, err error) {
	if m := outside.Missing("cargo", "go"); m != "" {
		return nil, m + " is not installed", nil
	}
	if found, _ := filepath.Glob("/usr/share/cargo/registry/rayon-[0-9]*"); found == nil {
		return nil, "librust-rayon-dev is not installed (make -C bench/native deps)", nil
	}
	dir, err := exec.CommandContext(ctx, "go", "list", "-f", "{{.Dir}}", "github.com/skua-go/skua/"+command).Output()
	if err != nil {
		return nil, "", fmt.Errorf("where is %s: %w", command, err)
	}
	folder := filepath.Join(strings.TrimSpace(string(dir)), "rayon")
	build := exec.CommandContext(ctx, "cargo", "build", "--quiet", "--release", "--offline")
	build.Dir = folder
	if said, err := build.CombinedOutput(); err != nil {
		return nil, "", fmt.Errorf("cargo build: %w\n%s", err, said)
	}
	lock, err := os.ReadFile(filepath.Join(folder, "Cargo.lock"))
	if err != nil {
		return nil, "", err
	}
	_, after, _ := strings.Cut(string(lock), "name = \"rayon\"\nversion = \"")
	version, _, _ := strings.Cut(after, `"`)
	return &rayonProgram{filepath.Join(folder, "target", "release", "pbbs-rayon"), version}, "", nil
}

// A rival is the program with one problem. It sleeps between turns.
type rival struct {
	sent    *suite.Sent
	program *exec.Cmd
	to      io.WriteCloser
	from    *bufio.Reader
}

func (p *rayonProgram) begin(sent *suite.Sent, workers int) (*rival, error) {
	r := &rival{sent: sent, program: exec.Command(p.path)}
	r.program.Stderr = os.Stderr
	var err error
	if r.to, err = r.program.StdinPipe(); err != nil {
		return nil, err
	}
	from, err := r.program.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.from = bufio.NewReaderSize(from, 1<<20)
	if err := r.program.Start(); err != nil {
		return nil, err
	}
	input := sent.Input()
	fmt.Fprintf(r.to, "%s %d %d\n", sent.Problem, workers, len(input))
	if _, err := r.to.Write(input); err != nil {
		r.end()
		return nil, err
	}
	return r, nil
}

func (r *rival) end() error {
	r.to.Close()
	return r.program.Wait()
}

// turn lets it run once, and returns how long that took.
func (r *rival) turn() (time.Duration, error) {
	n, err := r.ask("turn")
	return time.Duration(n), err
}

// answer returns the answer of the last turn.
func (r *rival) answer() (any, error) {
	n, err := r.ask("answer")
	if err != nil {
		return nil, err
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r.from, b); err != nil {
		return nil, err
	}
	return r.sent.Answer(b)
}

func (r *rival) ask(what string) (int, error) {
	if _, err := fmt.Fprintln(r.to, what); err != nil {
		return 0, err
	}
	line, err := r.from.ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(line))
}
