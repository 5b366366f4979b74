package workload

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/skua-go/skua/internal/behaviour/kit"
)

// TestSortMatchesSlices sorts numbers of which many are equal, as the workload's
// are not.
func TestSortMatchesSlices(t *testing.T) {
	pool := kit.NewPool(t, 2)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, sortLeaf, sortLeaf + 1, 3*sortLeaf + 7, 50000} {
		for _, values := range []int{1, 2, 1000, math.MaxInt} {
			s := make([]int64, n)
			for i := range s {
				s[i] = int64(rng.IntN(values))
			}
			want := slices.Clone(s)
			slices.Sort(want)
			for _, toBuffer := range []bool{false, true} {
				task := sortTask{slices.Clone(s), make([]int64, n), toBuffer}
				sortFunc.On(pool, task)
				got := task.s
				if toBuffer {
					got = task.buffer
				}
				if !slices.Equal(got, want) {
					t.Errorf("n=%d, %d values, toBuffer=%v: not what slices.Sort makes", n, values, toBuffer)
				}
			}
		}
	}
}

// TestProductsMatchDefinition compares both workloads with sums of whole numbers.
func TestProductsMatchDefinition(t *testing.T) {
	for _, n := range []int{1, 63, 64, 65, 128, 130, 260} {
		a, b := newNoise(n, matmulLimit, 0), newNoise(n, matmulLimit, n*n)
		c, d := newMatrix(n, n), newMatrix(n, n)
		multiplySeq(product{c, a, b, 1})
		newStrassen(n).multiplySeq(factors{d, a, b})
		for i := range n {
			for j := range n {
				want := 0
				for k := range n {
					want += int(a.row(i)[k]) * int(b.row(k)[j])
				}
				if got, strassen := int(c.row(i)[j]), int(d.row(i)[j]); got != want || strassen != want {
					t.Fatalf("n=%d: element %d, %d is %d, by Strassen %d, want %d", n, i, j, got, strassen, want)
				}
			}
		}
		if got, want := c.checksumSeq(1), productChecksum(a, b); got != want {
			t.Errorf("n=%d: the checksum of the product is %v, that of the factors says %v", n, got, want)
		}
	}
}

// TestChecksumSeesChanges changes one number, and swaps two.
func TestChecksumSeesChanges(t *testing.T) {
	m := newNoise(50, matmulLimit, 3)
	before := m.checksumSeq(1)
	m.row(7)[9]++
	if m.checksumSeq(1) == before {
		t.Error("the checksum overlooks that a number has changed")
	}
	m.row(7)[9]--
	m.row(7)[9], m.row(9)[7] = m.row(9)[7], m.row(7)[9]
	if m.checksumSeq(1) == before {
		t.Error("the checksum overlooks that two numbers are swapped")
	}
}

// TestLUFactors multiplies the factors of a matrix that is diagonally dominant
// and otherwise random, of which no result is exact: their product is the matrix,
// but for n roundings of numbers below 2·n.
func TestLUFactors(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 32, 33, 100, 257} {
		a := newMatrix(n, n)
		for i := range a.data {
			a.data[i] = 2*rng.Float64() - 1
		}
		for i := range n {
			a.row(i)[i] = float64(n)
		}
		f := matrix{n, n, n, slices.Clone(a.data)}
		factorSeq(f)
		if worst, most := residual(a, f), 2*float64(n*n)*0x1p-53; worst > most {
			t.Errorf("n=%d: the product of the factors differs by %g, want at most %g", n, worst, most)
		}
	}
}

// residual returns by how much a differs from the product of the factors in f.
func residual(a, f matrix) (worst float64) {
	for i := range a.rows {
		for j := range a.cols {
			var sum float64
			for k := range min(i, j+1) {
				sum += f.row(i)[k] * f.row(k)[j]
			}
			if i <= j {
				sum += f.row(i)[j]
			}
			worst = max(worst, math.Abs(sum-a.row(i)[j]))
		}
	}
	return worst
}

// TestLUNumbers compares the matrix with the product of its factors, and wants it
// to be diagonally dominant.
func TestLUNumbers(t *testing.T) {
	for _, n := range []int{1, 5, 100} {
		l, a, f := newLUNumbers(n), newMatrix(n, n), newMatrix(n, n)
		for i := range n {
			l.fill(a, i)
			var beside float64
			for j, x := range a.row(i) {
				if i != j {
					beside += math.Abs(x)
				}
				f.row(i)[j] = l.factor(i, j)
			}
			if a.row(i)[i] <= beside {
				t.Errorf("n=%d: row %d has %v on the diagonal and %v beside it", n, i, a.row(i)[i], beside)
			}
		}
		if r := residual(a, f); r != 0 {
			t.Errorf("n=%d: the product of the factors differs by %v, want equality", n, r)
		}
		if got, want := f.checksumSeq(luScale), l.checksum(); got != want {
			t.Errorf("n=%d: the checksum of the factors is %v, want %v", n, got, want)
		}
	}
}

// TestHeatKnown wants the check to tell each number of steps from the next.
func TestHeatKnown(t *testing.T) {
	for _, c := range []struct{ n, steps int }{{2, 1}, {10, 3}, {64, 100}, {100, 1000}, {300, 20}} {
		args := Args{"n": strconv.Itoa(c.n), "steps": strconv.Itoa(c.steps)}
		answer := mustNew(t, "heat", args).Sequential()
		for d := -1; d <= 1; d++ {
			args["steps"] = strconv.Itoa(c.steps + d)
			if err := mustNew(t, "heat", args).Check(answer); (err == nil) != (d == 0) {
				t.Errorf("n=%d: checking %d steps for %d says %v", c.n, c.steps, c.steps+d, err)
			}
		}
	}
}

// TestMandelbrotKnown goes through the points once more, in numbers of 53 bits
// that no processor has a hand in.
func TestMandelbrotKnown(t *testing.T) {
	for _, v := range []view{{8, 8, 30}, {31, 17, 50}, {48, 48, 100}} {
		var want Escapes
		for i := range v.Width * v.Height {
			re := viewLeft + viewSide*(float64(i%v.Width)+0.5)/float64(v.Width)
			im := viewTop + viewSide*(float64(i/v.Width)+0.5)/float64(v.Height)
			n := escapeBig(re, im, v.Limit)
			want = want.and(Escapes{n / v.Limit, n, Checksum(mix(i) * uint64(n))})
		}
		if got := v.drawSeq(); got != want {
			t.Errorf("%+v: the answer is %v, want %v", v, got, want)
		}
	}
}

func escapeBig(re, im float64, limit int) int {
	num := func(f float64) *big.Float { return new(big.Float).SetPrec(53).SetFloat64(f) }
	zero := func() *big.Float { return num(0) }
	four, c, d, x, y := num(4), num(re), num(im), zero(), zero()
	for n := range limit {
		xx, yy, xy := zero().Mul(x, x), zero().Mul(y, y), zero().Mul(x, y)
		if zero().Add(xx, yy).Cmp(four) > 0 {
			return n
		}
		y = zero().Add(zero().Add(xy, xy), d)
		x = zero().Add(zero().Sub(xx, yy), c)
	}
	return limit
}

// TestMandelbrotArea wants the check to accept what is right at any size.
func TestMandelbrotArea(t *testing.T) {
	for _, side := range []int{1, 2, 3, 5, 10, 33, 100, 150} {
		for _, limit := range []int{1, 2, 3, 4, 5, 10, 50, 500} {
			v := view{side, side, limit}
			if err := v.check(v.drawSeq().(Escapes)); err != nil {
				t.Errorf("%+v: %v", v, err)
			}
		}
	}
}

// TestPrimesKnown compares the count and the sieve with Sloane's A006880.
func TestPrimesKnown(t *testing.T) {
	n := 1
	for _, want := range []int{0, 4, 25, 168, 1229, 9592, 78498, 664579} {
		if got := sievePrimes(n); got != want {
			t.Errorf("the sieve finds %d primes below %d, want %d", got, n, want)
		}
		if n <= 1_000_000 {
			if got := int(countPrimes(0, n)); got != want {
				t.Errorf("%d primes below %d, want %d", got, n, want)
			}
		}
		n *= 10
	}
	for n := range 1000 {
		if got, want := int(countPrimes(0, n)), sievePrimes(n); got != want {
			t.Errorf("%d primes below %d, the sieve finds %d", got, n, want)
		}
	}
}

// TestForksAreCounted wants the formulas to agree with sums over the tasks.
func TestForksAreCounted(t *testing.T) {
	for k := range 8 {
		if got, want := sortForks(sortLeaf<<k), k<<k; got != want {
			t.Errorf("sorting %d·2^%d numbers takes %d forks, want %d", sortLeaf, k, got, want)
		}
		if got, want := newStrassen(strassenBlock<<k).forks(strassenBlock<<k), int(math.Pow(7, float64(k)))-1; got != want {
			t.Errorf("%d divisions take %d forks, want %d", k, got, want)
		}
	}
	want := 0
	for k := range 4 {
		a := newMatrix(matmulBlock<<k, matmulBlock<<k)
		if got := (product{a, a, a, 1}).forks(); got != want {
			t.Errorf("%d halvings of each side take %d forks, want %d", k, got, want)
		}
		want = 3 + 8*want
	}
}
