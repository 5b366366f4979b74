package nested

import (
	"context"
	"io/fs"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

func work() error { return nil }

func outerLoop(dirs []string) error {
	var g errgroup.Group
	g.SetLimit(8)
	for range dirs {
		g.Go(func() error {
			g.Go(work) // want `Group.Go in a task of the same pool waits while the task keeps its place: when all 8 places are held so, none goes on \(the task is started at line 18\)`
			return nil
		})
	}
	return g.Wait()
}

func onePlace() error {
	g, _ := errgroup.WithContext(context.Background())
	g.SetLimit(1)
	g.Go(func() error {
		g.Go(work) // want `when it holds the only one, none goes on`
		return nil
	})
	return g.Wait()
}

func recursive(dir string) error {
	g := new(errgroup.Group)
	g.SetLimit(runtime.NumCPU())
	var walk func(dir string) error
	walk = func(dir string) error {
		for _, sub := range list(dir) {
			g.Go(func() error { return walk(sub) }) // want `when every place of the pool is held so`
		}
		return nil
	}
	walk(dir)
	return g.Wait()
}

func list(dir string) []string { return nil }

type walker struct{ g *errgroup.Group }

func run(dir string) {
	w := &walker{g: new(errgroup.Group)}
	w.g.SetLimit(4)
	w.walk(dir)
	w.g.Wait()
}

func (w *walker) walk(dir string) {
	for _, sub := range list(dir) {
		w.g.Go(func() error { // want `Group.Go in a task of the same pool`
			w.walk(sub)
			return nil
		})
	}
}

func byParameter(dirs []string) {
	var g errgroup.Group
	g.SetLimit(2)
	for _, d := range dirs {
		g.Go(func() error {
			more(&g, d)
			return nil
		})
	}
}

func more(g *errgroup.Group, dir string) {
	g.Go(work) // want `Group.Go in a task of the same pool`
}

func waits() {
	var g errgroup.Group
	g.Go(func() error {
		return g.Wait() // want `Group.Wait in a task that it waits for never returns`
	})
}

func callback(root string) error {
	var g errgroup.Group
	g.SetLimit(8)
	return filepath.Walk(root, func(path string, _ fs.FileInfo, err error) error {
		for range path {
			g.Go(func() error {
				g.Go(work) // want `Group.Go in a task of the same pool`
				return nil
			})
		}
		return nil
	})
}
