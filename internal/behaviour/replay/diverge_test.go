package replay

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/steals"
)

// edited replays the program with a file that edit has changed, in a pool with that many workers.
// It returns what New or Close says. The program must come to its end, whatever the file says.
func edited(t *testing.T, prog program, workers int, edit func(text string) string) (d *diary, err error) {
	t.Helper()
	defer expect.Within(t, time.Minute)()
	file, _ := recording(t, prog, func(string) bool { return true })
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := edit(string(text))
	if changed == string(text) && workers == 4 {
		t.Fatalf("the file was not changed:\n%s", text[:min(len(text), 2000)])
	}
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := steals.Replay(file, skua.WithWorkers(workers))
	if err != nil {
		return nil, err
	}
	d = new(diary)
	prog.run(p, d)
	return d, p.Close()
}

// first replaces the first match.
func first(pattern, by string) func(text string) string {
	return func(text string) string {
		at := regexp.MustCompile(pattern).FindStringSubmatchIndex(text)
		if at == nil {
			return text
		}
		return text[:at[0]] + string(regexp.MustCompile(pattern).ExpandString(nil, by, text, at)) + text[at[1]:]
	}
}

// TestDiverge: a file that does not fit to the run is reported, with the line, and the program goes on.
func TestDiverge(t *testing.T) {
	forks, loop, scope, calls := named("forks"), named("loop"), named("scope"), named("calls")
	for _, c := range []struct {
		name string
		prog program
		edit func(string) string
		want string
	}{
		{"a fork that does not come", forks, func(text string) string {
			return head(t, text) + "1.1 call 0.1.1\n2.1 fork 1.1.256\n2.1 end 0\n1.1 end 255\nquiet\n"
		}, `line \d+ has "2.1 fork 1.1.256", fork of event 256 in call 1 at .*programs_test.go:\d+; that did not come: take 1 of worker 1 \(line \d+\) ended after 255`},
		{"a fork where a task was", forks, first(`(?m)fork (1\.1\.\d+)$`, "task $1"), `line \d+ has "\d+\.1 task .* there now is a fork`},
		{"more events than were", forks, first(`(?m)^1\.1 end (\d+)$`, "1.1 end 0"), `it ended after \d+ events, and the recorded one after 0`},
		{"a panic that does not come", forks, first(`(?m)^(1\.1 end \d+)$`, "$1 cut"), `after \d+ by a panic`},
		{"a range that is not the end", loop, first(`(?m)range (1\.1\.1) (\d+) 300$`, "range $1 $2 299"), "these are not the last indices"},
		{"a task of nobody", scope, first(`(?m)^(\d+\.\d+) task 0\.(\d+)\.40$`, "$1 task 0.$2.41"), `a spawn comes at 0\.\d+\.40 that was not recorded`},
		{"a call of nobody", calls, first(`(?m)^(\d+\.\d+) call 0\.(\d+)\.5$`, "$1 call 0.$2.6"), `a call comes at 0\.\d+\.5 that was not recorded`},
		{"a call that does not come", calls, first(`(?s)\nclosed\n$`, "\nsite 99 x\n"), "allowed"},
		{"another program", forks, first(`(?m)^program .*$`, "program 1 go2 plan9/mips"), "line 2: it was recorded by program 1 go2 plan9/mips"},
		{"another pool", forks, first(`(?m)^pool 1`, "pool 2"), "allowed"},
		{"no such pool", forks, func(string) string { return onlyProgram(t) + "quiet\n" }, "the program makes pool 1, and the recorded one made 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := edited(t, c.prog, 4, c.edit)
			if err == nil || !regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Errorf("got %v, want a match of %q", err, c.want)
			}
		})
	}
	t.Run("another number of workers", func(t *testing.T) {
		_, err := edited(t, forks, 3, func(text string) string { return text })
		if err == nil || !strings.Contains(err.Error(), "pool 1 has 3 workers, and was recorded with 4") {
			t.Error(err)
		}
	})
}

// TestDiverge_steals: after a divergence loops are stolen from as in any pool, and nobody writes
// meanwhile what thieves read of them: that is for the race detector.
func TestDiverge_steals(t *testing.T) {
	loops := program{"loops", func(p *skua.Pool, d *diary) {
		for range 200 {
			var sum atomic.Int64
			par.For(1000, func(i int) {
				if sum.Add(1); i%100 == 0 {
					d.note(i)
					spin(time.Microsecond)
				}
			}, par.On(p))
			if sum.Load() != 1000 {
				panic(fmt.Sprintf("a loop ran %d of 1000 indices", sum.Load()))
			}
		}
	}, nil}
	_, err := edited(t, loops, 4, first(`(?m)^(\d+\.\d+) call 0\.(\d+)\.1$`, "$1 call 0.$2.201"))
	if err == nil || !strings.Contains(err.Error(), "was not recorded") {
		t.Errorf("got %v, want a divergence", err)
	}
}

func named(name string) program {
	for _, p := range programs {
		if p.name == name {
			return p
		}
	}
	panic(name)
}

// onlyProgram returns the first two lines of a recording of this program.
func onlyProgram(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "steals")
	p, err := steals.Record(file)
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.SplitAfter(string(text), "\n")[:2], "")
}

// pair spawns two tasks, of which the first waits for the second.
var pair = program{"pair", func(p *skua.Pool, d *diary) {
	told := make(chan bool)
	s := skua.NewScope(context.Background(), p)
	s.Go(func(*skua.Worker) error {
		d.note(1)
		<-told
		return nil
	})
	s.Go(func(*skua.Worker) error {
		d.note(2)
		close(told)
		return nil
	})
	if err := s.Wait(); err != nil {
		panic(err)
	}
}, nil}

// head returns the beginning of a recording with a guest 1 and a resident 2, that has the call
// sites of the text.
func head(t *testing.T, text string) string {
	sites := strings.Join(regexp.MustCompile("(?m)^site .*\n").FindAllString(text, -1), "")
	return onlyProgram(t) + "pool 1 workers 4\nworker 1 pool 1 guest\nworker 2 pool 1 resident\n" + sites
}

// script is a recording of pair by hand: one worker runs the tasks in that order.
func script(t *testing.T, order [2]int) string {
	t.Helper()
	file, _ := recording(t, pair, func(string) bool { return true })
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return head(t, string(text)) + fmt.Sprintf("1.1 call 0.3.1\n2.1 task 0.%d.1\n2.2 task 0.%d.1\n"+
		"2.1 end 0\n2.2 end 0\n1.1 end 0\nquiet\n", order[0], order[1])
}

// TestOrder: a worker runs what it takes in the recorded order. If that cannot be, since the first
// task waits for the second outside of the recording, that is reported too, and the tasks end.
func TestOrder(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	defer func(d time.Duration) { replay.StallAfter = d }(replay.StallAfter)
	for _, c := range []struct {
		order [2]int
		want  string
	}{{[2]int{2, 1}, ""}, {[2]int{1, 2}, `line \d+ has "2.2 task 0.2.1", task 1 at .*diverge_test.go:\d+; that does not come, and nothing else moves`}} {
		if replay.StallAfter = time.Minute; c.want != "" {
			replay.StallAfter = time.Second / 2
		}
		file := filepath.Join(t.TempDir(), "steals")
		if err := os.WriteFile(file, []byte(script(t, c.order)), 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := run(t, pair, steals.Replay, file)
		if c.want == "" && (err != nil || d.String() != "[[2 1]]") {
			t.Errorf("got %v and %v, want both tasks on one worker, the second first", d, err)
		}
		if c.want != "" && (err == nil || !regexp.MustCompile(c.want).MatchString(err.Error())) {
			t.Errorf("got %v, want a match of %q", err, c.want)
		}
	}
}

// TestLimits: after a divergence the limits of scopes and loops still hold, also for tasks and ranges
// that were handed over before. The programs panic if more run at a time.
func TestLimits(t *testing.T) {
	for _, name := range []string{"limited scope", "limited loop"} {
		for range 10 * records() {
			_, err := edited(t, named(name), 4, func(text string) string {
				taken := regexp.MustCompile(`(?m)^(\d+\.\d+) (?:range|task) `).FindStringSubmatch(text)
				return first(`(?m)^`+regexp.QuoteMeta(taken[1])+` end 0$`, taken[1]+" end 7")(text)
			})
			if err == nil || !strings.Contains(err.Error(), "and the recorded one after 7") {
				t.Fatalf("got %v, want a divergence", err)
			}
		}
	}
}
