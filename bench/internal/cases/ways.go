package cases

import (
	"slices"
	"strconv"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/bench/internal/peer"
)

// own makes one of skua's own ways: start gets an open pool.
func own(name string, start func(pool *skua.Pool, p Params) *Run) Way {
	return Way{Name: name, Start: func(p Params, workers int) (*Run, error) {
		pool, err := skua.New(skua.WithWorkers(workers))
		if err != nil {
			return nil, err
		}
		run := start(pool, p)
		run.Close = func() { pool.Close() }
		return run, nil
	}}
}

// plain makes a way that needs no pool, as the serial twin's.
func plain(name string, start func(p Params) *Run) Way {
	return Way{Name: name, Start: func(p Params, _ int) (*Run, error) { return start(p), nil }}
}

// An operation is one that sessions may have; of returns false without it.
type operation[F any] struct {
	name string
	of   func(s peer.Session) (f F, has bool)
}

var (
	both = operation[func(a, b func())]{"fork and join",
		func(s peer.Session) (func(a, b func()), bool) { return s.Both, s.Both != nil }}
	tasks = operation[func(n int, task func(i int))]{"tasks one by one",
		func(s peer.Session) (func(n int, task func(i int)), bool) { return s.Tasks, s.Tasks != nil }}
	loop = operation[func(n int, body func(i int))]{"loop",
		func(s peer.Session) (func(n int, body func(i int)), bool) { return s.For, s.For != nil }}
	submit = operation[func(task func())]{"tasks from any goroutine",
		func(s peer.Session) (func(task func()), bool) { return s.Submit, s.Submit != nil }}
	// Tasks that give tasks themselves: a rival that deadlocks here may do well with plain tasks.
	nested = operation[func(n int, task func(i int))]{"tasks that wait for tasks", tasks.of}
	// The same by a loop, for those without tasks.
	nestedAny = operation[func(n int, body func(i int))]{"tasks or loops that wait for others",
		func(s peer.Session) (func(n int, body func(i int)), bool) {
			if s.Tasks == nil {
				return s.For, s.For != nil
			}
			return s.Tasks, true
		}}
)

// rivals makes a way of every peer; those without the operation say so when they
// are started.
func rivals[F any](op operation[F], start func(f F, p Params, workers int) *Run) []Way {
	var ways []Way
	for _, rival := range peer.All {
		ways = append(ways, Way{
			Name:   rival.Name,
			Module: rival.Module,
			Needs:  op.name,
			Start: func(p Params, workers int) (*Run, error) {
				s := rival.Open(workers)
				f, has := op.of(s)
				if !has {
					return nil, Cannot("no %s", op.name)
				}
				run := start(f, p, workers)
				run.Close = s.Close
				return run, nil
			},
		})
	}
	return ways
}

// serialIn makes the way of the plain recursive function in another language.
func serialIn(language, program, id string) Way {
	return Way{Name: "serial " + language, Native: program, Case: id}
}

// slow marks ways that are expensive for a unit.
func slow(ways []Way) []Way {
	for i := range ways {
		ways[i].Slow = true
	}
	return ways
}

// native makes a way of each program of bench/native that is named. It runs the
// case of the same name.
func native(programs ...string) []Way {
	var ways []Way
	for _, p := range programs {
		ways = append(ways, Way{Name: p, Native: p})
	}
	return ways
}

// spare is the same for programs that are built from a checkout of their library, which few
// machines have.
func spare(programs ...string) []Way {
	ways := native(programs...)
	for i := range ways {
		ways[i].Spare = true
	}
	return ways
}

// together is the usual list: single ways, then the lists of ways.
func together(first []Way, more ...[]Way) []Way {
	return slices.Concat(append([][]Way{first}, more...)...)
}

// number is an answer.
func number(n *int) func() string {
	return func() string { return strconv.Itoa(*n) }
}
