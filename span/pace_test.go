package span

import (
	"testing"
	"time"
)

// TestPace: chunks last some microseconds, and up to a quarter of the share's age
// when that is more, whatever an index costs; pieces last about one.
func TestPace(t *testing.T) {
	for _, cost := range []time.Duration{1, 150, 3000} {
		var p pace
		ran := 1
		for now := cost; now < 10*time.Millisecond; {
			ran = p.after(ran, now)
			took := time.Duration(ran) * cost
			if most := max(tooLong, now/4, cost); took > most {
				t.Errorf("%d ns an index: a chunk of %v after %v, want at most %v", cost, took, now, most)
			}
			if one := time.Duration(p.piece(ran)) * cost; one > max(tooLong/16, cost) {
				t.Errorf("%d ns an index: a piece of %v after %v", cost, one, now)
			}
			now += took
		}
		if least := tooShort << maxLevel; time.Duration(ran)*cost < least {
			t.Errorf("%d ns an index: the last chunk has %d, want %v", cost, ran, least)
		}
		cost *= 1000
		ran = p.after(ran, p.last+time.Duration(ran)*cost)
		want(t, "indices that have become dear", ran, max(1, int(tooLong<<maxLevel/cost)))
		p.start()
		want(t, "level of a new share", p.level, 0)
	}
}
