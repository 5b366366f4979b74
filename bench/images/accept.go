package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/skua-go/skua/bench/internal/outside"
)

// acceptAll gives skua images all photographs and all broken files, and returns what is wrong.
func (o options) acceptAll(ctx context.Context, dir string, photos []string, stdout io.Writer) error {
	broken, err := children(filepath.Join(dir, "broken"))
	if err != nil {
		return err
	}
	before, err := hashes(append(photos, broken...))
	if err != nil {
		return err
	}
	to := filepath.Join(dir, "out")
	argv := append([]string{o.skua, "images", "--resize", "800x600", "--format", "jpg", "--quality", "85", "--memory", o.memory, "--name", "{file}.{ext}", "--out", to}, photos...)
	use, said, err := outside.Program{Argv: append(argv, broken...), Exit: 1}.Said(ctx)
	if err != nil {
		return err
	}
	after, err := hashes(append(photos, broken...))
	if err != nil {
		return err
	}
	var wrong []error
	for name, sum := range before {
		if after[name] != sum {
			wrong = append(wrong, fmt.Errorf("the input %q was changed", name))
		}
	}
	if limit, err := budget(o.memory); err != nil || use.MaxRSS > limit {
		wrong = append(wrong, fmt.Errorf("%d MB of memory; the budget is %s", use.MaxRSS>>20, o.memory), err)
	}
	c, outputs, errs := checkOutputs(ctx, dir, to, photos, said)
	wrong = append(wrong, errs...)
	fmt.Fprintf(stdout, "%d photographs and %d other files: %d outputs, %.1f s, %d MB of %s.\n%s\n",
		len(photos), len(broken), outputs, use.Seconds, use.MaxRSS>>20, o.memory, c)
	return errors.Join(wrong...)
}

// checkOutputs wants a picture for each photograph, like mogrify's, and only whole pictures.
func checkOutputs(ctx context.Context, dir, to string, photos []string, said string) (c comparison, outputs int, wrong []error) {
	made, err := filepath.Glob(filepath.Join(to, "*.jpg"))
	if err != nil {
		return c, 0, []error{err}
	}
	for _, name := range made {
		if _, err := load(name); err != nil {
			wrong = append(wrong, err)
		}
	}
	for _, must := range []string{"cut-50.jpg", "text.jpg", "bomb.png", "fifo.jpg"} {
		if !strings.Contains(said, must) {
			wrong = append(wrong, fmt.Errorf("standard error does not name %s", must))
		}
		if _, err := os.Stat(filepath.Join(to, must+".jpg")); err == nil {
			wrong = append(wrong, fmt.Errorf("%s has an output", must))
		}
	}
	for _, photo := range photos {
		if _, err := os.Stat(filepath.Join(to, filepath.Base(photo)+".jpg")); err != nil {
			wrong = append(wrong, err)
		}
	}
	if outside.Missing("mogrify") != "" {
		return c, len(made), wrong
	}
	theirs := filepath.Join(dir, "theirs")
	if err := os.MkdirAll(theirs, 0o777); err != nil {
		return c, len(made), append(wrong, err)
	}
	for _, photo := range photos {
		if filepath.Ext(photo) != ".jpg" {
			continue
		}
		argv := []string{"mogrify", "-path", theirs, "-auto-orient", "-resize", "800x600", "-quality", "85", photo}
		if _, err := (outside.Program{Argv: argv}).Run(ctx); err != nil {
			return c, len(made), append(wrong, err)
		}
		base := filepath.Base(photo)
		if err := c.add(filepath.Join(to, base+".jpg"), filepath.Join(theirs, base)); err != nil {
			wrong = append(wrong, err)
		}
	}
	return c, len(made), wrong
}

// children lists what is in a directory.
func children(dir string) (names []string, err error) {
	list, err := os.ReadDir(dir)
	for _, e := range list {
		names = append(names, filepath.Join(dir, e.Name()))
	}
	return names, err
}

// hashes are of the contents of regular files and of what links say.
func hashes(names []string) (map[string]string, error) {
	sums := map[string]string{}
	for _, name := range names {
		info, err := os.Lstat(name)
		if err != nil {
			return nil, err
		}
		content := []byte(info.Mode().String())
		switch {
		case info.Mode()&os.ModeSymlink != 0:
			link, err := os.Readlink(name)
			if err != nil {
				return nil, err
			}
			content = append(content, link...)
		case info.Mode().IsRegular():
			data, err := os.ReadFile(name)
			if err != nil && !errors.Is(err, os.ErrPermission) {
				return nil, err
			}
			content = append(content, data...)
		}
		sums[name] = fmt.Sprintf("%x", sha256.Sum256(content))
	}
	return sums, nil
}

// budget reads a number of megabytes: 600M.
func budget(text string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSuffix(text, "M"), 10, 64)
	return n << 20, err
}
