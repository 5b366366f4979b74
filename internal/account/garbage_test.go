package account

import (
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace"
)

// Any stream of events has a report, and its account adds up.
func TestAccount_garbage(t *testing.T) {
	for seed := range uint64(expect.Size(10, 40, 300)) {
		random := rand.New(rand.NewPCG(seed, 1))
		p := play(1 + random.IntN(4))
		for range 2000 {
			p.at += random.Int64N(20_000) - 2_000
			p.a.Add(random.IntN(5), &event.Event{
				At: p.at, Kind: event.Kind(random.IntN(event.Kinds)), Part: event.Part(random.IntN(4)),
				Ref: random.Uint64N(6), N: random.Int64N(5) - 1, Site: random.Uint32N(100),
			})
		}
		r := p.a.Report(p.a.now+10, Samples{RunDelay: float64(random.IntN(3)) - 1, GC: 1e-5})
		sum := r.Account.Work
		for _, l := range r.Account.Losses {
			sum += l.Seconds
		}
		near(t, "work and losses", sum, r.Account.Capacity, 1e-9)
		if _, err := json.Marshal(r); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// Long streams have a report too, in which the dag was made smaller often.
func TestAccount_longGarbage(t *testing.T) {
	kinds := []event.Kind{
		event.Enter, event.Leave, event.Fork, event.Fork, event.Joined, event.Drop, event.Spawn, event.Spawn,
		event.Begin, event.Begin, event.End, event.Loop, event.Finished, event.Gather, event.Gathered, event.Retake,
	}
	for seed := range uint64(expect.Size(1, 2, 8)) {
		random := rand.New(rand.NewPCG(seed, 3))
		p := play(4)
		for range 100_000 {
			p.at += random.Int64N(30_000)
			p.a.Add(random.IntN(4), &event.Event{
				At: p.at, Kind: kinds[random.IntN(len(kinds))], Part: event.Part(random.IntN(4)),
				Ref: random.Uint64N(8), N: random.Int64N(6) - 1, Site: random.Uint32N(20),
			})
			if random.IntN(10_000) == 0 {
				p.a.Report(p.at, Samples{})
			}
		}
		r := p.a.Report(p.at, Samples{})
		if _, err := json.Marshal(r); err != nil || r.Account.Identity > 1e-9 {
			t.Fatalf("seed %d: %v, identity %v", seed, err, r.Account.Identity)
		}
	}
}

// forever plays a program of forks, loops and calls over and over.
func (p *player) forever(rounds int) {
	for range rounds {
		p.call(func() {
			p.fib(6)
			p.event(0, event.Loop, 5, 100, 8)
			for range 10 {
				p.event(0, event.Chunk, 5, 10<<32|10, 0)
				p.at += 5000
			}
			p.event(0, event.Finish, 5, 10, 0)
			p.event(0, event.Finished, 5, 0, 0)
		})
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// However long a recording is, an account of it takes no more than some megabytes.
func TestAccount_memory(t *testing.T) {
	p, rounds := play(2), expect.Size(2000, 5000, 20_000)
	p.forever(rounds)
	early := heap()
	p.forever(5 * rounds)
	if grown := heap() - early; grown > 4<<20 {
		t.Errorf("%d bytes more after six times as many events", grown)
	}
	if r := p.a.Report(p.at, Samples{}); r.Events < int64(250*rounds) {
		t.Errorf("%d events", r.Events)
	}
}

// busy plays a program on a machine that has not enough processors for it: what runs has one only for some of
// the time, strands change their thread, tasks wait, the pool is resized, the collector runs, the program
// sleeps outside of calls.
type busy struct {
	*player
	random  *rand.Rand
	moves   float64 // the share of strands that change their thread
	rival   float64 // … of time that others have a processor
	lines   []busyLine
	own     int64 // the program's processor time
	delayed int64 // its threads were ready
	inside  bool
}

// busyLine is what one worker does.
type busyLine struct {
	state           string // "idle", "task", "blocked"
	on, delay, wait int64  // of the strand
}

func newBusy(seed uint64) *busy {
	random := rand.New(rand.NewPCG(seed, 9))
	b := &busy{player: play(1 + random.IntN(4)), random: random, moves: random.Float64(), rival: random.Float64()}
	for k := range 2 + random.IntN(6) {
		b.a.Line(k, "worker", k == 0)
		b.lines = append(b.lines, busyLine{state: "idle"})
		if k > 0 {
			b.event(k, event.Seek, 0, 0, 0)
			b.event(k, event.Sleep, 0, 0, 0)
		}
	}
	return b
}

// pass lets dt nanoseconds pass, in each of which as many run as there are processors.
func (b *busy) pass(dt int64, processors int) {
	b.at += dt
	if !b.inside && b.random.IntN(2) == 0 { // else the program sleeps
		if b.random.Float64() < b.rival {
			b.delayed += dt
		} else {
			b.own += dt
			processors--
		}
	}
	for _, k := range b.random.Perm(len(b.lines)) {
		l := &b.lines[k]
		switch {
		case l.state != "task":
		case b.random.IntN(8) == 0:
			l.wait += dt
		case processors > 0 && b.random.Float64() >= b.rival:
			processors--
			l.on += dt
			b.own += dt
		default:
			l.delay += dt
			b.delayed += dt
		}
	}
}

// ends tells how long the strand of a line was off, as far as its thread knows.
func (b *busy) ends(k int) {
	l := &b.lines[k]
	off, gave := l.delay+l.wait, uint64(0)
	if l.wait > 0 {
		gave = 1
	}
	switch {
	case l.on+off >= lookedAt && b.random.Float64() < b.moves:
		b.event(k, event.Off, 0, -1, 0)
	case off > 0:
		b.event(k, event.Off, gave, off, 0)
	}
	l.on, l.delay, l.wait = 0, 0, 0
}

// step lets one line go on.
func (b *busy) step() {
	k := b.random.IntN(len(b.lines))
	l := &b.lines[k]
	switch l.state {
	case "idle":
		if k == 0 {
			b.event(0, event.Enter, 0, -1, 900)
			b.inside = true
		} else {
			b.event(k, event.Wake, 0, 0, 0)
			b.event(k, event.Stole, 0, -1, 0)
			b.a.Add(k, &event.Event{At: b.at, Kind: event.Begin, Part: event.Task, N: 77, Site: uint32(5 + k%3)})
		}
		l.state = "task"
	case "blocked":
		b.event(k, event.Unblock, 0, 0, 0)
		l.state = "task"
	default:
		b.ends(k)
		switch b.random.IntN(4) {
		case 0:
			b.event(k, event.Block, 0, 0, 0)
			l.state = "blocked"
		case 1:
			b.refs++
			b.event(k, event.Fork, b.refs, 0, 7)
			b.event(k, event.Retake, b.refs, 0, 0)
			b.event(k, event.Joined, b.refs, 0, 0)
		default:
			if l.state = "idle"; k == 0 {
				b.event(0, event.Leave, 0, 0, 0)
				b.inside = false
				break
			}
			b.segment(k, event.End, event.Task, 0, 77)
			b.event(k, event.Seek, 0, 0, 0)
			b.event(k, event.Sleep, 0, 0, 0)
		}
	}
}

// TestAccount_busy: whatever the machine does to a program, its report says nothing that cannot be, at any
// time.
func TestAccount_busy(t *testing.T) {
	for seed := range uint64(expect.Size(60, 300, 3000)) {
		b := newBusy(seed)
		processors := 1 + b.random.IntN(4)
		length := []int64{30_000, 1e6, 50e6}[b.random.IntN(3)]
		for k := range 400 {
			b.pass(b.random.Int64N(length), processors)
			if b.random.IntN(60) == 0 {
				b.a.Resize(b.at, 1+b.random.IntN(4))
			}
			if k%100 == 99 {
				b.possible(t, seed, processors)
			}
			b.step()
		}
	}
}

func (b *busy) possible(t *testing.T, seed uint64, processors int) {
	t.Helper()
	if b.own == 0 {
		return // not known
	}
	gc := b.random.Int64N(b.own/4 + 1)
	m := Samples{
		Own: seconds(b.own + gc), GC: seconds(gc), Assist: seconds(gc) * b.random.Float64(), Cycles: float64(b.random.IntN(9)),
		RunDelay: seconds(b.delayed), Machine: trace.Machine{Processors: processors}, Windows: 3, PerEvent: 1e-7,
	}
	if b.random.IntN(4) == 0 {
		m.RunDelay = -1
	}
	r := b.a.Report(b.at, m)
	for _, s := range r.Sites {
		if s.Work < -1e-9 || s.Longest > r.Span.Span+1e-9 || s.Work > m.Own*1.02+0.004 {
			t.Errorf("seed %d: %s worked %v s, and one piece %v of a span of %v s", seed, s.Name, s.Work, s.Longest, r.Span.Span)
		}
	}
	if r.Dag.Seconds > r.Span.Work*1.001+1e-6 || r.Span.Work > m.Own*1.02+0.004 {
		t.Errorf("seed %d: a dag of %v s in work of %v s, and %v s of processor time", seed, r.Dag.Seconds, r.Span.Work, m.Own)
	}
	if d := r.Account.Capacity - r.Account.Work - losses(r); d > 1e-6 || d < -1e-6 {
		t.Errorf("seed %d: %v s are missing", seed, d)
	}
	if v := r.Verdict(); strings.Contains(v.Refusal, "contradicts") || strings.Contains(v.Refusal, "add up") {
		t.Errorf("seed %d: %s", seed, v)
	}
	if t.Failed() {
		t.FailNow()
	}
}

func losses(r *trace.Report) (sum float64) {
	for _, l := range r.Account.Losses {
		sum += l.Seconds
	}
	return sum
}
