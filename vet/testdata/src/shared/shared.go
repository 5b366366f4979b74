package shared

import (
	"context"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

var all []int

type result struct{ odd []int }

func appends(s []int, p *skua.Pool) []int {
	var out []int
	par.For(10, func(i int) {
		out = append(out, i) // want `an append to a variable from outside in a task of par.For loses elements`
		all = append(all, i) // want `an append to a variable from outside`
		mine := []int{}
		mine = append(mine, i)
		_ = mine
	})
	par.ForEach(s, func(v int) {
		if v > 3 {
			out = append(out, v) // want `in a task of par.ForEach`
		}
	})
	loop := skua.Loop{To: 10, Body: func(p *skua.Part) {
		for p.Next() {
			out = append(out, p.Index()) // want `in a task of a Loop`
		}
	}}
	loop.Run(p)

	var mu sync.Mutex
	par.For(10, func(i int) {
		mu.Lock()
		defer mu.Unlock()
		out = append(out, i)
	})
	par.For(10, func(i int) { out = append(out, i) }, par.Sequential())
	par.Do(func() { out = append(out, 1) })
	lists := make([][]int, 10)
	par.For(10, func(i int) { lists[i] = append(lists[i], i) })
	return par.Map(s, func(v int) int { return len(append(s, v)) })
}

var buf = par.Local(func() []byte { return nil })

func views(s []int) {
	par.ForEach(s, func(v int) {
		b := buf.View()
		par.For(v, func(int) {
			c := buf.View() // want `this View may be the one that the task of par.ForEach around it uses`
			*c = append((*c)[:0], 1)
		})
		*b = append(*b, 2)
	})
	own := strand.NewHolder(func() int { return 0 })
	other := strand.NewHolder(func() int { return 0 })
	par.For(10, func(int) {
		n := own.View()
		par.For(10, func(int) {
			*own.View()++ // want `this View may be the one`
			*other.View()++
		})
		skua.Join(nil, func(*skua.Worker) {
			*own.View()++ // want `this View may be the one`
		}, func(*skua.Worker) {})
		helper()
		*n++
	})
	par.For(10, func(i int) {
		b := buf.View()
		helper()
		if i > 5 {
			*b = nil
		}
	})
	par.For(10, func(int) {
		n := *own.View() // it is not used any more
		par.For(n, func(int) { *own.View()++ })
	})
	par.For(10, func(int) {
		s := skua.NewScope(context.Background(), nil)
		s.Go(func(*skua.Worker) error { *own.View()++; return nil })
		*own.View()++
	})
}

func helper() {
	par.For(10, func(int) {
		*buf.View() = nil // want `this View may be the one`
	})
}
