package trace

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// sites of the synthetic reports.
var testSites = []Site{
	{Name: "main.go:133", Kind: LoopSite, Count: 20_000, Units: 400_000, Unit: 2e-6, Work: 0.182, Longest: 1e-4},
	{Name: "tree.go:41", Kind: ForkSite, Count: 900, Units: 901, Unit: 1e-4, Work: 0.4, Longest: 0.3, Alone: 1e-4, Crowded: 1.5e-4, AloneN: 20, CrowdedN: 90},
	{Name: "tasks.go:7", Kind: SpawnSite, Count: 1, Units: 1, Unit: 2e-6, Work: 2e-6},
	{Name: "main", Kind: OutsideSite},
}

// synthetic returns a report of one second that lost what is given, in ×.
func synthetic(workers int, lost map[Cause]float64, sites ...SiteShare) *Report {
	r := &Report{Version: 1, Workers: workers, Seconds: 1, Calls: 1, Sites: testSites}
	a := &r.Account
	a.Capacity, a.Work, a.Inflation, a.GC = float64(workers), float64(workers), 1, lost[Collector]
	for _, c := range Causes {
		l := Loss{Cause: c, Seconds: lost[c]}
		for _, s := range sites {
			l.Sites = append(l.Sites, SiteShare{s.Site, s.Seconds * l.Seconds})
		}
		a.Losses = append(a.Losses, l)
		a.Work -= l.Seconds
	}
	a.SpeedUp = a.Work / r.Seconds
	return r
}

func TestVerdict(t *testing.T) {
	at := func(site int, share float64) SiteShare { return SiteShare{site, share} }
	with := func(r *Report, change func(*Report)) *Report { change(r); return r }
	for _, c := range []struct {
		name string
		r    *Report
		want string
	}{
		{"parallelism", synthetic(2, map[Cause]float64{Parallelism: 0.56, Measuring: 0.03}, at(0, 0.92)),
			"1.41× of 2. Lost: 0.56 to too little to do at once while main.go:133 ran (workers had nothing to run for 560 ms, 92 % of it there); the rest 0.03."},
		{"a long leaf", synthetic(2, map[Cause]float64{Parallelism: 0.3}, at(1, 1)),
			"1.70× of 2. Lost: 0.30 to too little to do at once while tree.go:41 ran (workers had nothing to run for 300 ms; its longest piece took 300 ms)."},
		{"outside", synthetic(4, map[Cause]float64{Parallelism: 2}, at(3, 1)),
			"2.00× of 4. Lost: 2.00 to too little to do at once while the program was in no call (workers had nothing to run for 2 s)."},
		{"fine loops", synthetic(2, map[Cause]float64{Fine: 0.444, Parallelism: 0.171}, at(0, 1)),
			"1.39× of 2. Lost: 0.44 to work cut too fine at main.go:133 (20,000 loops of 9.1 µs each; worth it from 50 µs on); 0.17 to too little to do at once while main.go:133 ran (workers had nothing to run for 171 ms)."},
		{"fine tasks", synthetic(2, map[Cause]float64{Fine: 0.4}, at(2, 1)),
			"1.60× of 2. Lost: 0.40 to work cut too fine at tasks.go:7 (1 task of 2 µs each; worth it from 10 µs on)."},
		{"coarse and still fine", synthetic(2, map[Cause]float64{Fine: 0.4}, at(1, 1)),
			"1.60× of 2. Lost: 0.40 to work cut too fine at tree.go:41 (400 ms; 900 forks of 100 µs each)."},
		{"memory", synthetic(2, map[Cause]float64{Memory: 0.66}, at(1, 0.8)),
			"1.34× of 2. Lost: 0.66 to slower memory or clock at tree.go:41 (the same work took 1.50 times as long as alone)."},
		{"collector", with(synthetic(2, map[Cause]float64{Collector: 0.38}, at(0, 0.6)), func(r *Report) { r.Account.GC, r.Account.Assist = 0.41, 0.09 }),
			"1.62× of 2. Lost: 0.38 to the garbage collector while main.go:133 ran (410 ms of processor time, 90 ms of it the workers' own)."},
		{"mutex", with(synthetic(2, map[Cause]float64{Waiting: 0.9}, at(0, 0.6)), func(r *Report) { r.Account.Mutex = 0.85 }),
			"1.10× of 2. Lost: 0.90 to tasks that waited inside main.go:133 (900 ms; goroutines waited 850 ms for mutexes)."},
		{"input", synthetic(2, map[Cause]float64{Waiting: 0.9}),
			"1.10× of 2. Lost: 0.90 to tasks that waited (900 ms)."},
		{"hidden work", synthetic(2, map[Cause]float64{Scheduler: 0.37}, at(1, 1)),
			"1.63× of 2. Lost: 0.37 to work that thieves could not see while tree.go:41 ran (pieces of up to 300 ms that do not poll: call Poll in them)."},
		{"late workers", synthetic(2, map[Cause]float64{Scheduler: 0.37}, at(0, 1)),
			"1.63× of 2. Lost: 0.37 to work that waited for a worker while main.go:133 ran (370 ms)."},
		{"well done", synthetic(2, map[Cause]float64{Parallelism: 0.02, Memory: 0.04}),
			"1.94× of 2. Nothing of yours: 97 % of what 2 processors can give; the rest 0.06."},
		{"measuring", synthetic(2, map[Cause]float64{Measuring: 0.1}),
			"1.90× of 2. Lost: 0.10 to measuring; nothing of yours: 100 % of what 2 processors can give."},
		{"crumbs", synthetic(2, map[Cause]float64{Parallelism: 0.04, Waiting: 0.04, Fine: 0.04, Memory: 0.04, Collector: 0.04, Scheduler: 0.04}),
			"1.76× of 2. No cause takes 2.5 % or more; the rest 0.24."},
		{"busy", with(synthetic(2, map[Cause]float64{Others: 0.78, Parallelism: 0.56, Measuring: 0.03}, at(0, 1)), func(r *Report) { r.Account.RunDelay = 0.767 }),
			"0.63× of 2, or 1.03× on the time that it had. This machine was busy: 0.78 to other programs (threads waited 767 ms for a processor). What follows is not sure below 0.08. Of what was left: 0.56 to too little to do at once while main.go:133 ran (workers had nothing to run for 560 ms); the rest 0.03."},
		{"busy, else fine", with(synthetic(2, map[Cause]float64{Others: 0.78, Limited: 0.3}), func(r *Report) { r.Account.RunDelay, r.Account.OffCPU = -1, 0.8 }),
			"0.92× of 2, or 2.00× on the time that it had. This machine was busy: 0.78 to other programs (workers were off the processor for 800 ms); 0.30 to the container's limit (300 ms). What follows is not sure below 0.11. Of what was left: nothing of yours, 100 % of it was used."},
		{"limited", with(synthetic(2, map[Cause]float64{Limited: 0.98, Parallelism: 0.02}), func(r *Report) { r.Machine.Limit, r.Account.Throttled = 1, 0.49 }),
			"1.00× of 2, or 1.96× on the time that it had. This container had used up its processor time: 0.98 to its limit of 1 processor (it stopped the program for 490 ms). What follows is not sure below 0.10. Of what was left: nothing of yours, 98 % of it was used; the rest 0.02."},
		{"busy, and crumbs", with(synthetic(2, map[Cause]float64{Others: 1.2, Parallelism: 0.1}, at(0, 1)), func(r *Report) {
			r.Account.Own, r.Span.Work = 1, 0.6
		}),
			"0.70× of 2, or 1.75× on the time that it had. This machine was busy: 1.20 to other programs (threads waited 0 ns for a processor; goroutines of this program beside the pool ran for 400 ms). " +
				"What follows is not sure below 0.12. Of what was left: no cause is sure; the rest 0.10."},
		{"a little busy", synthetic(2, map[Cause]float64{Others: 0.2, Parallelism: 0.5}, at(0, 1)),
			"1.30× of 2. Lost: 0.50 to too little to do at once while main.go:133 ran (workers had nothing to run for 500 ms); 0.20 to other programs (threads waited 0 ns for a processor)."},
		{"nothing known alone", with(synthetic(2, map[Cause]float64{Parallelism: 0.04}), func(r *Report) { r.Account.Inflation = 0 }),
			"1.96× of 2 at most. Nothing of yours that shows: 98 % of what 2 processors can give; the rest 0.04. Slow memory is not told from work here."},
		{"live", with(synthetic(2, nil), func(r *Report) { r.Live = true }),
			"2.00× of 2 so far. Nothing of yours: 100 % of what 2 processors can give."},
		{"callers beside", with(synthetic(2, map[Cause]float64{Waiting: 0.3}), func(r *Report) { r.Account.Capacity, r.Account.SpeedUp, r.Machine.Processors = 2.35, 2.05, 4 }),
			"2.05× of 2 and 0.35 that callers and spares ran beside them. Lost: 0.30 to tasks that waited (300 ms)."},
		{"resized", with(synthetic(2, map[Cause]float64{Parallelism: 0.3}), func(r *Report) {
			r.Resized, r.Account.Capacity, r.Account.SpeedUp = []Resized{{0, 1}, {0.3, 2}}, 1.7, 1.4
		}),
			"1.40× of 1.7 (the pool had 1 worker until 300 ms, and then 2). Lost: 0.30 to too little to do at once (workers had nothing to run for 300 ms)."},
		{"other pools", with(synthetic(2, nil), func(r *Report) { r.OtherPools, r.Account.Own, r.Span.Work = 2, 3.2, 2 }),
			"2.00× of 2. Nothing of yours: 100 % of what 2 processors can give. Calls came into 2 pools more, which were not recorded: goroutines beside this one ran for 1.2 s."},
		{"another pool", with(synthetic(2, nil), func(r *Report) { r.OtherPools = 1 }),
			"2.00× of 2. Nothing of yours: 100 % of what 2 processors can give. Calls came into 1 pool more, which was not recorded."},
		{"tasks from outside", with(synthetic(2, nil), func(r *Report) { r.Calls, r.Lines = 0, []Line{{Seconds: ModeSeconds{Work: 1}}} }),
			"2.00× of 2. Nothing of yours: 100 % of what 2 processors can give."},
		{"four causes", synthetic(4, map[Cause]float64{Parallelism: 0.4, Fine: 0.5, Collector: 0.3, Waiting: 0.2}),
			"2.60× of 4. Lost: 0.50 to work cut too fine (500 ms); 0.40 to too little to do at once (workers had nothing to run for 400 ms); 0.30 to the garbage collector (300 ms of processor time); the rest 0.20."},
	} {
		v := c.r.Verdict()
		if v.String() != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, v, c.want)
		}
		addsUp(t, c.r, v)
	}
}

// addsUp wants the rounded numbers of a verdict to be all of the workers, none of them far
// from what it was.
func addsUp(t *testing.T, r *Report, v Verdict) {
	t.Helper()
	sum, rest := v.SpeedUp+v.Rest-v.Beyond, r.Account.Capacity/r.Seconds-r.Account.SpeedUp
	for _, n := range v.Causes {
		sum += n.Lost
		rest -= r.Account.loss(n.Cause) / r.Seconds
		if d := n.Lost - r.Account.loss(n.Cause)/r.Seconds; math.Abs(d) >= 0.01 {
			t.Errorf("%s became %v", n.Cause, n.Lost)
		}
	}
	if math.Abs(sum-r.places()) > 1e-9 || math.Abs(v.Rest-rest) >= 0.01 || math.Abs(v.SpeedUp-r.Account.SpeedUp) >= 0.01 {
		t.Errorf("%s: adds up to %v, the rest is %v", v, sum, rest)
	}
}

func TestVerdict_adds_up(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		lost, workers := map[Cause]float64{}, 2+random.IntN(63)
		for _, c := range Causes {
			if random.IntN(2) == 0 {
				lost[c] = random.Float64() * float64(workers) / 11
			}
		}
		r := synthetic(workers, lost, SiteShare{random.IntN(len(testSites)), random.Float64()})
		r.Account.Inflation = float64(random.IntN(2))
		if v := r.Verdict(); v.Refusal == "" {
			addsUp(t, r, v)
		}
	}
}

func TestVerdict_refuses(t *testing.T) {
	for want, change := range map[string]func(*Report){
		"Nothing was recorded.":                                            func(r *Report) { *r = Report{} },
		"no call came into a pool":                                         func(r *Report) { r.Calls = 0 },
		"does not add up: 2.0 % of":                                        func(r *Report) { r.Account.Identity = 0.02 },
		"does not add up: 1.5 % of":                                        func(r *Report) { r.Account.Rest = -0.03 },
		"Measuring took 15 % of":                                           func(r *Report) { *r = *synthetic(2, map[Cause]float64{Measuring: 0.3}) },
		"contradicts itself: a loss of -0.1 s to memory":                   func(r *Report) { *r = *synthetic(2, map[Cause]float64{Memory: -0.1}) },
		"contradicts itself: work of 2 s in 1.2 s of processor time":       func(r *Report) { r.Account.Own = 1.2 },
		"600 ms lost to the garbage collector on 2 workers, which took 50": func(r *Report) { *r = *synthetic(2, map[Cause]float64{Collector: 0.6}); r.Account.GC = 0.05 },
		"contradicts itself: a speed-up of 2.10 on 2 processors":           func(r *Report) { r.Account.SpeedUp = 2.1 },
		"contradicts itself: a span of 3 s in work of 2 s":                 func(r *Report) { r.Span = Span{Work: 2, Span: 3} },
	} {
		r := synthetic(2, nil)
		change(r)
		if v := r.Verdict(); v.Refusal == "" || !strings.Contains(v.String(), want) || len(v.Causes) > 0 {
			t.Errorf("%q, want %q", v, want)
		}
	}
}

func TestVerdict_one_worker(t *testing.T) {
	r := synthetic(1, nil)
	if v := r.Verdict().String(); v != "1 worker, 1 s of work; its span was not recorded." {
		t.Error(v)
	}
	r.Span = Span{Work: 1, Span: 0.05, Parallelism: 20, AtLeast: true}
	want := "1 worker, 1 s of work, of which 50 ms must follow each other: parallelism 20 at least. " +
		"2 workers could give 1.9× to 2×, 4 workers could give 3.5× to 4×, 8 workers could give 5.9× to 8×, " +
		"if the indices of each loop cost the same: no clock was read between them."
	if v := r.Verdict().String(); v != want {
		t.Errorf("%s, want %s", v, want)
	}
}

// TestVerdict_windows: to hold the others while one worker works alone is no reason to refuse.
func TestVerdict_windows(t *testing.T) {
	r := synthetic(2, map[Cause]float64{Measuring: 0.3})
	r.Solo.Seconds = 0.2
	if v := r.Verdict(); v.Refusal != "" {
		t.Error(v)
	}
}

// TestVerdict_strange_sites wants reports of other hands not to crash the reader.
func TestVerdict_strange_sites(t *testing.T) {
	r := synthetic(2, map[Cause]float64{Parallelism: 0.5, Fine: 0.3}, SiteShare{99, 1})
	if v := r.Verdict(); len(v.Causes) != 2 || v.Causes[0].Site != -1 {
		t.Errorf("%+v", v)
	}
	r.Account.Losses = nil
	if v := r.Verdict(); len(v.Causes) != 0 {
		t.Errorf("%+v", v)
	}
}

func TestVerdict_json(t *testing.T) {
	text, err := json.Marshal(synthetic(2, nil).Verdict())
	if err != nil || !strings.Contains(string(text), `"causes":[]`) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]string{0: "0 ns", 2e-9: "2 ns", 9.1e-6: "9.1 µs", 0.1: "100 ms", 0.0123: "12 ms", 1.26: "1.3 s", 0.9999: "1 s", 300: "300 s"} {
		if got := duration(seconds); got != want {
			t.Errorf("%v is %q, want %q", seconds, got, want)
		}
	}
}
