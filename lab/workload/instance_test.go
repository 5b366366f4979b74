package workload

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sched"
)

// An example is an instance with its exact answer: nil stands for the twin's, if
// the check accepts it.
type example struct {
	workload string
	args     Args
	answer   any
	tasks    int
}

func (e example) want(t testing.TB, in *Instance) any {
	t.Helper()
	if e.answer != nil {
		return e.answer
	}
	answer := in.Sequential()
	if err := in.Check(answer); err != nil {
		t.Fatalf("%s%v: %v", e.workload, e.args, err)
	}
	return answer
}

// small take some milliseconds each.
var small = []example{
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
	{"knapsack", Args{"n": "1"}, 0, 0}, // room for half an item
	{"knapsack", Args{"n": "20", "seed": "2"}, 5643, 920},
	{"quicksort", Args{"n": "0"}, nil, 0},
	{"quicksort", Args{"n": "17"}, nil, 1},
	{"quicksort", Args{"n": "50000"}, nil, 5262},
	{"quickselect", Args{"n": "1"}, nil, 0},
	{"quickselect", Args{"n": "100000"}, nil, 18},
	{"treesum", Args{"n": "1"}, 0, 0},
	{"treesum", Args{"n": "2"}, 1, 0},
	{"treesum", Args{"n": "16383"}, 134193153, 8191},
	{"treesum", Args{"n": "40000"}, 799980000, 16383},
	{"skynet", Args{"k": "0"}, 0, 0},
	{"skynet", Args{"k": "1"}, 45, 9},
	{"skynet", Args{"k": "4"}, 49995000, 9999},
	{"spc", Args{"n": "0"}, Checksum(0), 1},
	{"spc", Args{"n": "2000", "grain": "0"}, Checksum(1999000), 2001},
	{"spc", Args{"n": "300", "grain": "1000"}, Checksum(0xda29ed652e6f7fd2), 301},
	{"bpc", Args{"depth": "1", "consumers": "0"}, Checksum(0), 1},
	{"bpc", Args{"depth": "300", "consumers": "5", "grain": "100"}, Checksum(0x5d8a184c1604ab6a), 1800},
	{"dag", Args{"width": "1", "depth": "1", "degree": "1", "grain": "1"}, Checksum(stepTerm), 1},
	{"dag", Args{"width": "10", "depth": "100", "degree": "3", "grain": "100"}, Checksum(0x9118672fe149b1b0), 1000},
	{"batch", Args{"tasks": "0"}, 0, 4},
	{"batch", Args{"load": "skewed", "queues": "3", "tasks": "5"}, 375135, 18}, // 5·75025 + 10·1
	{"cilksort", Args{"n": "0"}, nil, 0},
	{"cilksort", Args{"n": "2048"}, nil, 0},
	{"cilksort", Args{"n": "2049"}, nil, 2},
	{"cilksort", Args{"n": "65536"}, nil, 160},
	{"matmul", Args{"n": "1"}, nil, 0},
	{"matmul", Args{"n": "65"}, nil, 3},
	{"matmul", Args{"n": "130"}, nil, 27},
	{"strassen", Args{"n": "64"}, nil, 0},
	{"strassen", Args{"n": "128"}, nil, 6},
	{"strassen", Args{"n": "256"}, nil, 48},
	{"lu", Args{"n": "1"}, nil, 0},
	{"lu", Args{"n": "64"}, nil, 1},
	{"lu", Args{"n": "128"}, nil, 5},
	{"heat", Args{"n": "1", "steps": "3"}, nil, 5},
	{"heat", Args{"n": "60", "steps": "50"}, nil, 52},
	{"mandelbrot", Args{"width": "1", "height": "1"}, nil, 1},
	{"mandelbrot", Args{"width": "40", "height": "30", "limit": "100"}, nil, 1},
	{"primes", Args{"n": "2"}, 0, 1},
	{"primes", Args{"n": "100"}, 25, 1},
	{"primes", Args{"n": "100000"}, 9592, 1},
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

func TestSequential(t *testing.T) {
	for _, s := range small {
		t.Run(fmt.Sprint(s.workload, s.args), func(t *testing.T) {
			in := mustNew(t, s.workload, s.args)
			got := in.Sequential()
			if want := s.want(t, in); got != want {
				t.Errorf("the answer is %v, want %v", got, want)
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
		pool := kit.NewPool(t, workers)
		for _, s := range small {
			t.Run(fmt.Sprintf("workers=%d/%s%v", workers, s.workload, s.args), func(t *testing.T) {
				in := mustNew(t, s.workload, s.args)
				want := s.want(t, in)
				for range expect.Size(1, 2, 5) {
					if got := in.Parallel(pool); got != want {
						t.Fatalf("the answer is %v, want %v", got, want)
					}
				}
			})
		}
	}
}

// TestPolicies wants the twin's answer whatever owners expose and keep public.
func TestPolicies(t *testing.T) {
	for _, c := range []crew.Config{{}, {Expose: policy.ExposeHalf, Keep: policy.KeepAlways}, {Keep: policy.KeepNever}} {
		c.Workers = 4
		pool := sched.Facade(sched.New(c)).(*skua.Pool)
		for _, s := range small {
			in := mustNew(t, s.workload, s.args)
			if want, got := s.want(t, in), in.Parallel(pool); got != want {
				t.Errorf("%v, %v: %s%v: the answer is %v, want %v", c.Expose, c.Keep, s.workload, s.args, got, want)
			}
		}
		pool.Close()
	}
}

// spawning workloads allocate a closure for each task that they spawn.
var spawning = []string{"spc", "bpc", "dag", "batch"}

// TestForksDoNotAllocate allows for what the pool allocates once for a task
// type, but nothing for each fork.
func TestForksDoNotAllocate(t *testing.T) {
	pool := kit.NewPool(t, 1)
	for _, s := range small {
		if s.tasks < 1000 || slices.Contains(spawning, s.workload) {
			continue
		}
		in := mustNew(t, s.workload, s.args)
		if n := testing.AllocsPerRun(1, func() { in.Parallel(pool) }); n > float64(s.tasks)/100 {
			t.Errorf("%s%v: %v allocations for %d forks, want none for a fork", s.workload, s.args, n, s.tasks)
		}
		if n := testing.AllocsPerRun(1, func() { in.Sequential() }); n > 2 { // the answer's box, and a copy of the input
			t.Errorf("%s%v: the sequential twin allocates %v times, want none but for answer and input", s.workload, s.args, n)
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
		{"knapsack", Args{"n": "20", "seed": "2"}, 5642},
		{"quicksort", Args{"n": "100"}, Checksum(1)},
		{"quickselect", Args{"n": "100"}, int64(0)},
		{"treesum", Args{"n": "1000"}, 499501},
		{"skynet", Args{"k": "4"}, 49995001},
		{"spc", nil, Checksum(0)},
		{"bpc", nil, Checksum(0)},
		{"dag", nil, Checksum(0)},
		{"batch", nil, 0},
		{"uts", nil, Size{4130071, 10, 3305117}},
		{"uts", Args{"tree": "T3XXL"}, Size{2793220500, 0, 0}},
		{"uts", Args{"type": "0", "branch": "2000", "prob": "0.200014", "fanout": "5", "seed": "7"}, Size{1, 0, 1}}, // T3L
		{"uts", Args{"shape": "3", "depth": "10", "seed": "19"}, Size{1, 0, 1}},                                     // T1 by its flags
		{"cilksort", Args{"n": "3000"}, Checksum(1)},
		{"matmul", Args{"n": "100"}, Checksum(1)},
		{"strassen", Args{"n": "100"}, Checksum(1)},
		{"lu", Args{"n": "100"}, Checksum(1)},
		{"heat", Args{"n": "100", "steps": "0"}, Heat{}},
		{"heat", Args{"n": "100", "steps": "0"}, Heat{0, math.NaN()}},
		{"mandelbrot", Args{"limit": "100"}, Escapes{Inside: 150000}},
		{"mandelbrot", Args{"limit": "100"}, Escapes{Inside: 168000}},
		{"primes", Args{"n": "1000"}, 169},
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
		{"fib", Args{"n": "-1"}, fmt.Sprint("from 0 to ", fibMax)},
		{"fib", Args{"n": "91"}, `"91"`},
		{"fib", Args{"n": "ten"}, "whole number"},
		{"fib", Args{"m": "3"}, `no parameter "m"`},
		{"nqueens", Args{"n": "0"}, fmt.Sprint("from 1 to ", queensMax)},
		{"nqueens", Args{"n": "19"}, fmt.Sprint("from 1 to ", queensMax)},
		{"knapsack", Args{"n": "0"}, "from 1 to 200"},
		{"knapsack", Args{"seed": "-1"}, "seed"},
		{"quickselect", Args{"n": "10", "k": "11"}, "from 1 to 10"},
		{"treesum", Args{"n": "0"}, "from 1 to"},
		{"skynet", Args{"k": "10"}, fmt.Sprint("from 0 to ", skynetMax)},
		{"dag", Args{"width": "3", "degree": "4"}, "fewer tasks"},
		{"dag", Args{"width": "10000", "depth": "10000"}, "10,000,000"},
		{"batch", Args{"load": "odd"}, "even or skewed"},
		{"cilksort", Args{"n": "-1"}, "from 0 to 134217728"},
		{"matmul", Args{"n": "0"}, "from 1 to 8192"},
		{"strassen", Args{"n": "4097"}, "from 1 to 4096"},
		{"lu", Args{"n": "0"}, "from 1 to 8192"},
		{"heat", Args{"n": "0"}, "for n"},
		{"heat", Args{"steps": "-1"}, "for steps"},
		{"heat", Args{"n": "0", "steps": "-1"}, "for steps"},
		{"mandelbrot", Args{"width": "0"}, "for width"},
		{"mandelbrot", Args{"limit": "many"}, "for limit"},
		{"primes", Args{"n": "100000001"}, "from 0 to 100000000"},
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
		{"dag", Args{"width": "5"}, `{"width":5,"depth":1000,"degree":2,"seed":1,"grain":4000}`},
		{"batch", nil, `{"load":"even","queues":4,"tasks":100,"seed":1}`},
		{"lu", Args{"n": "5"}, `{"n":5}`},
		{"heat", Args{"n": "5"}, `{"n":5,"steps":400}`},
		{"mandelbrot", Args{"width": "5"}, `{"width":5,"height":800,"limit":1000}`},
		{"uts", Args{"tree": "t3"}, `{"tree":"T3","t":0,"a":0,"d":6,"b":2000,"r":42,"q":0.124875,"m":8,"f":0.5}`},
	} {
		got, err := json.Marshal(mustNew(t, c.workload, c.args).Params)
		if err != nil || string(got) != c.want {
			t.Errorf("%s%v: params %s (%v), want %s", c.workload, c.args, got, err, c.want)
		}
	}
}
