package stuck

import (
	"strings"
	"testing"
	"time"
)

// still is a pool that stands still, with tasks for which a token is free.
type still struct{ progress uint64 }

func (s *still) Progress() uint64          { return s.progress }
func (*still) Waiting() (all, untaken int) { return 7, 2 }
func (*still) Goroutines() map[uint64]bool { return nil }
func (*still) Lined() bool                 { return false }
func (*still) Numbers() string             { return "the numbers" }

// TestWatchdog: it reports once, after the second look in a row at which nothing has moved, and once more
// after something has.
func TestWatchdog(t *testing.T) {
	var said []string
	d := Watchdog{Say: func(report string) { said = append(said, report) }}
	p := new(still)
	for round := range 3 {
		p.progress = uint64(round + 1)
		for look := range 5 {
			d.Look(p, time.Minute)
			want := round
			if look >= 2 { // the first has seen that something moved
				want++
			}
			if len(said) != want {
				t.Fatalf("round %d, look %d: %d reports, want %d: %q", round, look, len(said), want, said)
			}
		}
	}
	want := "skua: " + Untaken.Sentence + "\nskua: nothing moved for 2m0s or longer; 7 tasks wait where others can take them\n" +
		"skua: the numbers\nskua: 0 goroutines in tasks:\n"
	if !strings.HasPrefix(said[0], want) {
		t.Errorf("the report is\n%s, want it to begin with\n%s", said[0], want)
	}
}
