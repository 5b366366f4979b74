package nestedpools

import (
	pond1 "github.com/alitto/pond"
	"github.com/alitto/pond/v2"
	"github.com/panjf2000/ants/v2"
	"github.com/sourcegraph/conc/pool"
)

func work() {}

func conc(items []int) {
	p := pool.New().WithMaxGoroutines(4)
	e := pool.New().WithMaxGoroutines(4).WithErrors()
	free := pool.New()
	for range items {
		p.Go(func() {
			p.Go(work) // want `Pool.Go in a task of the same pool waits while the task keeps its place: when all 4 places are held so`
			free.Go(work)
			p.Wait() // want `Pool.Wait in a task that it waits for never returns`
		})
		e.Go(func() error {
			e.Go(func() error { return nil }) // want `ErrorPool.Go in a task of the same pool`
			return nil
		})
		free.Go(func() { free.Go(work) })
	}
}

func antsPool(items []int) {
	p, _ := ants.NewPool(4)
	open, _ := ants.NewPool(-1)
	try, _ := ants.NewPool(4, ants.WithNonblocking(true))
	for range items {
		p.Submit(func() {
			p.Submit(work) // want `Pool.Submit in a task of the same pool`
		})
		open.Submit(func() { open.Submit(work) })
		try.Submit(func() { try.Submit(work) })
	}
}

func antsFunc(items []int) {
	var p *ants.PoolWithFunc
	p, _ = ants.NewPoolWithFunc(4, func(arg any) {
		for range arg.(int) {
			p.Invoke(0) // want `PoolWithFunc.Invoke in a task of the same pool`
		}
	})
	for range items {
		p.Invoke(1)
	}
}

func pondOne(items []int) {
	p := pond1.New(4, 1000)
	group := p.Group()
	for range items {
		group.Submit(func() {
			p.Submit(work)
			p.SubmitAndWait(work) // want `WorkerPool.SubmitAndWait in a task of the same pool`
			inner := p.Group()
			inner.Submit(work)
			inner.Wait() // want `TaskGroup.Wait in a task of the same pool`
		})
	}
	group.Wait()
}

func pondTwo(items []int) {
	p := pond.NewPool(4)
	open := pond.NewPool(0)
	sub := p.NewSubpool(2)
	for range items {
		p.Submit(func() {
			p.Submit(work)
			p.Submit(work).Wait() // want `Task.Wait in a task of the same pool`
			task := p.Submit(work)
			task.Wait() // want `Task.Wait in a task of the same pool`
			group := p.NewGroup()
			group.Submit(work, work).Wait() // want `TaskGroup.Wait in a task of the same pool`
			sub.Submit(work).Wait()
			open.Submit(work).Wait()
		})
		open.Submit(func() { open.Submit(work).Wait() })
		p.Submit(work).Wait()
	}
}
