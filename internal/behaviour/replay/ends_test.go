package replay

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/steals"
)

var errEnough = errors.New("enough")

// broken are programs of which some tasks do not come to their end. When others see that depends on
// the time, so a replay need not do the same; but it must report no divergence, and end.
var broken = []program{
	{"a panic in a fork", func(p *skua.Pool, d *diary) {
		tree := skua.NewFunc(func(f *skua.Frame[[2]int, int], a [2]int) int {
			if a[1] == 0 {
				d.note(a[0])
				spin(5 * time.Microsecond)
				if a[0] == 100 {
					panic(errEnough)
				}
				return 1
			}
			x, y := f.Both([2]int{2 * a[0], a[1] - 1}, [2]int{2*a[0] + 1, a[1] - 1})
			return x + y
		})
		if v, ok := expect.Recovered(func() { tree.On(p, [2]int{1, 6}) }).(error); !ok || !errors.Is(v, errEnough) {
			panic(v)
		}
		tree.On(p, [2]int{1, 5})
	}, nil},
	{"an error in a fork", func(p *skua.Pool, d *diary) {
		tree := skua.NewFuncErr(func(f *skua.Frame[[2]int, int], a [2]int) (int, error) {
			if a[1] == 0 {
				d.note(a[0])
				spin(5 * time.Microsecond)
				if a[0] == 100 {
					return 0, errEnough
				}
				return 1, nil
			}
			x, y := f.Both([2]int{2 * a[0], a[1] - 1}, [2]int{2*a[0] + 1, a[1] - 1})
			return x + y, nil
		})
		for range 2 {
			if _, err := tree.On(context.Background(), p, [2]int{1, 6}); err != errEnough {
				panic(err)
			}
		}
	}, nil},
	{"a panic in a loop", func(p *skua.Pool, d *diary) {
		for range 2 {
			expect.Recovered(func() {
				par.For(300, func(i int) {
					d.note(i)
					spin(3 * time.Microsecond)
					if i == 200 {
						panic(errEnough)
					}
				}, par.On(p))
			})
		}
	}, nil},
	{"a panic in a loop of forks", func(p *skua.Pool, d *diary) {
		for range 2 {
			expect.Recovered(func() { stoppedLoop(d.note).Run(p) })
		}
	}, nil},
	{"an error in a scope", func(p *skua.Pool, d *diary) {
		for range 2 {
			s := skua.NewScope(context.Background(), p)
			for k := range 50 {
				s.Go(func(w *skua.Worker) error {
					d.note(k)
					w.Go(s, func(*skua.Worker) error { spin(3 * time.Microsecond); return nil })
					if k == 20 {
						return errEnough
					}
					return nil
				})
			}
			if err := s.Wait(); err != errEnough {
				panic(err)
			}
		}
	}, nil},
	{"Goexit in a task", func(p *skua.Pool, d *diary) {
		for range 2 {
			s := skua.NewScope(context.Background(), p)
			for k := range 30 {
				s.Go(func(w *skua.Worker) error {
					d.note(k)
					spin(3 * time.Microsecond)
					if k == 10 {
						runtime.Goexit()
					}
					return nil
				})
			}
			expect.Exits(func() { _ = s.Wait() })
		}
	}, nil},
	{"indices that are dropped", func(p *skua.Pool, d *diary) {
		loop := skua.Loop{To: 300, Body: func(part *skua.Part) {
			for k := 0; k < 20 && part.Next(); k++ {
				d.note(part.Index())
				spin(3 * time.Microsecond)
			}
		}}
		loop.Run(p)
		loop.Run(p)
	}, nil},
	{"a task that nobody waits for", func(p *skua.Pool, d *diary) {
		for range 2 {
			_ = p.Run(context.Background(), func(w *skua.Worker) error {
				s := skua.NewScope(context.Background(), w) //skua:allow scope the end of the run waits for it
				for k := range 20 {
					w.Go(s, func(*skua.Worker) error { d.note(k); spin(3 * time.Microsecond); return nil })
				}
				d.note(100)
				spin(30 * time.Microsecond)
				return nil
			})
		}
	}, nil},
}

// walk forks a tree of that depth, and notes i at each leaf.
func walk(w *skua.Worker, note func(int), i, depth int) {
	if depth == 0 {
		note(i)
		spin(5 * time.Microsecond)
		return
	}
	skua.Join(w, func(w *skua.Worker) { walk(w, note, i, depth-1) }, func(w *skua.Worker) { walk(w, note, i, depth-1) })
}

// stoppedLoop returns a loop that forks, of which one index panics.
func stoppedLoop(note func(int)) *skua.Loop {
	return &skua.Loop{To: 24, Grain: 1, Body: func(part *skua.Part) {
		for part.Next() {
			if walk(part.Worker(), note, part.Index(), 2); part.Index() == 15 {
				panic(errEnough)
			}
		}
	}}
}

// TestStopped: after a loop that was stopped, at whatever time, a task goes on as in the recorded run.
func TestStopped(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	prog := program{"goes on", func(p *skua.Pool, d *diary) {
		nothing := func(int) {}
		err := p.Run(context.Background(), func(w *skua.Worker) error {
			for k := range 3 {
				expect.Recovered(func() { stoppedLoop(nothing).Run(w) })
				for i := range 4 {
					walk(w, d.note, 10*k+i, 4)
				}
				expect.Recovered(func() {
					par.For(10, func(i int) {
						if spin(5 * time.Microsecond); i == 7 {
							panic(errEnough)
						}
					}, par.On(w), par.Grain(1))
				})
			}
			return nil
		})
		if err != nil {
			panic(err)
		}
	}, nil}
	for range records() {
		file, outcome := recording(t, prog, func(string) bool { return true })
		wantSame(t, prog, 2*replays(), file, outcome)
	}
}

// byHand returns the file of a recording of the program, with lines written by hand after its head.
func byHand(t *testing.T, prog program, lines string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "steals")
	if _, err := run(t, prog, steals.Record, file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, []byte(head(t, string(text))+lines), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestStopped_early: a call is stopped before it forks what, by the recording, worker 3 took first. What
// worker 3 took next is waited for by the branch that the call waits for: so the call gives up the first.
func TestStopped_early(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	nothing := func(*skua.Worker) {}
	prog := program{"early", func(p *skua.Pool, d *diary) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		forked := make(chan struct{})
		err := p.Run(ctx, func(w *skua.Worker) error {
			skua.Join(w, func(w *skua.Worker) {
				<-forked
				cancel()
				skua.Join(w, nothing, nothing) // sees the end of the context
				skua.Join(w, nothing, nothing)
			}, func(w *skua.Worker) {
				skua.Join(w, func(*skua.Worker) { close(forked) }, nothing)
			})
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			panic(err)
		}
	}, nil}
	file := byHand(t, prog, `worker 3 pool 1 resident
1.1 call 0.1.1
2.1 fork 1.1.1
3.1 fork 1.1.3
3.1 end 0
3.2 fork 2.1.1
3.2 end 0 stopped
2.1 end 1 stopped
1.1 end 3 stopped
quiet
`)
	for range 20 {
		if _, err := run(t, prog, steals.Replay, file); err != nil {
			t.Fatal(err)
		}
	}
}

// TestStopped_later: a loop forks once more than the recorded one before it is stopped. The fork after
// the loop is still the one that worker 2 takes.
func TestStopped_later(t *testing.T) {
	nothing := func(*skua.Worker) {}
	prog := program{"later", func(p *skua.Pool, d *diary) {
		err := p.Run(context.Background(), func(w *skua.Worker) error {
			loop := skua.Loop{To: 2, Grain: 1, Body: func(part *skua.Part) {
				for part.Next() {
					skua.Join(w, nothing, nothing)
					skua.Join(w, nothing, nothing)
					panic(errEnough)
				}
			}}
			expect.Recovered(func() { loop.Run(w) })
			skua.Join(w, func(*skua.Worker) { d.note(1) }, func(*skua.Worker) { d.note(2) })
			return nil
		})
		if err != nil {
			panic(err)
		}
	}, nil}
	file := byHand(t, prog, `1.1 call 0.1.1
1.1 stop 1 2
2.1 fork 1.1.3
2.1 end 0
1.1 end 3
quiet
`)
	wantSame(t, prog, 20, file, "[[1] [2]]")
}

// TestBroken replays programs that fail.
func TestBroken(t *testing.T) {
	for _, prog := range broken {
		t.Run(prog.name, func(t *testing.T) {
			defer expect.Within(t, time.Minute)()
			for range records() {
				file, _ := recording(t, prog, func(string) bool { return true })
				for range 2 * replays() {
					if _, err := run(t, prog, steals.Replay, file); err != nil {
						text, _ := os.ReadFile(file)
						t.Fatalf("%v\n%s", err, text[:min(len(text), 3000)])
					}
				}
			}
		})
	}
}

// TestHandedTooLate: a loop fails before its maker has got what it took of a thief by the
// recording. Then the maker drops it, and the loop ends.
func TestHandedTooLate(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	fails := program{"fails", func(p *skua.Pool, d *diary) {
		expect.Recovered(func() {
			par.For(300, func(i int) {
				d.note(i)
				if i == 0 {
					panic(errEnough)
				}
			}, par.On(p))
		})
	}, nil}
	file := filepath.Join(t.TempDir(), "steals")
	if _, err := run(t, fails, steals.Record, file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	script := head(t, string(text)) + "1.1 call 0.1.1\n2.1 range 1.1.1 100 300\n1.2 range 2.1.0 200 300\n" +
		"2.1 end 0 stopped\n1.1 end 1 stopped\nquiet\n"
	if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if _, err := run(t, fails, steals.Replay, file); err != nil {
			t.Fatal(err)
		}
	}
}

// callers calls from two goroutines, first at the same time: from a line each, or from the same one.
func callers(p *skua.Pool, d *diary, same bool) {
	var wg, inside sync.WaitGroup
	inside.Add(2)
	begun := [2]sync.Once{}
	work := func(k int) func(int) {
		return func(i int) {
			begun[k].Do(func() {
				inside.Done()
				inside.Wait()
			})
			d.note(1000*k + i)
			spin(3 * time.Microsecond)
		}
	}
	for k := range 2 {
		wg.Go(func() {
			for range 3 {
				if same || k == 0 {
					par.For(60, work(k), par.On(p))
				} else {
					par.For(60, work(k), par.On(p))
				}
			}
		})
	}
	wg.Wait()
}

// TestCallers: calls that are inside at the same time are told apart by their lines; calls from one
// line are refused.
func TestCallers(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	apart := program{"apart", func(p *skua.Pool, d *diary) { callers(p, d, false) }, nil}
	for range records() {
		file, outcome := recording(t, apart, func(string) bool { return true })
		wantSame(t, apart, replays(), file, outcome)
	}
	file := filepath.Join(t.TempDir(), "steals")
	same := program{"same", func(p *skua.Pool, d *diary) { callers(p, d, true) }, nil}
	if _, err := run(t, same, steals.Record, file); err != nil {
		t.Fatal(err)
	}
	if _, err := steals.Replay(file); !errors.Is(err, skua.ErrConfig) || !strings.Contains(err.Error(), "ends_test.go:") ||
		!strings.Contains(err.Error(), "from several goroutines") {
		t.Error(err)
	}
}

// again runs this test in a process of its own with these variables, and returns what it prints and
// how it ends.
func again(t *testing.T, variables ...string) (out string, code int) {
	t.Helper()
	cmd := expect.Again(t)
	cmd.Env = slices.Concat(os.Environ(), []string{"SKUA_TEST_AGAIN=1", "SKUA_RACE=off"}, variables)
	text, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// said returns the lines of a process that begin with "diary".
func said(out string) (lines string) {
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "diary") {
			lines += line
		}
	}
	return lines
}

// TestEnvironment records a process with two pools, of which one calls into the other, and replays it.
func TestEnvironment(t *testing.T) {
	if os.Getenv("SKUA_TEST_AGAIN") != "" {
		p, err := skua.New(skua.WithWorkers(3))
		if err != nil {
			t.Fatal(err)
		}
		q, err := skua.New(skua.WithWorkers(2))
		if err != nil {
			t.Fatal(err)
		}
		var d diary
		par.For(20, func(i int) {
			par.For(20, func(j int) {
				d.note(100*i + j)
				spin(3 * time.Microsecond)
			}, par.On(q))
		}, par.On(p))
		os.Stdout.WriteString("diary " + d.String() + "\n")
		return
	}
	file := filepath.Join(t.TempDir(), "steals")
	out, code := again(t, "SKUA_RECORD="+file)
	want := said(out)
	if code != 0 || want == "" {
		t.Fatal(out)
	}
	for range 3 {
		out, code := again(t, "SKUA_REPLAY="+file)
		if code != 0 || said(out) != want || strings.Count(out, "skua: ") != 1 || !strings.Contains(out, "was followed to its end") {
			t.Errorf("got %s, want %s", short(out), short(want))
		}
	}
	for variable, want := range map[string]string{
		"SKUA_RECORD=" + file + "/none":                "; nothing is recorded",
		"SKUA_REPLAY=" + filepath.Join(file, "none"):   "; nothing is replayed",
		"SKUA_REPLAY=" + filepath.Join("ends_test.go"): `line 1: "package replay"; allowed: "skua schedule 1"`,
	} {
		if out, code := again(t, variable); code != 0 || strings.Count(out, want) != 1 || !strings.Contains(out, variable+": ") {
			t.Errorf("%s: got %s, want %q", variable, short(out), want)
		}
	}
}

// TestCrash: what was recorded of a process that dies in a task is good for a replay, which dies
// there too.
func TestCrash(t *testing.T) {
	if os.Getenv("SKUA_TEST_AGAIN") != "" {
		p, err := skua.New(skua.WithWorkers(4))
		if err != nil {
			t.Fatal(err)
		}
		var d diary
		ended := 0
		par.For(400, func(i int) {
			d.note(i)
			spin(20 * time.Microsecond)
			d.mu.Lock()
			defer d.mu.Unlock()
			if ended++; ended == 300 && len(d.days) > 1 {
				os.Exit(7)
			}
		}, par.On(p))
		return
	}
	file := filepath.Join(t.TempDir(), "steals")
	for k := 0; ; k++ {
		if _, code := again(t, "SKUA_RECORD="+file); code == 7 {
			break
		} else if k == 50 {
			t.Fatal("in 50 runs nothing was stolen")
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.HasSuffix(string(text), "quiet\n") || !strings.Contains(string(text), " range ") {
		t.Fatalf("%v\n%s", err, text)
	}
	for range 3 {
		if out, code := again(t, "SKUA_REPLAY="+file); code != 7 || strings.Contains(out, "skua:") {
			t.Errorf("got code %d, %s", code, out)
		}
	}
}
