package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skua-go/skua/bench/internal/outside"
)

// The tables.
const (
	one  = "one size: 800x600"
	many = "three sizes: 1440, 720 and 480 wide"
)

// out is where a way puts its outputs.
func out(table, name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, "out "+table+" "+name)
}

// ways are those of both tables. All turn pictures upright, and write JPEG of quality 85.
func (o options) ways(dir string, photos []string) []outside.Way {
	add := func(table, name string, outputs int, needs []string, runs ...func(to string) outside.Program) outside.Way {
		w := outside.Way{Table: table, Name: name, Jobs: len(photos), Needs: needs}
		w.Take = func(ctx context.Context) (outside.Use, error) {
			return take(ctx, filepath.Join(dir, out(table, name)), outputs*len(photos), runs)
		}
		return w
	}
	threads := []string{"MAGICK_THREAD_LIMIT=1"}
	skua := func(args ...string) func(string) outside.Program {
		return func(to string) outside.Program {
			return outside.Program{Argv: slices.Concat([]string{o.skua, "images", "--quality", "85", "--quiet", "--out", to}, args, photos)}
		}
	}
	mogrify := func(size string, hint ...string) func(string) outside.Program {
		return func(to string) outside.Program {
			return outside.Program{Argv: slices.Concat([]string{"mogrify"}, hint, []string{"-path", to, "-auto-orient", "-resize", size, "-quality", "85"}, photos)}
		}
	}
	vips := func(size, name string) func(string) outside.Program {
		return func(to string) outside.Program {
			return outside.Program{Argv: append([]string{"vipsthumbnail", "--size", size, "-o", to + "/" + name + "[Q=85]"}, photos...)}
		}
	}
	list := func(argv func(to string) []string) func(string) outside.Program {
		return func(to string) outside.Program {
			return outside.Program{Argv: argv(to), Env: threads, Stdin: strings.NewReader(strings.Join(photos, "\n") + "\n")}
		}
	}
	return []outside.Way{
		add(one, "skua images", 1, nil, skua("--resize", "800x600")),
		add(one, "mogrify", 1, []string{"mogrify"}, mogrify("800x600")),
		add(one, "mogrify with -define jpeg:size=1600x1200", 1, []string{"mogrify"}, mogrify("800x600", "-define", "jpeg:size=1600x1200")),
		add(one, "mogrify under xargs -P2", 1, []string{"mogrify", "xargs"}, list(func(to string) []string {
			return []string{"xargs", "-P2", "-n1", "mogrify", "-path", to, "-auto-orient", "-resize", "800x600", "-quality", "85"}
		})),
		add(one, "vipsthumbnail", 1, []string{"vipsthumbnail"}, vips("800x600", "%s.jpg")),
		add(one, "vipsthumbnail under GNU parallel -j2", 1, []string{"vipsthumbnail", "parallel"}, list(func(to string) []string {
			return []string{"parallel", "-j2", "vipsthumbnail", "--size", "800x600", "-o", "'" + to + "/%s.jpg[Q=85]'", "{}"}
		})),
		add(many, "skua images", 3, nil, skua("--size", "1440,720,480")),
		add(many, "mogrify, three times", 3, []string{"mogrify"}, below("a", mogrify("1440x")), below("b", mogrify("720x")), below("c", mogrify("480x"))),
		add(many, "vipsthumbnail, three times", 3, []string{"vipsthumbnail"},
			vips("1440x", "%s-1440.jpg"), vips("720x", "%s-720.jpg"), vips("480x", "%s-480.jpg")),
	}
}

// below gives a program a directory of its own below that of the way.
func below(name string, p func(string) outside.Program) func(string) outside.Program {
	return func(to string) outside.Program {
		to = filepath.Join(to, name)
		if err := os.Mkdir(to, 0o777); err != nil {
			return outside.Program{Argv: []string{"false", err.Error()}}
		}
		return p(to)
	}
}

// take runs programs one after the other into an empty directory, and wants that many outputs.
func take(ctx context.Context, to string, outputs int, runs []func(string) outside.Program) (sum outside.Use, err error) {
	if err := os.RemoveAll(to); err != nil {
		return sum, err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return sum, err
	}
	for _, r := range runs {
		use, err := r(to).Run(ctx)
		if err != nil {
			return sum, err
		}
		sum.Seconds += use.Seconds
		sum.CPU += use.CPU
		sum.Self += use.Self
		sum.MaxRSS = max(sum.MaxRSS, use.MaxRSS)
	}
	flat, _ := filepath.Glob(filepath.Join(to, "*.jpg"))
	deep, _ := filepath.Glob(filepath.Join(to, "*", "*.jpg"))
	if n := len(flat) + len(deep); n != outputs {
		return sum, fmt.Errorf("%d outputs; want %d", n, outputs)
	}
	return sum, nil
}
