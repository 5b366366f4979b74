package par

import (
	"fmt"
	"os"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// Option changes how one call runs, never what it computes; only Grain takes part in the shape of a
// reduction, and Unordered in the order of a sequence. It is a small value: passing options
// allocates nothing. Of two options of one kind the later counts; the zero Option does nothing.
type Option struct {
	kind  kind
	n     int
	place skua.Place
	tell  *func(done, total int) // a pointer, so that options can be compared
}

type kind uint8

const (
	none kind = iota
	grain
	maxWorkers
	place
	sequential
	allErrors
	unordered
	progress
)

// Grain sets how many indices a worker takes at a time, or how many a block has where blocks
// are the function's contract: Reduce, MapReduce, Fold, Scan. Without it a worker begins
// with one index and takes more as long as those are quick, so Grain is seldom needed.
// Panics if n < 1.
func Grain(n int) Option {
	if n < 1 {
		panic(fmt.Sprintf("par: Grain(%d): a grain is at least 1", n))
	}
	return Option{kind: grain, n: n}
}

// MaxWorkers sets how many workers run the call at a time, at most; 1 leaves it to the caller, and
// over a sequence to one of several workers at a time. No more run than the pool has workers,
// whatever n is, unless they wait inside skua.Blocking. Those count, so this also bounds how many
// requests, say, are under way. A call of par inside the function does not count: it has its own
// bound. Panics if n < 1.
func MaxWorkers(n int) Option {
	if n < 1 {
		panic(fmt.Sprintf("par: MaxWorkers(%d): at least 1 worker runs a call", n))
	}
	return Option{kind: maxWorkers, n: n}
}

// On sets where the call runs: on a *skua.Pool, whose worker the caller becomes
// for the time of the call, or at the *skua.Worker or *skua.Frame of the task that calls.
// Without it a call runs at skua.Here(). In the body of a Func, On(f) with its Frame costs
// less, and lets other workers steal what f's task has forked. Panics if p is nil; the call
// panics if p is a zero value, or the Frame of a task that has ended.
func On(p skua.Place) Option {
	if p == nil || p == skua.Place((*skua.Pool)(nil)) || p == skua.Place((*skua.Worker)(nil)) {
		panic("par: On(nil): a call runs on a *skua.Pool, or at a *skua.Worker or *skua.Frame")
	}
	return Option{kind: place, place: p}
}

// Sequential runs everything in the caller, in index order, as plain loops that
// touch nothing of skua: for debugging, and to tell a bug of a body from a race.
// The results are the same to the bit. The environment variable
// SKUA_SEQUENTIAL=1 does so for every call of the program.
func Sequential() Option { return Option{kind: sequential} }

// AllErrors makes a function whose name ends in Err go on after errors: every call is made, and the
// result joins all errors by errors.Join, in the order of the indices. An iterator gives the results
// of the calls that have not failed, and then that error. A panic, or the end of the context, stops
// all as without it. It is for NewScope too, and for WalkDir and WalkFS. The other functions ignore it.
func AllErrors() Option { return Option{kind: allErrors} }

// Unordered makes the iterators of MapSeq, FilterSeq, FlatMapSeq and their twins that may fail give
// each batch of results as soon as it has run, and not in the order of the values: so one slow call
// holds back nobody but its batch, and with Grain(1) nobody at all. In which order results come is
// for timing to say; each comes out once. In Sequential, and at the beginning, while the caller works
// alone, they come in order.
//
// Of a function whose name ends in Err it makes the first failure, in time, stop all calls, not only
// those behind it: after that, results of others may be missing. The other functions ignore it.
func Unordered() Option { return Option{kind: unordered} }

// Progress makes a call tell f now and then how many of its elements are done: at most ten times a
// second, and once when all are, with done growing and never twice at a time. It is for For,
// ForRange, ForEach, Chunks, Map, MapInto, MapN and FlatMap, and for their twins whose names end in
// Err, where a call that failed is not done. Chunks counts pieces. The other functions ignore it. f
// is called by the worker that has ended an element, on its time; a panic of f is like one of the
// call's function. Each element costs some 10 ns more. Panics if f is nil.
func Progress(f func(done, total int)) Option {
	call.Need("Progress", f != nil)
	return Option{kind: progress, tell: &f}
}

// everSequential is whether SKUA_SEQUENTIAL asks for plain loops everywhere. A
// variable for the sake of tests.
var everSequential = os.Getenv("SKUA_SEQUENTIAL") == "1"

// resolve returns what the options o come to. It panics if their place takes no
// calls.
func resolve(o []Option) call.Settings {
	set := parse(o)
	set.Admit()
	return set
}

func parse(o []Option) call.Settings {
	set := call.Settings{Sequential: everSequential}
	for i := range o {
		switch o[i].kind {
		case grain:
			set.Grain = o[i].n
		case maxWorkers:
			set.Workers = o[i].n
		case place:
			set.Place = o[i].place
		case sequential:
			set.Sequential = true
		case allErrors:
			set.AllErrors = true
		case unordered:
			set.AsReady = true
		case progress:
			set.Tell = *o[i].tell
		}
	}
	return set
}
