package sched

import (
	"context"
	"runtime"
	"testing"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/line"
	"github.com/skua-go/skua/internal/spawn"
)

// exits are tasks that end their goroutine.
type exits struct{ began chan int }

func (exits) Place(*crew.Worker) any     { return nil }
func (exits) Cancel(error)               {}
func (exits) Next() (*spawn.Scope, bool) { panic("nobody takes the result") }
func (e exits) Run(any, any) error {
	e.began <- 1
	runtime.Goexit()
	return nil
}

// TestBound_exited ends residents' goroutines while strangers begin: the runtime gives
// them what served a resident, whose worker must not be taken for theirs.
func TestBound_exited(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := New(crew.Config{Workers: 1})
	defer p.Close()
	for round := range 3000 {
		e := exits{make(chan int, 1)}
		s := new(spawn.Scope)
		s.Init(p.Board(), nil, &crew.Job{Call: line.Call{Context: context.Background()}}, e)
		s.Spawn(nil, "task")
		<-e.began
		strangers := make(chan int, 4)
		for range cap(strangers) {
			go func() {
				n := 0
				if p.Within() {
					n++
				}
				strangers <- n
			}()
		}
		for range cap(strangers) {
			if n := <-strangers; n > 0 {
				t.Fatalf("round %d: a stranger is taken for a worker", round)
			}
		}
		for !s.Over() {
			runtime.Gosched()
		}
	}
}
