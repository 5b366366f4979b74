package workload

import (
	"sync"

	"github.com/skua-go/skua"
)

const (
	primesDefault = 4_000_000   // 283,146 primes
	primesMax     = 100_000_000 // 5,761,455 primes; the check needs 50 MB
)

var primesWorkload = Workload{
	Name:    "primes",
	Doc:     "count the primes below n by trial division, in a loop",
	Params:  []Param{{Name: "n", Default: "4000000", Doc: "count the primes below `n`"}},
	prepare: preparePrimes,
}

func preparePrimes(r *reader) *Instance {
	n := r.whole("n", primesDefault, 0, primesMax)
	want := sync.OnceValue(func() int { return sievePrimes(n) })
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel:   func(p skua.Place) any { return int(sumLoop(p, n, countPrimes)) },
		Sequential: func() any { return int(countPrimes(0, n)) },
		Check:      func(got any) error { return checkEqual(want())(got) },
		Tasks:      func(any) int { return 1 },
	}
}

// countPrimes returns how many primes there are from lo to hi-1.
//
//go:noinline
func countPrimes(lo, hi int) (count uint64) {
	for i := lo; i < hi; i++ {
		if isPrime(uint32(i)) {
			count++
		}
	}
	return count
}

// isPrime divides n by two and the odd numbers up to its root: a prime costs far
// more than its neighbours, and the more the larger it is.
func isPrime(n uint32) bool {
	if n < 4 {
		return n > 1
	}
	if n%2 == 0 {
		return false
	}
	for d := uint32(3); d*d <= n; d += 2 {
		if n%d == 0 {
			return false
		}
	}
	return true
}

// sievePrimes counts the primes below n by the sieve of Eratosthenes.
func sievePrimes(n int) int {
	if n <= 2 {
		return 0
	}
	count := 1                     // 2
	composite := make([]bool, n/2) // of the odd numbers: i stands for 2·i+1
	for i := 1; i < n/2; i++ {
		if composite[i] {
			continue
		}
		count++
		p := 2*i + 1
		if p > n/p {
			continue // all multiples that are left are beyond n, and p*p may overflow
		}
		for j := p * p / 2; j < n/2; j += p {
			composite[j] = true
		}
	}
	return count
}
