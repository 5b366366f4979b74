package replay

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/steals"
)

// spawners spawns from one line on three goroutines, one after the other, into a scope each or into one
// for all.
func spawners(p *skua.Pool, d *diary, one bool) {
	all := skua.NewScope(context.Background(), p)
	turns := [4]chan bool{make(chan bool, 1), make(chan bool, 1), make(chan bool, 1), make(chan bool, 1)}
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			<-turns[g]
			s := all
			if !one {
				s = skua.NewScope(context.Background(), p)
			}
			for k := range 20 {
				s.Go(func(*skua.Worker) error {
					d.note(100*g + k)
					spin(3 * time.Microsecond)
					return nil
				})
			}
			if !one {
				_ = s.Wait()
			}
			turns[g+1] <- true
			<-turns[3]
			turns[3] <- true
		})
	}
	turns[0] <- true
	wg.Wait()
	_ = all.Wait()
}

// TestSpawners_later: two goroutines spawn from one line into a later round of a scope: that is refused, too.
func TestSpawners_later(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	file := filepath.Join(t.TempDir(), "steals")
	if _, err := run(t, program{"later", func(p *skua.Pool, _ *diary) {
		s, over := skua.NewScope(context.Background(), p), make(chan struct{})
		spawn := func() { s.Go(func(*skua.Worker) error { <-over; return nil }) }
		_ = s.Wait()
		spawn()
		var wg sync.WaitGroup
		wg.Go(spawn)
		wg.Wait()
		close(over)
		_ = s.Wait()
	}, nil}, steals.Record, file); err != nil {
		t.Fatal(err)
	}
	if _, err := steals.Replay(file); err == nil || !strings.Contains(err.Error(), "from several goroutines") {
		t.Errorf("got %v", err)
	}
}

// TestSpawners: one line spawns on several goroutines. If each waits for its scope before the next one spawns
// the recording is good; if they share a scope it is refused: nothing says that they did not do so at once.
func TestSpawners(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	each := program{"each", func(p *skua.Pool, d *diary) { spawners(p, d, false) }, nil}
	for range records() {
		file, outcome := recording(t, each, func(string) bool { return true })
		wantSame(t, each, replays(), file, outcome)
	}
	file := filepath.Join(t.TempDir(), "steals")
	if _, err := run(t, program{"one", func(p *skua.Pool, d *diary) { spawners(p, d, true) }, nil}, steals.Record, file); err != nil {
		t.Fatal(err)
	}
	if _, err := steals.Replay(file); err == nil || !strings.Contains(err.Error(), "from several goroutines") {
		t.Errorf("got %v", err)
	}
}
