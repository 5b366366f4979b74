package verify

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/skua-go/skua/span"
)

// ranged is what a work-stealing range has.
type ranged interface {
	Take(k int) (lo, hi int, ok bool)
	Steal() (lo, hi int, ok bool)
	Return(lo int) (from int)
	Fill(lo, hi int)
	Len() int
}

// interval is an answer or an argument: an index or a number of units is lo.
type interval struct {
	lo, hi int
	ok     bool
}

// portion is one call on a range.
type portion struct {
	what      byte // t take, s steal, r return, f fill, l length
	on        int  // the range
	client    int
	k         int      // of take: how many
	arg       interval // of return and fill
	got       interval
	call, ret int64
}

func (p portion) String() string {
	name := map[byte]string{'t': "Take", 's': "Steal", 'r': "Return", 'f': "Fill", 'l': "Len"}[p.what]
	return fmt.Sprintf("%4d–%-4d client %d %s_%d(%d, %v) = %v", p.call, p.ret, p.client, name, p.on, p.k, p.arg, p.got)
}

// sharing is one run: clients with ranges over one interval of n indices in units
// of grain. Client k owns range k; those beyond are thieves at range 0.
type sharing struct {
	n, grain int
	ranges   []ranged
	timed    func(client int, f func()) (call, ret int64)
	did      [][]portion // by client
}

const lowest = -7 // so that indices, offsets and units differ

func realRanges(n, grain, owners int) []ranged {
	first := span.NewRange(lowest, lowest+n, grain)
	out := []ranged{first}
	for range owners - 1 {
		out = append(out, first.Sibling())
	}
	return out
}

// note makes a call and keeps it.
func (s *sharing) note(p portion, f func(*portion)) interval {
	p.call, p.ret = s.timed(p.client, func() { f(&p) })
	s.did[p.client] = append(s.did[p.client], p)
	return p.got
}

// perform is a client's script. A digit takes that many units; r puts the last take
// back from its second index on, R all of it, and q less than nothing; s steals,
// f steals and fills if the own range is empty, l asks for the length.
func (s *sharing) perform(me int, script string) {
	own, victim := me, (me+1)%len(s.ranges)
	if me >= len(s.ranges) {
		own, victim = 0, 0
	}
	steal := func() interval {
		return s.note(portion{what: 's', on: victim, client: me}, func(p *portion) {
			p.got.lo, p.got.hi, p.got.ok = s.ranges[victim].Steal()
		})
	}
	var last interval
	for _, sign := range script {
		switch sign {
		case 's':
			steal()
		case 'l':
			s.note(portion{what: 'l', on: victim, client: me}, func(p *portion) { p.got.lo = s.ranges[victim].Len() })
		case 'f':
			if s.ranges[own].Len() > 0 || own == victim {
				continue
			}
			if loot := steal(); loot.ok {
				s.note(portion{what: 'f', on: own, client: me, arg: loot}, func(p *portion) { s.ranges[own].Fill(loot.lo, loot.hi) })
				last = interval{}
			}
		case 'r', 'R', 'q':
			at := map[rune]int{'r': min(last.lo+1, last.hi), 'R': last.lo, 'q': last.hi}[sign]
			if last.ok {
				got := s.note(portion{what: 'r', on: own, client: me, arg: interval{lo: at}}, func(p *portion) { p.got.lo = s.ranges[own].Return(at) })
				last.hi = got.lo
			}
		default:
			last = s.note(portion{what: 't', on: own, client: me, k: int(sign - '0')}, func(p *portion) {
				p.got.lo, p.got.hi, p.got.ok = s.ranges[own].Take(p.k)
			})
		}
	}
}

// units is a range as a sequential program sees it.
type units struct{ low, high int }

// step is the specification of a range.
func (s *sharing) step(u units, p portion) (units, bool) {
	switch p.what {
	case 't':
		next := min(u.low+p.k, u.high)
		return units{next, u.high}, p.got == s.between(u.low, next)
	case 's':
		mid := u.low + (u.high-u.low)/2
		return units{u.low, mid}, p.got == s.between(mid, u.high)
	case 'r':
		low := min(s.unit(p.arg.lo), u.low)
		return units{low, u.high}, p.got.lo == s.index(low)
	case 'f':
		return units{s.unit(p.arg.lo), s.unit(p.arg.hi)}, u.low == u.high
	}
	return u, p.got.lo == u.high-u.low
}

func (s *sharing) index(unit int) int { return lowest + min(unit*s.grain, s.n) }

// unit is the first one that begins at i or later.
func (s *sharing) unit(i int) int { return (i - lowest + s.grain - 1) / s.grain }

func (s *sharing) between(from, to int) interval {
	if from == to {
		return interval{}
	}
	return interval{s.index(from), s.index(to), true}
}

// check wants the history of each range explained: a history of several objects
// is linearizable if that of each is. In the end each is emptied, so that all that
// went in has come out.
func (s *sharing) check() error {
	for on, r := range s.ranges {
		late := int64(1) << 50
		ops := []porcupine.Operation{}
		for _, did := range s.did {
			for _, p := range did {
				if p.on == on {
					ops = append(ops, porcupine.Operation{ClientId: p.client, Input: p, Call: p.call, Return: p.ret})
				}
			}
		}
		for more := true; more; late += 2 {
			p := portion{what: 't', on: on, k: 3}
			p.got.lo, p.got.hi, p.got.ok = r.Take(3)
			ops = append(ops, porcupine.Operation{Input: p, Call: late, Return: late + 1})
			more = p.got.ok && len(ops) < 1000
		}
		start := units{}
		if on == 0 {
			start.high = s.unit(lowest + s.n)
		}
		model := porcupine.Model{
			Init: func() any { return start },
			Step: func(state, input, _ any) (bool, any) {
				next, ok := s.step(state.(units), input.(portion))
				return ok, next
			},
		}
		if !porcupine.CheckOperations(model, ops) {
			return fmt.Errorf("range %d of %d indices by %d: %w", on, s.n, s.grain, errOrder)
		}
	}
	return nil
}

func (s *sharing) String() string {
	var b strings.Builder
	for _, did := range s.did {
		for _, p := range did {
			fmt.Fprintln(&b, p)
		}
	}
	return b.String()
}

// freely runs scripts on goroutines.
func (s *sharing) freely(scripts []string) {
	begin := time.Now()
	s.did = make([][]portion, len(scripts))
	s.timed = func(_ int, f func()) (call, ret int64) {
		call = int64(time.Since(begin))
		f()
		return call, int64(time.Since(begin))
	}
	var wg sync.WaitGroup
	var ready atomic.Int32
	together := int32(min(len(scripts), runtime.GOMAXPROCS(0)))
	for me, script := range scripts {
		wg.Go(func() {
			ready.Add(1)
			for spins := 1; ready.Load() < together && spins < 2*patience; spins++ {
				if spins == patience {
					runtime.Gosched()
				}
			}
			s.perform(me, script)
		})
	}
	wg.Wait()
}

// randomScripts are for one or two owners and one to three thieves.
func randomScripts(r *rand.Rand) (owners int, scripts []string) {
	owners = 1 + r.IntN(2)
	for me := range owners + 1 + r.IntN(3) {
		signs, n := "1123rRqffsl", 3+r.IntN(8)
		if me >= owners {
			signs, n = "sssl", 1+r.IntN(5)
		}
		var script []byte
		for range n {
			script = append(script, signs[r.IntN(len(signs))])
		}
		scripts = append(scripts, string(script))
	}
	return owners, scripts
}

// TestRangeLinearizable records histories of owners and thieves and wants each
// explained by ranges that do one thing at a time.
func TestRangeLinearizable(t *testing.T) {
	r := seeded(t)
	overlapping := 0
	for n := range *histories {
		owners, scripts := randomScripts(r)
		s := &sharing{n: 1 + r.IntN(24), grain: 1 + r.IntN(3)}
		s.ranges = realRanges(s.n, s.grain, owners)
		s.freely(scripts)
		if err := s.check(); err != nil {
			t.Fatalf("history %d: %v\n%v", n, err, s)
		}
		if s.overlap() {
			overlapping++
		}
	}
	t.Logf("%d histories, %d with calls side by side", *histories, overlapping)
}

func (s *sharing) overlap() bool {
	for a := range s.did {
		for b := range a {
			for _, p := range s.did[a] {
				for _, q := range s.did[b] {
					if p.call <= q.ret && q.call <= p.ret {
						return true
					}
				}
			}
		}
	}
	return false
}

// TestControlRange wants the right toy accepted and each fault found.
func TestControlRange(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, fault := range []string{"", "steal by store", "take by store", "return by store", "half rounded down", "false for nothing"} {
		t.Run(fault, func(t *testing.T) {
			r := seeded(t)
			for n := range enough {
				_, scripts := randomScripts(r)
				s := &sharing{n: 1 + r.IntN(12), grain: 1}
				toy := &brokenRange{fault: fault}
				toy.word.Store(uint64(s.n))
				s.ranges = []ranged{toy}
				s.freely(scripts)
				if err := s.check(); err != nil {
					if fault == "" {
						t.Fatalf("%v\n%v", err, s)
					}
					t.Logf("rejected history %d: %v\n%v", n, err, s)
					return
				}
			}
			if fault != "" {
				t.Errorf("%d histories accepted", enough)
			}
		})
	}
}
