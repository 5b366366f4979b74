package trace

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"
)

var sampleFile = flag.String("sample", "", "write the sample to this `file`: tests of other modules read it")

// The sample's call sites, by index.
const (
	parse = iota
	render
	tree
	tasks
	outside
)

var sampleSites = []Site{
	{Name: "parse.go:41", File: "/src/atlas/parse.go", Line: 41, Function: "atlas.parse", Kind: CallSite, Count: 3, Units: 3, Unit: 0.08, Longest: 0.11},
	{Name: "render.go:88", File: "/src/atlas/render.go", Line: 88, Function: "atlas.(*Map).render", Kind: LoopSite, Count: 12, Units: 48_000, Unit: 31e-6, Longest: 4e-3, Alone: 27e-6, Crowded: 31e-6, AloneN: 40, CrowdedN: 900},
	{Name: "tree.go:133", File: "/src/atlas/tree.go", Line: 133, Function: "atlas.build", Kind: ForkSite, Count: 8_190, Units: 8_191, Unit: 210e-6, Longest: 0.062},
	{Name: "tasks.go:57", File: "/src/atlas/tasks.go", Line: 57, Function: "atlas.emit</script>", Kind: SpawnSite, Count: 21_400, Units: 21_400, Unit: 2.4e-6, Longest: 0.4e-3},
	{Name: "outside", Function: "the program, outside any call", Kind: OutsideSite, Count: 1, Units: 1, Longest: 0.05},
}

// sample returns a report as a recording of a program in five phases would make it. It is the
// same each time. Its modes, losses and columns add up.
func sample(workers int) *Report {
	random := rand.New(rand.NewPCG(17, uint64(workers)))
	const count, width = 384, 3.2e-3
	r := &Report{
		Version: Version, Program: "atlas --tiles 12 \"north & south\" <in.osm", Started: time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC),
		Machine: Machine{CPU: "AMD EPYC 9354 32-Core Processor", Processors: workers, OS: "linux", Arch: "amd64", Go: "go1.26.1"},
		Workers: workers, Seconds: count * width, Calls: 3,
		Columns: Columns{Width: width, Count: count}, Ready: make([]float64, count),
		Sites: append([]Site(nil), sampleSites...), Events: 183_211, Solo: SoloReport{Windows: 6, Seconds: 0.004},
	}
	r.Dropped = r.Events
	for i := range workers {
		name := fmt.Sprintf("worker %d", i)
		r.Lines = append(r.Lines, Line{Name: name, Columns: make([]ModeSeconds, count), Sites: make([]int, count)})
		r.Steals = append(r.Steals, make([]int64, workers))
	}
	r.Lines[0].Name, r.Lines[0].Guest = "guest 0", true
	for k := range count {
		sampleColumn(r, random, k)
	}
	sampleAccount(r)
	sampleSteals(r, random)
	r.Moments = []Moment{sampleMoment(r, random, 0.1152), sampleMoment(r, random, 0.7008)}
	for i := range r.Moments {
		r.Dropped -= int64(len(r.Moments[i].Events))
	}
	return r
}

// phase returns the site that runs in a column, how many workers have work of it, and how
// much of their time is overhead.
func phase(k, workers int) (site, busy int, over, ready float64) {
	switch {
	case k < 60:
		return parse, 1, 0.01, 0
	case k < 190:
		return render, workers, 0.02, float64(3 * workers)
	case k < 215:
		return outside, 1, 0, 0
	case k < 300:
		return tree, max(1, workers*(310-k)/100), 0.04, float64(300-k) / 40
	default:
		return tasks, max(1, workers*3/4), 0.34, 6
	}
}

func sampleColumn(r *Report, random *rand.Rand, k int) {
	site, busy, over, ready := phase(k, r.Workers)
	w := r.Columns.Width
	r.Ready[k] = ready * (0.6 + 0.8*random.Float64())
	for i := range r.Lines {
		l := &r.Lines[i]
		m := &l.Columns[k]
		l.Sites[k] = -1
		if site == outside && i == 0 {
			m.Away = w // the guest has left, and is the program
			r.Sites[outside].Work += w
			continue
		}
		if (i+k/24*5)%r.Workers < busy && (busy > 1 || i == 0) || busy == 1 && i == 0 {
			m.Over = w * over * (0.5 + random.Float64())
			if site == tree && i%3 == 1 {
				m.Wait = w * 0.2 * random.Float64()
			}
			if site == render && k%40 < 3 {
				m.Block = w * 0.3
			}
			if k%97 == 11 {
				m.Pause = w * 0.1
			}
			m.Work = w - m.Over - m.Wait - m.Block - m.Pause
			l.Sites[k] = site
			book(r, site, m)
			continue
		}
		m.Search = w * 0.25 * random.Float64()
		if ready > 0 {
			m.Search *= 2.5
		}
		m.Sleep = w - m.Search
		r.Sites[site].NoWork += m.Sleep
		r.Sites[site].HadWork += m.Search
	}
	for i := range r.Lines {
		r.Lines[i].Seconds.plus(&r.Lines[i].Columns[k])
	}
}

func book(r *Report, site int, m *ModeSeconds) {
	s := &r.Sites[site]
	s.Work += m.Work
	s.Over += m.Over
	s.NoWork += m.Wait
	s.HadWork += m.Block + m.Pause
}

// sampleAccount makes the losses of what the lines did.
func sampleAccount(r *Report) {
	var sum ModeSeconds
	for _, l := range r.Lines {
		sum.plus(&l.Seconds)
	}
	a := &r.Account
	a.Capacity = float64(r.Workers) * r.Seconds
	memory, collector, others := 0.08*sum.Work, 0.03*sum.Work, 0.011*sum.Work
	a.Losses = []Loss{
		{Parallelism, sum.Sleep + sum.Wait, []SiteShare{{parse, r.Sites[parse].NoWork}, {tree, r.Sites[tree].NoWork}, {outside, r.Sites[outside].NoWork}}},
		{Fine, sum.Over, []SiteShare{{tasks, r.Sites[tasks].Over}, {tree, r.Sites[tree].Over}}},
		{Memory, memory, []SiteShare{{render, memory}}},
		{Scheduler, sum.Search, []SiteShare{{tree, r.Sites[tree].HadWork}}},
		{Collector, collector, nil}, {Others, others, nil}, {Waiting, sum.Block, nil}, {Measuring, sum.Pause, nil}, {Limited, 0, nil},
	}
	slices.SortStableFunc(a.Losses, func(x, y Loss) int { return cmp.Compare(y.Seconds, x.Seconds) })
	a.Work = a.Capacity
	for _, l := range a.Losses {
		a.Work -= l.Seconds
	}
	a.SpeedUp, a.Inflation = a.Work/r.Seconds, 1.08
	a.OffCPU, a.GC, a.Assist, a.RunDelay, a.OtherCPU, a.Mutex, a.Own = others, 2*collector, collector/9, others, 0.09, 0.004, sum.Work
	work := sum.Work + r.Sites[outside].Work
	r.Span = Span{Work: work, Span: 0.47, Burdened: 0.48, Handover: 42e-6, Parallelism: work / 0.47}
	for i, share := range []float64{0.4, 0.06, 0.31, 0.05, 0.18} {
		s := &r.Sites[i]
		s.Span, s.Halved = share*r.Span.Span, r.Span.Span*(1-share/2)
	}
}

func sampleSteals(r *Report, random *rand.Rand) {
	for i := range r.Steals {
		for j := range r.Steals {
			if i != j {
				r.Steals[i][j] = int64(900 / (1 + math.Abs(float64(i-j))) * random.Float64())
				r.Lines[i].Steals += r.Steals[i][j]
			}
		}
	}
	r.Latency = Histogram{128e-9, bell(18, 6, 2.2, 9000)}
	r.Size = Histogram{128e-9, bell(22, 9, 3.1, 40_000)}
}

func bell(n int, middle, width, height float64) []int64 {
	out := make([]int64, n)
	for i := range out {
		x := (float64(i) - middle) / width
		out[i] = int64(height * math.Exp(-x*x/2))
	}
	return out
}

// sampleMoment makes events of 10 ms, in which each worker steals, works, and looks again.
func sampleMoment(r *Report, random *rand.Rand, from float64) Moment {
	m := Moment{From: from, To: from + 0.010, Idle: 0.006 * float64(r.Workers)}
	next := make([]float64, r.Workers)
	step := make([]int, r.Workers)
	kinds := []struct{ kind, mode string }{{"seek", "search"}, {"stole", "over"}, {"begin", "work"}, {"end", "over"}, {"sleep", "sleep"}, {"wake", "search"}}
	for i := range next {
		next[i] = from + 0.001*random.Float64()
	}
	for ref := uint64(1); ; ref++ {
		i := 0
		for j := range next {
			if next[j] < next[i] {
				i = j
			}
		}
		if next[i] >= m.To {
			return m
		}
		k := kinds[step[i]%len(kinds)]
		e := Raw{At: next[i], Line: i, Kind: k.kind, Mode: k.mode, Site: -1}
		switch k.kind {
		case "stole":
			e.N = int64((i + 1 + random.IntN(r.Workers-1)) % r.Workers)
		case "begin":
			e.Site, e.Ref = tree, ref
		}
		m.Events = append(m.Events, e)
		length := 4e-6
		if k.mode == "work" || k.mode == "sleep" {
			length = 300e-6
		}
		next[i] += length * (0.3 + 2*random.Float64())
		step[i]++
	}
}

// TestSample reads the sample back as it was written. With -sample it leaves it in a file.
func TestSample(t *testing.T) {
	var b, again bytes.Buffer
	if err := sample(8).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	written := b.Bytes()
	r, err := ReadReport(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.WriteJSON(&again); err != nil || !bytes.Equal(again.Bytes(), written) {
		t.Errorf("written, read and written again the sample is another one (%v)", err)
	}
	if *sampleFile != "" {
		if err := os.WriteFile(*sampleFile, written, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSample_addsUp wants each worker's modes to be the time of the recording, and work and losses
// to be that of all.
func TestSample_addsUp(t *testing.T) {
	for _, workers := range []int{2, 8, 64} {
		r := sample(workers)
		if err := r.check(); err != nil {
			t.Error(err)
		}
		all := r.Account.Work
		for _, l := range r.Account.Losses {
			all += l.Seconds
		}
		if math.Abs(all-r.Account.Capacity) > 1e-9 {
			t.Errorf("%d: losses add up to %v of %v", workers, all, r.Account.Capacity)
		}
		for _, l := range r.Lines {
			if m := l.Seconds; math.Abs(m.Work+m.Over+m.Search+m.Sleep+m.Wait+m.Block+m.Pause+m.Off+m.Away-r.Seconds) > 1e-9 {
				t.Errorf("%s: %+v", l.Name, m)
			}
		}
		if v := r.Verdict(); v.Refusal != "" {
			t.Error(v)
		}
	}
}
