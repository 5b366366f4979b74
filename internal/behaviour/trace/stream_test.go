package trace

import (
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/trace"
)

// numbers is a sequence whose line is in no report: the work of a stream is where that is ranged over.
func numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

const streamed = 200 // values

func square(i int) int { burn(100 * time.Microsecond); return i * i }

func ranges(o par.Option) (sum int) {
	for x := range par.MapSeq(numbers(streamed), square, o) {
		sum += x
	}
	return sum
}

func calls(o par.Option) { par.ForSeq(numbers(streamed), func(i int) { square(i) }, o) }

// within has a loop inside of its sequence, which is at its own line.
func within(o par.Option) {
	par.ForSeq(func(yield func(int) bool) {
		par.For(streamed, func(i int) { square(i) }, o)
		yield(0)
	}, func(int) { burn(time.Millisecond) }, o)
}

// TestStream: the site of a stream is the line that ranges over it, or calls for its values.
func TestStream(t *testing.T) {
	for name, run := range map[string]func(o par.Option){
		"ranges": func(o par.Option) { ranges(o) }, "calls": calls, "within.func1": within,
	} {
		_, rec := recorded(t, 2, func(pool *skua.Pool) { run(par.On(pool)) })
		found, sites := false, rec.Stop().Sites
		for _, s := range sites {
			if s.Kind != trace.SpawnSite && s.Kind != trace.LoopSite {
				continue
			}
			found = found || strings.HasSuffix(s.Function, "."+name)
			if strings.Contains(s.Function, ".numbers") {
				t.Errorf("%s: %d of %s in the sequence, %s", name, s.Count, s.Kind, s.Name)
			}
		}
		if !found {
			t.Errorf("%s is no site of %+v", name, sites)
		}
	}
}
