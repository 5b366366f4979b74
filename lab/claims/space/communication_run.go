package space

import (
	"context"
	"unsafe"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/self"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A letter is the argument of a call, with a load B that is there to be moved.
type letter[B any] struct {
	load          B // first: behind the others an empty one takes a word
	levels, spins int
	from          uintptr // the goroutine that forked the call, or called it
}

// An answer is how many calls in a subtree ran on another goroutine than forked them.
type answer struct{ moved int64 }

// A parcel is a size of frames: that of an argument and its result, as a steal moves them.
type parcel struct {
	bytes int
	count func(ctx context.Context, levels, workers, samples, spins int) ([]lab.Row, error)
}

// parcels have a load of nothing, of two cache lines and of a quarter of a page.
var parcels = []parcel{parcelOf[struct{}](), parcelOf[[128]byte](), parcelOf[[1024]byte]()}

func parcelOf[B any]() parcel {
	bytes := int(unsafe.Sizeof(letter[B]{}) + unsafe.Sizeof(answer{})) // SAFETY: sizes alone
	deliver := skua.NewFunc(open[B])
	var load B
	return parcel{bytes, func(ctx context.Context, levels, workers, samples, spins int) (rows []lab.Row, err error) {
		pool, err := skua.New(skua.WithWorkers(workers))
		if err != nil {
			return nil, err
		}
		defer pool.Close()
		for range samples {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			before := pool.Stats().Steals
			got := deliver.On(pool, letter[B]{load: load, levels: levels, spins: spins})
			rows = append(rows, movesRow(workers, levels, bytes, got.moved, int64(pool.Stats().Steals-before)))
		}
		return rows, nil
	}}
}

// open runs a node and what is below it. The root comes from outside, and is not moved.
func open[B any](f *skua.Frame[letter[B], answer], l letter[B]) (a answer) {
	here := self.Goroutine()
	if l.from != 0 && l.from != here {
		a.moved = 1
	}
	gauge.Burn(l.spins)
	if l.levels == 1 {
		return a
	}
	l.levels, l.from = l.levels-1, here
	called := open(f.Fork(l), l)
	forked, done := f.Join()
	if !done {
		forked = open(f, l)
	}
	a.moved += called.moved + forked.moved
	return a
}
