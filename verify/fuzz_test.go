package verify

import (
	"math/rand/v2"
	"testing"

	"github.com/skua-go/skua/deque"
)

// run reads data as a capacity and then one call a byte, makes them on a machine
// and empties it. Bits 0 to 2 choose the call, bit 3 the deque, the others n.
func (k kind) run(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	m := newMachine(k, 1+int(data[0]%64))
	for _, b := range data[1:min(len(data), 1<<12)] {
		o := op{on: int(b >> 3 & 1), want: int(b >> 4)}
		if !k.batches {
			o.on = 0
		}
		switch b & 7 {
		case 0, 1, 2:
			o.what = push
		case 3:
			o.what = pop
		case 4:
			o.what = steal
		default:
			switch {
			case k.batches && b&7 == 5:
				o.what, o.to = batch, 1-o.on
			case k.split && b&7 == 5:
				o.what = expose
			case k.split:
				o.what = poll
			default:
				o.what = []action{pop, steal, push}[b&7-5]
			}
		}
		if err := m.do(o); err != nil {
			return err
		}
		if err := m.count(); err != nil {
			return err
		}
	}
	return m.empty()
}

// The seeds under testdata/fuzz fill and empty, wrap round, take one by one at
// both ends, and go to and fro at powers of two.

func FuzzLocked(f *testing.F)    { fuzz(f, "locked") }
func FuzzABP(f *testing.F)       { fuzz(f, "abp") }
func FuzzChaseLev(f *testing.F)  { fuzz(f, "chaselev") }
func FuzzStealHalf(f *testing.F) { fuzz(f, "stealhalf") }
func FuzzBWoS(f *testing.F)      { fuzz(f, "bwos") }
func FuzzSplit(f *testing.F)     { fuzz(f, "split", "split half") }

func fuzz(f *testing.F, names ...string) {
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range names {
			if err := kindNamed(name).run(data); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// TestControlMachine wants faults found by random bytes.
func TestControlMachine(t *testing.T) {
	locked := func() *brokenBatch { return new(brokenBatch) }
	for name, c := range map[string]struct {
		kind kind
		good bool
	}{
		"right":               {kind{make: func(int) ends { return locked() }}, true},
		"steals the youngest": {kind{make: func(int) ends { return youngest{locked()} }}, false},
		"full too early":      {kind{make: func(n int) ends { return deque.NewABP[int](n) }, capacity: 1, exact: true}, false},
		"forgets":             {kind{make: func(int) ends { return &brokenBatch{fault: "forgets"} }, ranged: true, capacity: 1, exact: true}, false},
		"exposes nothing":     {kind{make: func(int) ends { return mean{new(deque.Split[int])} }, split: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(*seed, 4))
			for range 1000 {
				data := make([]byte, 100)
				for i := range data {
					data[i] = byte(r.Uint32())
				}
				if err := c.kind.run(data); err != nil {
					if c.good {
						t.Fatal(err)
					}
					t.Log(err)
					return
				}
			}
			if !c.good {
				t.Error("1,000 strings of bytes found nothing")
			}
		})
	}
}

// youngest steals at the wrong end.
type youngest struct{ *brokenBatch }

func (d youngest) Steal() (*int, deque.Outcome) { return d.Pop() }

// mean ignores requests.
type mean struct{ *deque.Split[int] }

func (mean) Poll() int { return 0 }
