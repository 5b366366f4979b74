// Package pond is what the tests need of the real one: signatures.
package pond

type WorkerPool struct{}

func New(maxWorkers, maxCapacity int) *WorkerPool { return nil }

func (p *WorkerPool) Submit(task func())        {}
func (p *WorkerPool) SubmitAndWait(task func()) {}
func (p *WorkerPool) Group() *TaskGroup         { return nil }

type TaskGroup struct{}

func (g *TaskGroup) Submit(task func()) {}
func (g *TaskGroup) Wait()              {}
