package replay

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/self"
	"github.com/skua-go/skua/steals"
)

// makerWaits waits until a goroutine is blocked in the Wait of a scope.
func makerWaits() {
	for waits := false; !waits; spin(time.Millisecond) {
		for text := range strings.SplitSeq(self.Stacks(), "\n\n") {
			_, state, _ := self.ParseHead(text)
			waits = waits || strings.Contains(text, "skua.(*Scope).Wait(") && (state == "chan receive" || state == "sync.Cond.Wait")
		}
	}
}

// TestNobodysTask: in the recorded run a task did not begin, since its scope had failed, and so it spawned
// nothing. In the replay it begins, and spawns while the scope's maker waits. Nobody is handed these tasks,
// so they are the maker's: also if the recording has nothing more for it, or has other things; and if
// the scope was over in the recorded run when the maker came to wait.
func TestNobodysTask(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	defer func(d time.Duration) { replay.StallAfter = d }(replay.StallAfter)
	replay.StallAfter = time.Hour // nobody is to wait for that
	for _, c := range []struct {
		name, lines string
		more        bool
	}{
		{"nothing more", "1.1 call 0.2.1\n2.1 task 0.1.1\n2.1 end 0 stopped\n1.1 end 0\nquiet\nclosed\n", false},
		{"another call", "1.1 call 0.2.1\n2.1 task 0.1.1\n2.1 end 0 stopped\n1.1 end 0\nquiet\n1.2 call 0.3.1\n1.2 end 0\nquiet\nclosed\n", true},
		{"over before", "2.1 task 0.1.1\n2.1 end 0 stopped\ngone 0.2.1\nquiet\nclosed\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			await := func() {}
			prog := program{"fails", func(p *skua.Pool, d *diary) {
				s := skua.NewScope(context.Background(), p)
				s.Go(func(w *skua.Worker) error {
					await()
					for k := range 5 {
						w.Go(s, func(*skua.Worker) error { d.note(k); return nil })
					}
					return nil
				})
				if err := s.Wait(); err != nil {
					panic(err)
				}
				if c.more {
					if err := p.Run(context.Background(), func(*skua.Worker) error { return nil }); err != nil {
						panic(err)
					}
				}
			}, nil}
			file := byHand(t, prog, c.lines)
			await = makerWaits
			d, err := run(t, prog, steals.Replay, file)
			if got := d.String(); got != "[[0 1 2 3 4]]" || err != nil {
				t.Errorf("got %v and %v, want all tasks by the maker, in order", got, err)
			}
		})
	}
}

// TestTurn_void: a task waits, by the recording, until three others of its scope have ended, of which one is
// never spawned, since the scope fails earlier now.
func TestTurn_void(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	defer func(d time.Duration) { replay.StallAfter = d }(replay.StallAfter)
	replay.StallAfter = time.Hour // nobody is to wait for that
	late, failed := false, errors.New("failed")
	prog := program{"fails", func(p *skua.Pool, d *diary) {
		s := skua.NewScope(context.Background(), p)
		s.SetLimit(3)
		s.Go(func(w *skua.Worker) error {
			if late {
				<-s.Context().Done()
				return nil
			}
			w.Go(s, func(*skua.Worker) error { return nil })
			return nil
		})
		s.Go(func(*skua.Worker) error { return failed })
		s.Go(func(*skua.Worker) error { return nil })
		if err := s.Wait(); err != failed {
			panic(err)
		}
	}, nil}
	file := byHand(t, prog, "2.1 task 0.1.1\n1.1 call 0.4.1\n1.2 task 0.2.1\n1.2 end 0 stopped\n1.3 task 2.1.1 after 1\n"+
		"1.3 end 0 stopped\n2.1 end 1 stopped\n2.2 task 0.3.1 after 3\n2.2 end 0 stopped\n1.1 end 0\nquiet\nclosed\n")
	late = true
	if _, err := run(t, prog, steals.Replay, file); err != nil {
		t.Error(err)
	}
}

// TestTurn_never: a task waits, by the recording, until another one of its limited scope has ended, which now
// waits for it. That is reported.
func TestTurn_never(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	defer func(d time.Duration) { replay.StallAfter = d }(replay.StallAfter)
	replay.StallAfter = time.Second / 2
	waits := false
	prog := program{"two tasks", func(p *skua.Pool, d *diary) {
		s, begun := skua.NewScope(context.Background(), p), make(chan struct{})
		s.SetLimit(2)
		s.Go(func(*skua.Worker) error {
			if waits {
				<-begun
			}
			return nil
		})
		s.Go(func(*skua.Worker) error { close(begun); return nil })
		if err := s.Wait(); err != nil {
			panic(err)
		}
	}, nil}
	file := byHand(t, prog, "worker 3 pool 1 resident\n2.1 task 0.1.1\n2.1 end 0\n1.1 call 0.3.1\n3.1 task 0.2.1 after 1\n3.1 end 0\n1.1 end 0\nquiet\nclosed\n")
	waits = true
	_, err := run(t, prog, steals.Replay, file)
	if want := `line \d+ has "3.1 task 0.2.1 after 1", .*; it waits until 1 others`; err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
		t.Errorf("got %v, want a match of %q", err, want)
	}
}
