package account

import (
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/expect"
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
