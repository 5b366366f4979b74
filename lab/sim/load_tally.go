package sim

import "math/bits"

// loadTally is what one block counts in a run, and in a step. Blocks of any
// phase may use it, one at a time.
type loadTally struct {
	selects, mutual, approaches, balances, moves, moved int64 // of this step

	born, died int64 // of this step
	max        int64 // of this step
	empty      int64 // of this step, if it is sampled

	average float64 // copies of what look and drift need
	inverse float64 // of the average; 0 if the average is
	counts  bool    // this step is not part of the warm-up
	sampled bool

	ratios  spread // of load over average, in 1/ratioUnits
	lengths spread // loads of this step, if it is sampled
	drifts  [driftMost + 1]struct{ count, contrib int64 }
}

const (
	ratioUnits = 16
	driftMost  = 63 // and all above
)

// look takes the load of p before the step into account.
func (s *loads) look(t *loadTally, p int) {
	n := s.load[p]
	t.max = max(t.max, n)
	if t.counts {
		s.sum[p] += n
		t.ratios.add(int64(float64(n) * t.inverse * ratioUnits))
	}
	if t.sampled {
		t.lengths.add(n)
		if n == 0 {
			t.empty++
		}
	}
}

// met counts a pair that met.
func (t *loadTally) met(contrib int64) {
	t.balances++
	if contrib != 0 {
		t.moves++
		t.moved += max(contrib, -contrib)
	}
}

// drift takes into account what balancing did to a processor.
func (t *loadTally) drift(before, contrib int64) {
	if t.counts {
		d := &t.drifts[min(int64(float64(before)*t.inverse), driftMost)]
		d.count++
		d.contrib += contrib
	}
}

// A spread counts values: small ones exactly, larger ones with 1/16 of precision.
type spread [16 * 60]int64

func (s *spread) add(v int64) { s[spreadIndex(v)]++ }

func spreadIndex(v int64) int {
	if v < 32 {
		return int(v)
	}
	shift := bits.Len64(uint64(v)) - 5
	return shift<<4 + int(v>>shift) // the upper five bits are 16 to 31
}

// spreadValue returns the largest value that has the index.
func spreadValue(i int) int64 {
	if i < 32 {
		return int64(i)
	}
	shift := i>>4 - 1
	return (int64(i&15+16)+1)<<shift - 1
}

func (s *spread) merge(other *spread) {
	for i, n := range other {
		s[i] += n
	}
}

// quantile returns a value that a share of the values does not exceed.
func (s *spread) quantile(share float64) int64 {
	total := int64(0)
	for _, n := range s {
		total += n
	}
	want := int64(share * float64(total))
	for i, n := range s {
		if want -= n; n > 0 && want <= 0 {
			return spreadValue(i)
		}
	}
	return 0
}
