package nested

import (
	"context"

	"golang.org/x/sync/errgroup"
)

func unlimited(dirs []string) {
	var g errgroup.Group
	for range dirs {
		g.Go(func() error {
			g.Go(work)
			return nil
		})
	}
}

func lifted(dirs []string) {
	var g errgroup.Group
	g.SetLimit(-1)
	for range dirs {
		g.Go(func() error {
			g.Go(work)
			return nil
		})
	}
}

func try(dirs []string) {
	var g errgroup.Group
	g.SetLimit(4)
	for range dirs {
		g.Go(func() error {
			if !g.TryGo(work) {
				return work()
			}
			return nil
		})
	}
}

func producer(items []int) {
	var g errgroup.Group
	g.SetLimit(4)
	g.Go(func() error { // it alone starts others
		for range items {
			g.Go(work)
		}
		return nil
	})
}

func fewProducers(items []int) {
	var g errgroup.Group
	g.SetLimit(4)
	for range 3 {
		g.Go(func() error {
			for range items {
				g.Go(work)
			}
			return nil
		})
	}
}

func pages(n int) {
	var g errgroup.Group
	g.SetLimit(2)
	var page func(k int) error
	page = func(k int) error {
		if k < n {
			g.Go(func() error { return page(k + 1) })
		}
		return nil
	}
	page(0)
}

func ownGroup(dir string) error {
	var g errgroup.Group
	g.SetLimit(4)
	for _, sub := range list(dir) {
		g.Go(func() error { return ownGroup(sub) })
	}
	return g.Wait()
}

func twoGroups(ctx context.Context, dirs []string) {
	outer, ctx := errgroup.WithContext(ctx)
	outer.SetLimit(4)
	inner, _ := errgroup.WithContext(ctx)
	inner.SetLimit(4)
	for range dirs {
		outer.Go(func() error {
			inner.Go(work)
			return nil
		})
	}
}

func perBatch(batches [][]int) {
	for range batches {
		var g errgroup.Group
		g.SetLimit(4)
		g.Go(func() error {
			g.Go(work)
			return nil
		})
		g.Wait()
	}
}

func goroutine(dirs []string) {
	var g errgroup.Group
	g.SetLimit(4)
	for range dirs {
		g.Go(func() error {
			go func() {
				g.Go(work)
				g.Wait()
			}()
			return nil
		})
	}
}

func replaced(dirs []string) {
	g := new(errgroup.Group)
	g.SetLimit(4)
	for range dirs {
		g.Go(func() error {
			g.Go(work)
			return nil
		})
		g = new(errgroup.Group)
	}
}

type tree struct {
	g    errgroup.Group
	kids []*tree
}

func (t *tree) walk() {
	t.g.SetLimit(2)
	for _, k := range t.kids {
		t.g.Go(func() error {
			k.walk() // its own group
			return nil
		})
	}
	t.g.Wait()
}
