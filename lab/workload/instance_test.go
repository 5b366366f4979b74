package workload

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/skua-go/skua"
)

// small are instances that take some milliseconds, with their exact answers.
var small = []struct {
	workload string
	args     Args
	answer   any
	tasks    int
}{
	{"fib", Args{"n": "0"}, 0, 0},
	{"fib", Args{"n": "1"}, 1, 0},
	{"fib", Args{"n": "2"}, 1, 1},
	{"fib", Args{"n": "24"}, 46368, 75024},
	{"nqueens", Args{"n": "1"}, 1, 0},
	{"nqueens", Args{"n": "2"}, 0, 1},
	{"nqueens", Args{"n": "3"}, 0, 2},
	{"nqueens", Args{"n": "4"}, 2, 5},
	{"nqueens", Args{"n": "8"}, 92, 735},
	{"nqueens", Args{"n": "10"}, 724, 12773},
	{"uts", Args{"type": "1", "shape": "3", "depth": "7", "branch": "4", "seed": "19"}, Size{63914, 7, 51124}, 51123},
	{"uts", Args{"type": "0", "branch": "0"}, Size{1, 0, 1}, 0},
	{"uts", Args{"type": "0", "branch": "1", "prob": "0"}, Size{2, 1, 1}, 0},
	{"uts", Args{"type": "0", "branch": "2000", "prob": "0"}, Size{2001, 1, 2000}, 1999},
	{"uts", Args{"type": "0", "branch": "1.9", "prob": "0"}, Size{2, 1, 1}, 0},
	{"uts", Args{"type": "3", "branch": "1", "depth": "20000"}, Size{20001, 20000, 1}, 0},
	{"uts", Args{"type": "3", "branch": "2", "depth": "14"}, Size{32767, 14, 16384}, 16383},
}

func mustNew(t testing.TB, name string, args Args) *Instance {
	t.Helper()
	w, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	in, err := w.New(args)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func newPool(t testing.TB, workers int) *skua.Pool {
	t.Helper()
	p, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestSequential(t *testing.T) {
	for _, s := range small {
		t.Run(fmt.Sprint(s.workload, s.args), func(t *testing.T) {
			in := mustNew(t, s.workload, s.args)
			got := in.Sequential()
			if got != s.answer {
				t.Errorf("the answer is %v, want %v", got, s.answer)
			}
			if err := in.Check(got); err != nil {
				t.Errorf("the check refuses the right answer: %v", err)
			}
			if n := in.Tasks(got); n != s.tasks {
				t.Errorf("%d forks, want %d", n, s.tasks)
			}
		})
	}
}

// TestParallel wants the twin's answer from every number of workers.
func TestParallel(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		pool := newPool(t, workers)
		for _, s := range small {
			t.Run(fmt.Sprintf("workers=%d/%s%v", workers, s.workload, s.args), func(t *testing.T) {
				in := mustNew(t, s.workload, s.args)
				for range 5 {
					if got := in.Parallel(pool); got != s.answer {
						t.Fatalf("the answer is %v, want %v", got, s.answer)
					}
				}
			})
		}
	}
}

// TestDeques wants the twin's answer whatever carries the forks and however
// spawned tasks are balanced.
func TestDeques(t *testing.T) {
	for _, kind := range []string{"typed", "abp", "chaselev", "stealhalf", "split", "locked"} {
		for _, c := range []skua.Config{
			{Workers: 1},
			{Workers: 4, Amount: "half", Victim: "richer"},
			{Workers: 4, Amount: "half", Balance: "chance", Expose: "half"},
			{Workers: 4, Balance: "change", Victim: "roundrobin", Keep: "always"},
		} {
			c.Deque = kind
			pool, err := skua.New(c)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range small {
				if got := mustNew(t, s.workload, s.args).Parallel(pool); got != s.answer {
					t.Errorf("%+v: %s%v: the answer is %v, want %v", c, s.workload, s.args, got, s.answer)
				}
			}
			pool.Close()
		}
	}
}

// TestForksDoNotAllocate allows for what the pool allocates once for a task
// type, but nothing for each fork.
func TestForksDoNotAllocate(t *testing.T) {
	pool := newPool(t, 1)
	for _, s := range small {
		if s.tasks < 1000 {
			continue
		}
		in := mustNew(t, s.workload, s.args)
		if n := testing.AllocsPerRun(1, func() { in.Parallel(pool) }); n > float64(s.tasks)/100 {
			t.Errorf("%s%v: %v allocations for %d forks, want none for a fork", s.workload, s.args, n, s.tasks)
		}
		if n := testing.AllocsPerRun(1, func() { in.Sequential() }); n > 1 { // the answer's box
			t.Errorf("%s%v: the sequential twin allocates %v times, want none but for the answer", s.workload, s.args, n)
		}
	}
}

func TestCheckRefusesWrongAnswers(t *testing.T) {
	for _, c := range []struct {
		workload string
		args     Args
		wrong    any
	}{
		{"fib", Args{"n": "10"}, 54},
		{"nqueens", Args{"n": "8"}, 93},
		{"uts", nil, Size{4130071, 10, 3305117}},
		{"uts", Args{"tree": "T3XXL"}, Size{2793220500, 0, 0}},
		{"uts", Args{"type": "0", "branch": "2000", "prob": "0.200014", "fanout": "5", "seed": "7"}, Size{1, 0, 1}}, // T3L
		{"uts", Args{"shape": "3", "depth": "10", "seed": "19"}, Size{1, 0, 1}},                                     // T1 by its flags
	} {
		if err := mustNew(t, c.workload, c.args).Check(c.wrong); err == nil {
			t.Errorf("%s%v: the check accepts %v", c.workload, c.args, c.wrong)
		}
	}
}

func TestBadParameters(t *testing.T) {
	for _, c := range []struct {
		workload string
		args     Args
		want     string // part of the error
	}{
		{"fib", Args{"n": "-1"}, "from 0 to 90"},
		{"fib", Args{"n": "91"}, `"91"`},
		{"fib", Args{"n": "ten"}, "whole number"},
		{"fib", Args{"m": "3"}, `no parameter "m"`},
		{"nqueens", Args{"n": "0"}, "from 1 to 18"},
		{"nqueens", Args{"n": "19"}, "from 1 to 18"},
		{"uts", Args{"tree": "T9"}, "T3WL"},
		{"uts", Args{"tree": "T1", "seed": "1"}, "leave out"},
		{"uts", Args{"type": "4"}, "from 0 to 3"},
		{"uts", Args{"prob": "NaN"}, "from 0 to 1"},
		{"uts", Args{"depth": "0", "shift": "2"}, "shift"},
		{"uts", Args{"type": "0", "prob": "0.3"}, "no end"},
	} {
		w, err := Find(c.workload)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = w.New(c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s%v: the error is %v, want one with %q", c.workload, c.args, err, c.want)
		}
	}
	if _, err := Find("fibo"); err == nil || !strings.Contains(err.Error(), "fib, nqueens, uts") {
		t.Errorf("the error for an unknown workload is %v, want one with all names", err)
	}
}

func TestParamsAsJSON(t *testing.T) {
	for _, c := range []struct {
		workload string
		args     Args
		want     string
	}{
		{"fib", nil, `{"n":35}`},
		{"nqueens", Args{"n": "5"}, `{"n":5}`},
		{"uts", Args{"tree": "t3"}, `{"tree":"T3","t":0,"a":0,"d":6,"b":2000,"r":42,"q":0.124875,"m":8,"f":0.5}`},
	} {
		got, err := json.Marshal(mustNew(t, c.workload, c.args).Params)
		if err != nil || string(got) != c.want {
			t.Errorf("%s%v: params %s (%v), want %s", c.workload, c.args, got, err, c.want)
		}
	}
}
