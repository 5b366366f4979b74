package crew

import "testing"

// TestBeaten wants a thief that is beaten again and again to leave out as many workers as beat says, none
// in a small pool, and none if it has to look at everything or has stolen as often since.
func TestBeaten(t *testing.T) {
	for workers, want := range map[int]int{1: 0, 2: 0, 3: 0, 4: 1, 8: 2, 16: 3, 64: 5, 256: 7} {
		c := new(Crew)
		c.Init(nil, Config{}, workers)
		w := c.Hire(0)
		w.Crowd = 1
		for range 100 {
			w.Passed(true)
		}
		if w.beaten != want {
			t.Errorf("of %d workers: beaten %d times, want %d", workers, w.beaten, want)
		}
		const looks = 10_000
		avoided := func() (n int) {
			for range looks {
				if w.avoids() {
					n++
				}
			}
			return n
		}
		if left := looks - avoided(); left < looks>>want*9/10 || left > looks>>want*11/10 {
			t.Errorf("of %d workers: a beaten thief looks at %d of %d that it passes", workers, left, looks)
		}
		w.Crowd = 0
		if n := avoided(); n > 0 {
			t.Errorf("of %d workers: one that has to look at everything leaves out %d", workers, n)
		}
		w.Crowd = 1
		won := &Worker{Crew: c, Kinds: [Kinds]Kind{full{}, full{}, full{}}}
		for range 1000 {
			w.StealFrom(won, false)
		}
		if n := avoided(); n > 0 {
			t.Errorf("of %d workers: one that stole as often leaves out %d", workers, n)
		}
	}
}

// TestLooksAway wants about as many lookers as its constant says, whatever the crowd, all of a smaller
// one, and everybody who has to look at everything.
func TestLooksAway(t *testing.T) {
	c := new(Crew)
	c.Init(nil, Config{}, 2)
	w := c.Hire(0)
	const looks = 10_000
	for crowd, want := range map[int]int{0: looks, 1: looks, lookers: looks, 2 * lookers: looks / 2, 4 * lookers: looks / 4} {
		w.Crowd = crowd
		n := 0
		for range looks {
			if !w.LooksAway() {
				n++
			}
		}
		if n < want*9/10 || n > want*11/10 {
			t.Errorf("one of %d that search looks %d times of %d, want about %d", crowd, n, looks, want)
		}
	}
}

// full is a kind of which there is always work.
type full struct{ Kind }

func (full) Steal(*Worker, bool) (Loot, bool, bool) { return Loot{}, true, false }
