package trace

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace"
)

// sum adds up the modes of a line.
func sum(m trace.ModeSeconds) float64 {
	return m.Work + m.Over + m.Search + m.Sleep + m.Wait + m.Block + m.Pause + m.Off + m.Away
}

// wantSums complains unless the times of r add up, to a hundredth.
func wantSums(t *testing.T, r *trace.Report) {
	t.Helper()
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 0.01*want+1e-6 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	for _, l := range r.Lines {
		near("the time of "+l.Name, sum(l.Seconds), r.Seconds)
		columns := 0.0
		for _, c := range l.Columns {
			columns += sum(c)
		}
		if columns > 1.01*r.Seconds {
			t.Errorf("the columns of %s are %v s of %v", l.Name, columns, r.Seconds)
		}
	}
	all := r.Account.Work
	for _, l := range r.Account.Losses {
		all += l.Seconds
	}
	near("work and losses", all, r.Account.Capacity)
	places, until := float64(r.Workers)*r.Seconds, r.Seconds
	for i, s := range slices.Backward(r.Resized) {
		if i == len(r.Resized)-1 {
			places = 0
		}
		places, until = places+float64(s.Workers)*(until-s.At), s.At
	}
	if least := 0.99 * places; r.Account.Capacity < least {
		t.Errorf("the capacity is %v, want %v or, with callers beyond the workers, more", r.Account.Capacity, least)
	}
	if r.Account.Identity > 0.01 {
		t.Errorf("the lines differ from the capacity by %v", r.Account.Identity)
	}
}

// begins has what ends the events of that name.
var begins = map[string]string{"enter": "leave", "body": "bodied", "begin": "end", "block": "unblock", "pause": "resume",
	"gather": "gathered", "finish": "finished", "loop": "finished"}

// wantBalance complains of events of a complete recording whose end is missing, or that have
// several.
func wantBalance(t *testing.T, r *trace.Report) {
	t.Helper()
	type key struct {
		line int
		kind string
	}
	n := map[key]int{}
	for _, m := range r.Moments {
		for _, e := range m.Events {
			n[key{e.Line, e.Kind}]++
		}
	}
	for k, count := range n {
		end, ok := begins[k.kind]
		if ok && n[key{k.line, end}] != count && k.kind != "finish" && k.kind != "gather" {
			t.Errorf("%s: %d times %s, %d times %s", r.Lines[k.line].Name, count, k.kind, n[key{k.line, end}], end)
		}
	}
}

// TestPrograms records programs of all kinds: the times add up, and what has begun has ended.
func TestPrograms(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, p := range programs {
		for _, workers := range expect.Size([]int{2}, []int{1, 2, 4}, []int{1, 2, 4}) {
			t.Run(fmt.Sprintf("%s/workers=%d", p.name, workers), func(t *testing.T) {
				_, rec := recorded(t, workers, p.run)
				r := rec.Stop()
				if r.Calls != p.calls {
					t.Errorf("%d calls from outside, want %d", r.Calls, p.calls)
				}
				wantSums(t, r)
				if r.Dropped == 0 {
					wantBalance(t, r)
				}
				if rec.Stop() != r || rec.Report() != r {
					t.Error("after the end there is another report")
				}
				if _, err := json.Marshal(r); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// burnt is how long burn ran by the clock, on a processor or not.
func burnt(m trace.ModeSeconds) float64 { return m.Work + m.Off + m.Block }

// TestWork: what a report calls work is what the program has computed, as far as other programs
// let it.
func TestWork(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	_, rec := recorded(t, 2, func(pool *skua.Pool) { tree.On(pool, 8) })
	r := rec.Stop()
	work := 0.0
	for _, l := range r.Lines {
		work += burnt(l.Seconds)
	}
	if least := 256 * 100e-6; work < least || work > 2*r.Seconds {
		t.Errorf("leaves of %v s are %v s of work in %v s", least, work, r.Seconds)
	}
	if r.Sites[0].Name == "" || len(r.Lines) == 0 || !r.Lines[0].Guest {
		t.Errorf("sites %v, lines %v", r.Sites, r.Lines)
	}
}

// TestPanics: a report has the text of a panic, once.
func TestPanics(t *testing.T) {
	_, rec := recorded(t, 2, func(pool *skua.Pool) {
		expect.Recovered(func() {
			skua.Join(pool, func(*skua.Worker) {}, func(w *skua.Worker) { panic("an example") })
		})
	})
	r := rec.Stop()
	if len(r.Panics) != 1 || r.Panics[0].Text != "an example" {
		t.Errorf("panics: %+v", r.Panics)
	}
}

// TestTasks_outside: tasks that the program spawns outside of any call are booked where it spawns
// them, also those that a limit holds back at first.
func TestTasks_outside(t *testing.T) {
	_, rec := recorded(t, 2, func(pool *skua.Pool) {
		s := skua.NewScope(t.Context(), pool)
		s.SetLimit(2)
		short(s)
		long(s)
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
	})
	r := rec.Stop()
	for _, want := range []struct {
		function string
		tasks    int64
		work     float64
	}{{".short", 20, 20 * 50e-6}, {".long", 10, 10 * 500e-6}} {
		i := slices.IndexFunc(r.Sites, func(s trace.Site) bool { return strings.HasSuffix(s.Function, want.function) })
		if i < 0 {
			t.Errorf("no site in %s: %+v", want.function, r.Sites)
		} else if s := r.Sites[i]; s.Count != want.tasks || s.Work+s.Off < want.work || s.Kind != trace.SpawnSite {
			t.Errorf("%s: %d tasks, %v s of work, kind %s; want %d and %v", s.Function, s.Count, s.Work, s.Kind, want.tasks, want.work)
		}
	}
}

func short(s *skua.Scope) {
	for range 20 {
		s.Go(func(*skua.Worker) error { burn(50 * time.Microsecond); return nil })
	}
}

func long(s *skua.Scope) {
	for range 10 {
		s.Go(func(*skua.Worker) error { burn(500 * time.Microsecond); return nil })
	}
}

// TestUnits: as many indices and tasks are counted with one worker as with two, and all of them waited. The
// account of what one worker runs has no clock between indices.
func TestUnits(t *testing.T) {
	for _, workers := range []int{1, 2} {
		_, rec := recorded(t, workers, func(pool *skua.Pool) {
			l := skua.Loop{To: 200, Body: func(p *skua.Part) {
				for p.Next() {
					burn(20 * time.Microsecond)
				}
			}}
			l.Run(pool)
			s := skua.NewScope(t.Context(), pool)
			long(s)
			s.Wait()
		})
		r := rec.Stop()
		for kind, want := range map[trace.SiteKind]int64{trace.LoopSite: 200, trace.SpawnSite: 10} {
			i := slices.IndexFunc(r.Sites, func(s trace.Site) bool { return s.Kind == kind })
			if i < 0 || r.Sites[i].Units != want {
				t.Errorf("%d workers: %+v, want %d units of a %s", workers, r.Sites, want, kind)
			}
		}
		if slices.Max(r.Ready) == 0 {
			t.Errorf("%d workers: ten tasks that the program spawned outside of calls never waited", workers)
		}
	}
}

// TestMoments: what is kept of many events is bounded.
func TestMoments(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	_, rec := recorded(t, 2, func(pool *skua.Pool) {
		for range 20_000 {
			skua.Join(pool, func(*skua.Worker) {}, func(*skua.Worker) {})
		}
	})
	r := rec.Stop()
	kept := 0
	for _, m := range r.Moments {
		kept += len(m.Events)
	}
	if r.Events < 80_000 || kept > 10_000 || r.Dropped != r.Events-int64(kept) {
		t.Errorf("of %d events %d are kept and %d dropped", r.Events, kept, r.Dropped)
	}
	wantSums(t, r)
}

// TestResize: the capacity follows the number of workers. It is that of one until the pool is resized.
func TestResize(t *testing.T) {
	_, rec := recorded(t, 1, func(pool *skua.Pool) {
		pool.Resize(8)
		tree.On(pool, 7)
	})
	r := rec.Stop()
	if r.Workers != 8 || r.Account.Capacity <= r.Seconds {
		t.Errorf("%d workers, capacity %v in %v s", r.Workers, r.Account.Capacity, r.Seconds)
	}
}
