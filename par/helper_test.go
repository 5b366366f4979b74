package par_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

var seedFlag = flag.Uint64("seed", 0, "repeat the random inputs of a failed test; 0: new ones")

// random returns a generator whose seed a failing test prints.
func random(t testing.TB) *rand.Rand {
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("repeat with -seed=%d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

// pool returns the tests' pool of that many workers, which is made once.
func pool(workers int) *skua.Pool {
	poolsMu.Lock()
	defer poolsMu.Unlock()
	if pools[workers] == nil {
		p, err := skua.New(skua.WithWorkers(workers))
		if err != nil {
			panic(err)
		}
		pools[workers] = p
	}
	return pools[workers]
}

var (
	poolsMu sync.Mutex
	pools   = map[int]*skua.Pool{}
)

// ways is everywhere that a call may run.
var ways = []struct {
	name   string
	option func() par.Option
}{
	{"workers=1", func() par.Option { return par.On(pool(1)) }},
	{"workers=2", func() par.Option { return par.On(pool(2)) }},
	{"workers=8", func() par.Option { return par.On(pool(8)) }},
	{"default", func() par.Option { return par.Option{} }},
	{"sequential", par.Sequential},
}

// A given is one case of a test: a random slice of few different values, and
// options.
type given struct {
	*testing.T
	rand  *rand.Rand
	what  string
	s     []int
	grain int // 0: none
	o     []par.Option
}

// Wrong reports a wrong result of the case.
func (g given) Wrong(format string, args ...any) {
	g.Helper()
	g.Errorf("%s: %s", g.what, fmt.Sprintf(format, args...))
}

// eachCase runs check for every way, many lengths and some grains. With eight workers it does so
// again as long as nothing was stolen: on a busy machine the thieves may come too late.
func eachCase(t *testing.T, check func(g given)) {
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			if way.name == "workers=8" {
				kit.Stealing(t) // in race builds too, where branches have goroutines of their own otherwise
			}
			noThieves.Store(way.name == "workers=1" || way.name == "sequential")
			defer noThieves.Store(false)
			r := random(t)
			steals, before := pool(8).Stats().Steals, jolts.Load()
			for range 50 {
				casesOf(t, r, way.option, check)
				if t.Failed() || way.name != "workers=8" || jolts.Load() == before || pool(8).Stats().Steals != steals {
					return
				}
			}
			t.Error("nothing was stolen in all these cases, so they have shown little")
		})
	}
}

// casesOf runs check for many lengths and some grains, until it fails.
func casesOf(t *testing.T, r *rand.Rand, option func() par.Option, check func(g given)) {
	all := []int{0, 1, 2, 15, 16, 17, 63, 64, 65, 255, 257, 1023, 1024, 1025, 2049, 5000, r.IntN(5000)}
	for _, n := range size([]int{0, 1, 2, 17, 65, 257, 2049}, all, all) {
		grains := []int{0, 0, 1, max(1, n-1), max(1, n), n + 1, 1 + r.IntN(n+1)}
		if n > size(17, 65, math.MaxInt) {
			grains = []int{0, 1, 1 + r.IntN(n+1)}
		}
		for _, grain := range grains {
			g := given{T: t, rand: r, s: ints(r, n), grain: grain, o: []par.Option{option()}}
			g.what = fmt.Sprintf("n=%d grain=%d", n, grain)
			if grain > 0 {
				g.o = append(g.o, par.Grain(grain))
			}
			if k := r.IntN(4); k > 0 {
				g.o = append(g.o, par.MaxWorkers(k))
			}
			check(g)
			if t.Failed() {
				return
			}
		}
	}
}

// noThieves says that there are no other workers.
var noThieves atomic.Bool

// jolt is called by the functions that tests give to par. Now and then it takes
// long enough for the other workers to come and steal.
func jolt() {
	if jolts.Add(1)%128 != 0 || noThieves.Load() {
		return
	}
	for end := time.Now().Add(10 * time.Microsecond); time.Now().Before(end); {
		runtime.Gosched()
	}
}

var jolts atomic.Uint32

// jolting returns f with jolts.
func jolting[A, R any](f func(A) R) func(A) R {
	return func(a A) R {
		jolt()
		return f(a)
	}
}

// jolting2 returns f with jolts.
func jolting2[A, R any](f func(a, b A) R) func(a, b A) R {
	return func(a, b A) R {
		jolt()
		return f(a, b)
	}
}

// ints returns n numbers of which some are the same.
func ints(r *rand.Rand, n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = r.IntN(100)
	}
	return s
}

// size is expect.Size, and short with the race detector.
func size[T any](short, usual, night T) T {
	if raceDetector {
		return short
	}
	return expect.Size(short, usual, night)
}

// workerNumbers are sizes of pools for tests that wait: one worker, two, and more than there are processors.
func workerNumbers() []int { return expect.Size([]int{2}, []int{1, 2, 8}, []int{1, 2, 8}) }
