package tracer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skua-go/skua/internal/event"
)

// TestMerge_order merges lines of events of known times: all up to the horizon come, by time and no
// later ones, and the others in the next round.
func TestMerge_order(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 4))
		s := &sink{}
		tr := New(Config{Sink: s, Workers: 1})
		tr.ticker.stop()
		var times []int64
		for range 1 + random.IntN(8) {
			l, at := tr.Line(false), int64(0)
			for range random.IntN(60) {
				at += random.Int64N(100)
				times = append(times, at)
				l.events.Put(event.Event{At: at, Kind: event.Drop, N: at})
			}
		}
		slices.Sort(times)
		horizon := random.Int64N(3000)
		due, _ := slices.BinarySearch(times, horizon+1)
		for _, part := range []struct {
			until int64
			want  []int64
		}{{horizon, times[:due]}, {1 << 40, times}} {
			tr.merge(part.until)
			var got []int64
			for _, e := range s.events {
				got = append(got, e.N)
			}
			if !slices.Equal(got, part.want) {
				t.Fatalf("seed %d: up to %d come %v, want %v", seed, part.until, got, part.want)
			}
		}
		s.check(t)
	}
}
