package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skua-go/skua/verify/overlay"
)

// build says how a test binary is made.
type build struct {
	dir   string // the package with the tests, from the root
	tags  string
	woven bool // for the explorer
	race  bool

	command bool // dir is not a package with tests but a program
}

// woven are the packages that run under the explorer.
var woven = []string{".", "verify/scenario", "internal/crew", "internal/fork", "internal/loop", "internal/loop/tray", "internal/spawn", "internal/sched", "internal/sleep", "internal/park", "internal/line", "deque", "internal/indices", "internal/roster", "internal/tally", "internal/views/left", "span"}

// binary is a compiled test.
type binary struct {
	file string
	hash string // of its bytes
}

// overlay writes the overlay file of a build, with the mutant if there is one, and
// returns "" if nothing is to be replaced.
func (l *lab) overlay(m *Mutant, b build) (string, error) {
	if b.woven {
		patches, err := l.patches(m)
		if err != nil {
			return "", err
		}
		return overlay.Write(filepath.Join(l.dir, "woven"), overlay.Options{Root: l.root, Packages: woven, Patches: patches})
	}
	if m == nil {
		return "", nil
	}
	original, err := filepath.Abs(filepath.Join(l.root, filepath.FromSlash(m.File)))
	if err != nil {
		return "", err
	}
	src, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	mutated := filepath.Join(l.dir, "mutant.go")
	if err := os.WriteFile(mutated, []byte(m.Apply(string(src))), 0o644); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{original: mutated}})
	if err != nil {
		return "", err
	}
	file := filepath.Join(l.dir, "overlay.json")
	return file, os.WriteFile(file, data, 0o644)
}

// patches returns the mutant as a patch of its whole file, and those that shrink
// sizes, except where the mutant changed what they look for.
func (l *lab) patches(m *Mutant) ([]overlay.Patch, error) {
	sizes, err := overlay.Named(overlay.Small)
	if err != nil || m == nil {
		return sizes, err
	}
	data, err := os.ReadFile(filepath.Join(l.root, filepath.FromSlash(m.File)))
	if err != nil {
		return nil, err
	}
	src := string(data)
	mutated := m.Apply(src)
	sizes = slices.DeleteFunc(slices.Clone(sizes), func(p overlay.Patch) bool {
		return p.File == m.File && strings.Count(mutated, p.Old) != 1
	})
	return append([]overlay.Patch{{File: m.File, Old: src, New: mutated}}, sizes...), nil
}

// compile makes the test binary of a build; message is the compiler's if it
// refused. The same source gives the same bytes.
func (l *lab) compile(m *Mutant, b build) (bin binary, message string, err error) {
	file, err := l.overlay(m, b)
	if err != nil {
		return bin, "", err
	}
	bin.file = filepath.Join(l.dir, "clean.test")
	if m != nil {
		bin.file = filepath.Join(l.dir, "mutant.test")
	}
	args := []string{"test", "-c", "-vet=off"}
	if b.command {
		args = []string{"build"}
	}
	args = append(args, "-o", bin.file, "-buildvcs=false", "-ldflags=-w -buildid=")
	if file != "" {
		args = append(args, "-overlay", file)
	}
	if b.tags != "" {
		args = append(args, "-tags", b.tags)
	}
	if b.race {
		args = append(args, "-race")
	}
	cmd := exec.CommandContext(l.ctx, "go", append(args, ".")...)
	cmd.Dir = filepath.Join(l.root, filepath.FromSlash(b.dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		if l.ctx.Err() != nil {
			return bin, "", l.ctx.Err()
		}
		if _, refused := err.(*exec.ExitError); !refused {
			return bin, "", err
		}
		return bin, string(out), nil
	}
	bin.hash, err = hashOf(bin.file)
	return bin, "", err
}

func hashOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}
