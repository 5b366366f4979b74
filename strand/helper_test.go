package strand_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

// onPools runs f on pools of 1, 2, 8 and 64 workers.
func onPools(t *testing.T, f func(t *testing.T, p *skua.Pool)) {
	for _, n := range []int{1, 2, 8, 64} {
		t.Run(fmt.Sprintf("workers=%d", n), func(t *testing.T) {
			p, err := skua.New(skua.WithWorkers(n))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			f(t, p)
		})
	}
}

// wantCount fails unless got is 0, 1, … n-1.
func wantCount(t *testing.T, got []int, n int) {
	t.Helper()
	if len(got) != n {
		t.Errorf("%d items were appended, want %d", len(got), n)
	}
	for i, v := range got {
		if i != v {
			t.Fatalf("item %d is %d, want the items in serial order", i, v)
		}
	}
}

// untilStolen runs f on p again and again, until enough was stolen to have tried something.
func untilStolen(t *testing.T, p *skua.Pool, f func()) {
	enough := uint64(300)
	if testing.Short() {
		enough = 30
	}
	first := p.Stats().Steals
	for begun := time.Now(); p.Stats().Steals-first < enough; f() {
		if time.Since(begun) > time.Minute {
			t.Fatalf("%d steals in a minute, want %d", p.Stats().Steals-first, enough)
		}
	}
}
