package policy

import (
	"testing"

	"github.com/skua-go/skua/internal/rng"
)

// TestCrowd_beaten wants a thief that is beaten again and again to leave out as many workers as Beat says,
// none in a small pool, and none if it has to look at everything or has stolen as often since.
func TestCrowd_beaten(t *testing.T) {
	for workers, want := range map[int]int{1: 0, 2: 0, 8: 0, 15: 0, 16: 3, 64: 5, 256: 7} {
		c, r := Crowd{Searching: 1}, rng.New(1)
		for range 100 {
			c.Beat(workers)
		}
		if c.beaten != want {
			t.Errorf("of %d workers: beaten %d times, want %d", workers, c.beaten, want)
		}
		const looks = 10_000
		avoided := func() (n int) {
			for range looks {
				if c.Avoids(&r) {
					n++
				}
			}
			return n
		}
		if left := looks - avoided(); left < looks>>want*9/10 || left > looks>>want*11/10 {
			t.Errorf("of %d workers: a beaten thief looks at %d of %d that it passes", workers, left, looks)
		}
		c.Searching = 0
		if n := avoided(); n > 0 {
			t.Errorf("of %d workers: one that has to look at everything leaves out %d", workers, n)
		}
		c.Searching = 1
		for range 1000 {
			c.Won()
		}
		if n := avoided(); n > 0 {
			t.Errorf("of %d workers: one that stole as often leaves out %d", workers, n)
		}
	}
}

// TestCrowd_looksAway wants about as many lookers as its constant says, whatever the crowd, all of a smaller
// one and of a small pool, and everybody who has to look at everything.
func TestCrowd_looksAway(t *testing.T) {
	const looks = 10_000
	for _, c := range []struct{ crowd, size, want int }{
		{0, 256, looks}, {1, 256, looks}, {lookers, 256, looks}, {2 * lookers, 256, looks / 2}, {4 * lookers, 256, looks / 4},
		{4 * lookers, few - 1, looks},
	} {
		var crowd Crowd
		crowd.See(c.crowd, c.size)
		n, r := 0, rng.New(1)
		for range looks {
			if !crowd.LooksAway(&r) {
				n++
			}
		}
		if n < c.want*9/10 || n > c.want*11/10 {
			t.Errorf("one of %d that search in a pool of %d looks %d times of %d, want about %d", c.crowd, c.size, n, looks, c.want)
		}
	}
}
