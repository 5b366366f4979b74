package sim

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func mustLoad(t testing.TB, c LoadConfig, o ...par.Option) LoadResult {
	t.Helper()
	r, err := Load(context.Background(), c, o...)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	return r
}

// variants are step models that differ in everything that can be chosen.
func variants(processors, steps int) (out []LoadConfig) {
	for i, generate := range birthNames {
		c := LoadConfig{Processors: processors, Steps: steps, Seed: uint64(i), Generate: generate, Initial: 3, Unit: 1 + i%3}
		out = append(out, c)
		c.Balance, c.Victim, c.Symmetric, c.Period = "change", "richer", true, 7
		out = append(out, c)
		c.Balance, c.Victim, c.Symmetric, c.Async, c.Reach = "chance:2", "last", false, true, "eighth"
		out = append(out, c)
		c.Balance, c.Victim, c.Amount, c.InitialOn = "empty", "roundrobin", "one", 1
		out = append(out, c)
	}
	return out
}

// TestLoad_workers wants the same result from any number of workers.
func TestLoad_workers(t *testing.T) {
	steps := expect.Size(3, 4, 12)
	for _, c := range variants(3*blockSize+5, steps) {
		want := fmt.Sprintf("%+v", mustLoad(t, c, par.Sequential()))
		for _, workers := range []int{1, 2, 8} {
			pool, err := skua.New(skua.WithWorkers(workers))
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%+v", mustLoad(t, c, par.On(pool))); got != want {
				t.Errorf("%+v on %d workers: got\n%s\nwant\n%s", c, workers, got, want)
			}
			pool.Close()
		}
	}
}

// TestLoad_conserves looks at every load after every step.
func TestLoad_conserves(t *testing.T) {
	for _, c := range variants(50, 200) {
		s, err := newLoads(c, nil)
		if err != nil {
			t.Fatal(err)
		}
		for step := range c.Steps {
			s.begin(step)
			if c.Async {
				s.stepAsync()
			} else {
				s.stepSync()
			}
			s.end()
			sum := int64(0)
			for p, n := range s.load {
				if n < 0 {
					t.Fatalf("%+v: processor %d has %d tasks after step %d", c, p, n, step)
				}
				sum += n
			}
			r := s.totals.result
			if want := int64(c.Initial*c.Processors) + r.Generated - r.Consumed; sum != want {
				t.Fatalf("%+v: %d tasks after step %d, want %d", c, sum, step, want)
			}
		}
		if r := s.result(); (c.Generate == "none") != (r.Generated == 0) || r.Moves > r.Balances || r.Balances > r.Selects {
			t.Errorf("%+v: %+v", c, r)
		}
	}
}

// outcomes is the exact distribution of the loads after one step without
// generation, by going through every choice of every processor.
func outcomes(c LoadConfig, load []int64) map[string]float64 {
	out := map[string]float64{}
	n := len(load)
	r, err := c.check()
	if err != nil {
		panic(err)
	}
	target, winner, chosen := make([]int, n), make([]int, n), make([]int, n)
	var approach, decide func(p int, weight float64)
	finish := func(weight float64) {
		after := append([]int64(nil), load...)
		for p := range n {
			q := chosen[p]
			if q == none || chosen[q] != p || winner[q] != p && !c.Symmetric {
				continue // not met, or q approached p and p's turn is q's
			}
			switch {
			case c.Symmetric && p > q && winner[p] == q && winner[q] == p: // once
			case load[p] < load[q]:
				k := r.take(load[p], load[q])
				if c.Symmetric {
					k = r.level(load[p], load[q])
				}
				after[p] += k
				after[q] -= k
			}
		}
		out[fmt.Sprint(after)] += weight
	}
	decide = func(p int, weight float64) {
		if p == n {
			finish(weight)
			return
		}
		var choices []int
		if winner[p] != none {
			choices = append(choices, winner[p])
		}
		if q := target[p]; q != none && winner[q] == p {
			choices = append(choices, q)
		}
		if len(choices) == 0 {
			choices = []int{none}
		}
		for _, q := range choices {
			chosen[p] = q
			decide(p+1, weight/float64(len(choices)))
		}
	}
	approach = func(p int, weight float64) {
		if p == n {
			decide(0, weight)
			return
		}
		var from []int
		for q := range n {
			if target[q] == p {
				from = append(from, q)
			}
		}
		if len(from) == 0 {
			from = []int{none}
		}
		for _, q := range from {
			winner[p] = q
			approach(p+1, weight/float64(len(from)))
		}
	}
	var choose func(p int, weight float64)
	choose = func(p int, weight float64) {
		if p == n {
			approach(0, weight)
			return
		}
		tries := 1 / float64(max(1, load[p]))
		if tries < 1 {
			target[p] = none
			choose(p+1, weight*(1-tries))
		}
		for q := range n {
			if q != p {
				target[p] = q
				choose(p+1, weight*tries/float64(n-1))
			}
		}
	}
	choose(0, 1)
	return out
}

// TestLoad_exhaustive compares one step from many seeds with the probabilities.
func TestLoad_exhaustive(t *testing.T) {
	const seeds = 6000
	for _, load := range [][]int64{{0, 4}, {0, 0, 4}, {1, 2, 9}, {0, 1, 3, 8}} {
		for _, symmetric := range []bool{false, true} {
			c := LoadConfig{Processors: len(load), Steps: 1, Generate: "none", Symmetric: symmetric}
			want, got := outcomes(c, load), map[string]float64{}
			for seed := range uint64(seeds) {
				c.Seed = seed
				got[one(t, c, load)]++
			}
			for after, p := range want {
				if d := got[after]/seeds - p; math.Abs(d) > 5*math.Sqrt(p*(1-p)/seeds) {
					t.Errorf("%v, symmetric %v: became %s with probability %.4f, want %.4f", load, symmetric, after, got[after]/seeds, p)
				}
				delete(got, after)
			}
			if len(got) > 0 {
				t.Errorf("%v, symmetric %v: became %v, which cannot be", load, symmetric, got)
			}
		}
	}
}

// one returns the loads after a step from the given ones.
func one(t *testing.T, c LoadConfig, load []int64) string {
	s, err := newLoads(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	copy(s.load, load)
	s.begin(0)
	if c.Async {
		s.stepAsync()
	} else {
		s.stepSync()
	}
	return fmt.Sprint(s.load)
}

// TestLoad_async: two empty processors meet at the third's deque with probability
// 1/4, and find it with 3/4; either way one thief gets two tasks.
func TestLoad_async(t *testing.T) {
	const seeds = 6000
	got := map[string]float64{}
	for seed := range uint64(seeds) {
		c := LoadConfig{Processors: 3, Steps: 1, Generate: "none", Async: true, Moments: 1, Seed: seed}
		got[one(t, c, []int64{0, 0, 4})]++
	}
	for after, p := range map[string]float64{"[0 0 4]": 0.25, "[2 0 2]": 0.375, "[0 2 2]": 0.375} {
		if math.Abs(got[after]/seeds-p) > 0.03 {
			t.Errorf("%s with probability %.4f, want %.4f; all: %v", after, got[after]/seeds, p, got)
		}
	}
}

// TestTake compares the model's thief with the real deque's: that may take what
// lies between an eighth and a half.
func TestTake(t *testing.T) {
	half, eighth := rules{reach: 2}, rules{reach: 8}
	x := new(int)
	for there := range int64(100) {
		for have := range there {
			victim, own := deque.NewStealHalf[int](128), deque.NewStealHalf[int](128)
			for range there {
				victim.Push(x)
			}
			for range have {
				own.Push(x)
			}
			got, _ := victim.StealInto(own)
			low, high := eighth.take(have, there), half.take(have, there)
			if k := int64(got); k < low || k > high || high > there-have {
				t.Errorf("have %d, there %d: the deque gives %d, the model %d to %d", have, there, k, low, high)
			}
		}
	}
}

func TestLoad_policies(t *testing.T) {
	calm := LoadConfig{Processors: 1000, Steps: 100, Initial: 4, Generate: "none"}
	if r := mustLoad(t, calm); math.Abs(float64(r.Selects)-25000) > 800 || r.Moved != 0 || r.MaxLoad != 4 {
		t.Errorf("chance: of 1000 × 100 processors with 4 tasks %d tried, want about a quarter; moved %d", r.Selects, r.Moved)
	}
	calm.Balance = "empty"
	if r := mustLoad(t, calm); r.Selects != 0 {
		t.Errorf("empty: %d tried that had tasks", r.Selects)
	}
	heap := LoadConfig{Processors: 1000, Steps: 300, Initial: 10, InitialOn: 1, Generate: "none"}
	if r := mustLoad(t, heap); r.Trace[0].Max != 10000 || r.Trace[99].Max > 40 {
		t.Errorf("a heap of 10000 tasks became one of %d, want it levelled", r.Trace[99].Max)
	}
	grows := LoadConfig{Processors: 100, Steps: 1000, Generate: "arrivals", Amount: "one", Balance: "empty"}
	one := mustLoad(t, grows)
	grows.Amount = "half"
	if half := mustLoad(t, grows); one.Tasks < 45000 || half.Tasks > 2000 {
		t.Errorf("one generator: %d tasks after 1000 steps if one is stolen, %d if half are", one.Tasks, half.Tasks)
	}
}

func TestLoad_refuses(t *testing.T) {
	good := LoadConfig{Processors: 4, Steps: 4}
	mustLoad(t, good)
	for want, spoil := range map[string]func(c *LoadConfig){
		"Processors 0: want 1 to":                      func(c *LoadConfig) { c.Processors = 0 },
		"Steps -1: want 1 to":                          func(c *LoadConfig) { c.Steps = -1 },
		"Warm 4: want 0 to 3":                          func(c *LoadConfig) { c.Warm = 4 },
		`generate "rain" is none of ["walk" "uniform"`: func(c *LoadConfig) { c.Generate = "rain" },
		`reach "all" is none of ["half" "eighth"]`:     func(c *LoadConfig) { c.Reach = "all" },
		`balance "full" is none of`:                    func(c *LoadConfig) { c.Balance = "full" },
		"no Rate of 2 for \"walk\": want 0 to 1":       func(c *LoadConfig) { c.Rate = 2 },
		"Async with Symmetric":                         func(c *LoadConfig) { c.Async, c.Symmetric = true, true },
	} {
		c := good
		spoil(&c)
		if _, err := Load(context.Background(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(fmt.Errorf("enough"))
	if _, err := Load(ctx, good); err == nil || err.Error() != "enough" {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestLoad_memory(t *testing.T) {
	var before, after runtime.MemStats
	const processors = 200_000
	runtime.ReadMemStats(&before)
	mustLoad(t, LoadConfig{Processors: processors, Steps: 3})
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / processors; each > 200 {
		t.Errorf("%d bytes for each processor, want at most 200", each)
	}
}

func TestSpread(t *testing.T) {
	for v := int64(0); v < 1<<40; v += v/7 + 1 {
		high := spreadValue(spreadIndex(v))
		if high < v || high > v+v/16 || spreadIndex(high) != spreadIndex(v) || spreadIndex(high+1) == spreadIndex(v) {
			t.Errorf("%d is counted with %d", v, high)
		}
	}
	var s spread
	for v := range int64(20) {
		s.add(v)
	}
	if s.quantile(0.5) != 9 || s.quantile(1) != 19 {
		t.Errorf("of 0 to 19 the median is %d and the greatest %d", s.quantile(0.5), s.quantile(1))
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, processors := range []int{16, 1 << 10, 1 << 20} {
		for _, async := range []bool{false, true} {
			b.Run(fmt.Sprintf("processors=%d/async=%v", processors, async), func(b *testing.B) {
				const steps = 20
				for b.Loop() {
					mustLoad(b, LoadConfig{Processors: processors, Steps: steps, Initial: 8, Async: async})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps*processors), "ns/processor-step")
			})
		}
	}
}

// TestLoad_found: a processor that has taken something remembers where, as policy "last" wants.
func TestLoad_found(t *testing.T) {
	for _, async := range []bool{false, true} {
		s, err := newLoads(LoadConfig{Processors: 2, Steps: 2, Initial: 4, InitialOn: 1, Generate: "none", Async: async}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for step, want := range []int{0, none} { // the second time there is nothing to take
			s.begin(step)
			if async {
				s.stepAsync()
			} else {
				s.stepSync()
			}
			s.end()
			if step == 1 && s.target[1] == none {
				continue // did not even look
			}
			if got := s.memory[1].Found; got != want || s.memory[0].Found != none {
				t.Errorf("async %v, step %d: found at %d and %d, want %d for the second only", async, step, s.memory[0].Found, got, want)
			}
		}
	}
}
